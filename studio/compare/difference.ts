/** The view of two runs by the distance of their corresponding points. */
import type { ViewKind } from 'pliant/engine';
import type { Look } from '../look/look.ts';
import type { WholeFrame } from './compared-run.ts';

export const DIFFERENCE: ViewKind = {
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

/** Returns the request to the workers: distances are between particles, so no other surfaces are drawn. */
export function askedOf(look: Look): Look {
  return isByDifference(look) ? { ...look, colour: '', smooth: false, layers: 'bottom' } : look;
}

/** Returns the frame with the distances of its particles, m, by body, as values of the view. */
export function byDifference(
  frame: WholeFrame,
  distances: readonly (Float32Array | undefined)[],
): WholeFrame {
  const { drawn } = frame;
  const request = { ...drawn.request, colour: DIFFERENCE.name };
  // The worker's surfaces of matter have no distances: the page makes others.
  return { ...frame, drawn: { ...drawn, request, values: distances, surfaces: [] } };
}
