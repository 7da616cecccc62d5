/**
 * What particles see of the heaters. Every bare side of a body gives its particles a patch of area and a normal, from
 * the triangles around them as they are now; the view factor from patch to heater follows by Lambert's formula, times
 * the share of the heater that no solid hides (rays to points of its faces, weighted as a point source would be).
 *
 * A patch is looked at anew when it has moved by SHIFT of its distance or turned by TURN: what lies still costs
 * nothing. All of it is state, so that a restored world goes on with the same bytes.
 */
import type { Block } from '../core/arena.ts';
import type { World } from '../core/world.ts';
import { norm } from '../math/vec3.ts';
import type { HeatBody } from './exchange.ts';
import { type Heater, temperatureAt } from './heater.ts';
import { ViewFactor } from './view-factor.ts';

/** Does a solid other than number `except` stand between two points, at this time? */
export type Blocked = (from: Float64Array, to: Float64Array, except: number, time: number) => boolean;

/** W/(m²·K⁴) */
export const STEFAN_BOLTZMANN = 5.670374419e-8;
/** Share of the distance to a hot face: the view factor then changes by less than 0.01, but for shadows. */
const SHIFT = 5e-3;
/** rad */
const TURN = 5e-3;

export class Radiation {
  /** m², both sides together. */
  readonly area: Block<'f64'>;
  /** m² of one side: what lies on something. */
  readonly touching: Block<'f64'>;
  /** W taken from heaters. */
  readonly absorbed: Block<'f64'>;
  /** View factors, heater by heater, of all patches. */
  readonly view: Block<'f64'>;
  /** Place and unit normal of each patch when it was last looked at; planar, six numbers a patch. */
  readonly #seen: Block<'f64'>;
  readonly #normal: Block<'f64'>;
  readonly #bodies: readonly HeatBody[];
  readonly #heaters: readonly Heater[];
  readonly #blocked: Blocked | undefined;
  /** Solids that move change what is hidden from patches that don't. */
  readonly #solidsMove: boolean;
  readonly #factor = new ViewFactor();
  readonly #from = new Float64Array(3);
  readonly #to = new Float64Array(3);

  constructor(
    world: World,
    label: string,
    bodies: readonly HeatBody[],
    heaters: readonly Heater[],
    blocked?: Blocked,
    solidsMove = false,
  ) {
    const { arena, particles } = world;
    this.#bodies = bodies;
    this.#heaters = heaters;
    this.#blocked = blocked;
    this.#solidsMove = solidsMove;
    this.area = arena.scratch(`${label}.area`, 'f64', particles.count);
    this.touching = arena.scratch(`${label}.touching`, 'f64', particles.count);
    this.absorbed = arena.scratch(`${label}.absorbed`, 'f64', particles.count);
    this.#normal = arena.scratch(`${label}.normal`, 'f64', 3 * particles.count);
    const patches = this.#patches;
    this.view = arena.allocate(`${label}.view`, 'f64', heaters.length * patches);
    this.#seen = arena.allocate(`${label}.seen`, 'f64', heaters.length > 0 ? 6 * patches : 0);
    this.#seen.view.fill(NEVER);
  }

  /** Whose lengths go by the patches. */
  get patchBlocks(): readonly Block[] {
    return [this.view, this.#seen];
  }

  get #patches(): number {
    return this.#bodies.reduce((sum, { faces, count }) => sum + faces.length * count, 0);
  }

