/**
 * Crossings joined to contours, the lines along which two surfaces pass through each other, and which way is out.
 *
 * Two triangles that cross have a segment in common, from one crossing to the next; a contour is a chain of them. Along
 * it each crossing belongs to one of two *sides*: the surface whose edge it is, and the one whose triangle. (One sheet
 * that passes through itself has both sides in one mesh.)
 *
 * Which way out (after Baraff, Witkin & Kass 2003, and Volino & Magnenat-Thalmann 2006):
 * - A contour that divides a side in two parts leaves the lesser one, that reaches less far from the other surface, on
 *   the wrong side of it: it goes back through it, along that surface's normal n. Where both sides are divided, the part
 *   of reach d (m) goes for which d / c² is least, c = |mean of n along the contour|: the tip of a spike that has come
 *   through a sheet goes back through the sheet, rather than the little disc of sheet within it out through its flanks.
 * - Out of a solid goes what is within it, were it the greater part.
 * - A contour that divides neither (a corner of each has slid through the other) is made shorter. Moved by δ against
 *   each other, an edge of direction E and a triangle of normal N shorten the segments that leave their crossing in
 *   directions R by δ·G, G = Σ R − N (E·R)/(E·N): both go along ΣG of the whole contour, as one, so that neither is bent.
 *   But where one side sticks out beyond the other, along that one's mean normal, by less than the contour is long,
 *   it goes back there.
 *   An edge or corner of a solid goes back along its own normals.
 * - Where there is no such direction, there is no way out to be seen; such a contour stays, and is told of.
 */
import { cross, dot, normalised } from '../../math/vec3.ts';
import type { CrossingSurface, Crossings } from './crossings.ts';
import { facings, triangleNormal } from './surface-geometry.ts';

export interface Contour {
  /** Numbers of its crossings. */
  readonly crossings: Int32Array;
  /** m */
  length: number;
  /** Owners of its two sides. */
  readonly owners: readonly [number, number];
  /** Whether a way out is known. */
  readonly resolvable: boolean;
}

export interface Contours {
  readonly list: readonly Contour[];
  /** By crossing: unit vector along which its edge goes out, against its triangle; zero where no way is known. */
  readonly way: Float64Array;
  /** Points of sheets within solids that these leave, four numbers each: the point, unit vector along which it goes. */
  readonly within: readonly number[];
}

/** Lines closer to a plane's direction than this do not make G longer: their crossing runs away along them. */
const STEEPEST = 0.1;
/** |mean| of the ways around a part of a sheet from which on it goes as a whole. */
const ONE_WAY = 0.5;
/** A ΣG shorter than this, where each end of a contour gives about 1, is no direction. */
const NO_WAY = 1e-3;

export function findContours(surface: CrossingSurface, crossings: Crossings): Contours {
  return new ContourSearch(surface, crossings).run();
}

class ContourSearch {
  readonly #surface: CrossingSurface;
  readonly #crossings: Crossings;
  /** By crossing: side of its edge, 0 or 1; −1 before it is reached. */
  readonly #side: Int8Array;
  readonly #way: Float64Array;
  /** x, y, z of every crossing. */
  readonly #place: Float64Array;
  readonly #within: number[] = [];
  readonly #segments = new Map<number, number[]>();
  readonly #parts: Parts;
  readonly #facing: Int8Array;

  constructor(surface: CrossingSurface, crossings: Crossings) {
    this.#surface = surface;
    this.#facing = facings(surface);
    this.#crossings = crossings;
    this.#side = new Int8Array(crossings.count).fill(-1);
    this.#way = new Float64Array(3 * crossings.count);
    this.#place = new Float64Array(3 * crossings.count);
    this.#parts = new Parts(surface);
  }

