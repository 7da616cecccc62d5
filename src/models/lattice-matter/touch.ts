/**
 * Bodies of matter of different spacings meet. Within a body all is one lattice's business; between two, particles are balls of half
 * their spacings that push each other off along the lines of centres, as objects of one body do:
 *
 *   F = k g/(1 + k h² (c_i/m_i' + c_j/m_j')),   g = D̄ − (r + h u·n) > 0,   D̄ = ½ (D_a + D_b)
 *
 * r and n at the sub-step's start, u the velocity of j against i, k in series of ½ s k w(D) and of ρ₀c² D of what is fluid: the force of
 * such a spring at the sub-step's end, which holds at any stiffness. c counts the touches of a particle, among which its mass is split
 * (Tonge, Benevolenski & Voroshilov 2012), so that many at once are no more than one. m' is m and what the lattice carries along with it within the sub-step: 4 h² k
 * of the solid, and never more than a quarter of the object over its touches. Forces are along lines of centres at the start and act for one
 * sub-step: momentum, linear and angular, stays.
 *
 * Heat flows as it does within a body, over pairs within the mean reach H̄, by the mean κ̄ of both lattices (matter-phases.ts); every pair is solved
 * exactly, once a step.
 */
import type { StepReport } from '../../core/report.ts';
import type { Force, Stage, World } from '../../core/world.ts';
import { exp } from '../../math/portable.ts';
import { ParticleCells } from '../../surfaces/particle-cells.ts';
import { CONDUCTIVITY, HEAT_CAPACITY, MATERIAL_NUMBERS } from './material.ts';
import type { LatticeMatter } from './matter.ts';

/** Of a material's numbers: ρ₀c²/7, and k w(D). */
const BULK = 1;
const STIFFNESS = 2;
/** Of D̄: how far apart two may be that meet within a sub-step. */
const AHEAD = 1.5;
/** Of an object, that its touches may stand for together. */
const MOST_CARRIED = 0.25;

/** Numbers of a pair: particles of either body, then r and n. */
interface Pairs {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly distance: Float64Array;
  readonly normal: Float64Array;
  readonly count: number;
}

export class MatterTouch implements Stage {
  readonly name = 'matter touch';
  readonly #a: LatticeMatter;
  readonly #b: LatticeMatter;
  readonly #near: number;
  /** J, of the springs as they were at the end of the last sub-step. */
  #held = 0;

  constructor(a: LatticeMatter, b: LatticeMatter) {
    this.#a = a;
    this.#b = b;
    this.#near = 0.5 * (a.lattice.spacing + b.lattice.spacing);
  }

  /** For the energy report; the force itself is the stage's. */
  get force(): Force {
    return {
      name: `touch of ${this.#a.name} and ${this.#b.name}`,
      add() {},
      energy: () => this.#held,
    };
  }

