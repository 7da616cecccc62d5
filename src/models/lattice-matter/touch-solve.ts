/**
 * Two bodies of matter and what they touch by, as one linear system of a sub-step. Their own solves have brought them to y, where
 * their elastic forces hold them against their inertia. Touches take them on by Δ,
 *
 *   (M + h² K + h² S) Δ = h² Σ g F,   F = κ (o − Σ g·Δ),
 *
 * K of both lattices as their solves know it (kernels/assembly/matter-edges.ts), S of what colliders support: a body is pushed with all
 * that its lattice carries along within the sub-step. Conjugate gradients in f64, with blocks of 3 × 3 as preconditioner. What they leave
 * of momentum, and what turns with rotations held, is put right piece by piece as matter's own solve does (matter-settle.ts):
 * Σ m Δ = h² Σ f and Σ m x₀ × Δ = h² Σ x₀ × f.
 */
import type { World } from '../../core/world.ts';
import type { LatticeMatter } from './matter.ts';
import type { Rows } from './touch-rows.ts';

const TOLERANCE = 1e-3;
const MOST_ITERATIONS = 100;

interface Side {
  readonly body: LatticeMatter;
  /** Where its unknowns begin. */
  readonly from: number;
  /** Of every slot, and one more: where its row of bonds begins; of every entry two words, the other slot and, as f32, N/m. */
  starts: Int32Array;
  slots: Int32Array;
  stiffness: Float32Array;
}

function sideOf(body: LatticeMatter, from: number): Side {
  const starts = new Int32Array(body.count + 1);
  return { body, from, starts, slots: new Int32Array(0), stiffness: new Float32Array(0) };
}

/** What its solve knew of its lattice, if there is any: explicit sub-steps are so short that a push does not get far in one. */
function takeBonds(side: Side): boolean {
  const { solver, record, count } = side.body;
  if (solver && record.share.view.some((share) => share > 0)) {
    Object.assign(side, record.edges);
    return true;
  }
  Object.assign(side, sideOf(side.body, side.from), { starts: new Int32Array(count + 1) });
  return false;
}

export class TouchSolve {
  readonly #sides: readonly Side[];
  readonly count: number;
  /** By unknown, the slots of the first body and then those of the second: kg, 0 for what is pinned; x₀, m. */
  readonly mass: Float64Array;
  readonly start: Float64Array;
  /** Δ, m. */
  readonly moved: Float64Array;
  /** Unknown of each particle, side by side. */
  readonly unknownOf: Int32Array;
  readonly #force: Float64Array;
  readonly #residual: Float64Array;
  readonly #way: Float64Array;
  readonly #product: Float64Array;
  /** Six numbers each: xx xy xz yy yz zz. */
  readonly #supports: Float64Array;
  readonly #inverse: Float64Array;
  /** The least unknown that bonds join it to, and whether something else holds that piece. */
  readonly #piece: Int32Array;
  readonly #held: Uint8Array;
  #h2 = 0;

  constructor(a: LatticeMatter, b: LatticeMatter) {
    this.#sides = [sideOf(a, 0), sideOf(b, a.count)];
    const n = a.count + b.count;
    this.count = n;
    this.mass = new Float64Array(n);
    this.unknownOf = new Int32Array(n);
    this.#piece = new Int32Array(n);
    this.#held = new Uint8Array(n);
    this.start = new Float64Array(3 * n);
    this.moved = new Float64Array(3 * n);
    this.#force = new Float64Array(3 * n);
    this.#residual = new Float64Array(3 * n);
    this.#way = new Float64Array(3 * n);
    this.#product = new Float64Array(3 * n);
    this.#supports = new Float64Array(6 * n);
    this.#inverse = new Float64Array(6 * n);
  }

