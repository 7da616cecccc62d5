import type { Block } from './arena.ts';
import type { Constraints, ImplicitStage } from './implicit.ts';
import type { StepReport } from './report.ts';
import type { World } from './world.ts';

/** A job done once a sub-step; `h` is the sub-step in s. */
export interface Stage {
  readonly name: string;
  /** In `adapt`: the model blocks that it may change, in content or length; any, where it does not say. */
  readonly changes?: readonly Block[];
  /** Answers false if it moved nothing: engines that keep forces from step to step may then use them again. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most stages answer nothing, and then the forces are made anew
  run(world: World, h: number, report: StepReport): void | boolean;
  /**
   * In `contact`: what particles must keep to in a stage of an implicit engine, before it is solved; found at their goals,
   * which positions hold.
   */
  constrain?(world: World, stage: ImplicitStage, constraints: Constraints): void;
  /** In `contact`: after the solve, whose result positions hold; before velocities are taken from it. */
  solved?(world: World): void;
}
