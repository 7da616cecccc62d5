/** The dynamics of a body: the method that advances its particles under its own forces. */
import * as Anchor from '../layouts/generated/anchor.ts';
import type { Block } from './arena.ts';
import type { Body } from './body.ts';
import type { ImplicitStep, SystemVectors } from './implicit.ts';
import type { BodyRest } from './rest.ts';
import type { World } from './world.ts';

export type Dynamics = Explicit | Implicit | OwnStep;

/** The engine advances the particles under forces of the world, at the positions where they are. Explicit engines only. */
export interface Explicit {
  readonly kind: 'explicit';
  /**
   * Returns the parts that step at different rates, the quickest first, together the whole body; undefined while all particles
   * step in every sub-step.
   */
  paces?(): readonly Pace[] | undefined;
  /** Takes a measurement with the body as stiff as it can become, for the stability guard. */
  atStiffest?<T>(measure: () => T): T;
  /** For the stability guard: the levels of a body that refines itself, each of which steps half as long as the one before. */
  readonly pieces?: LevelPieces;
}

/** Implicit engines solve for the body's forces at the end of the step. */
export interface Implicit {
  readonly kind: 'implicit';
  /** Stretch stiffness, N/m: contacts must not be much softer. */
  readonly stiffness: number;
  /** Adds springs that hold particles softly to their goals and masses, before contact is found at the goals. */
  soften?(world: World, h: number, goal: Block<'f64'>, mass: Block<'f64'>): void;
  /** Notes the state at the start of a step: damping acts against changes from here. */
  begin(world: World): void;
  /** Whether the body is at rest, and so no part of the step. */
  readonly rest: BodyRest;
  /** Returns the time until which its own forces change in time, s; −Infinity if they never do. */
  changesUntil(): number;
  /** The linear system of the body, which the engine solves together with those of other bodies and contacts. */
  readonly system: BodySystem;
}

/** The part of a body in an iteration of Newton's method on the incremental potential of all bodies. */
export interface BodySystem {
  /** Number of rows, and the vertex of each. */
  readonly rows: number;
  readonly order: Int32Array;
  /** Whether a vertex is pinned. */
  readonly isHeld: boolean;
  /** Takes constraints, goals and inertial positions (planar, m) of a stage. */
  prepare(step: ImplicitStep, inertial: Block<'f64'>): void;
  /** Returns the potential at the present positions, J. */
  potential(world: World, step: ImplicitStep): number;
  /** Sets the matrix to that at the present positions, and writes residual, drift and masses. */
  assemble(world: World, step: ImplicitStep, vectors: SystemVectors): void;
  /** Completes the preconditioner, with the blocks of contacts; returns the byte offset of the system (solveJob). */
  complete(vectors: SystemVectors): number;
  /** Moves the particles by the solution. */
  move(vectors: SystemVectors): void;
  /** Returns the largest change of a stretch since the start of the stage, at the positions of the last potential. */
  stretchChange(): number;
}

/** The body advances its particles in a system of the phase `matter`; engines only apply all other forces to them. */
export interface OwnStep {
  readonly kind: 'own';
  /** Longest stable sub-step, s. */
  readonly stableStep: number;
  /** Returns the number of particles that touched colliders in the body's own step; default: 0. */
  contacts?(): number;
  /** Present if the body solves for contact with colliders by supports. */
  readonly anchoring?: Anchoring;
}

/** The dynamics of bodies that need nothing but their forces. */
export const EXPLICIT: Explicit = { kind: 'explicit' };

/** Particles that step together. Their own step takes `substeps` of the world's sub-steps, a power of two. */
export interface Pace {
  readonly first: number;
  readonly count: number;
  readonly substeps: number;
}

export interface LevelPieces {
  /** Deepest level that the body may reach. */
  readonly maxLevel: number;
  /** Returns a world of a piece of the body alone, all of it at that level, as stiff as it can become. */
  piece(level: number): World;
}

/**
 * Numbers per particle of an anchor: position (m) in the frame of a collider, or velocity (m/s) there if the particle slides;
 * the collider's number plus one, negative if it slides, 0 without contact; depth in the layer that pushes it out, m.
 */
export const ANCHOR_NUMBERS = Anchor.LENGTH;

/** State of friction between a body and colliders within its own implicit solve. */
export interface Anchoring {
  /** Stretch stiffness of the body, N/m: supports must not be much softer. */
  readonly stiffness: number;
  /** ANCHOR_NUMBERS per particle; 0 for new ones. */
  readonly anchors: Block<'f64'>;
}

type Dynamic = Partial<Pick<Body, 'dynamics'>>;

/** Returns the parts of a body that step at different rates; undefined if all of it steps in every sub-step. */
export function pacesOf({ dynamics }: Dynamic): readonly Pace[] | undefined {
  return dynamics?.kind === 'explicit' ? dynamics.paces?.() : undefined;
}

/** Returns the number of particles that touched colliders in a body's own step. */
export function ownContacts({ dynamics }: Dynamic): number {
  return dynamics?.kind === 'own' ? (dynamics.contacts?.() ?? 0) : 0;
}

export function anchoringOf({ dynamics }: Dynamic): Anchoring | undefined {
  return dynamics?.kind === 'own' ? dynamics.anchoring : undefined;
}

/** Returns the stretch stiffness of a body that contacts should know, N/m; 0 for one that steps explicitly. */
export function stiffnessIn({ dynamics }: Dynamic): number {
  return dynamics?.kind === 'implicit' ? dynamics.stiffness : (anchoringOf({ dynamics })?.stiffness ?? 0);
}

/** Returns the level pieces of a body that refines itself under explicit engines. */
export function piecesOf({ dynamics }: Dynamic): LevelPieces | undefined {
  return dynamics?.kind === 'explicit' ? dynamics.pieces : undefined;
}
