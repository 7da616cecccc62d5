/** The tools of the studio in a real browser: each changes what it should, by pointer, finger and keyboard. */
import { beforeEach, describe, expect, it } from 'vitest';
import { address, openStudioPage, page } from './opening.ts';
import { eventually } from './watched-page.ts';

/** What went between the page and its worker. */
interface Spy {
  commands: { kind: string; point?: number[]; blade?: number[] }[];
  outcomes: { done: boolean; message?: string }[];
  step: number;
  positions: number[];
  triangles: number;
  free: number;
  hottest: number;
}

openStudioPage({ hasTouch: true, prepare: (opened) => opened.addInitScript(watchWorker) });

/** Keeps what the page asks of its worker and what it is answered. Runs in the page. */
function watchWorker(): void {
  const spy: Spy = { commands: [], outcomes: [], step: 0, positions: [], triangles: 0, free: 0, hottest: 0 };
  Object.assign(window, { spy });
  const Original = window.Worker;
  window.Worker = class extends Original {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.addEventListener('message', ({ data }) => {
        if (data.result?.done !== undefined) spy.outcomes.push(data.result);
        const frame = data.news?.frame;
        if (!frame) return;
        spy.step = frame.step;
        spy.positions = [...frame.positions];
        spy.free = frame.free.length;
        spy.hottest = frame.measures.temperature?.max ?? 0;
        if (frame.meshes) spy.triangles = frame.meshes[0].triangles.length / 3;
      });
    }
    override postMessage(message: { call?: string; parameters?: unknown }, ...rest: never[]): void {
      if (message.call === 'apply') spy.commands.push(message.parameters as Spy['commands'][number]);
      super.postMessage(message, ...rest);
    }
  };
}

const spy = () => page.evaluate(() => (window as unknown as { spy: Spy }).spy);

/** Opens a scene, paused after some steps, with a tool in hand; answers a place on the screen where a body is. */
async function open(scene: string, steps: number, tool: string): Promise<{ x: number; y: number }> {
  await page.goto(address);
  await page.goto(`${address}#${scene}`);
  await page.getByRole('toolbar', { name: 'Tools' }).waitFor();
  await eventually(async () => (await spy()).positions.length).toBeGreaterThan(0);
  await page.evaluate((n) => window.pliant.showStep(n), steps);
  return choose(tool);
}

async function choose(tool: string): Promise<{ x: number; y: number }> {
  const button = page.getByRole('button', { name: tool, exact: true });
  if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
  const ring = page.locator('.tool-ring');
  for (const y of [330, 300, 360, 270, 390, 420]) {
    for (const x of [330, 380, 280, 420]) {
      await page.mouse.move(x, y);
      await page.waitForTimeout(120);
      if (tool === 'Knife' || (await ring.isVisible())) return { x, y };
    }
  }
  throw new Error(`${tool}: found no body on the screen`);
}

async function goOn(steps: number): Promise<Spy> {
  const { step } = await spy();
  for (let k = 1; k <= steps; k++) {
    await page.keyboard.press('.');
    await eventually(async () => (await spy()).step).toBe(step + k);
  }
  return spy();
}

async function done(kind: string): Promise<Spy> {
  await eventually(async () => {
    const { commands, outcomes } = await spy();
    return commands.some((command) => command.kind === kind) && outcomes.length === commands.length;
  }).toBe(true);
  return spy();
}

const height = ({ positions }: Spy) => Math.max(...positions.filter((_, k) => k % 3 === 1));
const away = (a: Spy, b: Spy) => Math.max(...a.positions.map((value, k) => Math.abs(value - b.positions[k])));

