/** Worlds with sheets that refine themselves, taken back: to a snapshot, or to before a step that failed. */
import { hash, restore, SnapshotError, snapshot, step, World } from 'pliant';
import { type AdaptiveGridOptions, addAdaptiveGrid, createIntegrator } from 'pliant/engine';
import { describe, expect, it } from 'vitest';

const DT = 0.002;
const MATERIAL = { density: 0.15, stretch: 15, shear: 3, damping: 0.05, thickness: 1e-3 };
/** A roof of 45° a side: it is split along its ridge at the first step. */
const roof = (u: number, v: number) => [u, -Math.abs(u), -v] as const;
const flat = (u: number, v: number) => [u, 0, -v] as const;

function add(world: World, options: Partial<AdaptiveGridOptions> = {}) {
  const sheet = { name: 'sheet', size: [0.2, 0.2], points: [5, 5], material: MATERIAL, maxLevel: 2 } as const;
  return addAdaptiveGrid(world, { ...sheet, splitAtContact: false, ...options });
}

function worldOf(...sheets: Partial<AdaptiveGridOptions>[]) {
  const world = new World(createIntegrator('euler-cromer'));
  world.substeps = 4;
  return { world, sheets: sheets.map((options) => add(world, options)) };
}

/** Fails the next step after all that adapts has run, and no other step. */
function failOnce(world: World): void {
  let failed = false;
  world.add({
    name: 'trial',
    phase: 'adapt',
    changes: [],
    run() {
      if (failed) return 'still';
      failed = true;
      throw new Error('as the test asked');
    },
  });
}

describe('a snapshot of another refined sheet', () => {
  const others: [string, Partial<AdaptiveGridOptions>][] = [
    ['points', { points: [4, 7] }],
    ['size', { size: [0.2, 0.21] }],
    ['maxLevel', { maxLevel: 3 }],
    ['scaling', { scaling: 'paper' }],
    ['density', { material: { ...MATERIAL, density: 0.2 } }],
    ['stretch', { material: { ...MATERIAL, stretch: 16 } }],
    ['shear', { material: { ...MATERIAL, shear: 4 } }],
    ['rigidity', { material: { ...MATERIAL, rigidity: 1e-5 } }],
    ['damping', { material: { ...MATERIAL, damping: 0.04 } }],
    ['thickness', { material: { ...MATERIAL, thickness: 2e-3 } }],
  ];

  it.each(others)('is refused for its %s, and the world is as it was', (_field, options) => {
    const { world, sheets } = worldOf({ place: roof });
    const other = worldOf({ place: roof, ...options }).world;
    for (const w of [world, other]) expect(step(w, DT).fault).toBeUndefined();
    expect(sheets[0].count).toBeGreaterThan(25);
    const [before, substeps] = [hash(world), world.substeps];
    const foreign = snapshot(other);
    expect(() => restore(world, foreign)).toThrow(SnapshotError);
    expect(hash(world)).toBe(before);
    expect(world.substeps).toBe(substeps);
    expect(step(world, DT).fault).toBeUndefined();
  });

  it('is not refused for cells that it has split since', () => {
    const one = worldOf({ place: roof });
    step(one.world, DT);
    const fresh = worldOf({ place: roof });
    restore(fresh.world, snapshot(one.world));
    expect(fresh.sheets[0].count).toBe(one.sheets[0].count);
    expect(hash(fresh.world)).toBe(hash(one.world));
  });
});

describe('a sheet that is never refined, behind one that is', () => {
  const pair = () => worldOf({ name: 'front', place: roof }, { name: 'behind', maxLevel: 0, place: flat });

  it('goes back and forth with the snapshots of its world', () => {
    const { world, sheets } = pair();
    const [start, first] = [snapshot(world), sheets[1].first];
    step(world, DT);
    const [split, moved] = [snapshot(world), sheets[1].first];
    expect(moved).toBeGreaterThan(first);
    for (const [bytes, at] of [
      [start, first],
      [split, moved],
    ] as const) {
      restore(world, bytes);
      expect(sheets[1].first).toBe(at);
      expect(Math.min(...sheets[1].triangles.view)).toBe(at);
      expect(snapshot(world)).toEqual(bytes);
    }
  });

  it('is where it was after a step that failed', () => {
    const { world, sheets } = pair();
    failOnce(world);
    const [before, first] = [hash(world), sheets[1].first];
    expect(step(world, DT).fault?.cause).toContain('as the test asked');
    expect(sheets[1].first).toBe(first);
    expect(Math.min(...sheets[1].triangles.view)).toBe(first);
    expect(hash(world)).toBe(before);
  });
});

describe('a step that fails after a sheet was split in it', () => {
  it('leaves the sub-steps of before, and can be taken again', () => {
    const { world, sheets } = worldOf({ place: roof });
    const undisturbed = worldOf({ place: roof }).world;
    failOnce(world);
    expect(step(world, DT).fault).toBeDefined();
    expect(sheets[0].depth).toBe(0);
    expect(world.substeps).toBe(4);
    world.fault = undefined;
    for (const w of [world, undisturbed]) expect(step(w, DT).fault).toBeUndefined();
    expect(sheets[0].depth).toBeGreaterThan(0);
    expect(world.substeps).toBe(undisturbed.substeps);
    expect(hash(world)).toBe(hash(undisturbed));
  });
});

describe('since when a group of cells has been calm', () => {
  const calmOf = (world: World) => world.arena.find('body0.calm')?.view as Float64Array;

  it('goes with the group to a grid of more room', () => {
    const { world, sheets } = worldOf({ maxLevel: 3 });
    const [{ grid }] = sheets;
    calmOf(world).set(calmOf(world).map((_, k) => k));
    const columns = grid.columns;
    sheets[0].growGrid();
    expect(grid.columns).toBe(2 * columns);
    for (let r = 0; r < grid.rows; r += 2) {
      for (let c = 0; c < grid.columns; c += 2) {
        expect(calmOf(world)[r * grid.columns + c]).toBe((r / 2) * columns + c / 2);
      }
    }
  });

  it('begins when a cell is split into it', () => {
    const { world, sheets } = worldOf({});
    const [{ grid }] = sheets;
    grid.split(grid.side(0) + 1, 1, 7);
    expect(calmOf(world)[grid.side(0)]).toBe(7);
  });

  it('begins anew while it may not become one cell', () => {
    // Level 1 throughout, and the last quarter of the second cell of the second row one level deeper.
    const within = (x: number) => x > 0.005 && x < 0.02;
    const startLevel = (u: number, v: number) => (within(-u) && within(v) ? 2 : 1);
    const { world, sheets } = worldOf({ startLevel, place: flat });
    const [{ grid }] = sheets;
    const side = grid.side(0);
    const at = (c: number, r: number) => calmOf(world)[r * grid.columns + c];
    expect([grid.levelAt(side, side), grid.levelAt(2 * side - 1, 2 * side - 1)]).toEqual([1, 2]);
    expect(step(world, DT).fault).toBeUndefined();
    expect(at(side, side)).toBe(world.time);
    expect(at(0, 0)).toBe(0); // all of one level, flat, and nothing finer around it
  });
});
