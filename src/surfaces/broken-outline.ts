/**
 * The outline of a piece of flat matter that broke off: as broken-surface.ts, in the two triangles of each square of the
 * grid. The part of a triangle that is inside is a polygon, whose sides lie within the matter, on its outer surface or on
 * the break.
 */
import { blocksAround, nodeAt } from './block-field.ts';
import { BREAK, BrokenField, type BrokenOptions, OUTER } from './broken-field.ts';

export interface BrokenOutline {
  /** Positions x, y of the points, m. */
  readonly points: readonly number[];
  /** Triangles that fill the outline, anticlockwise. */
  readonly triangles: readonly number[];
  /** Sides on the outer surface and on the break, by field: two points per side, with matter on the left. */
  readonly sides: readonly [readonly number[], readonly number[]];
}

const TRIANGLES = [
  [0, 1, 3],
  [0, 3, 2],
] as const;
/** Field of a side that lies within the matter. */
const WITHIN = -1;

/** A corner of a polygon. */
interface Corner {
  /** The corner is a node, or a point on the edge of two or in the triangle of three. */
  readonly nodes: readonly number[];
  /** The field that is 0 there; any of both in a triangle. */
  readonly field: number;
  readonly isKept: boolean;
  /** The field that is 0 on the side from here to the next corner, or WITHIN. */
  readonly side: number;
}

/** `own`, `lost`: x, y, z of the piece's particles and of where the lost ones would be, m; z is ignored. */
export function brokenOutline(
  own: ArrayLike<number>,
  lost: ArrayLike<number>,
  options: BrokenOptions,
): BrokenOutline {
  const field = new BrokenField(own, lost, options, true);
  const { grid } = field;
  const points: number[] = [];
  const triangles: number[] = [];
  const sides: [number[], number[]] = [[], []];
  const known = new Map<string, number>();
  const pointAt = ({ nodes, field: which }: Corner) => {
    const sorted = [...nodes].sort((a, b) => a - b);
    const key = `${which} ${sorted.join(' ')}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const [a, b, c] = sorted;
    const [x, y] =
      sorted.length === 1
        ? [field.place(a, 0), field.place(a, 1)]
        : sorted.length === 2
          ? field.onEdge(which, a, b)
          : field.inTriangle(a, b, c);
    const made = points.push(x, y) / 2 - 1;
    known.set(key, made);
    return made;
  };
  const around = new Int32Array(4);
  for (let block = 0; block < grid.blockCount; block++) {
    blocksAround(grid, block, around);
    for (let node = 0; node < grid.blockNodes; node++) {
      const [i, j] = [node & 7, node >> 3];
      const corners = [0, 1, 2, 3].map((c) => nodeAt(around, i + (c & 1), j + (c >> 1), 0, grid.blockNodes));
      if (corners.includes(-1)) continue;
      for (const triangle of TRIANGLES) {
        const polygon = polygonIn(
          triangle.map((corner) => corners[corner]),
          field,
        );
        const ids = polygon.map(pointAt);
        for (let k = 2; k < ids.length; k++) triangles.push(ids[0], ids[k - 1], ids[k]);
        polygon.forEach(({ side }, k) => {
          if (side !== WITHIN) sides[side].push(ids[k], ids[(k + 1) % ids.length]);
        });
      }
    }
  }
  return { points, triangles, sides };
}

/** Part of a triangle of nodes in which both fields are positive. */
function polygonIn(nodes: readonly number[], field: BrokenField): Corner[] {
  const [outer, side] = field.values;
  const whole = nodes.map((n): Corner => ({ nodes: [n], field: WITHIN, isKept: outer[n] > 0, side: WITHIN }));
  const within = clipped(whole, OUTER).map((corner): Corner => {
    const [a, b] = corner.nodes;
    return { ...corner, isKept: b === undefined ? side[a] > 0 : field.isKept(OUTER, a, b) };
  });
  return clipped(within, BREAK);
}

/** Corners that are kept, and those between them and the others, at which `field` is 0. */
function clipped(polygon: readonly Corner[], field: number): Corner[] {
  return polygon.flatMap((corner, k) => {
    const next = polygon[(k + 1) % polygon.length];
    if (corner.isKept === next.isKept) return corner.isKept ? [corner] : [];
    const nodes = [...new Set([...corner.nodes, ...next.nodes])];
    // The outline leaves along the field's zero line and returns along the side of the polygon.
    const between = { nodes, field, isKept: true, side: corner.isKept ? field : corner.side };
    return corner.isKept ? [corner, between] : [between];
  });
}
