/** The incremental potential with the contacts of a solve falls in every iteration of Newton's method that is accepted. */
import { buildScene, hash, parseScene, run, type World } from 'pliant';
import { describe, expect, it } from 'vitest';
import type { ContactPotential, ImplicitStep } from '../../../src/core/implicit.ts';
import type { SolvedBody } from '../../../src/integrators/coupled-system.ts';
import { collidingSheets } from '../contact/potential/colliding-sheets.ts';

const DT = 1 / 60;

function falling(): World {
  const scene = parseScene({
    format: 1,
    engine: { name: 'implicit-euler', substeps: 1 },
    contact: { self: true },
    bodies: [
      {
        name: 'cloth',
        model: 'adaptive-cloth',
        size: [0.4, 0.4],
        cells: [10, 10],
        position: [0, 0.27, 0],
        rotation: { axis: [0.3, 0, 1], angle: 20 },
        jitter: 0.001,
        material: 'cotton',
      },
    ],
    colliders: [
      { name: 'floor', shape: { kind: 'plane' }, friction: 0.5 },
      { name: 'ball', shape: { kind: 'sphere', radius: 0.05 }, position: [0.05, 0.05, 0], friction: 0.5 },
    ],
  });
  return buildScene(scene);
}

/** Potentials of an iteration, J: at its start and where it was accepted, both with the contacts of its last solve. */
interface Iteration {
  before: number;
  after: number;
}

/**
 * Notes the potentials of all iterations. An iteration begins where its first solve gathers contacts, and the way that it was
 * given is accepted where contacts are cleared from it.
 */
function iterationsOf(world: World): Iteration[] {
  const found: Iteration[] = [];
  const bodies = world.bodies as unknown as SolvedBody[];
  const contacts = world.contact?.potential as ContactPotential;
  const position = () => world.particles.position.view;
  let step: ImplicitStep | undefined;
  let start: Float64Array | undefined;
  for (const { dynamics } of bodies) {
    const { system } = dynamics;
    const assemble = system.assemble.bind(system);
    system.assemble = (w, s, vectors) => {
      step = s;
      return assemble(w, s, vectors);
    };
  }
  const potential = () =>
    bodies.reduce((sum, { dynamics }) => sum + dynamics.system.potential(world, step!), 0) +
    contacts.energy(world, world.particles.position);
  const gather = contacts.gather.bind(contacts);
  contacts.gather = (w) => {
    start ??= position().slice();
    gather(w);
  };
  const clear = contacts.clear.bind(contacts);
  contacts.clear = (w) => {
    if (start) {
      const end = position().slice();
      position().set(start);
      const before = potential();
      position().set(end);
      found.push({ before, after: potential() });
    }
    start = undefined;
    return clear(w);
  };
  return found;
}

describe.each([
  ['two free sheets that collide', collidingSheets, 40],
  ['a cloth that crumples on a floor and a ball', falling, 60],
])('%s', (_, make, steps) => {
  it('have a potential that falls in each iteration, and a motion that the look does not change', () => {
    const world = make();
    const iterations = iterationsOf(world);
    expect(run(world, DT, steps).fault).toBeUndefined();
    expect(iterations.length).toBeGreaterThan(steps);
    // Potentials are sums of some hundred terms in f64.
    const rises = iterations.filter(({ before, after }) => after > before + 1e-12 * Math.abs(before));
    expect(rises).toEqual([]);
    // Most iterations bring it down by far more than rounding.
    const falls = iterations.filter(({ before, after }) => after < before - 1e-9 * Math.abs(before));
    expect(falls.length).toBeGreaterThan(0.5 * iterations.length);
    const other = make();
    run(other, DT, steps);
    expect(hash(other)).toBe(hash(world));
  });
});
