/**
 * Colour maps of views. Each is interpolated between a few colours in OKLab (Ottosson 2020), in which equal steps look
 * equal: the lightness of a sequential map rises or falls throughout, that of a diverging map is greatest at 0, where it is
 * neutral. Whole numbers have distinct colours.
 */
import type { ViewKind } from 'pliant/engine';
import { levelColour } from 'pliant/formats';
import type { Range } from './view-range.ts';

/** Colours in sRGB, from the low end of the range to the high one. */
const MAPS: Record<string, readonly number[]> = {
  strain: [0xe6e1d3, 0xdcae72, 0xc4623a, 0x7b1d2e, 0x43122a],
  stress: [0xe4e6d6, 0x9ccab6, 0x4793a9, 0x2c5a92, 0x292361],
  stretch: [0x173f86, 0x5f98cb, 0xece9e2, 0xe08a57, 0x8f2318],
  temperature: [0x1d2a86, 0x6a2ea0, 0xb93c84, 0xe8684f, 0xf6a63c, 0xf8eb9c],
  thickness: [0xf7e392, 0x9cc87c, 0x3f9b86, 0x22647f, 0x232e5c],
  speed: [0xe9e6f0, 0xc0b4de, 0x9078c5, 0x643d9f, 0x381260],
  // Lines are thin and stand before a light or dark stage: grey at 0, strong to either side.
  springs: [0x0f56c9, 0x4c83c4, 0x82888f, 0xd0703c, 0xc8230f],
  phase: [0xf0a93f, 0xb39a73, 0x6f869a, 0x2b568a],
  sites: [0xf3ead2, 0xa9c997, 0x4f9d7c, 0x1f6a69, 0x143a4c],
};
const SEQUENTIAL = [0xefe9dc, 0x9fc3b8, 0x4f8ea5, 0x354f86, 0x2c1d52];
const DIVERGING = MAPS.stretch;

const WHOLE: Record<string, readonly number[]> = {
  contact: [0xc9c3b6, 0xd2452e],
  held: [0xc9c3b6, 0x2f6fb0, 0xe0952b],
  layer: [0x3d6d9e, 0xd08a35, 0x4f8f62, 0x9a5a90, 0xb24a3c, 0x5b8f9b],
  object: [0x3d6d9e, 0xd08a35, 0x4f8f62, 0x9a5a90, 0xb24a3c, 0x5b8f9b, 0xc3a63c, 0x6d6875],
};

/** Colour of a body without the view. */
export const NO_VALUE = 0xb4aea3;

const STEPS = 256;
/** Number of colours in a legend. */
const STOPS = 17;

/** Linear red, green, blue of each step, by name of the view. */
const tables = new Map<string, Float32Array>();

type Kind = Pick<ViewKind, 'name' | 'scale'>;

/** The view that colours show, and the range they span. */
export interface Colouring {
  readonly kind: ViewKind;
  readonly range: Range;
}

/** Returns the sRGB colour of a whole number. */
export function wholeColour({ name }: Kind, value: number): number {
  const step = Math.max(0, Math.round(value));
  const colours = WHOLE[name];
  return colours ? colours[step % colours.length] : levelColour(step);
}

/** Returns evenly spaced sRGB colours of the scale. */
export function scaleColours({ name, scale }: Kind): readonly number[] {
  return MAPS[name] ?? (scale === 'diverging' ? DIVERGING : SEQUENTIAL);
}

