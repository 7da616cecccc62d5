/**
 * The problem that an implicit engine poses to a body in each stage: find positions y with
 *
 *   (m + h c) (y − x̂) = h² f(y).
 *
 * Symbols
 *   x̂  goal: position without the body's own forces, m
 *   c  drag coefficient, N·s/m
 *   f  the body's own forces, N
 */
import * as Support from '../layouts/generated/support.ts';
import { grown } from '../math/growable.ts';
import type { Block } from './arena.ts';
import type { Anchoring } from './dynamics.ts';
import type { World } from './world.ts';

/** A stage of an implicit step, before it is solved. */
export interface ImplicitStage {
  /** Length of the stage, and time at its end, s. */
  readonly h: number;
  readonly time: number;
  /** Positions at its start, and x̂; planar, m. */
  readonly from: Block<'f64'>;
  readonly goal: Block<'f64'>;
  /** Velocities at its start, before forces; planar, m/s. */
  readonly velocity: Block<'f64'>;
  /** The body that solves for contact itself; default: those that the engine solves for. */
  readonly body?: Anchoring;
  /** World indices of the particles to support; default: all. */
  readonly among?: Int32Array;
}

export interface ImplicitStep {
  /** Time for which forces act, s; shorter than the step for methods of several stages. */
  readonly h: number;
  /** Positions at the start of the stage and x̂, m, planar; m + h c of each particle, kg. */
  readonly from: Block<'f64'>;
  readonly goal: Block<'f64'>;
  readonly mass: Block<'f64'>;
  readonly constraints: Constraints;
}

/**
 * Rows of the linear system of all bodies. Vectors have four f32 a row; offsets are those of a body's first row, and of all
 * rows where contact writes to them.
 */
export interface SystemVectors {
  readonly x: number;
  readonly r: number;
  readonly z: number;
  readonly p: number;
  readonly q: number;
  /** Way from the inertial positions to the start of the solve. */
  readonly drift: number;
  /** Mass of each row, f32. */
  readonly masses: number;
  /** Partial sums, f64. */
  readonly sums: number;
  /** Blocks of contacts on the diagonal, twelve f32 a row. */
  readonly touching: number;
  /** First contact of each row, i32; 0 if there are none. */
  readonly contactStarts: number;
}

/** Byte offsets of the linear system to which contact writes. */
export interface ContactRoom {
  /** Row of each particle, i32; −1 for particles that are pinned or not solved for. */
  readonly rowOf: number;
  /** Residual h² f, four f32 a row, to which contact adds its forces. */
  readonly residual: number;
  /** Blocks of contacts on the diagonal, twelve f32 a row, by columns of four. */
  readonly touching: number;
  /** Contacts, see layouts/cloth.ts: contactElement. */
  readonly elements: number;
  /** Arms of contacts at rigid bodies, four f32 a contact: see layouts/cloth.ts, coupledJob. */
  readonly arms: number;
}

/** Rigid bodies that contacts push: see layouts/cloth.ts, solvedBody. */
export interface RigidRecords {
  readonly count: number;
  /** Byte offset of their records. */
  readonly offset: number;
}

/** The linear system as contact sees it. */
export interface ContactRows {
  /** Makes room for `count` contacts. */
  reserve(count: number): ContactRoom;
  /**
   * Adopts the first `count` contacts. `held`: one of them holds the bodies against what is not solved for; `borne`: spheres of matter
   * or rigid bodies do, which the reaction moves.
   */
  adopt(count: number, held: boolean, borne: boolean, rigid?: RigidRecords): void;
}

/** Spheres of matter and rigid bodies push cloths back, and are no part of their system. */
export interface Reaction {
  /** Its mass, kg, and Σ m (y − x̂), kg·m. */
  readonly mass: number;
  readonly change: readonly number[];
  /** Moves it by a vector, m. */
  shift(by: readonly number[]): void;
}

