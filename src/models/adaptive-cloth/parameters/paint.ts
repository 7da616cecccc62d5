/** Paint of a cloth in a scene: numbers for every vertex of its start mesh, from lists, colours or gradients. */
import { z } from 'zod';
import { choice, quantity } from '../../../schema/fields.ts';
import { LIMITS } from '../../../schema/limits.ts';
import type { Problem } from '../../../schema/problem.ts';

const CHANNELS = ['red', 'green', 'blue', 'alpha'] as const;
const AXES = ['u', 'v'] as const;

function paintMap(most: number, help: string) {
  const value = { min: 0, max: most };
  return z
    .union([
      z.array(z.number().min(0).max(most)).min(1).max(LIMITS.vertices),
      z.strictObject({
        by: choice(
          [...AXES, ...CHANNELS],
          'u or v: from the least to the greatest of that pattern coordinate; red, green, blue or alpha: the colour of the vertex, 0 to 1.',
        ),
        from: quantity('1', value, 'Value at the least.').default(0),
        to: quantity('1', value, 'Value at the greatest.').default(1),
      }),
    ])
    .meta({ description: `${help} A list with a number for each vertex of the mesh, or a gradient.` })
    .optional();
}

export const paint = z
  .strictObject({
    stretch: paintMap(1e6, 'Factor on stretch and shear stiffness.'),
    bend: paintMap(1e6, 'Factor on bending stiffness.'),
    pin: paintMap(1, 'Weight of pins at the start positions: 0 free, between 0 and 1 a spring, 1 pinned.'),
  })
  .meta({ title: 'Paint', description: 'Stiffness and pins that vary over the cloth.' });

export type PaintParameters = z.output<typeof paint>;
type PaintMap = NonNullable<PaintParameters['stretch']>;

/** The cloth that paint is put on. */
export interface Canvas {
  /** Number of vertices in lists: those of the file, or of the rectangle's grid. */
  readonly count: number;
  /** Number of vertices of the start mesh. */
  readonly vertices: number;
  /** Vertex of the start mesh by vertex in lists; −1 none. */
  readonly welded: ArrayLike<number>;
  /** Material coordinates u, v of each vertex of the start mesh, m. */
  readonly places: ArrayLike<number>;
  readonly colours?: readonly (readonly number[])[];
}

const KEYS = ['stretch', 'bend', 'pin'] as const;

export function paintChecks(
  chosen: PaintParameters,
  { count, colours }: Pick<Canvas, 'count' | 'colours'>,
  path: string,
): Problem[] {
  return KEYS.flatMap((key) => {
    const map = chosen[key];
    if (map === undefined) return [];
    if (Array.isArray(map)) {
      if (map.length === count) return [];
      return [
        { path: `${path}.${key}`, message: `has ${map.length} numbers, and there are ${count} vertices` },
      ];
    }
    if (isAxis(map.by) || colours) return [];
    return [{ path: `${path}.${key}.by`, message: 'the mesh has no colours of vertices' }];
  });
}

/** Returns the numbers for each vertex of the start mesh. */
export function painted(chosen: PaintParameters, canvas: Canvas) {
  const entries = KEYS.flatMap((key) => {
    const map = chosen[key];
    return map === undefined ? [] : [[key, valuesOf(map, canvas)] as const];
  });
  return Object.fromEntries(entries) as Partial<Record<(typeof KEYS)[number], Float64Array>>;
}

function valuesOf(map: PaintMap, canvas: Canvas): Float64Array {
  if (Array.isArray(map)) return spread(canvas, (i) => map[i]);
  const { by, from, to } = map;
  if (!isAxis(by)) {
    const channel = CHANNELS.indexOf(by);
    return spread(canvas, (i) => from + (to - from) * (canvas.colours?.[i][channel] ?? 0));
  }
  const axis = AXES.indexOf(by);
  const at = Float64Array.from({ length: canvas.vertices }, (_, i) => canvas.places[2 * i + axis]);
  const low = at.reduce((a, b) => Math.min(a, b), Infinity);
  const extent = at.reduce((a, b) => Math.max(a, b), -Infinity) - low;
  return at.map((x) => from + (extent > 0 ? (to - from) * ((x - low) / extent) : 0));
}

/** Returns values by vertex of the start mesh: the mean over those that were welded into it. */
function spread({ count, vertices, welded }: Canvas, value: (i: number) => number): Float64Array {
  const sum = new Float64Array(vertices);
  const parts = new Int32Array(vertices);
  for (let i = 0; i < count; i++) {
    if (welded[i] < 0) continue;
    sum[welded[i]] += value(i);
    parts[welded[i]]++;
  }
  return sum.map((total, vertex) => total / Math.max(1, parts[vertex]));
}

function isAxis(by: string): by is (typeof AXES)[number] {
  return by === 'u' || by === 'v';
}
