/**
 * A strip over a fixed cylinder, pulled at one end and held back at the other. Where it slides, friction increases its
 * tension along the cylinder as T₂ = T₁ e^(μθ) (Euler 1769, Eytelwein 1808), θ the angle of contact in radians.
 *
 * One end moves at a constant speed, slow enough for inertia to be negligible. The other follows at the same speed once
 * the strip is stretched, so that all of it slides. There is no gravity. Tensions are measured by the stretch at both
 * ends, off the cylinder, and averaged while one segment passes: rows of particles reach and leave the cylinder one
 * at a time.
 */
import { type Body, ENGINE_NAMES, type EngineName, step, World } from 'pliant';
import {
  addAdaptiveCloth,
  addContact,
  addProvotSheet,
  airDamping,
  createCollider,
  createIntegrator,
  IMPLICIT_ENGINE_NAMES,
  type ImplicitEngineName,
  pinParticles,
  stableSteps,
  substepsFor,
} from 'pliant/engine';
import { DEFAULT_ENGINE, engineFor, type ValidationCase, ValidationError, verdict } from './case.ts';

/** Radius of the cylinder, m. */
const RADIUS = 0.05;
const THICKNESS = 1e-3;
const WIDTH = 0.02;
/** Least length of strip before and behind the cylinder, m. */
const END = 0.06;
/** Segments per quarter turn. */
const SEGMENTS = 8;
const COLUMNS = 2;
const DENSITY = 0.2;
/** Stretch modulus, N/m. */
const STRETCH = 1000;
/** Mean strain of the strip. */
const STRAIN = 0.01;
/** Speed, m/s. */
const SPEED = 0.1;
const DT = 1 / 200;
/** Air damping, 1/s: it damps vibration and contributes less than 1/100 of the tension at this speed. */
const AIR = 2;
/** Largest μθ: beyond it the smaller tension is comparable to inertia and air drag. */
const LARGEST = 4;

interface Strip {
  world: World;
  /** World indices of the particles across the strip, row by row from the following end to the pulled one. */
  rows: number[][];
  /** Distance of rows without load, m. */
  segment: number;
}

/** The strip arrives along +z and leaves the far side of the cylinder along (cos θ, sin θ) turned by 90°. */
function pathOf(angle: number, length: number) {
  const radius = RADIUS + THICKNESS / 2;
  const arc = radius * angle;
  const end = (length - arc) / 2;
  return (s: number): readonly [x: number, z: number] => {
    if (s < end) return [radius, s - end];
    if (s <= end + arc) {
      const turned = (s - end) / radius;
      return [radius * Math.cos(turned), radius * Math.sin(turned)];
    }
    const over = s - end - arc;
    return [
      radius * Math.cos(angle) - over * Math.sin(angle),
      radius * Math.sin(angle) + over * Math.cos(angle),
    ];
  };
}

function strip(
  model: string,
  engine: EngineName | ImplicitEngineName,
  friction: number,
  angle: number,
): Strip {
  const world = new World(createIntegrator(engine));
  const segment = ((RADIUS + THICKNESS / 2) * Math.PI) / 2 / SEGMENTS;
  const rows = Math.ceil(((RADIUS + THICKNESS / 2) * angle + 2 * END) / segment);
  const length = rows * segment;
  const path = pathOf(angle, length);
  // Width along the cylinder's axis, y.
  const place = (u: number, v: number): readonly [number, number, number] => {
    const [x, z] = path(length / 2 - v);
    return [x, u, z];
  };
  const body = STRIPS[model](world, length, rows, place);
  const contact = createCollider({
    name: 'cylinder',
    shape: { kind: 'cylinder', radius: RADIUS, height: 1 },
    friction,
  });
  addContact(world, { colliders: [contact], bodies: [{ body, radius: THICKNESS / 2 }] });
  const { x, z } = world.particles;
  const rowAt = (s: number) => {
    const [px, pz] = path(s);
    return Array.from({ length: body.count }, (_, i) => body.first + i).filter(
      (i) => (x[i] - px) ** 2 + (z[i] - pz) ** 2 < 1e-18,
    );
  };
  return { world, segment, rows: Array.from({ length: rows + 1 }, (_, r) => rowAt(r * segment)) };
}

type AddStrip = (
  world: World,
  length: number,
  rows: number,
  place: (u: number, v: number) => readonly [number, number, number],
) => Body;

