/**
 * The outline of a piece of flat matter that broke off: as broken-surface.ts, in the two triangles that each square of the
 * grid is cut into. What is inside fills each as a polygon, whose sides lie within the matter, on its skin or on the break.
 */
import { BREAK, BrokenField, SKIN } from './broken-field.ts';
import type { IsosurfaceOptions } from './isosurface.ts';

export interface BrokenOutline {
  /** x, y of each point, m. */
  readonly points: readonly number[];
  /** The inside, anticlockwise. */
  readonly triangles: readonly number[];
  /** Two points a side, matter on the left: of the skin, and of what broke. */
  readonly sides: readonly [readonly number[], readonly number[]];
}

const TRIANGLES = [
  [0, 1, 3],
  [0, 3, 2],
] as const;
/** Of a side that lies on none of the two. */
const WITHIN = -1;

/** A corner of a polygon, and what the side after it lies on: a side of the grid's triangle, or one of the fields. */
interface Corner {
  readonly nodes: readonly number[];
  /** The field that is 0 there; both in a triangle of three nodes, none at a node. */
  readonly field: number;
  readonly isKept: boolean;
  readonly side: number;
}

/** `own`, `lost`: x, y, z of the piece's particles and of where those would be that it lost, m; z counts for nothing. */
export function brokenOutline(
  own: ArrayLike<number>,
  lost: ArrayLike<number>,
  options: Omit<IsosurfaceOptions, 'style'>,
): BrokenOutline {
  const field = new BrokenField(own, lost, options, true);
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
  const corners = new Int32Array(4);
  const blockNodes = field.nodeCount / field.blockCount;
  for (let block = 0; block < field.blockCount; block++) {
    for (let node = 0; node < blockNodes; node++) {
      if (!field.corners(block, node, corners)) continue;
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

/** What both fields leave of a triangle of nodes. */
function polygonIn(nodes: readonly number[], field: BrokenField): Corner[] {
  const [skin, side] = field.values;
  const whole = nodes.map((n): Corner => ({ nodes: [n], field: WITHIN, isKept: skin[n] > 0, side: WITHIN }));
  const within = clipped(whole, SKIN).map((corner): Corner => {
    const [a, b] = corner.nodes;
    return { ...corner, isKept: b === undefined ? side[a] > 0 : field.isKept(SKIN, a, b) };
  });
  return clipped(within, BREAK);
}

/** The corners that are kept, and those between them and the others. */
function clipped(polygon: readonly Corner[], field: number): Corner[] {
  return polygon.flatMap((corner, k) => {
    const next = polygon[(k + 1) % polygon.length];
    if (corner.isKept === next.isKept) return corner.isKept ? [corner] : [];
    const nodes = [...new Set([...corner.nodes, ...next.nodes])];
    // The way goes on along the field's own side where it leaves, and along the polygon's where it comes back.
    const between = { nodes, field, isKept: true, side: corner.isKept ? field : corner.side };
    return corner.isKept ? [corner, between] : [between];
  });
}
