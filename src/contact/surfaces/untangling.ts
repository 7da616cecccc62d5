/**
 * Surfaces that pass through each other are worked apart gently: whatever crosses is moved along the way out
 * (contours.ts) at SPEED at most, by positions alone.
 *
 * For a crossing at the place Σ sᵢ xᵢ of edge (sᵢ > 0) less triangle (sᵢ < 0), with way out g and inverse masses wᵢ:
 *   Δxᵢ = wᵢ sᵢ λ g,  λ = (SPEED h − g·Σ sᵢ Δxᵢ so far) / Σ wᵢ sᵢ²,
 * one crossing after another, so that neighbours which share points are not moved twice. Σ m Δx = 0 among free points.
 * Velocities get no part of it. They only lose approach, g·Σ sᵢ vᵢ < 0, by the impulse that makes it zero: momentum is
 * kept, and kinetic energy never rises.
 *
 * While two triangles cross, contact between them would hold them where they are: triangles of contours and those
 * around them are marked, and pairs of two such triangles are to be left out of contact. Particles within a
 * solid that has come through their sheet are marked TANGLED: let out each by its nearest face they would pull the sheet
 * to all sides. Where all of their part's rim goes one way, they go with it.
 */
import { TANGLED } from '../../core/particles.ts';
import type { World } from '../../core/world.ts';
import { partLevelPoints } from './coincidence.ts';
import { connect } from './connect.ts';
import { type CrossingSurface, type Crossings, findCrossings, type Surface } from './crossings.ts';
import { type Contour, type Contours, findContours } from './intersection-contours.ts';

/** m/s: what crosses is let out no faster. A whole sheet has v²/2 of it at the end, 0.1 % of what 1 m of fall gives. */
export const UNTANGLE_SPEED = 0.15;
/** Sweeps over the crossings: a second one finds what the first has moved back. */
const SWEEPS = 2;

const NONE = new Int32Array(0);
const NO_CROSSINGS: Crossings = {
  count: 0,
  edge: NONE,
  triangle: NONE,
  place: new Float64Array(0),
  level: [],
};
const NO_CONTOURS: Contours = { list: [], way: new Float64Array(0), within: [] };

/** One line along which two surfaces pass through each other. */
export interface Crossed {
  /** Names of the bodies or colliders. */
  readonly between: readonly [string, string];
  /** Edges that go through triangles along it. */
  readonly crossings: number;
  /** Of the line, m. */
  readonly length: number;
  /** Whether a way out is known. */
  readonly resolvable: boolean;
}

export class Tangle {
  #surface: CrossingSurface | undefined;
  #crossings: Crossings = NO_CROSSINGS;
  #contours: Contours = NO_CONTOURS;
  /** m, by point: what this sub-step has moved it by. */
  #moved = new Float64Array(0);

  /** Edges that go through triangles, at the last look. */
  get crossings(): number {
    return this.#crossings.count;
  }

