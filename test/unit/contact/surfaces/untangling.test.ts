/** Surfaces that start in each other are separated slowly; those that cannot be are reported. */
import { describe, expect, it } from 'vitest';
import { crossedLines, crossingWarning } from '../../../../src/contact/surfaces/crossing-report.ts';
import { findCrossings, type Surface } from '../../../../src/contact/surfaces/crossings.ts';
import { findContours } from '../../../../src/contact/surfaces/intersection-contours.ts';
import { connect } from '../../../../src/contact/surfaces/surface-geometry.ts';
import { UNTANGLE_SPEED, Untangling } from '../../../../src/contact/surfaces/untangling.ts';
import { step } from '../../../../src/core/step.ts';
import { World } from '../../../../src/core/world.ts';
import { gravity } from '../../../../src/forces/gravity.ts';
import { buildScene, parseScene, type SceneInput } from '../../../../src/index.ts';
import { createIntegrator } from '../../../../src/integrators/index.ts';
import { BOX_FACES, boxCorners } from '../../../../src/math/box.ts';
import { addProvotSheet } from '../../../../src/models/layered-sheet/provot/provot.ts';

type Place = (u: number, v: number) => readonly [number, number, number];
interface Mesh {
  points: number[][];
  triangles: number[][];
  solid?: boolean;
}

const DT = 1 / 60;
const material = { density: 0.2, stretch: 100, shear: 30, bend: 0.2, damping: 0.2, thickness: 0.001 };

/** A world of sheets of 1 m × 1 m, 0.2 kg each. */
function sheets(places: readonly Place[], points = 9): World {
  const world = new World(createIntegrator('euler-cromer'));
  places.forEach((place, k) => {
    addProvotSheet(world, { name: `sheet ${k}`, size: [1, 1], points: [points, points], material, place });
  });
  world.substeps = 8;
  return world;
}

function surfaceOf(world: World, obstacles: readonly Mesh[] = []): Surface {
  const { startPosition: x, stride, count } = world.particles;
  const points: number[] = [];
  for (let i = 0; i < count; i++) points.push(x.view[i], x.view[i + stride], x.view[i + 2 * stride]);
  const triangles: number[] = [];
  const owner: number[] = [];
  world.bodies.forEach((body, k) => {
    triangles.push(...body.triangles.view);
    for (let t = 0; t < body.triangles.length; t += 3) owner.push(k);
  });
  obstacles.forEach((mesh, k) => {
    const at = points.length / 3;
    points.push(...mesh.points.flat());
    triangles.push(...mesh.triangles.flat().map((i) => i + at));
    owner.push(...mesh.triangles.map(() => world.bodies.length + k));
  });
  return {
    points: Float64Array.from(points),
    triangles: Int32Array.from(triangles),
    owner: Int32Array.from(owner),
    sheets: world.bodies.length,
    joins: undefined,
    solid: [...world.bodies.map(() => false), ...obstacles.map(({ solid }) => solid === true)],
  };
}

/** What is to be left out of contact. */
function look(tangle: Untangling, world: World, obstacles: readonly Mesh[] = []): Int32Array {
  const surface = surfaceOf(world, obstacles);
  const excluded = new Int32Array(surface.owner.length);
  expect(tangle.search(world, surface, excluded)).toBe(tangle.crossings);
  return excluded;
}

/** Adds a stage that works crossings apart as surface contact does. */
function untangle(world: World, obstacles: readonly Mesh[] = []): Untangling {
  const tangle = new Untangling();
  let looked = false;
  world.add({
    name: 'tangle',
    phase: 'contact',
    run: (w, h) => {
      if (w.substep === 0 && (!looked || tangle.crossings > 0)) look(tangle, w, obstacles);
      looked = true;
      return tangle.resolve(w, h) ? 'moved' : 'still';
    },
  });
  return tangle;
}

function box([x, y, z]: number[], [a, b, c]: number[]): Mesh {
  const points = boxCorners([a, b, c]).map(([u, v, w]) => [x + u, y + v, z + w]);
  const triangles = BOX_FACES.flatMap(([p, q, r, s]) => [
    [p, q, r],
    [p, r, s],
  ]);
  return { points, triangles, solid: true };
}

/** An open cone, its tip up. */
function spike([x, y, z]: number[], radius: number, height: number): Mesh {
  const n = 9;
  const rim = Array.from({ length: n }, (_, i) => {
    const angle = (2 * Math.PI * i) / n;
    return [x + radius * Math.cos(angle), y - height, z + radius * Math.sin(angle)];
  });
  return { points: [[x, y, z], ...rim], triangles: rim.map((_, i) => [0, 1 + ((i + 1) % n), 1 + i]) };
}

