/** Variants side by side and the study, in a real browser: chosen, run, looked at, rated, counted. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ratingsFromCsv } from '../../studio/study/csv.ts';
import { orderFor } from '../../studio/study/random-order.ts';
import { marksOf } from '../../studio/study/ratings.ts';
import { pairedTest, summary } from '../../studio/study/statistics.ts';
import { faults } from './axe.ts';
import { address, browser, openStudioPage, page } from './opening.ts';
import { eventually } from './watched-page.ts';

const MOON = 'compare=flag&v=As+it+is&v=Moon&gravity=[0,-1.62,0]';
const LEFT = '.pane:first-child .stage';
const RIGHT = '.pane:last-child .stage';
/** Of 255: gradients of the page behind pictures are not rounded alike everywhere. */
const ROUNDED = 4;
const STUDY = 'study=flag&v=Earth&v=Moon&gravity=[0,-1.62,0]';

openStudioPage({ acceptDownloads: true, prepare: (opened) => opened.addInitScript(countWorkers) });

/** Keeps how many workers there are. Runs in the page. */
function countWorkers(): void {
  const counted = { workers: 0 };
  Object.assign(window, { counted });
  const Original = window.Worker;
  window.Worker = class extends Original {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      counted.workers++;
    }
    override terminate(): void {
      counted.workers--;
      super.terminate();
    }
  };
}

const workers = () =>
  page.evaluate(() => (window as unknown as { counted: { workers: number } }).counted.workers);

/** A row of the table of readings: left and right. */
async function row(name: string): Promise<string[]> {
  return page
    .locator('.side-table tr', { has: page.getByRole('rowheader', { name, exact: true }) })
    .locator('td')
    .allInnerTexts();
}

async function times(): Promise<number[]> {
  return (await row('Time')).map(Number.parseFloat);
}

/** Opens a comparison, paused at its start. */
async function opened(hash: string): Promise<void> {
  await page.goto(address);
  await page.goto(`${address}#${hash}`);
  await eventually(async () => (await times())[0]).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.keyboard.press('Home');
  await eventually(times).toEqual([0, 0]);
}

describe('two variants', () => {
  it('are chosen in the panel, and run side by side in one time', async () => {
    await page.goto(`${address}#flag`);
    await page.locator('.bench canvas').waitFor();
    await page.keyboard.press('a');
    await page.getByRole('combobox', { name: 'What' }).selectOption('Engines');
    await page.getByRole('combobox', { name: 'Right' }).selectOption('rk4');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await eventually(async () => (await times())[0]).toBeGreaterThan(0);
    expect(page.url()).toContain('#compare=flag&v=');
    expect(await page.locator('.pane h2').allInnerTexts()).toEqual(['euler-cromer', 'rk4']);
    const [left, right] = await times();
    expect(left).toBe(right);
    expect(await workers()).toBe(2);
    const names = page.getByRole('columnheader');
    expect(await names.allInnerTexts()).toEqual(['euler-cromer', 'rk4']);
  });

  it('step, scrub and restart together', async () => {
    await opened(MOON);
    for (let k = 1; k <= 6; k++) {
      await page.keyboard.press('.');
      await eventually(times).toEqual([k / 60, k / 60].map((t) => Number(t.toFixed(2))));
    }
    await page.keyboard.press(',');
    await eventually(times).toEqual([0.08, 0.08]);
    expect(await page.locator('.clock').innerText()).toBe('0.08 of 0.10 s');
    await page.keyboard.press('Home');
    await eventually(times).toEqual([0, 0]);
  });

  it('are coloured by their difference, on a scale that grows with it', async () => {
    await page.keyboard.press('d');
    await page.keyboard.press(' ');
    await eventually(async () => (await times())[0]).toBeGreaterThan(0.3);
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    const apart = (await row('Largest difference')).map(metres);
    // Free fall by 8 m/s² less for 0.3 s is 0.36 m; the flag is held at two corners, and air slows it.
    expect(Math.min(...apart)).toBeGreaterThan(0.01);
    expect(apart[0]).toBeCloseTo(apart[1], 6);
    const [title, low, , high] = (await page.locator('.legend').innerText()).split('\n');
    expect([title, low]).toEqual(['Difference', '0 mm']);
    // 99 of 100 particles are within the scale, whose end is a round number above them.
    expect(Number.parseFloat(high) / 1000).toBeGreaterThan(0.5 * apart[0]);
  });

  it('are seen by one camera', async () => {
    await opened('compare=flag&v=One&v=Other');
    const blank = await browser.newPage();
    const apart = (a: string, b: string) => blank.evaluate(largestDifference, [a, b]);
    const between = async () => apart(await picture(LEFT), await picture(RIGHT));
    await eventually(between).toBeLessThan(ROUNDED);
    const before = await picture(RIGHT);
    const box = (await page.locator(LEFT).boundingBox())!;
    await page.mouse.move(box.x + 0.5 * box.width, box.y + 0.6 * box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.8 * box.width, box.y + 0.5 * box.height, { steps: 4 });
    await page.mouse.up();
    await eventually(async () => apart(before, await picture(RIGHT))).toBeGreaterThan(50);
    await eventually(between).toBeLessThan(ROUNDED);
    await blank.close();
  });

  it('change places, and the address with them', async () => {
    await page.getByRole('button', { name: 'Swap' }).click();
    await eventually(() => page.locator('.pane h2').allInnerTexts()).toEqual(['Other', 'One']);
    expect(page.url()).toContain('&show=1,0');
    await eventually(workers).toBe(2);
  });

  it.each(['light', 'dark'] as const)('are open to all, in %s surroundings', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    expect(await faults(page)).toEqual([]);
  });

  it('are left by Escape, and nothing of them stays', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar', { name: 'Tools' }).waitFor();
    expect(page.url()).toBe(`${address}#flag`);
    expect(await workers()).toBe(1);
    expect(await page.locator('canvas').count()).toBe(1);
  });

  it('are refused where the address makes no sense, with the reason', async () => {
    await page.goto(`${address}#compare=flag&v=a&v=b&bodies[0].nothing=1`);
    await eventually(() => page.locator('.notice').allInnerTexts()).toEqual([
      expect.stringMatching(/no comparison: b: .*bodies\[0\].nothing/),
    ]);
  });
});

