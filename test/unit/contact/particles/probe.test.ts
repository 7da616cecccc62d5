import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCollider, ParticleContact } from '../../../../src/contact/index.ts';
import {
  BOX_TRIANGLES,
  boxCorners,
  direction,
  landscape,
  number,
  place,
  solidSpec,
  type Vec,
} from '../solids.ts';

const RUNS = { numRuns: 200, seed: 1 };

const BOX_MESH = { kind: 'mesh', vertices: boxCorners([1, 0.5, 0.25]), triangles: BOX_TRIANGLES } as const;

describe('depth at a point', () => {
  it('is minus the least distance of all colliders, where they are at that time', () => {
    const one = fc.tuple(fc.oneof(solidSpec, fc.constant(BOX_MESH)), place, direction, number(-180, 180));
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 8 }), place, number(0, 2), (specs, x, time) => {
        const all = specs.map(([shape, position, axis, angle], k) =>
          createCollider({
            name: `${k}`,
            shape,
            position,
            rotation: { axis, angle },
            // Every second one moves.
            keyframes: k % 2 ? [{ time: 0 }, { time: 2, position: [0, 0, 0] }] : [],
          }),
        );
        const alone = all.map((c) => new ParticleContact([c], []).depthAt(...x, time));
        expect(new ParticleContact(all, []).depthAt(...x, time)).toBe(Math.max(...alone));
      }),
      RUNS,
    );
  });

  it('is positive inside solids, negative outside, and never positive for a mesh', () => {
    const sphere = createCollider({
      name: 'sphere',
      shape: { kind: 'sphere', radius: 0.5 },
      keyframes: [{ time: 0 }, { time: 1, position: [1, 0, 0] }],
    });
    const stage = new ParticleContact([sphere], []);
    expect(stage.depthAt(0.1, 0, 0, 0)).toBeCloseTo(0.4, 15);
    expect(stage.depthAt(0.1, 0, 0, 1)).toBeCloseTo(-0.4, 15);
    const mesh = new ParticleContact([createCollider({ name: 'mesh', shape: BOX_MESH })], []);
    expect(mesh.depthAt(0, 0, 0, 0)).toBeCloseTo(-0.25, 15);
    expect(mesh.depthAt(0, 0, 1, 0)).toBeCloseTo(-0.75, 15);
    expect(new ParticleContact([], []).depthAt(0, 0, 0, 0)).toBe(-Infinity);
  });
});

/** Share of the segment between which it is within the box of half-extents. */
function within(a: Vec, b: Vec, half: Vec): [number, number] {
  let [enters, leaves] = [0, 1];
  for (let axis = 0; axis < 3; axis++) {
    const way = b[axis] - a[axis];
    const ends = [(-half[axis] - a[axis]) / way, (half[axis] - a[axis]) / way];
    enters = Math.max(enters, Math.min(...ends));
    leaves = Math.min(leaves, Math.max(...ends));
  }
  return [enters, leaves];
}

describe('a segment', () => {
  it('passes through the skin of a box if it enters or leaves it, in whatever pose', () => {
    const half: Vec = [1, 0.5, 0.25];
    const near = fc.tuple(number(-2, 2), number(-1, 1), number(-0.5, 0.5));
    fc.assert(
      fc.property(near, near, place, direction, number(-180, 180), (a, b, position, axis, angle) => {
        const skin = createCollider({ name: 'box', shape: BOX_MESH, position, rotation: { axis, angle } });
        const solid = createCollider({
          name: 'box',
          shape: { kind: 'box', size: [2, 1, 0.5] },
          position,
          rotation: { axis, angle },
        });
        const stage = new ParticleContact([skin], []);
        const sure = new ParticleContact([solid], []);
        const ends = [a, b].map((x) => x.map((value, k) => value + position[k]) as Vec);
        const turned = [a, b].map((x) => turnedBack(x, axis, angle));
        const [enters, leaves] = within(turned[0], turned[1], half);
        fc.pre(Math.abs(leaves - enters) > 1e-9); // grazing: either answer is right
        const insides = ends.map((x) => sure.depthAt(...x, 0) > 0);
        const expected = leaves > enters && !(insides[0] && insides[1]);
        expect(stage.crosses(Float64Array.from(ends.flat()), 0)).toBe(expected);
        expect(sure.crosses(Float64Array.from(ends.flat()), 0)).toBe(false); // solids are not asked
      }),
      RUNS,
    );
  });

  it('is not let through between triangles: straight down on edges and corners of a landscape', () => {
    const ground = landscape(1, 8, (i, j) => 0.1 * ((i * 7 + j * 3) % 5));
    const stage = new ParticleContact(
      [createCollider({ name: 'ground', shape: { kind: 'mesh', ...ground } })],
      [],
    );
    for (let i = 1; i < 64; i++) {
      for (let j = 1; j < 64; j++) {
        const [x, z] = [-1 + i / 32, -1 + j / 32];
        const y = ground.heightAt(x, z);
        expect(stage.crosses(Float64Array.of(x, y + 0.01, z, x, y - 0.01, z), 0)).toBe(true);
        expect(stage.crosses(Float64Array.of(x, y + 2, z, x, y + 0.01, z), 0)).toBe(false);
      }
    }
  });
});

/** x in the axes of something turned by `angle` degrees about `axis` (Rodrigues). */
function turnedBack(x: Vec, axis: Vec, angle: number): Vec {
  const [c, s] = [Math.cos((-angle * Math.PI) / 180), Math.sin((-angle * Math.PI) / 180)];
  const along = axis[0] * x[0] + axis[1] * x[1] + axis[2] * x[2];
  const [ax, ay, az] = axis;
  return [
    x[0] * c + (ay * x[2] - az * x[1]) * s + ax * along * (1 - c),
    x[1] * c + (az * x[0] - ax * x[2]) * s + ay * along * (1 - c),
    x[2] * c + (ax * x[1] - ay * x[0]) * s + az * along * (1 - c),
  ];
}