  run(): Contours {
    const { count, edge, place } = this.#crossings;
    const { edges, points } = this.#surface;
    for (let k = 0; k < count; k++) {
      for (const other of this.#trianglesOf(edge[k])) this.#at(other, k).push(k);
      for (let axis = 0; axis < 3; axis++) {
        const from = points[3 * edges[2 * edge[k]] + axis];
        const to = points[3 * edges[2 * edge[k] + 1] + axis];
        this.#place[3 * k + axis] = from + place[4 * k] * (to - from);
      }
    }
    const list: Contour[] = [];
    for (let k = 0; k < count; k++) if (this.#side[k] < 0) list.push(this.#follow(k));
    return { list, way: this.#way, within: this.#within };
  }

  #trianglesOf(edge: number): number[] {
    const { edgeTriangles } = this.#surface;
    const [a, b] = [edgeTriangles[2 * edge], edgeTriangles[2 * edge + 1]];
    return b < 0 ? [a] : [a, b];
  }

  /** Crossings at the ends of the segment that a triangle and the one of crossing k have in common. */
  #at(triangle: number, k: number): number[] {
    const other = this.#crossings.triangle[k];
    const n = this.#surface.owner.length;
    const key = Math.min(triangle, other) * n + Math.max(triangle, other);
    let found = this.#segments.get(key);
    if (found === undefined) {
      found = [];
      this.#segments.set(key, found);
    }
    return found;
  }

  #follow(start: number): Contour {
    const { edge, triangle } = this.#crossings;
    const { owner, edgeTriangles } = this.#surface;
    const chain = [start];
    this.#side[start] = 0;
    let length = 0;
    for (let at = 0; at < chain.length; at++) {
      const k = chain[at];
      for (const mine of this.#trianglesOf(edge[k])) {
        for (const next of this.#at(mine, k)) {
          if (next === k) continue;
          length += 0.5 * this.#distance(k, next);
          if (this.#side[next] >= 0) continue;
          // On the same segment the other's edge is of the triangle that is mine, or of the one that I pass through.
          const same = triangle[next] === triangle[k];
          this.#side[next] = same ? this.#side[k] : 1 - this.#side[k];
          chain.push(next);
        }
      }
    }
    const first = owner[edgeTriangles[2 * edge[start]]];
    const crossings = Int32Array.from(chain);
    const owners = [first, owner[triangle[start]]] as const;
    const resolvable = this.#divide(crossings, owners) || this.#slide(crossings, owners, length);
    return { crossings, length, owners, resolvable };
  }

  #distance(k: number, l: number): number {
    const x = this.#place;
    const dx = x[3 * k] - x[3 * l];
    const dy = x[3 * k + 1] - x[3 * l + 1];
    const dz = x[3 * k + 2] - x[3 * l + 2];
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  }

