/**
 * Makes a mesh of triangles the boundary of a body: closed, with an inside.
 *
 * Coincident vertices become one, and triangles without three distinct corners are removed. A mesh is closed if every edge
 * has as many triangles in one direction as in the other. Then the inside is where the winding number is not 0, so that
 * overlapping pieces are one body with the volume of their union. Triangles that disagree with their neighbours are turned,
 * and so are pieces that are inside out, unless they lie in another piece and bound a cavity. An open mesh is refused with
 * the position of its largest hole.
 */

import { boundsOf } from '../math/box.ts';
import { coincident } from '../math/coincident.ts';
import { DisjointSets } from '../math/disjoint-sets.ts';
import { edgeKey, nextCorner } from '../math/mesh.ts';
import { norm } from '../math/vec3.ts';
import type { SurfaceMesh } from './block-field.ts';
import { meshVolume } from './mesh-volume.ts';
import { overlapVolume } from './overlap-volume.ts';
import { checkPlaces } from './places.ts';
import { RowCrossings } from './row-crossings.ts';

export interface ClosedMesh extends SurfaceMesh {
  /** Volume of the inside, overlaps counted once, m³. */
  readonly volume: number;
  /** Repairs, in words. */
  readonly mended: readonly string[];
  /** Repairs that may change the intended shape: all but joined vertices, which some files never share. */
  readonly doubtful: readonly string[];
}

/** A rim of open edges. */
interface Hole {
  readonly edges: number;
  /** Mean of its vertices, m. */
  readonly centre: readonly [number, number, number];
  /** Diagonal of the box around them, m. */
  readonly size: number;
}

export class OpenMeshError extends RangeError {
  /** Holes, the largest first. */
  readonly holes: readonly Hole[];
  readonly boundaryEdges: number;
  constructor(holes: readonly Hole[]) {
    const boundaryEdges = holes.reduce((sum, hole) => sum + hole.edges, 0);
    const { centre, size, edges } = holes[0];
    const place = `(${centre.map((x) => Number(x.toPrecision(4))).join(', ')})`;
    const many = holes.length === 1 ? 'a hole' : `${holes.length} holes, the largest`;
    super(
      `mesh: is open: ${boundaryEdges} edges have a triangle on one side only; ${many} at ${place}, ${Number(size.toPrecision(3))} m across, with ${edges} edges`,
    );
    this.name = 'OpenMeshError';
    this.holes = holes;
    this.boundaryEdges = boundaryEdges;
  }
}

/** Distance below which vertices are joined, over the mesh's diagonal. */
const NEARNESS = 1e-6;
/** Least overlap that is reported, as a share of the volume: faces that lie on each other overlap by rounding. */
const LEAST_OVERLAP = 1e-6;

export function closedMesh(positions: ArrayLike<number>, triangles: ArrayLike<number>): ClosedMesh {
  checkMesh(positions, triangles);
  const mended: string[] = [];
  const doubtful: string[] = [];
  const mesh = welded(positions, triangles, { mended, doubtful });
  const edges = edgesOf(mesh.triangles, mesh.positions.length / 3);
  refuseOpen(mesh, edges);
  const pieceOf = turnedAlike(mesh, edges, doubtful);
  refuseUnbalanced(mesh, edges, doubtful);
  turnOutward(mesh, closedPieces(mesh, edges, pieceOf), doubtful);
  const excess = overlapVolume(new RowCrossings(mesh.positions, mesh.triangles), mesh.positions);
  const volume = meshVolume(mesh.positions, mesh.triangles) - excess;
  if (!(volume > 0)) throw new RangeError('mesh: encloses no volume');
  if (Math.abs(excess) > LEAST_OVERLAP * volume)
    doubtful.push(`passes through itself: ${overlapText(excess / volume)}`);
  return { ...mesh, volume, mended: [...mended, ...doubtful], doubtful };
}

/** `excess`: over the volume. */
function overlapText(excess: number): string {
  const percent = `${Number((100 * Math.abs(excess)).toPrecision(2))} % of its volume`;
  return excess > 0
    ? `${percent} lies in more than one part of it, and counts once`
    : `${percent} is inside out, and counts as filled`;
}

function checkMesh(positions: ArrayLike<number>, triangles: ArrayLike<number>): void {
  checkPlaces('positions', positions);
  const count = positions.length / 3;
  if (triangles.length === 0 || triangles.length % 3 !== 0)
    throw new RangeError(`triangles: must be three vertices each, got ${triangles.length} numbers`);
  for (let k = 0; k < triangles.length; k++) {
    if (Number.isInteger(triangles[k]) && triangles[k] >= 0 && triangles[k] < count) continue;
    throw new RangeError(
      `triangles: triangle ${Math.floor(k / 3)} has vertex ${triangles[k]}; there are ${count}`,
    );
  }
}

