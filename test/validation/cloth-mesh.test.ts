/** What a deformation of woven cloth costs does not depend on how the cloth is cut into triangles. */
import { describe, expect, it } from 'vitest';
import { hingeBend } from '../../src/models/adaptive-cloth/energy.ts';
import { hingeStiffness } from '../unit/models/adaptive-cloth/hinge-plate.ts';
import {
  COTTON,
  energies,
  type Place,
  type WovenOptions,
  wovenCloth,
} from '../unit/models/adaptive-cloth/woven-cloth.ts';

const UNIFORM = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/** Even and odd levels, and mixed ones; 4 × 4 cells of a square metre. */
const MESHES: WovenOptions[] = [
  ...UNIFORM.map((level) => ({ level })),
  { level: 2, mixed: 2 },
  { level: 3, mixed: 3 },
];
const STRETCHY = { stretchWarp: 3600, stretchWeft: 3000, shear: 120 };

describe('stretch and shear', () => {
  it.each([
    ['stretch along warp', (u, v) => [1.1 * u, v, 0], 0.5 * 3600 * 0.01],
    ['stretch along weft', (u, v) => [u, 0, 0.8 * v], 0.5 * 3000 * 0.04],
    // w_u · w_v = 0.2, and |w_v| = √1.04
    [
      'shear',
      (u, v) => [u + 0.2 * v, v, 0],
      0.5 * 120 * 0.04 + 0.5 * 3000 * (Math.sqrt(1.04) - 1) * (Math.sqrt(1.04) - 1),
    ],
    ['twist of both', (u, v) => [0.8 * u - 0.6 * v, 0.6 * u + 0.8 * v, 0], 0],
  ] as [string, Place, number][])('%s costs the same on every mesh', (_, place, exact) => {
    for (const mesh of MESHES) {
      const { world, cloth } = wovenCloth({ ...mesh, place, material: { ...STRETCHY } });
      const { woven, bend } = energies(world, cloth);
      expect(Math.abs(woven - exact)).toBeLessThan(1e-12 * 3000); // even deformations: rounding alone
      expect(bend).toBeLessThan(1e-18);
    }
  });
});

/** Rises from 0 and falls back to it at |x| = ½, with two slopes: what bends not at a free edge misses no hinge there. */
function hump(x: number): number {
  const y = Math.max(0, 1 - 4 * x * x);
  return y * y * y;
}
/** ∫ of the square of the second derivative, by the midpoint rule. */
function squareCurvature(of: (x: number) => number): number {
  const n = 4000;
  const d = 1e-4;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const x = -0.5 + (i + 0.5) / n;
    const bent = (of(x + d) - 2 * of(x) + of(x - d)) / (d * d);
    sum += (bent * bent) / n;
  }
  return sum;
}

const SMALL = 1e-4; // m of height on 1 m: angles small, where the curvature is the second derivative
const B = 1e-3;
const EVEN = { bendWarp: B, bendWeft: B };
/** Of its hinges, where no vertex may give way: 4/3 of what the sheet bends with once it is free to (energy.ts). */
const HINGES = (4 / 3) * B;

/** Shapes of small height by what bending them costs over ½ B SMALL². */
const ridge = squareCurvature(hump);
const SHAPES: [string, (u: number, v: number) => number, number][] = [
  ['along warp', (u) => hump(u), ridge],
  ['along weft', (_, v) => hump(v), ridge],
  ['a dome', (u, v) => hump(u) * hump(v), plate((u, v) => hump(u) * hump(v))],
  ['a round cap', (u, v) => hump(Math.sqrt(u * u + v * v)), plate((u, v) => hump(Math.sqrt(u * u + v * v)))],
  ['at 45°', oblique(1, 1), plate(oblique(1, 1))],
  ['at an odd angle', oblique(3, 1), plate(oblique(3, 1))],
  ['a twist', (u, v) => u * v * hump(u) * hump(v), plate((u, v) => u * v * hump(u) * hump(v))],
];

/** A ridge along another line, faded out towards the rim. */
function oblique(a: number, b: number): (u: number, v: number) => number {
  const length = Math.sqrt(a * a + b * b);
  return (u, v) => hump((a * u + b * v) / length) * hump(u) * hump(v);
}