  /** The lesser part of a divided side goes; false where neither is divided. */
  #divide(chain: Int32Array, owners: readonly [number, number]): boolean {
    const ways = [new Float64Array(3 * chain.length), new Float64Array(3 * chain.length)];
    let best = -1;
    let least = Infinity;
    for (let side = 0; side < 2; side++) {
      const mean = this.#otherNormals(chain, side, ways[side]);
      if (!this.#parts.divide(this.#cutEdges(chain, side), normalised([...mean]), this.#centre(chain)))
        continue;
      const isSolid = this.#surface.solid[owners[1 - side]];
      const vote = this.#vote(chain, side, ways[side]);
      if (vote < 0 && !isSolid) for (let i = 0; i < ways[side].length; i++) ways[side][i] = -ways[side][i];
      const depth = vote < 0 && isSolid ? this.#parts.greater : this.#parts.lesser;
      const score = depth / dot(mean, mean);
      if (!(score < least)) continue;
      least = score;
      best = side;
    }
    if (best < 0) return false;
    chain.forEach((k, i) => {
      const sign = this.#side[k] === best ? 1 : -1;
      for (let axis = 0; axis < 3; axis++) this.#way[3 * k + axis] = sign * ways[best][3 * i + axis];
    });
    for (let side = 0; side < 2; side++) {
      if (this.#surface.solid[owners[1 - side]]) this.#takeWithin(chain, side);
    }
    return true;
  }

  #cutEdges(chain: Int32Array, side: number): Int32Array {
    return chain.filter((k) => this.#side[k] === side).map((k) => this.#crossings.edge[k]);
  }

  /** Lists the points of a sheet's part within a solid, where all of its rim goes one way. */
  #takeWithin(chain: Int32Array, side: number): void {
    const mean = [0, 0, 0];
    for (const k of chain) {
      const share = (this.#side[k] === side ? 1 : -1) / chain.length;
      for (let axis = 0; axis < 3; axis++) mean[axis] += share * this.#way[3 * k + axis];
    }
    if (dot(mean, mean) < ONE_WAY * ONE_WAY) return;
    const normals = new Float64Array(3 * chain.length);
    const across = normalised(this.#otherNormals(chain, side, normals));
    if (!this.#parts.divide(this.#cutEdges(chain, side), across, this.#centre(chain))) return;
    const vote = this.#vote(chain, side, normals);
    const way = normalised(mean);
    for (const point of this.#parts.pointsOf(vote > 0)) this.#within.push(point, ...way);
  }

  /** Writes the normals of the other surface along the contour; answers their mean. */
  #otherNormals(chain: Int32Array, side: number, normals: Float64Array): number[] {
    const mean = [0, 0, 0];
    chain.forEach((k, i) => {
      const { edge, triangle } = this.#crossings;
      const n = this.#side[k] === side ? this.#normal(triangle[k]) : this.#edgeNormal(edge[k]);
      for (let axis = 0; axis < 3; axis++) {
        normals[3 * i + axis] = n[axis];
        mean[axis] += n[axis] / chain.length;
      }
    });
    return mean;
  }

  /** Above zero if the normals point from the lesser part to the rest. */
  #vote(chain: Int32Array, side: number, normals: Float64Array): number {
    let vote = 0;
    chain.forEach((k, i) => {
      const { edge, triangle } = this.#crossings;
      const corners = this.#side[k] === side ? this.#ends(edge[k]) : this.#corners(triangle[k]);
      vote += this.#parts.towardsRest(corners, Array.from(normals.subarray(3 * i, 3 * i + 3)));
    });
    return vote;
  }

  #centre(chain: Int32Array): number[] {
    const centre = [0, 0, 0];
    for (const k of chain) {
      for (let axis = 0; axis < 3; axis++) centre[axis] += this.#place[3 * k + axis] / chain.length;
    }
    return centre;
  }

  /** One direction for all crossings: the shortest way out, of those that can be seen. */
  #slide(chain: Int32Array, owners: readonly [number, number], length: number): boolean {
    let best = this.#shortening(chain);
    let least = best === undefined ? Infinity : length;
    const normals = new Float64Array(3 * chain.length);
    for (let side = 0; side < 2; side++) {
      const mean = this.#otherNormals(chain, side, normals);
      const n = normalised([...mean]);
      if (dot(n, n) === 0) continue;
      const isSolid = this.#surface.solid[owners[1 - side]];
      const [above, below] = this.#extents(chain[0], owners[side], n);
      // An edge or a corner of a solid that has come through between points: out along its own normals.
      const depth =
        isSolid && dot(mean, mean) > ONE_WAY * ONE_WAY ? 0 : isSolid ? below : Math.min(above, below);
      if (depth >= least) continue;
      least = depth;
      // What sticks out less goes back through the other surface; ways are of side 0 against side 1.
      const sign = (isSolid || below < above ? 1 : -1) * (side === 0 ? 1 : -1);
      best = n.map((value) => sign * value);
    }
    if (best === undefined) return false;
    for (const k of chain) {
      const sign = this.#side[k] === 0 ? 1 : -1;
      for (let axis = 0; axis < 3; axis++) this.#way[3 * k + axis] = sign * best[axis];
    }
    return true;
  }