  /**
   * Looks for crossings of a surface whose first points are the world's particles, as they are where the sub-step
   * begins; returns how many there are. What lies exactly in one plane gets two sides, see coincidence.ts. Marks by
   * triangle, in `left`, what contact is to leave out.
   */
  look(world: World, given: Surface, left: Int32Array): number {
    const surface = { ...given, ...connect(given.triangles, given.points.length / 3) };
    this.#surface = surface;
    this.#crossings = findCrossings(surface);
    partLevelPoints(world, surface, this.#crossings.level);
    this.#contours = findContours(surface, this.#crossings);
    left.fill(0);
    const flags = world.particles.flags.view;
    for (let i = 0; i < world.particles.count; i++) flags[i] &= ~TANGLED;
    const { within } = this.#contours;
    for (let k = 0; k < within.length; k += 4) flags[within[k]] |= TANGLED;
    if (this.#crossings.count > 0) this.#mark(surface, left);
    return this.#crossings.count;
  }

  /** Nothing crosses, as far as is known: for worlds that have gone back to another state. */
  forget(): void {
    this.#crossings = NO_CROSSINGS;
    this.#contours = NO_CONTOURS;
  }

  /** The longest line first; `names` of owners. */
  worst(names: readonly string[]): Crossed[] {
    return worstFirst(this.#contours, names);
  }

  /** Moves what crosses a little out, in a sub-step of h seconds; answers whether anything moved. */
  resolve(world: World, h: number): boolean {
    const surface = this.#surface;
    if (surface === undefined || this.#crossings.count === 0) return false;
    if (this.#moved.length !== surface.points.length) this.#moved = new Float64Array(surface.points.length);
    this.#moved.fill(0);
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      for (const { crossings, resolvable } of this.#contours.list) {
        if (resolvable) for (const k of crossings) this.#part(world, surface, k, h);
      }
    }
    this.#carry(world, h);
    return true;
  }

  /** Takes points within a solid along with the rim of their part. */
  #carry({ particles: { position, velocity, inverseMass, stride } }: World, h: number): void {
    const { within } = this.#contours;
    const moved = this.#moved;
    for (let k = 0; k < within.length; k += 4) {
      const i = within[k];
      if (inverseMass.view[i] === 0) continue;
      let [done, speed] = [0, 0];
      for (let axis = 0; axis < 3; axis++) {
        done += within[k + 1 + axis] * moved[3 * i + axis];
        speed += within[k + 1 + axis] * velocity.view[axis * stride + i];
      }
      const push = Math.max(0, UNTANGLE_SPEED * h - done);
      const brake = Math.max(0, -speed);
      for (let axis = 0; axis < 3; axis++) {
        position.view[axis * stride + i] += push * within[k + 1 + axis];
        velocity.view[axis * stride + i] += brake * within[k + 1 + axis];
      }
    }
  }

  #part(world: World, surface: CrossingSurface, k: number, h: number): void {
    const { position, velocity, inverseMass, stride } = world.particles;
    const way = this.#contours.way;
    const [gx, gy, gz] = [way[3 * k], way[3 * k + 1], way[3 * k + 2]];
    const moved = this.#moved;
    const points = surface.points.length / 3;
    const free = Math.min(points, world.particles.count);
    this.#gather(surface, k);
    let [sum, done, approach] = [0, 0, 0];
    for (let c = 0; c < 5; c++) {
      const i = this.#point[c];
      if (i >= free) continue;
      const s = this.#share[c];
      sum += inverseMass.view[i] * s * s;
      done += s * (gx * moved[3 * i] + gy * moved[3 * i + 1] + gz * moved[3 * i + 2]);
      const v = velocity.view;
      approach += s * (gx * v[i] + gy * v[i + stride] + gz * v[i + 2 * stride]);
    }
    if (!(sum > 0)) return;
    const push = Math.max(0, UNTANGLE_SPEED * h - done) / sum;
    const brake = Math.max(0, -approach) / sum;
    for (let c = 0; c < 5; c++) {
      const i = this.#point[c];
      if (i >= free) continue;
      const weight = inverseMass.view[i] * this.#share[c];
      for (let axis = 0, at = i; axis < 3; axis++, at += stride) {
        const g = weight * way[3 * k + axis];
        position.view[at] += push * g;
        velocity.view[at] += brake * g;
        moved[3 * i + axis] += push * g;
      }
    }
  }
  readonly #point = new Int32Array(5);
  readonly #share = new Float64Array(5);

  #gather({ edges, triangles }: CrossingSurface, k: number): void {
    const { edge, triangle, place } = this.#crossings;
    this.#point[0] = edges[2 * edge[k]];
    this.#point[1] = edges[2 * edge[k] + 1];
    this.#share[0] = 1 - place[4 * k];
    this.#share[1] = place[4 * k];
    for (let c = 0; c < 3; c++) {
      this.#point[2 + c] = triangles[3 * triangle[k] + c];
      this.#share[2 + c] = -place[4 * k + 1 + c];
    }
  }

  /**
   * Triangles that cross; where sheets do, also those that have a point in common with them. Beside a solid's edge the
   * triangles around must go on touching it, or the sheet would sink in there next.
   */
  #mark({ triangles, edges, edgeTriangles, points, owner, solid }: CrossingSurface, left: Int32Array): void {
    const { count, edge, triangle } = this.#crossings;
    const near = new Uint8Array(points.length / 3);
    for (let k = 0; k < count; k++) {
      const [s, t] = [edgeTriangles[2 * edge[k]], edgeTriangles[2 * edge[k] + 1]];
      left[s] = left[triangle[k]] = 1;
      if (t >= 0) left[t] = 1;
      if (solid[owner[s]] || solid[owner[triangle[k]]]) continue;
      for (let end = 0; end < 2; end++) near[edges[2 * edge[k] + end]] = 1;
      for (let c = 0; c < 3; c++) near[triangles[3 * triangle[k] + c]] = 1;
    }
    for (let t = 0; t < owner.length; t++) {
      if (near[triangles[3 * t]] + near[triangles[3 * t + 1]] + near[triangles[3 * t + 2]] > 0) left[t] = 1;
    }
  }
}

/** Lines along which a surface passes through itself or another as it is, the longest first; `names` of owners. */
export function crossedLines(given: Surface, names: readonly string[]): Crossed[] {
  const surface = { ...given, ...connect(given.triangles, given.points.length / 3) };
  return worstFirst(findContours(surface, findCrossings(surface)), names);
}

function worstFirst({ list }: Contours, names: readonly string[]): Crossed[] {
  const sorted = [...list].sort((a, b) => b.length - a.length || order(a) - order(b));
  return sorted.map(({ owners, crossings, length, resolvable }) => ({
    between: [names[owners[0]], names[owners[1]]],
    crossings: crossings.length,
    length,
    resolvable,
  }));
}

/** What to tell who has such lines at the end of a run; nothing where there are none. */
export function crossingWarning(crossed: readonly Crossed[]): string | undefined {
  if (crossed.length === 0) return undefined;
  const told = crossed.slice(0, MOST_TOLD).map(({ between: [a, b], crossings, length, resolvable }) => {
    const who = a === b ? `"${a}" passes through itself` : `"${a}" and "${b}" pass through each other`;
    const why = resolvable ? '' : ', and no way out was found';
    return `${who} along ${length.toPrecision(3)} m (${crossings} ${crossings === 1 ? 'edge' : 'edges'})${why}`;
  });
  const more = crossed.length > MOST_TOLD ? `; ${crossed.length - MOST_TOLD} more` : '';
  return `${told.join('; ')}${more}`;
}
const MOST_TOLD = 5;

function order({ crossings }: Contour): number {
  return crossings[0];
}
