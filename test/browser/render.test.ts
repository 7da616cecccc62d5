/** `pliant render` with a real browser: pictures that show something, films that play, the same bytes every time. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pliantHere } from '../faults/cli-session.ts';
import { findBrowser } from './browser.ts';
import { browser, openBrowser } from './opening.ts';

const folder = mkdtempSync(join(tmpdir(), 'pliant-render-test-'));
const at = (name: string) => join(folder, name);
let page: Page;

openBrowser();
beforeAll(async () => {
  const ran = await pliantHere(['run', 'drape', '--steps', '60', '-o', at('out')]);
  expect(ran.code, ran.stderr).toBe(0);
  page = await browser.newPage();
});
afterAll(async () => {
  await page?.close();
  rmSync(folder, { recursive: true });
});

async function render(output: string, ...more: string[]) {
  const env = { ...process.env, PLIANT_BROWSER: findBrowser() };
  const args = ['render', at('out'), '-o', at(output), '--size', '160x120', '--json', ...more];
  const { code, stdout, stderr } = await pliantHere(args, { env });
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as { files: string[]; pictures: number; seconds?: number; codec?: string };
}

const base64 = (name: string) => readFileSync(at(name)).toString('base64');

/** Share of pixels with a strong colour, which only cloth has, and the opacity of the first pixel. */
function look(png: string) {
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
    pen.drawImage(image, 0, 0);
    const pixels = pen.getImageData(0, 0, image.width, image.height).data;
    let cloth = 0;
    for (let i = 0; i < pixels.length; i += 4) {
      const [most, least] = [Math.max(...pixels.slice(i, i + 3)), Math.min(...pixels.slice(i, i + 3))];
      if (pixels[i + 3] > 0 && most - least > 0.4 * most && most > 40) cloth++;
    }
    return {
      width: image.width,
      height: image.height,
      cloth: (4 * cloth) / pixels.length,
      first: [...pixels.slice(0, 4)],
    };
  }, png);
}

/** Plays the film to its end. */
function watch(film: string, type: string) {
  return page.evaluate(
    async ([data, kind]) => {
      const video = document.createElement('video');
      video.muted = true;
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
      video.src = URL.createObjectURL(new Blob([bytes], { type: kind }));
      const ended = new Promise<string>((done) => {
        video.addEventListener('ended', () => done('ended'));
        video.addEventListener('error', () => done(video.error?.message ?? 'error'));
      });
      document.body.append(video);
      await video.play();
      const outcome = await ended;
      const { duration, videoWidth: width, videoHeight: height } = video;
      return { outcome, duration, width, height, pictures: video.getVideoPlaybackQuality().totalVideoFrames };
    },
    [film, type],
  );
}

describe('pliant render', () => {
  it('makes the same pictures one by one as in a row', async () => {
    const { files } = await render('frames/%02d.png', '--fps', '2', '--theme', 'dark');
    expect(files).toEqual(['00', '01', '02'].map((n) => at(`frames/${n}.png`)));
    const { cloth, ...last } = await look(base64('frames/02.png'));
    expect(last).toMatchObject({ width: 160, height: 120 });
    // The sheet is about a tenth of the picture, and nothing else in it has such a colour.
    expect(cloth).toBeGreaterThan(0.03);
    expect(Math.max(...last.first.slice(0, 3))).toBeLessThan(60);
    expect(base64('frames/00.png')).not.toBe(base64('frames/02.png'));
    await render('again/%02d.png', '--fps', '2', '--theme', 'dark');
    expect(base64('again/02.png')).toBe(base64('frames/02.png'));
  });

  it('leaves out all that is around, and shows colours of strain', async () => {
    await render('cloth.png', '--stage', 'none', '--camera', 'front');
    await render('strain.png', '--stage', 'none', '--camera', 'front', '--colour', 'strain', '--no-legend');
    const [cloth, strain] = [await look(base64('cloth.png')), await look(base64('strain.png'))];
    expect(cloth.first).toEqual([0, 0, 0, 0]);
    expect(cloth.cloth).toBeGreaterThan(0.1);
    // Most of the sheet is hardly strained: grey.
    expect(strain.cloth).toBeLessThan(0.7 * cloth.cloth);
  });

  it.each([
    ['webm', 'video/webm'],
    ['mp4', 'video/mp4'],
  ])('makes a film that plays as .%s', async (ending, type) => {
    const made = await render(`film.${ending}`, '--fps', '20', '--turntable', '90');
    expect(made).toMatchObject({ pictures: 21, seconds: 1.05 });
    const seen = await watch(base64(`film.${ending}`), type);
    expect(seen).toMatchObject({ outcome: 'ended', width: 160, height: 120, pictures: 21 });
    // WebM rounds to ms.
    expect(seen.duration).toBeCloseTo(1.05, 2);
  });
});