  /** Takes bodies as their solves left them. */
  begin({ particles: p }: World, h: number): void {
    this.#h2 = h * h;
    this.moved.fill(0);
    this.#supports.fill(0);
    this.#held.fill(0);
    for (const side of this.#sides) {
      const { body, from } = side;
      const { order } = body.record;
      for (let slot = 0; slot < body.count; slot++) {
        const [i, k] = [body.first + order[slot], from + slot];
        this.unknownOf[from + order[slot]] = k;
        this.mass[k] = p.inverseMass.view[i] > 0 ? p.mass.view[i] : 0;
        this.#piece[k] = k;
        for (let axis = 0; axis < 3; axis++) {
          const at = axis * p.stride + i;
          this.start[3 * k + axis] = p.position.view[at] - h * p.velocity.view[at];
        }
      }
      const isSolved = takeBonds(side);
      const { starts, slots } = side;
      for (let slot = 0; slot < body.count; slot++) {
        for (let at = starts[slot]; at < starts[slot + 1]; at++)
          this.#unite(from + slot, from + slots[2 * at]);
      }
      for (let slot = 0; slot < body.count; slot++) {
        if (this.mass[from + slot] === 0) this.#held[this.#rootOf(from + slot)] = 1;
      }
      if (!isSolved) continue;
      body.record.eachSupport((slot, numbers, at) => {
        for (let k = 0; k < 6; k++) this.#supports[6 * (from + slot) + k] = numbers[at + k];
        this.#held[this.#rootOf(from + slot)] = 1;
      });
    }
  }

