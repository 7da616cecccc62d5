/** `pliant studio` as a process: it says where it is, answers, and stops on Ctrl-C. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Running, startPliant } from './cli-process.ts';
import { pliantHere } from './cli-session.ts';

let running: Running;
afterEach(() => {
  running.process.kill('SIGKILL');
});

async function start(...args: string[]): Promise<URL> {
  running = startPliant(['studio', '--no-open', ...args]);
  return new Promise((done, failed) => {
    running.process.stdout?.on('data', (text: string) => {
      const address = /http:\/\/[^\s"]+/.exec(text)?.[0];
      if (address) done(new URL(address));
    });
    void running.ended.then(({ stderr }) => failed(new Error(stderr)));
  });
}

describe('pliant studio', () => {
  it('serves the studio until it is interrupted, and that is a good end', async () => {
    const address = await start();
    const page = await fetch(address);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const script = /<script[^>]* src="([^"]+)"/.exec(await page.text())?.[1];
    const loaded = await fetch(new URL(script!, address));
    expect([loaded.status, loaded.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
    running.process.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  it('says its address as one JSON document, and refuses a port that is taken', async () => {
    const { port } = await start('--json');
    const second = await pliantHere(['studio', '--no-open', '--port', port]);
    expect(second).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: port ${port} is in use. Without --port a free one is chosen\n`,
    });
    running.process.kill('SIGTERM');
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ address: `http://127.0.0.1:${port}/` });
  });
});
