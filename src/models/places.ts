/** Named points of sheets: corners, edges and grid points, with [0, 0] at the top left; and their pins. */
import { z } from 'zod';
import type { Body } from '../core/body.ts';
import type { Keyframe } from '../core/pins.ts';
import { keyframes, place, quantity } from '../schema/fields.ts';
import { LIMITS } from '../schema/limits.ts';
import type { Problem } from '../schema/problem.ts';
import type { BodyParameters, Places, SeamGrid } from './model.ts';

const corners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;
export const placeNames = [...corners, 'top', 'bottom', 'left', 'right'] as const;

const index = () => z.int().min(0);

/** A grid point, or a named row or column of them. */
export const gridPlace = z
  .union([z.enum(placeNames), z.tuple([index(), index()])])
  .meta({ description: 'A corner, an edge, or [column, row]; [0, 0] is the top-left corner.' });

/** One point of a body. */
export const bodyPlace = z
  .union([
    z.enum(corners),
    z.literal('centre'),
    z.tuple([index(), index()]),
    z.strictObject({
      near: place('Where the vertex is at the start, in the cloth’s own frame; the nearest one counts.'),
    }),
  ])
  .meta({ description: 'A corner, "centre", or [column, row]; of an adaptive cloth also { near }.' });

export type GridPlace = z.output<typeof gridPlace>;
export type BodyPlace = z.output<typeof bodyPlace>;
export type GridPoint = readonly [column: number, row: number];

/** Returns the grid points of a place in the order of the grid. */
export function gridPoints(at: GridPlace | 'centre', [columns, rows]: GridPoint): GridPoint[] {
  if (typeof at !== 'string') return [at];
  const right = columns - 1;
  const bottom = rows - 1;
  switch (at) {
    case 'top-left':
      return [[0, 0]];
    case 'top-right':
      return [[right, 0]];
    case 'bottom-left':
      return [[0, bottom]];
    case 'bottom-right':
      return [[right, bottom]];
    case 'centre':
      return [[Math.floor(right / 2), Math.floor(bottom / 2)]];
    case 'top':
    case 'bottom':
      return Array.from({ length: columns }, (_, c) => [c, at === 'top' ? 0 : bottom] as const);
    case 'left':
    case 'right':
      return Array.from({ length: rows }, (_, r) => [at === 'left' ? 0 : right, r] as const);
  }
}

export const pinKeyframe = z
  .strictObject({
    time: quantity('s', { min: 0, max: 1e9 }, 'When.'),
    offset: place('Distance from where the pin began.'),
  })
  .meta({ title: 'Pin keyframe' });

export const pin = z
  .strictObject({
    at: gridPlace,
    keyframes: keyframes(
      pinKeyframe,
      'Moves the pinned points, linearly between entries; none: they stay.',
    ).default([]),
  })
  .meta({ title: 'Pin' });

/** A pin of a sheet with layers, which may also pin the masses near it in every layer. */
const reachingPin = z
  .strictObject({
    ...pin.shape,
    reach: quantity(
      'm',
      { min: 0, max: 1e6 },
      'Pins also every mass of any layer within this distance in the sheet’s plane; a spacing makes it a clamp.',
    ).default(0),
  })
  .meta({ title: 'Reaching pin' });

const pinsHelp = 'Points that are held, or moved by keyframes.';

/** Pins of sheets of one layer, and of sheets with several. */
export const pins = z.array(pin).max(LIMITS.pins).meta({ description: pinsHelp }).default([]);
export const reachingPins = z.array(reachingPin).max(LIMITS.pins).meta({ description: pinsHelp }).default([]);

interface Pinned {
  readonly points: GridPoint;
  readonly pins: readonly { readonly at: GridPlace; readonly keyframes: readonly Keyframe[] }[];
}

/** Returns the pinned grid points with their keyframes: those of the last pin, if a point has several. */
export function pinnedPoints({ pins: held, points }: Pinned) {
  const last = new Map<number, readonly Keyframe[]>();
  for (const { at, keyframes: frames } of held) {
    for (const [column, row] of gridPoints(at, points)) last.set(row * points[0] + column, frames);
  }
  return [...last].map(([point, frames]) => ({
    column: point % points[0],
    row: Math.floor(point / points[0]),
    keyframes: frames,
  }));
}

export function pinChecks({ pins: held, points }: Pinned, path: string): Problem[] {
  return held.flatMap(({ at }, i) =>
    typeof at === 'string' ? [] : outsideGrid(at, points, `${path}.pins[${i}].at`),
  );
}

function outsideGrid([column, row]: GridPoint, [columns, rows]: GridPoint, path: string): Problem[] {
  if (column < columns && row < rows) return [];
  const message = `[${column}, ${row}] is outside the grid; columns are 0 to ${columns - 1}, rows 0 to ${rows - 1}`;
  return [{ path, message }];
}

type GridParameters = BodyParameters & { readonly points: GridPoint };
type GridBody = Body & { index(column: number, row: number): number };

/** Places of a body whose particles are in rows and columns. */
export const gridPlaces: Places<GridParameters, GridBody> = {
  check({ name, points }, at, path) {
    if (typeof at === 'string') return [];
    if (Array.isArray(at)) return outsideGrid(at, points, path);
    const message = `"${name}" has rows and columns; use a corner, "centre" or [column, row] instead of near`;
    return [{ path, message }];
  },
  position({ particles: { x, y, z } }, body, { points }, at) {
    const i = body.index(...gridPoints(at as GridPlace | 'centre', points)[0]);
    return [x[i], y[i], z[i]];
  },
};

/** Rows and columns of such a body, for seams. */
export const gridSeams: SeamGrid<GridParameters, GridBody> = {
  size: ({ points }) => points,
  particle: (body, _parameters, column, row) => body.index(column, row),
};
