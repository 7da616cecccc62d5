/**
 * Ties and sticking within an implicit step: springs ½ k |S − d|² between points of bodies, and between particles and the points
 * of colliders that they stick to, as terms of the potential (terms.ts) that press and drag alike in all directions. S and d as in
 * attachments/point.ts: S = x − Σ w_k x_k.
 *
 * Particles of matter are eliminated: one of mass m is at its goal, through a spring softer by h² w²/m, and takes the reaction.
 */
import type { Arena } from '../../core/arena.ts';
import { stiffnessIn } from '../../core/dynamics.ts';
import type { ImplicitStage } from '../../core/implicit.ts';
import type { World } from '../../core/world.ts';
import * as ContactTerm from '../../layouts/generated/contact-term.ts';
import type { Ties } from '../attachments/point.ts';
import type { ShapeTerms } from './shape-terms.ts';
import { ContactTerms, TERM, TERM_WORDS } from './terms.ts';

const NORMAL = ContactTerm.NORMAL / 8;
const WEIGHTS = ContactTerm.WEIGHTS / 8;
const FIXED = ContactTerm.FIXED / 8;
const START = ContactTerm.START / 8;
const RANGE = ContactTerm.RANGE / 8;
const PRESS = ContactTerm.PRESS / 8;
const DRAG = ContactTerm.DRAG / 8;

/** Returns the stiffness of a tie, N/m, from the mass that it moves and the stretch stiffness around it. */
export type TieStiffness = (mass: number, stretch: number) => number;

export class TieTerms {
  readonly terms: ContactTerms;
  shapes: ShapeTerms | undefined;
  readonly #ties: readonly Ties[];
  readonly #stiffnessOf: TieStiffness;
  #stage!: ImplicitStage;
  /** Stretch stiffness of each particle's body, N/m, and whether it is one of matter. */
  #stretch = new Float64Array(0);
  #isLoose = new Uint8Array(0);
  #forces = new Float64Array(0);
  readonly #x = new Float64Array(3);

  constructor(arena: Arena, ties: readonly Ties[], stiffnessOf: TieStiffness) {
    this.terms = new ContactTerms(arena, 'ties');
    this.#ties = ties;
    this.#stiffnessOf = stiffnessOf;
  }

  get isEmpty(): boolean {
    return this.#ties.every(({ count }) => count === 0) && (this.shapes?.stick?.count ?? 0) === 0;
  }

  begin({ particles, bodies }: World, stage: ImplicitStage): void {
    this.#stage = stage;
    if (this.isEmpty) return;
    if (this.#stretch.length < particles.stride) {
      this.#stretch = new Float64Array(2 * particles.stride);
      this.#isLoose = new Uint8Array(2 * particles.stride);
    }
    for (const body of bodies) {
      const end = body.first + body.count;
      this.#stretch.fill(stiffnessIn(body), body.first, end);
      this.#isLoose.fill(body.dynamics.kind === 'own' ? 1 : 0, body.first, end);
    }
  }

  /** Adds the springs of all ties, and of particles that stick to colliders. */
  gather(world: World): void {
    const { terms } = this;
    terms.count = 0;
    if (this.isEmpty) return;
    for (const ties of this.#ties) {
      ties.eachSpring(world, this.#stage.time, (_, particles, weights, to) => {
        this.#add(world, particles, weights, to);
      });
    }
    const { shapes } = this;
    for (const { particle } of shapes?.stick?.loads() ?? []) {
      shapes?.pointOf(particle, this.#x);
      this.#add(world, [particle, -1, -1, -1], ALONE, this.#x);
    }
    terms.adopt();
  }

