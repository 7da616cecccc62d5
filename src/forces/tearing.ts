/**
 * Tears of a sheet of springs. Once per step, triangles are removed that
 *   - have an edge whose spring is broken (stiffness 0), for whatever reason,
 *   - have an edge longer than 1 + ε_r times its length as made (edges need not be springs),
 *   - would hang by their corners (torn-surface.ts).
 * Particles stay; those without an unbroken spring are flagged LOOSE. A knife severs springs in the same way and removes the triangles
 * it passes through. Wind, pressure, drawing and trajectories follow, since they use the body's triangles.
 */
import type { Block } from '../core/arena.ts';
import type { Body } from '../core/body.ts';
import type { Blade, Cutting } from '../core/knife.ts';
import { LOOSE } from '../core/particles.ts';
import type { StepReport } from '../core/report.ts';
import type { Moved, System } from '../core/schedule.ts';
import type { World } from '../core/world.ts';
import { positive } from '../math/check.ts';
import { edgeKey, nextCorner } from '../math/mesh.ts';
import { type Springs, springsByEnds } from './springs.ts';
import { describeSurface, type TornSurface, trim } from './torn-surface.ts';

export interface TearingOptions {
  /** Elongation ε_r at which an edge without a spring opens. Default: only broken springs open the surface. */
  rupture?: number;
}

/** Makes a body tear. Returns the existing system if it does already. */
export function tearing(world: World, body: Body, springs: Springs, options: TearingOptions = {}): Tearing {
  const found = tearingOf(world, body);
  if (found) return found;
  const stage = new Tearing(world, body, springs, options);
  world.add(stage);
  return stage;
}

function tearingOf(world: World, body: Body): Tearing | undefined {
  return world.schedule
    .in('adapt')
    .find((system): system is Tearing => system instanceof Tearing && system.body === body);
}

/** Cutting of a body of springs by a knife. A body without tears of its own is not checked in each step. */
export function springCutting(world: World, body: Body, springs: Springs): Cutting {
  const tears = tearingOf(world, body) ?? new Tearing(world, body, springs, {});
  return {
    changes: [springs.stiffness, springs.damping, ...tears.changes],
    cut: (w, blade) => tears.cut(w, blade),
  };
}

export class Tearing implements System {
  readonly name = 'tearing';
  readonly phase = 'adapt';
  readonly changes: readonly Block[];
  readonly body: Body;
  readonly #springs: Springs;
  /** (1 + ε_r)². */
  readonly #stretch: number;
  readonly #surface: TornSurface;
  readonly #edges: ReturnType<typeof describeEdges>;
  /** Indices of the remaining triangles among those as made, ascending. */
  readonly #left: Block<'i32'>;
  /** Number of broken springs at the last check. */
  readonly #seen: Block<'i32'>;

