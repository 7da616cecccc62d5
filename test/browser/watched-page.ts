/** A page whose complaints and requests are kept, and the colours of what it shows. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';

export interface WatchedPage {
  page: Page;
  /** Console errors and uncaught exceptions so far. */
  complaints: string[];
  /** Addresses asked for that do not begin with the page's own. */
  strangers: string[];
}

/** `home`: what the addresses of the page's own files begin with. */
export async function watchedPage(
  browser: Browser,
  home: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const page = await browser.newPage({ viewport: { width: 900, height: 700 }, ...options });
  const complaints: string[] = [];
  const strangers: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const own = [home, 'data:', 'blob:'].some((start) => request.url().startsWith(start));
    if (!own) strangers.push(request.url());
  });
  return { page, complaints, strangers };
}

/** What becomes true in its time: pictures take long on a machine that draws in software. */
export function eventually<T>(look: () => T | Promise<T>) {
  return expect.poll(look, { timeout: 60_000, interval: 100 });
}

export interface Look {
  /** Share of pixels with a strong colour: cloth, as the stage and its forms are nearly grey. */
  cloth: number;
  /** Changes when the picture does. */
  sum: number;
}

/** Looks at the middle of an element, where no panel covers it, through a screenshot. */
export async function lookAt(page: Page, selector: string): Promise<Look> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  const clip = {
    x: box.x + 0.15 * box.width,
    y: box.y + 0.2 * box.height,
    width: 0.55 * box.width,
    height: 0.55 * box.height,
  };
  const png = (await page.screenshot({ clip })).toString('base64');
  const decoder = await decoderOf(page.context().browser()!);
  return decoder.evaluate(measure, png);
}

const decoders = new WeakMap<Browser, Promise<Page>>();

/** A blank page that decodes pictures: the studio's own forbids scripts from outside, a test's too. */
function decoderOf(browser: Browser): Promise<Page> {
  const decoder = decoders.get(browser) ?? browser.newPage();
  decoders.set(browser, decoder);
  return decoder;
}

async function measure(png: string): Promise<Look> {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  let cloth = 0;
  let sum = 0;
  for (let i = 0; i < data.length; i += 4) {
    const most = Math.max(data[i], data[i + 1], data[i + 2]);
    const least = Math.min(data[i], data[i + 1], data[i + 2]);
    if (most - least > 0.35 * most && most > 40) cloth++;
    sum = (sum * 31 + data[i] + data[i + 1] + data[i + 2]) % 1000003;
  }
  return { cloth: (4 * cloth) / data.length, sum };
}

/** Makes the browser look like one without WebGL. To be given to `addInitScript`. */
export function withoutWebGL(): void {
  const original = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (
    this: HTMLCanvasElement,
    kind: string,
    ...rest: never[]
  ) {
    return kind.startsWith('webgl') ? null : original.call(this, kind, ...rest);
  } as typeof original;
}
