/**
 * Colliders and rigid bodies of a trajectory for other programs: rigid shapes with their pose in every frame, and
 * animated meshes, which are sequences of surfaces as sheets are. Planes are omitted, since they are unbounded.
 */
import { shapeMesh } from '../../src/contact/shapes/index.ts';
import { MovingMesh } from '../../src/contact/shapes/moving-mesh.ts';
import { Track } from '../../src/contact/track.ts';
import { freeNumbers, type TrajectoryCollider } from '../trajectory/trajectory-info.ts';
import type { TrajectoryReader } from '../trajectory/trajectory-reader.ts';
import { chosenFrames, type FrameChoice, type MeshSequence } from './mesh-sequence.ts';

/** Sides a turn of round shapes. */
const SIDES = 48;

export interface FormMesh {
  /** Coordinates of each vertex, m. */
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
}

/** A rigid shape in motion. */
export interface FormSequence {
  readonly name: string;
  readonly mesh: FormMesh;
  /** Times, s; a single one if it never moves. */
  readonly times: readonly number[];
  /** Position of the origin at each time, 3 coordinates in m. */
  readonly positions: Float32Array;
  /**
   * Quaternions x, y, z, w at each time; neighbours have a positive dot product, so that interpolation takes the
   * short way.
   */
  readonly quaternions: Float32Array;
}

export interface Forms {
  readonly rigid: readonly FormSequence[];
  readonly moving: readonly MeshSequence[];
}

export function formSequences(reader: TrajectoryReader, choice: FrameChoice = {}): Forms {
  const chosen = chosenFrames(reader.count, choice);
  const times = chosen.map((i) => reader.time(i));
  const rigid: FormSequence[] = [];
  const moving: MeshSequence[] = [];
  let at = 0;
  for (const collider of reader.info.colliders) {
    const first = at;
    at += freeNumbers(collider);
    const { name, shape } = collider;
    const drawn = shapeMesh(shape, SIDES);
    if (!drawn) continue;
    const mesh = { positions: Float32Array.from(drawn.positions), triangles: drawn.triangles };
    if ('motion' in shape && shape.motion) {
      const own = new MovingMesh(shape.vertices, shape.triangles, shape.motion);
      moving.push(movingSequence(collider, own, mesh, times));
    } else {
      const poses = collider.free ? freePoses(reader, chosen, collider, first) : trackPoses(collider, times);
      rigid.push({ name, mesh, ...whereItMoves(times, poses) });
    }
  }
  return { rigid, moving };
}

/** Returns all shapes as sequences of surfaces at these times, for formats without transforms. */
export function formMeshes({ rigid, moving }: Forms, times: readonly number[]): MeshSequence[] {
  const values = new Map<string, Float32Array>();
  const posedForms = rigid.map(({ name, mesh, times: own, positions, quaternions }) => ({
    name,
    times,
    free: false,
    frame(index: number) {
      const at = own.length > 1 ? index : 0;
      const position = positions.subarray(3 * at, 3 * at + 3);
      const turn = quaternions.subarray(4 * at, 4 * at + 4);
      const { triangles, positions: start } = mesh;
      return { positions: posed(start, position, turn), triangles, values, start };
    },
  }));
  return [...posedForms, ...moving];
}

interface Poses {
  positions: Float32Array;
  quaternions: Float32Array;
}

function trackPoses({ poses }: TrajectoryCollider, times: readonly number[]): Poses {
  const track = new Track(undefined, undefined, poses);
  const at = times.map((time) => track.poseAt(time));
  return {
    positions: Float32Array.from(at.flatMap(({ position }) => position)),
    quaternions: Float32Array.from(at.flatMap(({ quaternion }) => quaternion)),
  };
}

/** Poses recorded in the frames; colliders that do not turn keep their initial rotation. */
function freePoses(
  reader: TrajectoryReader,
  chosen: readonly number[],
  { poses, turns }: TrajectoryCollider,
  first: number,
): Poses {
  const start = new Track(undefined, undefined, poses).poseAt(0).quaternion;
  const positions = new Float32Array(3 * chosen.length);
  const quaternions = new Float32Array(4 * chosen.length);
  chosen.forEach((index, i) => {
    const { free } = reader.frame(index);
    positions.set(free.subarray(first, first + 3), 3 * i);
    quaternions.set(turns ? free.subarray(first + 3, first + 7) : start, 4 * i);
  });
  return { positions, quaternions };
}

function whereItMoves(
  times: readonly number[],
  { positions, quaternions }: Poses,
): Poses & { times: readonly number[] } {
  for (let i = 4; i < quaternions.length; i += 4) {
    let along = 0;
    for (let k = i; k < i + 4; k++) along += quaternions[k] * quaternions[k - 4];
    if (along < 0) for (let k = i; k < i + 4; k++) quaternions[k] = -quaternions[k];
  }
  const stands = (numbers: Float32Array, width: number) =>
    numbers.every((n, i) => i < width || n === numbers[i % width]);
  if (!stands(positions, 3) || !stands(quaternions, 4)) return { times, positions, quaternions };
  return { times: times.slice(0, 1), positions: positions.slice(0, 3), quaternions: quaternions.slice(0, 4) };
}

function movingSequence(
  { name, poses }: TrajectoryCollider,
  mesh: MovingMesh,
  { positions, triangles }: FormMesh,
  times: readonly number[],
): MeshSequence {
  const track = new Track(undefined, undefined, poses);
  const places = new Float64Array(positions.length);
  const values = new Map<string, Float32Array>();
  return {
    name,
    times,
    free: false,
    frame: (index) => {
      mesh.placesAt(times[index], places);
      const { position, quaternion } = track.poseAt(times[index]);
      return { positions: posed(places, position, quaternion), triangles, values };
    },
  };
}

function posed(
  places: ArrayLike<number>,
  position: ArrayLike<number>,
  [qx, qy, qz, qw]: Iterable<number>,
): Float32Array {
  const out = new Float32Array(places.length);
  for (let i = 0; i < places.length; i += 3) {
    const [x, y, z] = [places[i], places[i + 1], places[i + 2]];
    // v + 2 q × (q × v + w v)
    const cx = qy * z - qz * y + qw * x;
    const cy = qz * x - qx * z + qw * y;
    const cz = qx * y - qy * x + qw * z;
    out[i] = position[0] + x + 2 * (qy * cz - qz * cy);
    out[i + 1] = position[1] + y + 2 * (qz * cx - qx * cz);
    out[i + 2] = position[2] + z + 2 * (qx * cy - qy * cx);
  }
  return out;
}
