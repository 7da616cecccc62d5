/** The flattened grid has room for two levels, and is made anew for a third and a fourth where a crease asks for them. */
import { describe, expect, it } from 'vitest';
import { restore, snapshot, step } from '../../src/index.ts';
import {
  disturb,
  MATERIAL,
  randomLevels,
  type SheetWorld,
  sheetWorld,
  takeSubsteps,
} from './adaptive-world.ts';

const DT = 0.004;

/** Creased along its middle, with wings that turn up: it folds in a tenth of a second. */
function folding(): SheetWorld {
  const made = sheetWorld({
    points: [9, 3],
    material: { ...MATERIAL, stretch: 5, shear: 1 },
    maxLevel: 4,
    place: (u, v) => [u, v, 0.3 * Math.abs(u)],
  });
  const { world, sheet } = made;
  for (let i = 0; i < sheet.count; i++) world.particles.vz[i] = 20 * Math.abs(sheet.places[2 * i]);
  takeSubsteps(world, DT);
  return made;
}

const roomOf = ({ sheet }: SheetWorld) => sheet.map().room;

/** Of each mass: its place in the sheet, level and mass, where it is and how it moves. */
function massesOf({ world: { particles: p }, sheet }: SheetWorld): number[][] {
  return Array.from({ length: sheet.count }, (_, k) => {
    const i = sheet.first + k;
    const [u, v] = sheet.places.subarray(2 * k, 2 * k + 2);
    return [u, v, sheet.levels[k], p.mass.view[i], p.x[i], p.y[i], p.z[i], p.vx[i], p.vy[i], p.vz[i]];
  });
}

describe('room for levels of refinement', () => {
  it('is there for two, and for three and four when a crease becomes sharp', () => {
    const made = folding();
    const rooms = [roomOf(made)];
    for (let k = 0; k < 60; k++) {
      expect(step(made.world, DT).fault).toBeUndefined();
      rooms.push(roomOf(made));
      expect(made.sheet.depth).toBeLessThanOrEqual(roomOf(made));
    }
    expect([...new Set(rooms)]).toEqual([2, 3, 4]);
    expect(rooms.lastIndexOf(2)).toBeGreaterThan(5);
    expect(made.sheet.depth).toBe(4);
  });

  it('changes nothing of the masses and forces', () => {
    const made = sheetWorld({ startLevel: randomLevels(5, 2), maxLevel: 4 });
    const { world, sheet } = made;
    disturb(world, 1, 3);
    const [before, energy, map] = [massesOf(made), sheet.force.energy(world), sheet.map()];
    expect(map.room).toBe(2);
    sheet.growGrid();
    const after = sheet.map();
    expect(after.room).toBe(3);
    expect(massesOf(made)).toEqual(before);
    expect(sheet.force.energy(world)).toBe(energy);
    const finer = Array.from(map.cells, (n, k) => (k % 4 === 3 ? n : 2 * n));
    expect(Array.from(after.cells)).toEqual(finer);
  });

  it('is made again where a snapshot from before goes on, byte for byte', () => {
    const [whole, again] = [folding(), folding()];
    let kept = snapshot(whole.world);
    let since = 0;
    while (roomOf(whole) < 4) {
      if (since % 8 === 0 && roomOf(whole) === 2) {
        kept = snapshot(whole.world);
        since = 0;
      }
      step(whole.world, DT);
      since++;
    }
    restore(again.world, kept);
    expect(roomOf(again)).toBe(2);
    for (let k = 0; k < since; k++) step(again.world, DT);
    expect(snapshot(again.world)).toEqual(snapshot(whole.world));
    // And a world that has the room already takes one from before.
    restore(whole.world, kept);
    expect(roomOf(whole)).toBe(2);
    for (let k = 0; k < since; k++) step(whole.world, DT);
    expect(snapshot(whole.world)).toEqual(snapshot(again.world));
  });
});
