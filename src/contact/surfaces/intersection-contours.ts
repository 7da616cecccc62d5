/**
 * Intersection contours: crossings joined to the lines along which two surfaces pass through each other, and the direction in
 * which each moves out.
 *
 * Two triangles that cross share a segment, from one crossing to the next; a contour is a chain of segments. Each crossing on
 * it belongs to one of two *sides*: that of its edge, or that of its triangle. (One sheet that passes through itself has
 * both sides in one mesh.)
 *
 * Direction out (after Baraff, Witkin & Kass 2003, and Volino & Magnenat-Thalmann 2006):
 * - If a contour divides a side in two, the lesser part, which extends less far from the other surface, is on the wrong side
 *   of it and moves back through it, along that surface's normal n. If both sides are divided, the part moves whose d / c² is
 *   least, with its extent d (m) and c = |mean of n along the contour|: the tip of a spike that has come through a sheet
 *   moves back through the sheet, and not the small disc of sheet in it out through its flanks.
 * - A part inside a solid moves out, even if it is the greater one.
 * - A contour that divides neither side (a corner of each has slid through the other) is made shorter. A displacement δ of an
 *   edge of direction E against a triangle of normal N shortens the segments that leave their crossing in directions R by
 *   δ·G, G = Σ R − N (E·R)/(E·N). Both sides move along Σ (E·N)² G of the whole contour, so that neither is bent and edges
 *   nearly parallel to a triangle count little. But if one side
 *   extends beyond the other, along its mean normal, by less than the contour is long, it moves back there, and an edge or
 *   corner of a solid moves back along its own normals.
 * - If there is no such direction, the contour stays, and is reported as not resolvable.
 */
import { edgeKey } from '../../math/mesh.ts';
import { cross, dot, length, normalised, vectorAt, vectorBetween } from '../../math/vec3.ts';
import type { CrossingSurface, Crossings } from './crossings.ts';
import { MeshParts } from './mesh-parts.ts';
import { facings, triangleNormal } from './surface-geometry.ts';

export interface Contour {
  /** Numbers of its crossings. */
  readonly crossings: Int32Array;
  /** Length of the line, m. */
  readonly length: number;
  /** Owners of its two sides. */
  readonly owners: readonly [number, number];
  /** Whether a direction out is known. */
  readonly resolvable: boolean;
}

export interface Contours {
  readonly list: readonly Contour[];
  /** Unit vector of each crossing along which its edge moves out relative to its triangle; 0 if none is known. */
  readonly way: Float64Array;
  /** Points of sheets inside solids that move out: four numbers each, the point and the unit vector of its motion. */
  readonly inside: readonly number[];
}

/**
 * Length of the mean of unit directions around a part from which on the part moves as a whole. At twice and half of it no
 * contact test fails.
 */
const ONE_WAY = 0.5;

export function findContours(surface: CrossingSurface, crossings: Crossings): Contours {
  return new ContourSearch(surface, crossings).run();
}

class ContourSearch {
  readonly #surface: CrossingSurface;
  readonly #crossings: Crossings;
  /** Side of each crossing's edge, 0 or 1; −1 before it is reached. */
  readonly #side: Int8Array;
  readonly #way: Float64Array;
  /** Position of each crossing, m. */
  readonly #place: Float64Array;
  readonly #inside: number[] = [];
  readonly #segments = new Map<number, number[]>();
  readonly #parts: MeshParts;
  readonly #facing: Int8Array;

  constructor(surface: CrossingSurface, crossings: Crossings) {
    this.#surface = surface;
    this.#facing = facings(surface);
    this.#crossings = crossings;
    this.#side = new Int8Array(crossings.count).fill(-1);
    this.#way = new Float64Array(3 * crossings.count);
    this.#place = new Float64Array(3 * crossings.count);
    this.#parts = new MeshParts(surface);
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
    return { list, way: this.#way, inside: this.#inside };
  }

  #trianglesOf(edge: number): number[] {
    const { edgeTriangles } = this.#surface;
    const [a, b] = [edgeTriangles[2 * edge], edgeTriangles[2 * edge + 1]];
    return b < 0 ? [a] : [a, b];
  }

