/**
 * Contacts of bodies of matter of different spacings. Particles of the finer body are points, the coarser one is a smooth
 * body around its particles: with φ(x) = Σ_j W(|x − x_j|/H), W(q) = (1 − q²)⁴, it ends half its layer and half the finer
 * one's beyond a flat face,
 *
 *   gap = z₀ − z(φ) > 0,   z₀ = ½ (layer_a + layer_b)
 *
 * z(φ) is the height over the outermost layer of a flat face with that φ. Spheres around particles would make a bumpy face
 * that catches whatever slides. With H = 2.5 D a square face is flat to a slope of 0.002. φ depends on distances only, so its
 * forces act along lines of centres. Drops and corners, for which φ stays low, are kept away by cores: no two particles
 * come nearer than 0.8 z₀.
 *
 * A row is one direction of one contact: displacements Δ of its entries change it by Σ g·Δ, and a force F along it is g F on
 * each. Rows along a face are those of friction: the slip of the finer particle at x against the coarser ones around it,
 * which move as one rigid piece,
 *
 *   u = Δ − Σ B_j Δ_j,   B_j = b_j (1 − [ρ]ₓ I⁻¹ [r_j]ₓ)
 *
 * Symbols:
 *   b_j  relative weight W_j/Σ W
 *   r_j  position of a coarser particle from their centre, m
 *   ρ    position x from that centre, m
 *   I    Σ b (|r|² 1 − r rᵀ), m²
 *
 * The parts of a force at x then have its momentum and its torque. Directions are those of the start x₀ = x − h v of the
 * sub-step, as the angular momentum that a sub-step gives is Σ x₀ × p.
 */
import { grown } from '../../../math/growable.ts';
import { invertSymmetric } from '../../../math/mat3.ts';
import type { MatterLattice } from '../lattice.ts';

/** H/D of the coarser body. */
const REACH = 2.5;
/** Distance of a contact from the nearest coarser particle in units of D, at most: it is 1 in the widest hollow of a face. */
const CLOSE = 1.25;
/** Radius of cores in units of z₀. */
const CORE = 0.8;
/** Depth in the coarser body, in units of D, down to which z(φ) is accurate. */
const DEEPEST = 0.5;
/** Least moment of inertia of a piece, relative to its squared lever arm, that takes a torque. */
const LEAST_INERTIA = 0.02;

/** A flat face of the coarser lattice, averaged along the face. */
export class FlatFace {
  readonly reach: number;
  /** Greatest distance of a contact from the nearest coarser particle, m. */
  readonly close: number;
  /** Height z₀ at which a particle of the finer body touches, m. */
  readonly height: number;
  readonly core: number;
  /** Value of φ at that height. */
  readonly surface: number;
  readonly #inside: number;
  readonly #layer: number;
  readonly #scale: number;
  readonly #flat: boolean;
  readonly #deepest: number;
  /** Derivative dz/dφ at the last `heightOf`. */
  slope = 0;

  constructor(coarse: MatterLattice, fine: MatterLattice) {
    this.#flat = coarse.dimension === 2;
    this.reach = REACH * coarse.spacing;
    this.close = CLOSE * coarse.spacing;
    this.#layer = coarse.layer;
    const { reach } = this;
    // ∫ (1 − q²)⁴ over a plane is π H² u⁵/5, over a line 256/315 H u^4.5, with u = 1 − z²/H².
    this.#scale = this.#flat
      ? ((256 / 315) * reach) / coarse.spacing
      : (0.2 * Math.PI * reach * reach) / (coarse.spacing * coarse.spacing);
    this.height = 0.5 * (coarse.layer + fine.layer);
    this.core = CORE * this.height;
    this.#deepest = -DEEPEST * coarse.spacing;
    this.surface = this.#at(this.height);
    this.#inside = this.#at(this.#deepest);
  }

