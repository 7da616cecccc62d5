/** The cost of adapting: a cloth is rebuilt only when vertices come or go, and these do not come back at once. */
import { step, World } from 'pliant';
import { addAdaptiveCloth, addContact, createCollider, createIntegrator, gravity } from 'pliant/engine';
import { expect, it } from 'vitest';
import { COTTON } from './woven-cloth.ts';

/** Returns a cloth that falls over the edges of a table, where it would be refined beyond its finest level. */
function fallingCloth(maxLevel: number) {
  const world = new World(createIntegrator('implicit-euler'));
  world.addForce(gravity([0, -9.80665, 0]));
  const cloth = addAdaptiveCloth(world, {
    name: 'cloth',
    shape: { size: [1, 1], cells: [4, 4] },
    material: COTTON,
    startLevel: 2,
    maxLevel,
    refineError: 2e-3,
    refineAtContact: true,
    simplifyAge: 0.2,
    place: (u, v) => [u, 0.55, -v],
  });
  const table = createCollider({
    name: 'table',
    shape: { kind: 'box', size: [0.5, 0.5, 0.5] },
    position: [0, 0.25, 0],
  });
  addContact(world, { colliders: [table], bodies: [{ body: cloth, radius: 0.5 * cloth.thickness }] });
  return { world, cloth };
}

it('nothing is rebuilt in a step in which no vertex comes or goes', () => {
  const { world, cloth } = fallingCloth(5);
  let [rebuilds, changes] = [0, 0];
  for (let k = 0; k < 60; k++) {
    const before = cloth.version;
    const { refinement, fault } = step(world, 1 / 60);
    expect(fault).toBeUndefined();
    rebuilds += cloth.version - before;
    if (refinement && refinement.split + refinement.merged > 0) changes++;
  }
  expect(changes).toBeGreaterThan(10);
  expect(rebuilds).toBe(changes);
});

it('what is removed does not come back unless the cloth moves', () => {
  const { world, cloth } = fallingCloth(8);
  const [adapting] = world.schedule.in('adapt').filter(({ name }) => name === 'refinement');
  const places = () => new Set(Array.from({ length: cloth.count }, (_, v) => placeOf(cloth.places, v)));
  let [removed, back] = [0, 0];
  for (let k = 0; k < 120; k++) {
    const before = places();
    const report = step(world, 1 / 60);
    const after = places();
    const gone = [...before].filter((place) => !after.has(place));
    if (gone.length === 0) continue;
    removed += gone.length;
    adapting.run(world, 1 / 60, report);
    const again = places();
    back += gone.filter((place) => again.has(place)).length;
  }
  expect(removed).toBeGreaterThan(50);
  expect(back).toBe(0);
});

function placeOf(places: Float64Array, v: number): string {
  return `${places[2 * v].toFixed(6)} ${places[2 * v + 1].toFixed(6)}`;
}