const STRIPS: Record<string, AddStrip> = {
  'provot-sheet': (world, length, rows, place) =>
    addProvotSheet(world, {
      name: 'strip',
      size: [WIDTH, length],
      points: [COLUMNS, rows + 1],
      material: {
        density: DENSITY,
        stretch: STRETCH,
        shear: 0,
        bend: STRETCH / 500,
        damping: 0.5,
        thickness: THICKNESS,
      },
      place,
    }),
  'adaptive-cloth': (world, length, rows, place) =>
    addAdaptiveCloth(world, {
      name: 'strip',
      shape: { size: [WIDTH, length], cells: [COLUMNS - 1, rows] },
      material: {
        density: DENSITY,
        thickness: THICKNESS,
        stretchWarp: STRETCH,
        stretchWeft: STRETCH,
        shear: STRETCH / 10,
        bendWarp: 1e-7,
        bendWeft: 1e-7,
        damping: 0.002,
      },
      place,
    }),
};

/** Returns T₂ over T₁. */
function tensionRatio({ world, rows, segment }: Strip, angle: number): number {
  const length = segment * (rows.length - 1);
  const stretched = (STRAIN * length) / SPEED;
  lead(world, rows[rows.length - 1], 0, [-Math.sin(angle), 0, Math.cos(angle)]);
  lead(world, rows[0], stretched, [0, 0, 1]);
  world.addForce(airDamping(AIR));
  if (!world.integrator.implicit) {
    const limits = stableSteps(world).engines;
    world.substeps = substepsFor(DT, limits[world.integrator.name as EngineName].step);
  }
  const passing = segment / SPEED;
  const before = Math.round((stretched + 3 * passing) / DT);
  const watched = Math.round(passing / DT);
  let [held, drawn] = [0, 0];
  for (let k = 0; k < before + watched; k++) {
    const { fault } = step(world, DT);
    if (fault) throw new Error(fault.cause);
    if (k < before) continue;
    held += stretchOf(world, rows[1], rows[3], 2 * segment);
    drawn += stretchOf(world, rows[rows.length - 4], rows[rows.length - 2], 2 * segment);
  }
  return drawn / held;
}

/** Moves a row along a unit vector at the speed of the strip, from a time in s. */
function lead(world: World, row: number[], from: number, along: readonly [number, number, number]): void {
  const seconds = 100; // longer than any run
  const [x, y, z] = along.map((a) => a * SPEED * seconds);
  const end = { time: from + seconds, offset: [x, y, z] as const };
  pinParticles(
    world,
    row.map((particle) => ({ particle, keyframes: [{ time: from, offset: [0, 0, 0] }, end] })),
  );
}

/** Strain of the strip between two rows whose rest distance is `rest` in m. */
function stretchOf({ particles: { x, y, z } }: World, from: number[], to: number[], rest: number): number {
  const lengths = from.map((i, k) => Math.hypot(x[to[k]] - x[i], y[to[k]] - y[i], z[to[k]] - z[i]));
  return lengths.reduce((sum, length) => sum + length, 0) / lengths.length / rest - 1;
}

export const capstanCase: ValidationCase = {
  name: 'capstan',
  title: 'Strip pulled over a cylinder: tensions at its ends, against e^(μθ)',
  options: [
    { name: 'friction', default: 0.3, min: 0, max: 2, help: 'coefficient μ, static and kinetic' },
    {
      name: 'angle',
      default: 180,
      unit: '°',
      min: 10,
      max: 1440,
      help: 'angle of contact; 360 is a full turn',
    },
    {
      name: 'model',
      default: 'provot-sheet',
      choices: Object.keys(STRIPS),
      help: 'model of the strip',
    },
    {
      name: 'engine',
      default: DEFAULT_ENGINE,
      choices: [DEFAULT_ENGINE, ...ENGINE_NAMES, ...IMPLICIT_ENGINE_NAMES],
      help: 'engine; implicit ones for adaptive-cloth only, whose default is implicit-euler; else euler-cromer',
    },
  ],
  run({ friction, angle, model, engine: named }) {
    const radians = ((angle as number) * Math.PI) / 180;
    const exponent = (friction as number) * radians;
    if (exponent > LARGEST) {
      throw new ValidationError(`--friction: times the angle (rad) must be <= ${LARGEST}, got ${exponent}`);
    }
    const engine = engineFor(named as string, model as string);
    const exact = Math.exp(exponent);
    const made = strip(model as string, engine as EngineName, friction as number, radians);
    const measured = tensionRatio(made, radians);
    return verdict(this.name, measured, exact, Math.abs(measured / exact - 1), 0.05);
  },
};
