/** A knife in every model: what lies on both sides of it parts, mass and momentum stay, and snapshots go on byte-equal. */
import { type Body, Hand, hash, restore, run, SnapshotError, snapshot, step, type World } from 'pliant';
import { Blade, Knife, type LatticeMatter, matterPieces } from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import { DisjointSets } from '../../../src/math/disjoint-sets.ts';
import { triangleArea } from '../../../src/math/vec3.ts';
import { DT, TOOL_MODELS, toolWorld } from './tool-worlds.ts';

/** A wall along z at x, from z₀ to z₁, through everything above and below. */
function wall(x: number, from = -1, to = 1): number[] {
  const [a, b, c, d] = [
    [x, -1, from],
    [x, -1, to],
    [x, 1, to],
    [x, 1, from],
  ];
  return [...a, ...b, ...c, ...a, ...c, ...d];
}

const CUTTABLE = TOOL_MODELS.filter((model) => model !== 'adaptive-grid');
const SHEETS = CUTTABLE.filter((model) => model !== 'lattice-matter');
const still = { gravity: [0, 0, 0] };

/** Sets of particles that triangles hold together. */
function pieces({ triangles, first, count }: Body): number[] {
  const sets = new DisjointSets(count);
  const { view } = triangles;
  for (let t = 0; t < view.length; t += 3) {
    for (const k of [1, 2]) sets.unite(view[t + k] - first, view[t] - first);
  }
  const sizes = new Map<number, number>();
  for (const corner of new Set(view)) {
    const piece = sets.find(corner - first);
    sizes.set(piece, (sizes.get(piece) ?? 0) + 1);
  }
  return [...sizes.values()];
}

function sums({ particles: p }: World): number[] {
  const total = [0, 0, 0, 0];
  for (let i = 0; i < p.count; i++) {
    const m = p.mass.view[i];
    [m, m * p.vx[i], m * p.vy[i], m * p.vz[i]].forEach((value, k) => {
      total[k] += value;
    });
  }
  return total;
}

function area({ particles: { position, stride } }: World, { triangles: { view } }: Body): number {
  let sum = 0;
  for (let t = 0; t < view.length; t += 3)
    sum += triangleArea(position.view, view[t], view[t + 1], view[t + 2], stride);
  return sum;
}

describe.each(CUTTABLE)('a knife through %s', (model) => {
  it('parts it in two that go their own ways; mass and momentum stay, energy is not gained', () => {
    const world = toolWorld(model, {}, still);
    const knife = new Knife(world);
    const p = world.particles;
    p.vx.forEach((_, i) => {
      p.vx[i] = 0.3 * p.z[i];
      p.vy[i] = 0.1;
    });
    const { energy: before } = run(world, DT, 2);
    const [mass, ...momentum] = sums(world);
    const answer = knife.cut(wall(0.011));
    expect(answer.message).toBeUndefined();
    expect(answer.count).toBeGreaterThan(5);
    const after = sums(world);
    expect(after[0] / mass).toBeCloseTo(1, 12);
    momentum.forEach((value, k) => {
      expect(Math.abs(after[k + 1] - value)).toBeLessThan(1e-12 * mass);
    });
    const body = world.bodies[0];
    if (body.matter) expect(matterPieces(body as LatticeMatter).sizes).toHaveLength(2);
    else expect(pieces(body)).toHaveLength(2);
    // The halves are pulled apart, and nothing holds them.
    p.vx.forEach((_, i) => {
      p.vx[i] += p.x[i] < 0.011 ? -1 : 1;
    });
    const kinetic = 0.5 * mass;
    let report = step(world, DT);
    for (let k = 0; k < 19; k++) {
      report = step(world, DT);
      expect(report.fault).toBeUndefined();
    }
    expect(report.energy.total).toBeLessThan(1.02 * (before.total + kinetic)); // what the work of parting adds is mixed terms
    const gap =
      Math.min(...Array.from(p.x).filter((x) => x > 0)) - Math.max(...Array.from(p.x).filter((x) => x < 0));
    expect(gap).toBeGreaterThan(0.3); // 0.2 s at 2 m/s, less what the halves swing
    expect(report.strain.max).toBeLessThan(0.5);
  });

  it('is in snapshots of worlds that have a knife, and goes on byte-equal', () => {
    const world = toolWorld(model);
    const [hand, knife] = [new Hand(world), new Knife(world)];
    run(world, DT, 2);
    expect(knife.cut(wall(0.011)).count).toBeGreaterThan(0);
    run(world, DT, 2);
    hand.grab({ point: [-0.2, world.particles.y[0], 0], radius: 0.08 });
    const half = snapshot(world);
    run(world, DT, 4);
    const again = toolWorld(model);
    new Hand(again);
    const other = new Knife(again);
    restore(again, half);
    run(again, DT, 4);
    expect(hash(again)).toBe(hash(world));
    // Both can be cut again, with the same result.
    for (const one of [knife, other]) expect(one.cut(wall(-0.12)).count).toBeGreaterThan(0);
    run(world, DT, 2);
    run(again, DT, 2);
    expect(hash(again)).toBe(hash(world));
  });

  it('leaves the run as it is until it cuts', () => {
    const [plain, world] = [toolWorld(model), toolWorld(model)];
    new Knife(world);
    run(plain, DT, 3);
    run(world, DT, 3);
    expect(world.particles.position.view).toEqual(plain.particles.position.view);
  });
});

