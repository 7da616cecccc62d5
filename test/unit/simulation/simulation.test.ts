/** A simulation is a scene that a program edits while it runs: same bytes, and edits that carry the state over. */
import {
  buildScene,
  type Fault,
  hash,
  loadRapier,
  parseScene,
  rigidSolverFor,
  SceneError,
  Simulation,
  SnapshotError,
  type StepReport,
  step,
} from 'pliant';
import { describe, expect, it } from 'vitest';
import { DT, draped, lowest, small } from './draped.ts';

describe('a simulation and its scene', () => {
  const paths: [string, () => Simulation][] = [
    ['a cloth on a ball', draped],
    [
      'a sheet in the wind',
      () => {
        const sim = new Simulation({ air: { wind: [3, 0, 1] }, dt: 1 / 100 });
        sim.addSheet({ model: 'provot-sheet', points: [7, 7], pins: [{ at: 'left' }] });
        return sim;
      },
    ],
    [
      'matter on a plane',
      () => {
        const sim = new Simulation({ gravity: [0, -3, 0] });
        sim.addCollider({ kind: 'plane' });
        sim.addMatter({
          shape: { kind: 'box', size: [0.1, 0.1, 0.1] },
          spacing: 0.03,
          position: [0, 0.08, 0],
        });
        return sim;
      },
    ],
  ];

  it.each(paths)('%s: toScene gives the same bytes', (_, make) => {
    const sim = make();
    const scene = sim.toScene();
    const world = buildScene(scene);
    sim.advance(20 * sim.dt);
    for (let i = 0; i < 20; i++) step(world, scene.dt);
    expect(sim.steps).toBe(20);
    expect(hash(sim.world)).toBe(hash(world));
    expect(sim.toScene()).toEqual(scene);
    expect(parseScene(JSON.stringify(scene))).toEqual(scene);
  });

  it('opens a scene with its own engine, bodies and colliders', () => {
    const scene = parseScene({
      format: 1,
      engine: { name: 'rk4' },
      colliders: [{ name: 'floor', shape: { kind: 'plane' } }],
      bodies: [{ name: 'flag', model: 'provot-sheet', points: [5, 5] }],
    });
    const sim = Simulation.fromScene(scene);
    expect(sim.bodies.map(({ name }) => name)).toEqual(['flag']);
    expect(sim.collider('floor')).toBe(sim.colliders[0]);
    expect(() => sim.body('flog')).toThrow('No body is named "flog". There are: flag.');
    sim.advance(3 * DT);
    expect(sim.world.integrator.name).toBe('rk4');
    expect(sim.toScene()).toEqual(scene);
    expect(() => sim.addCloth({ ...small, maxLevel: 2 })).toThrow(SceneError);
    expect(sim.bodies).toHaveLength(1);
  });

  it('chooses the engine by the bodies, and refuses a mix that needs two', () => {
    const sim = new Simulation();
    expect(sim.toScene().engine.name).toBe('euler-cromer');
    sim.addCloth({ ...small, name: 'towel' });
    expect(sim.toScene().engine.name).toBe('implicit-euler');
    sim.addMatter({ shape: { kind: 'sphere', radius: 0.05 }, spacing: 0.03 });
    expect(() => sim.addSheet({ name: 'card' })).toThrow(/"towel".*"card"/);
    expect(sim.bodies).toHaveLength(2);
    sim.remove(sim.body('towel'));
    sim.addSheet({ name: 'card', points: [5, 5] });
    expect(sim.toScene().engine.name).toBe('euler-cromer');
  });

  it('refuses parameters by their path and stays as it was', () => {
    const sim = draped();
    const before = sim.toScene();
    expect(() => sim.addCloth({ size: [-1, 1] })).toThrow(/^addCloth: size\[0\]: must be > 0/);
    expect(() => sim.addCloth({ fabric: 'cottn' as 'cotton' })).toThrow(/cotton/);
    expect(() => sim.addCollider({ kind: 'sphere', radius: 1 }, { name: 'ball' })).toThrow(/taken/);
    expect(() => new Simulation({ dt: -1 })).toThrow(/new Simulation: dt/);
    expect(() => new Simulation({ gravty: [0, 0, 0] } as object)).toThrow(
      /gravty: unknown option\. Use gravity, air/,
    );
    expect(sim.toScene()).toEqual(before);
  });

  it('names fields in errors as the caller wrote them', () => {
    const sim = new Simulation();
    expect(() => sim.addCloth({ fabric: 'coton' as 'cotton' })).toThrow(/^addCloth: fabric: must be one of/);
    expect(() => sim.addMatter({ spacing: 0.01, material: 'wax' } as never)).toThrow(
      /^addMatter: material: /m,
    );
    sim.addCollider({ kind: 'plane' });
    expect(() => sim.addCollider({ kind: 'sphere', radius: -1 })).toThrow(/^addCollider: shape.radius: /);
  });

  it('adds a body of any model, with the engine that the model is for', () => {
    const sim = new Simulation();
    const cloth = sim.addBody({ model: 'adaptive-cloth', size: [0.2, 0.2], cells: [2, 2] });
    expect(cloth.name).toBe('adaptive-cloth');
    expect(sim.toScene().engine.name).toBe('implicit-euler');
    expect(() => sim.addBody({ model: 'rope' })).toThrow(/rope/);
    expect(sim.bodies).toEqual([cloth]);
  });

  it('lays a cloth flat without pins and hangs it upright with pins', () => {
    const extent = (values: Float32Array) => Math.max(...values) - lowest(values);
    const sim = new Simulation();
    const flat = sim.addCloth({ size: [0.2, 0.2] });
    const hung = sim.addCloth({ size: [0.2, 0.2], pins: [{ at: 'top' }] });
    expect(flat.positions.filter((_, i) => i % 3 === 1).every((y) => Math.abs(y) < 1e-9)).toBe(true);
    expect(extent(hung.positions.filter((_, i) => i % 3 === 1))).toBeCloseTo(0.2);
    expect(flat.count).toBe(25 * 25);
    expect([flat.name, hung.name]).toEqual(['cloth', 'cloth-2']);
  });
});

