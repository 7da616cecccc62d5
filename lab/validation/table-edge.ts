/**
 * A limp strip slides over the straight edge of a table under the weight of its overhang, with friction on the table and at
 * the edge (table-edge-theory.ts). The time until its overhang has grown from `start` to `end` is compared.
 *
 * The overhang is the length less what is still on the table, measured at the tail: the lower end may swing.
 */
import { type Body, ENGINE_NAMES, type EngineName, step, World } from 'pliant';
import {
  addAdaptiveCloth,
  addContact,
  addProvotSheet,
  type Collider,
  createCollider,
  createIntegrator,
  gravity,
  IMPLICIT_ENGINE_NAMES,
  type ImplicitEngineName,
  isImplicit,
  type ShapeSpec,
  stableSteps,
  substepsFor,
} from 'pliant/engine';
import { type CaseValues, refuseEngine, type ValidationCase, ValidationError, verdict } from './case.ts';
import { slideTime } from './table-edge-theory.ts';

const G = 9.80665;
const WIDTH = 0.05;
const DENSITY = 0.2;
const THICKNESS = 1e-3;
/** Stretch modulus, N/m: the overhang's weight stretches the strip by 0.03 %. */
const STRETCH = 3000;
/** Rigidity, N·m: at the edge the strip bends to a radius of √(D/T), less than a millimetre. */
const RIGIDITY = 1e-7;
/** Height of the table over the length of the strip: more than it hangs down. */
const HEIGHT = 1.2;
/** Multiple of the exact time after which the strip counts as stuck. */
const PATIENCE = 4;
/**
 * Bound on the time, relative: with rows every hundredth of the length, which reach and leave the table one at a time, the overhang
 * is uncertain by half of that, 1 % of the drive; polygons around the edge and contact have the rest.
 */
const BOUND = 0.05;

type Place = (u: number, v: number) => readonly [number, number, number];
type AddStrip = (world: World, size: readonly [number, number], rows: number, place: Place) => Body;

const STRIPS: Record<string, AddStrip> = {
  'adaptive-cloth': (world, size, rows, place) =>
    addAdaptiveCloth(world, {
      name: 'strip',
      shape: { size, cells: [Math.max(1, Math.round((size[0] / size[1]) * rows)), rows] },
      material: {
        density: DENSITY,
        thickness: THICKNESS,
        stretchWarp: STRETCH,
        stretchWeft: STRETCH,
        shear: STRETCH / 10,
        bendWarp: RIGIDITY,
        bendWeft: RIGIDITY,
        damping: 0.001,
      },
      place,
    }),
  'provot-sheet': (world, size, rows, place) =>
    addProvotSheet(world, {
      name: 'strip',
      size,
      points: [Math.max(1, Math.round((size[0] / size[1]) * rows)) + 1, rows + 1],
      material: {
        density: DENSITY,
        stretch: STRETCH,
        shear: STRETCH / 10,
        bend: STRETCH / 1e4,
        damping: 0.2,
        thickness: THICKNESS,
      },
      place,
    }),
};

/** The strip lies along +x on a table that ends at x = 0 with a quarter turn, and hangs down from there. */
function pathOf(length: number, start: number, radius: number) {
  const around = radius + THICKNESS / 2;
  const arc = (around * Math.PI) / 2;
  return (s: number): readonly [x: number, y: number] => {
    // s from the tail; the turn counts as overhang.
    const over = s - (length - start);
    if (over <= 0) return [over, THICKNESS / 2];
    if (over >= arc) return [around, arc - over - radius];
    return [around * Math.sin(over / around), around * Math.cos(over / around) - radius];
  };
}

/** The table: a box, for a round edge another below it and a cylinder between them. */
function tableOf(length: number, radius: number, friction: number): Collider[] {
  const part = (name: string, shape: ShapeSpec, position: readonly [number, number, number], angle = 0) =>
    createCollider({
      name,
      shape,
      position,
      rotation: { axis: [1, 0, 0], angle },
      friction,
      restitution: 0,
    });
  const height = HEIGHT * length;
  const box = { kind: 'box', size: [2 * length, height, 1] } as const;
  const table = part('table', box, [-length, -height / 2, 0]);
  if (radius === 0) return [table];
  return [
    table,
    part('front', box, [radius - length, -radius - height / 2, 0]),
    part('edge', { kind: 'cylinder', radius, height: 1 }, [0, -radius, 0], 90),
  ];
}

