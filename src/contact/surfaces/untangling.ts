/**
 * Untangling: surfaces that pass through each other are moved apart along the direction out (intersection-contours.ts), at
 * most at UNTANGLE_SPEED, in positions alone.
 *
 * Symbols
 *   sᵢ  weights of a crossing: Σ sᵢ xᵢ is its point on the edge (sᵢ > 0) less that on the triangle (sᵢ < 0)
 *   wᵢ  inverse masses, 1/kg
 *   g   unit direction out
 *   u   UNTANGLE_SPEED, m/s
 *
 * For one crossing after another, so that points shared by neighbours are not moved twice,
 *   Δxᵢ = wᵢ sᵢ λ g,  λ = (u h − g·Σ sᵢ Δxᵢ so far) / Σ wᵢ sᵢ².
 * Velocities lose only the approach, g·Σ sᵢ vᵢ < 0, by the impulse that makes it zero. Momentum is conserved, and kinetic
 * energy never increases.
 *
 * Contact between two triangles that cross would hold them where they are, so triangles of contours and those around them
 * are excluded from contact with each other. Particles inside a solid that has come through their sheet are flagged TANGLED:
 * moved out each through its nearest face, they would pull the sheet to all sides. If the whole border of their part moves
 * in one direction, they move with it.
 */
import { TANGLED } from '../../core/particles.ts';
import type { World } from '../../core/world.ts';
import { partLevelPoints } from './coincidence.ts';
import { type CrossingSurface, type Crossings, findCrossings, type Surface } from './crossings.ts';
import { type Contours, findContours } from './intersection-contours.ts';
import { connect } from './surface-geometry.ts';

/**
 * Largest speed of separation, m/s. Its v²/2 is 0.1 % of the energy of a fall of 1 m. Test: untangling.test.ts, "comes
 * apart".
 */
export const UNTANGLE_SPEED = 0.15;

const NONE = new Int32Array(0);
const NO_CROSSINGS: Crossings = {
  count: 0,
  edge: NONE,
  triangle: NONE,
  place: new Float64Array(0),
  level: [],
};
const NO_CONTOURS: Contours = { list: [], way: new Float64Array(0), inside: [] };

export class Untangling {
  #surface: CrossingSurface | undefined;
  #crossings: Crossings = NO_CROSSINGS;
  #contours: Contours = NO_CONTOURS;
  /** Displacement of each point in this sub-step, m. */
  #moved = new Float64Array(0);

  /** Number of edges that passed through triangles at the last search. */
  get crossings(): number {
    return this.#crossings.count;
  }

  /**
   * Finds the crossings of a surface at the start of the sub-step, whose first points are the world's particles, and
   * returns their number. Separates surfaces that coincide. Sets bit 0 of `excluded` for triangles that contact ignores.
   */
  search(world: World, given: Surface, excluded: Int32Array): number {
    const surface = { ...given, ...connect(given.triangles, given.points.length / 3) };
    this.#surface = surface;
    this.#crossings = findCrossings(surface);
    partLevelPoints(world, surface, this.#crossings.level);
    this.#contours = findContours(surface, this.#crossings);
    excluded.fill(0);
    const flags = world.particles.flags.view;
    for (let i = 0; i < world.particles.count; i++) flags[i] &= ~TANGLED;
    const { inside } = this.#contours;
    for (let k = 0; k < inside.length; k += 4) flags[inside[k]] |= TANGLED;
    if (this.#crossings.count > 0) this.#exclude(surface, excluded);
    return this.#crossings.count;
  }

  /** Forgets all crossings, after the world was restored to another state. */
  forget(): void {
    this.#crossings = NO_CROSSINGS;
    this.#contours = NO_CONTOURS;
  }

  /** Moves crossings out for a sub-step of h seconds; returns whether anything moved. */
  resolve(world: World, h: number): boolean {
    const surface = this.#surface;
    if (surface === undefined || this.#crossings.count === 0) return false;
    if (this.#moved.length !== surface.points.length) this.#moved = new Float64Array(surface.points.length);
    this.#moved.fill(0);
    for (const { crossings, resolvable } of this.#contours.list) {
      if (resolvable) for (const k of crossings) this.#separate(world, surface, k, h);
    }
    this.#moveInside(world, h);
    return true;
  }

  /** Moves points inside a solid along with the border of their part. */
  #moveInside({ particles: { position, velocity, inverseMass, stride } }: World, h: number): void {
    const { inside } = this.#contours;
    const moved = this.#moved;
    for (let k = 0; k < inside.length; k += 4) {
      const i = inside[k];
      if (inverseMass.view[i] === 0) continue;
      let [done, speed] = [0, 0];
      for (let axis = 0; axis < 3; axis++) {
        done += inside[k + 1 + axis] * moved[3 * i + axis];
        speed += inside[k + 1 + axis] * velocity.view[axis * stride + i];
      }
      const push = Math.max(0, UNTANGLE_SPEED * h - done);
      const brake = Math.max(0, -speed);
      for (let axis = 0; axis < 3; axis++) {
        position.view[axis * stride + i] += push * inside[k + 1 + axis];
        velocity.view[axis * stride + i] += brake * inside[k + 1 + axis];
      }
    }
  }

  #separate(world: World, surface: CrossingSurface, k: number, h: number): void {
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
   * Excludes triangles that cross and, where two sheets do, those that share a point with them. Next to the edge of a solid
   * the triangles around must still touch it, or the sheet would sink in there.
   */
  #exclude(
    { triangles, edges, edgeTriangles, points, owner, solid }: CrossingSurface,
    excluded: Int32Array,
  ): void {
    const { count, edge, triangle } = this.#crossings;
    const near = new Uint8Array(points.length / 3);
    for (let k = 0; k < count; k++) {
      const [s, t] = [edgeTriangles[2 * edge[k]], edgeTriangles[2 * edge[k] + 1]];
      excluded[s] = excluded[triangle[k]] = 1;
      if (t >= 0) excluded[t] = 1;
      if (solid[owner[s]] || solid[owner[triangle[k]]]) continue;
      for (let end = 0; end < 2; end++) near[edges[2 * edge[k] + end]] = 1;
      for (let c = 0; c < 3; c++) near[triangles[3 * triangle[k] + c]] = 1;
    }
    for (let t = 0; t < owner.length; t++) {
      if (near[triangles[3 * t]] + near[triangles[3 * t + 1]] + near[triangles[3 * t + 2]] > 0)
        excluded[t] = 1;
    }
  }
}
