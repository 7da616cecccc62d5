/**
 * Contacts as terms of the potential that an implicit step minimises. A contact has a normal n and weights s_j, those of the
 * closest points of its two sides. With their separation S = Σ s_j y_j its potential is
 *
 *   normal:    k δ³/(6 D) for a depth δ = d − n·S > 0
 *   friction:  ½ k |v|² up to |v| = μN/k, and μN |v| beyond it (up to a constant)
 *
 * Symbols
 *   y_j  positions at the end of the step, m        s_j  weights: +1 in sum on the first side, −1 on the second
 *   d    distance at which the contact begins, m    k    stiffness, N/m
 *   D    depth at which the sides would touch, m
 *   v    slip: what is left of earlier slips, plus the tangential part of S − S₀, m
 *   N    normal force, N                            μ    friction coefficient: static for a pair that sticks, else kinetic
 *
 * In a solve, sliding friction is the parabola ½ (μN/v̂) |v|² for the slip v̂ that is expected, so that friction never pushes a contact
 * back along its slip. N is the force at the end of the last step.
 *
 * Slip is elastic up to μN/k and remembered from step to step, so that a pair that sticks does not creep. Both sides get opposite
 * forces, so momentum is conserved.
 */
import type { Arena, Block } from '../../core/arena.ts';
import { GrowableBlock } from '../../core/growable-block.ts';
import type { ContactRoom } from '../../core/implicit.ts';
import type { Particles } from '../../core/particles.ts';
import type { Kernels } from '../../kernels/index.ts';
import * as ContactElement from '../../layouts/generated/contact-element.ts';
import * as ContactTerm from '../../layouts/generated/contact-term.ts';
import * as Vector32 from '../../layouts/generated/vector32.ts';
import { grown } from '../../math/growable.ts';

/** Length of a term in f64 and in i32. */
export const TERM = ContactTerm.BYTES / 8;
export const TERM_WORDS = ContactTerm.BYTES / 4;

export class ContactTerms {
  count = 0;
  /** Terms that are being gathered, as numbers and as words. */
  numbers = new Float64Array(TERM * 256);
  words = new Int32Array(this.numbers.buffer);
  readonly #kernels: Kernels;
  /** Terms of the present solve. */
  readonly #block: GrowableBlock<'f64'>;
  readonly #crowd: GrowableBlock<'f64'>;

  constructor(arena: Arena, label: string) {
    this.#kernels = arena.kernels;
    this.#block = new GrowableBlock(arena, `${label}.terms`, 'f64');
    this.#crowd = new GrowableBlock(arena, `${label}.crowd`, 'f64');
  }

  /** Adds a term without properties; returns its number. */
  add(): number {
    const k = this.count++;
    if (TERM * this.count > this.numbers.length) {
      this.numbers = grown(this.numbers);
      this.words = new Int32Array(this.numbers.buffer);
    }
    this.numbers.fill(0, TERM * k, TERM * (k + 1));
    this.words.fill(-1, TERM_WORDS * k, TERM_WORDS * k + 4);
    this.words[TERM_WORDS * k + ContactTerm.SPHERE / 4] = -1;
    this.words[TERM_WORDS * k + ContactTerm.BODY / 4] = -1;
    return k;
  }

  /** The terms of the present solve, as numbers; invalid when memory grows. */
  get solved(): Float64Array {
    return this.#block.view;
  }

  /**
   * Begins a solve with the terms gathered. `leads`: ways that the forces of the step lead the particles, planar, m; none for a
   * solve that goes on from the positions of another.
   */
  press({ position, inverseMass, stride }: Particles, h: number, leads?: Block<'f64'>): void {
    this.adopt();
    this.#crowd.grow(stride);
    this.#kernels.contactTermsPress(
      this.#block.offset,
      this.count,
      position.offset,
      stride,
      leads?.offset ?? 0,
      h,
      inverseMass.offset,
      this.#crowd.offset,
    );
  }

  /** Begins a solve with the terms gathered, whose springs are known. */
  adopt(): void {
    this.#block.grow(TERM * this.count);
    this.#block.view.set(this.numbers.subarray(0, TERM * this.count));
  }

  /** Returns the energy of the present springs at planar positions, J. */
  energy(positions: number, stride: number): number {
    return this.#kernels.contactTermsEnergy(this.#block.offset, this.count, positions, stride);
  }

  /** Returns how much the present springs miss the law of their contacts at the present positions, over their forces. */
  misfit({ position, stride }: Particles): number {
    return this.#kernels.contactTermsMisfit(this.#block.offset, this.count, position.offset, stride);
  }

  /** Returns the force with which term k presses at planar positions, N. */
  force(k: number, positions: Block<'f64'>, stride: number): number {
    const c = this.#block.view;
    const depth = this.depth(k, positions, stride) - c[TERM * k + ContactTerm.REST / 8];
    return Math.max(0, c[TERM * k + ContactTerm.PRESS / 8] * depth);
  }

  /** Returns the depth of term k at planar positions, m. */
  depth(k: number, { view }: Block<'f64'>, stride: number): number {
    const c = this.#block.view;
    const words = new Int32Array(c.buffer, c.byteOffset, 2 * c.length);
    const at = TERM * k;
    let depth = c[at + ContactTerm.RANGE / 8];
    for (let axis = 0; axis < 3; axis++) {
      let separation = c[at + ContactTerm.FIXED / 8 + axis];
      for (let j = 0; j < 4; j++) {
        const i = words[TERM_WORDS * k + j];
        if (i >= 0) separation += c[at + ContactTerm.WEIGHTS / 8 + j] * view[axis * stride + i];
      }
      depth -= separation * c[at + ContactTerm.NORMAL / 8 + axis];
    }
    return depth;
  }

  /**
   * Adds forces and stiffness at the present positions, times h², with elements from number `from` on. Returns their number and what
   * holds the rows, as the kernel does.
   */
  assemble({ position, stride }: Particles, h: number, room: ContactRoom, from: number): number {
    const { rowOf, residual, touching, elements, arms } = room;
    return this.#kernels.contactTermsAssemble(
      this.#block.offset,
      this.count,
      position.offset,
      stride,
      h * h,
      rowOf,
      residual,
      touching,
      elements + ContactElement.BYTES * from,
      arms + Vector32.BYTES * from,
    );
  }

  /** Ends a step at the present positions: what is left of friction is in `solved`. */
  end({ position, stride }: Particles, h: number): void {
    this.#kernels.contactTermsEnd(this.#block.offset, this.count, position.offset, stride, h);
  }
}