  /** Particles got other indices: every patch is looked at anew. */
  renumber({ arena }: World): void {
    const patches = this.#patches;
    arena.resize(
      new Map([
        [this.view, this.#heaters.length * patches],
        [this.#seen, this.#heaters.length > 0 ? 6 * patches : 0],
      ]),
    );
    this.view.view.fill(0);
    this.#seen.view.fill(NEVER);
  }

  /** Room for `count` particles. */
  fit({ arena }: World, count: number): void {
    if (this.area.length === count) return;
    arena.resize(
      new Map([
        [this.area, count],
        [this.touching, count],
        [this.absorbed, count],
        [this.#normal, 3 * count],
      ]),
    );
  }

  /** Areas and what is absorbed, at the world's time, in a room at `ambient` (K); view factors too if `look`. */
  refresh(world: World, ambient: number, look: boolean): void {
    const area = this.area.view.fill(0);
    const touching = this.touching.view.fill(0);
    const absorbed = this.absorbed.view.fill(0);
    const powers = this.#heaters.map((heater) => netPower(heater, world.time, ambient));
    const patches = this.#patches;
    let patch = 0;
    for (const { faces, first, count, emissivity } of this.#bodies) {
      for (const { triangles, cells = [], side, share = 1 } of faces) {
        const normal = this.#normals(world, triangles, cells);
        for (let i = first; i < first + count; i++, patch++) {
          const size = Math.sqrt(
            normal[3 * i] * normal[3 * i] +
              normal[3 * i + 1] * normal[3 * i + 1] +
              normal[3 * i + 2] * normal[3 * i + 2],
          );
          if (size === 0) continue;
          const own = share * size;
          area[i] += own;
          touching[i] = Math.max(touching[i], own);
          if (powers.length === 0) continue;
          if (look || this.#seen.view[6 * patch] === NEVER) this.#look(world, patch, i, side / size, patches);
          for (let k = 0; k < powers.length; k++)
            absorbed[i] += emissivity * own * this.view.view[k * patches + patch] * powers[k];
        }
      }
    }
  }

  /** Area vectors of the particles, a third of each triangle's and a quarter of each cell's: 3 numbers a particle. */
  #normals(world: World, triangles: ArrayLike<number>, cells: ArrayLike<number>): Float64Array {
    const { x, y, z } = world.particles;
    const normal = this.#normal.view.fill(0);
    for (let t = 0; t < triangles.length; t += 3) {
      const a = triangles[t];
      const b = triangles[t + 1];
      const c = triangles[t + 2];
      const ux = x[b] - x[a];
      const uy = y[b] - y[a];
      const uz = z[b] - z[a];
      const vx = x[c] - x[a];
      const vy = y[c] - y[a];
      const vz = z[c] - z[a];
      const nx = (uy * vz - uz * vy) / 6;
      const ny = (uz * vx - ux * vz) / 6;
      const nz = (ux * vy - uy * vx) / 6;
      for (let k = t; k < t + 3; k++) {
        const at = 3 * triangles[k];
        normal[at] += nx;
        normal[at + 1] += ny;
        normal[at + 2] += nz;
      }
    }
    this.#addCells(world, cells, normal);
    return normal;
  }

  /** N = ½ (c − a)×(d − b), each corner the middle of two particles: an eighth of N to each. */
  #addCells(world: World, cells: ArrayLike<number>, normal: Float64Array): void {
    const p = world.particles.position.view;
    const { stride } = world.particles;
    const [u, v] = [this.#from, this.#to];
    for (let k = 0; k < cells.length; k += 8) {
      for (let axis = 0; axis < 3; axis++) {
        const at = axis * stride;
        const corner = (i: number) => 0.5 * (p[at + cells[k + i]] + p[at + cells[k + i + 1]]);
        u[axis] = corner(4) - corner(0);
        v[axis] = corner(6) - corner(2);
      }
      for (let i = k; i < k + 8; i++) {
        const at = 3 * cells[i];
        normal[at] += (u[1] * v[2] - u[2] * v[1]) / 16;
        normal[at + 1] += (u[2] * v[0] - u[0] * v[2]) / 16;
        normal[at + 2] += (u[0] * v[1] - u[1] * v[0]) / 16;
      }
    }
  }

  /** Looks again if the patch of particle i has moved; `scale` makes its area vector the outward unit normal. */
  #look(world: World, patch: number, i: number, scale: number, patches: number): void {
    const p = world.particles;
    const seen = this.#seen.view;
    const at = 6 * patch;
    const x = p.position.view[i];
    const y = p.position.view[p.stride + i];
    const z = p.position.view[2 * p.stride + i];
    const nx = this.#normal.view[3 * i] * scale;
    const ny = this.#normal.view[3 * i + 1] * scale;
    const nz = this.#normal.view[3 * i + 2] * scale;
    const shift = norm(x - seen[at], y - seen[at + 1], z - seen[at + 2]);
    const turn = norm(nx - seen[at + 3], ny - seen[at + 4], nz - seen[at + 5]);
    if (!this.#solidsMove && turn < TURN && shift < SHIFT * this.#nearest(x, y, z)) return;
    seen[at] = x;
    seen[at + 1] = y;
    seen[at + 2] = z;
    seen[at + 3] = nx;
    seen[at + 4] = ny;
    seen[at + 5] = nz;
    this.#heaters.forEach((heater, k) => {
      let sum = 0;
      for (let f = 0; f < heater.faces.length; f++) {
        const face = heater.faces[f];
        const normal = heater.areas[f];
        const front = normal[0] * (x - face[0]) + normal[1] * (y - face[1]) + normal[2] * (z - face[2]);
        if (!(front > 0)) continue;
        const factor = this.#factor.toFront(face, x, y, z, nx, ny, nz);
        if (factor > 0) sum += factor * this.#visible(heater, f, seen, at, world.time);
      }
      this.view.view[k * patches + patch] = Math.min(1, sum);
    });
  }

  /** m to the nearest hot face: to its points, and to the plane of a face that the place is in front of. */
  #nearest(x: number, y: number, z: number): number {
    let least = Number.POSITIVE_INFINITY;
    for (const { faces, areas, samples } of this.#heaters) {
      for (let f = 0; f < faces.length; f++) {
        const [face, points] = [faces[f], samples[f]];
        const [nx, ny, nz] = areas[f];
        const front = nx * (x - face[0]) + ny * (y - face[1]) + nz * (z - face[2]);
        if (front > 0) least = Math.min(least, front / norm(nx, ny, nz));
        for (let s = 0; s < points.length; s += 3)
          least = Math.min(least, norm(x - points[s], y - points[s + 1], z - points[s + 2]));
      }
    }
    return least;
  }

