/** Rows of the parameter table that sheets of several models have. */
import { z } from 'zod';
import { quantity } from '../schema/fields.ts';
import { LIMITS } from '../schema/limits.ts';
import { pin, reachingPin } from './pin.ts';

const limitHelp = 'Springs longer than 1 + this times their rest length are pulled back (Provot); 0 = off.';

export function elongationLimitRow(usual: number) {
  return quantity('1', { min: 0, max: 10 }, limitHelp).default(usual);
}

/** `normal`: where the sheet's normal points at the start, such as "+y". */
export function pressureRow(normal: string) {
  const help = `Pressure on the whole sheet along its normal (local ${normal} at the start).`;
  return quantity('Pa', { min: -1e7, max: 1e7 }, help).default(0);
}

export const jitterRow = quantity(
  'm',
  { min: 0, max: 1 },
  'Random shift of each free mass out of the plane at the start, up to this much; drawn from the seed.',
).default(0);

const pinsHelp = 'Points that are held, or moved by keyframes.';

/** Pins of sheets of one layer. */
export const pins = z.array(pin).max(LIMITS.pins).meta({ description: pinsHelp }).default([]);

/** Pins of sheets with layers. */
export const reachingPins = z.array(reachingPin).max(LIMITS.pins).meta({ description: pinsHelp }).default([]);