  /** Unit vector along ΣG, of side 0 against side 1. */
  #shortening(chain: Int32Array): number[] | undefined {
    const sum = [0, 0, 0];
    for (const k of chain) {
      const g = this.#gradient(k);
      for (let axis = 0; axis < 3; axis++) sum[axis] += this.#side[k] === 0 ? g[axis] : -g[axis];
    }
    return dot(sum, sum) > NO_WAY * NO_WAY ? normalised(sum) : undefined;
  }

  /** How far a surface reaches from a crossing along n, and against it, m. */
  #extents(k: number, owner: number, n: readonly number[]): [number, number] {
    const { points: x, triangles, owner: owners } = this.#surface;
    const origin = n[0] * this.#place[3 * k] + n[1] * this.#place[3 * k + 1] + n[2] * this.#place[3 * k + 2];
    let [above, below] = [0, 0];
    for (let c = 0; c < triangles.length; c++) {
      if (owners[Math.floor(c / 3)] !== owner) continue;
      const at = 3 * triangles[c];
      const height = n[0] * x[at] + n[1] * x[at + 1] + n[2] * x[at + 2] - origin;
      above = Math.max(above, height);
      below = Math.max(below, -height);
    }
    return [above, below];
  }

  #gradient(k: number): number[] {
    const { edges, triangles, points: x } = this.#surface;
    const edge = this.#crossings.edge[k];
    const n = this.#normal(this.#crossings.triangle[k]);
    const [p, q] = [3 * edges[2 * edge], 3 * edges[2 * edge + 1]];
    const e = normalised([x[q] - x[p], x[q + 1] - x[p + 1], x[q + 2] - x[p + 2]]);
    const slope = dot(e, n);
    const steep = slope < 0 ? Math.min(slope, -STEEPEST) : Math.max(slope, STEEPEST);
    const g = [0, 0, 0];
    for (const t of this.#trianglesOf(edge)) {
      const r = normalised(cross(this.#normal(t), n));
      for (let c = 0; c < 3; c++) {
        const opposite = 3 * triangles[3 * t + c];
        if (opposite === p || opposite === q) continue;
        const to = [x[opposite] - x[p], x[opposite + 1] - x[p + 1], x[opposite + 2] - x[p + 2]];
        const inward = dot(r, to) - dot(r, e) * dot(to, e);
        if (inward < 0) for (let axis = 0; axis < 3; axis++) r[axis] = -r[axis];
      }
      const along = dot(e, r) / steep;
      for (let axis = 0; axis < 3; axis++) g[axis] += r[axis] - along * n[axis];
    }
    return g;
  }

  #ends(edge: number): number[] {
    const { edges } = this.#surface;
    return [edges[2 * edge], edges[2 * edge + 1]];
  }

  #corners(triangle: number): number[] {
    return Array.from(this.#surface.triangles.subarray(3 * triangle, 3 * triangle + 3));
  }

  #normal(triangle: number): number[] {
    const n = normalised(triangleNormal(this.#surface, triangle));
    return this.#facing[triangle] < 0 ? n.map((value) => -value) : n;
  }

  #edgeNormal(edge: number): number[] {
    const sum = [0, 0, 0];
    for (const t of this.#trianglesOf(edge)) {
      const n = this.#normal(t);
      for (let axis = 0; axis < 3; axis++) sum[axis] += n[axis];
    }
    return normalised(sum);
  }
}

/** Divides a mesh at cut edges in two parts of points. */
class Parts {
  readonly #surface: CrossingSurface;
  /** Edges of each point: from `#first[point]` on. */
  readonly #first: Int32Array;
  readonly #edges: Int32Array;
  /** By point: 0 not reached, else number of the piece that it is in, from 1 on. */
  readonly #piece: Int32Array;
  readonly #cut: Uint8Array;
  /** Reached points, for the next time. */
  #reached: number[] = [];
  /** By piece: 1 if it is of the part that goes. */
  #goes: Int8Array = new Int8Array(0);

  constructor(surface: CrossingSurface) {
    const { points, edges } = surface;
    const n = points.length / 3;
    this.#surface = surface;
    this.#first = new Int32Array(n + 1);
    for (let k = 0; k < edges.length; k++) this.#first[edges[k] + 1]++;
    for (let v = 0; v < n; v++) this.#first[v + 1] += this.#first[v];
    const next = this.#first.slice();
    this.#edges = new Int32Array(edges.length);
    for (let k = 0; k < edges.length; k++) this.#edges[next[edges[k]]++] = k >> 1;
    this.#piece = new Int32Array(n);
    this.#cut = new Uint8Array(edges.length / 2);
  }

  /** How far the parts reach from the other surface, m. */
  lesser = 0;
  greater = 0;

