/** Indices into the block `world.state`. */

/** Simulated time, s. */
export const TIME = 0;
/** Steps taken since the start. */
export const STEP = 1;
/** 1 while `particles.force` is the force at the present positions, which Verlet then reuses. */
export const FORCES_CURRENT = 2;
/** Last inner step of an error-controlled engine, s; 0 before the first. */
export const INNER_STEP = 3;
/** Number of times that an implicit engine has halved its steps. */
export const HALVINGS = 4;
/** Steps of an implicit engine since the last halving. */
export const STEADY = 5;
/** Edges through faces, and particles below planes, that the last check of contact found. */
export const CROSSINGS = 6;
/** Factor by which surface contact multiplies the sub-steps of an implicit engine for impacts; 0 stands for 1. */
export const IMPACT_FACTOR = 7;

export const STATE_LENGTH = 8;