  /** Adds a spring that draws Σ w x to a vector. */
  #add(world: World, particles: ArrayLike<number>, weights: ArrayLike<number>, to: Float64Array): void {
    const { inverseMass, stride } = world.particles;
    const { h, goal } = this.#stage;
    const { terms } = this;
    const term = terms.add();
    const [c, at, own] = [terms.numbers, TERM * term, TERM_WORDS * term];
    let [inverse, loose, stretch] = [0, 0, 0];
    for (let j = 0; j < 4; j++) {
      const i = particles[j];
      if (i < 0) continue;
      const mobility = weights[j] * weights[j] * inverseMass.view[i];
      inverse += mobility;
      c[at + WEIGHTS + j] = weights[j];
      stretch = Math.max(stretch, this.#stretch[i]);
      if (this.#isLoose[i] === 0) {
        terms.words[own + j] = i;
        continue;
      }
      loose += mobility;
      for (let axis = 0; axis < 3; axis++) c[at + FIXED + axis] += weights[j] * goal.view[axis * stride + i];
    }
    if (!(inverse > 0)) {
      terms.count--; // between pins
      return;
    }
    const stiffness = 1 / (1 / this.#stiffnessOf(1 / inverse, stretch) + h * h * loose);
    c[at + NORMAL] = 1;
    c[at + RANGE] = to[0];
    for (let axis = 0; axis < 3; axis++) c[at + START + axis] = to[axis];
    c[at + PRESS] = stiffness;
    c[at + DRAG] = stiffness;
  }

  /** After the solve: moves particles of matter by the reactions; adds m (y − x̂) to `change`, and returns their mass. */
  react(world: World, moved: Set<number>, change: number[]): number {
    if (this.isEmpty) return 0;
    const { position, inverseMass, stride } = world.particles;
    const square = this.#stage.h * this.#stage.h;
    let mass = 0;
    let term = 0;
    for (const ties of this.#ties) {
      ties.eachSpring(world, this.#stage.time, (_, particles, weights) => {
        if (particles.every((i) => i < 0 || inverseMass.view[i] === 0)) return;
        const force = this.#forceOf(world, term++);
        for (let j = 0; j < 4; j++) {
          const i = particles[j];
          if (i < 0 || this.#isLoose[i] === 0 || inverseMass.view[i] === 0) continue;
          if (!moved.has(i)) mass += 1 / inverseMass.view[i];
          moved.add(i);
          for (let axis = 0; axis < 3; axis++) {
            const push = -square * weights[j] * force[axis];
            position.view[axis * stride + i] += push * inverseMass.view[i];
            change[axis] += push;
          }
        }
      });
    }
    return mass;
  }

  /** Returns the force k (S − d) of a term at the present positions, N; overwritten by the next call. */
  #forceOf({ particles: { position, stride } }: World, term: number): Float64Array {
    const { numbers: c, words } = this.terms;
    const at = TERM * term;
    for (let axis = 0; axis < 3; axis++) {
      let s = c[at + FIXED + axis] - c[at + START + axis];
      for (let j = 0; j < 4; j++) {
        const i = words[TERM_WORDS * term + j];
        if (i >= 0) s += c[at + WEIGHTS + j] * position.view[axis * stride + i];
      }
      this.#x[axis] = c[at + PRESS] * s;
    }
    return this.#x;
  }

  /** After an accepted step: removes ties that bear too much. */
  rip(world: World): void {
    if (this.isEmpty) return;
    const { inverseMass } = world.particles;
    let term = 0;
    for (const ties of this.#ties) {
      if (this.#forces.length < 3 * ties.count) this.#forces = new Float64Array(6 * ties.count);
      ties.eachSpring(world, this.#stage.time, (t, particles) => {
        const isHeld = particles.every((i) => i < 0 || inverseMass.view[i] === 0);
        const force = isHeld ? ZERO : this.#forceOf(world, term++);
        for (let axis = 0; axis < 3; axis++) this.#forces[3 * t + axis] = force[axis];
      });
      ties.rip(this.#forces, this.#stage.h);
    }
  }
}

const ALONE = Float64Array.of(1, 0, 0, 0);
const ZERO = new Float64Array(3);