  constructor(world: World, body: Body, springs: Springs, { rupture }: TearingOptions) {
    const stretch = 1 + (rupture === undefined ? 1e30 : positive('tearing.rupture', rupture));
    const label = body.triangles.name.replace(/triangles$/, 'tearing');
    this.body = body;
    this.#springs = springs;
    this.#stretch = stretch * stretch;
    this.#surface = describeSurface(body.triangles.view, body.first, body.count);
    this.#edges = describeEdges(world, this.#surface, springs);
    const count = body.triangles.length / 3;
    this.#left = world.arena.allocate(`${label}.left`, 'i32', count, 'model');
    for (let t = 0; t < count; t++) this.#left.view[t] = t;
    this.#seen = world.arena.allocate(`${label}.seen`, 'i32', 1);
    this.changes = [body.triangles, this.#left];
  }

  /** Number of triangles removed so far. */
  get torn(): number {
    return this.#surface.corners.length / 3 - this.#left.length;
  }

  run(world: World, _dt: number, report: StepReport): Moved {
    const broken = countBroken(this.#springs);
    if (broken !== this.#seen.view[0]) flagLoose(world, this.body, this.#springs);
    const isPresent = this.#open(world);
    if (isPresent) {
      trim(this.#surface, isPresent);
      this.#keep(world, isPresent);
    }
    this.#seen.view[0] = broken;
    report.tornTriangles = (report.tornTriangles ?? 0) + this.torn;
    return 'still';
  }

  /** Severs the springs and removes the triangles that a blade crosses. Returns the number of springs. */
  cut(world: World, blade: Blade): number {
    const { ends, stiffness, damping } = this.#springs;
    const { x, y, z } = world.particles;
    const crosses = (a: number, b: number) => blade.crosses(x[a], y[a], z[a], x[b], y[b], z[b]);
    let severed = 0;
    for (let s = 0; s < stiffness.length; s++) {
      if (stiffness.view[s] === 0 || !crosses(ends.view[2 * s], ends.view[2 * s + 1])) continue;
      stiffness.view[s] = 0;
      damping.view[s] = 0;
      severed++;
    }
    const { corners } = this.#surface;
    const isPresent = this.#open(world) ?? this.#present();
    for (let e = 0; e < corners.length; e++) {
      const t = Math.floor(e / 3);
      if (isPresent[t] === 1 && crosses(corners[e], corners[nextCorner(e)])) isPresent[t] = 0;
    }
    trim(this.#surface, isPresent);
    this.#keep(world, isPresent);
    flagLoose(world, this.body, this.#springs);
    this.#seen.view[0] = countBroken(this.#springs);
    return severed;
  }

  /** 1 for each triangle as made that remains, else 0. */
  #present(): Uint8Array {
    const isPresent = new Uint8Array(this.#surface.corners.length / 3);
    const left = this.#left.view;
    for (let i = 0; i < left.length; i++) isPresent[left[i]] = 1;
    return isPresent;
  }

  /** The same without triangles that have an open edge; undefined if there are none, as in most steps. */
  #open({ particles }: World): Uint8Array | undefined {
    const { corners } = this.#surface;
    const { spring, square } = this.#edges;
    const stretch = this.#stretch;
    const stiffness = this.#springs.stiffness.view;
    const left = this.#left.view;
    const { x, y, z } = particles;
    let isPresent: Uint8Array | undefined;
    for (let i = 0; i < left.length; i++) {
      const t = left[i];
      let a = corners[3 * t + 2];
      for (let k = 0; k < 3; k++) {
        const b = corners[3 * t + k];
        const e = 3 * t + (k === 0 ? 2 : k - 1); // from a to b
        const dx = x[b] - x[a];
        const dy = y[b] - y[a];
        const dz = z[b] - z[a];
        a = b;
        const isBroken = spring[e] >= 0 && stiffness[spring[e]] === 0;
        if (!isBroken && dx * dx + dy * dy + dz * dz <= stretch * square[e]) continue;
        isPresent ??= this.#present();
        isPresent[t] = 0;
        break;
      }
    }
    return isPresent;
  }

  /** Replaces the body's triangles by the present ones. */
  #keep(world: World, isPresent: Uint8Array): void {
    const left = this.#left.view.filter((t) => isPresent[t] === 1);
    const { triangles } = this.body;
    world.arena.resize(
      new Map<Block, number>([
        [triangles, 3 * left.length],
        [this.#left, left.length],
      ]),
    );
    this.#left.view.set(left);
    left.forEach((t, i) => {
      triangles.view.set(this.#surface.corners.subarray(3 * t, 3 * t + 3), 3 * i);
    });
  }
}

/** Returns the spring along each edge of the surface (−1: none) and the square of the edge's length as made, m². */
function describeEdges(world: World, { corners }: TornSurface, springs: Springs) {
  const { x, y, z, count } = world.particles;
  const springAt = springsByEnds(springs, 0, count);
  const spring = new Int32Array(corners.length);
  const square = new Float64Array(corners.length);
  corners.forEach((a, e) => {
    const b = corners[nextCorner(e)];
    const s = springAt.get(edgeKey(a, b, count));
    const [dx, dy, dz] = [x[b] - x[a], y[b] - y[a], z[b] - z[a]];
    const rest = s === undefined ? 0 : (springs.natural ?? springs.rest).view[s];
    spring[e] = s ?? -1;
    square[e] = Math.max(dx * dx + dy * dy + dz * dz, rest * rest);
  });
  return { spring, square };
}

function countBroken({ stiffness }: Springs): number {
  const k = stiffness.view;
  let broken = 0;
  for (let s = 0; s < k.length; s++) if (k[s] === 0) broken++;
  return broken;
}

/** Flags the particles of the body without an unbroken spring. */
function flagLoose({ particles }: World, { first, count }: Body, { ends, stiffness }: Springs): void {
  const isTied = new Uint8Array(particles.count);
  stiffness.view.forEach((k, s) => {
    if (k > 0) isTied[ends.view[2 * s]] = isTied[ends.view[2 * s + 1]] = 1;
  });
  const flags = particles.flags.view;
  for (let i = first; i < first + count; i++) flags[i] = isTied[i] ? flags[i] & ~LOOSE : flags[i] | LOOSE;
}
