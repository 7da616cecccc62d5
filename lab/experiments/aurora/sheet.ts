/**
 * The sheet of the Aurora experiments: Tables 5.1 and 5.3 of the thesis in SI units. A side of 2.5 cm, layers 1 mm apart,
 * springs of 0.185 N/m. The program of the thesis uses centimetres, grams and seconds: 185 is dyn/cm, a mass is 0.4 g (as
 * its text says; the table's 0.4e-4 kg is a slip), and its gravity of 0.981 is cm/s². Only with this reading do its tables
 * agree with each other: the guard finds steps of 0.048 s for Runge–Kutta and 0.025 s for Euler–Richardson where the
 * thesis found 0.045 s and 0.020 s.
 *
 * The thesis multiplies velocities by 0.97 every step of 0.015 s; we use the equivalent rate, ln(1/0.97)/0.015 s = 2.03 per
 * second, for any step.
 */
import { type EngineName, type StepReport, step, World } from 'pliant';
import {
  addContact,
  addLayeredSheet,
  airDamping,
  type ColliderSpec,
  createCollider,
  createIntegrator,
  gravity,
  type Lattice,
  type LayeredSheet,
  mat3,
  type Springs,
  type StructureName,
  smoothSurface,
  stableSteps,
  substepsFor,
  type Vector,
} from 'pliant/engine';
import type { Frame, SheetPicture } from '../picture/figure.ts';
import { CENTIMETRE, cm } from './room.ts';

export const SIDE = 2.5 * CENTIMETRE;
export const LAYER_DISTANCE = 0.1 * CENTIMETRE;
export const STIFFNESS = 0.185;
export const MASS = 4e-4;
/** Gravity, m/s². */
export const GRAVITY = 0.981 * CENTIMETRE;
export const AIR_RATE = 2.03;
/** Damping of Table 5.3: "11.5 %", read as a share of a spring's critical damping. */
export const DAMPING = 0.115;
/** Distance of the sheet's middle from an obstacle, m. */
export const RADIUS = 0.02 * CENTIMETRE;
/** Interval between observations, s. */
export const TICK = 0.02;

export interface AuroraOptions {
  colliders: readonly ColliderSpec[];
  structure?: StructureName;
  /** Masses per side. */
  side?: number;
  layers?: number;
  stiffness?: number;
  damping?: number;
  /** Mass of one particle, kg. */
  mass?: number;
  /** Centre of the lowest layer, m. */
  position?: Vector;
  /** Tilt in degrees; the side of +x is lower. */
  tilt?: number;
  airRate?: number;
  engine?: EngineName;
  /** Step in s without sub-steps; default: ticks with the sub-steps of the stability guard. */
  step?: number;
  /** Whether heat may change the springs. */
  changes?: boolean;
}

export interface Aurora {
  readonly world: World;
  readonly lattice: Lattice;
  readonly springs: Springs;
  readonly sheet: LayeredSheet;
  readonly colliders: readonly ColliderSpec[];
  /** Interval between observations, s. */
  readonly tick: number;
}

export function createAurora(options: AuroraOptions): Aurora {
  const {
    colliders,
    structure = 'trimm',
    side = 11,
    layers = 2,
    stiffness = STIFFNESS,
    damping = DAMPING,
    mass = MASS,
    position = cm(0, 0.25, 0),
    tilt = 0,
    airRate = AIR_RATE,
    engine = 'euler-richardson',
  } = options;
  const world = new World(createIntegrator(engine));
  const sheet = addLayeredSheet(world, {
    name: 'sheet',
    structure,
    points: [side, side],
    layers,
    size: [SIDE, SIDE],
    layerDistance: LAYER_DISTANCE,
    stiffness: { kind: 'springs', planar: stiffness, interlayer: stiffness },
    masses: 'equal',
    material: {
      density: (mass * countMasses(side, layers)) / (SIDE * SIDE),
      // The springs are given, so the material does not determine them.
      stretch: stiffness,
      rigidity: 0,
      damping,
      thickness: 2 * RADIUS,
    },
    changes: options.changes,
    place: (x, y, z) => {
      const [u, v, w] = mat3.rotationAbout([0, 0, 1], (-tilt * Math.PI) / 180)(x, y, z);
      return [position[0] + u, position[1] + v, position[2] + w];
    },
  });
  world.addForce(gravity([0, -GRAVITY, 0]));
  if (airRate > 0) world.addForce(airDamping(airRate));
  addContact(world, { colliders: colliders.map(createCollider), bodies: [{ body: sheet, radius: RADIUS }] });
  const tick = options.step ?? TICK;
  world.substeps = options.step ? 1 : substepsFor(tick, stableSteps(world).engines[engine].step);
  const { lattice, springs } = sheet;
  return { world, lattice, springs, sheet, colliders, tick };
}

