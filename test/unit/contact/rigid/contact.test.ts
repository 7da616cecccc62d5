/** Rigid bodies among themselves and against colliders, by Rapier, whose f32 numbers set most of the tolerances. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  addRigidBodies,
  type Collider,
  createCollider,
  loadRapier,
  RIGID_NUMBERS,
  type RigidBodies,
  type RigidBodySpec,
  type RigidSolver,
} from '../../../../src/contact/index.ts';
import { hash, restore, run, snapshot, World } from '../../../../src/index.ts';
import { createIntegrator } from '../../../../src/integrators/index.ts';

const G = 9.81;
let solver: RigidSolver;
beforeAll(async () => {
  solver = await loadRapier();
});

function room(
  specs: readonly RigidBodySpec[],
  colliders: readonly Collider[],
  { substeps = 4, g = G } = {},
): { world: World; bodies: RigidBodies } {
  const world = new World(createIntegrator('euler-cromer'));
  world.substeps = substeps;
  const bodies = addRigidBodies(world, specs, { gravity: [0, -g, 0], colliders, solver });
  return { world, bodies };
}

function floor(surface: { friction?: number; restitution?: number; angle?: number } = {}): Collider {
  const { friction = 0.5, restitution = 0, angle = 0 } = surface;
  const rotation = { axis: [0, 0, 1], angle: -angle } as const;
  return createCollider({ name: 'floor', shape: { kind: 'plane' }, rotation, friction, restitution });
}

const heights = ({ state, count }: RigidBodies) =>
  Array.from({ length: count }, (_, i) => state.view[RIGID_NUMBERS * i + 1]);

const STACK = [0, 1, 2, 3, 4].map((k) => ({
  name: `box ${k}`,
  shape: { kind: 'box', size: [0.1, 0.1, 0.1] } as const,
  density: 500,
  friction: 0.5,
  position: [0, 0.05 + 0.1 * k, 0] as const,
}));

describe('a rigid body on a floor', () => {
  it.each([1, 8])('bounces as its restitution says, %i sub-steps', (substeps) => {
    const spec = {
      name: 'box',
      shape: { kind: 'box', size: [0.2, 0.2, 0.2] } as const,
      mass: 1,
      restitution: 0.5,
      position: [0, 1.1, 0] as const,
    };
    const { world, bodies } = room([spec], [floor({ restitution: 0.5 })], { substeps });
    let top = 0;
    let up = false;
    run(world, 1 / 60, 60, () => {
      up ||= bodies.state.view[8] > 0;
      if (up) top = Math.max(top, heights(bodies)[0] - 0.1);
    });
    // e² of 1 m; the impact happens somewhere within a sub-step, and four corners share it by iteration.
    expect(top).toBeGreaterThan(0.22);
    expect(top).toBeLessThan(0.28);
  });

  it('is not flown through, however thin and however fast', () => {
    const plate = createCollider({ name: 'plate', shape: { kind: 'box', size: [1, 0.005, 1] } });
    const spec = {
      name: 'bullet',
      shape: { kind: 'sphere', radius: 0.02 } as const,
      mass: 0.1,
      position: [0, 1, 0] as const,
      velocity: [0, -100, 0] as const,
    };
    const { world, bodies } = room([spec], [plate], { substeps: 1 });
    run(world, 1 / 60, 30);
    expect(heights(bodies)[0]).toBeGreaterThan(0.02);
  });

  it('rolls down an incline at 5/7 of what slides', () => {
    const angle = 20;
    const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    const ball = {
      name: 'ball',
      shape: { kind: 'sphere', radius: 0.1 } as const,
      mass: 1,
      friction: 0.8,
      position: [0.1 * s, 0.1 * c, 0] as const,
    };
    const { world, bodies } = room([ball], [floor({ friction: 0.8, angle })]);
    run(world, 1 / 60, 60);
    const v = bodies.state.view;
    const speed = v[7] * c - v[8] * s;
    expect(speed / ((5 / 7) * G * s)).toBeCloseTo(1, 3);
    expect((-v[12] * 0.1) / speed).toBeCloseTo(1, 3);
  });

  it('slides above the angle of friction and stays below it', () => {
    const angle = 20; // tan 20° = 0.364
    const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    const box = {
      name: 'box',
      shape: { kind: 'box', size: [0.2, 0.1, 0.2] } as const,
      mass: 1,
      position: [0.05 * s, 0.05 * c, 0] as const,
      rotation: { axis: [0, 0, 1], angle: -angle } as const,
    };
    const slides = room([{ ...box, friction: 0.3 }], [floor({ friction: 0.3, angle })]);
    run(slides.world, 1 / 60, 60);
    const v = slides.bodies.state.view;
    expect((v[7] * c - v[8] * s) / (G * (s - 0.3 * c))).toBeCloseTo(1, 3);
    const stays = room([{ ...box, friction: 0.4 }], [floor({ friction: 0.4, angle })]);
    run(stays.world, 1 / 60, 30);
    const x = stays.bodies.state.view[0];
    run(stays.world, 1 / 60, 120);
    expect(Math.abs(stays.bodies.state.view[0] - x)).toBeLessThan(2e-5); // 0.1 mm in 10 s
  });

  it('rides on a collider that is moved, by friction', () => {
    const keyframes = [
      { time: 0, position: [0, 0, 0] as const },
      { time: 1, position: [0.5, 0, 0] as const },
    ];
    const shape = { kind: 'box', size: [1, 0.1, 1] } as const;
    const table = createCollider({ name: 'table', shape, keyframes, friction: 1 });
    const { world, bodies } = room([{ ...STACK[0], position: [0, 0.1, 0] }], [table]);
    run(world, 1 / 60, 60);
    // It starts at rest and slips for v / (μ g) = 0.07 s, while the table goes on by half of that way more.
    expect(bodies.state.view[0]).toBeCloseTo(0.5 - 0.5 * 0.5 * (0.5 / (0.75 * G)), 2);
  });

  it('lies on a mesh, of which only what is near is looked at', () => {
    const n = 40;
    const vertices = Array.from({ length: (n + 1) * (n + 1) }, (_, k) => [
      (k % (n + 1)) / n - 0.5,
      0,
      Math.floor(k / (n + 1)) / n - 0.5,
    ]);
    const triangles = Array.from({ length: n * n }, (_, k) => {
      const a = Math.floor(k / n) * (n + 1) + (k % n);
      return [
        [a, a + n + 1, a + 1],
        [a + 1, a + n + 1, a + n + 2],
      ];
    }).flat();
    const ground = createCollider({
      name: 'ground',
      shape: { kind: 'mesh', vertices, triangles },
      friction: 0.5,
    });
    const { world, bodies } = room([{ ...STACK[0], position: [0.013, 0.06, 0.021] }], [ground]);
    run(world, 1 / 60, 60);
    expect(heights(bodies)[0]).toBeCloseTo(0.05, 3);
  });
});

describe('rigid bodies among themselves', () => {
  it.each([1, 4])('stand in a stack of five, %i sub-steps', (substeps) => {
    const { world, bodies } = room(STACK, [floor()], { substeps });
    run(world, 1 / 60, 60);
    const before = bodies.state.view.slice();
    run(world, 1 / 60, 180);
    const after = bodies.state.view;
    STACK.forEach((_, i) => {
      const at = RIGID_NUMBERS * i;
      // Surfaces may overlap by 0.1 mm each; the rest is what a solver of few iterations leaves.
      expect(after[at + 1]).toBeCloseTo(0.05 + 0.1 * i - 1e-4 * (i + 1), 3);
      for (let axis = 0; axis < 3; axis++)
        expect(Math.abs(after[at + axis] - before[at + axis])).toBeLessThan(1e-3);
    });
  });

  it('keep their momentum as they meet', () => {
    const ball = { name: 'a', shape: { kind: 'sphere', radius: 0.1 } as const, mass: 2, restitution: 1 };
    const { world, bodies } = room(
      [
        { ...ball, velocity: [1, 0, 0] },
        { ...ball, name: 'b', mass: 1, position: [0.5, 0.02, 0] },
      ],
      [],
      { g: 0 },
    );
    const before = bodies.momentum();
    const { energy } = bodies;
    run(world, 1 / 60, 60);
    expect(bodies.state.view[RIGID_NUMBERS + 7]).toBeGreaterThan(1.2);
    bodies.momentum().forEach((p, k) => {
      if (k < 3) expect(p).toBeCloseTo(before[k], 6);
    });
    expect(bodies.energy / energy).toBeCloseTo(1, 2);
  });

  it('that only pass each other keep every digit', () => {
    const ball = { name: 'a', shape: { kind: 'sphere', radius: 0.1 } as const, mass: 2, restitution: 1 };
    const specs: RigidBodySpec[] = [
      { ...ball, velocity: [1 / 3, 0, 0], spin: [1, 2, 3] },
      { ...ball, name: 'b', mass: 1, position: [0.1, 0.2005, 0] },
    ];
    const { world, bodies } = room(specs, [], { g: 0 });
    const before = bodies.momentum();
    run(world, 1 / 60, 60);
    bodies.momentum().forEach((p, k) => {
      expect(Math.abs(p - before[k])).toBeLessThan(1e-12);
    });
    expect(bodies.state.view[7]).toBe(1 / 3);
  });

  it('are the same in every run, and go on byte-equal from a snapshot', () => {
    const falling = STACK.map((spec, i) => ({
      ...spec,
      position: [0.03 * i, 0.1 + 0.13 * i, 0.01 * i] as const,
      spin: [1, i, 0] as const,
    }));
    const make = () => room(falling, [floor()]).world;
    const whole = make();
    run(whole, 1 / 60, 30);
    const half = snapshot(whole);
    run(whole, 1 / 60, 30);
    const again = make();
    run(again, 1 / 60, 60);
    expect(hash(again)).toBe(hash(whole));
    const resumed = make();
    restore(resumed, half);
    run(resumed, 1 / 60, 30);
    expect(hash(resumed)).toBe(hash(whole));
  });
});
