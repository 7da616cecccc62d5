/** Threads in a browser: two where the page is cross-origin isolated, one elsewhere, and the same bytes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFolder } from '../../cli/static-server.ts';
import { alias } from '../alias.ts';
import { browser, openBrowser } from './opening.ts';
import { type Site, serve } from './static-site.ts';
import { runOnThreads, type ThreadsAnswer } from './threads-page.ts';

let folder: string;
/** As `pliant studio` serves its pages. */
let isolated: Awaited<ReturnType<typeof serveFolder>>;
let plain: Site;

openBrowser();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pliant-threads-'));
  const entry = fileURLToPath(new URL('threads-page.ts', import.meta.url));
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
    build: { outDir: folder, lib: { entry, formats: ['es'], fileName: () => 'page.js' } },
  });
  const html = '<!doctype html><script type="module" src="page.js"></script>';
  const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'self' 'wasm-unsafe-eval'">`;
  writeFileSync(join(folder, 'index.html'), html);
  writeFileSync(join(folder, 'strict.html'), html.replace('<script', `${policy}<script`));
  [isolated, plain] = await Promise.all([serveFolder(folder, 0), serve(folder)]);
});
afterAll(async () => {
  isolated?.server.close();
  isolated?.server.closeAllConnections();
  await plain?.close();
  rmSync(folder, { recursive: true });
});

/** Asks the page itself, whose thread may not sleep, and a worker of it, whose thread may. */
async function ask(
  { address }: { address: string },
  count: number,
): Promise<{ page: ThreadsAnswer; worker: ThreadsAnswer }> {
  const page = await browser.newPage();
  try {
    await page.goto(address);
    return {
      page: await page.evaluate((n) => (window as unknown as Page).runOnThreads(n), count),
      worker: await page.evaluate(
        (n) =>
          new Promise<ThreadsAnswer>((done, failed) => {
            const worker = new Worker('page.js', { type: 'module' });
            worker.onmessage = ({ data }) => done(data);
            worker.onerror = ({ message }) => failed(new Error(message));
            worker.postMessage(n);
          }),
        count,
      ),
    };
  } finally {
    await page.close();
  }
}

type Page = { runOnThreads: typeof runOnThreads };

describe('a world on two threads', () => {
  it('has them in an isolated page and in its worker, with the hash of Node', async () => {
    const expected = { ...(await runOnThreads(1)), count: 2 };
    expect(expected.fault).toBeUndefined();
    expect(await runOnThreads(2)).toEqual(expected);
    const { page, worker } = await ask(isolated, 2);
    expect(page).toEqual(expected);
    expect(worker).toEqual(expected);
  });

  it('has one in a page that is not isolated, says why, and has the same hash', async () => {
    const { hash } = await runOnThreads(1);
    const answers = await ask(plain, 2);
    for (const answer of Object.values(answers)) {
      expect(answer).toEqual({
        count: 1,
        reason: expect.stringContaining('not cross-origin isolated'),
        hash,
      });
    }
  });

  it('fails by name where the page forbids workers from blob addresses', async () => {
    const page = await browser.newPage();
    try {
      await page.goto(`${isolated.address}strict.html`);
      const asked = page.evaluate(() => (window as unknown as Page).runOnThreads(2));
      await expect(asked).rejects.toThrow('thread 1 of 2 did not start');
    } finally {
      await page.close();
    }
  });
});
