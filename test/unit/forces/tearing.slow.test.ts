/** Tears: holes with clean rims, nothing lost but triangles, the same after a snapshot, in trajectories too. */
import { describe, expect, it } from 'vitest';
import {
  interleavePositions,
  isSameTopology,
  readTrajectory,
  TrajectoryWriter,
  trajectoryMeshes,
} from '../../../formats/index.ts';
import {
  createIntegrator,
  createLattice,
  EXPLICIT,
  LOOSE,
  plasticity,
  pressure,
  Springs,
  STRUCTURE_NAMES,
  type StructureName,
  tearing,
} from '../../../src/engine.ts';
import { type Body, hash, restore, run, snapshot, step, World } from '../../../src/index.ts';
import { random, seedRandom } from '../../../src/math/random.ts';

const RUPTURE = 0.3;

/** A lattice of springs, flat, whose lowest layer is the surface. */
function sheet(structure: StructureName, columns = 9, rows = 8) {
  const layers = structure === 'provot-2d' ? 1 : 2;
  const lattice = createLattice({ structure, columns, rows, layers, size: [1, 0.9], layerDistance: 0.05 });
  const world = new World(createIntegrator('verlet'));
  const p = world.particles;
  p.add(lattice.masses.length);
  lattice.masses.forEach(({ x, y, z }, i) => {
    p.setMass(i, 0.01);
    [p.x[i], p.y[i], p.z[i]] = [x, y, z];
  });
  const list = lattice.springs.map(({ a, b, rest }) => ({ a, b, rest, stiffness: 40, damping: 0.05 }));
  const springs = new Springs(world, 'springs', list, { changes: true });
  world.addForce(springs);
  const surface = lattice.triangles(0);
  const triangles = world.arena.allocate('sheet.triangles', 'i32', surface.length, 'model');
  triangles.view.set(surface);
  const body: Body = {
    name: 'sheet',
    model: 'lattice',
    first: 0,
    count: p.count,
    triangles,
    elements: springs.count,
    dynamics: EXPLICIT,
    views: [],
  };
  world.bodies.push(body);
  const stage = plasticity(world, springs, { rupture: RUPTURE });
  const tears = tearing(world, body, springs, { rupture: RUPTURE });
  world.substeps = 4;
  return { world, lattice, springs, body, stage, tears, made: surface };
}

type Sheet = ReturnType<typeof sheet>;

/** Breaks springs by hand, as rupture would. */
function cut({ springs }: Sheet, isCut: (a: number, b: number) => boolean): void {
  for (let s = 0; s < springs.count; s++) {
    if (!isCut(springs.ends.view[2 * s], springs.ends.view[2 * s + 1])) continue;
    springs.stiffness.view[s] = 0;
    springs.damping.view[s] = 0;
  }
}

/** Euler's number, rim loops and pieces of a set of triangles; throws where it is no surface with clean rims. */
function topology(triangles: ArrayLike<number>) {
  const edges = new Map<string, number>();
  const next = new Map<number, number[]>();
  const parent = new Map<number, number>();
  const root = (i: number): number => (parent.get(i) === i ? i : root(parent.get(i) as number));
  for (let e = 0; e < triangles.length; e++) {
    const [a, b] = [triangles[e], triangles[e % 3 === 2 ? e - 2 : e + 1]];
    for (const i of [a, b]) if (!parent.has(i)) parent.set(i, i);
    parent.set(root(a), root(b));
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    edges.set(key, (edges.get(key) ?? 0) + 1);
  }
  for (let e = 0; e < triangles.length; e++) {
    const [a, b] = [triangles[e], triangles[e % 3 === 2 ? e - 2 : e + 1]];
    if (edges.get(a < b ? `${a} ${b}` : `${b} ${a}`) === 1) next.set(a, [...(next.get(a) ?? []), b]);
  }
  for (const ways of next.values()) expect(ways).toHaveLength(1); // a rim passes no mass twice
  const seen = new Set<number>();
  let loops = 0;
  for (const start of next.keys()) {
    if (seen.has(start)) continue;
    loops++;
    for (let at = start; !seen.has(at); at = (next.get(at) as number[])[0]) seen.add(at);
  }
  const pieces = new Set([...parent.keys()].map(root)).size;
  return { euler: parent.size - edges.size + triangles.length / 3, loops, pieces };
}

