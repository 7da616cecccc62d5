/** Colours that tell a number: from cold to hot, from fluid to solid, from rest to strain. */
import { Color } from 'three';
import type { MatterColour } from '../matter-drawings.ts';

/** sRGB, evenly spaced; lightness turns once for temperature, with the middle light, and rises evenly for the others. */
const RAMPS: Record<Exclude<MatterColour, 'object'>, readonly number[]> = {
  temperature: [0x1f4e9c, 0x4f93cf, 0xb9dbe6, 0xf6ecd2, 0xf4b35e, 0xdd6427, 0x9c1f1a],
  phase: [0xe7a33c, 0x8f9aa0, 0x2f5d8c],
  strain: [0xdcd8cc, 0xd9b27c, 0xc4623a, 0x7b1d2e],
};
const STEPS = 256;

/** Linear red, green, blue of 256 steps. */
const tables = new Map<string, Float32Array>();

function tableOf(colour: Exclude<MatterColour, 'object'>): Float32Array {
  const known = tables.get(colour);
  if (known) return known;
  const stops = RAMPS[colour];
  const table = new Float32Array(3 * STEPS);
  const [from, to] = [new Color(), new Color()];
  for (let k = 0; k < STEPS; k++) {
    const at = (k / (STEPS - 1)) * (stops.length - 1);
    const stop = Math.min(stops.length - 2, Math.floor(at));
    from
      .setHex(stops[stop])
      .lerp(to.setHex(stops[stop + 1]), at - stop)
      .toArray(table, 3 * k);
  }
  tables.set(colour, table);
  return table;
}

/** Evenly spaced, as CSS writes them. */
export function rampStops(colour: Exclude<MatterColour, 'object'>): string[] {
  return RAMPS[colour].map((stop) => `#${stop.toString(16).padStart(6, '0')}`);
}

/** As CSS, for a legend. */
export function rampText(colour: Exclude<MatterColour, 'object'>): string {
  return `linear-gradient(to right, ${rampStops(colour).join(', ')})`;
}

const linear = Float32Array.from({ length: STEPS }, (_, k) => {
  const share = k / (STEPS - 1);
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Linear colours of numbers within `range`; `from` and `stride` say where they are. */
export function paintNumbers(
  colour: Exclude<MatterColour, 'object'>,
  numbers: ArrayLike<number>,
  [from, stride]: readonly [number, number],
  [low, high]: readonly [number, number],
  into: Float32Array,
): void {
  const table = tableOf(colour);
  const factor = high > low ? (STEPS - 1) / (high - low) : 0;
  for (let i = from, k = 0; i < numbers.length; i += stride, k += 3) {
    const step = 3 * Math.round(Math.min(STEPS - 1, Math.max(0, (numbers[i] - low) * factor)));
    into[k] = table[step];
    into[k + 1] = table[step + 1];
    into[k + 2] = table[step + 2];
  }
}

/** Linear colours of sRGB ones, the first three of every `stride` numbers. */
export function paintOwn(numbers: ArrayLike<number>, stride: number, into: Float32Array): void {
  for (let i = 0, k = 0; i < numbers.length; i += stride, k += 3) {
    for (let c = 0; c < 3; c++) {
      into[k + c] = linear[Math.round(Math.min(1, Math.max(0, numbers[i + c])) * (STEPS - 1))];
    }
  }
}
