/**
 * The sheet that falls on a cup and over poles (Hutchinson, Preston & Hewitt 1996, §6), as one that refines itself and as a
 * uniform grid of the finest spacing. Both have the same mass per area, moduli, spring damping, air, engine, colliders and
 * contact code, and the sub-steps that the stability guard requires at the finest spacing. The paper gives neither sizes nor
 * material: ours are those of a napkin and a cup. SI units.
 */
import { type Body, World } from 'pliant';
import {
  addAdaptiveGrid,
  addContact,
  addProvotSheet,
  airDamping,
  type ColliderSpec,
  createCollider,
  createIntegrator,
  gravity,
  gridBending,
  type ProvotSheet,
  stableSteps,
  substepsFor,
} from 'pliant/engine';

export const GRAVITY = 9.81;
/** Side of the sheet, m. */
export const SIDE = 0.24;
/** Masses per side before refinement, and levels of refinement: (10 − 1)·2³ + 1 = 73. */
export const POINTS = 10;
export const LEVELS = 3;
export const FINEST = (POINTS - 1) * 2 ** LEVELS + 1;
/** Split angle S and its increase δS per level, degrees. */
const SPLIT_ANGLE = 25;
const SPLIT_ANGLE_STEP = 15;
/** Air damping, 1/s: the sheet sinks at no more than 0.5 m/s, as light cloth does. */
const AIR = 20;
const ENGINE = 'euler-cromer';

/** A napkin, softer in stretch than cotton, by a percent or so here, so that steps are not unnecessarily short. */
export const MATERIAL = {
  density: 0.15,
  stretch: 200,
  shear: 10,
  /**
   * Rigidity of starched linen, N·m. Without any, only the grid would limit how finely the sheet wrinkles; with too little it
   * folds over the cup at random, differently on different grids.
   */
  rigidity: 1e-4,
  /**
   * Share of critical damping at the coarse spacing; the damping of a spring in N·s/m is the same at every spacing.
   */
  damping: 0.06,
  thickness: 1e-3,
};

export interface Drape {
  readonly steps: number;
  /** Step, s. */
  readonly dt: number;
  /** Height of the flat sheet above the floor at the start, m. */
  readonly height: number;
  readonly colliders: readonly ColliderSpec[];
  /** Rigidity, N·m; default: that of the material. */
  readonly rigidity?: number;
  /**
   * The same colliders slightly smaller, for pictures: contact is found at masses, and edges would show through
   * between them.
   */
  readonly drawn: readonly ColliderSpec[];
}

export interface Run {
  readonly world: World;
  readonly sheet: Body;
}

/** A uniform grid with a given number of masses per side. */
export function createUniform(drape: Drape, points = FINEST, clock?: () => number): Run {
  const world = new World(createIntegrator(ENGINE), { clock });
  const sheet = addProvotSheet(world, {
    name: 'sheet',
    size: [SIDE, SIDE],
    points: [points, points],
    material: { ...MATERIAL, bend: 0, damping: finerDamping(points) },
    place: (u, v) => [u, drape.height, -v],
  });
  addBending(world, sheet, drape.rigidity);
  surround(world, sheet, drape);
  world.substeps = substepsFor(drape.dt, stableSteps(world).engines[ENGINE].step);
  return { world, sheet };
}

/** Adds the bending of the adaptive grid: the same rigidity, damped as its springs along rows. */
export function addBending(world: World, sheet: ProvotSheet, rigidity = MATERIAL.rigidity): void {
  const { stretch, shear, density, damping } = MATERIAL;
  const spacing = SIDE / (POINTS - 1);
  // Stiffness of a spring along a row in a square lattice with these moduli, N/m; its damping is a share of √(2 k
  // m).
  const stiffness = (stretch + Math.sqrt(stretch * stretch + 4 * shear * shear)) / 2 - shear;
  const retardation = (damping * Math.sqrt(2 * stiffness * density) * spacing) / stiffness;
  world.addForce(
    gridBending(
      world,
      { first: sheet.first, columns: sheet.lattice.columns, rows: sheet.lattice.rows },
      { size: [SIDE, SIDE], rigidity, retardation },
    ),
  );
}

/** The sheet that refines itself, at most to the spacing of the uniform grid. */
export function createAdaptive(drape: Drape, clock?: () => number): Run {
  const world = new World(createIntegrator(ENGINE), { clock });
  const sheet = addAdaptiveGrid(world, {
    name: 'sheet',
    size: [SIDE, SIDE],
    points: [POINTS, POINTS],
    material: { ...MATERIAL, rigidity: drape.rigidity ?? MATERIAL.rigidity },
    splitAngle: SPLIT_ANGLE,
    splitAngleStep: SPLIT_ANGLE_STEP,
    maxLevel: LEVELS,
    place: (u, v) => [u, drape.height, -v],
  });
  surround(world, sheet, drape);
  world.substeps = substepsFor(drape.dt, stableSteps(world).engines[ENGINE].step);
  return { world, sheet };
}

/** Share of critical damping that gives springs of a finer grid the same damping in N·s/m. */
export function finerDamping(points: number): number {
  return (MATERIAL.damping * (points - 1)) / (POINTS - 1);
}

function surround(world: World, sheet: Body, { colliders }: Drape): void {
  world.addForce(gravity([0, -GRAVITY, 0]));
  world.addForce(airDamping(AIR));
  addContact(world, {
    colliders: colliders.map(createCollider),
    bodies: [{ body: sheet, radius: MATERIAL.thickness / 2 }],
  });
}