const level: Place = (u, v) => [u, 0, v];
/** Off the middle, so that no edge meets an edge. */
const shifted: Place = (u, v) => [u + 0.011, 0, v + 0.013];
function turned(degrees: number, along: number, right = 0.013): Place {
  const angle = (degrees * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return (u, v) => [v + right, (u + along) * s + 0.003, (u + along) * c + 0.017];
}
/** A strip that passes through itself: a loop with both ends crossed. */
const loop: Place = (u, v) => {
  const half = (160 * Math.PI) / 180;
  const radius = 0.25 / half;
  const angle = Math.min(half, Math.abs(u) / radius);
  const rest = Math.max(0, Math.abs(u) - 0.25);
  const x = radius * Math.sin(angle) + rest * Math.cos(angle);
  return [Math.sign(u) * x, -radius * Math.cos(angle) + rest * Math.sin(angle), v];
};

/** s within which it is over: the way that the parts have to go at UNTANGLE_SPEED, and half as much again. */
const cases: { name: string; places: Place[]; obstacles?: Mesh[]; within: number }[] = [
  { name: 'two sheets crossed in the middle, upright', places: [level, turned(90, 0)], within: 4.5 },
  { name: 'two sheets crossed in the middle, at 20°', places: [level, turned(20, 0)], within: 4.5 },
  { name: 'the rim of a sheet through another', places: [level, turned(70, 0.4)], within: 2 },
  { name: 'corners of two sheets in each other', places: [level, turned(90, 0, 0.7)], within: 3 },
  { name: 'a strip that crosses itself', places: [loop], within: 4.5 },
  { name: 'a spike', places: [shifted], obstacles: [spike([0, 0.2, 0], 0.1, 0.6)], within: 2 },
  { name: 'a thin spike', places: [shifted], obstacles: [spike([0, 0.2, 0], 0.02, 0.6)], within: 2 },
  { name: 'a pole', places: [shifted], obstacles: [box([0, -0.3, 0], [0.03, 1, 0.03])], within: 2 },
  { name: 'a box', places: [shifted], obstacles: [box([0, -0.1, 0], [0.5, 0.4, 0.5])], within: 1 },
  {
    name: 'a corner of it in a box',
    places: [shifted],
    obstacles: [box([0.8, 0, 0.8], [1, 0.3, 1])],
    within: 1.5,
  },
];

describe.each(cases)('a sheet in the way of itself or others: $name', ({ places, obstacles, within }) => {
  it('comes apart, with little energy', () => {
    const world = sheets(places);
    const tangle = untangle(world, obstacles);
    const start = step(world, DT).energy.total;
    expect(tangle.crossings).toBeGreaterThan(5);
    // 1 % of what it takes to lift the sheets by their own length; at 0.15 m/s they have 0.1 % of it.
    const most = start + 0.01 * 9.81 * 0.2 * places.length;
    while (tangle.crossings > 0 && world.time < within) {
      const report = step(world, DT);
      expect(report.fault).toBeUndefined();
      expect(report.energy.total).toBeLessThan(most);
    }
    step(world, DT);
    expect(findCrossings(connected(surfaceOf(world, obstacles))).count).toBe(0);
  });
});

function connected(surface: Surface) {
  return { ...surface, ...connect(surface.triangles, surface.points.length / 3) };
}

describe('working apart', () => {
  it('keeps momentum and the centre of mass, and takes energy from nobody else', () => {
    const world = sheets([level, turned(60, 0.1)]);
    const tangle = untangle(world);
    const before = moments(world);
    for (let i = 0; i < 40; i++) step(world, DT);
    expect(tangle.crossings).toBeGreaterThan(0);
    // Rounding of some thousand additions; 0.4 kg at 0.15 m/s is 0.06 N s.
    const change = moments(world).map((value, k) => Math.abs(value - before[k]));
    expect(Math.max(...change)).toBeLessThan(1e-12);
  });

  it('moves nothing faster than it says, and never speeds it up', () => {
    const world = sheets([level, turned(60, 0.1)]);
    const { particles: p } = world;
    for (let i = 0; i < p.count; i++) p.velocity.view[i + p.stride] = i < p.count / 2 ? 1 : -1;
    const tangle = new Untangling();
    p.startPosition.view.set(p.position.view);
    look(tangle, world);
    const x = p.position.view.slice();
    const kinetic = () => world.kernels.kineticEnergy(p.mass.offset, p.velocity.offset, p.stride);
    const before = kinetic();
    expect(tangle.resolve(world, 0.01)).toBe(true);
    expect(kinetic()).toBeLessThanOrEqual(before * (1 + 1e-12));
    let most = 0;
    for (let k = 0; k < x.length; k++) most = Math.max(most, Math.abs(p.position.view[k] - x[k]));
    expect(most).toBeGreaterThan(0);
    // A point that has a small part in a crossing moves by more than the crossing, up to three times.
    expect(most).toBeLessThan(3 * UNTANGLE_SPEED * 0.01);
  });

  it('is gentle under gravity too', () => {
    const up =
      (place: Place): Place =>
      (u, v) => {
        const [x, y, z] = place(u, v);
        return [x, y + 1, z];
      };
    const world = sheets([up(level), up(turned(60, 0.1))]);
    world.addForce(gravity([0, -9.81, 0]));
    untangle(world);
    const start = step(world, DT).energy.total; // 4 J: 0.4 kg, 1 m up
    for (let i = 0; i < 60; i++) expect(step(world, DT).energy.total).toBeLessThan(1.01 * start);
  });

  it('leaves crossed triangles and those around them out of contact, and no others', () => {
    const world = sheets([level, turned(90, 0.4)]);
    world.particles.startPosition.view.set(world.particles.position.view);
    const tangle = new Untangling();
    const left = look(tangle, world);
    const share = left.reduce((sum, flag) => sum + flag, 0) / left.length;
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.7);
  });
});

