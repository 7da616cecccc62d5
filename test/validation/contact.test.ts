/** Colliders that move, several at once, particles inside them, and scenes as a whole. */
import { describe, expect, it } from 'vitest';
import type { ColliderSpec, ShapeSpec } from '../../src/contact/index.ts';
import { RECOVERY_SPEED } from '../../src/contact/particles/particle-ccd.ts';
import { SEPARATION } from '../../src/contact/particles/sweep.ts';
import { TIME } from '../../src/core/world-state.ts';
import { BOX_TRIANGLES, boxCorners } from '../unit/contact/solids.ts';
import {
  advance,
  collider,
  G,
  particlesAmong,
  positionOf,
  radians,
  type Scene,
  setStage,
  type Vec,
  velocityOf,
} from './contact-world.ts';

const H = 1 / 120;

describe('a collider that moves', () => {
  const rising = (speed: number): Partial<ColliderSpec> => ({
    keyframes: [
      { time: 0, position: [0, 0, 0] },
      { time: 10, position: [0, 10 * speed, 0] },
    ],
  });

  it('throws a particle by its own speed: v⁺ = u + e (u − v)', () => {
    const floor = collider({ kind: 'plane' }, { ...rising(2), restitution: 0.5 });
    const scene = particlesAmong([floor], [[0, 0.5, 0]], { velocity: [0, -1, 0], gravity: [0, 0, 0] });
    advance(scene, H, 60);
    expect(velocityOf(scene)[1]).toBeCloseTo(2 + 0.5 * 3, 12);
  });

  it('carries a particle that lies on it', () => {
    const lift = collider({ kind: 'box', size: [1, 0.2, 1] }, rising(0.7));
    const scene = advance(particlesAmong([lift], [[0.2, 0.1, 0.3]]), H, 240);
    expect(positionOf(scene)[0]).toBe(0.2);
    expect(positionOf(scene)[1]).toBeCloseTo(0.1 + 1.4, 5);
    expect(velocityOf(scene)[1]).toBeCloseTo(0.7, 12);
    expect(scene.report?.penetrationMax).toBe(0);
  });

  const turntable = (degreesPerSecond: number, friction: number) =>
    collider(
      { kind: 'cylinder', radius: 2, height: 0.1 },
      {
        friction,
        keyframes: [
          { time: 0, rotation: { axis: [0, 1, 0], angle: 0 } },
          { time: 10, rotation: { axis: [0, 1, 0], angle: 10 * degreesPerSecond } },
        ],
      },
    );

  it('takes a particle round while friction can hold it, Ω² r < μ g', () => {
    const spin = 90;
    const scene = particlesAmong([turntable(spin, 0.5)], [[1, 0.05 + SEPARATION, 0]], {
      velocity: [0, 0, -radians(spin)],
    });
    advance(scene, H, 240);
    // Half a turn in two seconds; the particle keeps its place on the disc to rounding.
    expect(positionOf(scene)[0]).toBeCloseTo(-1, 9);
    expect(positionOf(scene)[2]).toBeCloseTo(0, 9);
  });

  it('loses it when friction cannot', () => {
    const spin = 180;
    const scene = particlesAmong([turntable(spin, 0.5)], [[1, 0.05 + SEPARATION, 0]], {
      velocity: [0, 0, -radians(spin)],
    });
    advance(scene, H, 120);
    const [x, , z] = positionOf(scene);
    expect(Math.sqrt(x * x + z * z)).toBeGreaterThan(1.1);
  });

  it('turns away under a particle that nothing rubs: it goes straight on', () => {
    const errors = [60, 120].map((rate) => {
      const scene = particlesAmong([turntable(180, 0)], [[0.2, 0.05 + SEPARATION, 0.1]], {
        velocity: [0.5, 0, 0.3],
      });
      advance(scene, 1 / rate, rate);
      const [x, , z] = positionOf(scene);
      return Math.max(Math.abs(x - 0.7), Math.abs(z - 0.4));
    });
    expect(errors[1]).toBeLessThan(3e-4); // Coriolis' turn of the velocity is averaged over a step of 1.5°
    // Second order: halving the step divides the error by about four.
    expect(errors[0] / errors[1]).toBeGreaterThan(3);
  });

  it('sweeps particles along with a thin blade at any rate of turning', () => {
    const blade = collider(
      { kind: 'mesh', vertices: boxCorners([2, 1, 0.001]), triangles: BOX_TRIANGLES },
      {
        keyframes: [
          { time: 0, rotation: { axis: [0, 1, 0], angle: 0 } },
          { time: 1, rotation: { axis: [0, 1, 0], angle: 360 * 5 } },
        ],
      },
    );
    // 30 steps a second: 60° a step. A particle in its way is hit in the first half-turn.
    const scene = particlesAmong([blade], [[0, 0, 1]], { gravity: [0, 0, 0] });
    advance(scene, 1 / 30, 6);
    expect(Math.abs(velocityOf(scene)[0]) + Math.abs(velocityOf(scene)[2])).toBeGreaterThan(1);
  });
});

