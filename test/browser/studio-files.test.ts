/** In and out of the studio through a real browser: what it saves other readers take, and what it is given it runs. */
import { readFileSync } from 'node:fs';
import { validateBytes } from 'gltf-validator';
import type { Page } from 'playwright-core';
import { parseScene } from 'pliant';
import { readObj, readTrajectory } from 'pliant/formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { address, browser, openStudioPage, page } from './opening.ts';
import { eventually, watchedPage } from './watched-page.ts';

/** Steps that are recorded before anything is saved: with the start, so many frames and one more. */
const STEPS = 6;

openStudioPage({ permissions: ['clipboard-read', 'clipboard-write'] });
beforeAll(async () => {
  await page.goto(`${address}#flag`);
  await page.locator('.bench canvas').waitFor();
  await page.evaluate((steps) => window.pliant.showStep(steps), STEPS);
});

/** Presses a button of the Files tab, and waits for so many files. */
async function saved(button: string, count = 1): Promise<Map<string, Buffer>> {
  const deed = page.getByRole('button', { name: button });
  if (!(await deed.isVisible())) await page.getByRole('tab', { name: 'Files' }).click();
  const files = new Map<string, Buffer>();
  const all = new Promise<void>((done) => {
    const take = async (download: import('playwright-core').Download) => {
      files.set(download.suggestedFilename(), readFileSync(await download.path()));
      if (files.size < count) return;
      page.off('download', take);
      done();
    };
    page.on('download', take);
  });
  await deed.click();
  await all;
  expect(await page.locator('.notice.bad').allTextContents()).toEqual([]);
  return files;
}

async function only(button: string, name: string): Promise<Buffer> {
  const files = await saved(button);
  expect([...files.keys()]).toEqual([name]);
  return files.get(name)!;
}

