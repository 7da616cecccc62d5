/** Parsers of option values. What they throw, commander prints with the option's name in front. */
import { InvalidArgumentError } from 'commander';

export interface Range {
  /** Exclusive. */
  above?: number;
  min?: number;
  max?: number;
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** A finite decimal number within the range. `Number` alone would take '', '0x10' and 'Infinity'. */
export function numberIn(range: Range): (text: string) => number {
  return (text) => {
    const value = NUMBER.test(text) ? Number(text) : Number.NaN;
    if (!Number.isFinite(value) || !isIn(value, range)) throw refused(text, `a number${rangeText(range)}`);
    return value;
  };
}

export function wholeIn(range: Range): (text: string) => number {
  return (text) => {
    const value = NUMBER.test(text) ? Number(text) : Number.NaN;
    if (!Number.isSafeInteger(value) || !isIn(value, range))
      throw refused(text, `a whole number${rangeText(range)}`);
    return value;
  };
}

/** For options that may be given several times. */
export function collect(text: string, earlier: string[] = []): string[] {
  return [...earlier, text];
}

function isIn(value: number, { above, min, max }: Range): boolean {
  return value > (above ?? -Infinity) && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
}

/** Returns a range such as ` from 0 up to 1`; '' if any number is valid. */
export function rangeText({ above, min, max }: Range): string {
  const bounds = [
    above === undefined ? '' : `above ${above}`,
    min === undefined ? '' : `from ${min}`,
    max === undefined ? '' : `up to ${max}`,
  ].filter((bound) => bound);
  return bounds.length > 0 ? ` ${bounds.join(' ')}` : '';
}

function refused(text: string, wanted: string): InvalidArgumentError {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return new InvalidArgumentError(`It must be ${wanted}, got "${shown}".`);
}