/** Number of masses: each layer has one row and one column less than the one below. */
export function countMasses(side: number, layers = 2): number {
  return Array.from({ length: layers }, (_, layer) => (side - layer) ** 2).reduce((sum, n) => sum + n, 0);
}

/** Advances to a time in s and observes the world every tick; a fault is an error of the experiment. */
export function advance(
  { world, tick }: Aurora,
  until: number,
  look: (report: StepReport) => void = () => {},
): void {
  while (world.time < until - tick / 2) {
    const report = step(world, tick);
    if (report.fault) throw new Error(`the run of the sheet stopped: ${report.fault.cause}`);
    look(report);
  }
}

export interface CaptureOptions {
  /** Layer to draw; default: the top one. */
  layer?: number;
  /** Springs to draw: `surface` for those of that layer, `all` for those between layers, too. */
  springs?: 'surface' | 'all';
  /** Draws the top layer as a NURBS surface that does not sink in, without springs. */
  smooth?: boolean;
  /** Values that colour a smooth surface, one per mass. */
  values?: Float32Array;
}

export function capture(aurora: Aurora, options: CaptureOptions = {}): SheetPicture {
  const { world, lattice } = aurora;
  const { layer = lattice.layers - 1, springs } = options;
  if (options.smooth) return captureSmooth(aurora, options.values);
  const { x, y, z } = world.particles;
  const positions = new Float32Array(3 * lattice.masses.length);
  for (let i = 0; i < lattice.masses.length; i++) positions.set([x[i], y[i], z[i]], 3 * i);
  const layerOf = (mass: number) => lattice.masses[mass].layer;
  const drawn = lattice.springs.filter(
    ({ a, b }) => springs === 'all' || (springs && layerOf(a) === layer && layerOf(b) === layer),
  );
  return {
    positions,
    triangles: lattice.triangles(layer),
    springs: springs ? drawn.flatMap(({ a, b }) => [a, b]) : undefined,
  };
}

function captureSmooth({ world, sheet, colliders }: Aurora, values?: Float32Array): SheetPicture {
  const surface = smoothSurface(world, sheet, {
    subdivisions: 6,
    colliders: colliders.map(createCollider),
  });
  return {
    positions: Float32Array.from(surface.position),
    triangles: surface.triangles.slice(0, 3 * surface.triangleCount),
    ...(values && { values: Float32Array.from(surface.valuesAt(values)) }),
  };
}

/** A frame of the present state with its time. */
export function photograph(aurora: Aurora, options?: CaptureOptions): Frame {
  return { caption: `${aurora.world.time.toFixed(2)} s`, sheets: [capture(aurora, options)] };
}

export function smoothPhotograph(aurora: Aurora): Frame {
  return photograph(aurora, { smooth: true });
}

/** Advances through the times with a frame at each. */
export function film(
  aurora: Aurora,
  times: readonly number[],
  look: (report: StepReport) => void = () => {},
  options: CaptureOptions = { springs: 'surface' },
): Frame[] {
  return times.map((time) => {
    advance(aurora, time, look);
    return photograph(aurora, options);
  });
}

export function centreOfMass({ world }: Aurora): Vector {
  const { x, y, z, count } = world.particles;
  const mean = (values: Float64Array) => values.subarray(0, count).reduce((sum, v) => sum + v, 0) / count;
  return [mean(x), mean(y), mean(z)];
}
