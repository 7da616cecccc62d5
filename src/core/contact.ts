/** The contact of a world as the step and implicit engines see it; src/contact implements it. */
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
  /** Whether anything can touch. */
  readonly active: boolean;
}
