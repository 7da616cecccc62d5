/**
 * Total energy of cloth on which nothing does work: after no frame is it above its least so far by more than contacts may give back.
 * Their own energy is not part of the total. It is at most
 *
 *   m g l + K/61,
 *
 * with the weight m g on the layer l over which they push (0.2 mm), and the greatest kinetic energy K so far: a contact of
 * stiffness 60 m/h² leaves 1/61 of an approach in a step (docs/decisions/0011). Cloth that adapts also changes its energy as its
 * mesh does, by the error of its bends: 0.2 % of what the fall has released.
 */
import { buildScene, parseScene, type Scene, type StepReport, step, type World } from 'pliant';
import { audit } from 'pliant/engine';
import { sceneById } from 'pliant/scenes';
import { describe, expect, it } from 'vitest';
import { type LiveSheet, liveScene, liveWorld } from '../../lab/bench/live/scenes.ts';
import { dropOf } from '../../lab/validation/drops.ts';

const LAYER = 2e-4;
const RETURNED = 1 / 61;
const ADAPTING = 0.002;
const G = 9.80665;

/** Returns by how much the energy rose, over what it may rise by: at most 1. */
function worstRise(world: World, { seconds, dt }: Scene, adapts: boolean): number {
  const mass = world.particles.mass.view.subarray(0, world.particles.count).reduce((sum, m) => sum + m, 0);
  const start = { energy: {} } as StepReport;
  audit(world, start);
  const first = start.energy.total;
  let least = first;
  let kinetic = start.energy.kinetic;
  let worst = 0;
  for (let k = Math.round(seconds / dt); k > 0; k--) {
    const { energy, fault } = step(world, dt);
    expect(fault).toBeUndefined();
    kinetic = Math.max(kinetic, energy.kinetic);
    const released = first - least;
    const allowed = mass * G * LAYER + RETURNED * kinetic + (adapts ? ADAPTING * released : 0);
    worst = Math.max(worst, (energy.total - least) / allowed);
    least = Math.min(least, energy.total);
  }
  return worst;
}

/** The first random drops of seed 1 on obstacles that stand still. */
const drops = Array.from({ length: 23 }, (_, k) => dropOf(1, k, ['adaptive-cloth']))
  .filter(({ scene }) => scene.colliders?.every(({ keyframes }) => keyframes === undefined))
  .map(({ scene, shape, speed }) => ({
    scene,
    name: `${scene.id}, at ${speed.toFixed(1)} m/s on a ${shape}`,
  }));

describe('the energy of cloth never rises without work', () => {
  it('on a table', () => {
    const scene = sceneById('cloth-table')!;
    expect(worstRise(buildScene(scene), scene, true)).toBeLessThan(1);
  });

  it.each([
    ['drapes', { scene: 'drape', n: 33, adaptive: false }],
    ['crumples', { scene: 'crumple', n: 33, adaptive: false }],
  ] as [string, LiveSheet][])('where it %s', (_, sheet) => {
    const scene = { ...liveScene(sheet), seconds: 1 };
    expect(worstRise(liveWorld(sheet), scene, false)).toBeLessThan(1);
  });

  it.each(drops)('in $name', ({ scene: input }) => {
    const scene = parseScene(input);
    const [{ startLevel, maxLevel }] = scene.bodies as unknown as { startLevel: number; maxLevel: number }[];
    expect(worstRise(buildScene(scene), scene, maxLevel > startLevel)).toBeLessThan(1);
  });
});