describe('what is saved', () => {
  it('is a scene that can be parsed, with what was changed', async () => {
    await page.keyboard.press('s');
    const density = page.getByRole('textbox', { name: 'Density kg/m²' });
    await density.fill('0.3');
    await density.press('Enter');
    await eventually(() =>
      page.locator('.field[data-path="bodies[0].material.density"]').getAttribute('data-state'),
    ).toBe('live');
    const scene = parseScene(JSON.parse((await only('Scene (.json)', 'flag.json')).toString()));
    expect(scene.bodies[0]).toMatchObject({ material: { density: 0.3 } });
    expect(JSON.parse((await only('Session (.json)', 'flag-session.json')).toString())).toMatchObject({
      original: { id: 'flag' },
      edits: [{ step: STEPS, command: { kind: 'set', value: 0.3 } }],
    });
  });

  it('is a link that opens the changed scene', async () => {
    await page.getByRole('button', { name: 'Copy a link' }).click();
    await page.locator('.notice', { hasText: 'clipboard' }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/#scene=[\w-]+$/);
    const { page: other } = await watchedPage(browser, address);
    await other.goto(link);
    await other.locator('.bench[data-scene=flag] canvas').waitFor();
    await other.keyboard.press('s');
    const density = other.getByRole('textbox', { name: 'Density kg/m²' });
    await eventually(() => density.inputValue()).toBe('0.3');
    await other.context().close();
  });

  it('is a GLB without a fault, with the run in it', async () => {
    const report = await validateBytes(new Uint8Array(await only('GLB', 'flag.glb')));
    expect(report.issues).toMatchObject({ numErrors: 0, numWarnings: 0 });
    expect((report as { info?: unknown }).info).toMatchObject({ animationCount: 1, hasMorphTargets: true });
  });

  it('is USDA, PC2 with OBJ, OBJ, a trajectory and a table, each with every frame', async () => {
    const usda = (await only('USDA', 'flag.usda')).toString();
    expect(usda.startsWith('#usda 1.0')).toBe(true);
    expect(usda).toContain(`endTimeCode = ${STEPS}`);

    const cache = await saved('PC2 + OBJ', 2);
    expect([...cache.keys()].map((name) => name.replace(/^.*\./, '')).toSorted()).toEqual(['obj', 'pc2']);
    const pc2 = [...cache].find(([name]) => name.endsWith('.pc2'))![1];
    const still = readObj([...cache].find(([name]) => name.endsWith('.obj'))![1].toString());
    const points = still.positions.length / 3;
    expect(pc2.subarray(0, 11).toString()).toBe('POINTCACHE2');
    expect([pc2.readInt32LE(16), pc2.readInt32LE(28)]).toEqual([points, STEPS + 1]);
    expect(pc2.length).toBe(32 + 12 * points * (STEPS + 1));

    const files = await saved('OBJ of this frame');
    expect(readObj([...files.values()][0].toString()).positions).toHaveLength(still.positions.length);
    const { frames } = readTrajectory(new Uint8Array(await only('Trajectory (.pltr)', 'flag.pltr')));
    expect(frames).toHaveLength(STEPS + 1);
    const rows = (await only('CSV', 'flag.csv')).toString().trim().split('\n');
    expect(rows).toHaveLength(STEPS + 1);
    expect(new Set(rows.map((row) => row.split(',').length)).size).toBe(1);
    for (const value of rows.slice(1).join().split(','))
      expect(Number.isFinite(Number(value)), value).toBe(true);
  });

  it('is a picture, and films that play', async () => {
    const png = await only('PNG', 'flag.png');
    expect(await sizeOf(png)).toMatchObject({ width: expect.any(Number), colours: expect.any(Number) });
    expect((await sizeOf(png)).colours).toBeGreaterThan(50);
    for (const [name, type] of [
      ['WebM', 'video/webm'],
      ['MP4', 'video/mp4'],
    ]) {
      const bytes = await only(`${name} film`, `flag.${name.toLowerCase()}`);
      expect(await watch(bytes.toString('base64'), type)).toEqual({ width: 1280, height: 720, error: '' });
    }
  });
});

describe('what is given', () => {
  it('is done again as it was saved: the same hash at the same step', async () => {
    const { page: other } = await watchedPage(browser, address);
    await other.goto(`${address}#flag`);
    await other.locator('.bench canvas').waitFor();
    await other.evaluate(() => window.pliant.showStep(5));
    await other.keyboard.press('s');
    const density = other.getByRole('textbox', { name: 'Density kg/m²' });
    await density.fill('0.3');
    await density.press('Enter');
    await eventually(() => other.getByRole('button', { name: 'Undo: Density' }).isEnabled()).toBe(true);
    await other.locator('.stage').click({ position: { x: 5, y: 5 } });
    for (let k = 0; k < 4; k++) await other.keyboard.press('.');
    await eventually(() => other.locator('.timeline').inputValue()).toBe('9');
    const hash = await other.evaluate(() => window.pliant.stateHash());
    await other.keyboard.press('x');
    const [download] = await Promise.all([
      other.waitForEvent('download'),
      other.getByRole('button', { name: 'Session (.json)' }).click(),
    ]);
    const session = readFileSync(await download.path());
    await other.emulateMedia({ reducedMotion: 'reduce' }); // so that it waits
    await drop(other, { 'flag-session.json': session });
    await eventually(() => other.url()).toContain('#own');
    await other.waitForFunction(
      () =>
        document.querySelector<HTMLInputElement>('.timeline')?.value === '0' &&
        document.querySelector('.bench canvas') &&
        !document.querySelector('.stage-message'),
    );
    for (let k = 0; k < 9; k++) await other.keyboard.press('.');
    await eventually(() => other.locator('.timeline').inputValue()).toBe('9');
    expect(await other.evaluate(() => window.pliant.stateHash())).toBe(hash);
    await other.context().close();
  });

  it('is a mesh that the user says the use of, a sheet over polyhedra, or refused with its name', async () => {
    const { page: other, complaints } = await watchedPage(browser, address);
    await other.goto(address);
    await drop(other, { 'Box.obj': Buffer.from(BOX) });
    await other.getByRole('button', { name: 'A cloth falls on it' }).click();
    await other.locator('.bench[data-scene=box] canvas').waitFor();
    expect(await other.evaluate(() => window.pliant.showStep(20))).toBe(20);

    await drop(other, { 'notes.txt': Buffer.from('hello') });
    await other.locator('.notice.bad', { hasText: 'notes.txt: the studio opens' }).waitFor();

    await other.keyboard.press('Escape');
    await other.locator('.gallery').waitFor();
    const picker = other.locator('input[type=file]');
    await picker.setInputFiles([{ name: 'wedge.pol', mimeType: 'text/plain', buffer: Buffer.from(WEDGE) }]);
    await other.locator('.bench[data-scene=wedge] canvas').waitFor();
    expect(await other.evaluate(() => window.pliant.showStep(20))).toBe(20);
    expect(complaints).toEqual([]);
    await other.context().close();
  });
});

/** Drops files on the page as a file manager does. */
async function drop(on: Page, files: Readonly<Record<string, Buffer>>): Promise<void> {
  const given = Object.entries(files).map(([name, bytes]) => [name, bytes.toString('base64')] as const);
  await on.evaluate((list) => {
    const dataTransfer = new DataTransfer();
    for (const [name, data] of list)
      dataTransfer.items.add(new File([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], name));
    const at = document.body;
    for (const type of ['dragenter', 'dragover', 'drop'])
      at.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, given);
}

/** The picture's size, and how many colours it has at a few hundred places. */
function sizeOf(png: Buffer): Promise<{ width: number; height: number; colours: number }> {
  return page.evaluate(async (data) => {
    const image = await createImageBitmap(
      new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], { type: 'image/png' }),
    );
    const { width, height } = image;
    const pen = new OffscreenCanvas(width, height).getContext('2d')!;
    pen.drawImage(image, 0, 0);
    const { data: pixels } = pen.getImageData(0, 0, width, height);
    const colours = new Set<string>();
    for (let i = 0; i < pixels.length; i += 4 * 997) colours.add(pixels.slice(i, i + 3).join());
    return { width, height, colours: colours.size };
  }, png.toString('base64'));
}

