import { describe, expect, it } from 'vitest';
import { addRigidBodies, massProperties, type ShapeSpec } from '../../../../src/contact/index.ts';
import { hash, run, World } from '../../../../src/index.ts';
import { createIntegrator } from '../../../../src/integrators/index.ts';
import { BOX_FACES, boxCorners } from '../../../../src/math/box.ts';

/** Each number of `found` to so many digits of `wanted`. */
function expectClose(found: readonly number[], wanted: readonly number[], digits: number): void {
  expect(found).toHaveLength(wanted.length);
  for (let k = 0; k < found.length; k++) expect(found[k]).toBeCloseTo(wanted[k], digits);
}

const BOX = { kind: 'box', size: [0.3, 0.1, 0.2] } as const;

function world(): World {
  return new World(createIntegrator('euler-cromer'));
}

/** A box as a polyhedron, moved by `shift` and, where asked, turned by 30° about z. */
function boxFaces(size: readonly number[], shift: readonly number[], turned = false): ShapeSpec {
  const [c, s] = turned ? [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)] : [1, 0];
  const vertices = boxCorners(size).map(([x, y, z]) => [
    shift[0] + c * x - s * y,
    shift[1] + s * x + c * y,
    shift[2] + z,
  ]);
  return { kind: 'convex', vertices, faces: BOX_FACES };
}

describe('mass properties', () => {
  it('of a polyhedron are those of the box it is, wherever it lies', () => {
    const box = massProperties(BOX);
    const same = massProperties(boxFaces(BOX.size, [1, -2, 3]));
    expect(same.volume).toBeCloseTo(box.volume, 14);
    expectClose(same.centre, [1, -2, 3], 12);
    expectClose(same.gyration, box.gyration, 14);
    expect(same.axes).toEqual([0, 0, 0, 1]);
    expect(same.reach).toBeCloseTo(box.reach, 12);
  });

  it('finds the principal axes of a turned one', () => {
    const { axes, gyration } = massProperties(boxFaces(BOX.size, [0, 0, 0], true));
    const box = massProperties(BOX);
    // Which axis comes first is free: a turn by 30°, or by 30° − 90°.
    const angle = (2 * Math.atan2(axes[2], axes[3]) * 180) / Math.PI;
    expect(Math.abs(axes[0]) + Math.abs(axes[1])).toBeLessThan(1e-12);
    const quarter = Math.abs(angle - 30) < 1e-9 ? [0, 1] : [1, 0];
    if (quarter[0] === 1) expect(angle).toBeCloseTo(-60, 9);
    expectClose(
      gyration,
      [...quarter, 2].map((axis) => box.gyration[axis]),
      14,
    );
  });

  it('of a tetrahedron are those of the formula', () => {
    // Corner at the origin, edges of 1 m along the axes: I_xx = 6/80 m about its centre, I_xy = 1/80 m.
    const vertices = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const faces = [
      [0, 2, 1],
      [0, 1, 3],
      [0, 3, 2],
      [1, 2, 3],
    ];
    const { volume, centre, gyration } = massProperties({ kind: 'convex', vertices, faces });
    expect(volume).toBeCloseTo(1 / 6, 15);
    for (const x of centre) expect(x).toBeCloseTo(0.25, 15);
    // A matrix with a on the diagonal and b beside it has the eigenvalues a − b, a − b, a + 2b.
    const sorted = [...gyration].sort((p, q) => p - q);
    const [a, b] = [(3 / 80) * 2, 1 / 80];
    expectClose(sorted, [a - b, a - b, a + 2 * b], 14);
  });

  it('of round ones are those of many-sided prisms and of thin slices', () => {
    const [radius, height] = [0.2, 0.5];
    const sides = 400;
    const ring = (y: number) =>
      Array.from({ length: sides }, (_, k) => {
        const angle = (2 * Math.PI * k) / sides;
        return [radius * Math.cos(angle), y, radius * Math.sin(angle)];
      });
    const bottom = Array.from({ length: sides }, (_, k) => k);
    const top = bottom.map((k) => sides + k).reverse();
    const walls = bottom.map((k) => [k, sides + k, sides + ((k + 1) % sides), (k + 1) % sides]);
    const prism = massProperties({
      kind: 'convex',
      vertices: [...ring(-height / 2), ...ring(height / 2)],
      faces: [bottom, top, ...walls],
    });
    const cylinder = massProperties({ kind: 'cylinder', radius, height });
    // A polygon of n sides has less area by 2/3 (π/n)² = 4e-5.
    expect(prism.volume / cylinder.volume).toBeCloseTo(1, 4);
    expectClose(
      prism.gyration.map((k, axis) => k / cylinder.gyration[axis]),
      [1, 1, 1],
      4,
    );
    const capsule = massProperties({ kind: 'capsule', radius, height });
    const sums = [0, 0, 0];
    const slices = 20000;
    const length = height + 2 * radius;
    for (let k = 0; k < slices; k++) {
      const y = ((k + 0.5) / slices - 0.5) * length;
      const past = Math.max(0, Math.abs(y) - height / 2);
      const r2 = radius * radius - past * past;
      const dm = (Math.PI * r2 * length) / slices;
      sums[0] += dm;
      sums[1] += dm * (r2 / 4 + y * y);
      sums[2] += (dm * r2) / 2;
    }
    expect(capsule.volume).toBeCloseTo(sums[0], 8);
    expect(capsule.gyration[0]).toBeCloseTo(sums[1] / sums[0], 8);
    expect(capsule.gyration[1]).toBeCloseTo(sums[2] / sums[0], 8);
    expect(capsule.gyration[2]).toBe(capsule.gyration[0]);
  });
});