describe('time', () => {
  it('advances in whole steps and keeps the remainder', () => {
    const sim = draped();
    expect(sim.advance(0.4 * DT)).toBeUndefined();
    expect(sim.advance(0.4 * DT)).toBeUndefined();
    expect(sim.advance(0.4 * DT)?.step).toBe(1);
    for (let i = 0; i < 10; i++) sim.advance(0.1 * DT); // 0.2 of a step was left
    expect(sim.steps).toBe(2);
    const frames = new Simulation();
    for (let i = 0; i < 600; i++) frames.advance(1 / 60);
    expect(frames.steps).toBe(600);
    expect(frames.time).toBeCloseTo(10);
    for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => sim.advance(wrong)).toThrow(RangeError);
  });

  it('tells every step until the listener is removed', () => {
    const sim = draped();
    const seen: StepReport[] = [];
    const end = sim.on('step', (report) => seen.push(report));
    const last = sim.advance(3 * DT);
    end();
    sim.advance(DT);
    expect(seen.map((report) => report.step)).toEqual([1, 2, 3]);
    expect(seen[2]).toBe(last);
    expect(() => sim.on('stop' as 'step', () => {})).toThrow(/"step" or "fault"/);
  });

  it('reports a fault as data, stands still, and continues from a good state', () => {
    const sim = new Simulation({ air: { density: 0 } });
    const sheet = sim.addSheet({ model: 'provot-sheet', points: [5, 5] });
    sim.advance(DT);
    const good = sim.snapshot();
    const faults: Fault[] = [];
    sim.on('fault', (fault) => faults.push(fault));
    sim.world.particles.vx[3] = Number.NaN;
    const report = sim.advance(5 * DT);
    expect(report?.fault).toBe(faults[0]);
    expect(sim.fault).toMatchObject({ body: sheet.name, step: 1 });
    expect([faults.length, sim.steps]).toEqual([1, 1]);
    expect(sim.advance(DT)).toBeUndefined();
    expect(faults).toHaveLength(1);
    expect(sheet.positions.every(Number.isFinite)).toBe(true);
    sim.restore(good);
    expect(sim.advance(DT)?.step).toBe(2);
  });

  it('continues byte for byte from a snapshot', () => {
    const sim = draped();
    sim.advance(10 * DT);
    const bytes = sim.snapshot();
    const other = Simulation.fromScene(sim.toScene());
    other.restore(bytes);
    sim.advance(10 * DT);
    other.advance(10 * DT);
    expect(hash(other.world)).toBe(hash(sim.world));
    sim.restore(bytes);
    expect(sim.steps).toBe(10);
    expect(() => new Simulation().restore(bytes)).toThrow(SnapshotError);
  });
});

