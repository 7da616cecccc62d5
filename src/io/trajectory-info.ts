/**
 * What a trajectory says about its run besides the frames: names to show, and the colliders, whose poses
 * follow from the time alone, so that a viewer can draw them at any frame, or are in every frame, for those that sheets
 * push. Checked field by field when read: the file may come from anywhere.
 */
export type Triple = readonly [number, number, number];

/** Shapes as scenes write them; lengths in m, heights along the local y axis. */
export type TrajectoryShape =
  | { kind: 'plane' }
  | { kind: 'sphere'; radius: number }
  | { kind: 'box'; size: Triple }
  | { kind: 'capsule' | 'cylinder'; radius: number; height: number }
  | { kind: 'convex'; vertices: readonly Triple[]; faces: readonly (readonly number[])[] }
  | { kind: 'mesh'; vertices: readonly Triple[]; triangles: readonly Triple[] };

export interface TrajectoryPose {
  /** s */
  time: number;
  /** m */
  position: Triple;
  /** Right-handed about the axis, in degrees; may exceed a turn. */
  rotation: { axis: Triple; angle: number };
}

export interface TrajectoryCollider {
  name: string;
  shape: TrajectoryShape;
  /** One pose for a collider at rest; more for a moving one, in order of time. `Track` tells what is between. */
  poses: readonly TrajectoryPose[];
  /** Sheets push it: frames say where it is, and its one pose is its start. */
  free?: boolean;
  /** A free one that turns too: frames also have its quaternion, and its pose is that of its own axes. */
  turns?: boolean;
}

export interface TrajectoryInfo {
  scene: { id: string; title: string };
  /** s of simulated time a step. */
  dt: number;
  bodies: readonly { name: string; model: string }[];
  colliders: readonly TrajectoryCollider[];
}

/** What of a scene a trajectory tells. */
export interface OutlinedScene {
  id: string;
  title: string;
  dt: number;
  bodies: readonly { name: string; model: string }[];
  /** With a `mass` (kg) where sheets push it. */
  colliders: readonly (Omit<TrajectoryCollider, 'poses' | 'free' | 'turns'> &
    Omit<TrajectoryPose, 'time'> & { keyframes: readonly TrajectoryPose[]; mass?: number })[];
  /** Rigid bodies, all of them free. */
  rigidBodies?: readonly (Omit<TrajectoryCollider, 'poses' | 'free' | 'turns'> &
    Omit<TrajectoryPose, 'time'>)[];
}

export function trajectoryInfo(outlined: OutlinedScene): TrajectoryInfo {
  const { id, title, dt, bodies, colliders, rigidBodies = [] } = outlined;
  const rigid = rigidBodies.map(({ name, shape, position, rotation }) => ({
    name,
    shape,
    poses: [{ time: 0, position, rotation }],
    free: true,
    turns: true,
  }));
  const others = colliders.map(({ name, shape, position, rotation, keyframes, mass }) => ({
    name,
    shape,
    poses: keyframes.length > 0 ? keyframes : [{ time: 0, position, rotation }],
    ...(mass !== undefined && { free: true }),
  }));
  return {
    scene: { id, title },
    dt,
    bodies: bodies.map(({ name, model }) => ({ name, model })),
    colliders: [...others, ...rigid],
  };
}

/** Numbers of a frame for a collider: its place if it is free, and how it is turned. */
export function freeNumbers({ free, turns }: TrajectoryCollider): number {
  return free ? (turns ? 7 : 3) : 0;
}

/** Returns a copy of the known fields, or throws with the path of the first wrong one. */
export function checkTrajectoryInfo(json: unknown): TrajectoryInfo {
  const info = object(json, 'header');
  const scene = object(info.scene, 'scene');
  return {
    scene: { id: text(scene.id, 'scene.id'), title: text(scene.title, 'scene.title') },
    dt: positive(info.dt, 'dt'),
    bodies: list(info.bodies, 'bodies').map((b, i) => {
      const body = object(b, `bodies[${i}]`);
      return { name: text(body.name, `bodies[${i}].name`), model: text(body.model, `bodies[${i}].model`) };
    }),
    colliders: list(info.colliders, 'colliders').map((c, i) => collider(c, `colliders[${i}]`)),
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
  const known = { name: text(name, `${path}.name`), shape: shape(form, `${path}.shape`), poses };
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

function shape(json: unknown, path: string): TrajectoryShape {
  const s = object(json, path);
  switch (s.kind) {
    case 'plane':
      return { kind: 'plane' };
    case 'sphere':
      return { kind: 'sphere', radius: positive(s.radius, `${path}.radius`) };
    case 'box':
      return { kind: 'box', size: triple(s.size, `${path}.size`) };
    case 'capsule':
    case 'cylinder':
      return {
        kind: s.kind,
        radius: positive(s.radius, `${path}.radius`),
        height: positive(s.height, `${path}.height`),
      };
    case 'convex': {
      const vertices = points(s.vertices, `${path}.vertices`);
      return { kind: 'convex', vertices, faces: corners(s.faces, vertices.length, `${path}.faces`) };
    }
    case 'mesh': {
      const vertices = points(s.vertices, `${path}.vertices`);
      const triangles = corners(s.triangles, vertices.length, `${path}.triangles`);
      const odd = triangles.findIndex((t) => t.length !== 3);
      if (odd >= 0) throw new Error(`${path}.triangles[${odd}]: must have three corners`);
      return { kind: 'mesh', vertices, triangles: triangles as unknown as Triple[] };
    }
    default:
      throw new Error(`${path}.kind: unknown shape ${JSON.stringify(s.kind)}`);
  }
}

function points(json: unknown, path: string): Triple[] {
  return list(json, path).map((p, i) => triple(p, `${path}[${i}]`));
}

function corners(json: unknown, vertices: number, path: string): number[][] {
  return list(json, path).map((face, i) => {
    const indices = list(face, `${path}[${i}]`);
    if (indices.length < 3) throw new Error(`${path}[${i}]: must have at least three corners`);
    return indices.map((n) => {
      if (Number.isInteger(n) && (n as number) >= 0 && (n as number) < vertices) return n as number;
      throw new Error(`${path}[${i}]: must be indices below ${vertices}, got ${JSON.stringify(n)}`);
    });
  });
}

function object(json: unknown, path: string): Record<string, unknown> {
  if (typeof json === 'object' && json !== null && !Array.isArray(json))
    return json as Record<string, unknown>;
  throw new Error(`${path}: must be an object`);
}

function list(json: unknown, path: string): unknown[] {
  if (Array.isArray(json)) return json;
  throw new Error(`${path}: must be a list`);
}

function text(json: unknown, path: string): string {
  if (typeof json === 'string') return json;
  throw new Error(`${path}: must be text`);
}

function finite(json: unknown, path: string): number {
  if (typeof json === 'number' && Number.isFinite(json)) return json;
  throw new Error(`${path}: must be a finite number`);
}

function positive(json: unknown, path: string): number {
  const n = finite(json, path);
  if (n > 0) return n;
  throw new Error(`${path}: must be > 0, got ${n}`);
}

function triple(json: unknown, path: string): Triple {
  const numbers = list(json, path);
  if (numbers.length !== 3) throw new Error(`${path}: must be three numbers`);
  const [x, y, z] = numbers.map((n) => finite(n, path));
  return [x, y, z];
}
