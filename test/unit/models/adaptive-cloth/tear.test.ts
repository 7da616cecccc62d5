/** Tears of cloth: where they run, what they keep, and what goes on beside them. */
import { describe, expect, it } from 'vitest';
import {
  type AdaptiveCloth,
  type AdaptiveClothOptions,
  addAdaptiveCloth,
  type ClothMaterial,
  createIntegrator,
  gravity,
} from '../../../../src/engine.ts';
import { restore, type StepReport, snapshot, step, World } from '../../../../src/index.ts';
import type { Mesh48 } from '../../../../src/models/adaptive-cloth/mesh.ts';
import { checkMesh } from './mesh-check.ts';

const MATERIAL: ClothMaterial = {
  density: 0.2,
  thickness: 0.0005,
  stretchWarp: 300,
  stretchWeft: 300,
  shear: 100,
  bendWarp: 1e-5,
  bendWeft: 1e-5,
  damping: 0.002,
};
const H = 1 / 200;

/** 0.4 m × 0.2 m, its ends pulled apart along u with 0.5 m/s each; weak across the middle. */
function pulledStrip(options: Partial<AdaptiveClothOptions> = {}): { world: World; cloth: AdaptiveCloth } {
  const world = new World(createIntegrator('implicit-euler', { tolerance: 1e-4 }));
  const cells = [8, 4] as const;
  const stretch = Float64Array.from({ length: 45 }, (_, i) => (i % 9 === 4 ? 0.5 : 1));
  const cloth = addAdaptiveCloth(world, {
    name: 'strip',
    shape: { size: [0.4, 0.2], cells },
    material: MATERIAL,
    paint: { stretch },
    tearStrain: 0.2,
    ...options,
  });
  const end = (side: number) =>
    Array.from({ length: cloth.count }, (_, v) => v).filter((v) => side * cloth.places[2 * v] > 0.199);
  cloth.pin(
    [-1, 1].map((side) => ({
      vertices: end(side),
      keyframes: [
        { time: 0, offset: [0, 0, 0] },
        { time: 1, offset: [0.5 * side, 0, 0] },
      ],
    })),
  );
  return { world, cloth };
}

function pieces(mesh: Mesh48): number[][] {
  const found: number[][] = [];
  const seen = new Set<number>();
  for (let first = 0; first < mesh.triangleCount; first++) {
    if (seen.has(first)) continue;
    const piece: number[] = [];
    const queue = [first];
    while (queue.length > 0) {
      const t = queue.pop()!;
      if (t < 0 || seen.has(t)) continue;
      seen.add(t);
      piece.push(t);
      queue.push(...mesh.neighbours.subarray(3 * t, 3 * t + 3));
    }
    found.push(piece);
  }
  return found;
}

function totals({ particles: p }: World): number[] {
  const sums = [0, 0, 0, 0];
  for (let i = 0; i < p.count; i++) {
    sums[0] += p.mass.view[i];
    [p.vx, p.vy, p.vz].forEach((v, k) => {
      sums[k + 1] += p.mass.view[i] * v[i];
    });
  }
  return sums;
}

/** Steps until the report says so, at most a hundred times. */
function stepUntil(world: World, done: (report: StepReport) => boolean): StepReport {
  for (let k = 0; k < 100; k++) {
    const report = step(world, H);
    expect(report.fault).toBeUndefined();
    if (done(report)) return report;
  }
  throw new Error('nothing happened in a hundred steps');
}