/** Runs a film through the browser's player until it has its first picture. */
async function watch(film: string, type: string) {
  // A blank page plays it: the studio's own loads no media.
  const player = await browser.newPage();
  const seen = await player.evaluate(
    async ([data, kind]) => {
      const video = document.createElement('video');
      video.muted = true;
      video.src = URL.createObjectURL(
        new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], { type: kind }),
      );
      const error = await new Promise<string>((done) => {
        video.addEventListener('loadeddata', () => done(''));
        video.addEventListener('error', () => done(video.error?.message || 'error'));
      });
      return { width: video.videoWidth, height: video.videoHeight, error };
    },
    [film, type],
  );
  await player.close();
  return seen;
}

const BOX = `
v 0 0 0\nv 0.4 0 0\nv 0.4 0.3 0\nv 0 0.3 0\nv 0 0 0.4\nv 0.4 0 0.4\nv 0.4 0.3 0.4\nv 0 0.3 0.4
f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 4 1 5 8
`;
const WEDGE = `U si
V 0 0 0\nV 0.06 0 0\nV 0 0.03 0\nF
V 0 0 0.04\nV 0.06 0 0.04\nV 0 0.03 0.04\nF
V 0 0 0\nV 0.06 0 0\nV 0.06 0 0.04\nV 0 0 0.04\nF
V 0 0 0\nV 0 0.03 0\nV 0 0.03 0.04\nV 0 0 0.04\nF
V 0.06 0 0\nV 0 0.03 0\nV 0 0.03 0.04\nV 0.06 0 0.04\nF
P
*
`;
