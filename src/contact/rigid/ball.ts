/**
 * A free ball: a rigid sphere without spin that sheets carry and throw back. Mass M (kg), centre x (m), velocity u
 * (m/s), gravity g (m/s²). It touches particles only: neither other balls nor other colliders, nor what is pinned.
 *
 * Through a sub-step of h seconds it moves evenly, x⁺ = x + h w, and to particles it is like any collider that does.
 * Contact changes their velocities by Δ_i against free motion, as a thing would that nothing stops. The ball is not
 * one, so of each change only the share s is kept, and the ball gets the opposite momentum:
 *   v_i ← v_i − (1 − s) Δ_i,   u⁺ = u + h g − s J / M,   J = Σ m_i Δ_i,   s = M / (M + Σ m_i),
 * which conserves momentum, and for one particle is the impact of two masses. An impact with restitution e and
 * friction changes a relative velocity d_i by Δ_i with Δ_i·d_i ≤ −|Δ_i|² / (1 + e); if d_i is relative to u,
 *   ΔE = s Σ m_i Δ_i·d_i + ½ s² Σ m_i |Δ_i|² + ½ s² |J|² / M ≤ s Σ m_i |Δ_i|² (½ − 1 / (1 + e)) ≤ 0,
 * by |J|² ≤ Σ m_i Σ m_i |Δ_i|² (Cauchy–Schwarz): no impact adds energy, however light the ball is.
 *
 * With w = u + ½ h g (free fall exactly) a ball that lies on springs would step like the explicit Euler method, which
 * gains energy: springs push as they did where the sub-step began. So w is the velocity that the ball will have if
 * contact goes on, w = u + ½ h g + Σ n h a_n, a_n the acceleration that particles with a pace of n sub-steps gave it
 * in their last step. For a spring of frequency ω that turns the factor 1 + h² ω² on the energy into 1 + O(h³ ω³).
 *
 * Where a sheet is made of particles that are too heavy together, by σ = m_m / m_a (m_m the mass of the particles
 * there, m_a that of the area as it should be), m_i above stands for m_i / σ. A change Δ_i is then m_i Δ_i in the
 * particles' momentum, m_m/m_a of what a sheet of the right mass would take up, and m_a/m_m of that in the ball's:
 * the two factors of Hutchinson, Preston & Hewitt (1996, section 5) are one. The ball is pushed as by the sheet of
 * the right mass if that moves alike; so it does where forces between the particles grow by σ too.
 */
import type { Block } from '../../core/arena.ts';
import type { Renumbering } from '../../core/dependents.ts';
import type { World } from '../../core/world.ts';
import { IDENTITY } from '../../math/quat.ts';
import type { Vector } from '../../math/vec3.ts';
import { positive, vector } from '../check.ts';
import { type Collider, createCollider } from '../collider.ts';
import type { Pose } from '../pose.ts';
import type { ColliderPath } from '../track.ts';

export interface BallSpec {
  readonly name: string;
  /** m */
  readonly radius: number;
  /** kg */
  readonly mass: number;
  /** Of its centre at the start, m. */
  readonly position: Vector;
  /** At the start, m/s; at rest where left out. */
  readonly velocity?: Vector;
  /** m/s²; none where left out. */
  readonly gravity?: Vector;
  /** As of a `ColliderSpec`. */
  readonly friction?: number;
  readonly staticFriction?: number;
  readonly restitution?: number;
}

export interface BallCollider extends Collider {
  readonly ball: Ball;
}

/** Paces of up to 2^(NOTED − 1) sub-steps find where the ball was when they began. */
const NOTED = 24;
/** Numbers of a particle that touched: σ-scaled mass (kg), change of velocity (m/s). */
const TOUCH_NUMBERS = 5;
/** m or m/s; beyond this it is lost. */
const LARGEST = 1e10;

export class Ball implements ColliderPath {
  readonly still = false;
  /** kg */
  readonly mass: number;
  readonly gravity: Vector;
  /** Centre, velocity, then of each pace of 2^j sub-steps what its particles accelerated the ball by, m/s². */
  readonly #state: Block<'f64'>;
  /** Where `#state` should find it next: else somebody has put it elsewhere, and what is noted counts no more. */
  readonly #left = new Float64Array(3);
  #leftAt = 0;
  /** In a sub-step: `#state` is still that of its start. */
  #moving = false;
  /** [j]: when and where the last sub-step began whose index is a multiple of 2^j; the present one for j = 0. */
  readonly #times = new Float64Array(NOTED);
  readonly #places = new Float64Array(3 * NOTED);
  /** w */
  readonly #speed = new Float64Array(3);
  /** Particles that touched it in this sub-step, each once. */
  #touching = new Int32Array(64);
  #touches = new Float64Array(64 * TOUCH_NUMBERS);
  #count = 0;
  /** Those of them that are settled already. */
  #settled = 0;

