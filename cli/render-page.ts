/**
 * The page that draws, from the command line's side. A Chromium without a window opens it from a server on this machine;
 * under a random name it requests its job and the trajectory there, and returns one picture after the other.
 * The browser keeps nothing: its profile is a temporary folder.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BROWSER_ARGUMENTS, BROWSER_HINT, findBrowser } from './browser.ts';
import { errorCode, Interruption, Refusal, RunFailure, reasonOf } from './failure.ts';
import { quietly } from './files.ts';
import type { Environment } from './output.ts';
import { PACKAGE_FOLDER } from './package.ts';
import type { RenderJob, RenderNews } from './render-job.ts';
import { SIGNAL_EXIT, watchSignals } from './signals.ts';
import { serveFolder } from './static-server.ts';

/** Time without any message after which the page is given up, ms; a large picture in software takes seconds. */
const PATIENCE = 180_000;
/** Number of characters of the browser's output that an error shows. */
const LAST_WORDS = 600;
/** Largest message, bytes. */
const LARGEST_NEWS = 512 * 2 ** 20;

export interface RenderRequest {
  job: RenderJob;
  trajectory: Uint8Array;
  theme: 'light' | 'dark';
  env: Environment;
  /** Receives every message but the last, in order. */
  onNews: (news: RenderNews, content: Uint8Array) => void;
}

/** Throws a refusal if there is no browser, before a scene is run. */
export function requireBrowser(env: Environment): string {
  const path = findBrowser(env);
  if (path === undefined) throw new Refusal(`no Chromium was found to draw the pictures: ${BROWSER_HINT}`);
  return path;
}

/** Draws all pictures; resolves when they are done. */
export async function renderInBrowser(request: RenderRequest): Promise<void> {
  const browser = requireBrowser(request.env);
  const name = randomBytes(16).toString('hex');
  const profile = mkdtempSync(join(tmpdir(), 'pliant-browser-'));
  const conversation = new Conversation(name, request);
  const { server, address } = await serve(conversation);
  const signals = watchSignals((signal) =>
    conversation.fail(new Interruption('interrupted; nothing is written', SIGNAL_EXIT[signal])),
  );
  let child: ChildProcess | undefined;
  try {
    child = start(browser, `${address}index.html#${name}`, profile, request.theme, conversation);
    await conversation.ended;
  } finally {
    signals.end();
    conversation.close();
    server.close();
    server.closeAllConnections();
    await stop(child);
    await removeProfile(profile);
  }
}

/** Deletes the profile, several times if necessary: child processes of the browser outlive it and write files again. */
async function removeProfile(profile: string): Promise<void> {
  for (let attempt = 0; attempt < 20 && existsSync(profile); attempt++) {
    quietly(() => rmSync(profile, { recursive: true, force: true }));
    await new Promise((next) => setTimeout(next, 50));
  }
}

async function serve(conversation: Conversation) {
  const folder = join(PACKAGE_FOLDER, 'dist', 'render');
  try {
    return await serveFolder(folder, 0, (request, response) => conversation.answer(request, response));
  } catch (error) {
    if (errorCode(error) === 'ENOENT')
      throw new RunFailure(`${folder}: does not exist. Run "npm run build" first`);
    throw new RunFailure(`the drawing page cannot be served: ${reasonOf(error)}`);
  }
}

function start(
  path: string,
  address: string,
  profile: string,
  theme: RenderRequest['theme'],
  conversation: Conversation,
): ChildProcess {
  const args = [
    '--headless=new',
    ...BROWSER_ARGUMENTS,
    `--user-data-dir=${profile}`,
    `--blink-settings=preferredColorScheme=${theme === 'dark' ? 0 : 1}`,
    '--no-default-browser-check',
    '--mute-audio',
    '--hide-scrollbars',
    '--disable-extensions',
    '--disable-dev-shm-usage', // containers have little shared memory, and a large picture needs much
    // The pipe carries no data. When this process dies it breaks, and the browser ends.
    '--remote-debugging-pipe',
    address,
  ];
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
  let words = '';
  child.stderr?.on('data', (data) => {
    words = (words + data).slice(-LAST_WORDS);
  });
  for (const pipe of child.stdio.slice(3)) pipe?.on('error', () => {});
  child.on('error', (error) =>
    conversation.fail(new Refusal(`${path}: cannot be started: ${reasonOf(error)}; ${BROWSER_HINT}`)),
  );
  child.on('exit', (code, signal) => {
    const last = words.trim() === '' ? '' : `; its last output: ${words.trim()}`;
    conversation.fail(new RunFailure(`${path}: ended early (${signal ?? `exit code ${code}`})${last}`));
  });
  return child;
}

/** Ends the browser that this process started: by SIGTERM, then by SIGKILL. */
async function stop(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), 3000);
  await gone;
  clearTimeout(impatience);
}

/** Requests and messages of the page. */
class Conversation {
  readonly ended: Promise<void>;
  readonly #name: string;
  readonly #request: RenderRequest;
  #done!: () => void;
  #failed!: (error: Error) => void;
  #silence: NodeJS.Timeout | undefined;

  constructor(name: string, request: RenderRequest) {
    this.#name = name;
    this.#request = request;
    this.ended = new Promise((done, failed) => {
      this.#done = done;
      this.#failed = failed;
    });
    // A rejection before anything awaits the promise must not count as unhandled.
    this.ended.catch(() => {});
    this.#heard();
  }

  fail(error: Error): void {
    this.#failed(error);
  }

  close(): void {
    clearTimeout(this.#silence);
  }

  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const [, name, what] = pathname.split('/');
    if (name !== this.#name) return false;
    this.#heard();
    if (what === 'job') response.end(JSON.stringify(this.#request.job));
    else if (what === 'trajectory') response.end(this.#request.trajectory);
    else if (what === 'news' && request.method === 'POST') void this.#take(request, response, searchParams);
    else response.writeHead(404).end();
    return true;
  }

  async #take(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> {
    try {
      const parts: Uint8Array[] = [];
      let size = 0;
      for await (const part of request) {
        parts.push(part);
        size += part.length;
        if (size > LARGEST_NEWS) throw new RunFailure('the picture is too large to capture');
      }
      this.#tell(newsOf(query), Buffer.concat(parts));
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(500).end();
      this.fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #tell(news: RenderNews, content: Uint8Array): void {
    if (news.kind === 'done') this.#done();
    else if (news.kind === 'failed')
      this.fail(new RunFailure(`the pictures were not drawn: ${news.message}`));
    else this.#request.onNews(news, content);
  }

  #heard(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(
      () => this.fail(new RunFailure(`the browser has not answered for ${PATIENCE / 1000} s`)),
      PATIENCE,
    );
  }
}

function newsOf(query: URLSearchParams): RenderNews {
  const kind = query.get('kind');
  if (kind === 'picture' || kind === 'done') return { kind };
  if (kind === 'film-picture') return { kind, key: query.get('key') === 'true' };
  if (kind === 'track') return { kind, codec: query.get('codec') ?? '' };
  if (kind === 'failed') return { kind, message: query.get('message') ?? '' };
  throw new Error(`unknown news: ${kind}`);
}
