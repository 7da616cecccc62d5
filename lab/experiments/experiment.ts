/**
 * An experiment of a paper, repeated: the finding of the paper, ours, and facts that a machine can check. Results are the
 * same in every run, except for measured times.
 */
import type { Threads } from 'pliant/engine';
import type { Figure } from './picture/figure.ts';

export interface Fact {
  /** Description of the measurement. */
  readonly what: string;
  readonly measured: number;
  /** Range that supports the finding; one bound may be missing. */
  readonly expected: { readonly min?: number; readonly max?: number };
  /** Unit; '1' for a ratio or a count. */
  readonly unit: string;
  readonly holds: boolean;
}

export interface ExperimentContext {
  /** Called with the completed fraction, 0 to 1. */
  readonly progress: (fraction: number) => void;
  /** Monotonic clock in ms, for experiments about cost. */
  readonly clock: () => number;
  /** Processor time of the process in ms, for facts about cost that other work on the machine must not affect. */
  readonly processor: () => number;
  /** Threads for worlds of implicit cloth: `new World(…, { threads })`. */
  readonly threads?: Threads;
}

/** Agreement with the paper; `unstated` if the paper gives no result to compare with. */
export type Agreement = 'full' | 'partial' | 'none' | 'unstated';

export interface ExperimentOutcome {
  /** Our finding, in a sentence or two. */
  readonly ours: string;
  /**
   * Agreement with the paper's finding when every fact holds. Facts state our finding, so they may hold where the paper does
   * not agree.
   */
  readonly claim: Agreement;
  readonly facts: readonly Fact[];
  /** Further measurements by name, with their units in the name or in the value. */
  readonly numbers?: Readonly<Record<string, unknown>>;
  /** Measurements printed beside the facts, by name. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** One figure for each name in the experiment's `figures`, in that order. */
  readonly figures: readonly Figure[];
}

export interface Experiment {
  /** Name of the program or paper, then of the experiment: `aurora-friction`. */
  readonly name: string;
  readonly title: string;
  /** Author, year and section. */
  readonly paper: string;
  /** The finding of the paper, in our words. */
  readonly finding: string;
  /** Names of the pictures. */
  readonly figures: readonly string[];
  run(context: ExperimentContext): ExperimentOutcome;
}

/** Result with the outcome's `fields`, each under its own name. */
export interface ExperimentResult extends Omit<ExperimentOutcome, 'claim' | 'fields'> {
  readonly experiment: string;
  readonly title: string;
  readonly paper: string;
  readonly finding: string;
  /** Whether every fact holds. */
  readonly pass: boolean;
  /** Agreement with the paper's finding: as claimed, or less if facts fail. */
  readonly agreement: Agreement;
  /** Duration of the experiment, s. */
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

/** A fact with an exact whole number. */
export function equals(what: string, measured: number, expected: number, unit = '1'): Fact {
  return { what, measured, expected: { min: expected, max: expected }, unit, holds: measured === expected };
}

/** Runs an experiment; without a clock its duration is 0. */
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

/** Reduces a claim by one grade if one of its facts fails, to none if all fail. */
function supportedClaim(claim: Agreement, facts: readonly Fact[]): Agreement {
  if (claim === 'unstated' || facts.every((fact) => fact.holds)) return claim;
  return claim === 'full' && facts.some((fact) => fact.holds) ? 'partial' : 'none';
}
