/**
 * Tears: where springs have broken, the surface opens. Once a step, triangles go that
 *   - have an edge whose spring is broken (stiffness 0), whoever broke it,
 *   - have an edge longer than 1 + ε_r times what it was when the body was made (edges need not be springs),
 *   - would be left without a neighbour across any edge, hanging by their corners,
 *   - would be in the smaller of two fans that meet in a mass only.
 * So what stays is a surface with clean rims: every mass of it has one fan of triangles around it, and every rim is a
 * closed line that passes no mass twice. Masses stay, all of them; those without a whole spring are flagged LOOSE.
 *
 * The triangles of the body shrink, and with them whatever acts on them: wind, pressure, drawing, trajectories.
 */
import type { Block } from '../../core/arena.ts';
import { LOOSE } from '../../core/particles.ts';
import type { StepReport } from '../../core/report.ts';
import type { Body, Stage, World } from '../../core/world.ts';
import type { Springs } from '../../forces/springs.ts';
import { positive } from '../../math/check.ts';

export interface TearingOptions {
  /** ε_r: elongation at which an edge opens that is no spring; left out: only broken springs open the surface. */
  rupture?: number;
}

/** Lets the body tear from now on: adds itself to the world's stages of change. A body that tears already goes on as it does. */
export function tearing(world: World, body: Body, springs: Springs, options: TearingOptions = {}): Tearing {
  const found = world.adapt.find(
    (stage): stage is Tearing => stage instanceof Tearing && stage.body === body,
  );
  if (found) return found;
  const stage = new Tearing(world, body, springs, options);
  world.adapt.push(stage);
  return stage;
}

export class Tearing implements Stage {
  readonly name = 'tearing';
  readonly changes: readonly Block[];
  readonly body: Body;
  readonly #springs: Springs;
  /** (1 + ε_r)². */
  readonly #stretch: number;
  readonly #surface: Surface;
  /** Numbers of the triangles that are left, among those the body was made with; in order. */
  readonly #left: Block<'i32'>;
  /** Springs broken when the surface was last looked at. */
  readonly #seen: Block<'i32'>;

