/**
 * Header of a trajectory: names to show, and the colliders. The poses of colliders follow from time, so that a viewer can
 * draw them at any frame, or are stored in every frame if bodies push them. Every field is checked when read, since the
 * file may come from anywhere.
 */
import type { ShapeSpec } from '../../src/contact/shapes/index.ts';
import type { MatterGrain } from '../../src/core/body.ts';
import type { ValueKind } from '../../src/core/views.ts';
import type { World } from '../../src/core/world.ts';
import { finite, list, object, positive, text, triple } from './check-json.ts';
import { checkShape, recordedShape, type TrajectoryShape } from './trajectory-shape.ts';
import { recordedValues } from './trajectory-values.ts';

const VALUE_KINDS: ReadonlySet<ValueKind> = new Set(['f32', 'i16', 'u16', 'u8']);

export type Triple = readonly [number, number, number];

export interface TrajectoryPose {
  /** Time, s. */
  time: number;
  /** Position, m. */
  position: Triple;
  /** Right-handed rotation about the axis, in degrees; may exceed a full turn. */
  rotation: { axis: Triple; angle: number };
}

export interface TrajectoryCollider {
  name: string;
  shape: TrajectoryShape;
  /** A single pose for a fixed collider, several in order of time for a moving one; `Track` interpolates. */
  poses: readonly TrajectoryPose[];
  /** Whether bodies push it: frames then have its position, and its single pose is the start. */
  free?: boolean;
  /** Whether a free collider also turns: frames then have its quaternion, and its pose is that of its own axes. */
  turns?: boolean;
}

export interface TrajectoryBody {
  name: string;
  model: string;
  /** Spacing of the particles of matter, m, and the number of dimensions they move in. */
  matter?: MatterGrain;
}

/** A value that frames store for every particle of a body. */
export interface TrajectoryValue {
  /** Index of the body. */
  body: number;
  name: string;
  /** Unit; empty if dimensionless. */
  unit: string;
  kind: ValueKind;
  /** Numbers per particle; default: 1. */
  width?: number;
  /** Factor from the stored number to the value; default: 1. */
  scale?: number;
}

export interface TrajectoryInfo {
  scene: { id: string; title: string };
  /** Simulated time per step, s. */
  dt: number;
  bodies: readonly TrajectoryBody[];
  colliders: readonly TrajectoryCollider[];
  values?: readonly TrajectoryValue[];
  /** Whether frames store positions as whole numbers on a grid. */
  quantised?: boolean;
}

/** The parts of a scene that a trajectory contains. */
export interface OutlinedScene {
  id: string;
  title: string;
  dt: number;
  bodies: readonly TrajectoryBody[];
  colliders: readonly (OutlinedShape & { keyframes: readonly TrajectoryPose[] })[];
  /** Rigid bodies, all of them free. */
  rigidBodies?: readonly OutlinedShape[];
}

interface OutlinedShape extends Omit<TrajectoryPose, 'time'> {
  name: string;
  shape: ShapeSpec;
}

/** The values of a world that its frames store; a scene alone has none. */
export interface Recorded {
  world?: World;
  quantised?: boolean;
}

export function trajectoryInfo(outlined: OutlinedScene, recorded: Recorded = {}): TrajectoryInfo {
  const { id, title, dt, bodies, colliders, rigidBodies = [] } = outlined;
  const rigid = rigidBodies.map(({ name, shape, position, rotation }) => ({
    name,
    shape: recordedShape(shape),
    poses: [{ time: 0, position, rotation }],
    free: true,
    turns: true,
  }));
  const others = colliders.map(({ name, shape, position, rotation, keyframes }) => ({
    name,
    shape: recordedShape(shape),
    poses: keyframes.length > 0 ? keyframes : [{ time: 0, position, rotation }],
  }));
  const { world, quantised } = recorded;
  const values = world ? valueEntries(world) : [];
  return {
    scene: { id, title },
    dt,
    bodies: bodies.map(({ name, model }, i) => ({ name, model, ...grainOf(world?.bodies[i]?.matter) })),
    colliders: [...others, ...rigid],
    ...(values.length > 0 && { values }),
    ...(quantised && { quantised }),
  };
}

function grainOf(matter: MatterGrain | undefined): { matter?: MatterGrain } {
  return matter ? { matter: { spacing: matter.spacing, dimension: matter.dimension } } : {};
}