  /** Returns the height over the outermost layer that has this φ, m; sets `slope`. */
  heightOf(phi: number): number {
    if (!(phi < this.#inside)) {
      this.#at(this.#deepest);
      return this.#deepest;
    }
    // Newton, within a bisection of at most as many turns as a number has bits.
    let [low, high] = [this.#deepest, this.reach];
    let z = this.height;
    for (let turn = 0; turn < 53 && high - low > Number.EPSILON * this.reach; turn++) {
      const off = this.#at(z) - phi;
      if (off > 0) low = z;
      else high = z;
      const next = z - off * this.slope;
      const isIn = next > low && next < high;
      if (isIn && Math.abs(next - z) < Number.EPSILON * this.reach) break;
      z = isIn ? next : 0.5 * (low + high);
    }
    return z;
  }

  /** Returns φ at a height (m); sets `slope` to dz/dφ there. */
  #at(z: number): number {
    let [sum, change] = [0, 0];
    for (let depth = Math.max(z, -this.reach); depth < this.reach; depth += this.#layer) {
      const u = 1 - (depth * depth) / (this.reach * this.reach);
      const power = this.#flat ? u * u * u * Math.sqrt(Math.max(0, u)) : u * u * u * u;
      sum += u * power;
      change -= (((this.#flat ? 9 : 10) * depth) / (this.reach * this.reach)) * power;
    }
    this.slope = change < 0 ? 1 / (this.#scale * change) : 0;
    return this.#scale * sum;
  }
}

/** Rows in flat arrays, grown as they are written. */
export class Rows {
  count = 0;
  /** Entries of row k: starts[k] to starts[k + 1] − 1. */
  starts = new Int32Array(256);
  /** Slot of each entry, later its unknown, and g. */
  slots = new Int32Array(4096);
  parts = new Float64Array(3 * 4096);
  /** Stiffness (N/m) and offset (m) of each row: F = stiffness (offset − Σ g·Δ). */
  stiffness = new Float64Array(256);
  offset = new Float64Array(256);
  /** Stiffness of rows that can only push, N/m; 0 for others. */
  pushing = new Float64Array(256);
  #entries = 0;

  clear(): void {
    this.count = 0;
    this.#entries = 0;
  }

  entry(slot: number, x: number, y: number, z: number): void {
    if (this.#entries === this.slots.length) {
      this.slots = grown(this.slots);
      this.parts = grown(this.parts);
    }
    const at = this.#entries++;
    this.slots[at] = slot;
    this.parts[3 * at] = x;
    this.parts[3 * at + 1] = y;
    this.parts[3 * at + 2] = z;
  }

  /** Ends the row whose entries were written last; returns its index. With a stiffness it can only push, and may be released. */
  end(stiffness: number, offset: number): number {
    const row = this.count++;
    if (row + 2 > this.starts.length) this.starts = grown(this.starts);
    if (row === this.stiffness.length) {
      this.stiffness = grown(this.stiffness);
      this.offset = grown(this.offset);
      this.pushing = grown(this.pushing);
    }
    this.starts[row + 1] = this.#entries;
    this.stiffness[row] = stiffness;
    this.offset[row] = offset;
    this.pushing[row] = stiffness;
    return row;
  }

  /** Σ g·Δ */
  along(row: number, displacements: Float64Array): number {
    let sum = 0;
    for (let at = this.starts[row]; at < this.starts[row + 1]; at++) {
      const i = 3 * this.slots[at];
      sum +=
        this.parts[3 * at] * displacements[i] +
        this.parts[3 * at + 1] * displacements[i + 1] +
        this.parts[3 * at + 2] * displacements[i + 2];
    }
    return sum;
  }

  /** Adds g F to `sums`. */
  spread(row: number, force: number, sums: Float64Array): void {
    for (let at = this.starts[row]; at < this.starts[row + 1]; at++) {
      const i = 3 * this.slots[at];
      sums[i] += force * this.parts[3 * at];
      sums[i + 1] += force * this.parts[3 * at + 1];
      sums[i + 2] += force * this.parts[3 * at + 2];
    }
  }
}

/** A rigid piece of weighted coarser particles around a point, and how it distributes a force there. */
export class Piece {
  #mean = [0, 0, 0];
  readonly #inverse = new Float64Array(6);
  #arm = [0, 0, 0];
  #weight = 0;

  /** `offsets`: x, y, z of each particle from the point, m. Returns false if they are too few to take a torque. */
  begin(count: number, offsets: Float64Array, weights: Float64Array, isFlat: boolean): boolean {
    let weight = 0;
    const mean = [0, 0, 0];
    for (let k = 0; k < count; k++) {
      weight += weights[k];
      for (let axis = 0; axis < 3; axis++) mean[axis] += weights[k] * offsets[3 * k + axis];
    }
    if (!(weight > 0)) return false;
    for (let axis = 0; axis < 3; axis++) mean[axis] /= weight;
    let [xx, xy, xz, yy, yz, zz] = [0, 0, 0, 0, 0, 0];
    for (let k = 0; k < count; k++) {
      const b = weights[k] / weight;
      const x = offsets[3 * k] - mean[0];
      const y = offsets[3 * k + 1] - mean[1];
      const z = offsets[3 * k + 2] - mean[2];
      xx += b * x * x;
      xy += b * x * y;
      xz += b * x * z;
      yy += b * y * y;
      yz += b * y * z;
      zz += b * z * z;
    }
    this.#mean = mean;
    this.#arm = mean.map((value) => -value);
    this.#weight = weight;
    const arm = mean[0] * mean[0] + mean[1] * mean[1] + mean[2] * mean[2];
    // In the plane rotation about z only: the rest of I vanishes if particles are in a row.
    const m = this.#inverse;
    m.set(isFlat ? [1, 0, 0, 1, 0, xx + yy] : [yy + zz, -xy, -xz, xx + zz, -yz, xx + yy]);
    const size = isFlat ? m[5] : (m[0] + m[3] + m[5]) / 3;
    const least = LEAST_INERTIA * arm;
    return size > least && invertSymmetric(m, 0, isFlat ? least : LEAST_INERTIA * size * size * size);
  }

  /** Writes the part B_jᵀ t that a particle at (x, y, z) from the point gets of a unit force t there. */
  part(weight: number, x: number, y: number, z: number, t: ArrayLike<number>, out: Float64Array): void {
    const [px, py, pz] = this.#arm;
    const [tx, ty, tz] = [py * t[2] - pz * t[1], pz * t[0] - px * t[2], px * t[1] - py * t[0]];
    const m = this.#inverse;
    const wx = m[0] * tx + m[1] * ty + m[2] * tz;
    const wy = m[1] * tx + m[3] * ty + m[4] * tz;
    const wz = m[2] * tx + m[4] * ty + m[5] * tz;
    const [rx, ry, rz] = [x - this.#mean[0], y - this.#mean[1], z - this.#mean[2]];
    const b = weight / this.#weight;
    out[0] = b * (t[0] + wy * rz - wz * ry);
    out[1] = b * (t[1] + wz * rx - wx * rz);
    out[2] = b * (t[2] + wx * ry - wy * rx);
  }
}