  /** Returns the crossings at the ends of the segment shared by a triangle and that of crossing k. */
  #at(triangle: number, k: number): number[] {
    const other = this.#crossings.triangle[k];
    const key = edgeKey(triangle, other, this.#surface.owner.length);
    const found = this.#segments.get(key) ?? [];
    this.#segments.set(key, found);
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
          // On one segment both edges pass through the same triangle, or each through that of the other.
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
    return length(vectorBetween(this.#place, l, k));
  }

  /** Moves the lesser part of a divided side; false if neither is divided. */
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
      if (this.#surface.solid[owners[1 - side]]) this.#addInside(chain, side);
    }
    return true;
  }

  #cutEdges(chain: Int32Array, side: number): Int32Array {
    return chain.filter((k) => this.#side[k] === side).map((k) => this.#crossings.edge[k]);
  }

  /** Adds the points of a sheet's part inside a solid if all of its border moves in one direction. */
  #addInside(chain: Int32Array, side: number): void {
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
    for (const point of this.#parts.pointsOf(vote > 0)) this.#inside.push(point, ...way);
  }

  /** Writes the normals of the other surface along the contour; returns their mean. */
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

  /** Positive if the normals point from the lesser part to the rest. */
  #vote(chain: Int32Array, side: number, normals: Float64Array): number {
    let vote = 0;
    chain.forEach((k, i) => {
      const { edge, triangle } = this.#crossings;
      const corners = this.#side[k] === side ? this.#ends(edge[k]) : this.#corners(triangle[k]);
      vote += this.#parts.towardsRest(corners, vectorAt(normals, 3 * i));
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

  /** Moves all crossings in one direction, the shortest one out that is known; false if there is none. */
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
      // An edge or corner of a solid that has come through between points moves out along its own normals.
      const depth =
        isSolid && dot(mean, mean) > ONE_WAY * ONE_WAY ? 0 : isSolid ? below : Math.min(above, below);
      if (depth >= least) continue;
      least = depth;
      // The part that extends less moves back through the other surface; directions are of side 0 relative to side 1.
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

  /** Unit vector along Σ (E·N)² G, of side 0 relative to side 1. */
  #shortening(chain: Int32Array): number[] | undefined {
    const sum = [0, 0, 0];
    for (const k of chain) {
      const g = this.#gradient(k);
      for (let axis = 0; axis < 3; axis++) sum[axis] += this.#side[k] === 0 ? g[axis] : -g[axis];
    }
    const rounding = 4 * Number.EPSILON * chain.length;
    return dot(sum, sum) > rounding * rounding ? normalised(sum) : undefined;
  }

  /** Extent of a surface from a crossing along n, and against it, m. */
  #extents(k: number, owner: number, n: readonly number[]): [number, number] {
    const { points: x, triangles, owner: owners } = this.#surface;
    const origin = dot(n, vectorAt(this.#place, 3 * k));
    let [above, below] = [0, 0];
    for (let c = 0; c < triangles.length; c++) {
      if (owners[Math.floor(c / 3)] !== owner) continue;
      const height = dot(n, vectorAt(x, 3 * triangles[c])) - origin;
      above = Math.max(above, height);
      below = Math.max(below, -height);
    }
    return [above, below];
  }

  /** Returns (E·N)² G of a crossing. */
  #gradient(k: number): number[] {
    const { triangles, points: x } = this.#surface;
    const edge = this.#crossings.edge[k];
    const n = this.#normal(this.#crossings.triangle[k]);
    const [p, q] = this.#ends(edge);
    const e = normalised(vectorBetween(x, p, q));
    const slope = dot(e, n);
    const g = [0, 0, 0];
    for (const t of this.#trianglesOf(edge)) {
      const r = normalised(cross(this.#normal(t), n));
      for (let c = 0; c < 3; c++) {
        const opposite = triangles[3 * t + c];
        if (opposite === p || opposite === q) continue;
        const to = vectorBetween(x, p, opposite);
        const inward = dot(r, to) - dot(r, e) * dot(to, e);
        if (inward < 0) for (let axis = 0; axis < 3; axis++) r[axis] = -r[axis];
      }
      const along = slope * dot(e, r);
      for (let axis = 0; axis < 3; axis++) g[axis] += slope * slope * r[axis] - along * n[axis];
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
