/**
 * A sheet or a block of lattice matter at rest on an incline of angle φ with friction μ: it stays if tan φ ≤ μ, and has
 * otherwise slid ½ g (sin φ − μ cos φ) t² after t = 1 s, within 2 %. One that stays is watched for 10 s: none of its
 * particles may creep by more than 0.1 mm.
 *
 * A block yields as it gets its weight. It is watched from 1 s on; its distance is reduced by that of its speed at that
 * time, and must be right within 5 %.
 */
import { buildScene, type EngineName, parseScene, step } from 'pliant';
import type { ImplicitEngineName } from 'pliant/engine';
import { DEFAULT_ENGINE, engineFor, type ValidationCase, verdict } from './case.ts';

const G = 9.80665;
/** Duration of sliding and of staying, s. */
const SLIDE = 1;
const STAY = 10;
/** Largest creep in that time, m. */
const CREEP = 1e-4;
const DT = 1 / 100;
/** Thickness of the sheet, m; its middle plane lies half of it above the incline. */
const THICKNESS = 1e-3;
const ENGINES = [
  'analytical',
  'euler-cromer',
  'euler-richardson',
  'rk4',
  'rk45',
  'verlet',
  'implicit-euler',
  'sdirk2',
] as const satisfies readonly (EngineName | ImplicitEngineName)[];

/** Size of a block of matter (m) and its settling time (s). */
const BLOCK = [0.3, 0.2, 0.3];
const SETTLE = 1;

interface OnIncline {
  /** Whether it yields under its weight before it slides. */
  readonly settles?: boolean;
  /** Thickness, m. */
  readonly thickness: number;
  body(position: readonly number[], degrees: number): object;
}

const slope = (degrees: number) => ({ axis: [0, 0, 1], angle: -degrees });

/** A sheet flat on the incline: one in its x–y plane is first rotated onto the ground. */
function sheet(rows: object, rotationAt: (degrees: number) => object = flatThenTilted): OnIncline {
  const body = (position: readonly number[], degrees: number) => ({
    name: 'sheet',
    size: [0.2, 0.2],
    ...rows,
    position,
    rotation: rotationAt(degrees),
  });
  return { thickness: THICKNESS, body };
}

const points = [5, 5];
const material = { density: 0.2, thickness: THICKNESS };
const springs = { ...material, stretch: 100, shear: 40, damping: 0.1 };

const BODIES: Record<string, OnIncline> = {
  'provot-sheet': sheet({ points, material: { ...springs, bend: 1 } }),
  'layered-sheet': sheet({ structure: 'provot-2d', points, material }, slope),
  'adaptive-grid': sheet({ points, material: { ...springs, rigidity: 1e-4 } }),
  'adaptive-cloth': sheet({ cells: [4, 4], material }),
  'lattice-matter': {
    settles: true,
    thickness: BLOCK[1],
    body: (position, degrees) => ({
      name: 'block',
      spacing: 0.05,
      objects: [
        {
          shape: { kind: 'box', size: BLOCK },
          position,
          rotation: slope(degrees),
          material: { young: 1e7, damping: 5 },
        },
      ],
    }),
  },
};

function onIncline(model: string, engine: string, friction: number, degrees: number) {
  const radians = (degrees * Math.PI) / 180;
  const { thickness, body } = BODIES[model];
  const lift = thickness / 2;
  const position = [Math.sin(radians) * lift, Math.cos(radians) * lift, 0];
  const rotation = slope(degrees);
  return buildScene(
    parseScene({
      format: 1,
      id: 'incline-case',
      title: 'Sheet on an incline',
      dt: DT,
      engine: { name: engine, substeps: 'auto' },
      gravity: [0, -G, 0],
      air: { density: 0 },
      bodies: [{ ...body(position, degrees), model }],
      colliders: [{ name: 'slope', shape: { kind: 'plane' }, rotation, friction, restitution: 0 }],
    }),
  );
}

/** A single rotation that equals −90° about x followed by −φ about z, as axis and angle in degrees. */
function flatThenTilted(degrees: number) {
  const half = (-degrees * Math.PI) / 360;
  const [c, s, r] = [Math.cos(half), Math.sin(half), Math.SQRT1_2];
  // Quaternion (0, 0, s; c) · (−r, 0, 0; r).
  const [x, y, z, w] = [-r * c, -r * s, r * s, r * c];
  const angle = (2 * Math.acos(w) * 180) / Math.PI;
  return { axis: [x, y, z], angle };
}

export const inclineCase: ValidationCase = {
  name: 'incline',
  title: 'Sheet or block on an incline: slides by Coulomb’s law for 1 s, or stays for 10 s',
  options: [
    { name: 'friction', default: 0.3, min: 0, max: 10, help: 'coefficient μ, static and kinetic' },
    { name: 'angle', default: 30, unit: '°', min: 0, max: 85, help: 'slope' },
    {
      name: 'model',
      default: 'provot-sheet',
      choices: Object.keys(BODIES),
      help: 'model of the sheet or block',
    },
    {
      name: 'engine',
      default: DEFAULT_ENGINE,
      choices: [DEFAULT_ENGINE, ...ENGINES],
      help: 'engine; implicit ones for adaptive-cloth only, whose default is implicit-euler; else euler-cromer',
    },
  ],
  run(options) {
    const [friction, degrees] = [options.friction as number, options.angle as number];
    const model = options.model as string;
    const engine = engineFor(options.engine as string, model);
    const world = onIncline(model, engine, friction, degrees);
    const radians = (degrees * Math.PI) / 180;
    const pull = Math.sin(radians) - friction * Math.cos(radians);
    const slides = pull > 0;
    const downhill = () =>
      world.particles.x.map((x, i) => x * Math.cos(radians) - world.particles.y[i] * Math.sin(radians));
    const run = (time: number) => {
      for (let k = 0; k < Math.round(time / DT); k++) {
        const { fault } = step(world, DT);
        if (fault) throw new Error(fault.cause);
      }
    };
    const { settles } = BODIES[model];
    if (settles) run(SETTLE);
    const start = downhill();
    const { velocity, stride } = world.particles;
    const speeds = start.map(
      (_, i) => velocity.view[i] * Math.cos(radians) - velocity.view[stride + i] * Math.sin(radians),
    );
    const seconds = slides ? SLIDE : STAY;
    run(seconds);
    const ways = downhill().map((here, i) => here - start[i] - (slides ? speeds[i] * seconds : 0));
    if (!slides) {
      const creep = Math.max(...ways.map(Math.abs));
      // Relative to the distance of free fall, the only other length.
      const fall = 0.5 * G * seconds * seconds;
      return verdict(this.name, creep, 0, creep / fall, CREEP / fall, { state: 'stick', seconds });
    }
    const measured = ways.reduce((sum, way) => sum + way, 0) / ways.length;
    const exact = 0.5 * G * pull * seconds * seconds;
    return verdict(this.name, measured, exact, Math.abs(measured / exact - 1), settles ? 0.05 : 0.02, {
      state: 'slide',
      seconds,
    });
  },
};
