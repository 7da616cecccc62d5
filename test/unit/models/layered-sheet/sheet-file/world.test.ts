/** A sheet written to a file and read back goes on alike, to the bit. */
import { type EngineName, run, World } from 'pliant';
import {
  addLayeredSheet,
  addSheetFile,
  createIntegrator,
  gravity,
  type LayeredSheet,
  resolveMaterial,
  STRUCTURE_NAMES,
  type StructureName,
  sheetFileOf,
  sheetReport,
} from 'pliant/engine';
import { readSheetFile, type SheetFile, writeSheetFile } from 'pliant/formats';
import { describe, expect, it } from 'vitest';
import { evaluateForces } from '../../../../../src/core/force.ts';

function worldWith(add: (world: World) => LayeredSheet, engine: EngineName = 'rk4') {
  const world = new World(createIntegrator(engine));
  const sheet = add(world);
  world.addForce(gravity([0, -9.81, 0]));
  return { world, sheet };
}

function generated(structure: StructureName) {
  return worldWith((world) =>
    addLayeredSheet(world, {
      name: 'sheet',
      structure,
      points: [6, 5],
      layers: structure === 'provot-2d' ? 1 : 2,
      size: [0.2, 0.15],
      material: resolveMaterial('card'),
    }),
  );
}

function readBack(file: SheetFile) {
  const again = readSheetFile(writeSheetFile(file));
  return worldWith((world) => addSheetFile(world, { name: 'sheet', file: again }));
}

/** Bent and in motion, so that every spring pulls and every damper works. */
function stir({ x, y, z, vx, vy, vz, count }: World['particles']): void {
  for (let i = 0; i < count; i++) {
    y[i] += 0.3 * x[i] * x[i] + 0.1 * z[i];
    x[i] *= 1.01;
    vx[i] = 0.1 * z[i];
    vy[i] = -0.2 * x[i];
    vz[i] = 0.05 * y[i];
  }
}

describe.each(STRUCTURE_NAMES)('a %s sheet that is written and read again', (structure) => {
  it('feels the same forces, at rest and in motion', () => {
    const first = generated(structure);
    for (const moving of [false, true]) {
      if (moving) stir(first.world.particles);
      const second = readBack(sheetFileOf(first.world, first.sheet));
      evaluateForces(first.world, 0);
      evaluateForces(second.world, 0);
      expect(second.world.particles.force.view).toEqual(first.world.particles.force.view);
      expect(second.world.particles.mass.view).toEqual(first.world.particles.mass.view);
    }
    expect(first.world.particles.force.view.some((force) => Math.abs(force) > 1e-6)).toBe(true);
  });

  it('moves the same, to the bit', () => {
    const first = generated(structure);
    stir(first.world.particles);
    const second = readBack(sheetFileOf(first.world, first.sheet));
    for (const { world } of [first, second]) {
      world.substeps = 10;
      run(world, 0.001, 20);
    }
    expect(second.world.particles.position.view).toEqual(first.world.particles.position.view);
  });

  it('reports the same moduli', () => {
    const first = generated(structure);
    const second = readBack(sheetFileOf(first.world, first.sheet));
    const [a, b] = [first, second].map(({ world, sheet }) =>
      sheetReport(sheet, world.particles.mass.view.subarray(0, sheet.count)),
    );
    expect(b).toMatchObject({
      structure,
      masses: a.masses,
      springs: a.springs,
      size: a.size,
      stiffness: a.stiffness,
    });
    for (const axis of ['x', 'z'] as const) {
      expect(b.rigidity[axis] / a.rigidity[axis]).toBeCloseTo(1, 9);
      expect(b.modulus.stretch[axis] / a.modulus.stretch[axis]).toBeCloseTo(1, 9);
    }
  });
});

describe('a file without attributes', () => {
  it.each(
    STRUCTURE_NAMES.filter((name) => name !== 'provot-2d'),
  )('of a %s sheet at rest tells its size and layers', (structure) => {
    const { world, sheet } = generated(structure);
    const { size, layerDistance, thickness, material, ...bare } = sheetFileOf(world, sheet);
    const { lattice } = readBack(bare).sheet;
    expect(lattice.size[0]).toBeCloseTo(0.2, 9);
    expect(lattice.size[1]).toBeCloseTo(0.15, 9);
    expect(lattice.layerDistance).toBeCloseTo(sheet.lattice.layerDistance, 9);
  });

  it('is refused where its springs do not tell', () => {
    const { world, sheet } = generated('samm');
    const { size, ...bare } = sheetFileOf(world, sheet);
    const file = { ...bare, springs: bare.springs.filter(({ kind }) => kind !== 'z') };
    expect(() => readBack(file)).toThrow('size: the file has neither A size nor a spring z');
  });
});

describe('a torn sheet', () => {
  it('keeps the springs that it has', () => {
    const { world, sheet } = generated('slamm');
    const file = sheetFileOf(world, sheet);
    const torn = { ...file, springs: file.springs.filter((_, i) => i % 7 !== 3) };
    const again = readBack(torn);
    expect(again.sheet.springs.count).toBe(torn.springs.length);
    expect(sheetFileOf(again.world, again.sheet).springs).toEqual(torn.springs);
  });
});

describe('a generated sheet reports its modulus', () => {
  it.each([
    'samm',
    'slamm',
    'provot-3d',
  ] as const)('%s: E → K = EA/L → E, along it and through it', (structure) => {
    const young = 5e6;
    const { world, sheet } = worldWith((w) =>
      addLayeredSheet(w, {
        name: 'sheet',
        structure,
        points: [8, 8],
        layers: 2,
        size: [0.21, 0.21],
        layerDistance: 0.01,
        material: resolveMaterial('rubber'),
        stiffness: { kind: 'modulus', young },
      }),
    );
    const { modulus } = sheetReport(sheet, world.particles.mass.view.subarray(0, sheet.count));
    expect(modulus.thesis!.along / young).toBeCloseTo(1, 9);
    expect(modulus.thesis!.throughTies / young).toBeCloseTo(1, 9);
  });

  it('the thesis’s worked case, in its units', () => {
    const { world, sheet } = worldWith((w) =>
      addLayeredSheet(w, {
        name: 'sheet',
        structure: 'slamm',
        points: [11, 11],
        layers: 2,
        size: [2.5, 2.5],
        layerDistance: 0.1,
        material: resolveMaterial('styrene-0.25'),
        stiffness: { kind: 'springs', planar: 205, interlayer: 205 },
      }),
    );
    const report = sheetReport(sheet, world.particles.mass.view.subarray(0, sheet.count));
    expect(report).toMatchObject({ masses: 221, springs: 981, stiffness: { planar: 205, interlayer: 205 } });
    expect(report.modulus.thesis!.along).toBeCloseTo(2050, 9);
    expect(report.modulus.thesis!.through).toBeCloseTo(328, 9);
  });
});
