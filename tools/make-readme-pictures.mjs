/**
 * Makes the pictures of the README in docs/pictures: stills and one animation, from shipped scenes, with the command
 * line's renderer in a headless Chromium. Run it by hand after a build, when scenes or drawing have changed:
 *
 *   node tools/make-readme-pictures.mjs [NAME…]
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { BROWSER_ARGUMENTS, BROWSER_HINT, findBrowser } from '../dist/cli/browser.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(root, 'docs/pictures');
/** WebP quality of stills and of the frames of the animation. */
const QUALITY = { still: 0.85, frame: 0.6 };
/** Frames per second of the animation. */
const RATE = 12;

/** Options of `pliant render` by name of the picture; `film` makes an animation. */
const PICTURES = {
  drape: { scene: 'drape', options: ['--frame', '90', '--size', '640x400', '--zoom', '1.2'] },
  cup: {
    scene: 'cup',
    options: ['--colour', 'thickness', '--camera', '30,35', '--size', '640x400', '--zoom', '1.15'],
  },
  goo: { scene: 'goo', options: ['--frame', '30', '--size', '640x400', '--zoom', '1.1'] },
  melt: {
    scene: 'melting-creature',
    options: ['--size', '512x320', '--zoom', '1.25', '--fps', `${RATE}`],
    film: true,
  },
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PICTURES);
const executablePath = findBrowser(process.env);
if (!executablePath) throw new Error(`no Chromium found: ${BROWSER_HINT}`);
const browser = await chromium.launch({ executablePath, args: BROWSER_ARGUMENTS });
const page = await browser.newPage();
const temporary = mkdtempSync(join(tmpdir(), 'pliant-readme-'));
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const name of names) await make(name, PICTURES[name]);
} finally {
  rmSync(temporary, { recursive: true });
  await browser.close();
}

async function make(name, { scene, options, film }) {
  const folder = join(temporary, name);
  mkdirSync(folder);
  const output = join(folder, film ? '%04d.png' : '0000.png');
  const main = join(root, 'dist/cli/main.js');
  execFileSync(process.execPath, [main, 'render', scene, '-o', output, ...options], { stdio: 'inherit' });
  const frames = [];
  for (const file of readdirSync(folder).sort())
    frames.push(await webpOf(readFileSync(join(folder, file)), film ? QUALITY.frame : QUALITY.still));
  const bytes = film ? animated(frames, Math.round(1000 / RATE)) : frames[0];
  writeFileSync(join(FOLDER, `${name}.webp`), bytes);
  console.log(`docs/pictures/${name}.webp: ${(bytes.length / 1000).toFixed(0)} kB`);
}

/** Encodes a PNG as WebP in the browser. */
async function webpOf(png, quality) {
  const url = await page.evaluate(
    async ([data, level]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.width,
        height: image.height,
      });
      canvas.getContext('2d', { alpha: false }).drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', level);
    },
    [png.toString('base64'), quality],
  );
  return Buffer.from(url.split(',')[1], 'base64');
}

/**
 * Joins still WebP files into an animation that loops (WebP container specification): a VP8X chunk with the canvas
 * size, an ANIM chunk, and an ANMF chunk for each frame.
 */
function animated(frames, milliseconds) {
  const [width, height] = sizeOf(frames[0]);
  const extended = Buffer.alloc(10);
  extended[0] = 0x02; // has an animation
  extended.writeUIntLE(width - 1, 4, 3);
  extended.writeUIntLE(height - 1, 7, 3);
  const control = Buffer.alloc(6); // transparent background, loops without end
  const content = [chunk('VP8X', extended), chunk('ANIM', control)];
  for (const frame of frames) {
    const head = Buffer.alloc(16);
    head.writeUIntLE(width - 1, 6, 3);
    head.writeUIntLE(height - 1, 9, 3);
    head.writeUIntLE(milliseconds, 12, 3);
    head[15] = 0x02; // replaces the frame before, without blending
    content.push(chunk('ANMF', Buffer.concat([head, bitstreamOf(frame)])));
  }
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...content]));
}

/** The VP8 chunk of a lossy still WebP, with its header. */
function bitstreamOf(webp) {
  for (let at = 12; at < webp.length; ) {
    const length = 8 + webp.readUInt32LE(at + 4);
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at, at + length + (length % 2));
    at += length + (length % 2);
  }
  throw new Error('expected a lossy WebP');
}

/** Width and height in the key frame header of VP8. */
function sizeOf(webp) {
  const frame = bitstreamOf(webp);
  return [frame.readUInt16LE(14) & 0x3fff, frame.readUInt16LE(16) & 0x3fff];
}

function chunk(tag, payload) {
  const head = Buffer.alloc(8);
  head.write(tag, 'latin1');
  head.writeUInt32LE(payload.length, 4);
  return Buffer.concat([head, payload, Buffer.alloc(payload.length % 2)]);
}
