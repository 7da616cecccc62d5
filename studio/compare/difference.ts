/** Two runs coloured by how far their corresponding points are apart. */
import type { QuantityKind } from 'pliant/engine';
import type { Look } from '../look/look.ts';
import type { WholeFrame } from './compared-run.ts';

export const DIFFERENCE: QuantityKind = {
  name: 'difference',
  title: 'Difference',
  unit: 'm',
  scale: 'sequential',
  range: { ends: 'from-zero', least: 1e-5 },
  about: 'Distance to the same point of the sheet, or the same particle, in the other run.',
};

export function isByDifference({ colour }: Pick<Look, 'colour'>): boolean {
  return colour === DIFFERENCE.name;
}

/** What the worlds are asked for: distances are taken between masses, so surfaces made of them are not. */
export function askedOf(look: Look): Look {
  return isByDifference(look) ? { ...look, colour: '', smooth: false, layers: 'bottom' } : look;
}

/** The frame with its particles' distances, in m and by body, in place of what else could colour them. */
export function byDifference(
  frame: WholeFrame,
  distances: readonly (Float32Array | undefined)[],
): WholeFrame {
  const { drawn } = frame;
  const request = { ...drawn.request, colour: DIFFERENCE.name };
  // Surfaces of matter come without distances: they are made anew.
  return { ...frame, drawn: { ...drawn, request, values: distances, surfaces: [] } };
}
