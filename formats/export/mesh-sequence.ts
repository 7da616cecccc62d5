/**
 * A body of a trajectory as a surface in time, for other programs: frame by frame positions and triangles of its own, and
 * what of its vertices can be coloured. Sheets are their own triangles; matter is drawn (matter-sequence.ts).
 */
import type { TrajectoryFrame } from '../trajectory/trajectory.ts';
import type { TrajectoryMesh } from '../trajectory/trajectory-mesh.ts';
import type { TrajectoryReader } from '../trajectory/trajectory-reader.ts';
import { matterFrames, matterValueNames } from './matter-sequence.ts';
import { stretchOf } from './texture-coordinates.ts';

export interface MeshFrame {
  /** x, y, z of each vertex, m. */
  readonly positions: Float32Array;
  /** Three vertices a triangle; the same array as long as the topology does not change. */
  readonly triangles: Uint32Array;
  /** By name: one number a vertex. Sheets have `strain`, how far the edges around a vertex are stretched. */
  readonly values: ReadonlyMap<string, Float32Array>;
  /** u, v of each vertex, m in the flat sheet; left out where the trajectory does not tell. */
  readonly places?: Float32Array;
  /** x, y, z of each vertex in the first frame, m, where that is all there is to lay a texture by. */
  readonly start?: Float32Array;
  /** Red, green, blue of each vertex, linear, 0 to 1, where it has a colour of its own, as matter has. */
  readonly paint?: Float32Array;
}

export interface MeshSequence {
  readonly name: string;
  /** s, of each frame. */
  readonly times: readonly number[];
  /** Whether the surface has nothing to do with that of the frame before, as that of matter. */
  readonly free: boolean;
  frame(index: number): MeshFrame;
  /** Of a free one: by name, one number a particle, of which those of its vertices are means. */
  particleValues?(index: number): ReadonlyMap<string, Float32Array>;
}

/** Which frames of a trajectory: from the first to the last, every so many. */
export interface FrameChoice {
  first?: number;
  last?: number;
  every?: number;
}

/** Numbers of the frames that are chosen. */
export function chosenFrames(
  count: number,
  { first = 0, last = count - 1, every = 1 }: FrameChoice,
): number[] {
  const frames: number[] = [];
  for (let i = Math.max(0, first); i <= Math.min(last, count - 1); i += every) frames.push(i);
  return frames;
}

export interface SequenceOptions extends FrameChoice {
  /** Whether vertices of sheets have `strain`, which takes its time; true where left out. */
  strain?: boolean;
}

/** One sequence for every body that has a surface. */
export function meshSequences(reader: TrajectoryReader, options: SequenceOptions = {}): MeshSequence[] {
  const { strain = true } = options;
  const chosen = chosenFrames(reader.count, options);
  const times = chosen.map((i) => reader.time(i));
  // Bodies are asked for the same frame one after the other.
  let last: { index: number; frame: TrajectoryFrame } | undefined;
  const frameAt = (index: number) => {
    if (last?.index !== index) last = { index, frame: reader.frame(chosen[index]) };
    return last.frame;
  };
  const start = reader.count > 0 ? reader.frame(0) : undefined;
  const first = start?.meshes ?? reader.firstMeshes;
  return reader.info.bodies.flatMap(({ name, matter }, body): MeshSequence[] => {
    if (matter) {
      const draw = matterFrames(reader, body);
      const names = matterValueNames(reader, body);
      const particleValues = (index: number) => {
        const all = valuesOf(reader.info.values ?? [], frameAt(index).values, body);
        return new Map(names.map((value) => [value, all.get(value)!]));
      };
      return [{ name, times, free: true, frame: (index) => draw(chosen[index]), particleValues }];
    }
    if (first[body].triangles.length === 0) return [];
    const local = localTriangles();
    const rest = start && placesOf(start, body);
    const frame = (index: number) => sheetFrame(reader, frameAt(index), body, local, rest, strain);
    return [{ name, times, free: false, frame }];
  });
}

function sheetFrame(
  { info }: TrajectoryReader,
  whole: TrajectoryFrame,
  body: number,
  local: (mesh: TrajectoryMesh) => Uint32Array,
  rest: Float32Array | undefined,
  strain: boolean,
): MeshFrame {
  const mesh = whole.meshes[body];
  const positions = placesOf(whole, body);
  const places = mesh.places?.uv;
  // Vertices that were not there at rest have nothing to compare with, unless the flat sheet is known.
  const start = places || rest?.length !== positions.length ? undefined : rest;
  const shape = { positions, triangles: local(mesh), ...(places && { places }), ...(start && { start }) };
  const values = valuesOf(info.values ?? [], whole.values, body);
  if (strain && (places || start) && !values.has('strain')) values.set('strain', stretchOf(shape));
  return { ...shape, values };
}

/** x, y, z of a body's particles. */
function placesOf({ positions, meshes }: TrajectoryFrame, body: number): Float32Array {
  const { first, particles } = meshes[body];
  return positions.subarray(3 * first, 3 * (first + particles));
}

function valuesOf(
  entries: NonNullable<TrajectoryReader['info']['values']>,
  arrays: TrajectoryFrame['values'],
  body: number,
): Map<string, Float32Array> {
  const values = new Map<string, Float32Array>();
  entries.forEach(({ body: of, name, width = 1, scale = 1 }, k) => {
    if (of === body && width === 1)
      values.set(
        name,
        Float32Array.from(arrays[k], (n) => n * scale),
      );
  });
  return values;
}

/** Triangles by the body's own vertices; the same array for the same mesh. */
function localTriangles(): (mesh: TrajectoryMesh) => Uint32Array {
  let last: { mesh: TrajectoryMesh; local: Uint32Array } | undefined;
  return (mesh) => {
    if (last?.mesh !== mesh) last = { mesh, local: mesh.triangles.map((i) => i - mesh.first) };
    return last.local;
  };
}
