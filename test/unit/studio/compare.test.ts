import { buildScene, parseScene, step } from 'pliant';
import { interleavePositions, trajectoryMeshes } from 'pliant/formats';
import { sceneById } from 'pliant/scenes';
import { describe, expect, it, vi } from 'vitest';
import { addressOf, readAddress } from '../../../studio/compare/address.ts';
import {
  type Comparison,
  settingsBetween,
  settingText,
  variantScene,
} from '../../../studio/compare/comparison.ts';
import { apartness, Correspondence, type Standing } from '../../../studio/compare/correspondence.ts';
import { LinkedTime, type TimedRun } from '../../../studio/compare/linked-time.ts';
import { presetsFor } from '../../../studio/compare/presets.ts';

const wedge = sceneById('wedge')!;

describe('the address of a comparison', () => {
  const comparison: Comparison = {
    scene: 'wedge',
    common: [{ path: 'gravity', value: [0, -1.62, 0] }],
    variants: [
      { label: 'TRiMM', settings: [] },
      { label: 'A & B = "C"', settings: [{ path: 'bodies[0].structure', value: 'provot-2d' }] },
      { label: '50 % + 1', settings: [{ path: 'bodies[0].layers', value: undefined }] },
    ],
    shown: [2, 1],
  };

  it('comes back as it was, and can be read by people', () => {
    const address = addressOf({ comparison });
    expect(address).toContain('#compare=wedge&gravity=[0,-1.62,0]&v=TRiMM&v=');
    expect(address).toContain('&bodies[0].structure=provot-2d&');
    expect(readAddress(address)).toEqual({ view: 'compare', comparison, seed: 1 });
    const study = addressOf({ view: 'study', comparison, seed: 12 });
    expect(readAddress(study)).toEqual({
      view: 'study',
      comparison: { ...comparison, shown: [0, 1] },
      seed: 12,
    });
  });

  it('tells values from words, and gives every variant a name of its own', () => {
    const read = readAddress('#compare=wedge&v=&dt=0.01&v=x&engine.name=rk4&v=x&bodies[0].name="1"')!;
    expect(read.comparison.variants).toEqual([
      { label: 'Variant 1', settings: [{ path: 'dt', value: 0.01 }] },
      { label: 'x', settings: [{ path: 'engine.name', value: 'rk4' }] },
      { label: 'x (2)', settings: [{ path: 'bodies[0].name', value: '1' }] },
    ]);
    expect(settingText(read.comparison.variants[0].settings[0])).toBe('Frame length: 0.01');
  });

  it.each([
    ['#compare=wedge&v=one', 'two variants'],
    ['#compare=wedge&v=a&v=b&show=0,2', 'the variants are 0 to 1'],
    ['#compare=wedge&v=a&v=b&show=first', 'show=first'],
    ['#study=wedge&v=a&v=b&order=-1', 'order=-1'],
    ['#compare=wedge&v=a&dt&v=b', 'dt: a setting is written path=value'],
    ['#compare=wedge&v=a&v=%E0%A4%A', 'cannot be read'],
    [`#compare=wedge${'&v=a'.repeat(25)}`, '24 are the most'],
  ])('%s is refused', (hash, reason) => {
    expect(() => readAddress(hash)).toThrow(reason);
  });

  it('is not that of a scene or the gallery', () => {
    for (const hash of ['', '#', '#flag', '#scene=abc', '#compare'])
      expect(readAddress(hash)).toBeUndefined();
  });
});

describe('variants of a scene', () => {
  it.each([
    'wedge',
    'adaptive-cup',
    'cloth-table',
    'sewn',
    'bubble',
  ])('%s: every preset’s variants are scenes', (id) => {
    const scene = sceneById(id)!;
    for (const { variants, shown } of presetsFor(scene)) {
      expect(new Set(variants.map(({ label }) => label)).size).toBe(variants.length);
      expect(shown[0]).not.toBe(shown[1]);
      for (const variant of variants) variantScene(scene, { common: [] }, variant);
    }
  });

  it('are structures, engines, refinement and materials, where the scene has them', () => {
    const found = (id: string) => presetsFor(sceneById(id)!).map((preset) => preset.id);
    expect(found('wedge')).toEqual(['structures', 'engines', 'materials']);
    expect(found('adaptive-cup')).toEqual(['engines', 'refinement', 'materials']);
    expect(found('cloth-table')).toContain('refinement');
    const { variants, shown } = presetsFor(wedge)[0];
    expect(shown.map((i) => variants[i].label)).toEqual(['TRiMM', 'Provot 2-D']);
  });

  it('make of the adaptive grid a uniform one as fine as it can become', () => {
    const scene = sceneById('adaptive-cup')!;
    const { variants } = presetsFor(scene).find(({ id }) => id === 'refinement')!;
    const fine = variantScene(scene, { common: [] }, variants[1]);
    expect(fine.bodies[0]).toMatchObject({ points: [73, 73], maxLevel: 0 });
  });

  it('follow from what was edited', () => {
    const edited = parseScene({
      ...wedge,
      gravity: [0, -1.62, 0],
      bodies: [{ ...wedge.bodies[0], structure: 'slamm' }],
      colliders: [...wedge.colliders, { name: 'ball', shape: { kind: 'sphere', radius: 0.1 } }],
    });
    const common = settingsBetween(wedge, edited);
    expect(common.map(({ path }) => path)).toEqual(['gravity', 'bodies[0].structure', 'colliders']);
    expect(variantScene(wedge, { common }, { label: '', settings: [] })).toEqual(edited);
    expect(settingsBetween(wedge, wedge)).toEqual([]);
  });
});

