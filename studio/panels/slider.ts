/**
 * Ranges of sliders. A parameter's range is what the engine accepts (a stiffness up to 10⁹ N/m); a slider offers values around a
 * reference: the whole range if its end is near the reference, two decades either way on a logarithmic scale if the range
 * spans decades, otherwise a few times the reference.
 */
import type { Bounds } from './fields.ts';

/** Positions of a slider, unless it is for whole numbers. */
const STOPS = 200;
/** A range up to this multiple of the reference is offered whole. */
const NEAR = 12;
/** A range beyond this multiple of the reference is logarithmic. */
const DECADES = 2e4;
/** Factor from the reference to either end of a logarithmic slider. */
const REACH = 100;

/** Typical values by unit, for parameters whose default is 0 or missing. */
const TYPICAL: Readonly<Record<string, number>> = {
  m: 0.5,
  'm/s': 5,
  'm/s²': 10,
  'rad/s': 5,
  s: 2,
  K: 350,
  '°': 180,
  Pa: 500,
  Pa·s: 5,
  'N/m': 100,
  N·m: 1e-4,
  kg: 1,
  'kg/m³': 1000,
  '1/s': 2,
  '1/m': 50,
};

export interface Scale {
  /** Positions are whole numbers from 0 to this. */
  readonly stops: number;
  readonly low: number;
  readonly high: number;
  readonly isLogarithmic: boolean;
  /** Returns the value at a position, rounded as one would type it. */
  valueAt(stop: number): number;
  /** Returns the nearest position; values outside are at an end. */
  stopAt(value: number): number;
}

export interface Scaled {
  readonly bounds: Bounds;
  readonly isWhole: boolean;
  readonly unit: string;
}

/** `values` are the default, the original and the present one; the slider's range includes them. */
export function scaleFor(what: Scaled, values: readonly number[]): Scale {
  const range = rangeFor(what, values);
  if (what.isWhole) return wholeScale(range);
  return range.isLogarithmic ? logarithmicScale(range, allowsZero(what.bounds)) : linearScale(range);
}

/** Returns a typical value inside the bounds. */
export function typicalOf({ bounds, isWhole, unit }: Scaled): number {
  const { max = Number.POSITIVE_INFINITY, min = Number.NEGATIVE_INFINITY, above } = bounds;
  const least = above === undefined ? min : above >= 0 && above < 1 ? Math.min(1e-3, max) : above + 1;
  const wanted = Math.min(max, Math.max(least, TYPICAL[unit] ?? 1));
  return isWhole ? Math.round(wanted) : wanted;
}

interface Range {
  low: number;
  high: number;
  isLogarithmic: boolean;
}

function rangeFor(what: Scaled, values: readonly number[]): Range {
  const { bounds, unit } = what;
  const low = bounds.min ?? bounds.above ?? Number.NEGATIVE_INFINITY;
  const high = bounds.max ?? Number.POSITIVE_INFINITY;
  const largest = Math.max(...values.map(Math.abs));
  const reference = largest > 0 ? largest : Math.min(TYPICAL[unit] ?? 1, high);
  const range = usefulRange({ low, high }, reference, what);
  return { ...range, low: Math.min(range.low, ...values), high: Math.max(range.high, ...values) };
}

function usefulRange(
  { low, high }: { low: number; high: number },
  reference: number,
  { unit, isWhole }: Scaled,
): Range {
  const linear = (from: number, to: number) => ({
    low: Math.max(low, from),
    high: Math.min(high, to),
    isLogarithmic: false,
  });
  if (unit === '°' && low < -180) return linear(-180, 180);
  if (unit === 'K' && low <= 0 && reference > 200) return linear(200, roundUp(1.6 * reference));
  if (low < 0) return linear(-roundUp(2 * reference), roundUp(2 * reference));
  if (high <= NEAR * reference) return linear(low, high);
  if (high > DECADES * reference && reference > 0 && !isWhole)
    return {
      low: Math.max(low, reference / REACH),
      high: Math.min(high, reference * REACH),
      isLogarithmic: true,
    };
  return linear(low, roundUp(4 * reference));
}

/** Returns the next 1, 2 or 5 times a power of ten that is at least `value`. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const times = [1, 2, 5, 10].find((m) => m * power >= value * (1 - 1e-9)) ?? 10;
  return Number((times * power).toPrecision(6));
}

function allowsZero({ min, above }: Bounds): boolean {
  return above === undefined && min === 0;
}

function linearScale({ low, high }: Range): Scale {
  const pitch = (high - low) / STOPS;
  const digits = Math.max(0, Math.min(12, 1 - Math.floor(Math.log10(pitch || 1))));
  return {
    stops: STOPS,
    low,
    high,
    isLogarithmic: false,
    // The ends are exact: a range that begins just above 0 must not be rounded to 0.
    valueAt: (stop) =>
      stop <= 0 ? (low === 0 ? 0 : low) : stop >= STOPS ? high : Number((low + stop * pitch).toFixed(digits)),
    stopAt: (value) => clamp(Math.round((value - low) / (pitch || 1)), STOPS),
  };
}

/** Adds 0, if it is allowed, as the first position. */
function logarithmicScale({ low, high }: Range, hasZero: boolean): Scale {
  const first = hasZero ? 1 : 0;
  const start = low > 0 ? low : high / REACH ** 2;
  const span = Math.log(high / start);
  return {
    stops: STOPS + first,
    low: hasZero ? 0 : start,
    high,
    isLogarithmic: true,
    valueAt(stop) {
      if (stop < first) return 0;
      const value = start * Math.exp(((stop - first) / STOPS) * span);
      return Math.min(high, Math.max(start, Number(value.toPrecision(3))));
    },
    stopAt(value) {
      if (!(value > 0)) return 0;
      return first + clamp(Math.round((Math.log(value / start) / span) * STOPS), STOPS);
    },
  };
}

function wholeScale({ low, high }: Range): Scale {
  const from = Math.ceil(low);
  const to = Math.max(from + 1, Math.floor(high));
  const pitch = Math.max(1, Math.ceil((to - from) / STOPS));
  const stops = Math.ceil((to - from) / pitch);
  return {
    stops,
    low: from,
    high: to,
    isLogarithmic: false,
    valueAt: (stop) => Math.min(to, from + Math.round(stop) * pitch),
    stopAt: (value) => clamp(Math.round((value - from) / pitch), stops),
  };
}

function clamp(stop: number, stops: number): number {
  return Math.min(stops, Math.max(0, stop));
}

/** Returns the step of an arrow key in a number field: one in the second digit, or 1 for whole numbers. */
export function stepAt(value: number, isWhole: boolean): number {
  if (isWhole) return 1;
  if (value === 0) return 0.1;
  return Number((10 ** (Math.floor(Math.log10(Math.abs(value))) - 1)).toPrecision(1));
}