  /** Goes on from Δ as it is. */
  solve(rows: Rows): void {
    const { moved } = this;
    const [r, p, q, n] = [this.#residual, this.#way, this.#product, this.count];
    this.#precondition(rows);
    r.fill(0);
    for (let k = 0; k < rows.count; k++) {
      if (rows.stiffness[k] > 0) rows.spread(k, this.#h2 * rows.stiffness[k] * rows.offset[k], r);
    }
    const enough = TOLERANCE * TOLERANCE * this.#apply(r, p);
    this.#multiply(rows, moved, q);
    for (let k = 0; k < 3 * n; k++) r[k] -= q[k];
    let gain = this.#apply(r, p);
    for (let turn = 0; turn < MOST_ITERATIONS && gain > enough; turn++) {
      this.#multiply(rows, p, q);
      let curvature = 0;
      for (let k = 0; k < 3 * n; k++) curvature += p[k] * q[k];
      if (!(curvature > 0)) return;
      const step = gain / curvature;
      for (let k = 0; k < 3 * n; k++) {
        moved[k] += step * p[k];
        r[k] -= step * q[k];
      }
      const next = this.#apply(r, q);
      const keep = next / gain;
      for (let k = 0; k < 3 * n; k++) p[k] = q[k] + keep * p[k];
      gain = next;
    }
  }

  /** Puts momenta right, then takes particles on by Δ. */
  finish(world: World, rows: Rows, h: number): void {
    this.#force.fill(0);
    for (let k = 0; k < rows.count; k++) {
      if (!(rows.stiffness[k] > 0)) continue;
      rows.spread(k, rows.stiffness[k] * (rows.offset[k] - rows.along(k, this.moved)), this.#force);
    }
    this.#settle();
    const { particles: p } = world;
    for (const { body, from } of this.#sides) {
      const { order } = body.record;
      for (let slot = 0; slot < body.count; slot++) {
        if (this.mass[from + slot] === 0) continue;
        for (let axis = 0; axis < 3; axis++) {
          const at = axis * p.stride + body.first + order[slot];
          const way = this.moved[3 * (from + slot) + axis];
          p.position.view[at] += way;
          p.velocity.view[at] += way / h;
        }
      }
    }
  }

  /** q = (M + h² K + h² S + h² Σ κ g gᵀ) x; nothing for what is pinned. */
  #multiply(rows: Rows, x: Float64Array, q: Float64Array): void {
    const h2 = this.#h2;
    const s = this.#supports;
    for (const { body, from, starts, slots, stiffness } of this.#sides) {
      for (let slot = 0; slot < body.count; slot++) {
        const k = from + slot;
        const i = 3 * k;
        let [a, b, c] = [0, 0, 0];
        for (let at = starts[slot]; at < starts[slot + 1]; at++) {
          const j = 3 * (from + slots[2 * at]);
          const pull = stiffness[2 * at + 1];
          a += pull * (x[i] - x[j]);
          b += pull * (x[i + 1] - x[j + 1]);
          c += pull * (x[i + 2] - x[j + 2]);
        }
        const m = 6 * k;
        a += s[m] * x[i] + s[m + 1] * x[i + 1] + s[m + 2] * x[i + 2];
        b += s[m + 1] * x[i] + s[m + 3] * x[i + 1] + s[m + 4] * x[i + 2];
        c += s[m + 2] * x[i] + s[m + 4] * x[i + 1] + s[m + 5] * x[i + 2];
        q[i] = this.mass[k] * x[i] + h2 * a;
        q[i + 1] = this.mass[k] * x[i + 1] + h2 * b;
        q[i + 2] = this.mass[k] * x[i + 2] + h2 * c;
      }
    }
    for (let k = 0; k < rows.count; k++) {
      if (rows.stiffness[k] > 0) rows.spread(k, h2 * rows.stiffness[k] * rows.along(k, x), q);
    }
    for (let k = 0; k < this.count; k++) if (this.mass[k] === 0) q[3 * k] = q[3 * k + 1] = q[3 * k + 2] = 0;
  }

  #precondition(rows: Rows): void {
    const blocks = this.#inverse;
    const h2 = this.#h2;
    for (let k = 0; k < blocks.length; k++) blocks[k] = h2 * this.#supports[k];
    for (const { body, from, starts, stiffness } of this.#sides) {
      for (let slot = 0; slot < body.count; slot++) {
        let sum = this.mass[from + slot];
        for (let at = starts[slot]; at < starts[slot + 1]; at++) sum += h2 * stiffness[2 * at + 1];
        for (const part of [0, 3, 5]) blocks[6 * (from + slot) + part] += sum;
      }
    }
    for (let row = 0; row < rows.count; row++) {
      const c = h2 * rows.stiffness[row];
      if (!(c > 0)) continue;
      for (let at = rows.starts[row]; at < rows.starts[row + 1]; at++) {
        const to = 6 * rows.slots[at];
        const [x, y, z] = [rows.parts[3 * at], rows.parts[3 * at + 1], rows.parts[3 * at + 2]];
        blocks[to] += c * x * x;
        blocks[to + 1] += c * x * y;
        blocks[to + 2] += c * x * z;
        blocks[to + 3] += c * y * y;
        blocks[to + 4] += c * y * z;
        blocks[to + 5] += c * z * z;
      }
    }
    for (let k = 0; k < this.count; k++) {
      if (this.mass[k] === 0) blocks.fill(0, 6 * k, 6 * k + 6);
      else invert(blocks, 6 * k);
    }
  }

  /** out = P⁻¹ r; returns r·out. */
  #apply(r: Float64Array, out: Float64Array): number {
    const m = this.#inverse;
    let sum = 0;
    for (let k = 0; k < this.count; k++) {
      const [i, b] = [3 * k, 6 * k];
      const x = m[b] * r[i] + m[b + 1] * r[i + 1] + m[b + 2] * r[i + 2];
      const y = m[b + 1] * r[i] + m[b + 3] * r[i + 1] + m[b + 4] * r[i + 2];
      const z = m[b + 2] * r[i] + m[b + 4] * r[i + 1] + m[b + 5] * r[i + 2];
      sum += r[i] * x + r[i + 1] * y + r[i + 2] * z;
      out[i] = x;
      out[i + 1] = y;
      out[i + 2] = z;
    }
    return sum;
  }