/** A run that takes `pace` steps at most at a time, and stops at `end`. */
class FakeRun implements TimedRun {
  step = 0;
  world = 0;
  log: string[] = [];
  readonly dt: number;
  readonly pace: number;
  readonly end: number;
  constructor(dt: number, pace = 100, end = Number.POSITIVE_INFINITY) {
    this.dt = dt;
    this.pace = pace;
    this.end = end;
  }
  get isStopped() {
    return this.world >= this.end;
  }
  async advance(steps: number) {
    this.world = Math.min(this.end, this.world + Math.min(steps, this.pace));
    this.step = this.world;
    this.log.push(`advance ${steps}`);
  }
  async lookUp(to: number) {
    this.step = to;
    this.log.push(`look ${to}`);
  }
  async seek(to: number) {
    this.world = this.step = to;
    this.log.push(`seek ${to}`);
  }
  async restart() {
    this.world = this.step = 0;
  }
}

describe('linked time', () => {
  it('waits for the slower one, and shows one moment of both', async () => {
    const runs = [new FakeRun(0.01), new FakeRun(0.01, 2)];
    const time = new LinkedTime(runs);
    const shown: number[][] = [];
    time.onShown = () => shown.push(runs.map(({ step: at }) => at));
    await time.goOn(5);
    expect(runs[1].log).toHaveLength(3);
    expect(shown).toEqual([[5, 5]]);
    expect([time.step, time.last]).toEqual([5, 5]);
  });

  it('takes more steps of a run whose steps are shorter', async () => {
    const runs = [new FakeRun(1 / 60), new FakeRun(1 / 240)];
    const time = new LinkedTime(runs);
    await time.goOn(3);
    expect(runs.map((run) => run.step)).toEqual([3, 12]);
    expect(time.time).toBeCloseTo(0.05, 12);
  });

  it('asks for what real time is ahead by, but not for time asleep', async () => {
    const runs = [new FakeRun(0.01), new FakeRun(0.01)];
    const time = new LinkedTime(runs);
    time.tick(0);
    time.play(true);
    time.tick(30);
    await vi.waitFor(() => expect(time.step).toBe(3));
    time.tick(10_000);
    await vi.waitFor(() => expect(time.step).toBe(13));
    time.dispose();
  });

  it('asks the slowest for no more than it does in a turn, and knows who is waited for', async () => {
    const runs = [
      Object.assign(new FakeRun(0.01), { cost: 2 }),
      Object.assign(new FakeRun(0.005), { cost: 10 }),
    ];
    const time = new LinkedTime(runs);
    time.tick(0);
    time.play(true);
    time.tick(100);
    // Ten steps are owed; two turns of 10 ms for each of the slow one fit twice into 40 ms.
    await vi.waitFor(() => expect(time.step).toBe(2));
    expect(time.slowest).toBe(runs[1]);
    time.tick(500);
    await vi.waitFor(() => expect(time.step).toBe(4));
    // 0.02 s in 0.4 s, and each second of it takes 2 s of work.
    expect(time.realTimeFactor).toBeCloseTo(0.05, 12);
    expect(time.workload).toBeCloseTo(0.1, 12);
    time.dispose();
  });

  it('shows the same moment again after something was done to the runs', async () => {
    const runs = [new FakeRun(0.01), new FakeRun(0.01)];
    const time = new LinkedTime(runs);
    const order: string[] = [];
    time.onShown = () => order.push(`shown ${time.step}`);
    const going = time.goOn(3);
    const again = time.again(async () => order.push('done'));
    await Promise.all([going, again]);
    expect(order).toEqual(['shown 3', 'done', 'shown 3']);
  });

  it('scrubs back, and goes on from there', async () => {
    const runs = [new FakeRun(0.01), new FakeRun(0.01)];
    const time = new LinkedTime(runs);
    await time.goOn(9);
    time.scrub(7);
    time.scrub(4);
    await vi.waitFor(() => expect(time.step).toBe(4));
    expect(runs.map(({ step: at, world }) => [at, world])).toEqual([
      [4, 9],
      [4, 9],
    ]);
    await time.single();
    expect(runs.map(({ world }) => world)).toEqual([5, 5]);
    expect(runs[0].log.slice(1)).toEqual(['look 4', 'seek 4', 'advance 1']);
    expect([time.step, time.last]).toEqual([5, 9]);
    await time.restart();
    expect([time.step, time.last]).toEqual([0, 0]);
  });

  it('stops both at the last moment that they share when one can go no further', async () => {
    const runs = [new FakeRun(0.01), new FakeRun(0.01, 100, 6)];
    const time = new LinkedTime(runs);
    time.play(true);
    await time.goOn(10);
    expect([time.step, time.playing]).toEqual([6, false]);
    expect(runs.map((run) => run.step)).toEqual([6, 6]);
  });

  it('tells of a failure and pauses', async () => {
    const run = new FakeRun(0.01);
    run.advance = () => Promise.reject(new Error('worker gone'));
    const time = new LinkedTime([run]);
    const failures: string[] = [];
    time.onFailed = (message) => failures.push(message);
    time.play(true);
    await time.goOn(1);
    expect([failures, time.playing]).toEqual([['worker gone'], false]);
  });
});