function valueEntries(world: World): TrajectoryValue[] {
  return recordedValues(world).map(({ body, value: { name, unit, kind, width, scale } }) => ({
    body,
    name,
    unit,
    kind,
    ...(width !== undefined && { width }),
    ...(scale !== undefined && { scale }),
  }));
}

/** Numbers per frame for a collider: position if it is free, and quaternion if it turns. */
export function freeNumbers({ free, turns }: TrajectoryCollider): number {
  return free ? (turns ? 7 : 3) : 0;
}

/** Returns a copy of the known fields; throws with the path of the first invalid one. */
export function checkTrajectoryInfo(json: unknown): TrajectoryInfo {
  const info = object(json, 'header');
  const scene = object(info.scene, 'scene');
  const bodies = list(info.bodies, 'bodies').map((b, i) => body(b, `bodies[${i}]`));
  if (info.quantised !== undefined && info.quantised !== true) throw new Error('quantised: must be true');
  return {
    scene: { id: text(scene.id, 'scene.id'), title: text(scene.title, 'scene.title') },
    dt: positive(info.dt, 'dt'),
    bodies,
    colliders: list(info.colliders, 'colliders').map((c, i) => collider(c, `colliders[${i}]`)),
    ...(info.values !== undefined && {
      values: list(info.values, 'values').map((v, i) => value(v, `values[${i}]`, bodies.length)),
    }),
    ...(info.quantised && { quantised: true }),
  };
}

function body(json: unknown, path: string): TrajectoryBody {
  const { name, model, matter } = object(json, path);
  const known = { name: text(name, `${path}.name`), model: text(model, `${path}.model`) };
  if (matter === undefined) return known;
  const { spacing, dimension } = object(matter, `${path}.matter`);
  if (dimension !== 2 && dimension !== 3) throw new Error(`${path}.matter.dimension: must be 2 or 3`);
  return { ...known, matter: { spacing: positive(spacing, `${path}.matter.spacing`), dimension } };
}

function value(json: unknown, path: string, bodies: number): TrajectoryValue {
  const { body: of, name, unit, kind, width, scale } = object(json, path);
  if (!Number.isInteger(of) || (of as number) < 0 || (of as number) >= bodies)
    throw new Error(`${path}.body: must be the number of a body, below ${bodies}`);
  if (!VALUE_KINDS.has(kind as ValueKind))
    throw new Error(`${path}.kind: must be one of ${[...VALUE_KINDS].join(', ')}`);
  if (width !== undefined && !(Number.isInteger(width) && (width as number) >= 1 && (width as number) <= 64))
    throw new Error(`${path}.width: must be a whole number from 1 to 64`);
  return {
    body: of as number,
    name: text(name, `${path}.name`),
    unit: text(unit, `${path}.unit`),
    kind: kind as ValueKind,
    ...(width !== undefined && { width: width as number }),
    ...(scale !== undefined && { scale: positive(scale, `${path}.scale`) }),
  };
}

function collider(json: unknown, path: string): TrajectoryCollider {
  const { name, shape: form, poses: at, free, turns } = object(json, path);
  const poses = list(at, `${path}.poses`).map((p, i) => pose(p, `${path}.poses[${i}]`));
  if (poses.length === 0) throw new Error(`${path}.poses: must have at least one pose`);
  const late = poses.findIndex((p, i) => i > 0 && p.time <= poses[i - 1].time);
  if (late >= 0) throw new Error(`${path}.poses[${late}].time: must be later than the pose before it`);
  if (free !== undefined && typeof free !== 'boolean') throw new Error(`${path}.free: must be true or false`);
  if (turns !== undefined && (turns !== true || free !== true))
    throw new Error(`${path}.turns: must be true, of a collider that is free`);
  const known = { name: text(name, `${path}.name`), shape: checkShape(form, `${path}.shape`), poses };
  return { ...known, ...(free !== undefined && { free }), ...(turns && { turns }) };
}

function pose(json: unknown, path: string): TrajectoryPose {
  const { time, position, rotation } = object(json, path);
  const turn = object(rotation, `${path}.rotation`);
  return {
    time: finite(time, `${path}.time`),
    position: triple(position, `${path}.position`),
    rotation: {
      axis: triple(turn.axis, `${path}.rotation.axis`),
      angle: finite(turn.angle, `${path}.rotation.angle`),
    },
  };
}