/** ∫ (z_uu² + z_vv² + 2 z_uv²), by the midpoint rule. */
function plate(z: (u: number, v: number) => number): number {
  const n = 200;
  const d = 1e-3;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const [u, v] = [-0.5 + (i + 0.5) / n, -0.5 + (j + 0.5) / n];
      const uu = (z(u + d, v) - 2 * z(u, v) + z(u - d, v)) / (d * d);
      const vv = (z(u, v + d) - 2 * z(u, v) + z(u, v - d)) / (d * d);
      const uv = (z(u + d, v + d) - z(u + d, v - d) - z(u - d, v + d) + z(u - d, v - d)) / (4 * d * d);
      sum += (uu * uu + vv * vv + 2 * uv * uv) / (n * n);
    }
  }
  return sum;
}

function bendShare(mesh: WovenOptions, z: (u: number, v: number) => number, exact: number): number {
  const { world, cloth } = wovenCloth({
    material: EVEN,
    ...mesh,
    place: (u, v) => [u, v, SMALL * z(u, v)],
  });
  return energies(world, cloth).bend / (0.5 * HINGES * SMALL * SMALL * exact);
}

describe.each(SHAPES)('bending %s, every vertex held to the shape', (_, z, exact) => {
  it('converges to that of a plate, on even and odd levels alike', () => {
    const errors = UNIFORM.map((level) => Math.abs(bendShare({ level }, z, exact) - 1));
    // Edges of 1/4 m to 1/64 m: second order, two levels a quarter; on odd levels a ridge that runs into the rim misses
    // hinges there, which is of first order.
    for (const level of [5, 6]) expect(errors[level + 2]).toBeLessThan(0.5 * errors[level]);
    expect(Math.max(errors[5], errors[6])).toBeLessThan(0.06);
    expect(Math.max(errors[7], errors[8])).toBeLessThan(0.02);
  });

  it('is the same on cells of any aspect', () => {
    for (const cells of [
      [8, 4],
      [4, 12],
    ] as const) {
      expect(Math.abs(bendShare({ cells, level: 6 }, z, exact) - 1)).toBeLessThan(0.03);
    }
  });
});

describe('bending without stretching', () => {
  /** Rolled into a prism of as many sides as there are columns: no triangle is stretched. */
  it.each([0, 2, 4])('a rolled sheet of level %i stores bending alone', (level) => {
    const sides = 4 * Math.sqrt(2 ** level);
    const angle = 2 / sides;
    const radius = 0.5 / sides / Math.sin(angle / 2);
    const { world, cloth } = wovenCloth({
      level,
      material: { bendWarp: B, bendWeft: 3 * B },
      place: (u, v) => [radius * Math.cos(angle * sides * u), v, radius * Math.sin(angle * sides * u)],
    });
    const { woven, bend } = energies(world, cloth);
    const [warp] = hingeBend(cloth.material);
    // a hinge for every column but the two at the rims, each of angle² β_u over the length of a side
    expect(bend / (0.5 * warp * angle * angle * sides * (sides - 1))).toBeCloseTo(1, 9);
    expect(woven).toBeLessThan(1e-20);
  });

  it('warp and weft each bend with their own stiffness on even levels', () => {
    const along = (of: 'bendWarp' | 'bendWeft', z: (u: number, v: number) => number) => {
      const material = { bendWarp: 0, bendWeft: 0, [of]: B };
      return bendShare({ level: 6, material }, z, ridge);
    };
    const alone = hingeBend({ ...COTTON, bendWarp: B, bendWeft: 0 })[0] / HINGES;
    for (const share of [along('bendWarp', (u) => hump(u)), along('bendWeft', (_, v) => hump(v))]) {
      expect(Math.abs(share / alone - 1)).toBeLessThan(0.02); // edges of 1/32 m
    }
    expect(along('bendWarp', (_, v) => hump(v))).toBeLessThan(1e-12);
    expect(along('bendWeft', (u) => hump(u))).toBeLessThan(1e-12);
  });
});

describe('a plate that is free to find its shape', () => {
  it.each([2, 3, 4, 5])('bends with the rigidity of the material on level %i', (level) => {
    expect(Math.abs(hingeStiffness({ level, material: EVEN }) / B - 1)).toBeLessThan(0.03); // edges of 1/8 to 1/23 m
  });

  it.each([
    [3, 1],
    [4, 1],
    [4, 2],
  ])('and nearly so where levels mix: %i with %i rounds', (level, mixed) => {
    expect(Math.abs(hingeStiffness({ level, mixed, material: EVEN }) / B - 1)).toBeLessThan(0.06); // energy.ts
  });
});