  /** Share of a hot face that no solid hides from the patch at seen[at…]. */
  #visible(heater: Heater, face: number, seen: Float64Array, at: number, time: number): number {
    if (!this.#blocked) return 1;
    const samples = heater.samples[face];
    const normal = heater.areas[face];
    const from = this.#from;
    const to = this.#to;
    for (let axis = 0; axis < 3; axis++) from[axis] = seen[at + axis];
    let all = 0;
    let clear = 0;
    for (let s = 0; s < samples.length; s += 3) {
      let towards = 0;
      let away = 0;
      let square = 0;
      for (let axis = 0; axis < 3; axis++) {
        to[axis] = samples[s + axis];
        const d = to[axis] - from[axis];
        towards += d * seen[at + 3 + axis];
        away -= d * normal[axis];
        square += d * d;
      }
      if (!(towards > 0 && away > 0)) continue;
      const weight = (towards * away) / (square * square);
      all += weight;
      if (!this.#blocked(from, to, heater.solid, time)) clear += weight;
    }
    return all > 0 ? clear / all : 1;
  }
}

/** No patch is this far out. */
const NEVER = 1e300;

/** W/m² that the heater's faces emit beyond what a room at `ambient` does. */
function netPower(heater: Heater, time: number, ambient: number): number {
  const t = temperatureAt(heater.keyframes, time, heater.temperature, ambient);
  return heater.emissivity * STEFAN_BOLTZMANN * (t * t * t * t - ambient * ambient * ambient * ambient);
}
