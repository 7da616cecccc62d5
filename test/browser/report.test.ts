import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { renderReport } from 'pliant/formats';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { matterRun } from './matter-run.ts';
import { browser, expectNoComplaints, openBrowser } from './opening.ts';
import { refiningRun } from './refining-run.ts';
import {
  eventually,
  type Look,
  lookAt,
  type WatchedPage,
  watchedPage,
  withoutWebGL,
} from './watched-page.ts';
import { wavingRun } from './waving-run.ts';

const HOSTILE = '</script><img src=x onerror="document.title=\'owned\'"><!--';
const folder = mkdtempSync(join(tmpdir(), 'pliant-report-'));

let template: string;
let watched: WatchedPage;

openBrowser();
beforeAll(() => {
  template = readFileSync(fileURLToPath(new URL('../../dist/report/template.html', import.meta.url)), 'utf8');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  await watched.page.close();
  expectNoComplaints(watched);
});

/** Opens a report from the disk, as a user does; motion is reduced, so that it stands at its first frame. */
async function open(
  data = wavingRun(),
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<Page> {
  const file = join(folder, 'report.html');
  writeFileSync(file, renderReport(template, data));
  const address = pathToFileURL(file).href;
  watched = await watchedPage(browser, address, { reducedMotion: 'reduce' });
  await prepare(watched.page);
  await watched.page.goto(address);
  return watched.page;
}

/** Waits until what was asked for before is in the picture: the stage draws in the next animation frame. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * The picture once it no longer changes: a stage at rest is drawn again with every pixel. The camera, which ends a little
 * beside its goal on its own, is put there first.
 */
async function still(page: Page): Promise<Look> {
  await page.getByRole('slider', { name: 'Frame' }).blur();
  await page.keyboard.press('f');
  await drawn(page);
  let look: Look | undefined;
  for (;;) {
    await page.waitForTimeout(500); // longer than the stage waits before it takes itself to be at rest
    const next = await lookAt(page, '.stage');
    if (next.sum === look?.sum) return next;
    look = next;
  }
}

describe('a report', () => {
  it('opens from the disk, draws the run and scrubs through it', async () => {
    const page = await open();
    expect(await page.locator('h1').textContent()).toBe('A wave');
    const first = await lookAt(page, '.stage');
    expect(first.cloth).toBeGreaterThan(0.02); // a quarter of the part looked at is cloth
    await page.getByRole('slider', { name: 'Frame' }).fill('30');
    expect(await page.locator('output').textContent()).toBe('0.50 / 0.98 s');
    await eventually(() => lookAt(page, '.stage').then((l) => l.sum)).not.toBe(first.sum);
  });

  it('plots energy, strain, particle count and phase times, with a cursor that seeks', async () => {
    const page = await open();
    const titles = await page.locator('.plot figcaption b').allTextContents();
    expect(titles).toEqual(['Energy', 'Strain', 'Particles', 'Phase times']);
    for (const plot of await page.locator('.plot').all()) {
      expect((await plot.locator('.plot-line').first().getAttribute('d'))?.length).toBeGreaterThan(100);
    }
    const energy = page.locator('.plot svg').first();
    const box = await energy.boundingBox();
    await energy.click({ position: { x: 0.5 * box!.width, y: 60 } });
    const shown = Number.parseFloat((await page.locator('output').textContent()) ?? '');
    expect(shown).toBeGreaterThan(0.3);
    expect(shown).toBeLessThan(0.6);
  });

  it('plays, pauses and steps by keys', async () => {
    const page = await open();
    await page.keyboard.press('.');
    expect(await page.locator('output').textContent()).toBe('0.02 / 0.98 s');
    await page.keyboard.press('End');
    expect(await page.locator('output').textContent()).toBe('0.98 / 0.98 s');
    await page.keyboard.press(' ');
    await eventually(() => page.getByRole('slider').inputValue()).toBe('59');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await page.keyboard.press('Home');
    expect(await page.locator('output').textContent()).toBe('0.00 / 0.98 s');
  });

  it('tells the facts of the run, its warnings and its fault', async () => {
    const fault = {
      time: 0.75,
      step: 45,
      body: 'sheet',
      particle: 7,
      cause: 'speed over 1e10 m/s',
      advice: 'Use more sub-steps.',
    };
    const page = await open(wavingRun(30, { warnings: ['One warning', 'And another'], fault }));
    const facts = await page.locator('.facts').innerText();
    for (const fact of [
      'wave',
      '30 steps',
      'euler-cromer, 24 sub-steps',
      '0123456789abcdef',
      '1.23 s',
      '625',
    ]) {
      expect(facts).toContain(fact);
    }
    expect(await page.locator('.notice.bad').innerText()).toContain('stopped at 0.750 s (sheet, particle 7)');
    expect(await page.locator('.notice li').allTextContents()).toEqual(['One warning', 'And another']);
  });

  it('shows hostile names as text', async () => {
    const run = wavingRun(3, { warnings: [HOSTILE], hash: HOSTILE });
    run.facts.scene = { id: HOSTILE, title: HOSTILE, about: HOSTILE, paper: HOSTILE };
    const page = await open(run);
    expect(await page.locator('h1').textContent()).toBe(HOSTILE);
    expect(await page.title()).toBe(`${HOSTILE} · Pliant`);
    expect(await page.locator('img').count()).toBe(0);
  });

  it('shows a sheet that refines itself, as cloth and by its levels', async () => {
    const page = await open(refiningRun());
    expect(await page.locator('.facts').innerText()).toMatch(
      /Particles\s+\d+ → \d+, at least \d+, at most \d+/,
    );
    const cloth = await lookAt(page, '.stage');
    expect(cloth.cloth).toBeGreaterThan(0.02); // a quarter of the part looked at is cloth
    expect(await page.locator('.legend').isVisible()).toBe(false);
    await page.getByRole('combobox', { name: 'Colour by' }).selectOption('level');
    expect(await page.locator('.legend').innerText()).toContain('Refinement level');
    expect(await page.locator('.level').allTextContents()).toEqual(['0', '1', '2', '3']);
    await eventually(() => lookAt(page, '.stage').then((l) => l.sum)).not.toBe(cloth.sum);
    const levels = await lookAt(page, '.stage');
    // The last frame has other particles, and other triangles.
    await page.getByRole('slider', { name: 'Frame' }).fill('29');
    await eventually(() => lookAt(page, '.stage').then((l) => l.sum)).not.toBe(levels.sum);
    await page.getByRole('slider', { name: 'Frame' }).blur();
    await page.keyboard.press('l');
    expect(await page.locator('.legend').isVisible()).toBe(false);
  });

  it('shows matter as a surface, as particles, and by what its particles have', async () => {
    const page = await open(matterRun());
    const sum = () => lookAt(page, '.stage').then((look) => look.sum);
    // A red die and a coloured blob fill more than a tenth.
    await eventually(() => lookAt(page, '.stage').then((look) => look.cloth)).toBeGreaterThan(0.02);
    const surface = await lookAt(page, '.stage');
    await page.getByRole('combobox', { name: 'Colour by' }).selectOption('temperature');
    await eventually(sum).not.toBe(surface.sum);
    expect(await page.locator('.legend').innerText()).toMatch(/Temperature\s+300 K\s+350 K\s+400 K/);
    const warm = await sum();
    await page.getByRole('combobox', { name: 'Draw matter as' }).selectOption('particles');
    await eventually(sum).not.toBe(warm);
    expect((await lookAt(page, '.stage')).cloth).toBeGreaterThan(0.02);
    const particles = await sum();
    await page.getByRole('combobox', { name: 'Draw matter as' }).selectOption('blobs');
    await eventually(sum).not.toBe(particles);
    const last = await sum();
    await page.getByRole('slider', { name: 'Frame' }).fill('7');
    await eventually(sum).not.toBe(last);
  });

  it('has no choices for matter where there is none', async () => {
    const page = await open();
    expect(await page.getByRole('combobox', { name: 'Draw matter as' }).isVisible()).toBe(false);
  });

  it('is headed by the id of a scene without a title', async () => {
    const run = wavingRun(3);
    run.facts.scene = { ...run.facts.scene, title: '' };
    const page = await open(run);
    expect(await page.locator('h1').textContent()).toBe(run.facts.scene.id);
    expect(await page.title()).toBe(`${run.facts.scene.id} · Pliant`);
  });

  it('shows every frame by its levels as if opened at it, whichever were shown before', async () => {
    const shown = async (frames: number[]) => {
      const page = await open(refiningRun());
      const slider = page.getByRole('slider', { name: 'Frame' });
      await slider.fill(String(frames[0]));
      await page.getByRole('combobox', { name: 'Colour by' }).selectOption('level');
      for (const frame of frames) {
        await slider.fill(String(frame));
        await drawn(page); // what is not drawn is not sent to the graphics card, and cannot go stale there
      }
      return page;
    };
    // Five frames share a grid: other grids, finer and coarser ones, and other places of the same particles.
    const afresh = await shown([13]);
    const { sum } = await still(afresh);
    await afresh.close();
    const scrubbed = await shown([0, 5, 29, 20, 10, 13]);
    expect((await still(scrubbed)).sum).toBe(sum);
    for (const colour of ['', 'level']) {
      await scrubbed.getByRole('combobox', { name: 'Colour by' }).selectOption(colour);
      await drawn(scrubbed);
    }
    await scrubbed.getByRole('slider', { name: 'Frame' }).fill('12');
    await drawn(scrubbed);
    await scrubbed.getByRole('slider', { name: 'Frame' }).fill('13');
    expect((await still(scrubbed)).sum).toBe(sum);
  });

  it('has no choice of colours where its frames tell of none', async () => {
    const page = await open();
    expect(await page.getByRole('combobox', { name: 'Colour by' }).isVisible()).toBe(false);
  });

  it('says so in a browser without WebGL, and its plots work', async () => {
    const page = await open(wavingRun(), (p) => p.addInitScript(withoutWebGL));
    expect(await page.locator('.stage-message').textContent()).toContain('no WebGL');
    await page.getByRole('slider', { name: 'Frame' }).fill('30');
    expect(await page.locator('.plot-value').first().textContent()).not.toBe('');
    expect(await page.locator('.plot-line').count()).toBeGreaterThan(4);
  });

  it('shows the whole frames of a trajectory that was cut short, and says so', async () => {
    const run = wavingRun(10);
    const page = await open({ ...run, trajectory: run.trajectory.subarray(0, run.trajectory.length - 50) });
    expect(await page.locator('.notice').innerText()).toContain('the 9 frames before it are shown');
    expect(await page.getByRole('slider').getAttribute('max')).toBe('8');
  });

  it('keeps its plots when the trajectory is damaged', async () => {
    const run = wavingRun(10);
    run.trajectory[5000] ^= 1;
    const page = await open(run);
    expect(await page.locator('.notice.bad').innerText()).toContain('does not match its checksum');
    expect(await page.locator('.plot-line').count()).toBeGreaterThan(4);
  });
});
