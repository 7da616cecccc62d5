/**
 * Contact of surfaces inside an implicit solve: a cloth over the rim of a box; two free sheets that collide; and forces as what
 * the energy of contacts loses on the way.
 */
import { buildScene, parseScene, restore, snapshot, step, type World } from 'pliant';
import { describe, expect, it } from 'vitest';
import { crossings } from '../../../../lab/validation/exact/crossings.ts';
import { surfaceOf } from '../../../../lab/validation/exact/judge.ts';
import type { Block } from '../../../../src/core/arena.ts';
import type { ContactPotential, ContactRows } from '../../../../src/core/implicit.ts';
import { random, seedRandom } from '../../../../src/math/random.ts';
import { collidingSheets, eachAssembly } from './colliding-sheets.ts';

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
    { potential: true },
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

describe('two free sheets that collide', () => {
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

/** Rows that gather the forces of contacts, one for each particle, in full precision. */
class GatheredRows implements ContactRows {
  readonly rowOf: Int32Array;
  readonly forces: Float64Array;
  readonly touching: Float32Array;
  isHeld = false;

  constructor(particles: number) {
    this.rowOf = Int32Array.from({ length: particles }, (_, i) => i);
    this.forces = new Float64Array(4 * particles);
    this.touching = new Float32Array(12 * particles);
  }

  get residual(): Float32Array {
    return this.forces as unknown as Float32Array;
  }

  records(count: number) {
    const words = new Int32Array(16 * count);
    return { words, numbers: new Float32Array(words.buffer) };
  }
}

/**
 * Returns the largest difference between a force and what the energy loses, over the largest force, at the present positions
 * moved at random by up to `reach` (m); undefined if nothing presses there.
 */
function worstForce(
  world: World,
  potential: ContactPotential,
  reach: number,
  state: Int32Array,
): number | undefined {
  const { position, stride, count } = world.particles;
  const saved = position.view.slice();
  for (let axis = 0; axis < 3; axis++) {
    for (let i = 0; i < count; i++) position.view[axis * stride + i] += reach * (2 * random(state) - 1);
  }
  const x = position.view.slice();
  const rows = new GatheredRows(stride);
  potential.assemble(world, rows);
  const most = rows.forces.reduce((largest, f) => Math.max(largest, Math.abs(f)), 0);
  const energyAt = (at: number, offset: number) => {
    const moved = x.slice();
    moved[at] += offset;
    return potential.energy(world, { view: moved } as unknown as Block<'f64'>);
  };
  let worst = 0;
  for (let axis = 0; axis < 3; axis++) {
    for (let i = 0; i < count; i++) {
      const at = axis * stride + i;
      const lost = (energyAt(at, -WAY) - energyAt(at, WAY)) / (2 * WAY);
      worst = Math.max(worst, Math.abs(rows.forces[4 * i + axis] - DT * DT * lost) / most);
    }
  }
  position.view.set(saved);
  return most > 0 ? worst : undefined;
}

/**
 * Half the difference of positions, m. Where a contact begins to press within it, the error is a quarter of the stiffness times
 * this (measured: 1e-4 at 1e-9 m, 1e-3 at 1e-8 m); the rounding of positions is 1e-6 of it.
 */
const WAY = 1e-11;

describe('the force of contacts', () => {
  it('is what their energy loses on the way: when they press little and much, stick and slide', () => {
    const state = new Int32Array(4);
    seedRandom(state, 1);
    const world = collidingSheets();
    const errors: number[] = [];
    eachAssembly(world, (potential) => {
      for (const reach of [0, 1e-5, 3e-4]) {
        const error = worstForce(world, potential, reach, state);
        if (error !== undefined) errors.push(error);
      }
    });
    for (let k = 0; k < 12; k++) step(world, DT);
    expect(errors.length).toBeGreaterThan(10);
    // See WAY: both errors are a few millionths.
    expect(Math.max(...errors)).toBeLessThan(1e-5);
  });
});