/** The middle of a stage, where nothing covers it, as a PNG in base64. */
async function picture(selector: string): Promise<string> {
  const { x, y, width, height } = (await page.locator(selector).boundingBox())!;
  const clip = { x: x + 20, y: y + 0.2 * height, width: width - 40, height: 0.6 * height };
  return (await page.screenshot({ clip })).toString('base64');
}

/** Of two pictures of one size, of 255. Runs in a page. */
async function largestDifference(pngs: readonly string[]): Promise<number> {
  const [a, b] = await Promise.all(
    pngs.map(async (png) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      pen.drawImage(image, 0, 0);
      return pen.getImageData(0, 0, image.width, image.height).data;
    }),
  );
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
}

/** Of text such as `12.3 mm` or `0.0123 m`. */
function metres(text: string): number {
  return Number.parseFloat(text) * (text.endsWith('mm') ? 1e-3 : 1);
}

describe('a study', () => {
  const rater = 'Rater 1';
  const order = orderFor(rater, 2, 1).map((i) => ['Earth', 'Moon'][i]);

  /** Marks all questions of the sheet by keyboard: the first with `first`, the next with one more. */
  async function mark(first: number): Promise<void> {
    const questions = await page
      .getByRole('group')
      .filter({ has: page.getByRole('radio') })
      .all();
    for (const [i, question] of questions.entries()) {
      await question.getByRole('radio').first().focus();
      await page.keyboard.press(String(1 + ((first - 1 + i) % 9)));
    }
  }

  it('asks for marks of each variant, without its name, and of the whole', async () => {
    await page.goto(address);
    await page.goto(`${address}#${STUDY}`);
    await page.getByLabel('Your name or number').fill(rater);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sheet 1 of 2' }).waitFor();
    expect(await page.locator('.bench').innerText()).not.toMatch(/Earth|Moon/);
    await eventually(async () => Number.parseFloat(await page.locator('.clock').innerText())).toBeGreaterThan(
      0,
    );
    await page.getByRole('button', { name: 'Next' }).click();
    expect(await page.locator('.missing').innerText()).toContain('A1, A2, A3, A4, B1, B2, B3');
    expect(await faults(page)).toEqual([]);
    await mark(1);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('heading', { name: 'Sheet 2 of 2' }).waitFor();
  });

  it('goes on after a reload, and keeps what was marked', async () => {
    await page.getByRole('group', { name: /A1/ }).getByRole('radio').first().focus();
    await page.keyboard.press('9');
    await page.reload();
    await page.getByRole('heading', { name: 'Sheet 2 of 2' }).waitFor();
    expect(await page.getByRole('radio', { name: '9, good' }).first().isChecked()).toBe(true);
    await mark(3);
    await page.getByRole('radio', { name: 'Does not apply' }).check();
    await page.getByRole('button', { name: 'Next' }).click();
    await mark(6);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText(`Thank you, ${rater}`).waitFor();
    await eventually(workers).toBe(0);
  });

  it('saves what was said as CSV', async () => {
    const save = page.getByRole('button', { name: 'Save as CSV' });
    expect(await save.isVisible()).toBe(false);
    await page.getByText('Results', { exact: true }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    const scene = 'Flag pinned at two corners';
    expect(ratingsFromCsv(readFileSync(await download.path(), 'utf8'))).toEqual([
      {
        rater,
        scene,
        variant: order[0],
        shown: 1,
        marks: { A1: 1, A2: 2, A3: 3, A4: 4, A5: 5, B1: 6, B2: 7, B3: 8 },
      },
      {
        rater,
        scene,
        variant: order[1],
        shown: 2,
        marks: { A1: 3, A2: 4, A3: 5, A4: 6, B1: 8, B2: 9, B3: 1 },
      },
      { rater, scene, variant: '', marks: { C1: 6, C2: 7 } },
    ]);
  });

  it('tells mean, median, deviation and tests, with the marks of others', async () => {
    const text = [
      'rater,scene,variant,A1',
      ...['2,Earth,4', '2,Moon,8', '3,Earth,2', '3,Moon,9'].map((line) =>
        line.replace(',', ',Flag pinned at two corners,'),
      ),
    ].join('\n');
    await page.getByLabel('Ratings to open').setInputFiles({
      name: 'others.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    await page.getByText('3 raters.').waitFor();
    const [first, second] = [
      [1, 4, 2],
      [3, 8, 9],
    ];
    const [earth, moon] =
      order[0] === 'Earth'
        ? [first, second]
        : [
            [3, 4, 2],
            [1, 8, 9],
          ];
    const byOrder = order[0] === 'Earth' ? [earth, moon] : [moon, earth];
    const cells = page.locator('.study-table tr', { hasText: 'A1 First deformation' }).locator('td');
    const numbers = byOrder.flatMap((marks) => {
      const { mean, median, deviation } = summary(marks)!;
      return [mean, median, deviation].map((value) => value.toFixed(2));
    });
    expect(await cells.allInnerTexts()).toEqual(numbers);
    await page.getByRole('combobox', { name: 'Test by' }).selectOption('A1');
    const map = (marks: readonly number[]) => new Map(marks.map((value, i) => [String(i), value]));
    const test = pairedTest(map(byOrder[0]), map(byOrder[1]))!;
    const tested = await page.locator('.tests tbody tr').innerText();
    expect(tested.replaceAll('−', '-').split('\t')).toEqual([
      `${order[0]} - ${order[1]}`,
      '3',
      test.difference.toFixed(2),
      test.t.toFixed(2),
      test.twoSided.toFixed(4),
      test.oneSided.toFixed(4),
      test.twoSided < 0.05 ? 'p < 0.05' : '',
    ]);
    expect(await faults(page)).toEqual([]);
  });

  it('says why a table is none, and shows the ten raters of the thesis', async () => {
    const picker = page.getByLabel('Ratings to open');
    const buffer = Buffer.from('rater,scene,variant,A1\nx,y,z,12');
    await picker.setInputFiles({ name: 'bad.csv', mimeType: 'text/csv', buffer });
    await eventually(() => page.locator('.notice.bad').allInnerTexts()).toEqual([
      expect.stringMatching(/bad.csv: Line 2, A1: /),
    ]);
    await page.getByRole('button', { name: 'The ten raters' }).click();
    await page.getByText('10 raters.').waitFor();
    const ten = ratingsFromCsv(
      readFileSync(new URL('../../studio/study/ten-raters.csv', import.meta.url), 'utf8'),
    );
    const { mean } = summary([...marksOf(ten, { scene: 'Cube', variant: 'SLaMM' }, 'A1').values()])!;
    const cells = page.locator('.study-table tr', { hasText: 'A1 First deformation' }).locator('td');
    expect((await cells.allInnerTexts())[0]).toBe(mean.toFixed(2));
    await page.getByRole('button', { name: 'The ten raters' }).click();
    await page.getByText('3 raters.').waitFor();
  });
});

describe('on a phone', () => {
  it.each([MOON, STUDY])('nothing hangs over the edge: #%s', async (hash) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(address);
    await page.goto(`${address}#${hash}`);
    if (hash === STUDY) {
      await page.getByLabel('Your name or number').fill('Rater 4');
      await page.keyboard.press('Enter');
    } else await page.getByRole('tab', { name: 'Compare' }).click();
    await page.locator('.pane canvas').first().waitFor();
    await page.locator(hash === STUDY ? '.study-form' : '.side-table').waitFor();
    const over = await page.evaluate(() =>
      [...document.querySelectorAll('.bench *')]
        .filter((element) => {
          const { left, right, width } = element.getBoundingClientRect();
          return width > 0 && (left < -1 || right > innerWidth + 1);
        })
        .map((element) => `${element.tagName}.${element.className}`),
    );
    expect(over).toEqual([]);
  });
});