describe('a free rigid body', () => {
  const SPEC = {
    name: 'box',
    shape: BOX,
    mass: 2,
    position: [0.1, 0.2, 0.3],
    rotation: { axis: [1, 2, 3], angle: 40 },
    velocity: [1, -2, 0.5],
    spin: [0.1, 5, 0.2],
  } as const;

  it('falls, and keeps momentum and angular momentum where nothing pulls', () => {
    const room = world();
    const bodies = addRigidBodies(room, [SPEC]);
    const before = bodies.momentum();
    const { energy } = bodies;
    run(room, 1 / 60, 600);
    expectClose(bodies.momentum(), before, 11);
    // The middle axis of inertia is no axis to spin about for long: it has tumbled.
    expect(Math.abs(energy - bodies.energy)).toBeLessThan(0.02 * energy);
    const falling = world();
    const drop = addRigidBodies(falling, [SPEC], { gravity: [0, -10, 0] });
    run(falling, 0.01, 100);
    expect(drop.state.view[8]).toBeCloseTo(-12, 10);
    expect(drop.state.view[1]).toBeCloseTo(0.2 - 2 - 5, 10);
  });

  it('keeps the energy of tumbling to the second order of the step', () => {
    const error = (steps: number) => {
      const room = world();
      const bodies = addRigidBodies(room, [SPEC]);
      const { energy } = bodies;
      let worst = 0;
      run(room, 2 / steps, steps, () => {
        worst = Math.max(worst, Math.abs(bodies.energy - energy));
      });
      return worst;
    };
    const ratio = error(200) / error(400);
    expect(ratio).toBeGreaterThan(3.5);
    expect(ratio).toBeLessThan(4.5);
  });

  it('is seen where its own axes are, however its principal ones lie', () => {
    const room = world();
    const shape = boxFaces(BOX.size, [0.4, 0.1, -0.2], true);
    const position = [1, 2, 3] as const;
    const bodies = addRigidBodies(room, [{ ...SPEC, shape, position, spin: [0, 0, 0] }]);
    const pose = bodies.poseOf(0);
    expectClose(pose.position, position, 12);
    run(room, 0.1, 10);
    expectClose(
      bodies.poseOf(0).position,
      position.map((x, axis) => x + SPEC.velocity[axis]),
      12,
    );
  });

  it('moves evenly through the sub-step for who asks its collider', () => {
    const room = world();
    const bodies = addRigidBodies(room, [SPEC]);
    const { track } = bodies.colliders[0];
    const seen: number[][] = [];
    room.add({
      name: 'look',
      phase: 'limit',
      run: (at, h) => {
        seen.push([...track.poseAt(at.time).position], [...track.poseAt(at.time + h).position]);
        seen.push([...track.poseAt(at.time + h).quaternion]);
        return 'still';
      },
    });
    room.add({
      name: 'look again',
      phase: 'contact',
      run: (at, h) => {
        seen.push([...track.poseAt(at.time + h).position], [...track.poseAt(at.time + h).quaternion]);
        return 'still';
      },
    });
    run(room, 0.1, 1);
    expect(seen[0]).toEqual(SPEC.position);
    expect(seen[1]).toEqual(seen[3]);
    expect(seen[2]).toEqual(seen[4]);
    expect([...track.poseAt(room.time).position]).toEqual(seen[3]);
  });

  it.each([
    [{ ...SPEC, mass: 0 }, /^\[0\]\.mass: must be > 0/],
    [{ ...SPEC, density: 3 }, /^\[0\]\.density: the mass is given already/],
    [{ ...SPEC, mass: undefined, density: -1 }, /^\[0\]\.density: must be > 0/],
    [{ ...SPEC, spin: [0, Number.NaN, 0] as const }, /^\[0\]\.spin\[1\]: must be a finite number/],
    [{ ...SPEC, shape: { kind: 'plane' } as const }, /^\[0\]\.shape\.kind: a plane has no volume/],
    [{ ...SPEC, friction: -1 }, /^\[0\]\.friction: must be >= 0/],
  ])('is refused with the field at fault: %#', (spec, message) => {
    const room = world();
    expect(() => addRigidBodies(room, [spec])).toThrow(RangeError);
    expect(() => addRigidBodies(world(), [spec])).toThrow(message);
    expect(hash(room)).toBe(hash(world()));
  });
});