/** Returns a colour as CSS writes it. */
export function colourText(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`;
}

/** Returns evenly spaced colours of the scale in CSS, so many that the interpolation between them does not matter. */
export function scaleStops(kind: Kind, [low, high]: Range = [0, 1]): string[] {
  const colours = new Float32Array(3 * STOPS);
  const numbers = Array.from({ length: STOPS }, (_, k) => low + (k / (STOPS - 1)) * (high - low));
  paintNumbers(kind, numbers, [0, 1], [low, high], colours);
  return numbers.map((_, k) => {
    const [r, g, b] = [0, 1, 2].map((c) => Math.round(255 * encoded(colours[3 * k + c])));
    return `rgb(${r}, ${g}, ${b})`;
  });
}

/** Returns the scale as a CSS gradient. */
export function scaleText(kind: Kind): string {
  return `linear-gradient(to right, ${scaleStops(kind).join(', ')})`;
}

/** Writes the linear colours of numbers within a range. The numbers begin at `from` and are `stride` apart. */
export function paintNumbers(
  kind: Kind,
  numbers: ArrayLike<number>,
  [from, stride]: readonly [number, number],
  [low, high]: Range,
  into: Float32Array,
): void {
  const table = tableOf(kind);
  const isWhole = kind.scale === 'whole';
  const factor = isWhole ? 1 : high > low ? (STEPS - 1) / (high - low) : 0;
  const start = isWhole ? 0 : low;
  for (let i = from, k = 0; i < numbers.length; i += stride, k += 3) {
    const step = 3 * Math.round(Math.min(STEPS - 1, Math.max(0, (numbers[i] - start) * factor)));
    into[k] = table[step];
    into[k + 1] = table[step + 1];
    into[k + 2] = table[step + 2];
  }
}

/** Writes one colour `count` times. */
export function paintOne(colour: number, count: number, into: Float32Array): void {
  const [r, g, b] = linearOf(colour);
  for (let k = 0; k < 3 * count; k += 3) {
    into[k] = r;
    into[k + 1] = g;
    into[k + 2] = b;
  }
}

/** Writes linear colours of sRGB ones from 0 to 1, which are the first three of every `stride` numbers. */
export function paintOwn(numbers: ArrayLike<number>, stride: number, into: Float32Array): void {
  for (let i = 0, k = 0; i < numbers.length; i += stride, k += 3) {
    for (let c = 0; c < 3; c++) {
      into[k + c] = decodedSteps[Math.round(Math.min(1, Math.max(0, numbers[i + c])) * (STEPS - 1))];
    }
  }
}

function tableOf(kind: Kind): Float32Array {
  const known = tables.get(kind.name);
  if (known) return known;
  const table = kind.scale === 'whole' ? wholeTable(kind) : scaleTable(scaleColours(kind));
  tables.set(kind.name, table);
  return table;
}

function wholeTable(kind: Kind): Float32Array {
  const table = new Float32Array(3 * STEPS);
  for (let k = 0; k < STEPS; k++) table.set(linearOf(wholeColour(kind, k)), 3 * k);
  return table;
}

function scaleTable(stops: readonly number[]): Float32Array {
  const table = new Float32Array(3 * STEPS);
  const points = stops.map((stop) => labOf(linearOf(stop)));
  for (let k = 0; k < STEPS; k++) {
    const at = (k / (STEPS - 1)) * (stops.length - 1);
    const stop = Math.min(stops.length - 2, Math.floor(at));
    const mixed = points[stop].map((c, i) => c + (at - stop) * (points[stop + 1][i] - c));
    table.set(
      rgbOf(mixed).map((c) => Math.min(1, Math.max(0, c))),
      3 * k,
    );
  }
  return table;
}

/** Returns linear red, green, blue from 0 to 1 of an sRGB colour. */
export function linearOf(colour: number): number[] {
  return [16, 8, 0].map((shift) => decoded(((colour >> shift) & 255) / 255));
}

function decoded(c: number): number {
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

function encoded(c: number): number {
  return c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055;
}

const decodedSteps = Float32Array.from({ length: STEPS }, (_, k) => decoded(k / (STEPS - 1)));

/** Returns the OKLab coordinates of linear sRGB, lightness first. */
export function labOf([r, g, b]: readonly number[]): number[] {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function rgbOf([lightness, a, b]: readonly number[]): number[] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}
