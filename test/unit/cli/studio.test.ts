/** The server behind `pliant studio`: it gives out the files of its directory and nothing else. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFolder } from '../../../cli/static-server.ts';
import { browserCommand } from '../../../cli/studio.ts';

let folder: string;
let server: Server;
let address: URL;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pliant-studio-'));
  mkdirSync(join(folder, 'site/assets'), { recursive: true });
  writeFileSync(join(folder, 'site/index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'site/assets/app.js'), 'export {}');
  writeFileSync(join(folder, 'site/kernels.wasm'), '');
  writeFileSync(join(folder, 'site/a b.txt'), 'spaced');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'site-secret.txt'), 'secret');
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'site/link.txt'));
  const served = await serveFolder(join(folder, 'site'), 0);
  server = served.server;
  address = new URL(served.address);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Sends the path as it is: `fetch` would tidy it up first. */
function ask(path: string, method = 'GET'): Promise<{ status: number; type?: string; body: string }> {
  return new Promise((done, failed) => {
    const sent = request({ host: address.hostname, port: address.port, path, method }, (response) => {
      let body = '';
      response.on('data', (data) => (body += data));
      response.on('end', () =>
        done({ status: response.statusCode!, type: response.headers['content-type'], body }),
      );
    });
    sent.on('error', failed).end();
  });
}

/** Leaves after the first bytes. */
function abort(path: string): Promise<void> {
  return new Promise((done, failed) => {
    const sent = request({ host: address.hostname, port: address.port, path }, (response) => {
      response.once('data', () => {
        response.once('close', done).on('error', () => {});
        sent.destroy();
      });
    });
    sent.on('error', failed).end();
  });
}

/** Paths of the files that this process has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      return []; // The descriptor that listed them is gone.
    }
  });
}

describe('the static server', () => {
  it('listens on this machine only', () => {
    expect(server.address()).toMatchObject({ address: '127.0.0.1' });
  });

  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/index.html?scene=flag#x', 'text/html; charset=utf-8'],
    ['/assets/app.js', 'text/javascript; charset=utf-8'],
    ['/kernels.wasm', 'application/wasm'],
    ['/a%20b.txt', 'text/plain; charset=utf-8'],
  ])('serves %s as %s', async (path, type) => {
    expect(await ask(path)).toMatchObject({ status: 200, type });
  });

  it('answers HEAD without a body', async () => {
    expect(await ask('/', 'HEAD')).toMatchObject({ status: 200, body: '' });
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/../../secret.txt',
    '/../site-secret.txt',
    '//../secret.txt',
    '/link.txt',
    '/assets',
    '/none.html',
  ])('does not find %s', async (path) => {
    expect(await ask(path)).toMatchObject({ status: 404, body: 'not found\n' });
  });

  it.each(['/%', '/%ff', '/a%00b', '/..%5csecret.txt'])('refuses %s', async (path) => {
    expect(await ask(path)).toMatchObject({ status: 400 });
  });

  it('changes nothing on request', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect(await ask('/', method)).toMatchObject({ status: 405 });
  });

  it('closes the file when the browser goes away in the middle', async () => {
    const large = join(folder, 'site/large.bin');
    writeFileSync(large, '');
    // Far more than the sockets of both ends buffer, so that the download is still going on.
    truncateSync(large, 2 ** 28);
    for (let i = 0; i < 5; i++) await abort('/large.bin');
    await expect.poll(() => openFiles().filter((path) => path === large)).toEqual([]);
    expect(await ask('/')).toMatchObject({ status: 200 });
  });

  it('says when its port is taken', async () => {
    await expect(serveFolder(join(folder, 'site'), Number(address.port))).rejects.toThrow('EADDRINUSE');
  });
});

describe('the browser', () => {
  it('is opened where there is a display, by the means of the system', () => {
    expect(browserCommand('linux', { DISPLAY: ':0' })).toEqual(['xdg-open']);
    expect(browserCommand('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open']);
    expect(browserCommand('linux', {})).toBeUndefined();
    expect(browserCommand('darwin', {})).toEqual(['open']);
    expect(browserCommand('win32', {})).toEqual(['cmd', '/c', 'start', '']);
  });
});