  constructor(world: World, body: Body, springs: Springs, { rupture }: TearingOptions) {
    const stretch = 1 + (rupture === undefined ? 1e30 : positive('tearing.rupture', rupture));
    const label = body.triangles.name.replace(/triangles$/, 'tearing');
    this.body = body;
    this.#springs = springs;
    this.#stretch = stretch * stretch;
    this.#surface = describeSurface(world, body, springs);
    const count = body.triangles.length / 3;
    this.#left = world.arena.allocate(`${label}.left`, 'i32', count, 'model');
    for (let t = 0; t < count; t++) this.#left.view[t] = t;
    this.#seen = world.arena.allocate(`${label}.seen`, 'i32', 1);
    this.changes = [body.triangles, this.#left];
  }

  /** Triangles lost so far. */
  get torn(): number {
    return this.#surface.corners.length / 3 - this.#left.length;
  }

  run(world: World, _dt: number, report: StepReport): boolean {
    const broken = countBroken(this.#springs);
    if (broken !== this.#seen.view[0]) flagLoose(world, this.body, this.#springs);
    const isPresent = this.#open(world);
    if (isPresent) {
      trim(this.#surface, isPresent);
      this.#keep(world, isPresent);
    }
    this.#seen.view[0] = broken;
    report.tornTriangles = (report.tornTriangles ?? 0) + this.torn;
    return false;
  }

  /** Which of the triangles that the body was made with are left, 1 or 0 each. */
  #present(): Uint8Array {
    const isPresent = new Uint8Array(this.#surface.corners.length / 3);
    const left = this.#left.view;
    for (let i = 0; i < left.length; i++) isPresent[left[i]] = 1;
    return isPresent;
  }

  /** The triangles that are left without those that have an open edge; nothing when none has, as in most steps. */
  #open({ particles }: World): Uint8Array | undefined {
    const { corners, spring, square } = this.#surface;
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

  /** The triangles that are left become the body's. */
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

/** The triangles a body was made with; edge k of a triangle goes from corner k to the next. */
interface Surface {
  corners: Int32Array;
  /** Spring along each edge, −1 where there is none. */
  spring: Int32Array;
  /** Square of each edge's length when it was made, m². */
  square: Float64Array;
  /** Triangle across each edge, −1 at the rim. */
  across: Int32Array;
  /** Triangles around each mass of the body: those of mass i are `around` from `start[i]` to `start[i + 1]`. */
  first: number;
  start: Int32Array;
  around: Int32Array;
}

function describeSurface(world: World, body: Body, springs: Springs): Surface {
  const corners = body.triangles.view.slice();
  const { x, y, z, count } = world.particles;
  const key = (a: number, b: number) => Math.min(a, b) * count + Math.max(a, b);
  const ends = springs.ends.view;
  const springAt = new Map<number, number>();
  for (let s = 0; s < springs.count; s++) springAt.set(key(ends[2 * s], ends[2 * s + 1]), s);
  const spring = new Int32Array(corners.length);
  const square = new Float64Array(corners.length);
  const across = new Int32Array(corners.length).fill(-1);
  const open = new Map<number, number>();
  corners.forEach((a, e) => {
    const b = corners[e % 3 === 2 ? e - 2 : e + 1];
    const edge = key(a, b);
    const s = springAt.get(edge);
    const [dx, dy, dz] = [x[b] - x[a], y[b] - y[a], z[b] - z[a]];
    const rest = s === undefined ? 0 : (springs.natural ?? springs.rest).view[s];
    spring[e] = s ?? -1;
    square[e] = Math.max(dx * dx + dy * dy + dz * dz, rest * rest);
    const other = open.get(edge);
    open.set(edge, e);
    if (other === undefined) return;
    across[e] = Math.floor(other / 3);
    across[other] = Math.floor(e / 3);
  });
  return { corners, spring, square, across, ...fans(corners, body) };
}

function fans(corners: Int32Array, { first, count }: Body): Pick<Surface, 'first' | 'start' | 'around'> {
  const start = new Int32Array(count + 1);
  for (const i of corners) start[i - first + 1]++;
  for (let i = 0; i < count; i++) start[i + 1] += start[i];
  const next = start.slice(0, count);
  const around = new Int32Array(corners.length);
  corners.forEach((i, e) => {
    around[next[i - first]++] = Math.floor(e / 3);
  });
  return { first, start, around };
}

/** Takes out what hangs by corners, until nothing does; see the head of this file. */
function trim(surface: Surface, isPresent: Uint8Array): void {
  const { across, start } = surface;
  for (let again = true; again; ) {
    again = false;
    for (let t = 0; t < isPresent.length; t++) {
      if (isPresent[t] === 0) continue;
      const beside = [0, 1, 2].map((k) => across[3 * t + k]);
      // A body of one triangle has none; it is whole.
      if (beside.every((other) => other < 0) || beside.some((other) => other >= 0 && isPresent[other]))
        continue;
      isPresent[t] = 0;
      again = true;
    }
    for (let i = 0; i + 1 < start.length; i++) {
      const smaller = smallerFans(surface, isPresent, i);
      for (const t of smaller) isPresent[t] = 0;
      again ||= smaller.length > 0;
    }
  }
}

/** Triangles around mass i (of the body) that are not in its largest fan; the first, among equals. */
function smallerFans(
  { corners, across, start, around, first }: Surface,
  isPresent: Uint8Array,
  i: number,
): number[] {
  const rest = new Set<number>();
  for (let k = start[i]; k < start[i + 1]; k++) if (isPresent[around[k]] === 1) rest.add(around[k]);
  const found: number[][] = [];
  for (const seed of rest) {
    const fan = [seed];
    rest.delete(seed);
    for (let at = 0; at < fan.length; at++) {
      for (let k = 0; k < 3; k++) {
        const e = 3 * fan[at] + k;
        // Across the two edges that meet in the mass.
        const meets = corners[e] === first + i || corners[k === 2 ? 3 * fan[at] : e + 1] === first + i;
        if (meets && rest.delete(across[e])) fan.push(across[e]);
      }
    }
    found.push(fan);
  }
  if (found.length < 2) return [];
  const largest = found.reduce((best, fan) => (fan.length > best.length ? fan : best));
  return found.filter((fan) => fan !== largest).flat();
}

function countBroken({ stiffness }: Springs): number {
  const k = stiffness.view;
  let broken = 0;
  for (let s = 0; s < k.length; s++) if (k[s] === 0) broken++;
  return broken;
}

/** Masses of the body without a whole spring. */
function flagLoose({ particles }: World, { first, count }: Body, { ends, stiffness }: Springs): void {
  const isTied = new Uint8Array(particles.count);
  stiffness.view.forEach((k, s) => {
    if (k > 0) isTied[ends.view[2 * s]] = isTied[ends.view[2 * s + 1]] = 1;
  });
  const flags = particles.flags.view;
  for (let i = first; i < first + count; i++) flags[i] = isTied[i] ? flags[i] & ~LOOSE : flags[i] | LOOSE;
}
