/**
 * What is left inside colliders, worst first: particles by the depth of their centre, and edges between particles that
 * are outside by the depth of their deepest point. Nothing is moved; for reports.
 *
 * All solids are convex, so that the distance along an edge is a convex function of the place on it: its least is found by
 * golden sections. A mesh has no inside: an edge that passes through it is as deep as its nearer end is away from it.
 */
import type { Body, World } from '../core/world.ts';
import type { Collider } from './collider.ts';
import { TriangleMesh } from './mesh.ts';
import { type Frame, toLocal, writeFrame } from './pose.ts';
import { contactStages } from './stages.ts';
import { emptyBox, growTurned } from './surroundings.ts';

export interface Penetration {
  readonly body: string;
  /** Index within the body; of an edge, of its ends. */
  readonly particle?: number;
  readonly edge?: readonly [number, number];
  readonly collider: string;
  /** m of the sheet's middle below the surface. */
  readonly depth: number;
  /** m; half the thickness of the body, which is outside less than so deep. */
  readonly radius: number;
}

/** m; rounding, and the skin that contact leaves. */
const LEAST = 1e-6;
const GOLDEN = 0.6180339887498949;
/** Of golden sections: 0.618^24 is 1e-5 of an edge. */
const SECTIONS = 24;

/** At most so many; all particles and edges of bodies that a contact stage takes care of are looked at. */
export function penetrations(world: World, most = 10): Penetration[] {
  const found: Penetration[] = [];
  for (const stage of contactStages(world)) {
    for (const { body, radius } of stage.bodies) {
      const named = world.bodies.find(({ first, count }) => first === body.first && count === body.count);
      if (!named) continue;
      const edges = edgesOf(named);
      for (const collider of stage.colliders) new Look(world, collider).through(named, edges, radius, found);
    }
  }
  return found.sort((a, b) => b.depth - a.depth).slice(0, most);
}

/** World indices of both ends, every edge once. */
function edgesOf({ triangles, first, count }: Body): Int32Array {
  const corners = triangles.view;
  const keys = new Set<number>();
  for (let k = 0; k < corners.length; k++) {
    const [i, j] = [corners[k] - first, corners[k % 3 === 2 ? k - 2 : k + 1] - first];
    keys.add(Math.min(i, j) * count + Math.max(i, j));
  }
  const edges = new Int32Array(2 * keys.size);
  let at = 0;
  for (const key of keys) {
    edges[at++] = first + Math.floor(key / count);
    edges[at++] = first + (key % count);
  }
  return edges;
}

/** Of one collider. */
class Look {
  readonly #world: World;
  readonly #collider: Collider;
  readonly #frame: Frame = new Float64Array(12);
  /** What the collider is in, in the world. */
  readonly #box = new Float64Array(6);
  /** Both ends of an edge, and a place on it, in the axes of the collider. */
  readonly #ends = new Float64Array(6);
  readonly #x = new Float64Array(3);
  readonly #n = new Float64Array(3);

  constructor(world: World, collider: Collider) {
    this.#world = world;
    this.#collider = collider;
    const { position, quaternion } = collider.track.poseAt(world.time);
    writeFrame(this.#frame, position, quaternion);
    emptyBox(this.#box);
    if (collider.shape.kind === 'plane')
      this.#box.set([-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity]);
    else growTurned(this.#box, this.#frame, collider.shape.bounds);
  }

  through({ name, first, count }: Body, edges: Int32Array, radius: number, found: Penetration[]): void {
    const { inverseMass } = this.#world.particles;
    const { name: collider, shape } = this.#collider;
    const inside = new Uint8Array(count);
    for (let i = 0; i < count && shape.signed; i++) {
      if (this.#beyond(first + i, first + i)) continue;
      this.#read(first + i, 0);
      const depth = -this.#distance(0);
      if (depth <= LEAST) continue;
      inside[i] = 1;
      // Pinned particles go where they are led.
      if (inverseMass.view[first + i] > 0) found.push({ body: name, particle: i, collider, depth, radius });
    }
    for (let e = 0; e < edges.length; e += 2) {
      const [a, b] = [edges[e], edges[e + 1]];
      if (inside[a - first] || inside[b - first] || this.#beyond(a, b)) continue;
      if (inverseMass.view[a] === 0 && inverseMass.view[b] === 0) continue;
      this.#read(a, 0);
      this.#read(b, 3);
      const depth = shape instanceof TriangleMesh ? this.#passed(shape) : this.#deepest();
      if (depth > LEAST) found.push({ body: name, edge: [a - first, b - first], collider, depth, radius });
    }
  }

  /** Is the edge beside the collider's box? */
  #beyond(a: number, b: number): boolean {
    const { position, stride } = this.#world.particles;
    const x = position.view;
    for (let axis = 0; axis < 3; axis++, a += stride, b += stride) {
      if (Math.max(x[a], x[b]) < this.#box[axis] || Math.min(x[a], x[b]) > this.#box[3 + axis]) return true;
    }
    return false;
  }

  /** A particle's place, to the numbers of #ends from `to` on. */
  #read(i: number, to: number): void {
    const { position, stride } = this.#world.particles;
    for (let axis = 0; axis < 3; axis++) this.#x[axis] = position.view[axis * stride + i];
    toLocal(this.#frame, this.#x, this.#n);
    for (let axis = 0; axis < 3; axis++) this.#ends[to + axis] = this.#n[axis];
  }

  /** Of the place at a share of the edge, m. */
  #distance(share: number): number {
    const e = this.#ends;
    for (let axis = 0; axis < 3; axis++) this.#x[axis] = (1 - share) * e[axis] + share * e[3 + axis];
    return this.#collider.shape.distance(this.#x[0], this.#x[1], this.#x[2], this.#n);
  }

  #deepest(): number {
    const e = this.#ends;
    const [dx, dy, dz] = [e[3] - e[0], e[4] - e[1], e[5] - e[2]];
    const middle = this.#distance(0.5);
    // No place is farther from the middle than half the edge, and distances change no faster than places.
    if (middle > 0.5 * Math.sqrt(dx * dx + dy * dy + dz * dz)) return -middle;
    let [low, high] = [0, 1];
    for (let k = 0; k < SECTIONS; k++) {
      const left = high - GOLDEN * (high - low);
      const right = low + GOLDEN * (high - low);
      if (this.#distance(left) < this.#distance(right)) high = right;
      else low = left;
    }
    return -this.#distance(0.5 * (low + high));
  }

  /** Of an edge through a mesh: how far its nearer end is behind it. */
  #passed(mesh: TriangleMesh): number {
    return mesh.crosses(this.#ends) ? Math.min(this.#distance(0), this.#distance(1)) : 0;
  }
}
