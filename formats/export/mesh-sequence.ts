/**
 * A body of a trajectory as a surface in time, for other programs: per frame its positions and triangles, and the values
 * that can colour its vertices. Sheets use their own triangles; matter gets a drawn surface (matter-sequence.ts).
 */
import type { TrajectoryFrame } from '../trajectory/trajectory.ts';
import type { TrajectoryMesh } from '../trajectory/trajectory-mesh.ts';
import type { TrajectoryReader } from '../trajectory/trajectory-reader.ts';
import { matterFrames, matterValueNames } from './matter-sequence.ts';
import { stretchOf } from './texture-coordinates.ts';

export interface MeshFrame {
  /** Coordinates, 3 per vertex, m. */
  readonly positions: Float32Array;
  /** Vertex indices, 3 per triangle; the same array object while the topology is constant. */
  readonly triangles: Uint32Array;
  /** Values by name, one number per vertex. Sheets have `strain`, the mean stretch of the edges around a vertex. */
  readonly values: ReadonlyMap<string, Float32Array>;
  /** Sheet coordinates u, v of each vertex in the flat sheet, m, if the trajectory has them. */
  readonly places?: Float32Array;
  /** Coordinates of the first frame, 3 per vertex, m, if texture coordinates must be derived from them. */
  readonly start?: Float32Array;
  /** Linear red, green and blue of each vertex, 0 to 1, if the body has its own colours, as matter does. */
  readonly paint?: Float32Array;
}

export interface MeshSequence {
  readonly name: string;
  /** Time of each frame, s. */
  readonly times: readonly number[];
  /** Whether every frame has an unrelated mesh, as matter has. */
  readonly free: boolean;
  frame(index: number): MeshFrame;
  /** For such meshes: values by name, one number per particle, which the vertices interpolate. */
  particleValues?(index: number): ReadonlyMap<string, Float32Array>;
}

/** Choice of frames: from the first to the last in steps of `every`. */
export interface FrameChoice {
  first?: number;
  last?: number;
  every?: number;
}

/** Indices of the chosen frames. */
export function chosenFrames(
  count: number,
  { first = 0, last = count - 1, every = 1 }: FrameChoice,
): number[] {
  const frames: number[] = [];
  for (let i = Math.max(0, first); i <= Math.min(last, count - 1); i += every) frames.push(i);
  return frames;
}

export interface SequenceOptions extends FrameChoice {
  /** Whether vertices of sheets get `strain`, which takes time to compute; default: true. */
  strain?: boolean;
}

/** Returns one sequence for every body with a surface. */
export function meshSequences(reader: TrajectoryReader, options: SequenceOptions = {}): MeshSequence[] {
  const { strain = true } = options;
  const chosen = chosenFrames(reader.count, options);
  const times = chosen.map((i) => reader.time(i));
  // The sequences of all bodies read the same frame in turn.
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
  // Vertices that did not exist at rest have no reference, unless the flat sheet is known.
  const start = places || rest?.length !== positions.length ? undefined : rest;
  const shape = { positions, triangles: local(mesh), ...(places && { places }), ...(start && { start }) };
  const values = valuesOf(info.values ?? [], whole.values, body);
  if (strain && (places || start) && !values.has('strain')) values.set('strain', stretchOf(shape));
  return { ...shape, values };
}

/** Coordinates of the particles of a body. */
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

/** Triangles by vertex indices of the body; the same array object for the same mesh. */
function localTriangles(): (mesh: TrajectoryMesh) => Uint32Array {
  let last: { mesh: TrajectoryMesh; local: Uint32Array } | undefined;
  return (mesh) => {
    if (last?.mesh !== mesh) last = { mesh, local: mesh.triangles.map((i) => i - mesh.first) };
    return last.local;
  };
}