  /**
   * False where the edges cut nothing off. An edge that is cut twice is not. The lesser part reaches less far from the
   * plane through `centre` across the unit vector n, or from the centre itself where n is zero.
   */
  divide(cut: Int32Array, n: readonly number[], centre: readonly number[]): boolean {
    const { edges } = this.#surface;
    for (const v of this.#reached) this.#piece[v] = 0;
    this.#reached = [];
    for (const e of cut) this.#cut[e] ^= 1;
    const ends = cut.filter((e) => this.#cut[e] === 1);
    let pieces = 1;
    for (const e of ends) {
      for (let end = 0; end < 2; end++) {
        if (this.#piece[edges[2 * e + end]] === 0) this.#flood(edges[2 * e + end], pieces++);
      }
    }
    const colour = this.#colours(ends, pieces);
    for (const e of cut) this.#cut[e] = 0;
    if (colour === undefined) return false;
    const reach = this.#reach(colour, n, centre);
    const lesser = reach[1] < reach[0] ? 1 : 0;
    this.#goes = colour.map((c) => (c === lesser ? 1 : 0));
    this.lesser = reach[lesser];
    this.greater = reach[1 - lesser];
    return true;
  }

  #reach(colour: Int8Array, n: readonly number[], centre: readonly number[]): [number, number] {
    const x = this.#surface.points;
    const reach: [number, number] = [0, 0];
    const isFlat = dot(n, n) > 0;
    for (const v of this.#reached) {
      const d = [x[3 * v] - centre[0], x[3 * v + 1] - centre[1], x[3 * v + 2] - centre[2]];
      const far = isFlat ? Math.abs(dot(n, d)) : Math.sqrt(dot(d, d));
      const part = colour[this.#piece[v]];
      reach[part] = Math.max(reach[part], far);
    }
    return reach;
  }

  /** Of the points, some of which go: how far along n it is from those to the others, over the distance. */
  towardsRest(points: readonly number[], n: readonly number[]): number {
    const x = this.#surface.points;
    const rest = [0, 0, 0];
    const going = [0, 0, 0];
    let [stay, go] = [0, 0];
    for (const v of points) {
      const goes = this.#goes[this.#piece[v]] === 1;
      const sum = goes ? going : rest;
      if (goes) go++;
      else stay++;
      for (let axis = 0; axis < 3; axis++) sum[axis] += x[3 * v + axis];
    }
    if (stay === 0 || go === 0) return 0;
    const d = normalised([0, 1, 2].map((axis) => rest[axis] / stay - going[axis] / go));
    return dot(d, n);
  }

  /** Of the lesser part, or of the other one. */
  pointsOf(lesser: boolean): number[] {
    return this.#reached.filter((v) => (this.#goes[this.#piece[v]] === 1) === lesser);
  }

  #flood(from: number, piece: number): void {
    const { edges } = this.#surface;
    const stack = [from];
    this.#piece[from] = piece;
    for (let v = stack.pop(); v !== undefined; v = stack.pop()) {
      this.#reached.push(v);
      for (let k = this.#first[v]; k < this.#first[v + 1]; k++) {
        const e = this.#edges[k];
        if (this.#cut[e] === 1) continue;
        const other = edges[2 * e] === v ? edges[2 * e + 1] : edges[2 * e];
        if (this.#piece[other] !== 0) continue;
        this.#piece[other] = piece;
        stack.push(other);
      }
    }
  }

  /** Two colours such that each cut edge joins two; none where that cannot be. */
  #colours(ends: Int32Array, pieces: number): Int8Array | undefined {
    if (ends.length === 0) return undefined;
    const { edges } = this.#surface;
    const colour = new Int8Array(pieces).fill(-1);
    colour[this.#piece[edges[2 * ends[0]]]] = 0;
    for (let changed = true; changed; ) {
      changed = false;
      for (const e of ends) {
        const [a, b] = [this.#piece[edges[2 * e]], this.#piece[edges[2 * e + 1]]];
        if (a === b || (colour[a] >= 0 && colour[a] === colour[b])) return undefined;
        if (colour[a] < 0 === colour[b] < 0) continue;
        if (colour[a] < 0) colour[a] = 1 - colour[b];
        else colour[b] = 1 - colour[a];
        changed = true;
      }
    }
    for (let piece = 1; piece < pieces; piece++) if (colour[piece] < 0) colour[piece] = 0;
    return colour;
  }
}
