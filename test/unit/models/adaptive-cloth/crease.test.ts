/** Rest angles of cloth, and creases that stay. */
import { describe, expect, it } from 'vitest';
import { restore, snapshot } from '../../../../src/core/snapshot.ts';
import { step } from '../../../../src/core/step.ts';
import { World } from '../../../../src/core/world.ts';
import { implicitEuler } from '../../../../src/integrators/implicit.ts';
import { permanentCurvature } from '../../../../src/models/adaptive-cloth/crease.ts';
import { type AdaptiveClothOptions, addAdaptiveCloth } from '../../../../src/models/adaptive-cloth/index.ts';
import { rectangleMesh } from '../../../../src/models/adaptive-cloth/mesh-start.ts';
import { seeded } from '../../surfaces/refined-sheets.ts';
import { checkMesh } from './mesh-check.ts';

const material = {
  density: 0.15,
  thickness: 5e-4,
  stretchWarp: 500,
  stretchWeft: 500,
  shear: 100,
  bendWarp: 1e-3,
  bendWeft: 1e-3,
  damping: 0.01,
};

/** A strip of 0.2 m bent along u with the curvature c (1/m). */
function bentStrip(c: number, options: Partial<AdaptiveClothOptions>) {
  const world = new World(implicitEuler({ tolerance: 1e-4, corrections: 3 }));
  const cloth = addAdaptiveCloth(world, {
    name: 'strip',
    shape: { size: [0.2, 0.05], cells: [8, 2] },
    material,
    place: (u, v) => [Math.sin(c * u) / c, v, (1 - Math.cos(c * u)) / c],
    ...options,
  });
  return { world, cloth };
}

function hold(world: World, held: boolean): void {
  for (let i = 0; i < world.particles.count; i++) {
    if (held) world.particles.pin(i);
    else world.particles.unpin(i);
  }
}

/** From how far the ends of the middle line are apart, 1/m: chord = 2/c sin(c l/2). */
function curvature(world: World, length = 0.2): number {
  const cloth = world.bodies[0] as unknown as { vertexAt(u: number, v: number): number };
  const [a, b] = [cloth.vertexAt(-length / 2, 0), cloth.vertexAt(length / 2, 0)];
  const { x, y, z } = world.particles;
  const chord = Math.sqrt((x[a] - x[b]) ** 2 + (y[a] - y[b]) ** 2 + (z[a] - z[b]) ** 2);
  let [low, high] = [0, (2 * Math.PI) / length];
  for (let k = 0; k < 50; k++) {
    const c = (low + high) / 2;
    if ((2 / c) * Math.sin((c * length) / 2) > chord) low = c;
    else high = c;
  }
  return low;
}

/** Bent by hand, let go, at rest. */
function release(world: World): void {
  hold(world, true);
  step(world, 0.01);
  hold(world, false);
  for (let k = 0; k < 60; k++) step(world, 0.05);
}

describe('the law of creases', () => {
  const law = { curvature: 10, share: 0.4 };
  it('keeps the share of the excess, whatever the way there', () => {
    expect(permanentCurvature(0, 9.99, law)).toBe(0);
    expect(permanentCurvature(0, 60, law)).toBeCloseTo(20, 12);
    expect(permanentCurvature(0, -60, law)).toBeCloseTo(-20, 12);
    let p = 0;
    for (let c = 0; c <= 60; c += 0.5) p = permanentCurvature(p, c, law);
    expect(p).toBeCloseTo(20, 12);
  });
  it.each([0.3, 0.5, 0.7, 1])('share %d: settles at once, within its bounds, towards the bend', (share) => {
    const random = seeded(7);
    const hardening = (1 - share) / share;
    const wrong: number[][] = [];
    for (let n = 0; n < 2000; n++) {
      const p = 200 * (random() - 0.5);
      const c = 200 * (random() - 0.5);
      const q = permanentCurvature(p, c, { curvature: 10, share });
      const towards = (q - p) * (c - p) >= 0 && Math.abs(c - q) <= Math.abs(c - p);
      // rounding of a few numbers up to 1e3
      const holds = Math.abs(c - q) <= 10 + hardening * Math.abs(q) + 1e-10;
      if (!towards || !holds) wrong.push([p, c, q]);
    }
    expect(wrong).toEqual([]);
  });
});