describe('surfaces in one plane', () => {
  it.each([
    ['level', level],
    ['sloping', ((u, v) => [0.8 * u, 0.6 * u, v]) as Place],
  ])('%s ones do not cross, and get an order', (_name, place) => {
    const world = sheets([place, place, place]);
    world.particles.startPosition.view.set(world.particles.position.view);
    const tangle = new Untangling();
    look(tangle, world);
    expect(tangle.crossings).toBe(0);
    const { position, stride } = world.particles;
    world.particles.startPosition.view.set(position.view);
    const now = connected(surfaceOf(world));
    expect(findCrossings(now).count).toBe(0);
    const each = world.particles.count / 3;
    const first = now.triangles.subarray(0, 3);
    const normal = [0, 1, 2].map((axis) => {
      const [a, b, c] = [...first].map((i) => 3 * i);
      const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
      const x = now.points;
      return (x[b + i] - x[a + i]) * (x[c + j] - x[a + j]) - (x[b + j] - x[a + j]) * (x[c + i] - x[a + i]);
    });
    for (let i = 0; i < each; i++) {
      const along = [0, 1, 2].map((sheet) => {
        const at = sheet * each + i;
        return normal.reduce((sum, n, axis) => sum + n * position.view[axis * stride + at], 0);
      });
      expect(along[1]).toBeGreaterThan(along[0]);
      expect(along[2]).toBeGreaterThan(along[1]);
    }
  });
});

describe('what cannot be worked apart', () => {
  it('is told of by name', () => {
    const world = sheets([shifted]);
    for (let i = 0; i < world.particles.count; i++) world.particles.pin(i);
    const obstacles = [box([0, -0.1, 0], [0.5, 0.4, 0.5])];
    const tangle = untangle(world, obstacles);
    for (let i = 0; i < 20; i++) step(world, DT);
    expect(tangle.crossings).toBeGreaterThan(0);
    const worst = crossedLines(surfaceOf(world, obstacles), ['cloth', 'table']);
    expect(worst).toHaveLength(1);
    expect(worst[0].length).toBeCloseTo(2, 3); // around the box
    expect(crossingWarning(worst)).toMatch(
      /^"(cloth|table)" and "(cloth|table)" pass through each other along 2.00 m \(\d+ edges\)$/,
    );
    expect(crossingWarning([])).toBeUndefined();
  });
});

describe('contours', () => {
  it('are closed around a solid and as long as its outline', () => {
    const world = sheets([shifted]);
    world.particles.startPosition.view.set(world.particles.position.view);
    const surface = connected(surfaceOf(world, [box([0, 0, 0], [0.5, 0.4, 0.3])]));
    const crossings = findCrossings(surface);
    const { list } = findContours(surface, crossings);
    expect(list).toHaveLength(1);
    expect(list[0].length).toBeCloseTo(1.6, 9);
    expect(list[0].crossings).toHaveLength(crossings.count);
  });
});

/** Momentum (N s) and first moment of mass (kg m). */
function moments(world: World): number[] {
  const { velocity, position, mass, stride, count } = world.particles;
  return [velocity, position].flatMap((block) =>
    [0, 1, 2].map((axis) => {
      let sum = 0;
      for (let i = 0; i < count; i++) sum += mass.view[i] * block.view[axis * stride + i];
      return sum;
    }),
  );
}

describe('a sheet that begins below a plane', () => {
  const sheet = (engine: string, model: object) => ({
    format: 1,
    seconds: 0.4,
    air: { density: 0 },
    engine: { name: engine },
    // One side of it 1 cm above, the other 1 cm below.
    bodies: [{ name: 'sheet', size: [0.4, 0.4], rotation: { axis: [1, 0, 0], angle: -87 }, ...model }],
    colliders: [{ name: 'floor', shape: { kind: 'plane' }, restitution: 0 }],
  });
  it.each([
    ['springs', 'euler-cromer', { model: 'provot-sheet', points: [7, 7], material: { thickness: 0.002 } }],
    [
      'cloth',
      'implicit-euler',
      { model: 'adaptive-cloth', cells: [3, 3], startLevel: 1, material: { thickness: 0.002 } },
    ],
  ])('comes out, of %s', (_name, engine, model) => {
    const scene = parseScene(sheet(engine, model) as SceneInput);
    const world = buildScene(scene);
    for (let k = 0; k < 24; k++) expect(step(world, scene.dt).fault).toBeUndefined();
    // Half a thickness above, all of it, but for what contact leaves.
    expect(Math.min(...world.particles.y)).toBeGreaterThan(0.00099);
  });
});