  /** Δ −= a + b × (x₀ − c) in every piece that nothing else holds. */
  #settle(): void {
    const pieces = new Map<number, Float64Array>();
    const { start, moved, mass } = this;
    for (let k = 0; k < this.count; k++) {
      const root = this.#rootOf(k);
      if (this.#held[root]) continue;
      let sums = pieces.get(root);
      if (!sums) {
        sums = new Float64Array(PIECE_NUMBERS);
        pieces.set(root, sums);
      }
      const [x, y, z] = [0, 1, 2].map((axis) => start[3 * k + axis] - start[3 * root + axis]);
      // What is over: m Δ − h² f
      const [u, v, w] = [0, 1, 2].map(
        (axis) => mass[k] * moved[3 * k + axis] - this.#h2 * this.#force[3 * k + axis],
      );
      const m = mass[k];
      [m, m * x, m * y, m * z, u, v, w, y * w - z * v, z * u - x * w, x * v - y * u].forEach(
        (value, part) => {
          sums[part] += value;
        },
      );
      [x * x, x * y, x * z, y * y, y * z, z * z].forEach((value, part) => {
        sums[10 + part] += m * value;
      });
    }
    for (const sums of pieces.values()) rigidMotion(sums);
    for (let k = 0; k < this.count; k++) {
      const root = this.#rootOf(k);
      const sums = pieces.get(root);
      if (!sums) continue;
      const [x, y, z] = [0, 1, 2].map(
        (axis) => start[3 * k + axis] - start[3 * root + axis] - sums[1 + axis],
      );
      moved[3 * k] -= sums[4] + sums[8] * z - sums[9] * y;
      moved[3 * k + 1] -= sums[5] + sums[9] * x - sums[7] * z;
      moved[3 * k + 2] -= sums[6] + sums[7] * y - sums[8] * x;
    }
  }

  #unite(i: number, j: number): void {
    const [a, b] = [this.#rootOf(i), this.#rootOf(j)];
    if (a !== b) this.#piece[Math.max(a, b)] = Math.min(a, b);
  }

  #rootOf(i: number): number {
    let k = i;
    while (this.#piece[k] !== k) {
      this.#piece[k] = this.#piece[this.#piece[k]];
      k = this.#piece[k];
    }
    return k;
  }
}

/** Of a piece: mass, Σ m x (3), what is over of Σ m Δ (3) and of Σ m x × Δ (3), Σ m x xᵀ (6). */
const PIECE_NUMBERS = 16;

/** Makes the sums of a piece into its centre (from 1), a (from 4) and b (from 7). */
function rigidMotion(sums: Float64Array): void {
  const mass = sums[0];
  for (let part = 1; part < 7; part++) sums[part] /= mass;
  const [, cx, cy, cz, ax, ay, az] = sums;
  const over = [
    sums[7] - mass * (cy * az - cz * ay),
    sums[8] - mass * (cz * ax - cx * az),
    sums[9] - mass * (cx * ay - cy * ax),
  ];
  const xx = sums[10] - mass * cx * cx;
  const yy = sums[13] - mass * cy * cy;
  const zz = sums[15] - mass * cz * cz;
  // What lies on a line cannot turn about it, and is not made to.
  const little = 1e-12 * (xx + yy + zz);
  const inertia = new Float64Array([
    yy + zz + little,
    -(sums[11] - mass * cx * cy),
    -(sums[12] - mass * cx * cz),
    xx + zz + little,
    -(sums[14] - mass * cy * cz),
    xx + yy + little,
  ]);
  invert(inertia, 0);
  const [a, b, c, d, e, f] = inertia;
  sums[7] = a * over[0] + b * over[1] + c * over[2];
  sums[8] = b * over[0] + d * over[1] + e * over[2];
  sums[9] = c * over[0] + e * over[1] + f * over[2];
}

/** A symmetric block xx xy xz yy yz zz, in place; none for one that has no inverse. */
function invert(m: Float64Array, at: number): void {
  const [xx, xy, xz, yy, yz, zz] = m.subarray(at, at + 6);
  const c0 = yy * zz - yz * yz;
  const c1 = xz * yz - xy * zz;
  const c2 = xy * yz - xz * yy;
  const determinant = xx * c0 + xy * c1 + xz * c2;
  const d = determinant > 0 ? 1 / determinant : 0;
  m[at] = c0 * d;
  m[at + 1] = c1 * d;
  m[at + 2] = c2 * d;
  m[at + 3] = (xx * zz - xz * xz) * d;
  m[at + 4] = (xz * xy - xx * yz) * d;
  m[at + 5] = (xx * yy - xy * xy) * d;
}
