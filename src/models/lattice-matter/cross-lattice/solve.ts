/**
 * Two bodies of matter and their contacts as one linear system of a sub-step. Their own solves have brought them to where
 * elastic forces balance inertia. Contacts displace them further by Δ:
 *
 *   (M + h² K + h² S) Δ = h² Σ g F,   F = κ (o − Σ g·Δ)
 *
 * Symbols:
 *   M  masses, kg
 *   K  stiffness of both lattices as their solves have it (kernels/assembly/matter/edges.ts), N/m
 *   S  stiffness of the supports by colliders, N/m
 *   g, κ, o  direction, stiffness and offset of a row (rows.ts)
 *
 * So a push moves all matter that its lattice carries along within the sub-step. Beyond a few h √(E/ρ) of it Δ vanishes, and
 * is not solved for. Conjugate gradients in f64, preconditioned by 3 × 3 blocks. Errors of momentum, and of the rotation
 * that held rotations leave out, are corrected piece by piece as in matter's own solve (kernels/assembly/matter/settle.ts):
 * Σ m Δ = h² Σ f and Σ m x₀ × Δ = h² Σ x₀ × f.
 */
import type { World } from '../../../core/world.ts';
import { DisjointSets } from '../../../math/disjoint-sets.ts';
import { grown } from '../../../math/growable.ts';
import { invertSymmetric } from '../../../math/mat3.ts';
import type { LatticeMatter } from '../matter.ts';
import type { Rows } from './rows.ts';

/** Residual at which a solve ends, relative to its start, and change of friction in units of the greatest at which the last one ends. */
export const TOLERANCE = 1e-2;
const MOST_ITERATIONS = 100;
/** Distance that a push is followed in units of h √(E/ρ), in one of which it falls to 1/e; and in bonds, at least. */
const FOLLOWED = 4;
const LEAST_BONDS = 2;

interface Side {
  readonly body: LatticeMatter;
  /** Index of its first slot among those of both. */
  readonly from: number;
  /** Beginning of the row of bonds of every slot, and the end; two words per bond: the other slot, and the stiffness (N/m) as f32. */
  readonly starts: Int32Array;
  readonly slots: Int32Array;
  readonly stiffness: Float32Array;
  readonly isSolved: boolean;
}

/** Returns a body with the bonds of its solve, if it has one: in explicit sub-steps a push does not get far. */
function sideOf(body: LatticeMatter, from: number): Side {
  const { solver, record, count } = body;
  if (solver && record.share.view.some((share) => share > 0))
    return { body, from, ...record.edges, isSolved: true };
  const [slots, stiffness] = [new Int32Array(0), new Float32Array(0)];
  return { body, from, starts: new Int32Array(count + 1), slots, stiffness, isSolved: false };
}

export class TouchSolve {
  readonly #bodies: readonly [LatticeMatter, LatticeMatter];
  #sides: readonly Side[] = [];
  /** Slots of both bodies, the first one's and then the second one's. */
  readonly #slots: number;
  /** Slot of each particle, those of the first body first. */
  readonly slotOf: Int32Array;
  /** By slot: mass (kg, 0 if pinned), x₀ (m), final Δ (m), f (N), S (xx xy xz yy yz zz, N/m). */
  readonly #mass: Float64Array;
  readonly start: Float64Array;
  readonly #way: Float64Array;
  readonly #force: Float64Array;
  readonly #supports: Float64Array;
  /** Slots joined by bonds, and for the least slot of a piece whether the piece is supported or pinned. */
  readonly #pieces: DisjointSets;
  readonly #held: Uint8Array;
  /** Unknown of each slot; the one after the last stands for all slots that do not move. */
  readonly #unknownOf: Int32Array;
  /** Number of unknowns, and by unknown its slot and row of bonds. */
  #count = 0;
  readonly #slotAt: Int32Array;
  readonly #starts: Int32Array;
  #others = new Int32Array(1024);
  #stiffness = new Float64Array(1024);
  /** Δ by unknown, m. */
  readonly moved: Float64Array;
  readonly #residual: Float64Array;
  readonly #direction: Float64Array;
  readonly #product: Float64Array;
  readonly #inverse: Float64Array;
  #h2 = 0;

