/** Pins of a cloth in a scene: by corner or edge of a rectangle, by vertices of a mesh, or near a point. */
import { z } from 'zod';
import { keyframes, place, quantity, rotation } from '../../../schema/fields.ts';
import { LIMITS } from '../../../schema/limits.ts';
import type { Problem } from '../../../schema/problem.ts';
import { type GridPlace, gridPoints, pinKeyframe, placeNames } from '../../places.ts';

const index = () => z.int().min(0);

const clothPlace = z
  .union([
    z.enum(placeNames),
    z.tuple([index(), index()]),
    z
      .strictObject({
        near: place('Pins the vertex nearest to this point, in the cloth’s own frame.').optional(),
        within: quantity(
          'm',
          { min: 0, max: 1e6 },
          'Pins every other vertex within this distance of it.',
        ).default(0),
        vertices: z
          .array(index())
          .min(1)
          .max(LIMITS.vertices)
          .meta({ description: 'Pins these vertices instead, numbered as in the mesh.' })
          .optional(),
      })
      .refine(({ near, vertices }) => (near === undefined) !== (vertices === undefined), {
        error: 'must have either near or vertices',
      }),
  ])
  .meta({
    description:
      'For a rectangle a corner, an edge, or [column, row] of its cells’ corners, [0, 0] at the top left; for any cloth near a point, or vertices.',
  });

const clothPinKeyframe = z
  .strictObject({
    ...pinKeyframe.shape,
    offset: pinKeyframe.shape.offset.default([0, 0, 0]),
    rotation: rotation
      .meta({
        title: 'Rotation',
        description: 'Rotation about the middle of the box around the pinned vertices; default: none.',
      })
      .optional(),
  })
  .meta({ title: 'Cloth pin keyframe' });

const clothPin = z
  .strictObject({
    at: clothPlace,
    keyframes: keyframes(
      clothPinKeyframe,
      'Moves and turns the pinned vertices, evenly between entries; none: they stay.',
    ).default([]),
  })
  .meta({ title: 'Cloth pin' });

export const clothPins = z
  .array(clothPin)
  .max(LIMITS.pins)
  .meta({
    description:
      'Vertices that are held, or moved by keyframes, and those that refinement adds between those of one pin.',
  })
  .default([]);

export type ClothPin = z.output<typeof clothPin>;

/** The shape of a cloth in its own frame. */
export interface PinnedShape {
  /** Corners of cells a side of a rectangle. */
  readonly grid?: readonly [columns: number, rows: number];
  /** Size of a rectangle, m. */
  readonly size: readonly [number, number];
  /** Number of vertices in scenes: those of the file, or of the rectangle's grid. */
  readonly count: number;
}

export function clothPinChecks(
  held: readonly ClothPin[],
  { grid, count }: PinnedShape,
  path: string,
): Problem[] {
  return held.flatMap(({ at }, i) => {
    const here = `${path}.pins[${i}].at`;
    if (typeof at === 'string' || Array.isArray(at)) {
      if (!grid) {
        const message = 'a mesh has no corners, edges, columns or rows; give { near } or { vertices }';
        return [{ path: here, message }];
      }
      if (typeof at === 'string' || (at[0] < grid[0] && at[1] < grid[1])) return [];
      const message = `[${at.join(', ')}] is outside the cells; columns are 0 to ${grid[0] - 1}, rows 0 to ${grid[1] - 1}`;
      return [{ path: here, message }];
    }
    const wrong = at.vertices?.find((vertex) => vertex >= count);
    if (wrong === undefined) return [];
    return [{ path: `${here}.vertices`, message: `there is no vertex ${wrong}; there are ${count}` }];
  });
}

/** Vertices of the cloth at the start, after refinement. */
export interface StartVertices {
  readonly count: number;
  /** Material coordinates u, v of each, m. */
  readonly places: ArrayLike<number>;
  /** World position x, y, z of each, m. */
  readonly positions: ArrayLike<number>;
  /** Vertex by number in the scene; −1 none. */
  readonly numbered: ArrayLike<number>;
}

type Point = readonly [number, number, number];

/** Returns the vertices of a pin in rising order; `toWorld` transforms from the cloth's own frame. */
export function pinnedVertices(
  at: ClothPin['at'],
  shape: PinnedShape,
  start: StartVertices,
  toWorld: (x: number, y: number, z: number) => Point,
): number[] {
  if (typeof at === 'string' || Array.isArray(at)) return onGrid(at, shape, start);
  if (at.vertices) {
    const held = new Set(at.vertices.map((vertex) => start.numbered[vertex]));
    return [...held].filter((vertex) => vertex >= 0).sort((a, b) => a - b);
  }
  return nearTo(toWorld(...(at.near as [number, number, number])), at.within, start.positions);
}

/** Returns the point nearest to a place and all within a distance of it; `points`: x, y, z each. */
export function nearTo([x, y, z]: Point, within: number, points: ArrayLike<number>): number[] {
  const distance = Float64Array.from({ length: points.length / 3 }, (_, i) => {
    const [dx, dy, dz] = [points[3 * i] - x, points[3 * i + 1] - y, points[3 * i + 2] - z];
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  });
  const nearest = distance.indexOf(distance.reduce((a, b) => Math.min(a, b), Infinity));
  const held: number[] = [];
  distance.forEach((d, i) => {
    if (i === nearest || d <= within) held.push(i);
  });
  return held;
}

/** Returns the vertices of a place of the rectangle, also those between corners of cells along an edge. */
function onGrid(at: GridPlace, { size, grid = [2, 2] }: PinnedShape, start: StartVertices): number[] {
  const ends = gridPoints(at, grid).map(([column, row]) => gridPlace(column, row, size, grid));
  const range = (axis: number) => {
    const along = ends.map((end) => end[axis]);
    return [Math.min(...along), Math.max(...along)];
  };
  const [[left, right], [bottom, top]] = [range(0), range(1)];
  // Material coordinates are exact binary fractions of cells; this covers their rounding.
  const slack = 1e-9 * Math.max(...size);
  const held: number[] = [];
  for (let i = 0; i < start.count; i++) {
    const [u, v] = [start.places[2 * i], start.places[2 * i + 1]];
    const inside = u >= left - slack && u <= right + slack && v >= bottom - slack && v <= top + slack;
    if (inside) held.push(i);
  }
  return held;
}

/** Returns u and v of a corner of cells, m. */
export function gridPlace(
  column: number,
  row: number,
  [width, height]: readonly [number, number],
  [columns, rows]: readonly [number, number],
): [number, number] {
  return [(column / (columns - 1) - 0.5) * width, (0.5 - row / (rows - 1)) * height];
}
