import { scenes } from 'pliant/scenes';
import { describe, expect, it } from 'vitest';
import { address, openStudioPage, page } from './opening.ts';
import { eventually, lookAt, withoutWebGL } from './watched-page.ts';

/** A 1 m sheet fills more than a tenth of the looked-at part; 2 % is far from that and far from none. */
const SOME_CLOTH = 0.02;

openStudioPage({ perTest: true });

describe('the gallery', () => {
  it('shows every scene of the corpus, each with its picture', async () => {
    await page.goto(address);
    expect(await page.locator('.card h3').allTextContents()).toHaveLength(scenes.length);
    const hrefs = await page
      .locator('.card')
      .evaluateAll((cards) => cards.map((c) => c.getAttribute('href')));
    expect(hrefs.toSorted()).toEqual(scenes.map((s) => `#${s.id}`).toSorted());
    expect(await page.locator('.card img').count()).toBe(scenes.length);
  });

  it('is one click from a live simulation', async () => {
    await page.goto(address);
    await page.locator('.card[href="#flag"]').click();
    await running();
    expect(page.url()).toBe(`${address}#flag`);
    const before = await lookAt(page, '.stage');
    expect(before.cloth).toBeGreaterThan(SOME_CLOTH);
    const time = await simulated();
    await eventually(simulated).toBeGreaterThan(time + 0.1);
    expect((await lookAt(page, '.stage')).sum).not.toBe(before.sum);
  });

  it('says so when the address names no scene, and shows the name as text', async () => {
    await page.goto(`${address}#${encodeURIComponent('<img src=x onerror=alert(1)>')}`);
    expect(await page.locator('.notice').textContent()).toContain('<img src=x onerror=alert(1)>');
    expect(await page.locator('.notice img').count()).toBe(0);
    expect(await page.locator('.card').count()).toBe(scenes.length);
  });
});

