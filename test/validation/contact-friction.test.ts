/** Particles that slide, stick, stop and bounce, against their formulas. */
import { describe, expect, it } from 'vitest';
import type { Collider, ShapeSpec } from '../../src/contact/index.ts';
import { SEPARATION } from '../../src/contact/particles/sweep.ts';
import { IN_CONTACT } from '../../src/core/particles.ts';
import { landscape } from '../unit/contact/solids.ts';
import {
  advance,
  collider,
  eulerCromer,
  freeFlight,
  G,
  particlesAmong,
  positionOf,
  radians,
  type Vec,
  velocityOf,
} from './contact-world.ts';

const H = 1 / 120;

/** Downhill is +x; the particle starts at rest on the surface. */
function incline(degrees: number, friction: number, shape: ShapeSpec = { kind: 'plane' }): Collider {
  return collider(shape, { rotation: { axis: [0, 0, 1], angle: -degrees }, friction });
}

function alongIncline([x, y]: Vec, degrees: number): number {
  return x * Math.cos(radians(degrees)) - y * Math.sin(radians(degrees));
}

describe('a particle on an incline, from rest', () => {
  // friction, slope in degrees, distance in m after 1 s: ½ g (sin θ − μ cos θ) t²
  const sliding = [
    [0, 10, 0.851453450759],
    [0, 30, 2.4516625],
    [0, 60, 4.24640401301],
    [0.1, 10, 0.368570203205],
    [0.1, 45, 3.12045692208],
    [0.3, 20, 0.294750423328],
    [0.3, 60, 3.51090526301],
    [0.5, 30, 0.328460493494],
    [0.7, 45, 1.04015230736],
    [1, 60, 1.79474151301],
  ];
  const ground = landscape(8, 7, () => 0);
  const surfaces: [string, ShapeSpec][] = [
    ['plane', { kind: 'plane' }],
    ['mesh', { kind: 'mesh', vertices: ground.vertices, triangles: ground.triangles }],
  ];

  it.each(sliding)('slides at μ = %f on %f° by %f m in a second', (friction, degrees, distance) => {
    for (const [, shape] of surfaces) {
      for (const engine of [freeFlight, eulerCromer]) {
        const scene = particlesAmong([incline(degrees, friction, shape)], [[0, 0, 0]], { engine });
        advance(scene, H, 120);
        // Exact for constant acceleration but for rounding; the mesh's inner edges may take SEPARATION each. Along the
        // surface a particle keeps its engine's displacement: Euler–Cromer runs ahead by ½ g sin θ h t.
        const ahead = engine === eulerCromer ? 0.5 * G * Math.sin(radians(degrees)) * H : 0;
        const error = alongIncline(positionOf(scene), degrees) - distance;
        expect(Math.abs(error)).toBeLessThan(
          1.001 * ahead + (shape.kind === 'plane' ? 1e-9 : 1e-4 * distance),
        );
      }
    }
  });

  it.each([
    [0.3, 10],
    [0.5, 20],
    [0.7, 30],
    [1, 45],
  ])('does not creep at all at μ = %f on %f°', (friction, degrees) => {
    for (const [, shape] of surfaces) {
      const scene = particlesAmong([incline(degrees, friction, shape)], [[0.3, 0.3, 0.1]]);
      advance(scene, H, 120);
      const settled = positionOf(scene);
      advance(scene, H, 600);
      expect(positionOf(scene)).toEqual(settled);
      expect(velocityOf(scene)).toEqual([0, 0, 0]);
    }
  });

  it('does not creep in sub-steps so short that it would not fall through the skin in one', () => {
    const scene = particlesAmong([incline(20, 0.5)], [[0, 0, 0]]);
    advance(scene, 1e-5, 100); // a fall of 5e-10 m a step
    const settled = positionOf(scene);
    advance(scene, 1e-5, 2000);
    expect(positionOf(scene)).toEqual(settled);
  });

  it.each([0.1, 0.3, 0.5, 1])('begins to slide at the critical angle, atan %f', (friction) => {
    const critical = (Math.atan(friction) * 180) / Math.PI;
    for (const [mu, slides] of [
      [friction + 0.01, false],
      [friction - 0.01, true],
    ] as const) {
      const scene = advance(particlesAmong([incline(critical, mu)], [[0, 0, 0]]), H, 120);
      const expected = slides ? 0.5 * G * 0.01 * Math.cos(radians(critical)) : 0;
      expect(alongIncline(positionOf(scene), critical)).toBeCloseTo(expected, 9);
    }
  });

  it('stays under static friction, and slides under kinetic friction once pushed', () => {
    const slope = collider(
      { kind: 'plane' },
      { rotation: { axis: [0, 0, 1], angle: -20 }, friction: 0.2, staticFriction: 0.5 },
    );
    const [still, pushed] = [0, 0.1].map((speed) => {
      const velocity: Vec = [speed * Math.cos(radians(20)), -speed * Math.sin(radians(20)), 0];
      return alongIncline(
        positionOf(advance(particlesAmong([slope], [[0, 0, 0]], { velocity }), H, 120)),
        20,
      );
    });
    expect(still).toBeCloseTo(0, 12);
    const a = G * (Math.sin(radians(20)) - 0.2 * Math.cos(radians(20)));
    expect(pushed).toBeCloseTo(0.1 + a / 2, 9);
  });
});

