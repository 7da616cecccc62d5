/**
 * Every scene of the gallery through the built page: 120 steps without a fault, and its picture then against the one that is
 * kept in test/golden/pictures. After a change that is meant to be seen: PLIANT_UPDATE_GOLDEN=1 writes them anew.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scenes } from 'pliant/scenes';
import { beforeAll, expect, it } from 'vitest';
import { address, openStudioPage, page } from './opening.ts';

const FOLDER = fileURLToPath(new URL('../golden/pictures/', import.meta.url));
const isUpdating = process.env.PLIANT_UPDATE_GOLDEN !== undefined;
const STEPS = 120;
/** Small: folds, places and colours are told apart, the smoothing of edges, which differs between graphics, is not. */
const SIZE = [96, 60] as const;
/** Mean difference of the channels, of 255. Drawn again it is 0; another fold of the same cloth makes 4 and more. */
const BUDGET = 2;
/** Least spread of brightness of a picture that is not blank, of 255: an empty floor has 3. */
const NOT_BLANK = 6;

// A small view: what is drawn between the steps does not matter.
openStudioPage({ viewport: { width: 360, height: 300 } });
beforeAll(async () => {
  await page.goto(address);
  if (isUpdating) mkdirSync(FOLDER, { recursive: true });
});

it.each(scenes.map(({ id }) => id))('%s', async (id) => {
  await page.evaluate((to) => {
    location.hash = to;
  }, id);
  await page.waitForFunction(
    (scene) =>
      document.querySelector(`.bench[data-scene="${scene}"] canvas`) &&
      !document.querySelector('.stage-message'),
    id,
  );
  const step = await page.evaluate((steps) => window.pliant.showStep(steps), STEPS);
  expect(await page.locator('.notice.bad').allTextContents()).toEqual([]);
  expect(step).toBe(STEPS);
  const picture = await page.evaluate(takePicture, SIZE);
  const file = `${FOLDER}${id}.webp`;
  if (isUpdating) writeFileSync(file, Buffer.from(picture.webp, 'base64'));
  expect(picture.spread).toBeGreaterThan(NOT_BLANK);
  expect(existsSync(file), `${file} is missing: PLIANT_UPDATE_GOLDEN=1 writes it`).toBe(true);
  const golden = readFileSync(file).toString('base64');
  expect(await page.evaluate(difference, [picture.webp, golden] as const)).toBeLessThan(BUDGET);
}, 180_000);

/** Runs in the page: the scene close up, drawn four times as large and scaled down. */
async function takePicture([width, height]: readonly [number, number]) {
  const large = new Image();
  large.src = window.pliant.picture(4 * width, 4 * height);
  await large.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--page');
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(large, 0, 0, width, height);
  const { data } = pen.getImageData(0, 0, width, height);
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < data.length; i += 4) {
    const grey = (data[i] + data[i + 1] + data[i + 2]) / 3;
    sum += grey;
    squares += grey * grey;
  }
  const count = data.length / 4;
  const spread = Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
  return { webp: canvas.toDataURL('image/webp', 0.95).split(',')[1], spread };
}

/** Runs in the page: mean difference of the channels of two pictures. */
async function difference(pictures: readonly [string, string]): Promise<number> {
  const [a, b] = await Promise.all(
    pictures.map(async (webp) => {
      const image = new Image();
      image.src = `data:image/webp;base64,${webp}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
      pen.drawImage(image, 0, 0);
      return pen.getImageData(0, 0, image.width, image.height).data;
    }),
  );
  let sum = 0;
  for (let i = 0; i < a.length; i++) if (i % 4 !== 3) sum += Math.abs(a[i] - b[i]);
  return sum / (0.75 * a.length);
}
