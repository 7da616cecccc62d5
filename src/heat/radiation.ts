/**
 * Radiation that particles receive from heaters. Each exposed side of a body gives its particles patches with an area vector, from the
 * present faces around them. A patch's view factor of a heater follows from Lambert's formula (view-factor.ts), times the share of
 * the heater that no solid hides, found by rays to points of its faces, weighted as point sources.
 *
 * A patch is updated when it has moved by SHIFT of its distance from the heaters or rotated by ROTATION. View factors are state, so a
 * restored world continues byte-equal.
 */
import { createFace, readFace } from '../core/air-jet.ts';
import type { Block } from '../core/arena.ts';
import type { World } from '../core/world.ts';
import { norm } from '../math/vec3.ts';
import type { HeatBody } from './exchange.ts';
import { type Heater, temperatureAt } from './heater.ts';
import { ViewFactor } from './view-factor.ts';

/** Whether a solid other than `except` is between two points at a time. */
export type Blocked = (from: Float64Array, to: Float64Array, except: number, time: number) => boolean;

/** Stefan–Boltzmann constant σ, W/(m²·K⁴). */
export const STEFAN_BOLTZMANN = 5.670374419e-8;
/** Displacement over the distance to a heater that triggers an update: view factors change by less than 0.01, except in shadows. */
const SHIFT = 5e-3;
/** Rotation that triggers an update, rad. */
const ROTATION = 5e-3;

export class Radiation {
  /** Exposed area of each particle, both sides together, m². */
  readonly area: Block<'f64'>;
  /** Area of its larger side, which may be in contact, m². */
  readonly touching: Block<'f64'>;
  /** Power absorbed from heaters, W. */
  readonly absorbed: Block<'f64'>;
  /** View factors of all patches, heater by heater. */
  readonly view: Block<'f64'>;
  /** Position and unit normal of each patch at its last update, six numbers per patch. */
  readonly #seen: Block<'f64'>;
  readonly #normal: Block<'f64'>;
  readonly #bodies: readonly HeatBody[];
  readonly #heaters: readonly Heater[];
  readonly #blocked: Blocked | undefined;
  /** Moving solids change the occlusion of patches at rest. */
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

  /** Blocks whose lengths depend on the number of patches. */
  get patchBlocks(): readonly Block[] {
    return [this.view, this.#seen];
  }

  get #patches(): number {
    return this.#bodies.reduce((sum, { faces, count }) => sum + faces.length * count, 0);
  }

  /** Resets all patches after particles were renumbered. */
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

  /** Makes room for `count` particles. */
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

  /** Updates areas and absorbed power, in a room at `ambient` (K); with `look`, also view factors. */
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
          const size = norm(normal[3 * i], normal[3 * i + 1], normal[3 * i + 2]);
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

  /** Returns the area vectors of the particles, m²: a face is shared equally among its particles. */
  #normals(world: World, triangles: ArrayLike<number>, cells: ArrayLike<number>): Float64Array {
    const normal = this.#normal.view.fill(0);
    addTriangles(world.particles, triangles, normal);
    if (cells.length === 0) return normal;
    const cell = createFace(cells, 8);
    for (let k = 0; k < cells.length; k += 8) {
      readFace(world, cell, k);
      for (let i = k; i < k + 8; i++)
        for (let axis = 0; axis < 3; axis++) normal[3 * cells[i] + axis] += cell.area[axis] / 8;
    }
    return normal;
  }

  /** Updates the patch of particle i if it has moved; `scale` makes its area vector the outward unit normal. */
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
    if (!this.#solidsMove && turn < ROTATION && shift < SHIFT * this.#nearest(x, y, z)) return;
    seen[at] = x;
    seen[at + 1] = y;
    seen[at + 2] = z;
    seen[at + 3] = nx;
    seen[at + 4] = ny;
    seen[at + 5] = nz;
    this.#heaters.forEach((heater, k) => {
      let sum = 0;
      for (let f = 0; f < heater.faces.length; f++) {
        const factor = this.#factor.to(heater.faces[f], heater.areas[f], x, y, z, nx, ny, nz);
        if (factor > 0) sum += factor * this.#visible(heater, f, seen, at, world.time);
      }
      this.view.view[k * patches + patch] = Math.min(1, sum);
    });
  }

  /** Returns the distance to the nearest hot face, by its ray points and by the planes of faces in front, m. */
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

  /** Returns the share of a hot face that no solid hides from the patch at index `at` of `seen`. */
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

/** Adds a third of the area vector of each triangle, m², to its corners: the part of an exchange that takes longest. */
function addTriangles(
  { x, y, z }: World['particles'],
  triangles: ArrayLike<number>,
  normal: Float64Array,
): void {
  for (let k = 0; k < triangles.length; k += 3) {
    const a = triangles[k];
    const b = triangles[k + 1];
    const c = triangles[k + 2];
    const px = x[b] - x[a];
    const py = y[b] - y[a];
    const pz = z[b] - z[a];
    const qx = x[c] - x[a];
    const qy = y[c] - y[a];
    const qz = z[c] - z[a];
    const nx = (0.5 * (py * qz - pz * qy)) / 3;
    const ny = (0.5 * (pz * qx - px * qz)) / 3;
    const nz = (0.5 * (px * qy - py * qx)) / 3;
    for (let i = k; i < k + 3; i++) {
      const at = 3 * triangles[i];
      normal[at] += nx;
      normal[at + 1] += ny;
      normal[at + 2] += nz;
    }
  }
}

/** Position of a patch that was never updated, m. */
const NEVER = 1e300;

/** Returns the emissive power of a heater beyond that of a room at `ambient`, W/m². */
function netPower(heater: Heater, time: number, ambient: number): number {
  const t = temperatureAt(heater.keyframes, time, heater.temperature, ambient);
  return heater.emissivity * STEFAN_BOLTZMANN * (t * t * t * t - ambient * ambient * ambient * ambient);
}