describe('several contacts at once', () => {
  const tilted = (angle: number, friction: number) =>
    collider({ kind: 'plane' }, { rotation: { axis: [1, 0, 0], angle }, friction });

  it('a particle in a groove slides along it under the friction of both sides', () => {
    // Two planes at ±45° about x make a groove along x; tilting gravity by 30° pulls along it.
    const friction = 0.2;
    const groove = [tilted(45, friction), tilted(-45, friction)];
    const gravity: Vec = [G * Math.sin(radians(30)), -G * Math.cos(radians(30)), 0];
    const scene = particlesAmong(groove, [[0, SEPARATION * 1.5, 0]], { gravity });
    advance(scene, H, 120);
    // Each side carries g cos 30° / √2.
    const a = G * Math.sin(radians(30)) - friction * Math.SQRT2 * G * Math.cos(radians(30));
    expect(positionOf(scene)[0]).toBeCloseTo(a / 2, 6);
    expect(positionOf(scene)[1]).toBeLessThan(1e-5);
    expect(scene.stage.squeezed).toBe(0);
  });

  it('one in the corner of three walls stays there at rest', () => {
    const corner = [
      collider({ kind: 'plane' }),
      collider({ kind: 'plane' }, { rotation: { axis: [0, 0, 1], angle: -90 } }),
      collider({ kind: 'plane' }, { rotation: { axis: [1, 0, 0], angle: 90 } }),
    ];
    const scene = particlesAmong(corner, [[0.1, 0.1, 0.1]], { gravity: [-3, -5, -4] });
    advance(scene, H, 240);
    for (const x of positionOf(scene)) expect(Math.abs(x)).toBeLessThan(2 * SEPARATION);
    for (const v of velocityOf(scene)) expect(Math.abs(v)).toBeLessThan(1e-9);
  });

  it.each([
    ['thrown about', 1, 700],
    ['come to rest in a corner', 0, 20],
  ])('particles %s in a closed skin never get out', (_, restitution, speed) => {
    const room = collider(
      { kind: 'mesh', vertices: boxCorners([0.5, 0.5, 0.5]), triangles: BOX_TRIANGLES },
      { restitution, rotation: { axis: [1, 2, 3], angle: 50 } },
    );
    const velocities = Array.from({ length: 30 }, (_, i): Vec => {
      const [x, y, z] = [Math.sin(3 * i), Math.cos(5 * i), Math.sin(7 * i + 1)];
      return [speed * x, speed * y, speed * z];
    });
    const scene = particlesAmong(
      [room],
      velocities.map(() => [0, 0, 0]),
      { velocities },
    );
    advance(scene, H, 400, () => {
      // Inside the cube of half side 0.5 is inside the ball around it; out is farther away within a step.
      for (let i = 0; i < 30; i++) expect(Math.hypot(...positionOf(scene, i))).toBeLessThan(Math.sqrt(0.75));
    });
  });

  it('one between closing jaws is counted and stays finite, and is let go', () => {
    const jaw = (side: number) =>
      collider(
        { kind: 'box', size: [1, 1, 1] },
        {
          keyframes: [
            { time: 0, position: [0, side * 0.6, 0] },
            { time: 0.5, position: [0, side * 0.49, 0] },
            { time: 1, position: [0, side * 0.7, 0] },
          ],
        },
      );
    const scene = particlesAmong([jaw(1), jaw(-1)], [[0, 0, 0]], { radius: 0.001 });
    let trouble = 0;
    advance(scene, H, 120, () => {
      trouble += scene.stage.squeezed + scene.stage.inside;
    });
    expect(trouble).toBeGreaterThan(0);
    const gap = Math.abs(positionOf(scene)[1]);
    expect(gap).toBeLessThanOrEqual(0.2);
    expect(Math.abs(velocityOf(scene)[1])).toBeLessThan(3); // no faster than a fall between the jaws
  });
});