describe('a strip bent and let go', () => {
  it('keeps its crease, the same on any mesh', () => {
    const kept = [0, 2, 3].map((startLevel) => {
      const { world } = bentStrip(16, { startLevel, crease: { curvature: 6, share: 0.6 } });
      release(world);
      return curvature(world);
    });
    // s (c − c_y) = 6 1/m; the coarsest mesh turns by 0.4 rad at once, and end triangles bend less
    for (const c of kept) expect(Math.abs(c / 6 - 1)).toBeLessThan(0.05);
  });
  it('springs back flat below the yield', () => {
    const { world, cloth } = bentStrip(5, { crease: { curvature: 6, share: 0.6 } });
    release(world);
    expect(curvature(world)).toBeLessThan(0.1);
    expect(cloth.mesh.restAngles.every((angle) => angle === 0)).toBe(true);
  });
  it('rests as it lies at the start, where asked to', () => {
    const { world } = bentStrip(10, { restShape: 'start', startLevel: 1 });
    const before = world.particles.position.view.slice();
    for (let k = 0; k < 10; k++) step(world, 0.02);
    const moved = world.particles.position.view.map((x, i) => Math.abs(x - before[i]));
    // chords are shorter than the pattern by (c a)²/24 = 3e-3 of 25 mm, and nothing else is out of balance
    expect(Math.max(...moved)).toBeLessThan(1e-3);
    expect(curvature(world)).toBeCloseTo(10, 0);
  });
  it('never gains energy', () => {
    const { world } = bentStrip(16, { crease: { curvature: 6, share: 0.6 } });
    let last = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 40; k++) {
      const { total } = step(world, 0.01).energy;
      expect(total).toBeLessThanOrEqual(last);
      last = total;
    }
    expect(last).toBeGreaterThan(0);
  });
  it('keeps its crease when its mesh is refined, and the mesh that its crease needs', () => {
    const { world, cloth } = bentStrip(16, {
      crease: { curvature: 6, share: 0.6 },
      startLevel: 2,
      maxLevel: 4,
      refineError: 1e-4,
      simplifyAge: 0.02,
    });
    const start = cloth.count;
    cloth.mesh.maxLevel = 2; // creased first, refined while it springs back
    hold(world, true);
    step(world, 0.01);
    hold(world, false);
    cloth.mesh.maxLevel = 4;
    const counts: number[] = [];
    for (let k = 0; k < 60; k++) {
      step(world, k < 5 ? 0.002 : 0.05);
      counts.push(cloth.count);
    }
    checkMesh(cloth.mesh, 0.01);
    expect(Math.max(...counts)).toBeGreaterThan(start);
    expect(cloth.count).toBeGreaterThanOrEqual(start);
    // new edges are flat at first, the old ones turn as before over half the width: until that has evened out it yields more
    expect(Math.abs(curvature(world) / 6 - 1)).toBeLessThan(0.15);
  });
  it('goes on byte-equal from a snapshot', () => {
    const make = () => bentStrip(16, { crease: { curvature: 6, share: 0.6 } }).world;
    const [whole, resumed] = [make(), make()];
    for (let k = 0; k < 4; k++) step(whole, 0.01);
    restore(resumed, snapshot(whole));
    for (let k = 0; k < 4; k++) [whole, resumed].map((world) => step(world, 0.01));
    expect(Buffer.compare(snapshot(resumed), snapshot(whole))).toBe(0);
  });
});

describe('rest angles of a mesh', () => {
  it('stay with halves of edges, are 0 within, and come back by merging', () => {
    const { mesh } = rectangleMesh([1, 1], [3, 3]);
    const random = seeded(3);
    for (let h = 0; h < 3 * mesh.triangleCount; h++) {
      const over = mesh.neighbours[h];
      if (over < 0 || over > h / 3) continue;
      const c = [0, 1, 2].find((k) => mesh.neighbours[3 * over + k] === Math.floor(h / 3))!;
      mesh.restAngles[h] = mesh.restAngles[3 * over + c] = random();
    }
    const start = mesh.toArrays();
    const times = (angle: number) =>
      mesh.restAngles.subarray(0, 3 * mesh.triangleCount).filter((a) => a === angle).length;
    mesh.refineTo(4, 0);
    checkMesh(mesh, 1);
    // four bisections quarter every edge, each with two sides
    for (const angle of start.restAngles) if (angle !== 0) expect(times(angle)).toBe(8);
    for (let round = 0; round < 4; round++) {
      for (let v = mesh.vertexCount - 1; v >= 0; v--) if (v < mesh.vertexCount) mesh.simplify(v, 1);
      checkMesh(mesh, 1);
    }
    expect([...mesh.toArrays().restAngles].sort()).toEqual([...start.restAngles].sort());
  });
});

it('refuses creases without sense', () => {
  expect(() => bentStrip(1, { crease: { curvature: 0, share: 0.5 } })).toThrow(
    'strip.crease.curvature: must be > 0',
  );
  expect(() => bentStrip(1, { crease: { curvature: 1, share: 1.5 } })).toThrow(
    'strip.crease.share: must be <= 1',
  );
});
