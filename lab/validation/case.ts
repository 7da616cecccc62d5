/** A physical check with free parameters: the result of the engine beside that of theory. */
import { isImplicit, modelNamed } from 'pliant/engine';

export interface CaseOption {
  readonly name: string;
  readonly default: number | string;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  /** Whether the value must be a whole number. */
  readonly whole?: boolean;
  readonly choices?: readonly string[];
  readonly help: string;
}

export type CaseValues = Record<string, number | string>;
type Quantity = number | Record<string, number>;

export interface ValidationResult {
  case: string;
  options: CaseValues;
  measured: Quantity;
  exact: Quantity;
  relativeError: number;
  tolerance: number;
  pass: boolean;
  /** Remarks to print below the table. */
  notes?: string[];
}

export interface ValidationCase {
  readonly name: string;
  readonly title: string;
  readonly options: readonly CaseOption[];
  /** Whether it takes minutes: such a case runs only by name, not with all the others. */
  readonly long?: boolean;
  run(options: CaseValues): Omit<ValidationResult, 'options'>;
}

/** Invalid options of a case. */
export class ValidationError extends Error {
  override name = 'ValidationError';
}

/** Default of an option `engine`: that of the scene model. */
export const DEFAULT_ENGINE = 'default';

/** Returns the engine that an option names for a model. Refuses one that cannot advance its bodies. */
export function engineFor(named: string, model: string): string {
  if (named === DEFAULT_ENGINE)
    return modelNamed(model).engines === 'implicit' ? 'implicit-euler' : 'euler-cromer';
  refuseEngine(named, model);
  return named;
}

/** Refuses an engine that cannot advance bodies of the model. */
export function refuseEngine(engine: string, model: string): void {
  if (!isImplicit(engine) || (modelNamed(model).engines ?? 'explicit') !== 'explicit') return;
  throw new ValidationError(`--engine: ${engine} cannot advance --model ${model}; use an explicit engine`);
}

export function verdict<T extends object>(
  name: string,
  measured: Quantity,
  exact: Quantity,
  relativeError: number,
  tolerance: number,
  more: T = {} as T,
): Omit<ValidationResult, 'options'> & T {
  return { case: name, measured, exact, relativeError, tolerance, pass: relativeError <= tolerance, ...more };
}

/** Fills in defaults and refuses values out of range, naming the option. */
export function runCase(one: ValidationCase, given: Partial<CaseValues> = {}): ValidationResult {
  const values: CaseValues = {};
  for (const option of one.options) {
    const value = given[option.name] ?? option.default;
    values[option.name] = value;
    if (option.choices) {
      if (!option.choices.includes(String(value))) {
        throw new ValidationError(
          `--${option.name}: must be one of ${option.choices.join(', ')}, got ${value}`,
        );
      }
      continue;
    }
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw new ValidationError(`--${option.name}: must be a finite number, got ${value}`);
    }
    if (option.whole && !Number.isInteger(value)) {
      throw new ValidationError(`--${option.name}: must be a whole number, got ${value}`);
    }
    if (value < (option.min ?? -Infinity) || value > (option.max ?? Infinity)) {
      throw new ValidationError(
        `--${option.name}: must be from ${option.min} to ${option.max}, got ${value}`,
      );
    }
  }
  const unknown = Object.keys(given).find((name) => !one.options.some((option) => option.name === name));
  if (unknown !== undefined) {
    throw new ValidationError(
      `--${unknown}: case "${one.name}" has only ${one.options.map((o) => `--${o.name}`).join(', ')}`,
    );
  }
  return { ...one.run(values), options: values };
}