/** Contacts whose potential is part of an implicit step. */
export interface ContactPotential {
  /** Most contacts that a solve of the present stage has found. */
  readonly count: number;
  /** Begins a stage, with the ends of its likely motion in the positions. */
  begin(world: World, stage: ImplicitStage): void;
  /** Puts rigid bodies where inertia alone leads them. */
  coast(): void;
  /** Keeps where they are, beside positions that are kept, or returns there. */
  keep(): void;
  restore(): void;
  /** Whether something pressed at the end of the last step. */
  readonly presses: boolean;
  /** Returns the share of the forces on rigid bodies at the present positions that the springs of the present solve miss. */
  missedForce(world: World): number;
  /** Whether something still passes through something on the way to the present positions, which shorter steps may avoid. */
  readonly isBlocked: boolean;
  /** Whether something presses in the present solve. */
  readonly touches: boolean;
  /** Returns the longest step in which what presses is followed well, s. */
  longestStep(world: World): number;
  /** Finds the contacts at the present positions, to which nothing passes through anything. */
  gather(world: World): void;
  /** Sets the springs of the contacts gathered last for the present positions. */
  press(world: World): void;
  /** Returns the energy at positions (planar, m) of the contacts that press in the present solve, J. */
  energy(world: World, positions: Block<'f64'>): number;
  /** Returns how much these contacts miss their law at the present positions, as a share of their forces. */
  misfit(world: World): number;
  /** Adds forces and stiffness at the present positions. */
  assemble(world: World, rows: ContactRows): void;
  /** Moves what passes through something on its way to the present positions back; returns whether anything did. */
  clear(world: World): boolean;
  /** After the solve: moves spheres of matter by the reactions; returns what pushes the cloths back. */
  react(world: World): Reaction;
  /** After an accepted step: remembers the state of friction. */
  remember(world: World): number;
}

/** The particles that stay where they are in a step: pinned ones, and those of bodies at rest. */
export class Constraints {
  /** 1 for each particle that stays. */
  readonly isFixed: Uint8Array;

  constructor(particles: number) {
    this.isFixed = new Uint8Array(particles);
  }

  clear(): void {
    this.isFixed.fill(0);
  }

  fix(particle: number): void {
    this.isFixed[particle] = 1;
  }
}

/** Numbers of a support: its force (x, y, z, N) and stiffness (xx, xy, xz, yy, yz, zz, N/m). */
export const SUPPORT_NUMBERS = Support.LENGTH;

/**
 * Supports of particles in the own solve of a body, springs that push them at their goals. An entry of −1 means that a particle has
 * none.
 */
export class SupportSprings {
  /** Index of each particle's support; −1 for none. */
  readonly supportIndex: Int32Array;
  supports = new Float64Array(SUPPORT_NUMBERS * 64);
  /** Direction in which each support pushes; 0 for one that pulls too. */
  normals = new Float64Array(3 * 64);
  /** Normal force assumed for sliding friction, N, to which the tangential force and stiffness are proportional; 0 for others. */
  presses = new Float64Array(64);
  supportCount = 0;

  constructor(particles: number) {
    this.supportIndex = new Int32Array(particles).fill(-1);
  }

  clear(): void {
    this.supportIndex.fill(-1);
    this.supportCount = 0;
  }

  /**
   * Adds a force (N) at the particle's goal, with stiffness `along` the unit vector n and `across` it, N/m. It only pushes along
   * n; one that pulls too has n = 0 and one stiffness. `press` (N) is the normal force assumed for sliding friction.
   */
  support(
    particle: number,
    force: ArrayLike<number>,
    n: ArrayLike<number>,
    along: number,
    across: number,
    press = 0,
  ): void {
    if (SUPPORT_NUMBERS * (this.supportCount + 1) > this.supports.length) {
      this.supports = grown(this.supports);
      this.normals = grown(this.normals);
      this.presses = grown(this.presses);
    }
    this.supportIndex[particle] = this.supportCount;
    for (let axis = 0; axis < 3; axis++) this.normals[3 * this.supportCount + axis] = n[axis];
    this.presses[this.supportCount] = press;
    write(this.supports, SUPPORT_NUMBERS * this.supportCount++, force, n, along, across);
  }
}

/** Writes the numbers of a support. */
function write(
  s: Float64Array,
  at: number,
  force: ArrayLike<number>,
  n: ArrayLike<number>,
  along: number,
  across: number,
): void {
  const more = along - across;
  s[at + Support.FORCE_X] = force[0];
  s[at + Support.FORCE_Y] = force[1];
  s[at + Support.FORCE_Z] = force[2];
  s[at + Support.XX] = across + more * n[0] * n[0];
  s[at + Support.XY] = more * n[0] * n[1];
  s[at + Support.XZ] = more * n[0] * n[2];
  s[at + Support.YY] = across + more * n[1] * n[1];
  s[at + Support.YZ] = more * n[1] * n[2];
  s[at + Support.ZZ] = across + more * n[2] * n[2];
}
