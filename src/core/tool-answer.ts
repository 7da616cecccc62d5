/** What a tool of the user answers: a knife, a pin, a heat gun, a blower. */
export interface ToolAnswer {
  /** How many it acted on: masses, springs, faces, bodies. */
  readonly count: number;
  /** Where it did nothing, or less than was asked for: why, in words for the user. */
  readonly message?: string;
}
