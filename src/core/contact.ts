/** The contact of a world as the step and implicit engines see it; src/contact implements it. */
import type { Body } from './body.ts';
import type { ContactPotential, ImplicitStage, SupportSprings } from './implicit.ts';
import type { System } from './schedule.ts';
import type { World } from './world.ts';

export interface ContactPart extends Pick<System, 'name' | 'run'> {
  /** Prepares a stage of an implicit engine, or adds the supports of a body that solves for contact itself, found at its goals. */
  constrain?(world: World, stage: ImplicitStage, supports?: SupportSprings): void;
}

export interface WorldContact extends Required<ContactPart>, System {
  /** Contacts of surfaces that are part of an implicit step; undefined if there are none. */
  readonly potential: ContactPotential | undefined;
  /** Sets the sub-steps of the first step, of `dt` seconds, by what may touch in it; each step sets those of the next. */
  beginRun(world: World, dt: number): void;
  /** Whether anything can touch. */
  readonly active: boolean;
  /** Whether there are rigid bodies. */
  readonly hasRigidBodies: boolean;
  /** Whether anything is attached: seams between bodies, and what sticks. */
  readonly hasAttachments: boolean;
  /** Returns the distance from its particles at which a body touches, m. */
  reachOf(body: Body): number;
  /** Returns whether a collider moves in the h seconds from `time`, or a rigid body may. */
  moves(time: number, h: number): boolean;
  /** Returns whether a collider that moves in the h seconds from `time`, or a rigid body, may be in a box (six numbers, m). */
  stirs(box: Float64Array, time: number, h: number): boolean;
}
