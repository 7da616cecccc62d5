/** Pins of a cloth in a scene: by corner or edge of a rectangle, by vertices of a mesh, or by what is near a place. */
import { z } from 'zod';
import { place, quantity } from '../../../schema/fields.ts';
import { LIMITS } from '../../../schema/limits.ts';
import type { Problem } from '../../../schema/problem.ts';
import { type GridPlace, gridPoints, pin, placeNames } from '../../places.ts';

const index = () => z.int().min(0);

const clothPlace = z
  .union([
    z.enum(placeNames),
    z.tuple([index(), index()]),
    z
      .strictObject({
        near: place('Holds the vertex nearest to this place, in the cloth’s own frame.').optional(),
        within: quantity('m', { min: 0, max: 1e6 }, 'And every other within this distance of it.').default(0),
        vertices: z
          .array(index())
          .min(1)
          .max(LIMITS.vertices)
          .meta({ description: 'Or holds these vertices, numbered as the mesh has them.' })
          .optional(),
      })
      .refine(({ near, vertices }) => (near === undefined) !== (vertices === undefined), {
        error: 'must have either near or vertices',
      }),
  ])
  .meta({
    description:
      'Of a rectangle: a corner, an edge, or [column, row] of its cells’ corners, [0, 0] at the top left. Of any cloth: near a place, or vertices.',
  });

const clothPin = z.strictObject({ ...pin.shape, at: clothPlace }).meta({ title: 'Cloth pin' });

export const clothPins = z
  .array(clothPin)
  .max(LIMITS.pins)
  .meta({
    description:
      'Vertices that are held, or moved by keyframes, with what is refined between those of one pin.',
  })
  .default([]);

export type ClothPin = z.output<typeof clothPin>;

/** The cloth before it is placed, as pins see it. */
export interface PinnedShape {
  /** Corners of cells a side, of a rectangle. */
  readonly grid?: readonly [columns: number, rows: number];
  /** m */
  readonly size: readonly [number, number];
  /** Vertices that can be numbered: those of the file, or of the rectangle's grid. */
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

/** Vertices of the cloth as it is at the start, refined or not. */
export interface StartVertices {
  readonly count: number;
  /** m: u, v of each in the pattern. */
  readonly places: ArrayLike<number>;
  /** m: x, y, z of each in the room. */
  readonly room: ArrayLike<number>;
  /** The vertex that each numbered one has become; −1 none. */
  readonly numbered: ArrayLike<number>;
}

type Point = readonly [number, number, number];

/** Vertices that a pin holds, in rising order; `toRoom` puts a place of the cloth's own frame into the room. */
export function pinnedVertices(
  at: ClothPin['at'],
  shape: PinnedShape,
  start: StartVertices,
  toRoom: (x: number, y: number, z: number) => Point,
): number[] {
  if (typeof at === 'string' || Array.isArray(at)) return onGrid(at, shape, start);
  if (at.vertices) {
    const held = new Set(at.vertices.map((vertex) => start.numbered[vertex]));
    return [...held].filter((vertex) => vertex >= 0).sort((a, b) => a - b);
  }
  return nearTo(toRoom(...(at.near as [number, number, number])), at.within, start.room);
}

/** The point nearest to a place and all within a distance of it; `points`: x, y, z each. */
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

/** Also what lies between the corners of cells along an edge. */
function onGrid(at: GridPlace, { size, grid = [2, 2] }: PinnedShape, start: StartVertices): number[] {
  const ends = gridPoints(at, grid).map(([column, row]) => gridPlace(column, row, size, grid));
  const range = (axis: number) => {
    const along = ends.map((end) => end[axis]);
    return [Math.min(...along), Math.max(...along)];
  };
  const [[left, right], [bottom, top]] = [range(0), range(1)];
  // Places are exact halves of halves of cells; this much covers their rounding.
  const slack = 1e-9 * Math.max(...size);
  const held: number[] = [];
  for (let i = 0; i < start.count; i++) {
    const [u, v] = [start.places[2 * i], start.places[2 * i + 1]];
    const inside = u >= left - slack && u <= right + slack && v >= bottom - slack && v <= top + slack;
    if (inside) held.push(i);
  }
  return held;
}

/** u and v of a corner of cells, m. */
export function gridPlace(
  column: number,
  row: number,
  [width, height]: readonly [number, number],
  [columns, rows]: readonly [number, number],
): [number, number] {
  return [(column / (columns - 1) - 0.5) * width, (0.5 - row / (rows - 1)) * height];
}
