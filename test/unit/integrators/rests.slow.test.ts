/** Scenes that come to rest, at three resolutions: when they do, and that nothing unstable stops before it gives way. */
import { buildScene, parseScene, type SceneInput, step, type World } from 'pliant';
import { describe, expect, it } from 'vitest';
import { isAtRest } from '../../../src/core/rest.ts';

const DT = 1 / 60;
const FLAT = { axis: [1, 0, 0], angle: -90 } as const;
const ball = { name: 'ball', shape: { kind: 'sphere', radius: 0.25 }, position: [0, 0.25, 0], friction: 0.3 };
const floor = { name: 'floor', shape: { kind: 'plane' }, friction: 0.5 };
/** Air that takes the speed of a swing in about a second. */
const AIR = { density: 0, rate: 1 };
const corner = (at: string) => ({ at });

/** Parts of each scene, and the time in which it comes to rest, s: a half more than the longest at the three resolutions. */
const scenes: Record<string, [object, object[], object, number]> = {
  'a hanging cloth': [{ pins: [corner('top')] }, [], {}, 4],
  'a flag without wind': [{ pins: [corner('left')] }, [], {}, 6],
  'a cloth by its corners': [
    { rotation: FLAT, pins: ['top-left', 'top-right', 'bottom-left', 'bottom-right'].map(corner) },
    [],
    {},
    8,
  ],
  'a drape on a ball and a floor': [{ position: [0, 0.55, 0], rotation: FLAT }, [ball, floor], AIR, 18],
  'a cloth crumpled on a floor': [
    { position: [0, 0.7, 0], rotation: { axis: [0.3, 0, 1], angle: 20 } },
    [floor],
    AIR,
    12,
  ],
};

function worldOf(body: object, colliders: object[], air: object, startLevel: number, bend = 1e-5): World {
  const cotton = {
    density: 0.15,
    thickness: 5e-4,
    stretchWarp: 3000,
    stretchWeft: 3000,
    shear: 50,
    bendWarp: bend,
    bendWeft: bend,
    damping: 1e-3,
  };
  const cloth = { name: 'cloth', model: 'adaptive-cloth', cells: [8, 8], position: [0, 1.5, 0], ...body };
  const bodies = [{ ...cloth, material: cotton, startLevel }];
  return buildScene(parseScene({ format: 1, id: 'rest', air, colliders, bodies } as SceneInput));
}

describe.each(Object.entries(scenes))('%s', (_, [body, colliders, air, longest]) => {
  it.each([0, 2, 4])('comes to rest at level %i', (level) => {
    const world = worldOf(body, colliders, air, level);
    let last = Infinity;
    while (world.time < longest && !isAtRest(world.bodies[0])) {
      const report = step(world, DT);
      expect(report.fault).toBeUndefined();
      last = report.energy.total;
    }
    expect(isAtRest(world.bodies[0])).toBe(true);
    const report = step(world, DT);
    expect(report.resting).toBe(1);
    expect(report.energy.kinetic).toBe(0);
    expect(report.energy.total).toBeLessThanOrEqual(last + 1e-9);
  });
});

describe('a strip that stands upright, clamped below', () => {
  const [bend, density, cell] = [1e-3, 0.15, 0.02];
  /** Height at which it falls over under its own weight, (7.84 B/(ρ g))^(1/3), m (Greenhill 1881). */
  const critical = Math.cbrt((7.837 * bend) / (density * 9.80665));

  /** The strip, bent a little, its top by `lean` (m). */
  function upright(height: number, lean: number): World {
    const cells = Math.round(height / cell) + 1;
    const size = [0.06, (height / (cells - 1)) * cells];
    const world = worldOf({ size, cells: [3, cells], position: [0, 0.5, 0] }, [], AIR, 0, bend);
    const { particles: p } = world;
    const clamp = Math.min(...p.y) + 1.01 * (size[1] / cells);
    for (let i = 0; i < p.count; i++) {
      if (p.y[i] < clamp) p.pin(i);
      else p.z[i] = lean * ((p.y[i] - clamp) / height) ** 2;
    }
    return world;
  }

  const lean = ({ particles: p }: World) => Math.max(...p.z.map(Math.abs));

  it('falls over above its critical height, before it can rest', () => {
    const world = upright(1.15 * critical, 2e-4);
    while (world.time < 60 && lean(world) < 0.02) {
      step(world, DT);
      expect(isAtRest(world.bodies[0])).toBe(false);
    }
    expect(lean(world)).toBeGreaterThan(0.02);
  });

  it('rests below it', () => {
    const world = upright(0.85 * critical, 2e-4);
    while (world.time < 20 && !isAtRest(world.bodies[0])) step(world, DT);
    expect(isAtRest(world.bodies[0])).toBe(true);
    expect(lean(world)).toBeLessThan(2e-4);
  });
});