  constructor(a: LatticeMatter, b: LatticeMatter) {
    this.#bodies = [a, b];
    const n = a.count + b.count;
    this.#slots = n;
    this.slotOf = new Int32Array(n);
    this.#mass = new Float64Array(n);
    this.#pieces = new DisjointSets(n);
    this.#held = new Uint8Array(n);
    this.#unknownOf = new Int32Array(n);
    this.#slotAt = new Int32Array(n + 1);
    this.#starts = new Int32Array(n + 1);
    const vectors = () => new Float64Array(3 * (n + 1));
    [this.start, this.#way, this.#force] = [vectors(), vectors(), vectors()];
    [this.moved, this.#residual, this.#direction, this.#product] = [
      vectors(),
      vectors(),
      vectors(),
      vectors(),
    ];
    this.#supports = new Float64Array(6 * n);
    this.#inverse = new Float64Array(6 * n);
  }

  /** Reads the bodies as their solves left them. */
  begin({ particles: p }: World, h: number): void {
    this.#h2 = h * h;
    this.#supports.fill(0);
    this.#held.fill(0);
    this.#pieces.reset();
    this.#sides = this.#bodies.map((body, k) => sideOf(body, k === 0 ? 0 : this.#bodies[0].count));
    for (const { body, from, starts, slots, isSolved } of this.#sides) {
      const { order } = body.record;
      for (let slot = 0; slot < body.count; slot++) {
        const [i, k] = [body.first + order[slot], from + slot];
        this.slotOf[from + order[slot]] = k;
        this.#mass[k] = p.inverseMass.view[i] > 0 ? p.mass.view[i] : 0;
        for (let axis = 0; axis < 3; axis++) {
          const at = axis * p.stride + i;
          this.start[3 * k + axis] = p.position.view[at] - h * p.velocity.view[at];
        }
      }
      for (let slot = 0; slot < body.count; slot++) {
        for (let at = starts[slot]; at < starts[slot + 1]; at++) {
          if (slots[2 * at] > slot) this.#pieces.unite(from + slot, from + slots[2 * at]);
        }
      }
      for (let slot = 0; slot < body.count; slot++) {
        if (this.#mass[from + slot] === 0) this.#held[this.#pieces.find(from + slot)] = 1;
      }
      if (!isSolved) continue;
      body.record.eachSupport((slot, numbers, at) => {
        for (let k = 0; k < 6; k++) this.#supports[6 * (from + slot) + k] = numbers[at + k];
        this.#held[this.#pieces.find(from + slot)] = 1;
      });
    }
  }

  /** Finds the slots that the rows may move and makes them unknowns; changes the rows' slots to unknowns. */
  gather(rows: Rows): void {
    const entries = rows.starts[rows.count];
    this.#unknownOf.fill(-1);
    for (const side of this.#sides) this.#follow(side, rows.slots.subarray(0, entries));
    let count = 0;
    for (let slot = 0; slot < this.#slots; slot++) {
      if (this.#unknownOf[slot] < 0) continue;
      this.#slotAt[count] = slot;
      this.#unknownOf[slot] = count++;
    }
    this.#count = count;
    let length = 0;
    for (const { from, body, starts, slots, stiffness } of this.#sides) {
      for (let slot = 0; slot < body.count; slot++) {
        const unknown = this.#unknownOf[from + slot];
        if (unknown < 0) continue;
        this.#starts[unknown] = length;
        if (length + starts[slot + 1] - starts[slot] > this.#others.length) {
          this.#others = grown(this.#others);
          this.#stiffness = grown(this.#stiffness);
        }
        for (let at = starts[slot]; at < starts[slot + 1]; at++) {
          const other = this.#unknownOf[from + slots[2 * at]];
          this.#others[length] = other < 0 ? count : other;
          this.#stiffness[length++] = stiffness[2 * at + 1];
        }
      }
    }
    this.#starts[count] = length;
    for (let at = 0; at < entries; at++) {
      const unknown = this.#unknownOf[rows.slots[at]];
      rows.slots[at] = unknown < 0 ? count : unknown;
    }
    this.moved.fill(0, 0, 3 * count + 3);
    this.#direction.fill(0, 0, 3 * count + 3);
  }

  /** Marks the slots of a side within reach of a push. */
  #follow({ body, from, starts, slots, stiffness }: Side, pushed: Int32Array): void {
    const found: number[] = [];
    let widest = 0;
    for (let entry = 0; entry < pushed.length; entry++) {
      const slot = pushed[entry];
      if (slot < from || slot >= from + body.count || this.#mass[slot] === 0 || this.#unknownOf[slot] === 0)
        continue;
      this.#unknownOf[slot] = 0;
      found.push(slot);
      let sum = 0;
      for (let at = starts[slot - from]; at < starts[slot - from + 1]; at++) sum += stiffness[2 * at + 1];
      // h² E/(ρ D²) by the bonds of a particle: Σ c l²/2 in each of three directions.
      widest = Math.max(widest, (this.#h2 * sum) / (6 * this.#mass[slot]));
    }
    const bonds = LEAST_BONDS + Math.ceil(FOLLOWED * Math.sqrt(widest));
    let first = 0;
    for (let turn = 0; turn < bonds; turn++) {
      const end = found.length;
      for (; first < end; first++) {
        const slot = found[first] - from;
        for (let at = starts[slot]; at < starts[slot + 1]; at++) {
          const other = from + slots[2 * at];
          if (this.#mass[other] === 0 || this.#unknownOf[other] === 0) continue;
          this.#unknownOf[other] = 0;
          found.push(other);
        }
      }
    }
  }

  /** Solves for Δ, from its present value. */
  solve(rows: Rows): void {
    const { moved } = this;
    const [r, p, q, n] = [this.#residual, this.#direction, this.#product, 3 * this.#count];
    this.#precondition(rows);
    r.fill(0, 0, n);
    for (let k = 0; k < rows.count; k++) {
      if (rows.stiffness[k] > 0) rows.spread(k, this.#h2 * rows.stiffness[k] * rows.offset[k], r);
    }
    const enough = TOLERANCE * TOLERANCE * this.#apply(r, p);
    this.#multiply(rows, moved, q);
    for (let k = 0; k < n; k++) r[k] -= q[k];
    let gain = this.#apply(r, p);
    for (let turn = 0; turn < MOST_ITERATIONS && gain > enough; turn++) {
      this.#multiply(rows, p, q);
      let curvature = 0;
      for (let k = 0; k < n; k++) curvature += p[k] * q[k];
      if (!(curvature > 0)) return;
      const step = gain / curvature;
      for (let k = 0; k < n; k++) {
        moved[k] += step * p[k];
        r[k] -= step * q[k];
      }
      const next = this.#apply(r, q);
      const keep = next / gain;
      for (let k = 0; k < n; k++) p[k] = q[k] + keep * p[k];
      gain = next;
    }
  }

  /** Corrects momenta, then moves the particles by Δ. */
  finish(world: World, rows: Rows, h: number): void {
    const sums = this.#product;
    sums.fill(0, 0, 3 * this.#count);
    for (let k = 0; k < rows.count; k++) {
      if (!(rows.stiffness[k] > 0)) continue;
      rows.spread(k, rows.stiffness[k] * (rows.offset[k] - rows.along(k, this.moved)), sums);
    }
    this.#way.fill(0);
    this.#force.fill(0);
    for (let k = 0; k < this.#count; k++) {
      const slot = 3 * this.#slotAt[k];
      for (let axis = 0; axis < 3; axis++) {
        this.#way[slot + axis] = this.moved[3 * k + axis];
        this.#force[slot + axis] = sums[3 * k + axis];
      }
    }
    this.#settle();
    for (let k = 0; k < this.#count; k++) {
      for (let axis = 0; axis < 3; axis++) this.moved[3 * k + axis] = this.#way[3 * this.#slotAt[k] + axis];
    }
    const { particles: p } = world;
    for (const { body, from } of this.#sides) {
      const { order } = body.record;
      for (let slot = 0; slot < body.count; slot++) {
        if (this.#mass[from + slot] === 0) continue;
        for (let axis = 0; axis < 3; axis++) {
          const at = axis * p.stride + body.first + order[slot];
          const way = this.#way[3 * (from + slot) + axis];
          p.position.view[at] += way;
          p.velocity.view[at] += way / h;
        }
      }
    }
  }

  /** Computes q = (M + h² K + h² S + h² Σ κ g gᵀ) x. */
  #multiply(rows: Rows, x: Float64Array, q: Float64Array): void {
    const [h2, s, starts, others, stiffness] = [
      this.#h2,
      this.#supports,
      this.#starts,
      this.#others,
      this.#stiffness,
    ];
    for (let k = 0; k < this.#count; k++) {
      const i = 3 * k;
      const [u, v, w] = [x[i], x[i + 1], x[i + 2]];
      let [a, b, c] = [0, 0, 0];
      for (let at = starts[k]; at < starts[k + 1]; at++) {
        const j = 3 * others[at];
        const pull = stiffness[at];
        a += pull * (u - x[j]);
        b += pull * (v - x[j + 1]);
        c += pull * (w - x[j + 2]);
      }
      const m = 6 * this.#slotAt[k];
      const mass = this.#mass[this.#slotAt[k]];
      q[i] = mass * u + h2 * (a + s[m] * u + s[m + 1] * v + s[m + 2] * w);
      q[i + 1] = mass * v + h2 * (b + s[m + 1] * u + s[m + 3] * v + s[m + 4] * w);
      q[i + 2] = mass * w + h2 * (c + s[m + 2] * u + s[m + 4] * v + s[m + 5] * w);
    }
    for (let k = 0; k < rows.count; k++) {
      if (rows.stiffness[k] > 0) rows.spread(k, h2 * rows.stiffness[k] * rows.along(k, x), q);
    }
  }

  #precondition(rows: Rows): void {
    const blocks = this.#inverse;
    const h2 = this.#h2;
    for (let k = 0; k < this.#count; k++) {
      const slot = this.#slotAt[k];
      for (let part = 0; part < 6; part++) blocks[6 * k + part] = h2 * this.#supports[6 * slot + part];
      let sum = this.#mass[slot];
      for (let at = this.#starts[k]; at < this.#starts[k + 1]; at++) sum += h2 * this.#stiffness[at];
      blocks[6 * k] += sum;
      blocks[6 * k + 3] += sum;
      blocks[6 * k + 5] += sum;
    }
    for (let row = 0; row < rows.count; row++) {
      const c = h2 * rows.stiffness[row];
      if (!(c > 0)) continue;
      for (let at = rows.starts[row]; at < rows.starts[row + 1]; at++) {
        if (rows.slots[at] === this.#count) continue;
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
    for (let k = 0; k < this.#count; k++) invertSymmetric(blocks, 6 * k);
  }

  /** Computes out = P⁻¹ r with the blocks P; returns r·out. */
  #apply(r: Float64Array, out: Float64Array): number {
    const m = this.#inverse;
    let sum = 0;
    for (let k = 0; k < this.#count; k++) {
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

  /** Subtracts a + b × (x₀ − c) from Δ in every pushed piece that is not held. */
  #settle(): void {
    const pieces = new Map<number, Float64Array>();
    for (let k = 0; k < this.#count; k++) {
      const root = this.#pieces.find(this.#slotAt[k]);
      if (!this.#held[root] && !pieces.has(root)) pieces.set(root, new Float64Array(PIECE_NUMBERS));
    }
    if (pieces.size === 0) return;
    const [start, way, force, h2] = [this.start, this.#way, this.#force, this.#h2];
    for (let k = 0; k < this.#slots; k++) {
      const root = this.#pieces.find(k);
      const sums = pieces.get(root);
      if (!sums) continue;
      const m = this.#mass[k];
      const x = start[3 * k] - start[3 * root];
      const y = start[3 * k + 1] - start[3 * root + 1];
      const z = start[3 * k + 2] - start[3 * root + 2];
      // Excess momentum, times h: m Δ − h² f
      const u = m * way[3 * k] - h2 * force[3 * k];
      const v = m * way[3 * k + 1] - h2 * force[3 * k + 1];
      const w = m * way[3 * k + 2] - h2 * force[3 * k + 2];
      sums[0] += m;
      sums[1] += m * x;
      sums[2] += m * y;
      sums[3] += m * z;
      sums[4] += u;
      sums[5] += v;
      sums[6] += w;
      sums[7] += y * w - z * v;
      sums[8] += z * u - x * w;
      sums[9] += x * v - y * u;
      sums[10] += m * x * x;
      sums[11] += m * x * y;
      sums[12] += m * x * z;
      sums[13] += m * y * y;
      sums[14] += m * y * z;
      sums[15] += m * z * z;
    }
    for (const sums of pieces.values()) rigidMotion(sums);
    for (let k = 0; k < this.#slots; k++) {
      const root = this.#pieces.find(k);
      const sums = pieces.get(root);
      if (!sums) continue;
      const x = start[3 * k] - start[3 * root] - sums[1];
      const y = start[3 * k + 1] - start[3 * root + 1] - sums[2];
      const z = start[3 * k + 2] - start[3 * root + 2] - sums[3];
      way[3 * k] -= sums[4] + sums[8] * z - sums[9] * y;
      way[3 * k + 1] -= sums[5] + sums[9] * x - sums[7] * z;
      way[3 * k + 2] -= sums[6] + sums[7] * y - sums[8] * x;
    }
  }
}

/** Addition to moments of inertia over their trace, as in kernels/assembly/matter/inertia.ts. */
const SLIGHT = 3.7e-11;
/** Sums of a piece: mass, Σ m x (3), excess of Σ m Δ (3) and of Σ m x × Δ (3), Σ m x xᵀ (6). */
const PIECE_NUMBERS = 16;

/** Replaces the sums of a piece by its centre (at 1), a (at 4) and b (at 7). */
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
  // Particles on a line do not rotate about it.
  const little = SLIGHT * (xx + yy + zz);
  const inertia = new Float64Array([
    yy + zz + little,
    -(sums[11] - mass * cx * cy),
    -(sums[12] - mass * cx * cz),
    xx + zz + little,
    -(sums[14] - mass * cy * cz),
    xx + yy + little,
  ]);
  invertSymmetric(inertia);
  const [a, b, c, d, e, f] = inertia;
  sums[7] = a * over[0] + b * over[1] + c * over[2];
  sums[8] = b * over[0] + d * over[1] + e * over[2];
  sums[9] = c * over[0] + e * over[1] + f * over[2];
}
