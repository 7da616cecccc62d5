/** What the cases of random drops have in common: which drops are run, of which models of sheets. */
import { type CaseOption, type CaseValues, ValidationError } from './case.ts';
import { DROP_MODELS, type DropModel } from './drops.ts';

export const dropOptions = (drops: number): CaseOption[] => [
  { name: 'drops', default: drops, min: 1, max: 1e6, whole: true, help: 'how many' },
  { name: 'seed', default: 1, min: 0, max: 4294967295, whole: true, help: 'what they are drawn from' },
  { name: 'model', default: 'all', choices: ['all', ...DROP_MODELS], help: 'model of the sheets' },
  {
    name: 'only',
    default: -1,
    min: -1,
    max: 1e6,
    whole: true,
    help: 'number of the one drop to run, below --drops; -1 = all',
  },
];

/** Runs those that the options ask for. */
export function runDrops<Result>(
  options: CaseValues,
  run: (seed: number, index: number, models: readonly DropModel[]) => Result,
): Result[] {
  const { drops, seed, only } = options as Record<string, number>;
  if (only >= drops) {
    throw new ValidationError(`--only: must be below --drops, which is ${drops}, got ${only}`);
  }
  const models = options.model === 'all' ? DROP_MODELS : [options.model as DropModel];
  const numbers = only >= 0 ? [only] : Array.from({ length: drops }, (_, i) => i);
  return numbers.map((index) => run(seed, index, models));
}
