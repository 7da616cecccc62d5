/** Cases of random drops: their options, the run over the selected drops, and the verdict that lists the failed ones. */
import { type CaseValues, type ValidationCase, ValidationError, verdict } from './case.ts';
import { DROP_MODELS, type DropModel } from './drops.ts';

/** Number of failed drops to list. */
const LISTED = 10;

export interface DropOutcome {
  /** Index of the drop: `--only` runs it again. */
  drop: number;
  title: string;
  /** Cause of a failed step. */
  fault?: string;
}

export interface DropsCase<Outcome extends DropOutcome> {
  readonly name: string;
  readonly title: string;
  /** Default number of drops. */
  readonly drops: number;
  run(seed: number, index: number, models: readonly DropModel[]): Outcome;
  /** Violated conditions besides a fault, in words. */
  problems(outcome: Outcome): string[];
  /** Totals to compare with zero, and further figures. */
  totals(outcomes: readonly Outcome[]): { measured: Record<string, number>; more?: Record<string, number> };
}

/** Adds the fault of a failed step to the violated conditions. */
export function problemsOf<Outcome extends DropOutcome>(one: DropsCase<Outcome>, outcome: Outcome): string[] {
  return outcome.fault === undefined ? one.problems(outcome) : [...one.problems(outcome), outcome.fault];
}

export function dropsCase<Outcome extends DropOutcome>(one: DropsCase<Outcome>): ValidationCase {
  return {
    name: one.name,
    title: one.title,
    long: true,
    options: [
      { name: 'drops', default: one.drops, min: 1, max: 1e6, whole: true, help: 'number of drops' },
      { name: 'seed', default: 1, min: 0, max: 4294967295, whole: true, help: 'seed of the random numbers' },
      { name: 'model', default: 'all', choices: ['all', ...DROP_MODELS], help: 'model of the sheets' },
      {
        name: 'only',
        default: -1,
        min: -1,
        max: 1e6,
        whole: true,
        help: 'index of the only drop to run, below --drops; -1 = all',
      },
    ],
    run(options: CaseValues) {
      const { drops, seed } = options as Record<string, number>;
      const outcomes = selected(options).map((index) => one.run(seed, index, modelsOf(options)));
      const bad = outcomes.filter((outcome) => problemsOf(one, outcome).length > 0);
      const listed = bad.slice(0, LISTED);
      const { measured: totals, more } = one.totals(outcomes);
      const measured = { ...totals, faults: outcomes.filter(({ fault }) => fault !== undefined).length };
      const exact = Object.fromEntries(Object.keys(measured).map((name) => [name, 0]));
      return verdict(one.name, measured, exact, bad.length / outcomes.length, 0, {
        drops: outcomes.length,
        seed,
        ...measured,
        ...more,
        failedDrops: bad.length,
        failures: listed,
        ...(bad.length > 0 && {
          notes: listed.map((outcome) => {
            const { drop, title } = outcome;
            const problems = problemsOf(one, outcome).join('; ');
            return `drop ${drop} (--drops ${drops} --only ${drop}): ${title}: ${problems}`;
          }),
        }),
      });
    },
  };
}

function selected(options: CaseValues): number[] {
  const { drops, only } = options as Record<string, number>;
  if (only >= drops)
    throw new ValidationError(`--only: must be below --drops, which is ${drops}, got ${only}`);
  return only >= 0 ? [only] : Array.from({ length: drops }, (_, i) => i);
}

function modelsOf({ model }: CaseValues): readonly DropModel[] {
  return model === 'all' ? DROP_MODELS : [model as DropModel];
}
