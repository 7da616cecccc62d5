/** What the Aurora experiments measure, on sheets whose measures are known. */
import { describe, expect, it } from 'vitest';
import {
  creaseAngles,
  distanceTo,
  foldAngle,
  layerGaps,
  planarStrain,
  touching,
  yaw,
} from '../../../../lab/experiments/aurora/measure.ts';
import {
  CENTIMETRE,
  cm,
  FLOOR,
  floor,
  halfCylinder,
  ROOM,
  wedge,
} from '../../../../lab/experiments/aurora/room.ts';
import {
  type Aurora,
  advance,
  centreOfMass,
  createAurora,
  GRAVITY,
  LAYER_DISTANCE,
  MASS,
  RADIUS,
} from '../../../../lab/experiments/aurora/sheet.ts';

/** Puts every mass where `map` takes it. */
function moved(aurora: Aurora, map: (x: number, y: number, z: number) => [number, number, number]): Aurora {
  const { x, y, z, count } = aurora.world.particles;
  for (let i = 0; i < count; i++) [x[i], y[i], z[i]] = map(x[i], y[i], z[i]);
  return aurora;
}

const sheet = () => createAurora({ colliders: [], position: [0, 0, 0] });

describe('a sheet', () => {
  it('is that of the thesis: 221 masses of 0.4 g, 881 springs, layers 1 mm apart', () => {
    const { world, lattice } = sheet();
    expect([lattice.masses.length, lattice.springs.length]).toEqual([221, 881]);
    for (let i = 0; i < 221; i++) expect(world.particles.mass.view[i]).toBeCloseTo(MASS, 12);
    for (const gap of layerGaps(sheet())) expect(gap).toBeCloseTo(LAYER_DISTANCE, 12);
  });

  it('falls as a body in air: g/γ (t − (1 − e^(−γt))/γ)', () => {
    const aurora = createAurora({ colliders: [], airRate: 2 });
    const start = centreOfMass(aurora)[1];
    advance(aurora, 1);
    const exact = (GRAVITY / 2) * (1 - (1 - Math.exp(-2)) / 2);
    // The mid-point rule at 0.02 s: (γh)² / 6 of the way.
    expect(Math.abs((start - centreOfMass(aurora)[1]) / exact - 1)).toBeLessThan(3e-4);
  });
});

describe('measures', () => {
  it('yaw is the angle of a turn about the vertical, whatever the stretch and the place', () => {
    const [c, s] = [Math.cos(0.3), Math.sin(0.3)];
    const turned = moved(sheet(), (x, y, z) => [c * x + s * z + 1, y - 2, -s * x + c * z]);
    expect(yaw(turned)).toBeCloseTo((0.3 * 180) / Math.PI, 9);
    expect(yaw(moved(sheet(), (x, y, z) => [1.4 * x, y, 0.7 * z]))).toBeCloseTo(0, 9);
  });

  it('strain of a sheet stretched evenly is its stretch, and only that of springs in layers', () => {
    const { stretch, mean, max } = planarStrain(moved(sheet(), (x, y, z) => [1.1 * x, 5 * y, 1.1 * z]));
    for (const value of [stretch, mean, max]) expect(value).toBeCloseTo(0.1, 9);
  });

  it('fold is the angle between the halves of a folded sheet', () => {
    const half = (x: number, y: number, z: number): [number, number, number] =>
      x > 0 ? [0, y - x, z] : [x, y, z];
    expect(foldAngle(sheet())).toBeCloseTo(0, 5);
    expect(foldAngle(moved(sheet(), half))).toBeCloseTo(90, 5);
  });

  it('creases are found along shared edges', () => {
    const roof = { x: [-1, 0, 0, 1], y: [0, 1, 1, 0], z: [0, -1, 1, 0] };
    expect(creaseAngles(roof, [0, 2, 1, 1, 2, 3])).toEqual([expect.closeTo(90, 9)]);
  });

  it('distances follow a thing’s place and turn', () => {
    const around = distanceTo(halfCylinder());
    expect(around(0, FLOOR + 2.2 * CENTIMETRE, 0.5 * CENTIMETRE)).toBeCloseTo(0.01, 9);
    expect(distanceTo(wedge())(...cm(0, -1.01, 0))).toBeCloseTo(0, 9);
    const low = createAurora({ colliders: [], position: [0, FLOOR + RADIUS, 0] });
    expect(touching(low, floor())).toBe(121);
    expect(ROOM.min[1]).toBe(FLOOR);
  });
});
