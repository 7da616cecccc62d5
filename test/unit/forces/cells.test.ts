/** Wind and pressure on four-sided cells: the same in all as on triangles, and the same for every mass. */
import { expect, it } from 'vitest';
import {
  addProvotSheet,
  type Block,
  createIntegrator,
  evaluateForces,
  type Force,
  pressure,
  type WindOptions,
  wind,
} from '../../../src/engine.ts';
import { cellPressure } from '../../../src/forces/pressure.ts';
import { World } from '../../../src/index.ts';

const AIR: WindOptions = {
  velocity: [1, 2, 6],
  density: 1.2,
  drag: 1.1,
  lift: 0.7,
  gust: 0,
  gustPeriod: 1,
};

function sheetWorld(place?: (u: number, v: number) => readonly [number, number, number]) {
  const world = new World(createIntegrator('verlet'));
  const [columns, rows] = [6, 5];
  const sheet = addProvotSheet(world, {
    name: 'sheet',
    size: [1, 0.8],
    points: [columns, rows],
    material: { density: 0.2, stretch: 100, shear: 40, bend: 3, damping: 0.1, thickness: 1e-3 },
    place,
  });
  setForce(world);
  const cells = world.arena.allocate('cells', 'i32', 8 * (columns - 1) * (rows - 1), 'model');
  let at = 0;
  for (let r = 0; r + 1 < rows; r++) {
    for (let c = 0; c + 1 < columns; c++) {
      for (const [column, row] of [
        [c, r],
        [c, r + 1],
        [c + 1, r + 1],
        [c + 1, r],
      ]) {
        cells.view.fill(sheet.index(column, row), at, at + 2);
        at += 2;
      }
    }
  }
  return { world, sheet, cells };
}

/** Makes `force` the only force of the world. */
function setForce(world: World, force?: Force): void {
  for (const old of [...world.forces]) world.remove(old);
  if (force) world.addForce(force);
}

function total(world: World): number[] {
  evaluateForces(world, 0);
  const { fx, fy, fz } = world.particles;
  return [fx, fy, fz].map((f) => f.reduce((sum, value) => sum + value, 0));
}

it('pushes as triangles with the same rim do, however the sheet is bent', () => {
  const { world, sheet, cells } = sheetWorld((u, v) => [
    u + 0.05 * v * v,
    v - 0.1 * u * v,
    0.2 * u * u - 0.1 * v,
  ]);
  setForce(world, pressure(sheet.triangles, 5));
  const expected = total(world);
  setForce(world, cellPressure(cells, 5));
  const pushed = total(world);
  for (const axis of [0, 1, 2]) expect(pushed[axis]).toBeCloseTo(expected[axis], 12);
});

it('gives every mass of a flat sheet the same acceleration, rim and corners too', () => {
  for (const force of ['wind', 'pressure']) {
    const { world, sheet, cells } = sheetWorld();
    setForce(world, force === 'wind' ? wind([{ ...sheet, cells }], AIR) : cellPressure(cells, 5));
    const pushed = total(world);
    setForce(world, force === 'wind' ? wind([sheet], AIR) : pressure(sheet.triangles, 5));
    const expected = total(world);
    for (const axis of [0, 1, 2]) expect(pushed[axis]).toBeCloseTo(expected[axis], 12);
    setForce(world, force === 'wind' ? wind([{ ...sheet, cells }], AIR) : cellPressure(cells, 5));
    evaluateForces(world, 0);
    const { fz, mass } = world.particles;
    fz.forEach((f, i) => {
      expect(f / mass.view[i]).toBeCloseTo(pushed[2] / (0.2 * 0.8), 10);
    });
  }
});

it('blows on what moves by its speed relative to the air', () => {
  const { world, sheet, cells } = sheetWorld();
  setForce(world, wind([{ ...sheet, cells }], AIR));
  const { vx, vy, vz } = world.particles;
  [vx, vy, vz].forEach((v, axis) => {
    v.fill(AIR.velocity[axis]);
  });
  for (const f of total(world)) expect(Math.abs(f)).toBeLessThan(1e-12);
});

it('hands what falls on the middle of an edge to both its ends', () => {
  // Two unit cells above the long edge from 0 to 1; its middle is no particle.
  const world = new World(createIntegrator('verlet'));
  const p = world.particles;
  p.add(5);
  for (const [i, [x, y]] of [
    [0, 0],
    [2, 0],
    [2, 1],
    [1, 1],
    [0, 1],
  ].entries()) {
    p.x[i] = x;
    p.y[i] = y;
    p.setMass(i, 1);
  }
  const cells: Block<'i32'> = world.arena.allocate('cells', 'i32', 16, 'model');
  cells.view.set([0, 0, 0, 1, 3, 3, 4, 4, 0, 1, 1, 1, 2, 2, 3, 3]);
  world.addForce(cellPressure(cells, 8));
  evaluateForces(world, 0);
  expect([...p.fz]).toEqual([4, 4, 2, 4, 2]);
});
