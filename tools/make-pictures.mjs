/**
 * Takes the gallery's pictures: each scene at a telling moment, in light and dark surroundings, through the
 * built studio in a headless Chromium. Run it by hand after scenes or drawing have changed:
 *
 *   node tools/make-pictures.mjs [SCENE…]
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { preview } from 'vite';
import { BROWSER_ARGUMENTS, BROWSER_HINT, findBrowser } from '../dist/cli/browser.js';
import { buildWeb } from './build-web.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = `${root}/studio/pictures`;
const WIDTH = 560;
const HEIGHT = 350;
const QUALITY = 0.72;

/** Steps to the moment of the picture, for scenes where it is not half-way. */
const MOMENTS = {
  drape: 80,
  spikes: 100,
  pole: 100,
  rim: 80,
  ribbon: 75,
  crumple: 50,
  stack: 60,
  flag: 45,
  bounce: 34,
  trampoline: 26,
  sewn: 14,
  weld: 120,
  'boxes-on-sheet': 52,
  'tablecloth-pull': 19,
  curtain: 150,
  incline: 40,
  wind: 110,
  breakthrough: 75,
  spin: 110,
  rigidity: 170,
  wedge: 22,
  tear: 60,
  'oven-melt': 400,
  'heater-wedge': 500,
  'hot-plate': 172,
  'cloth-hang': 100,
  'cloth-table': 90,
  'cloth-from-mesh': 100,
  walk: 100,
  'drop-on-cloth': 80,
  'goo-on-heated-sheet': 80,
  'melting-creature': 90,
  'cold-rod': 24,
  goo: 14,
  dice: 15,
  'flat-bounce': 13,
  'flat-plastic': 50,
  'flat-fracture': 16,
  'twisted-towel': 210,
  'knotted-ribbon': 140,
  napkins: 60,
  'cloth-through-ring': 105,
  'turning-shirt': 130,
  'ball-through-curtain': 84,
  'adaptive-cup': 70,
  'adaptive-poles': 80,
  'adaptive-curtain': 110,
};

const ids = process.argv.length > 2 ? process.argv.slice(2) : sceneIds();

await buildWeb(['studio']);
const site = await preview({
  configFile: false,
  root: `${root}/studio`,
  build: { outDir: `${root}/dist/studio` },
  logLevel: 'error',
});
const address = site.resolvedUrls.local[0];
const executablePath = findBrowser(process.env);
if (!executablePath) throw new Error(`there is no Chromium: ${BROWSER_HINT}`);
const browser = await chromium.launch({ executablePath, args: BROWSER_ARGUMENTS });
mkdirSync(FOLDER, { recursive: true });
for (const id of ids) await takePictures(id);
await browser.close();
await site.close();

async function takePictures(id) {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 }, colorScheme: 'light' });
  await page.goto(`${address}#${id}`);
  await page.waitForFunction(
    () => document.querySelector('.bench .stage canvas') && !document.querySelector('.stage-message'),
    undefined,
    { timeout: 120_000 },
  );
  const moment = MOMENTS[id] ?? 60;
  const taken = await page.evaluate((steps) => window.pliant.showStep(steps), moment);
  if (taken !== moment) throw new Error(`${id} stopped after ${taken} of ${moment} steps`);
  for (const scheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.waitForTimeout(500);
    const webp = await page.evaluate(asWebp, [WIDTH, HEIGHT, QUALITY]);
    const file = `${FOLDER}/${id}-${scheme}.webp`;
    writeFileSync(file, Buffer.from(webp.split(',')[1], 'base64'));
    console.log(file.slice(root.length));
  }
  await page.close();
}

/**
 * Runs in the page: drawn twice as large and scaled down, which smooths the edges, on the stage's background,
 * as transparency would triple the size.
 */
async function asWebp([width, height, quality]) {
  const picture = new Image();
  picture.src = window.pliant.picture(2 * width, 2 * height);
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  const style = getComputedStyle(document.documentElement);
  const backdrop = pen.createRadialGradient(
    width / 2,
    0.36 * height,
    0,
    width / 2,
    0.36 * height,
    0.8 * width,
  );
  backdrop.addColorStop(0.25, style.getPropertyValue('--page'));
  backdrop.addColorStop(1, style.getPropertyValue('--page-far'));
  pen.fillStyle = backdrop;
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0, width, height);
  return canvas.toDataURL('image/webp', quality);
}

function sceneIds() {
  return readdirSync(`${root}/scenes`)
    .filter((file) => file.endsWith('.json') && file !== 'tsconfig.json')
    .map((file) => file.slice(0, -5));
}
