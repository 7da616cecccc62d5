/**
 * Penetrations for reports: particles inside colliders and rigid bodies by the depth of their centre, edges between particles
 * outside and faces between edges outside by the depth of their deepest point.
 *
 * Solids are convex, so the distance along an edge or over a face is a convex function, whose minimum is found by golden
 * sections. A mesh has no inside: an edge that passes through it, or an edge of the mesh that passes through a face, is as
 * deep as its nearer end is beyond.
 */
import type { Body } from '../../core/body.ts';
import type { World } from '../../core/world.ts';
import { boundsOf } from '../../math/box.ts';
import { edgeKey } from '../../math/mesh.ts';
import { norm } from '../../math/vec3.ts';
import type { Collider } from '../collider.ts';
import { type Frame, toLocal, writeFrame } from '../pose.ts';
import type { Shape } from '../shapes/shape.ts';
import { crossesTriangle, TRIANGLE_NUMBERS, writeTriangle } from '../shapes/triangle.ts';
import type { TriangleMesh } from '../shapes/triangle-mesh.ts';
import { encloseShape } from './collider-broad-phase.ts';

export interface Penetration {
  readonly body: string;
  /** Indices within the body: of a particle, of the ends of an edge, or of the corners of a face. */
  readonly particle?: number;
  readonly edge?: readonly [number, number];
  readonly face?: readonly [number, number, number];
  readonly collider: string;
  /** Depth of the sheet's middle below the surface, m. */
  readonly depth: number;
  /** Half the thickness of the body, m. */
  readonly radius: number;
}

interface Part {
  readonly colliders: readonly Collider[];
  readonly bodies: readonly { readonly body: Pick<Body, 'first' | 'count'>; readonly radius: number }[];
}

/** Least depth that is reported, m: ten times the separation of contact. Test: penetrations.test.ts. */
const LEAST = 1e-6;
/** Golden ratio, (√5 − 1)/2. */
const GOLDEN = 0.6180339887498949;

/** Returns the penetrations of all bodies of the parts of contact, the deepest first, at most `most`. */
export function penetrationsOf(world: World, parts: readonly Part[], most: number): Penetration[] {
  const found: Penetration[] = [];
  const queries = new Map<Collider, PenetrationQuery>();
  const edges = new Map<Body, Int32Array>();
  const seen = new Map<Body, Set<Collider>>();
  for (const { bodies, colliders } of parts) {
    for (const { body, radius } of bodies) {
      const named = world.bodies.find(({ first, count }) => first === body.first && count === body.count);
      if (!named) continue;
      const own = kept(edges, named, () => edgesOf(named));
      const before = kept(seen, named, () => new Set());
      for (const collider of colliders) {
        if (before.has(collider)) continue;
        before.add(collider);
        kept(queries, collider, () => new PenetrationQuery(world, collider)).add(named, own, radius, found);
      }
    }
  }
  return found.sort((a, b) => b.depth - a.depth).slice(0, most);
}

function kept<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

/** Returns the world indices of both ends of every edge, each edge once. */
function edgesOf({ triangles, first, count }: Body): Int32Array {
  const corners = triangles.view;
  const keys = new Set<number>();
  for (let k = 0; k < corners.length; k++) {
    const [i, j] = [corners[k] - first, corners[k % 3 === 2 ? k - 2 : k + 1] - first];
    keys.add(edgeKey(i, j, count));
  }
  const edges = new Int32Array(2 * keys.size);
  let at = 0;
  for (const key of keys) {
    edges[at++] = first + Math.floor(key / count);
    edges[at++] = first + (key % count);
  }
  return edges;
}

/** Penetrations into one collider. */
class PenetrationQuery {
  readonly #world: World;
  readonly #collider: Collider;
  readonly #shape: Shape;
  readonly #frame: Frame = new Float64Array(12);
  /** Box of the collider in the world. */
  readonly #box = new Float64Array(6);
  /** Ends of an edge or corners of a face, in the axes of the collider. */
  readonly #ends = new Float64Array(9);
  readonly #segment = new Float64Array(6);
  readonly #triangle = new Float64Array(TRIANGLE_NUMBERS);
  readonly #x = new Float64Array(3);
  readonly #n = new Float64Array(3);