/** Returns the time until the overhang is `end`, s; infinite if it takes too long. */
function measure(values: CaseValues, longest: number): number {
  const {
    length,
    start,
    end,
    radius,
    friction,
    cells,
    step: dt,
    tolerance,
  } = values as Record<string, number>;
  const engine = values.engine as EngineName | ImplicitEngineName;
  const implicit = isImplicit(engine);
  const world = new World(
    implicit
      ? createIntegrator(engine as ImplicitEngineName, { tolerance })
      : createIntegrator(engine as EngineName),
  );
  const path = pathOf(length, start, radius);
  const strip = STRIPS[values.model as string](world, [WIDTH, length], cells, (u, v) => {
    const [x, y] = path(length / 2 - v);
    return [x, y, u];
  });
  world.addForce(gravity([0, -G, 0]));
  addContact(world, {
    colliders: tableOf(length, radius, friction),
    bodies: [{ body: strip, radius: THICKNESS / 2 }],
    edges: values.contact === 'surfaces',
  });
  if (!implicit) world.substeps = substepsFor(dt, stableSteps(world).engines[engine as EngineName].step);
  const { particles: p } = world;
  const tail = Array.from({ length: strip.count }, (_, i) => strip.first + i).filter(
    (i) => p.x[i] < start - length + 0.5 * (length / cells),
  );
  const overhang = () => length + tail.reduce((sum, i) => sum + p.x[i], 0) / tail.length;
  let before = overhang();
  for (let time = 0; time < longest; time += dt) {
    const { fault } = step(world, dt);
    if (fault) throw new Error(fault.cause);
    const here = overhang();
    if (here >= end) return time + (dt * (end - before)) / (here - before);
    before = here;
  }
  return Number.POSITIVE_INFINITY;
}

export const tableEdgeCase: ValidationCase = {
  name: 'table-edge',
  title: 'Strip sliding over the edge of a table by its own overhang, against the chain with belt friction',
  long: true,
  options: [
    { name: 'friction', default: 0.3, min: 0, max: 2, help: 'coefficient μ on the table and at its edge' },
    { name: 'length', default: 1, unit: 'm', min: 0.1, max: 10, help: 'length of the strip' },
    {
      name: 'radius',
      default: 0.05,
      unit: 'm',
      min: 0,
      max: 1,
      help: 'radius of the edge; 0: that of a box, which no mesh resolves',
    },
    {
      name: 'start',
      default: 0.5,
      unit: 'm',
      min: 0.01,
      max: 10,
      help: 'overhang at the start, with the turn',
    },
    { name: 'end', default: 0.7, unit: 'm', min: 0.01, max: 10, help: 'overhang at the end' },
    {
      name: 'model',
      default: 'adaptive-cloth',
      choices: Object.keys(STRIPS),
      help: 'model of the strip',
    },
    {
      name: 'engine',
      default: 'implicit-euler',
      choices: [...ENGINE_NAMES, ...IMPLICIT_ENGINE_NAMES],
      help: 'engine; implicit ones for adaptive-cloth only',
    },
    { name: 'tolerance', default: 0.01, min: 1e-9, max: 1, help: 'solver tolerance of implicit engines' },
    { name: 'step', default: 1 / 240, unit: 's', min: 1e-4, max: 0.02, help: 'time step' },
    { name: 'cells', default: 100, min: 20, max: 400, whole: true, help: 'cells along the strip' },
    {
      name: 'contact',
      default: 'surfaces',
      choices: ['surfaces', 'vertices'],
      help: 'contact of edges and faces too, or of vertices alone',
    },
  ],
  run(options) {
    const { length, start, end, radius, friction } = options as Record<string, number>;
    refuseEngine(options.engine as string, options.model as string);
    if ((Math.PI / 2) * (radius + THICKNESS / 2) > start) {
      throw new ValidationError(
        `--radius: the overhang at the start must include the turn, ${start} m; got ${radius} m`,
      );
    }
    if (!(start < end && end < length)) {
      throw new ValidationError(`--end: must be between the start and the length, got ${end} m`);
    }
    const slide = { length, start, radius: radius + THICKNESS / 2, friction };
    const exact = slideTime({ ...slide, edge: friction }, end);
    if (exact === Number.POSITIVE_INFINITY)
      throw new ValidationError(`--start: the strip does not slide; it must hang farther than ${start} m`);
    if (Number.isNaN(exact))
      throw new ValidationError(`--end: the strip leaves the edge before ${end} m; choose less`);
    const measured = measure(options, PATIENCE * exact);
    const smooth = slideTime({ ...slide, edge: 0 }, end);
    const notes = [
      `without friction at the edge it would be ${smooth.toPrecision(4)} s`,
      ...(Number.isFinite(measured)
        ? []
        : [`the strip has not come to ${end} m in ${PATIENCE} times the exact time`]),
    ];
    return verdict(this.name, measured, exact, Math.abs(measured / exact - 1), BOUND, { notes });
  },
};