describe('a strip pulled apart', () => {
  it.each([0, 1, 2])('tears across, into two that stay as they are (level %i)', (startLevel) => {
    const { world, cloth } = pulledStrip({ startLevel });
    stepUntil(world, () => pieces(cloth.mesh).length > 1);
    for (let k = 0; k < 40; k++) step(world, H);
    checkMesh(cloth.mesh, 0.08);
    const ends = pieces(cloth.mesh);
    expect(ends.length).toBe(2);
    // pulled no more, what is left has its own length again
    expect(step(world, H).strain.max).toBeLessThan(0.2);
  });

  it('keeps mass and momentum at every cut', () => {
    const { world, cloth } = pulledStrip({ startLevel: 1 });
    const tear = world.schedule.in('adapt').at(-1)!;
    let before: number[] = [];
    let seen = 0;
    world.add({
      name: 'look',
      phase: 'contact',
      run(w) {
        before = totals(w);
        return 'still';
      },
    });
    world.add({
      name: 'compare',
      phase: 'adapt',
      changes: [],
      run(w) {
        const after = totals(w);
        // sums of some hundred numbers: 1e-12 of the largest of them
        for (const [k, sum] of after.entries()) {
          expect(Math.abs(sum - before[k])).toBeLessThan(1e-12 * 0.016);
        }
        if (cloth.mesh.cuts > 0) seen++;
        return 'still';
      },
    });
    stepUntil(world, () => pieces(cloth.mesh).length > 1);
    expect(tear.name).toBe('strip: tears');
    expect(seen).toBeGreaterThan(1);
    expect(cloth.count).toBe(world.particles.count);
    expect(cloth.triangles.length).toBe(3 * cloth.mesh.triangleCount);
  });

  it('goes on byte-equal from a snapshot half-way', () => {
    const [whole, resumed] = [pulledStrip(), pulledStrip()];
    stepUntil(whole.world, ({ tornEdges }) => tornEdges! > 1);
    restore(resumed.world, snapshot(whole.world));
    expect(resumed.cloth.count).toBe(whole.cloth.count);
    for (let k = 0; k < 15; k++) for (const { world } of [whole, resumed]) step(world, H);
    expect(whole.cloth.mesh.cuts).toBeGreaterThan(2);
    expect(Buffer.compare(snapshot(resumed.world), snapshot(whole.world))).toBe(0);
  });

  it('holds as long as it is within its limit', () => {
    const { world, cloth } = pulledStrip({ tearStrain: 5 });
    for (let k = 0; k < 60; k++) expect(step(world, H).tornEdges).toBe(0);
    expect(cloth.mesh.cuts).toBe(0);
  });

  it('counts from the start; cloth that cannot tear counts nothing', () => {
    const { world, cloth } = pulledStrip();
    const { tornEdges } = stepUntil(world, () => pieces(cloth.mesh).length > 1);
    expect(tornEdges).toBe(cloth.mesh.cuts);
    expect(step(pulledStrip({ tearStrain: undefined }).world, H).tornEdges).toBeUndefined();
  });
});

it('is sound while the mesh about it is refined and simplified, and a snapshot goes on byte-equal', () => {
  const make = () => {
    const strip = pulledStrip({ startLevel: 2, maxLevel: 4, refineError: 1e-3, simplifyAge: 0.02 });
    strip.world.addForce(gravity([0, 0, -9.81]));
    return strip;
  };
  const [{ world, cloth }, resumed] = [make(), make()];
  const mass = totals(world)[0];
  let [split, merged] = [0, 0];
  for (let k = 0; k < 60; k++) {
    const { refinement, fault } = step(world, H);
    expect(fault).toBeUndefined();
    if (cloth.mesh.cuts === 0) continue;
    split += refinement!.split;
    merged += refinement!.merged;
    checkMesh(cloth.mesh, 0.08);
    expect(cloth.count).toBe(cloth.mesh.vertexCount);
  }
  expect(Math.min(split, merged)).toBeGreaterThan(0);
  expect(pieces(cloth.mesh).length).toBe(2);
  expect(Math.abs(totals(world)[0] / mass - 1)).toBeLessThan(1e-12);
  restore(resumed.world, snapshot(world));
  for (let k = 0; k < 5; k++) for (const each of [world, resumed.world]) step(each, H);
  expect(Buffer.compare(snapshot(resumed.world), snapshot(world))).toBe(0);
});

it('begins inside where the cloth is weak there alone: a slit of two edges that opens', () => {
  const stretch = Float64Array.from({ length: 45 }, (_, i) => (i === 22 ? 0.1 : 1));
  const { world, cloth } = pulledStrip({ paint: { stretch }, startLevel: 2 });
  const { count } = cloth;
  stepUntil(world, ({ tornEdges }) => tornEdges! > 0);
  expect([cloth.mesh.cuts, cloth.count]).toEqual([2, count + 1]);
  checkMesh(cloth.mesh, 0.08);
  stepUntil(world, () => pieces(cloth.mesh).length > 1);
});

it.each([
  [0, 4],
  [2, 8],
  [3, 8],
])('an even pull makes one straight tear, not many (level %i: %i edges)', (startLevel, across) => {
  const { world, cloth } = pulledStrip({ paint: undefined, startLevel });
  stepUntil(world, () => pieces(cloth.mesh).length > 1);
  expect(cloth.mesh.cuts).toBe(across);
});

it('a pinned vertex that falls apart is pinned twice', () => {
  const { world, cloth } = pulledStrip();
  const middle = Array.from({ length: 5 }, (_, row) => 9 * row + 4);
  for (const v of middle) world.particles.pin(cloth.first + v);
  stepUntil(world, () => pieces(cloth.mesh).length > 1);
  const places = new Map<string, number>();
  const { x, y, flags } = world.particles;
  for (let i = 0; i < world.particles.count; i++) {
    if (!(flags.view[i] & 1)) continue;
    places.set(`${x[i]} ${y[i]}`, (places.get(`${x[i]} ${y[i]}`) ?? 0) + 1);
  }
  expect([...places.values()].some((n) => n === 2)).toBe(true);
});

it('refuses a limit without sense', () => {
  expect(() => pulledStrip({ tearStrain: 0 })).toThrow('strip.tearStrain: must be > 0, got 0');
  expect(() => pulledStrip({ tearStrain: Number.NaN })).toThrow('strip.tearStrain');
});