function diagonalOf(positions: ArrayLike<number>): number {
  const [x0, y0, z0, x1, y1, z1] = boundsOf(positions);
  return norm(x1 - x0, y1 - y0, z1 - z0);
}

/** Joins coincident vertices and removes triangles with two equal corners and repeated ones. */
function welded(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  { mended, doubtful }: { mended: string[]; doubtful: string[] },
): { positions: Float64Array; triangles: Int32Array } {
  const kept = coincident(positions, NEARNESS * diagonalOf(positions));
  const numbers = new Int32Array(kept.length).fill(-1);
  const places: number[] = [];
  const corners: number[] = [];
  const seen = new Set<string>();
  let [joined, dropped] = [0, 0];
  for (let v = 0; v < kept.length; v++) if (kept[v] !== v) joined++;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [kept[triangles[t]], kept[triangles[t + 1]], kept[triangles[t + 2]]];
    const least = Math.min(a, b, c);
    const name = least === a ? `${a} ${b} ${c}` : least === b ? `${b} ${c} ${a}` : `${c} ${a} ${b}`;
    if (a === b || b === c || c === a || seen.has(name)) {
      dropped++;
      continue;
    }
    seen.add(name);
    for (const v of [a, b, c]) {
      if (numbers[v] < 0) {
        numbers[v] = places.length / 3;
        places.push(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
      }
      corners.push(numbers[v]);
    }
  }
  if (joined > 0) mended.push(`${joined} vertices were at the place of another`);
  if (dropped > 0) doubtful.push(`${dropped} triangles had no area or were there twice`);
  if (corners.length === 0) throw new RangeError('triangles: none has an area');
  return { positions: Float64Array.from(places), triangles: Int32Array.from(corners) };
}

interface Edges {
  /** Edge from corner 3 t + k to the next, by corner. */
  readonly of: Int32Array;
  /** Corners that start an edge, as a linked list: first[edge], then next[corner] until −1. */
  readonly first: Int32Array;
  readonly next: Int32Array;
  /** Number of triangles at an edge. */
  readonly size: Int32Array;
}

function edgesOf(triangles: Int32Array, vertices: number): Edges {
  const numbers = new Map<number, number>();
  const of = new Int32Array(triangles.length);
  const next = new Int32Array(triangles.length);
  const first: number[] = [];
  const size: number[] = [];
  for (let k = 0; k < triangles.length; k++) {
    const [a, b] = [triangles[k], triangles[nextCorner(k)]];
    const key = edgeKey(a, b, vertices);
    let edge = numbers.get(key);
    if (edge === undefined) {
      edge = first.length;
      numbers.set(key, edge);
      first.push(-1);
      size.push(0);
    }
    of[k] = edge;
    next[k] = first[edge];
    first[edge] = k;
    size[edge]++;
  }
  return { of, first: Int32Array.from(first), next, size: Int32Array.from(size) };
}

/** Returns 1 if the edge that starts at a corner leads to a vertex with a higher number, −1 otherwise. */
function direction(triangles: Int32Array, corner: number): number {
  return triangles[corner] < triangles[nextCorner(corner)] ? 1 : -1;
}

type Mesh = { positions: Float64Array; triangles: Int32Array };

/** Refuses edges with an odd number of triangles: they bound a hole or a fin. */
function refuseOpen({ positions, triangles }: Mesh, { first, size }: Edges): void {
  const rims = new DisjointSets(positions.length / 3);
  const open: number[] = [];
  for (let edge = 0; edge < size.length; edge++) {
    if (size[edge] % 2 === 0) continue;
    const corner = first[edge];
    open.push(corner);
    rims.unite(triangles[corner], triangles[nextCorner(corner)]);
  }
  if (open.length === 0) return;
  const byRim = new Map<number, number[]>();
  for (const corner of open) {
    const rim = rims.find(triangles[corner]);
    byRim.set(rim, [...(byRim.get(rim) ?? []), corner]);
  }
  const holes = [...byRim.values()].map((corners): Hole => {
    const vertices = [...new Set(corners.flatMap((k) => [triangles[k], triangles[nextCorner(k)]]))];
    const places = vertices.flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]);
    const mean = (axis: number) =>
      vertices.reduce((sum, v) => sum + positions[3 * v + axis], 0) / vertices.length;
    return { edges: corners.length, centre: [mean(0), mean(1), mean(2)], size: diagonalOf(places) };
  });
  throw new OpenMeshError(holes.sort((a, b) => b.size - a.size));
}

