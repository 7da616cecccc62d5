/**
 * Contact of surfaces inside an implicit solve: a cloth over the rim of a box; two free sheets that collide; and forces as what
 * the energy of contacts loses on the way.
 */
import { buildScene, parseScene, restore, snapshot, step, type World } from 'pliant';
import { describe, expect, it } from 'vitest';
import { crossings } from '../../../../lab/validation/exact/crossings.ts';
import { surfaceOf } from '../../../../lab/validation/exact/judge.ts';
import type { Block } from '../../../../src/core/arena.ts';
import type { ContactPotential } from '../../../../src/core/implicit.ts';
import { random, seedRandom } from '../../../../src/math/random.ts';
import { collidingSheets, eachAssembly } from './colliding-sheets.ts';
import { GatheredRows } from './gathered-rows.ts';

const DT = 1 / 60;

function cloth(size: number, cells: number, height: number, colliders: object[]): World {
  return buildScene(
    parseScene({
      format: 1,
      engine: { name: 'implicit-euler', substeps: 1 },
      contact: { self: false },
      bodies: [
        {
          name: 'cloth',
          model: 'adaptive-cloth',
          size: [size, size],
          cells: [cells, cells],
          maxLevel: 0,
          position: [0, height, 0],
          rotation: { axis: [1, 0, 0], angle: -90 },
          jitter: 0.001,
          material: 'cotton',
        },
      ],
      colliders,
    }),
  );
}

const overTable = () =>
  cloth(1.2, 12, 0.85, [
    {
      name: 'table',
      shape: { kind: 'box', size: [0.8, 0.03, 0.8] },
      position: [0, 0.765, 0],
      friction: 0.4,
    },
  ]);

describe('a cloth that falls over the rim of a table', () => {
  const whole = () => {
    const world = overTable();
    let [strain, energy, pairs] = [0, 0, 0];
    for (let k = 0; k < 40; k++) {
      const report = step(world, DT);
      expect(report.fault).toBeUndefined();
      strain = Math.max(strain, report.strain.max);
      energy = Math.max(energy, report.energy.cloth);
      pairs = report.contact?.pairs ?? 0;
    }
    return { strain, energy, pairs };
  };

  it('is not strained there', () => {
    const { strain, energy, pairs } = whole();
    expect(pairs).toBeGreaterThan(20);
    // It falls from 7 cm and brings 0.15 J: what is stored in it is a part of that. With edges unknown to the solve it was 13 J.
    expect(energy).toBeLessThan(0.15);
    expect(strain).toBeLessThan(0.05);
  });

  it('goes on byte-equal from snapshots, whatever pairs were near before them', () => {
    const first = overTable();
    const snapshots: Uint8Array[] = [];
    for (let k = 0; k < 28; k++) {
      snapshots.push(snapshot(first));
      step(first, DT);
    }
    expect(first.arena.find('contact.friction')?.length).toBeGreaterThan(0);
    const differing: number[] = [];
    for (let k = 13; k < 25; k++) {
      const second = overTable();
      restore(second, snapshots[k]);
      for (let ahead = 1; ahead <= 3; ahead++) step(second, DT);
      if (Buffer.compare(snapshot(second), snapshots[k + 3]) !== 0) differing.push(k);
    }
    expect(differing).toEqual([]);
  });
});

const momentum = ({ particles: p }: World) => {
  const sum = [0, 0, 0];
  for (let i = 0; i < p.count; i++) {
    for (let axis = 0; axis < 3; axis++) sum[axis] += p.mass.view[i] * p.velocity.view[axis * p.stride + i];
  }
  return sum;
};

describe('two free sheets that collide', () => {
  it('keep their momentum', () => {
    const world = collidingSheets();
    const before = momentum(world);
    // The momentum that one sheet has by its speed, kg·m/s.
    const whole =
      0.5 * 0.5 * world.particles.mass.view.slice(0, world.particles.count).reduce((a, m) => a + m, 0);
    for (let k = 0; k < 30; k++) step(world, DT);
    momentum(world).forEach((p, axis) => {
      expect(Math.abs(p - before[axis])).toBeLessThan(1e-6 * whole);
    });
  });

  it('do not pass through each other or themselves, by the exact judge', () => {
    const world = collidingSheets();
    let pairs = 0;
    for (let k = 0; k < 30; k++) {
      const report = step(world, DT);
      expect(report.fault).toBeUndefined();
      pairs = Math.max(pairs, report.contact?.pairs ?? 0);
      const { positions, triangles } = surfaceOf(world);
      expect(crossings(positions, triangles)).toEqual([]);
    }
    expect(pairs).toBeGreaterThan(20);
  });
});

/**
 * Returns the largest difference between a force and what the energy loses, over the largest force, at the present positions
 * moved at random by up to `reach` (m); undefined if nothing presses there.
 */
function worstForce(
  world: World,
  potential: ContactPotential,
  rows: GatheredRows,
  moved: Block<'f64'>,
  reach: number,
  state: Int32Array,
): number | undefined {
  const { position, stride, count, numbers } = world.particles;
  const saved = position.view.slice();
  for (let axis = 0; axis < 3; axis++) {
    for (let i = 0; i < count; i++) position.view[axis * stride + i] += reach * (2 * random(state) - 1);
  }
  potential.assemble(world, rows);
  const most = rows.forces.reduce((largest, f) => Math.max(largest, Math.abs(f)), 0);
  moved.view.set(position.view.subarray(0, numbers));
  const energyAt = (at: number, offset: number) => {
    moved.view[at] = position.view[at] + offset;
    const energy = potential.energy(world, moved);
    moved.view[at] = position.view[at];
    return energy;
  };
  let worst = 0;
  for (let axis = 0; axis < 3; axis++) {
    for (let i = 0; i < count; i++) {
      const at = axis * stride + i;
      const lost = (energyAt(at, -WAY) - energyAt(at, WAY)) / (2 * WAY);
      worst = Math.max(worst, Math.abs(rows.forces[4 * i + axis] - H * H * lost) / most);
    }
  }
  position.view.set(saved);
  return most > 0 ? worst : undefined;
}

/** Half the difference of positions, m. The springs of a solve are linear, so that it may be large beside rounding. */
const WAY = 1e-6;
/** Length of the steps, s: short enough for every contact. */
const H = 1 / 240;

describe('the force of contacts', () => {
  it('is what their energy loses on the way: when they press little and much, stick and slide', () => {
    const state = new Int32Array(4);
    seedRandom(state, 1);
    const world = collidingSheets();
    const rows = new GatheredRows(world, 4000);
    const moved = world.arena.scratch('test.moved', 'f64', world.particles.numbers);
    const errors: number[] = [];
    eachAssembly(world, (potential) => {
      for (const reach of [0, 1e-5, 3e-4]) {
        const error = worstForce(world, potential, rows, moved, reach, state);
        if (error !== undefined) errors.push(error);
      }
    });
    for (let k = 0; k < 48; k++) step(world, H);
    expect(errors.length).toBeGreaterThan(10);
    // Forces are rounded to f32, and weights too: some 1e-7 each.
    expect(Math.max(...errors)).toBeLessThan(2e-6);
  });
});