describe('a scene', () => {
  it('pauses, steps and restarts by keys and by buttons', async () => {
    await page.goto(`${address}#drape`);
    await running();
    await page.keyboard.press(' ');
    await settled();
    const paused = await frames();
    await page.keyboard.press('.');
    await eventually(frames).toBe(paused + 1);
    await page.keyboard.press('Home');
    await eventually(simulated).toBe(0);
    await page.getByRole('button', { name: 'One step', exact: true }).click();
    await eventually(frames).toBe(1);
    await page.getByRole('button', { name: 'Restart' }).click();
    await eventually(simulated).toBe(0);
    await page.getByRole('button', { name: 'Play' }).click();
    await running();
  });

  it('draws matter as particles and by its phase, from the state that stands', async () => {
    await page.goto(`${address}#cold-rod`);
    await running();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    const sum = () => lookAt(page, '.stage').then((look) => look.sum);
    const before = await sum();
    await choose('Particles');
    await eventually(sum).not.toBe(before);
    expect((await lookAt(page, '.stage')).cloth).toBeGreaterThan(SOME_CLOTH);
    const particles = await sum();
    await choose('Solid share');
    await eventually(sum).not.toBe(particles);
    expect(await page.locator('.legend').innerText()).toMatch(/Solid share\s+0 %\s+50 %\s+100 %/);
  });

  it('looks inside a sheet: by quantities, springs, layers, a smooth surface, on another stage', async () => {
    await page.goto(`${address}#wedge`);
    await running();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    const sum = () => lookAt(page, '.stage').then((look) => look.sum);
    let before = await sum();
    const changes = async (act: () => Promise<void>) => {
      await act();
      await eventually(sum).not.toBe(before);
      before = await sum();
    };
    await changes(() => choose('Stress (Pa)'));
    expect(await page.locator('.legend').innerText()).toMatch(/Stress\s+0 Pa\s+.* [kMG]?Pa/);
    await changes(() => page.keyboard.press('n')); // NURBS
    await changes(() => page.keyboard.press('e')); // springs
    expect(await page.locator('.legend').innerText()).toContain('Strain of springs');
    await changes(() => choose('Room'));
  });

  it('reads the value in the middle of the view by key, and under the pointer', async () => {
    await page.goto(`${address}#drape`);
    await running();
    await page.keyboard.press('3');
    await page.keyboard.press('c');
    await page.keyboard.press('i');
    const probe = page.locator('.probe');
    await eventually(() => probe.innerText()).toMatch(/Strain: .*%\s+\S+, particle \d+ · x .* y .* z .* m/);
    await page.mouse.move(110, 300);
    await eventually(() => probe.innerText()).toMatch(/^floor\s+x .* y .*0\.000 z .* m$/);
    await page.keyboard.press('1'); // from the front, above the horizon
    await page.mouse.move(120, 220);
    await eventually(() => probe.isVisible()).toBe(false);
    await page.keyboard.press('i');
  });

  it('does not catch up on time the page was asleep', async () => {
    await page.addInitScript(() => {
      const asked: number[] = [];
      Object.assign(window, { asked });
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (
        this: Worker,
        message: { parameters?: { steps?: number } },
        ...rest: never[]
      ) {
        const steps = message.parameters?.steps;
        if (steps !== undefined) asked.push(steps);
        return post.call(this, message, ...rest);
      } as typeof post;
    });
    await page.goto(`${address}#flag`);
    await running();
    await page.evaluate(() => {
      const end = performance.now() + 2000;
      while (performance.now() < end);
    });
    const after = await simulated();
    await eventually(simulated).toBeGreaterThan(after);
    const asked = await page.evaluate(() => (window as unknown as { asked: number[] }).asked);
    // 0.1 s is six frames of 1/60 s; two seconds would be 120.
    expect(Math.max(...asked)).toBeLessThanOrEqual(6);
  });

  it('gives the picture back after a lost graphics context, and simulates meanwhile', async () => {
    await page.goto(`${address}#flag`);
    await running();
    const lost = await page.evaluateHandle(() => {
      const context = document.querySelector('canvas')?.getContext('webgl2');
      return context?.getExtension('WEBGL_lose_context');
    });
    await lost.evaluate((extension) => extension?.loseContext());
    await page.locator('.stage-message').waitFor();
    const time = await simulated();
    await eventually(simulated).toBeGreaterThan(time);
    await lost.evaluate((extension) => extension?.restoreContext());
    await page.locator('.stage-message').waitFor({ state: 'detached' });
    await eventually(() => lookAt(page, '.stage').then((l) => l.cloth)).toBeGreaterThan(SOME_CLOTH);
  });

  it('simulates and says what is missing in a browser without WebGL', async () => {
    await page.addInitScript(withoutWebGL);
    await page.goto(`${address}#flag`);
    await running();
    expect(await page.locator('.stage-message').textContent()).toContain('no WebGL');
  });

  it('is left behind without a trace: no worker and no canvas', async () => {
    await page.goto(`${address}#flag`);
    await running();
    await page.keyboard.press('Escape');
    await page.locator('.gallery').waitFor();
    expect(await page.locator('canvas').count()).toBe(0);
    await eventually(() => page.workers().length).toBe(0);
  });
});

/** Simulated seconds, as the page shows them. */
async function simulated(): Promise<number> {
  expect(await page.locator('.notice.bad').allTextContents()).toEqual([]);
  return Number.parseFloat((await page.locator('.row-time dd').textContent()) ?? '');
}

/** Frames of 1/60 s; the readings' two decimals are exact enough to tell one from the next. */
async function frames(): Promise<number> {
  return Math.round(60 * (await simulated()));
}

async function running(): Promise<void> {
  await eventually(simulated).toBeGreaterThan(0);
}

/** After a pause, until the steps that were on their way have been shown. */
async function settled(): Promise<void> {
  let last = -1;
  await eventually(async () => {
    const before = last;
    await page.waitForTimeout(500);
    last = await simulated();
    return last - before;
  }).toBe(0);
}

/** By its name in the Look tab. */
async function choose(name: string): Promise<void> {
  const radio = page.getByRole('radio', { name, exact: true });
  if (!(await radio.isVisible())) await page.getByRole('tab', { name: 'Look' }).click();
  await radio.check({ force: true });
}