  constructor(world: World, collider: Collider) {
    this.#world = world;
    this.#collider = collider;
    this.#shape = collider.shape.moving?.at(world.time) ?? collider.shape;
    const { position, quaternion } = collider.track.poseAt(world.time);
    writeFrame(this.#frame, position, quaternion);
    encloseShape(this.#box, this.#shape, this.#frame);
  }

  /** Adds the penetrations of a body into the collider to `found`. */
  add(body: Body, edges: Int32Array, radius: number, found: Penetration[]): void {
    const { name, first, count } = body;
    const { inverseMass } = this.#world.particles;
    const { name: collider } = this.#collider;
    const shape = this.#shape;
    const inside = new Uint8Array(count);
    const passed = new Set<number>();
    for (let i = 0; i < count && shape.signed; i++) {
      if (this.#beyond(first + i, first + i)) continue;
      this.#read(first + i, 0);
      const depth = -this.#distance(0);
      if (depth <= LEAST) continue;
      inside[i] = 1;
      // Pinned particles are not stopped.
      if (inverseMass.view[first + i] > 0) found.push({ body: name, particle: i, collider, depth, radius });
    }
    for (let e = 0; e < edges.length; e += 2) {
      const [a, b] = [edges[e], edges[e + 1]];
      if (inside[a - first] || inside[b - first] || this.#beyond(a, b)) continue;
      if (inverseMass.view[a] === 0 && inverseMass.view[b] === 0) continue;
      this.#read(a, 0);
      this.#read(b, 3);
      const depth = shape.skin ? this.#passed(shape.skin) : this.#deepest();
      if (depth <= LEAST) continue;
      passed.add(edgeKey(a - first, b - first, count));
      found.push({ body: name, edge: [a - first, b - first], collider, depth, radius });
    }
    if (shape.halfSpace) return; // a face between points above it is above it
    const corners = body.triangles.view;
    for (let t = 0; t < corners.length; t += 3) {
      const [a, b, c] = [corners[t], corners[t + 1], corners[t + 2]];
      const face = [a - first, b - first, c - first] as const;
      if (this.#beyond(a, b, c) || face.some((i) => inside[i])) continue;
      if (face.some((i, k) => passed.has(edgeKey(i, face[(k + 1) % 3], count)))) continue;
      if (face.every((i) => inverseMass.view[first + i] === 0)) continue;
      this.#read(a, 0);
      this.#read(b, 3);
      this.#read(c, 6);
      const depth = shape.skin ? this.#pierced(shape.skin) : this.#deepestOfFace();
      if (depth > LEAST) found.push({ body: name, face, collider, depth, radius });
    }
  }

  /** Returns whether the edge or face is outside the collider's box. */
  #beyond(a: number, b: number, c = b): boolean {
    const { position, stride } = this.#world.particles;
    const x = position.view;
    for (let axis = 0; axis < 3; axis++, a += stride, b += stride, c += stride) {
      if (Math.max(x[a], x[b], x[c]) < this.#box[axis]) return true;
      if (Math.min(x[a], x[b], x[c]) > this.#box[3 + axis]) return true;
    }
    return false;
  }

  /** Writes a particle's position to index `to` of #ends. */
  #read(i: number, to: number): void {
    const { position, stride } = this.#world.particles;
    for (let axis = 0; axis < 3; axis++) this.#x[axis] = position.view[axis * stride + i];
    toLocal(this.#frame, this.#x, this.#n);
    for (let axis = 0; axis < 3; axis++) this.#ends[to + axis] = this.#n[axis];
  }

  /** Returns the distance at a share of the edge, m. */
  #distance(share: number): number {
    const e = this.#ends;
    for (let axis = 0; axis < 3; axis++) this.#x[axis] = (1 - share) * e[axis] + share * e[3 + axis];
    return this.#shape.distance(this.#x[0], this.#x[1], this.#x[2], this.#n);
  }

  #deepest(): number {
    const e = this.#ends;
    const [dx, dy, dz] = [e[3] - e[0], e[4] - e[1], e[5] - e[2]];
    const middle = this.#distance(0.5);
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    // No point is farther from the middle than half the edge, and distances change no faster than positions.
    if (middle > 0.5 * length) return -middle;
    return -leastOf((share) => this.#distance(share), 1, length);
  }

  /** Returns the distance at the point a + u (b − a) + v (c − a) of a face, m. */
  #distanceAt(u: number, v: number): number {
    const e = this.#ends;
    for (let axis = 0; axis < 3; axis++) {
      this.#x[axis] = (1 - u - v) * e[axis] + u * e[3 + axis] + v * e[6 + axis];
    }
    return this.#shape.distance(this.#x[0], this.#x[1], this.#x[2], this.#n);
  }

  /** Returns the greatest depth of a face; the distance is convex in (u, v), and so is its minimum over v as a function of u. */
  #deepestOfFace(): number {
    const e = this.#ends;
    const middle = this.#distanceAt(1 / 3, 1 / 3);
    const n = this.#n;
    // A convex function is nowhere below its tangent plane, whose minimum is at a corner.
    let bound = middle;
    for (let k = 0; k < 9; k += 3) {
      const rise =
        n[0] * (e[k] - this.#x[0]) + n[1] * (e[k + 1] - this.#x[1]) + n[2] * (e[k + 2] - this.#x[2]);
      bound = Math.min(bound, middle + rise);
    }
    if (bound >= -LEAST && this.#shape.reach === undefined) return -bound;
    const sides = [3, 6].map((k) => norm(e[k] - e[0], e[k + 1] - e[1], e[k + 2] - e[2]));
    return -leastOf((u) => leastOf((v) => this.#distanceAt(u, v), 1 - u, sides[1]), 1, sides[0] + sides[1]);
  }

  /** Returns how far the nearer end of an edge through a mesh is behind the mesh, m; 0 if it does not cross. */
  #passed(mesh: TriangleMesh): number {
    return mesh.crosses(this.#ends) ? Math.min(this.#distance(0), this.#distance(1)) : 0;
  }

  /** Returns how far the nearer end of any edge of a mesh that passes through the face is behind it, at most, m. */
  #pierced(mesh: TriangleMesh): number {
    const face = this.#triangle;
    const s = this.#segment;
    if (!(writeTriangle(face, 0, this.#ends, 0, 1, 2) > 0)) return 0;
    const behind = (at: number) =>
      Math.abs(
        face[9] * (s[at] - face[0]) + face[10] * (s[at + 1] - face[1]) + face[11] * (s[at + 2] - face[2]),
      );
    let most = 0;
    for (const t of mesh.trianglesIn(boundsOf(this.#ends))) {
      for (let k = 0; k < 3; k++) {
        const [a, b] = [3 * mesh.corners[3 * t + k], 3 * mesh.corners[3 * t + ((k + 1) % 3)]];
        s.set(mesh.points.subarray(a, a + 3));
        s.set(mesh.points.subarray(b, b + 3), 3);
        if (crossesTriangle(face, 0, s)) most = Math.max(most, Math.min(behind(0), behind(3)));
      }
    }
    return most;
  }
}

/** Returns the minimum on [0, end] of a convex function that changes by at most `rate` times its argument, to LEAST. */
function leastOf(value: (at: number) => number, end: number, rate: number): number {
  let [low, high] = [0, end];
  while ((high - low) * rate > LEAST) {
    const left = high - GOLDEN * (high - low);
    const right = low + GOLDEN * (high - low);
    if (value(left) < value(right)) high = right;
    else low = left;
  }
  return value(0.5 * (low + high));
}