/** What must hold of any torn sheet. */
function expectClean({ world, springs, body, made, tears }: Sheet): void {
  const now = body.triangles.view;
  const { euler, loops, pieces } = topology(now);
  expect(euler).toBe(2 * pieces - loops); // flat pieces with holes: no handles, no bow-ties
  const broken = new Set<string>();
  for (let s = 0; s < springs.count; s++) {
    const [a, b] = springs.ends.view.subarray(2 * s);
    if (springs.stiffness.view[s] === 0) broken.add(`${a} ${b}`);
  }
  const sides = new Map<string, number>();
  for (let e = 0; e < now.length; e++) {
    const ends = [now[e], now[e % 3 === 2 ? e - 2 : e + 1]].sort((a, b) => a - b);
    expect(broken.has(ends.join(' '))).toBe(false);
    sides.set(ends.join(' '), (sides.get(ends.join(' ')) ?? 0) + 1);
  }
  for (let t = 0; t < now.length; t += 3) {
    const corners = [...now.subarray(t, t + 3)].sort((a, b) => a - b);
    const shared = [
      `${corners[0]} ${corners[1]}`,
      `${corners[1]} ${corners[2]}`,
      `${corners[0]} ${corners[2]}`,
    ];
    expect(shared.some((edge) => sides.get(edge) === 2)).toBe(true); // none hangs alone
  }
  // What is left was there before, in the same order.
  const all = new Set(
    Array.from({ length: made.length / 3 }, (_, t) => made.subarray(3 * t, 3 * t + 3).join()),
  );
  for (let t = 0; t < now.length; t += 3) expect(all.has(now.subarray(t, t + 3).join())).toBe(true);
  expect(tears.torn).toBe((made.length - now.length) / 3);
  expect(world.particles.mass.view.subarray(0, world.particles.count).every((m) => m === 0.01)).toBe(true);
}

describe.each(STRUCTURE_NAMES)('a sheet of structure %s', (structure) => {
  it('is whole while nothing breaks', () => {
    const whole = sheet(structure);
    const report = run(whole.world, 1e-3, 3);
    expect(report.tornTriangles).toBe(0);
    expect(whole.body.triangles.view).toEqual(whole.made);
    expect(topology(whole.made)).toEqual({ euler: 1, loops: 1, pieces: 1 });
  });

  it('takes no memory in a step in which nothing opens', () => {
    const { world, tears } = sheet('trimm');
    const report = run(world, 0.002, 1);
    const original = globalThis.Uint8Array;
    let made = 0;
    globalThis.Uint8Array = new Proxy(original, {
      construct(target, values, called) {
        made++;
        return Reflect.construct(target, values, called);
      },
    });
    try {
      tears.run(world, 0.002, report);
      expect(made).toBe(0);
    } finally {
      globalThis.Uint8Array = original;
    }
  });

  it('has a hole where the springs around a mass break, and the mass is loose', () => {
    const torn = sheet(structure);
    const { columns, rows } = torn.lattice;
    const mass = Math.floor(rows / 2) * columns + Math.floor(columns / 2);
    cut(torn, (a, b) => a === mass || b === mass);
    const report = step(torn.world, 1e-3);
    expectClean(torn);
    expect(topology(torn.body.triangles.view)).toEqual({ euler: 0, loops: 2, pieces: 1 });
    expect(report.tornTriangles).toBe(torn.tears.torn);
    const flags = torn.world.particles.flags.view;
    expect([...flags.subarray(0, torn.body.count)].flatMap((f, i) => (f & LOOSE ? [i] : []))).toEqual([mass]);
  });

  it('is in two pieces when cut across', () => {
    const torn = sheet(structure);
    const { masses } = torn.lattice;
    cut(torn, (a, b) => masses[a].x < 0.01 !== masses[b].x < 0.01);
    step(torn.world, 1e-3);
    expectClean(torn);
    expect(topology(torn.body.triangles.view)).toEqual({ euler: 2, loops: 2, pieces: 2 });
  });

  it('stays clean however many springs break at random, step by step', () => {
    const generator = new Int32Array(4);
    for (let seed = 1; seed <= 8; seed++) {
      seedRandom(generator, seed);
      const torn = sheet(structure, 12, 11);
      for (let round = 0; round < 6; round++) {
        cut(torn, () => random(generator) < 0.02 * seed);
        step(torn.world, 1e-4);
        expectClean(torn);
      }
    }
  });

  it('tears when pulled apart, conserves mass and momentum, and goes on byte-equal from a snapshot', () => {
    const begin = () => {
      const pulled = sheet(structure);
      const p = pulled.world.particles;
      for (let i = 0; i < p.count; i++) p.vx[i] = 25 * p.x[i] + 5 * Math.sin(9 * p.z[i]) * p.x[i];
      return pulled;
    };
    const unbroken = begin();
    while (unbroken.tears.torn === 0 && unbroken.world.time < 0.2) step(unbroken.world, 1e-3);
    const kept = snapshot(unbroken.world);
    const half = unbroken.tears.torn;
    const report = run(unbroken.world, 1e-3, 60);
    expectClean(unbroken);
    expect(half).toBeGreaterThan(0);
    expect(unbroken.tears.torn).toBeGreaterThan(half);
    expect(report.fault).toBeUndefined();
    const fresh = begin();
    const momentum = (w: World) => w.particles.vx.reduce((sum, v) => sum + v, 0);
    expect(momentum(unbroken.world)).toBeCloseTo(momentum(fresh.world), 9);
    restore(fresh.world, kept);
    expect(fresh.tears.torn).toBe(half);
    run(fresh.world, 1e-3, 60);
    expect(hash(fresh.world)).toBe(hash(unbroken.world));
    restore(unbroken.world, kept); // to a surface larger than the present one
    run(unbroken.world, 1e-3, 60);
    expect(hash(unbroken.world)).toBe(hash(fresh.world));
  });
});