it.each([
  // μ, slope, speed downhill, time, distance, speed then (0: it has stopped)
  [0.2, 0, 2, 0.5, 0.75483375, 1.019335],
  [0.2, 20, 2, 1, 2.75551225531, 3.51102451062],
  [0.2, 20, -2, 0.2, -0.296057616671, -0.960576166706],
  [0.2, 20, -2, 1, -0.0989156419571, 0.929539090632],
  [0.6, 0, 2, 1, 0.339905404326, 0],
  [0.6, 20, 2, 0.5, 0.728116231846, 0.912464927383],
  [0.6, 20, 2, 1, 0.919510575042, 0],
  [0.6, 20, -2, 1, -0.225143741894, 0],
])('a particle thrown along an incline: μ = %f, %f°, %f m/s', (friction, degrees, speed, time, distance, after) => {
  const cos = Math.cos(radians(degrees));
  const sin = Math.sin(radians(degrees));
  // On the surface from the start: it is not to lose speed by landing.
  const start: Vec = [SEPARATION * sin, SEPARATION * cos, 0];
  const velocity: Vec = [speed * cos, -speed * sin, 0];
  const scene = particlesAmong([incline(degrees, friction)], [start], { velocity });
  advance(scene, H, Math.round(time / H));
  // Turning points within a sub-step are found too; what is left is rounding.
  expect(alongIncline(positionOf(scene), degrees)).toBeCloseTo(distance, 9);
  expect(alongIncline(velocityOf(scene), degrees)).toBeCloseTo(after, 9);
});

describe('a particle that falls from 1 m', () => {
  /** Heights of the tops between impacts, each from the parabola through the three highest samples. */
  function peaks(restitution: number, engine: typeof freeFlight, h: number): number[] {
    const scene = particlesAmong([collider({ kind: 'plane' }, { restitution })], [[0, 1, 0]], { engine });
    const tops: number[] = [];
    let [a, b] = [0, 1];
    advance(scene, h, Math.round(6 / h), () => {
      const c = positionOf(scene)[1];
      if (b >= a && b > c) tops.push(b - (a - c) ** 2 / (8 * (a - 2 * b + c)));
      [a, b] = [b, c];
    });
    return tops.slice(1);
  }

  it.each([
    [0.25, 2],
    [0.5, 4],
    [0.8, 6],
    [0.9, 6],
    [1, 6],
  ])('reaches e²ⁿ after n bounces, e = %f', (e, count) => {
    for (const engine of [freeFlight, eulerCromer]) {
      const heights = peaks(e, engine, 1 / 60);
      expect(heights.length).toBeGreaterThanOrEqual(count);
      heights.slice(0, count).forEach((height, n) => {
        const exact = e ** (2 * (n + 1));
        expect(Math.abs(height - exact)).toBeLessThan(0.01 * exact);
        // Exact but for the SEPARATION on the floor; Euler–Cromer's start is ⅛ g h² off, 3.4e-4 m.
        expect(Math.abs(height - exact)).toBeLessThan(
          SEPARATION + (engine === eulerCromer ? 4e-4 * exact : 0),
        );
      });
    }
  });

  it('keeps its energy at e = 1 for a hundred bounces, with 60 steps a second', () => {
    const scene = particlesAmong([collider({ kind: 'plane' }, { restitution: 1 })], [[0, 1, 0]]);
    advance(scene, 1 / 60, 60 * 90);
    expect(G * positionOf(scene)[1] + velocityOf(scene)[1] ** 2 / 2).toBeCloseTo(G, 9);
  });

  it.each([0, 0.25, 0.5, 0.9])('comes to rest, and does not buzz, e = %f', (restitution) => {
    const scene = particlesAmong([collider({ kind: 'plane' }, { restitution })], [[0, 1, 0]]);
    advance(scene, H, 120 * 10);
    expect(velocityOf(scene)).toEqual([0, 0, 0]);
    expect(positionOf(scene)[1]).toBeLessThan(2 * SEPARATION);
    expect(scene.report?.contacts).toBe(1);
    expect(scene.world.particles.flags.view[0] & IN_CONTACT).toBe(IN_CONTACT);
  });

  it('loses (1 + e) μ of its normal speed in tangential speed at one bounce', () => {
    const floor = collider({ kind: 'plane' }, { restitution: 0.5, friction: 0.2 });
    const scene = particlesAmong([floor], [[0, 1, 0]], { velocity: [3, 0, 0] });
    advance(scene, H, 60);
    const fall = Math.sqrt(2 * G);
    expect(velocityOf(scene)[0]).toBeCloseTo(3 - 0.2 * 1.5 * fall, 5); // SEPARATION above the floor: 1e-6 of the fall
  });
});
