/** Colours of the pictures, and the scale from a number to a colour. */
import type { Colour, ColourScale } from './figure.ts';

export const INK: Colour = [0.13, 0.15, 0.19];
export const FAINT_INK: Colour = [0.42, 0.45, 0.5];
export const PAPER: Colour = [0.985, 0.985, 0.98];
export const SHEET: Colour = [0.15, 0.44, 0.72];
/** Colour of the underside of a sheet, which makes folds visible. */
export const UNDERSIDE: Colour = [0.93, 0.67, 0.25];
export const SOLID: Colour = [0.71, 0.69, 0.67];
export const FLOOR: readonly [Colour, Colour] = [
  [0.9, 0.89, 0.87],
  [0.77, 0.77, 0.76],
];
export const WALL: readonly [Colour, Colour] = [
  [0.8, 0.84, 0.88],
  [0.76, 0.805, 0.85],
];

/** Dark blue over violet and orange to pale yellow: darker is less, also in greyscale. */
const STOPS: readonly Colour[] = [
  [0.07, 0.1, 0.32],
  [0.29, 0.12, 0.5],
  [0.56, 0.16, 0.5],
  [0.8, 0.26, 0.38],
  [0.95, 0.45, 0.22],
  [0.99, 0.7, 0.24],
  [0.99, 0.95, 0.66],
];

export function colourOf(value: number, { min, max }: Pick<ColourScale, 'min' | 'max'>): Colour {
  const share = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
  const at = share * (STOPS.length - 1);
  const i = Math.min(STOPS.length - 2, Math.floor(at));
  const [a, b] = [STOPS[i], STOPS[i + 1]];
  return [0, 1, 2].map((c) => a[c] + (at - i) * (b[c] - a[c])) as unknown as Colour;
}

/** Converts an sRGB component to linear light (IEC 61966-2-1). */
export function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Converts linear light to an sRGB component. */
export function screen(light: number): number {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
}