describe.each(SHEETS)('a slit in %s', (model) => {
  it('opens no more than a row of triangles, and hangs together around its end', () => {
    const world = toolWorld(model, {}, still);
    const body = world.bodies[0];
    const whole = area(world, body);
    expect(new Knife(world).cut(wall(0.011, -1, 0.03)).count).toBeGreaterThan(2);
    expect(pieces(body)).toHaveLength(1);
    const lost = (whole - area(world, body)) / whole;
    // Cloth parts along its edges; others lose the cells that the slit of half the length goes through, and their like at its end.
    if (model === 'adaptive-cloth') expect(Math.abs(lost)).toBeLessThan(1e-12);
    else expect(lost).toBeLessThan(1.6 * (0.55 / Math.sqrt(body.triangles.length / 6)));
    expect(run(world, DT, 5).fault).toBeUndefined();
  });
});

describe('a knife', () => {
  it('cuts cloth in two without losing any, wherever the blade goes', () => {
    for (const slope of [0, 0.7, -3]) {
      const world = toolWorld('adaptive-cloth', { startLevel: 3 });
      const knife = new Knife(world);
      const blade = wall(0).map((value, k, all) => (k % 3 === 0 ? 0.013 + slope * all[k + 2] : value));
      knife.cut(blade);
      expect(pieces(world.bodies[0])).toHaveLength(2);
      expect(area(world, world.bodies[0])).toBeCloseTo(0.25, 12);
      expect(run(world, DT, 3).fault).toBeUndefined();
    }
  });

  it('says why where it cannot cut', () => {
    const grid = new Knife(toolWorld('adaptive-grid'));
    expect(grid.cut(wall(0.01)).message).toMatch(/An adaptive grid cannot be cut/);
    expect(grid.cut(wall(3)).message).toBe('The blade met nothing that it could cut.');
    const matter = new Knife(toolWorld('lattice-matter'));
    expect(matter.cut(wall(0.011, -1, 0.03)).message).toMatch(/does not go all the way/);
    const sheet = new Knife(toolWorld('provot-sheet'));
    expect(sheet.cut(wall(3))).toEqual({ count: 0, message: 'The blade met nothing that it could cut.' });
    expect(() => sheet.cut([1, 2, 3])).toThrow('blade: must be nine numbers a triangle, got 3 numbers');
    expect(() => sheet.cut([...wall(0).slice(1), Number.NaN])).toThrow('blade[17]: must be a finite number');
  });

  it('is asked for by snapshots of what it has cut', () => {
    const world = toolWorld('provot-sheet');
    new Knife(world).cut(wall(0.011));
    expect(() => restore(toolWorld('provot-sheet'), snapshot(world))).toThrow(SnapshotError);
  });

  it('cuts sheets that touch themselves and colliders, and contact goes by what is left', () => {
    const contact = { self: true, edges: true };
    const colliders = [{ name: 'ball', shape: { kind: 'sphere', radius: 0.15 }, position: [0, -0.2, 0] }];
    for (const [model, change] of [
      ['provot-sheet', { points: [9, 9] }],
      ['adaptive-cloth', { maxLevel: 2 }],
    ] as const) {
      const engine = { name: model === 'provot-sheet' ? 'euler-cromer' : 'implicit-euler' };
      const world = toolWorld(model, change, { engine, contact, colliders });
      const knife = new Knife(world);
      run(world, DT, 12);
      expect(knife.cut(wall(0.011)).count).toBeGreaterThan(0);
      const report = run(world, DT, 15);
      expect(report.fault).toBeUndefined();
      expect(report.contact?.crossings ?? 0).toBe(0);
      expect(report.penetrationMax).toBeLessThan(1e-4);
    }
  });
});

describe('a blade', () => {
  it('tells what goes through it from what passes by, at any turn', () => {
    const blade = new Blade([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(blade.crosses(0.2, 0.2, -1, 0.3, 0.3, 1)).toBe(true);
    expect(blade.crosses(0.2, 0.2, 1, 0.3, 0.3, -1)).toBe(true);
    expect(blade.crosses(0.7, 0.7, -1, 0.7, 0.7, 1)).toBe(false);
    expect(blade.crosses(0.2, 0.2, 0.1, 0.3, 0.3, 1)).toBe(false);
    expect(blade.crosses(0.2, 0.2, 0, 0.2, 0.2, -1)).toBe(true);
    expect(blade.crosses(0.2, 0.2, 0, 0.2, 0.2, 1)).toBe(false); // what ends in it is on one side
  });
});