  run(world: World, h: number, _report: StepReport): boolean {
    const { particles: p } = world;
    const start = p.startPosition.view;
    if (world.substep === 0 && this.#a.conducts && this.#b.conducts) {
      this.#conduct(
        world,
        this.#pairs(world, start, 0.5 * (this.#a.lattice.reach + this.#b.lattice.reach)),
        h * world.substeps,
      );
    }
    const pairs = this.#pairs(world, start, AHEAD * this.#near);
    const gaps = new Float64Array(pairs.count);
    const touches = [new Map<number, number>(), new Map<number, number>()];
    const ofObjects = [new Map<number, number>(), new Map<number, number>()];
    let touching = 0;
    for (let k = 0; k < pairs.count; k++) {
      const [i, j] = [this.#a.first + pairs.a[k], this.#b.first + pairs.b[k]];
      const [x, y, z] = pairs.normal.subarray(3 * k, 3 * k + 3);
      const speed = (p.vx[j] - p.vx[i]) * x + (p.vy[j] - p.vy[i]) * y + (p.vz[j] - p.vz[i]) * z;
      gaps[k] = this.#near - pairs.distance[k] - h * speed;
      if (!(gaps[k] > 0)) continue;
      touching++;
      [pairs.a[k], pairs.b[k]].forEach((particle, side) => {
        const body = side === 0 ? this.#a : this.#b;
        if (!touches[side].has(particle)) count(ofObjects[side], body.record.objectOf.view[particle]);
        count(touches[side], particle);
      });
    }
    this.#held = 0;
    if (touching === 0) return false;
    const sizes = [sizesOf(this.#a), sizesOf(this.#b)];
    for (let k = 0; k < pairs.count; k++) {
      if (!(gaps[k] > 0)) continue;
      const spring = this.#stiffness(pairs.a[k], pairs.b[k]);
      if (!(spring > 0)) continue;
      let ease = 1;
      [pairs.a[k], pairs.b[k]].forEach((particle, side) => {
        const body = side === 0 ? this.#a : this.#b;
        const inverse = p.inverseMass.view[body.first + particle];
        if (inverse === 0) return;
        const object = body.record.objectOf.view[particle];
        const most = (MOST_CARRIED * sizes[side].get(object)!) / ofObjects[side].get(object)!;
        const carried = 1 + 4 * h * h * solidStiffness(body, particle) * inverse;
        ease +=
          (spring * h * h * touches[side].get(particle)! * inverse) / Math.max(1, Math.min(most, carried));
      });
      const impulse = (h * spring * gaps[k]) / ease;
      // At the sub-step's end the spring is shorter by what it has pushed.
      this.#held += (0.5 * spring * gaps[k] * gaps[k]) / (ease * ease);
      this.#push(world, this.#a.first + pairs.a[k], -impulse, pairs.normal, k, h);
      this.#push(world, this.#b.first + pairs.b[k], impulse, pairs.normal, k, h);
    }
    return true;
  }

  #push(
    { particles: p }: World,
    i: number,
    impulse: number,
    normal: Float64Array,
    k: number,
    h: number,
  ): void {
    const inverse = p.inverseMass.view[i];
    for (let axis = 0; axis < 3; axis++) {
      const gain = impulse * inverse * normal[3 * k + axis];
      p.velocity.view[axis * p.stride + i] += gain;
      p.position.view[axis * p.stride + i] += h * gain;
    }
  }

  /** N/m, both sides in series. */
  #stiffness(a: number, b: number): number {
    const [one, other] = [stiffnessOf(this.#a, a), stiffnessOf(this.#b, b)];
    return one + other > 0 ? (2 * one * other) / (one + other) : 0;
  }

  #conduct({ particles: p }: World, pairs: Pairs, seconds: number): void {
    const [a, b] = [this.#a, this.#b];
    const reach = 0.5 * (a.lattice.reach + b.lattice.reach);
    const scale = 0.5 * (a.lattice.heat + b.lattice.heat);
    for (let k = 0; k < pairs.count; k++) {
      const [ka, kb] = [numberOf(a, pairs.a[k], CONDUCTIVITY), numberOf(b, pairs.b[k], CONDUCTIVITY)];
      const u = 1 - pairs.distance[k] / reach;
      const [ca, cb] = [numberOf(a, pairs.a[k], HEAT_CAPACITY), numberOf(b, pairs.b[k], HEAT_CAPACITY)];
      const ease = (ca > 0 ? 1 / ca : 0) + (cb > 0 ? 1 / cb : 0);
      if (!(ka > 0 && kb > 0 && u > 0 && ease > 0)) continue;
      const conductance = (scale * 2 * ka * kb * u * u * u) / (ka + kb);
      const [i, j] = [a.first + pairs.a[k], b.first + pairs.b[k]];
      const t = p.temperature.view;
      const heat = ((t[j] - t[i]) * (1 - exp(-conductance * ease * seconds))) / ease;
      if (ca > 0) t[i] += heat / ca;
      if (cb > 0) t[j] -= heat / cb;
    }
  }

  /** Who is nearer to whom than `far`, in the order of the first body's particles. */
  #pairs(world: World, positions: Float64Array, far: number): Pairs {
    const [a, b] = [this.#a, this.#b];
    const { stride } = world.particles;
    const some = within(positions, stride, a, boundsOf(positions, stride, b), far);
    const others = some.length > 0 ? within(positions, stride, b, boundsOf(positions, stride, a), far) : some;
    const found: { a: number; b: number; square: number }[] = [];
    if (others.length > 0) {
      const places = new Float64Array(3 * others.length);
      others.forEach((j, k) => {
        for (let axis = 0; axis < 3; axis++) places[3 * k + axis] = positions[axis * stride + b.first + j];
      });
      const cells = new ParticleCells(places, far);
      for (const i of some) {
        const at = a.first + i;
        const near = cells.look(positions[at], positions[stride + at], positions[2 * stride + at], far);
        for (let k = 0; k < near; k++)
          found.push({ a: i, b: others[cells.found[k]], square: cells.squares[k] });
      }
    }
    found.sort((one, other) => one.a - other.a || one.b - other.b);
    const normal = new Float64Array(3 * found.length);
    found.forEach(({ a: i, b: j, square }, k) => {
      const r = Math.sqrt(square);
      for (let axis = 0; axis < 3; axis++) {
        const d = positions[axis * stride + b.first + j] - positions[axis * stride + a.first + i];
        normal[3 * k + axis] = r > 0 ? d / r : axis === 1 ? 1 : 0;
      }
    });
    return {
      a: Int32Array.from(found, (one) => one.a),
      b: Int32Array.from(found, (one) => one.b),
      distance: Float64Array.from(found, (one) => Math.sqrt(one.square)),
      normal,
      count: found.length,
    };
  }
}

function count(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sizesOf({ record, count: particles }: LatticeMatter): Map<number, number> {
  const sizes = new Map<number, number>();
  for (let i = 0; i < particles; i++) count(sizes, record.objectOf.view[i]);
  return sizes;
}

function numberOf({ record }: LatticeMatter, particle: number, which: number): number {
  return record.materials.view[MATERIAL_NUMBERS * record.materialOf.view[particle] + which];
}

function solidStiffness(body: LatticeMatter, particle: number): number {
  return 0.5 * body.record.share.view[particle] * numberOf(body, particle, STIFFNESS);
}

function stiffnessOf(body: LatticeMatter, particle: number): number {
  const fluid = 1 - body.record.share.view[particle];
  const thick = body.lattice.dimension === 2 ? 1 : body.lattice.spacing;
  return solidStiffness(body, particle) + 7 * fluid * numberOf(body, particle, BULK) * thick;
}

type Bounds = readonly (readonly [number, number])[];

function boundsOf(positions: Float64Array, stride: number, { first, count: n }: LatticeMatter): Bounds {
  return [0, 1, 2].map((axis) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = axis * stride + first; i < axis * stride + first + n; i++) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    return [low, high] as const;
  });
}

/** Particles of a body that are within bounds, or nearer to them than `far`. */
function within(
  positions: Float64Array,
  stride: number,
  { first, count: n }: LatticeMatter,
  bounds: Bounds,
  far: number,
): number[] {
  const found: number[] = [];
  for (let k = 0; k < n; k++) {
    const near = bounds.every(([low, high], axis) => {
      const value = positions[axis * stride + first + k];
      return value > low - far && value < high + far;
    });
    if (near) found.push(k);
  }
  return found;
}