describe('what follows the surface', () => {
  const pierced = () => {
    const torn = sheet('trimm');
    cut(torn, (a, b) => a === 30 || b === 30);
    return torn;
  };

  it('pressure acts on what is left', () => {
    const torn = pierced();
    const { world, body } = torn;
    world.addForce(pressure(body.triangles, 10));
    const lift = () => {
      world.particles.force.view.fill(0);
      world.forces[1].add(world, 0);
      return world.particles.fy.reduce((sum, f) => sum + f, 0);
    };
    const whole = lift();
    const share = body.triangles.length;
    step(world, 1e-6);
    expect(lift() / whole).toBeCloseTo(body.triangles.length / share, 5); // triangles of one size, hardly moved
    expect(lift()).toBeLessThan(whole);
  });

  it('a trajectory gets the new mesh with the frame that shows it', () => {
    const torn = pierced();
    const { world, made } = torn;
    const info = {
      scene: { id: 'x', title: '', about: '', paper: '' },
      dt: 1e-3,
      bodies: [{ name: 'sheet', model: 'lattice' }],
      colliders: [],
    };
    const meshes = trajectoryMeshes(world);
    const writer = new TrajectoryWriter(info as never, meshes);
    const parts = [writer.header, writer.frame(0, interleavePositions(world.particles))];
    expect(isSameTopology(world, meshes)).toBe(true);
    step(world, 1e-3);
    expect(isSameTopology(world, meshes)).toBe(false);
    parts.push(
      writer.mesh(trajectoryMeshes(world)),
      writer.frame(1e-3, interleavePositions(world.particles)),
    );
    const { frames } = readTrajectory(Uint8Array.from(parts.flatMap((part) => [...part])));
    expect(frames.map((f) => f.meshes[0].triangles.length)).toEqual([
      made.length,
      torn.body.triangles.length,
    ]);
  });

  it('a step that fails after a tear gives back the surface and everything else', () => {
    const torn = pierced();
    const { world, body, made } = torn;
    const before = hash(world);
    world.add({
      name: 'clumsy',
      phase: 'adapt',
      changes: [],
      run: () => {
        throw new Error('dropped');
      },
    });
    expect(step(world, 1e-3).fault?.cause).toMatch(/system "clumsy" threw: dropped/);
    expect(body.triangles.view).toEqual(made);
    expect(hash(world)).toBe(before);
  });

  it('a snapshot of another sheet is refused, though this one may tear', () => {
    const other = sheet('trimm', 9, 7);
    expect(() => restore(pierced().world, snapshot(other.world))).toThrow(/another scene/);
    const twisted = sheet('slamm2');
    expect(() => restore(sheet('provot-3d').world, snapshot(twisted.world))).toThrow(/another scene/);
  });
});