describe('pins', () => {
  const held = (body: ReturnType<Simulation['addCloth']>) =>
    body.values('held')!.reduce((sum, x) => sum + x, 0);

  const pinned = (body: ReturnType<Simulation['addCloth']>) =>
    [...body.values('held')!.entries()].flatMap(([i, x]) => (x ? [i] : []));

  it('before the first step are pins of the scene', () => {
    const sim = new Simulation();
    const cloth = sim.addCloth({ ...small });
    expect(cloth.pin('top')).toBe(7);
    expect(cloth.pin([0, 6])).toBe(1);
    expect(held(cloth)).toBe(8);
    const [body] = sim.toScene().bodies;
    expect('pins' in body && body.pins.map(({ at }) => at)).toEqual(['top', [0, 6]]);
    expect(cloth.unpin([0, 6])).toBe(1);
    expect(held(cloth)).toBe(7);
    expect(() => cloth.pin('middle' as 'top')).toThrow(SceneError);
  });

  it('of a running cloth hold it where it is', () => {
    const sim = new Simulation();
    const cloth = sim.addCloth({
      ...small,
      cells: [4, 4],
      maxLevel: 4,
      refineError: 0.002,
      pins: [{ at: 'top-left' }],
    });
    sim.advance(10 * DT);
    const scene = sim.toScene();
    expect(cloth.pin('bottom-right')).toBe(1);
    expect(sim.toScene()).toEqual(scene);
    const at = pinned(cloth);
    expect(at).toHaveLength(2);
    const places = at.map((i) => [...cloth.positions.subarray(3 * i, 3 * i + 3)]);
    sim.advance(10 * DT);
    const now = pinned(cloth);
    expect(now.map((i) => [...cloth.positions.subarray(3 * i, 3 * i + 3)])).toEqual(places);
    sim.addCollider({ kind: 'plane' }, { position: [0, -5, 0] }); // pins are part of the state that continues
    expect(held(cloth)).toBe(2);
    expect(cloth.unpin()).toBe(2);
    sim.advance(DT);
    expect(held(cloth)).toBe(0);
  });

  it('by a point hold what is near it', () => {
    const sim = new Simulation();
    const sheet = sim.addSheet({ points: [5, 5], size: [0.2, 0.2] });
    const other = sim.addSheet({ points: [5, 5], size: [0.2, 0.2], position: [0, 0.001, 0] });
    const count = sheet.pin({ point: [0, 0, 0], radius: 0.03 });
    expect(count).toBeGreaterThan(0);
    expect([held(sheet), held(other)]).toEqual([count, 0]);
    sim.advance(5 * DT);
    expect(held(sheet)).toBe(count);
    expect(sheet.unpin({ point: [0, 0, 0], radius: 0.05 })).toBe(count);
  });
});

