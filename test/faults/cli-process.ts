/** Runs the built command line as users do: as a process, with files and signals. */
import { type ChildProcess, type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export interface Ended {
  /** Exit code; null where a signal ended the process. */
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
}

/** Colours and debugging as a user's shell would have them, whatever the test's own environment. */
const ENVIRONMENT = { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined, PLIANT_DEBUG: undefined };

export function pliant(args: readonly string[], options: SpawnSyncOptions = {}): Ended {
  const ended = spawnSync(process.execPath, [MAIN, ...args], {
    env: ENVIRONMENT,
    timeout: 240_000, // before the test's own, and long enough for a busy machine
    ...options,
    encoding: 'utf8',
  });
  if (ended.error) throw ended.error;
  return { code: ended.status, signal: ended.signal, stdout: ended.stdout ?? '', stderr: ended.stderr ?? '' };
}

export interface Running {
  process: ChildProcess;
  ended: Promise<Ended>;
}

export function startPliant(args: readonly string[]): Running {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (data: string) => {
      text[name] += data;
    });
  }
  const ended = new Promise<Ended>((done, failed) => {
    child.on('error', failed);
    child.on('close', (code, signal) => done({ code, signal, ...text }));
  });
  return { process: child, ended };
}

export async function untilExists(path: string, running: Running): Promise<void> {
  let over = false;
  void running.ended.then(() => {
    over = true;
  });
  while (!existsSync(path)) {
    if (over) throw new Error(`the command ended without ${path}: ${(await running.ended).stderr}`);
    await new Promise((done) => {
      setTimeout(done, 10);
    });
  }
}
