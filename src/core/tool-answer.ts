/** Result of a user's tool: a knife, a pin, a heat gun, a blower. */
export interface ToolAnswer {
  /** Number of particles, springs, faces or bodies that it acted on. */
  readonly count: number;
  /** Reason why it did nothing, or less than was asked, for the user. */
  readonly message?: string;
}
