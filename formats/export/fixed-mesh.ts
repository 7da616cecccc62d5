/**
 * Maps a sequence with changing topology onto one constant mesh, for formats that only store moving vertices.
 *
 * If the trajectory has the sheet coordinates (u, v) of vertices, the constant mesh is that of the last frame with the most
 * triangles. In other frames its vertices are found by barycentric coordinates in the triangle around (u, v). A vertex on
 * a tear is looked up slightly inside one of its own triangles, so that it stays on its side of the tear; before the
 * tear both sides find the same position.
 *
 * If only triangles disappear and the vertices stay, triangles that are not always present get their own vertices and
 * collapse to a point while they are absent.
 */
import { withoutLoose } from './loose-vertices.ts';
import type { MeshFrame, MeshSequence } from './mesh-sequence.ts';
import { SheetFinder } from './sheet-finder.ts';

/** Share of the way from a vertex to the centroid of its triangle. */
const INSIDE = 1e-3;

/**
 * Returns a sequence with the same triangles in every frame, or undefined for matter, whose surface flows and
 * divides.
 */
export function fixedMesh(sequence: MeshSequence): MeshSequence | undefined {
  if (sequence.free) return undefined;
  const frames = sequence.times.map((_, i) => i);
  const first = sequence.frame(0);
  let vertices = first.positions.length;
  let changes = false;
  let grows = false;
  let [most, finest] = [first.triangles.length, 0];
  let before = first.triangles;
  for (const i of frames) {
    const { positions, triangles } = sequence.frame(i);
    grows ||= positions.length !== vertices;
    changes ||= triangles !== before && !isSame(triangles, before);
    if (triangles.length >= most) [most, finest] = [triangles.length, i];
    vertices = positions.length;
    before = triangles;
  }
  if (!changes && !grows)
    return withoutLoose({
      ...sequence,
      frame: (i) => ({ ...sequence.frame(i), triangles: first.triangles }),
    });
  if (first.places) return withoutLoose(resampled(sequence, sequence.frame(finest)));
  return grows ? undefined : withoutLoose(collapsing(sequence));
}

function resampled(sequence: MeshSequence, reference: MeshFrame): MeshSequence {
  const { triangles, places } = reference as MeshFrame & { places: Float32Array };
  const { points, exact } = lookUps(triangles, places);
  let finder: { triangles: Uint32Array; found: SheetFinder } | undefined;
  return {
    ...sequence,
    frame(index) {
      const frame = sequence.frame(index);
      if (frame.triangles === triangles) return { ...frame, places };
      if (finder?.triangles !== frame.triangles)
        finder = { triangles: frame.triangles, found: new SheetFinder(frame.triangles, frame.places!) };
      const { found } = finder;
      const corners = found.find(points, exact);
      const values = new Map(
        [...frame.values].map(([name, array]) => [name, corners.mix(array, 1)] as const),
      );
      return { positions: corners.mix(frame.positions, 3), triangles, values, places };
    },
  };
}

/** For each vertex a point slightly inside one of its triangles, and its exact sheet coordinates. */
function lookUps(
  triangles: Uint32Array,
  places: Float32Array,
): { points: Float64Array; exact: Float32Array } {
  const points = Float64Array.from(places);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let axis = 0; axis < 2; axis++) {
      let middle = 0;
      for (let k = 0; k < 3; k++) middle += places[2 * triangles[t + k] + axis] / 3;
      for (let k = 0; k < 3; k++) {
        const at = 2 * triangles[t + k] + axis;
        points[at] = places[at] + INSIDE * (middle - places[at]);
      }
    }
  }
  return { points, exact: places };
}

function collapsing(sequence: MeshSequence): MeshSequence {
  const all = new Map<string, { corners: number[]; frames: number }>();
  const keyOf = (triangles: Uint32Array, t: number) => triangles.subarray(t, t + 3).join();
  for (let i = 0; i < sequence.times.length; i++) {
    const { triangles } = sequence.frame(i);
    for (let t = 0; t < triangles.length; t += 3) {
      const key = keyOf(triangles, t);
      const known = all.get(key);
      if (known) known.frames++;
      else all.set(key, { corners: [...triangles.subarray(t, t + 3)], frames: 1 });
    }
  }
  const vertices = sequence.frame(0).positions.length / 3;
  /** Original vertex of each added vertex, three per temporary triangle. */
  const copies: number[] = [];
  const passing: string[] = [];
  const triangles = Uint32Array.from(
    [...all].flatMap(([key, { corners, frames }]) => {
      if (frames === sequence.times.length) return corners;
      passing.push(key);
      copies.push(...corners);
      return [3, 2, 1].map((k) => vertices + copies.length - k);
    }),
  );
  return {
    ...sequence,
    frame(index) {
      const frame = sequence.frame(index);
      const present = new Set<string>();
      for (let t = 0; t < frame.triangles.length; t += 3) present.add(keyOf(frame.triangles, t));
      const sources = copies.map((corner, k) =>
        present.has(passing[Math.floor(k / 3)]) ? corner : copies[k - (k % 3)],
      );
      const grown = (array: Float32Array, width: number, from = sources) => {
        const more = new Float32Array(array.length + width * from.length);
        more.set(array);
        from.forEach((source, k) => {
          for (let n = 0; n < width; n++) more[array.length + width * k + n] = array[width * source + n];
        });
        return more;
      };
      const values = new Map([...frame.values].map(([name, array]) => [name, grown(array, 1)] as const));
      const start = frame.start && { start: grown(frame.start, 3, copies) };
      return { positions: grown(frame.positions, 3), triangles, values, ...start };
    },
  };
}

function isSame(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((n, i) => n === b[i]);
}
