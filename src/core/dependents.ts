/** A change of particle indices within a range, announced after all particles are in place. */
export interface Renumbering {
  readonly firstBefore: number;
  readonly countBefore: number;
  readonly first: number;
  readonly count: number;
  /** Returns the new index of the particle that had the index `old`; −1 if it no longer exists. */
  newIndex(old: number): number;
}