describe('a particle that begins inside a solid', () => {
  it.each<[string, ShapeSpec, Vec]>([
    ['sphere', { kind: 'sphere', radius: 0.5 }, [0.1, 0.42, 0]],
    ['box', { kind: 'box', size: [1, 1, 1] }, [0.1, 0.42, 0]],
    ['plane', { kind: 'plane' }, [0, -0.08, 0]],
  ])('%s is let out gently, counted and reported', (_, shape, start) => {
    const scene = particlesAmong([collider(shape)], [start]);
    let before = start;
    let depth = Infinity;
    advance(scene, H, 120, () => {
      const now = positionOf(scene);
      if (scene.stage.inside === 0) return;
      const moved = Math.hypot(now[0] - before[0], now[1] - before[1], now[2] - before[2]);
      // Out at RECOVERY_SPEED, and no faster along the surface than a fall since the start.
      expect(moved).toBeLessThan((RECOVERY_SPEED + G * scene.world.time) * H);
      expect(scene.report?.penetrationMax).toBeLessThan(depth);
      depth = scene.report?.penetrationMax ?? 0;
      before = now;
    });
    expect(depth).toBeLessThan(0.1);
    expect(scene.stage.inside).toBe(0);
    expect(scene.report?.penetrationMax).toBe(0);
  });
});

