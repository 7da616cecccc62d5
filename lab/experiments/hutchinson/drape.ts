/**
 * The sheet that falls on a cup and over poles (Hutchinson, Preston & Hewitt 1996, §6), as one that refines itself and
 * as a uniform grid of the finest spacing. Both have the same mass per area, moduli, damping of a spring, air, engine,
 * colliders and contact code, and the sub-steps that the stability guard asks for at the finest spacing. The paper
 * gives neither sizes nor material: ours are a napkin's and a cup's. SI units.
 */
import { type Body, World } from 'pliant';
import {
  addAdaptiveGrid,
  addProvotSheet,
  airDamping,
  type ColliderSpec,
  contactStage,
  createCollider,
  createIntegrator,
  gravity,
  gridBending,
  type ProvotSheet,
  stableSteps,
  substepsFor,
} from 'pliant/engine';

export const GRAVITY = 9.81;
/** m */
export const SIDE = 0.24;
/** Masses a side before any refinement, and levels of refinement: (10 − 1)·2³ + 1 = 73. */
export const POINTS = 10;
export const LEVELS = 3;
export const FINEST = (POINTS - 1) * 2 ** LEVELS + 1;
/** Degrees, S and δS. */
const SPLIT_ANGLE = 25;
const SPLIT_ANGLE_STEP = 15;
/** 1/s: the sheet sinks at no more than 0.5 m/s, as light cloth does. */
const AIR = 20;
const ENGINE = 'euler-cromer';

/** A napkin, easier to stretch than cotton, by a percent or so here, so that steps are not shorter than they need be. */
export const MATERIAL = {
  density: 0.15,
  stretch: 200,
  shear: 10,
  /**
   * N·m, as of starched linen. Without any, nothing but the grid would limit how finely the sheet wrinkles; with too
   * little it may fold this way or that over the cup, which no two grids do alike.
   */
  rigidity: 1e-4,
  /** Share of critical at the coarse spacing; the spring's damping, N·s/m, is the same at every spacing. */
  damping: 0.06,
  thickness: 1e-3,
};

export interface Drape {
  readonly steps: number;
  /** s */
  readonly dt: number;
  /** m, of the flat sheet above the floor at the start. */
  readonly height: number;
  readonly colliders: readonly ColliderSpec[];
  /** N·m; that of the material where left out. */
  readonly rigidity?: number;
  /** The same a little smaller, for pictures: contact is found at masses, and edges would show through between them. */
  readonly drawn: readonly ColliderSpec[];
}

export interface Run {
  readonly world: World;
  readonly sheet: Body;
}

/** A uniform grid of some masses a side. */
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

/** What the adaptive grid has by itself: the same rigidity, damped as its springs along rows are. */
export function addBending(world: World, sheet: ProvotSheet, rigidity = MATERIAL.rigidity): void {
  const { stretch, shear, density, damping } = MATERIAL;
  const spacing = SIDE / (POINTS - 1);
  // Of a spring along a row in a square lattice with these moduli, N/m; its damping is the share of √(2 k m).
  const stiffness = (stretch + Math.sqrt(stretch * stretch + 4 * shear * shear)) / 2 - shear;
  const retardation = (damping * Math.sqrt(2 * stiffness * density) * spacing) / stiffness;
  world.addForce(gridBending(world, sheet, { size: [SIDE, SIDE], rigidity, retardation }));
}

/** The sheet that refines itself, at most to the uniform grid's spacing. */
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

/** Share of critical damping that gives springs of a finer grid the N·s/m of the coarse one's. */
export function finerDamping(points: number): number {
  return (MATERIAL.damping * (points - 1)) / (POINTS - 1);
}

function surround(world: World, sheet: Body, { colliders }: Drape): void {
  world.addForce(gravity([0, -GRAVITY, 0]));
  world.addForce(airDamping(AIR));
  world.contact.push(
    contactStage(colliders.map(createCollider), [{ body: sheet, radius: MATERIAL.thickness / 2 }]),
  );
}