/** A scene's world after some steps. */
function standing(id: string, changes: object, steps = 0): Standing {
  const scene = parseScene({ ...sceneById(id)!, ...changes });
  const world = buildScene(scene);
  const rest = interleavePositions(world.particles);
  for (let i = 0; i < steps; i++) step(world, scene.dt);
  return { positions: interleavePositions(world.particles), meshes: trajectoryMeshes(world), rest };
}

function shifted(standing: Standing, by: readonly number[]): Standing {
  return { ...standing, positions: standing.positions.map((x, i) => x + by[i % 3]) };
}

describe('difference of two runs', () => {
  const sheet = (changes: object) => ({ bodies: [{ ...wedge.bodies[0], ...changes }] });
  const coarse = standing('wedge', sheet({ points: [9, 9] }));

  it('is nothing between a run and itself, and a shift is its length', () => {
    const same = new Correspondence().distances(coarse, coarse)[0]!;
    expect(Math.max(...same)).toBe(0);
    const apart = new Correspondence().distances(coarse, shifted(coarse, [0.03, 0, 0.04]));
    // Positions are floats: m of size 0.3 have 24 bits.
    for (const d of apart[0]!) expect(Math.abs(d - 0.05)).toBeLessThan(1e-7);
    expect(apartness(coarse.meshes, apart)!.mean).toBeCloseTo(0.05, 6);
  });

  it('goes by the place in the sheet where particles are others: flat sheets of any fineness are the same', () => {
    const fine = standing('wedge', sheet({ points: [14, 23], structure: 'provot-2d', layers: undefined }));
    const distances = new Correspondence().distances(fine, coarse);
    // Places in the flat sheet are single floats, of a sheet of 0.25 m.
    expect(apartness(fine.meshes, distances)!.max).toBeLessThan(1e-6);
    const square = standing('wedge', sheet({ points: [9, 9], structure: 'slamm' }));
    const flat = new Correspondence().distances(fine, square);
    expect(apartness(fine.meshes, flat)!.max).toBeLessThan(1e-6);
  });

  it('of a sheet that refines itself follows its topology', () => {
    const grid = sceneById('adaptive-cup')!.bodies[0];
    const uniform = standing('adaptive-cup', { bodies: [{ ...grid, points: [19, 19], maxLevel: 0 }] });
    const correspondence = new Correspondence();
    const start = standing('adaptive-cup', {});
    expect(apartness(start.meshes, correspondence.distances(start, uniform))!.max).toBeLessThan(1e-6);
    const refined = standing('adaptive-cup', {
      bodies: [{ ...grid, refined: [{ from: [-0.1, -0.1], to: [0.1, 0.1], level: 2 }] }],
    });
    expect(refined.meshes[0].particles).toBeGreaterThan(start.meshes[0].particles);
    expect(apartness(refined.meshes, correspondence.distances(refined, uniform))!.max).toBeLessThan(1e-6);
  });

  it('of matter goes by its particles, and is not told where these are others', () => {
    const rod = standing('cold-rod', {});
    const apart = new Correspondence().distances(rod, shifted(rod, [0, 0.02, 0]));
    expect(apartness(rod.meshes, apart)!.mean).toBeCloseTo(0.02, 6);
    const fewer = { ...rod, meshes: rod.meshes.map((mesh) => ({ ...mesh, particles: mesh.particles - 1 })) };
    expect(new Correspondence().distances(rod, fewer)[0]).toBeUndefined();
  });
});
