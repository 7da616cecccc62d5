/**
 * An experiment of a paper, repeated: what the paper found, what we find, and facts that a machine can check.
 * Results are the same in every run; only what is marked as measured time differs.
 */
import type { Threads } from 'pliant/engine';
import type { Figure } from './picture/figure.ts';

export interface Fact {
  /** What was measured, in words. */
  readonly what: string;
  readonly measured: number;
  /** The range that makes the finding true; one bound may be missing. */
  readonly expected: { readonly min?: number; readonly max?: number };
  /** '1' for a ratio or a count. */
  readonly unit: string;
  readonly holds: boolean;
}

export interface ExperimentContext {
  /** `fraction` of the work is done, 0 to 1. */
  readonly progress: (fraction: number) => void;
  /** ms of a steady clock, for experiments about cost. */
  readonly clock: () => number;
  /** ms of processor time that the process has taken, for facts about cost that what else the machine does must not change. */
  readonly processor: () => number;
  /** For worlds of implicit cloth: `new World(…, { threads })`. */
  readonly threads?: Threads;
}

/** `unstated`: the paper gives no result to compare with. */
export type Agreement = 'full' | 'partial' | 'none' | 'unstated';

export interface ExperimentOutcome {
  /** What we find, in a sentence or two. */
  readonly ours: string;
  /**
   * Does it bear the paper's finding out, when every fact holds? Facts say what we find, so they may hold where the
   * paper does not.
   */
  readonly claim: Agreement;
  readonly facts: readonly Fact[];
  /** Further measurements by name, with their units in the name or in the value. */
  readonly numbers?: Readonly<Record<string, unknown>>;
  /** Measurements that stand beside the facts in the printed result, by name. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** One for each name in the experiment's `figures`, in that order. */
  readonly figures: readonly Figure[];
}

export interface Experiment {
  /** Such as `aurora-friction`: the program or paper, then the experiment. */
  readonly name: string;
  readonly title: string;
  /** Author, year, and where in it. */
  readonly paper: string;
  /** What the paper found, in our words. */
  readonly finding: string;
  /** Names of its pictures. */
  readonly figures: readonly string[];
  run(context: ExperimentContext): ExperimentOutcome;
}

/** With the outcome's `fields`, each under its own name. */
export interface ExperimentResult extends Omit<ExperimentOutcome, 'claim' | 'fields'> {
  readonly experiment: string;
  readonly title: string;
  readonly paper: string;
  readonly finding: string;
  /** Does every fact hold? */
  readonly pass: boolean;
  /** Does it bear the paper's finding out? What was claimed, or less where facts fail. */
  readonly agreement: Agreement;
  /** s the experiment took. */
  readonly seconds: number;
}

/** A fact with a lower bound. */
export function atLeast(what: string, measured: number, min: number, unit = '1'): Fact {
  return { what, measured, expected: { min }, unit, holds: measured >= min };
}

/** A fact with an upper bound. */
export function atMost(what: string, measured: number, max: number, unit = '1'): Fact {
  return { what, measured, expected: { max }, unit, holds: measured <= max };
}

export function between(what: string, measured: number, min: number, max: number, unit = '1'): Fact {
  return { what, measured, expected: { min, max }, unit, holds: measured >= min && measured <= max };
}

/** A whole number that must come out exactly. */
export function equals(what: string, measured: number, expected: number, unit = '1'): Fact {
  return { what, measured, expected: { min: expected, max: expected }, unit, holds: measured === expected };
}

/** Without a clock the experiment takes no time. */
export function runExperiment(
  one: Experiment,
  { progress = () => {}, clock = () => 0, processor = clock, threads }: Partial<ExperimentContext> = {},
): ExperimentResult {
  const start = clock();
  const { claim, fields, ...outcome } = one.run({ progress, clock, processor, threads });
  return {
    ...fields,
    experiment: one.name,
    title: one.title,
    paper: one.paper,
    finding: one.finding,
    pass: outcome.facts.every((fact) => fact.holds),
    agreement: supportedClaim(claim, outcome.facts),
    seconds: (clock() - start) / 1000,
    ...outcome,
  };
}

/** A claim rests on all its facts: where one fails it is worth a grade less, where all fail nothing. */
function supportedClaim(claim: Agreement, facts: readonly Fact[]): Agreement {
  if (claim === 'unstated' || facts.every((fact) => fact.holds)) return claim;
  return claim === 'full' && facts.some((fact) => fact.holds) ? 'partial' : 'none';
}