describe('what is drawn', () => {
  it('a body gives positions, triangles, normals and views', () => {
    const sim = draped();
    const cloth = sim.body('cloth');
    sim.advance(20 * DT);
    const { positions, triangles, normals } = cloth;
    expect([positions.length, triangles.length]).toEqual([3 * 49, 3 * 72]);
    expect(Math.max(...triangles)).toBe(48);
    for (let i = 0; i < 49; i++) expect(Math.hypot(...normals.subarray(3 * i, 3 * i + 3))).toBeCloseTo(1, 5);
    expect(normals[3 * 24 + 1]).toBeGreaterThan(0.9); // its middle lies on top of the ball, front up
    expect(cloth.positions).toBe(positions);
    expect(cloth.triangles).toBe(triangles);
    expect(cloth.read().places).toHaveLength(2 * 49);
    expect(cloth.views.map(({ name }) => name)).toContain('strain');
    expect(cloth.values('speed')).toHaveLength(49);
    expect(cloth.values('colour')).toBeUndefined();
    expect([cloth.model, cloth.count, cloth.world]).toEqual(['adaptive-cloth', 49, sim.world]);
  });
});

describe('rigid bodies', () => {
  it('need a solver only to touch colliders and each other', () => {
    const sim = new Simulation();
    sim.addSheet({ points: [5, 5], size: [0.4, 0.4] });
    const ball = sim.addRigidBody({
      shape: { kind: 'sphere', radius: 0.05 },
      mass: 0.1,
      position: [0, 2, 0],
    });
    sim.advance(10 * DT);
    expect(ball.pose.position[1]).toBeLessThan(1.95);
    expect(() => sim.addRigidBody({ shape: { kind: 'sphere', radius: 0.05 } })).toThrow(/loadRapier\(\)/);
    expect(() => sim.addCollider({ kind: 'sphere', radius: 1 }, { mass: 1 } as object)).toThrow(
      'addRigidBody',
    );
  });

  it('fall, and continue through edits', async () => {
    const box = {
      shape: { kind: 'box' as const, size: [0.1, 0.1, 0.1] as [number, number, number] },
      mass: 0.2,
    };
    const sim = new Simulation({ rigid: await loadRapier() });
    const first = sim.addRigidBody({ ...box, position: [1, 1, 0] });
    const second = sim.addRigidBody({ ...box, position: [0, 1, 0], spin: [0, 2, 0] });
    const ball = sim.addRigidBody({
      shape: { kind: 'sphere', radius: 0.05 },
      mass: 0.1,
      position: [0, 2, 0],
    });
    sim.addCloth({ ...small, pins: [{ at: 'top' }] });
    sim.advance(10 * DT);
    const [pose, at] = [second.pose, ball.pose];
    expect(pose.position[1]).toBeLessThan(0.95);
    expect(at.position[1]).toBeLessThan(1.95);
    sim.remove(first);
    expect([second.pose, ball.pose]).toEqual([pose, at]);
    sim.advance(5 * DT);
    expect(second.pose.position[1]).toBeLessThan(pose.position[1] - 0.1);
    expect(ball.pose.position[1]).toBeLessThan(at.position[1] - 0.1);
    const scene = sim.toScene();
    const other = Simulation.fromScene(scene, { rigid: await rigidSolverFor(scene) });
    expect(other.rigidBody('rigid-2').name).toBe('rigid-2');
    expect(other.rigidBodies).toHaveLength(2);
  });
});

describe('dispose', () => {
  it('ends listeners, and everything after it is refused', () => {
    const sim = draped();
    const cloth = sim.body('cloth');
    let steps = 0;
    sim.on('step', () => steps++);
    sim.advance(DT);
    sim.dispose();
    expect(steps).toBe(1);
    for (const use of [
      () => sim.advance(DT),
      () => cloth.positions,
      () => sim.addCloth(),
      () => sim.snapshot(),
    ])
      expect(use).toThrow(/disposed/);
    expect(sim.bodies).toEqual([]);
  });
});
