/** The stable step of a body that refines itself, against that of sheets made as fine from the start. */
import { describe, expect, it } from 'vitest';
import { addProvotSheet, airDamping, createIntegrator, stableSteps } from '../../../../src/engine.ts';
import { ENGINE_NAMES, World } from '../../../../src/index.ts';

const LEVELS = 2;

/** A sheet with the masses and springs of level `level`: the same spring damping in N·s/m on every level. */
function uniform(level: number, damping: number): World {
  const world = new World(createIntegrator('euler-cromer'));
  const parts = 2 ** level;
  addProvotSheet(world, {
    name: 'sheet',
    size: [1, 1],
    points: [8 * parts + 1, 8 * parts + 1],
    material: { density: 0.15, stretch: 300, shear: 100, bend: 0, damping: damping * parts, thickness: 1e-3 },
  });
  return world;
}

function refining(damping: number): World {
  const world = uniform(0, damping);
  const pieces = { maxLevel: LEVELS, piece: (level: number) => uniform(level, damping) };
  world.bodies[0] = { ...world.bodies[0], dynamics: { kind: 'explicit', pieces } };
  return world;
}

describe.each([0.01, 0.3])('damping %d', (damping) => {
  const levels = Array.from(
    { length: LEVELS + 1 },
    (_, level) => stableSteps(uniform(level, damping)).engines,
  );
  const stated = stableSteps(refining(damping)).engines;

  it.each(ENGINE_NAMES)('%s: the step of level 0 holds on every level', (engine) => {
    const longest = Math.min(...levels.map((engines, level) => 2 ** level * engines[engine].step));
    expect(stated[engine].step / longest).toBeCloseTo(1, 9);
  });
});

it('counts what slows all of it down alike once, and the rest of the world as it is', () => {
  const thick = refining(0.01);
  thick.addForce(airDamping(3000));
  const alone = new World(createIntegrator('euler-cromer'));
  alone.particles.add(1);
  alone.particles.setMass(0, 1);
  alone.addForce(airDamping(3000));
  const air = stableSteps(alone).engines['euler-cromer'].step;
  const limit = stableSteps(thick).engines['euler-cromer'].step;
  expect(limit).toBeLessThan(air);
  expect(limit).toBeGreaterThan(0.8 * air); // level by level 4 times the drag would leave a quarter

  const mixed = refining(0.01);
  addProvotSheet(mixed, {
    name: 'stiff',
    size: [1, 1],
    points: [5, 5],
    material: { density: 0.15, stretch: 3e5, shear: 100, bend: 0, damping: 0.5, thickness: 1e-3 },
  });
  const stiff = new World(createIntegrator('euler-cromer'));
  addProvotSheet(stiff, {
    name: 'stiff',
    size: [1, 1],
    points: [5, 5],
    material: { density: 0.15, stretch: 3e5, shear: 100, bend: 0, damping: 0.5, thickness: 1e-3 },
  });
  const ratio =
    stableSteps(mixed).engines['euler-cromer'].step / stableSteps(stiff).engines['euler-cromer'].step;
  expect(ratio).toBeCloseTo(1, 2); // power iteration from other random numbers
});