describe('a trampoline', () => {
  let at: { x: number; y: number };
  beforeEach(async () => {
    await page.keyboard.press('q');
  });

  it('is pulled up by a hand until it is let go, and undone as one', async () => {
    at = await open('trampoline', 2, 'Grab and pull');
    const before = await spy();
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x, at.y - 60, { steps: 3 });
    await done('move');
    const pulled = await goOn(4);
    expect(height(pulled)).toBeGreaterThan(height(before) + 0.02);
    await page.mouse.up();
    const { commands, outcomes } = await done('release');
    expect(commands.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['grab', 'move', 'release']));
    expect(outcomes.every((outcome) => outcome.done)).toBe(true);
    await page.keyboard.press('Control+z');
    await eventually(async () => (await spy()).step).toBe(before.step);
    expect(away(await spy(), before)).toBe(0);
  });

  it('is pinned by a tap of a finger, and freed again', async () => {
    at = await choose('Pin and unpin');
    await page.touchscreen.tap(at.x, at.y);
    const { commands } = await done('pin');
    const [px, py, pz] = commands.at(-1)!.point!;
    const pinned = await spy();
    const nearest = nearestTo(pinned.positions, [px, py, pz]);
    const after = await goOn(2);
    for (let axis = 0; axis < 3; axis++) {
      expect(after.positions[3 * nearest + axis]).toBe(pinned.positions[3 * nearest + axis]);
    }
    await page.getByRole('checkbox', { name: 'Unpin instead' }).check();
    await page.touchscreen.tap(at.x, at.y);
    await done('unpin');
    const { outcomes } = await spy();
    expect(outcomes.at(-1)?.done).toBe(true);
    const freed = await goOn(2);
    expect(freed.positions[3 * nearest + 1]).not.toBe(after.positions[3 * nearest + 1]);
  });

  it('is blown at while the button is held', async () => {
    at = await choose('Blower');
    await page.evaluate(() => window.pliant.showStep(2));
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await done('blow');
    const blown = await goOn(3);
    await page.mouse.up();
    await done('blow-off');
    await page.evaluate(() => window.pliant.showStep(5));
    expect(away(blown, await spy())).toBeGreaterThan(1e-3);
  });

  it('is cut in two by a stroke', async () => {
    await choose('Knife');
    const { triangles } = await spy();
    await page.mouse.move(at.x, 120);
    await page.mouse.down();
    await page.mouse.move(at.x, 560, { steps: 12 });
    await eventually(() => page.locator('.tool-line').getAttribute('points')).toMatch(
      /^([\d.]+,[\d.]+ ){9,}/,
    );
    await page.mouse.up();
    const { outcomes } = await done('cut');
    expect(outcomes.at(-1)).toEqual({ done: true });
    await eventually(async () => (await spy()).triangles).toBeLessThan(triangles);
    await goOn(2);
  });

  it('has a ball fall on it', async () => {
    at = await choose('Drop a ball');
    const { free } = await spy();
    await page.mouse.click(at.x, at.y);
    const { outcomes } = await done('drop');
    expect(outcomes.at(-1)?.done).toBe(true);
    await eventually(async () => (await spy()).free).toBeGreaterThan(free);
    await goOn(2);
  });

  it('takes tools by keyboard, and says what they cannot', async () => {
    await page.evaluate(() => window.pliant.showStep(2)); // whole again
    await choose('Grab and pull'); // the cross is where the pointer was last
    await page.keyboard.press('q');
    await page.keyboard.press('g');
    expect(await page.getByRole('button', { name: 'Grab and pull' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    const { commands } = await spy();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Enter');
    await eventually(async () => (await spy()).commands.length).toBeGreaterThan(commands.length + 2);
    const kinds = (await spy()).commands.slice(commands.length).map(({ kind }) => kind);
    expect([kinds[0], kinds.at(-1)]).toEqual(['grab', 'release']);
    const radius = page.locator('.tool-slider output').first();
    const text = await radius.innerText();
    await page.keyboard.press(']');
    await eventually(() => radius.innerText()).not.toBe(text);
    await page.keyboard.press('h');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown'); // back on the sheet
    await page.keyboard.press('Enter');
    await eventually(() => page.locator('.notice').allInnerTexts()).toContainEqual(
      expect.stringContaining('take up no heat'),
    );
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'Turn the view' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
  });
});

describe('a styrene sheet', () => {
  it('is warmed by the heat gun', async () => {
    const at = await open('hot-plate', 1, 'Heat gun');
    const { hottest } = await spy();
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await done('heat');
    const warm = await goOn(3);
    await page.mouse.up();
    await done('heat-off');
    expect(warm.hottest).toBeGreaterThan(hottest + 0.3);
  });
});

function nearestTo(positions: readonly number[], [x, y, z]: number[]): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; 3 * i < positions.length; i++) {
    const d = Math.hypot(positions[3 * i] - x, positions[3 * i + 1] - y, positions[3 * i + 2] - z);
    if (d < least) [best, least] = [i, d];
  }
  return best;
}