describe('the whole scene', () => {
  it('turned, gives the result turned', () => {
    const turn = (v: Vec): Vec => [-v[2], v[0], -v[1]]; // a rotation that permutes the axes: exact
    const shapes: ShapeSpec[] = [
      { kind: 'sphere', radius: 0.5 },
      { kind: 'mesh', vertices: boxCorners([2, 0.1, 2]), triangles: BOX_TRIANGLES },
    ];
    const positions: Vec[] = [
      [0.1, 2, 0.05],
      [0.3, 1.5, -0.2],
      [-0.2, 3, 0.1],
    ];
    const run = (by: (v: Vec) => Vec, rotated: boolean): Scene => {
      // 120° about (−1, −1, 1) takes x to y, y to −z, z to −x.
      const rotation = rotated ? { axis: [-1, -1, 1] as Vec, angle: 120 } : undefined;
      const colliders = shapes.map((shape, k) =>
        collider(shape, { rotation, position: by([0, -k, 0]), friction: 0.3, restitution: 0.6 }),
      );
      const scene = particlesAmong(colliders, positions.map(by), { gravity: by([0, -G, 0]) });
      return advance(scene, H, 240);
    };
    const plain = run((v) => v, false);
    const turned = run(turn, true);
    positions.forEach((_, i) => {
      const expected = turn(positionOf(plain, i));
      // 1e-9: rounding, grown at each bounce off the sphere.
      positionOf(turned, i).forEach((x, axis) => {
        expect(Math.abs(x - expected[axis])).toBeLessThan(1e-9);
      });
    });
  });

  it('comes out the same whatever the stage remembers of it', () => {
    const colliders = [
      collider({ kind: 'sphere', radius: 0.5 }, { friction: 0.3, restitution: 0.5 }),
      collider(
        { kind: 'box', size: [4, 0.1, 4] },
        {
          friction: 0.5,
          keyframes: [
            { time: 0, position: [0, -1, 0] },
            { time: 2, position: [0, -0.6, 0], rotation: { axis: [1, 0, 0], angle: 20 } },
          ],
        },
      ),
    ];
    const starts = Array.from({ length: 20 }, (_, i): Vec => [0.11 * i - 1, 1 + 0.07 * i, 0.3 - 0.04 * i]);
    const run = (forgetful: boolean): Vec[] => {
      const scene = particlesAmong(colliders, starts);
      advance(scene, H, 240, () => {
        if (forgetful) setStage(scene, colliders);
      });
      return starts.map((_, i) => positionOf(scene, i));
    };
    expect(run(true)).toEqual(run(false));
  });

  it('is looked at anew when a particle, or time, is put elsewhere', () => {
    const lift = collider(
      { kind: 'box', size: [1, 1, 1] },
      {
        keyframes: [
          { time: 0, position: [0, -50, 0] },
          { time: 1, position: [0, 0, 0] },
        ],
      },
    );
    const scene = particlesAmong([collider({ kind: 'plane' }), lift], [[9, 5, 0]], { gravity: [0, 0, 0] });
    advance(scene, H, 2); // 5 m clear
    const { particles: p, state } = scene.world;
    p.y[0] = 0.001;
    p.vy[0] = -10;
    advance(scene, H, 1);
    expect(positionOf(scene)[1]).toBeGreaterThan(0);
    p.position.view.fill(0);
    p.y[0] = 0.51;
    p.velocity.view.fill(0);
    advance(scene, H, 2); // the lift is 49 m below
    p.vy[0] = -10;
    state.view[TIME] = 5;
    advance(scene, H, 1);
    expect(positionOf(scene)[1]).toBeGreaterThan(0.5);
  });

  it('gives the same bits by the quick look as by the whole way', () => {
    // The second collider is near, though never touched: the particle is no longer a simple case.
    const slope = collider({ kind: 'plane' }, { rotation: { axis: [0, 0, 1], angle: -15 }, friction: 0.4 });
    const wall = collider({ kind: 'box', size: [1, 1, 1] }, { position: [0.1, 0.501, 0] });
    const [quick, whole] = [[slope], [slope, wall]].map((colliders) => {
      const scene = particlesAmong(colliders, [[0, SEPARATION, 0]], { radius: 2e-4 });
      advance(scene, H, 200);
      return [positionOf(scene), velocityOf(scene)];
    });
    expect(whole).toEqual(quick);
  });

  it('leaves pinned particles alone', () => {
    const scene = particlesAmong([collider({ kind: 'plane' })], [[0, -1, 0]]);
    scene.world.particles.pin(0);
    advance(scene, H, 10);
    expect(positionOf(scene)).toEqual([0, -1, 0]);
    expect(scene.report).toMatchObject({ contacts: 0, penetrationMax: 0 });
  });

  it('costs nothing to be near nothing: particles in the open are not changed in a bit', () => {
    const free = particlesAmong([], [[0, 5, 0]], { velocity: [1, 2, 3] });
    const far = particlesAmong(
      [collider({ kind: 'sphere', radius: 1 }), collider({ kind: 'plane' })],
      [[0, 5, 0]],
      {
        velocity: [1, 2, 3],
      },
    );
    advance(free, H, 60);
    advance(far, H, 60);
    expect(positionOf(far)).toEqual(positionOf(free));
    expect(velocityOf(far)).toEqual(velocityOf(free));
  });
});