/** Turns triangles until the two at an edge run along it in opposite directions; returns the piece of each triangle. */
function turnedAlike({ triangles }: Mesh, edges: Edges, doubtful: string[]): Int32Array {
  const count = triangles.length / 3;
  const pieceOf = new Int32Array(count).fill(-1);
  const isTurned = new Uint8Array(count);
  let turned = 0;
  let pieces = 0;
  for (let seed = 0; seed < count; seed++) {
    if (pieceOf[seed] >= 0) continue;
    const members = [seed];
    pieceOf[seed] = pieces++;
    for (let m = 0; m < members.length; m++) {
      const t = members[m];
      for (let k = 3 * t; k < 3 * t + 3; k++) {
        const edge = edges.of[k];
        // Where more than two triangles meet, it is not known which of them belong together.
        if (edges.size[edge] !== 2) continue;
        const other = edges.first[edge] === k ? edges.next[k] : edges.first[edge];
        const u = Math.floor(other / 3);
        const runsAlike = triangles[k] === triangles[other];
        const wants = isTurned[t] ^ (runsAlike ? 1 : 0);
        if (pieceOf[u] < 0) {
          pieceOf[u] = pieceOf[t];
          isTurned[u] = wants;
          members.push(u);
        } else if (isTurned[u] !== wants) {
          throw new RangeError(`mesh: has one side only, like a Möbius band, at triangle ${u}`);
        }
      }
    }
    // The smaller part is turned.
    const wrong = members.filter((t) => isTurned[t] === 1).length;
    const flip = wrong > members.length / 2 ? 0 : 1;
    for (const t of members) {
      if (isTurned[t] !== flip) continue;
      turnTriangle(triangles, t);
      turned++;
    }
  }
  if (turned > 0) doubtful.push(`${turned} triangles were turned against their neighbours`);
  return pieceOf;
}

function turnTriangle(triangles: Int32Array, t: number): void {
  [triangles[3 * t + 1], triangles[3 * t + 2]] = [triangles[3 * t + 2], triangles[3 * t + 1]];
}

/** Refuses edges with more triangles in one direction than in the other. */
function refuseUnbalanced({ positions, triangles }: Mesh, edges: Edges, doubtful: string[]): void {
  const crowded = edges.size.filter((size) => size > 2).length;
  if (crowded === 0) return;
  const balance = new Int32Array(edges.size.length);
  for (let k = 0; k < triangles.length; k++) balance[edges.of[k]] += direction(triangles, k);
  const edge = balance.findIndex((sum) => sum !== 0);
  if (edge >= 0) {
    const k = edges.first[edge];
    const v = Math.min(triangles[k], triangles[nextCorner(k)]);
    const place = [...positions.subarray(3 * v, 3 * v + 3)].map((x) => Number(x.toPrecision(4)));
    throw new RangeError(
      `mesh: more than two triangles meet at an edge at (${place.join(', ')}) and do not face alike (${crowded} such edges)`,
    );
  }
  doubtful.push(`${crowded} edges have more than two triangles`);
}

/** Unites pieces that are closed only together, such as the sides of a wall between two rooms. */
function closedPieces({ triangles }: Mesh, { first, next, size }: Edges, pieceOf: Int32Array): Int32Array {
  const sets = new DisjointSets(pieceOf.reduce((most, piece) => Math.max(most, piece + 1), 0));
  for (let edge = 0; edge < size.length; edge++) {
    if (size[edge] === 2) continue;
    const balance = new Map<number, number>();
    for (let k = first[edge]; k >= 0; k = next[k]) {
      const piece = pieceOf[Math.floor(k / 3)];
      balance.set(piece, (balance.get(piece) ?? 0) + direction(triangles, k));
    }
    const [one, ...others] = [...balance].filter(([, sum]) => sum !== 0).map(([piece]) => piece);
    for (const other of others) sets.unite(one, other);
  }
  return pieceOf.map((piece) => sets.find(piece));
}

/** Turns pieces that are inside out, except those inside another piece, which bound cavities. */
function turnOutward(mesh: Mesh, pieceOf: Int32Array, doubtful: string[]): void {
  const { positions, triangles } = mesh;
  const trianglesOf = new Map<number, number[]>();
  pieceOf.forEach((piece, t) => {
    const own = trianglesOf.get(piece) ?? [];
    own.push(triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]);
    trianglesOf.set(piece, own);
  });
  const pieces = trianglesOf.size;
  let turned = 0;
  for (const [piece, own] of trianglesOf) {
    if (meshVolume(positions, own) >= 0) continue;
    if (pieces > 1) {
      const others = [...trianglesOf].filter(([other]) => other !== piece).flatMap(([, those]) => those);
      const v = 3 * own[0];
      const around = new RowCrossings(positions, others);
      if (around.windingAt(positions[v], positions[v + 1], positions[v + 2]) > 0) continue;
    }
    for (let t = 0; t < pieceOf.length; t++) if (pieceOf[t] === piece) turnTriangle(triangles, t);
    turned++;
  }
  if (turned > 0)
    doubtful.push(pieces > 1 ? `${turned} of ${pieces} pieces were inside out` : 'was inside out');
}