  constructor(state: Block<'f64'>, mass: number, gravity: Vector) {
    this.mass = mass;
    this.gravity = gravity;
    this.#state = state;
  }

  /** Centre, m. */
  get position(): Vector {
    const { view } = this.#state;
    return [view[0], view[1], view[2]];
  }

  /** m/s */
  get velocity(): Vector {
    const { view } = this.#state;
    return [view[3], view[4], view[5]];
  }

  /** Kinetic and in gravity (zero at the origin), J. */
  get energy(): number {
    const s = this.#state.view;
    const g = this.gravity;
    const kinetic = 0.5 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]);
    return this.mass * (kinetic - g[0] * s[0] - g[1] * s[1] - g[2] * s[2]);
  }

  /** Begins a sub-step; false if the ball is not where the last one left it. */
  begin(world: World, h: number): boolean {
    const s = this.#state.view;
    const goes = this.#isWhereLeft() && Math.abs(world.time - this.#leftAt) <= 1e-6 * h;
    const index = goes ? world.substep : 0;
    for (let j = 0, every = 1; j < NOTED && index % every === 0; j++, every *= 2) {
      this.#times[j] = world.time;
      for (let axis = 0; axis < 3; axis++) this.#places[3 * j + axis] = s[axis];
    }
    for (let axis = 0; axis < 3; axis++) {
      this.#left[axis] = s[axis];
      this.#speed[axis] = s[3 + axis] + 0.5 * h * this.gravity[axis];
      for (let j = 0, every = 1; j < NOTED; j++, every *= 2)
        this.#speed[axis] += every * h * s[6 + 3 * j + axis];
    }
    this.#moving = true;
    this.#count = 0;
    this.#settled = 0;
    return goes;
  }

  /** Contact changed the velocity of a particle of this mass (kg, scaled) by numbers `at` to `at` + 2 of `change`. */
  touched(particle: number, mass: number, change: Float64Array, at: number, substeps: number): void {
    if (this.#count === this.#touching.length) this.#grow();
    this.#touching[this.#count] = particle;
    const t = this.#touches;
    const to = TOUCH_NUMBERS * this.#count++;
    t[to] = mass;
    for (let axis = 0; axis < 3; axis++) t[to + 1 + axis] = change[at + axis];
    t[to + 4] = substeps;
  }

  /** Ends the sub-step. */
  end(world: World, h: number): void {
    const s = this.#state.view;
    for (let axis = 0; axis < 3; axis++) {
      s[axis] += h * this.#speed[axis];
      s[3 + axis] += h * this.gravity[axis];
      this.#left[axis] = s[axis];
    }
    this.#leftAt = world.time + h;
    this.#moving = false;
    this.settle(world);
    this.#expect(world, h);
    if (!s.every((value) => Math.abs(value) < LARGEST)) {
      throw new Error(
        `a ball of ${this.mass} kg is lost: its place or velocity is no finite number below ${LARGEST}`,
      );
    }
  }

  /** Shares momentum with the particles that touched it and have not been settled yet. */
  settle({ particles: p }: World): void {
    const t = this.#touches;
    const s = this.#state.view;
    let mass = 0;
    for (let k = this.#settled; k < this.#count; k++) mass += t[TOUCH_NUMBERS * k];
    const share = this.mass / (this.mass + mass);
    const velocity = p.velocity.view;
    for (let k = this.#settled; k < this.#count; k++) {
      const at = TOUCH_NUMBERS * k;
      for (let axis = 0; axis < 3; axis++) {
        const kept = share * t[at + 1 + axis];
        velocity[axis * p.stride + this.#touching[k]] -= t[at + 1 + axis] - kept;
        s[3 + axis] -= (t[at] * kept) / this.mass;
        t[at + 1 + axis] = kept;
      }
    }
    this.#settled = this.#count;
  }

  /** Takes what this sub-step's particles did for what the next will do. */
  #expect(world: World, h: number): void {
    const t = this.#touches;
    const s = this.#state.view;
    for (let j = 0, every = 1; j < NOTED; j++, every *= 2) {
      const over = world.substeps % every !== 0;
      if (!over && (world.substep + 1) % every !== 0) continue;
      s.fill(0, 6 + 3 * j, 9 + 3 * j);
      if (over) continue;
      for (let k = 0; k < this.#count; k++) {
        const at = TOUCH_NUMBERS * k;
        if (t[at + 4] !== every) continue;
        for (let axis = 0; axis < 3; axis++) {
          s[6 + 3 * j + axis] -= (t[at] * t[at + 1 + axis]) / (this.mass * every * h);
        }
      }
    }
  }

  /** Gives the ball back what it got from these particles in the last sub-step, for that is taken back with them. */
  takeBack(particles: Int32Array): void {
    const t = this.#touches;
    for (let k = 0; k < this.#count; k++) {
      if (!particles.includes(this.#touching[k])) continue;
      const at = TOUCH_NUMBERS * k;
      for (let axis = 0; axis < 3; axis++) {
        this.#state.view[3 + axis] += (t[at] * t[at + 1 + axis]) / this.mass;
      }
      t.fill(0, at, at + TOUCH_NUMBERS);
      this.#touching[k] = -1;
    }
  }

  /** Particles have other indices; those that are gone keep what they gave. */
  renumber(change: Renumbering): void {
    const { firstBefore, countBefore } = change;
    for (let k = 0; k < this.#count; k++) {
      const i = this.#touching[k];
      if (i >= firstBefore && i < firstBefore + countBefore) this.#touching[k] = change.newIndex(i);
    }
  }

  poseAt(time: number): Pose {
    return { position: this.#isWhereLeft() ? this.#placeAt(time) : this.position, quaternion: IDENTITY };
  }

  turnOver(): Vector {
    return [0, 0, 0];
  }

  /** Along the noted places, straight between them. */
  #placeAt(time: number): Vector {
    const at = this.#places;
    const since = time - this.#times[0];
    // 1e-6 of the sub-step: times are sums.
    if (!this.#moving && since >= (1 - 1e-6) * (this.#leftAt - this.#times[0])) return this.position;
    if (since >= 0) {
      const w = this.#speed;
      return [at[0] + since * w[0], at[1] + since * w[1], at[2] + since * w[2]];
    }
    let j = 1;
    while (j < NOTED - 1 && this.#times[j] > time) j++;
    const span = this.#times[j - 1] - this.#times[j];
    const u = span > 0 ? Math.max(0, (time - this.#times[j]) / span) : 0;
    const between = (axis: number) => {
      const from = at[3 * j + axis];
      return from + u * (at[3 * j - 3 + axis] - from);
    };
    return [between(0), between(1), between(2)];
  }

  #isWhereLeft(): boolean {
    const s = this.#state.view;
    return s[0] === this.#left[0] && s[1] === this.#left[1] && s[2] === this.#left[2];
  }

  #grow(): void {
    const touching = new Int32Array(2 * this.#touching.length);
    touching.set(this.#touching);
    this.#touching = touching;
    const touches = new Float64Array(TOUCH_NUMBERS * touching.length);
    touches.set(this.#touches);
    this.#touches = touches;
  }
}

/**
 * Adds a ball to the world, for a contact stage to hold among its colliders: that stage moves it. Throws a RangeError
 * whose message begins with the field at fault.
 */
export function addBall(world: World, spec: BallSpec): BallCollider {
  const { name, radius, friction, staticFriction, restitution } = spec;
  const shape = { kind: 'sphere', radius: positive('radius', radius) } as const;
  const surface = createCollider({ name, shape, friction, staticFriction, restitution });
  const mass = positive('mass', spec.mass);
  const position = vector('position', spec.position);
  const velocity = vector('velocity', spec.velocity ?? [0, 0, 0]);
  const gravity = vector('gravity', spec.gravity ?? [0, 0, 0]);
  const number = world.arena.blocks.filter((block) => block.name.startsWith('ball.')).length;
  const state = world.arena.allocate(`ball.${number}`, 'f64', 6 + 3 * NOTED);
  state.view.set([...position, ...velocity]);
  const ball = new Ball(state, mass, gravity);
  world.addDependent({ name: 'ball', renumbered: (change) => ball.renumber(change) });
  world.addEnergy({ name: 'ball', energy: () => ball.energy });
  return { ...surface, track: ball, ball };
}
