/** Reports of the lines along which surfaces pass through each other. */
import { findCrossings, type Surface } from './crossings.ts';
import { findContours } from './intersection-contours.ts';
import { connect } from './surface-geometry.ts';

/** Lines that a warning describes; it counts the others. */
const MOST_DESCRIBED = 5;

/** A line along which two surfaces pass through each other. */
export interface Crossed {
  /** Names of the bodies or colliders. */
  readonly between: readonly [string, string];
  /** Number of edges that pass through triangles along it. */
  readonly crossings: number;
  /** Length of the line, m. */
  readonly length: number;
  /** Whether a direction out is known. */
  readonly resolvable: boolean;
}

/**
 * Finds the lines along which a surface passes through itself or another, the longest first; `names` are those of owners.
 */
export function crossedLines(given: Surface, names: readonly string[]): Crossed[] {
  const surface = { ...given, ...connect(given.triangles, given.points.length / 3) };
  const { list } = findContours(surface, findCrossings(surface));
  const sorted = [...list].sort((a, b) => b.length - a.length || a.crossings[0] - b.crossings[0]);
  return sorted.map(({ owners, crossings, length, resolvable }) => ({
    between: [names[owners[0]], names[owners[1]]],
    crossings: crossings.length,
    length,
    resolvable,
  }));
}

/** Returns a warning about such lines at the end of a run; undefined if there are none. */
export function crossingWarning(crossed: readonly Crossed[]): string | undefined {
  if (crossed.length === 0) return undefined;
  const lines = crossed.slice(0, MOST_DESCRIBED).map(({ between: [a, b], crossings, length, resolvable }) => {
    const pair = a === b ? `"${a}" passes through itself` : `"${a}" and "${b}" pass through each other`;
    const why = resolvable ? '' : ', and no way out was found';
    return `${pair} along ${length.toPrecision(3)} m (${crossings} ${crossings === 1 ? 'edge' : 'edges'})${why}`;
  });
  const more = crossed.length > MOST_DESCRIBED ? `; ${crossed.length - MOST_DESCRIBED} more` : '';
  return `${lines.join('; ')}${more}`;
}
