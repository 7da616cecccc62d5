/**
 * Serves the files of one directory over HTTP on this machine only. Reads nothing outside the directory: paths are
 * decoded once, resolved with their links followed, and must still lie inside.
 */
import { createReadStream, realpathSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream';

export const LOCAL_ADDRESS = '127.0.0.1';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** Headers that allow memory shared by threads. They forbid foreign content, which the pages do not use. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Answers a request and returns true, or returns false. */
export type OwnAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Serves on `port`, 0 for any free one; resolves when the server listens. Requests that `own` answers are not looked up
 * in the directory.
 */
export function serveFolder(
  folder: string,
  port: number,
  own: OwnAnswer = () => false,
): Promise<{ server: Server; address: string }> {
  const root = realpathSync(folder);
  const server = createServer((request, response) => {
    if (!own(request, response)) answer(root, request, response);
  });
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, LOCAL_ADDRESS, () => {
      server.off('error', failed);
      done({ server, address: `http://${LOCAL_ADDRESS}:${(server.address() as AddressInfo).port}/` });
    });
  });
}

function answer(root: string, { method, url = '/' }: IncomingMessage, response: ServerResponse): void {
  const path = requestedPath(url);
  const file = path === undefined ? undefined : fileWithin(root, path);
  if (method !== 'GET' && method !== 'HEAD')
    refuse(response, 405, 'only GET and HEAD', { Allow: 'GET, HEAD' });
  else if (path === undefined) refuse(response, 400, 'bad path');
  else if (!file) refuse(response, 404, 'not found');
  else send(file, response, method === 'GET');
}

function send(file: ServedFile, response: ServerResponse, withBody: boolean): void {
  response.writeHead(200, {
    'Content-Type': TYPES[extname(file.path).toLowerCase()] ?? 'application/octet-stream',
    'Content-Length': file.size,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    ...ISOLATION,
  });
  if (!withBody) response.end();
  // Unlike `pipe`, it also closes the file when the browser disconnects; then no answer is needed.
  else pipeline(createReadStream(file.path), response, () => {});
}

/** Returns the decoded path of a request; undefined if it is invalid. */
function requestedPath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(url.split(/[?#]/, 1)[0]);
    return path.startsWith('/') && !path.includes('\0') && !path.includes('\\') ? path : undefined;
  } catch {
    return undefined;
  }
}

interface ServedFile {
  path: string;
  size: number;
}

function fileWithin(root: string, path: string): ServedFile | undefined {
  try {
    const file = realpathSync(join(root, path.endsWith('/') ? `${path}index.html` : path));
    const state = statSync(file);
    return file.startsWith(root + sep) && state.isFile() ? { path: file, size: state.size } : undefined;
  } catch {
    return undefined;
  }
}

function refuse(response: ServerResponse, status: number, reason: string, headers = {}): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers });
  response.end(`${reason}\n`);
}
