/** Sheets refined at random, as the pictures and the surface need them: cells of a quadtree, level by level. */
import type { RefinementMap } from '../../../src/core/refinement.ts';

/** From a fixed start, so that a failure comes again. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A quadtree of square cells whose neighbours, also over a corner, differ by one level at most. */
export function randomRefinement(seed: number, points: [number, number], maxLevel: number): RefinementMap {
  const random = seeded(seed);
  const columns = (points[0] - 1) << maxLevel;
  const rows = (points[1] - 1) << maxLevel;
  const levels = new Int32Array(columns * rows);
  const at = (column: number, row: number) => levels[row * columns + column];
  const split = (column: number, row: number): void => {
    const level = at(column, row);
    const side = 1 << (maxLevel - level);
    const [left, top] = [column - (column % side), row - (row % side)];
    for (let r = Math.max(0, top - 1); r <= Math.min(rows - 1, top + side); r++) {
      for (let c = Math.max(0, left - 1); c <= Math.min(columns - 1, left + side); c++) {
        while (at(c, r) < level) split(c, r);
      }
    }
    for (let r = top; r < top + side; r++) {
      levels.fill(level + 1, r * columns + left, r * columns + left + side);
    }
  };
  const places = Math.floor(random() * points[0] * points[1] * 0.5);
  for (let k = 0; k < places; k++) {
    const [column, row] = [Math.floor(random() * columns), Math.floor(random() * rows)];
    const deepest = Math.ceil(random() * maxLevel);
    while (at(column, row) < deepest) split(column, row);
  }
  return mapOf(levels, points, maxLevel);
}

function mapOf(levels: Int32Array, points: [number, number], maxLevel: number): RefinementMap {
  const columns = (points[0] - 1) << maxLevel;
  const cells: number[] = [];
  for (let i = 0; i < levels.length; i++) {
    const side = 1 << (maxLevel - levels[i]);
    const [column, row] = [i % columns, Math.floor(i / columns)];
    if (column % side === 0 && row % side === 0) cells.push(column, row, side, levels[i]);
  }
  const flat = Int32Array.from(cells);
  return {
    size: [points[0] - 1, points[1] - 1],
    points,
    room: maxLevel,
    maxLevel,
    cells: flat,
    masses: massesOf(flat, maxLevel),
  };
}

/** A corner of a cell is a mass unless it lies half-way along an edge of a coarser cell; its level is the coarsest. */
function massesOf(cells: Int32Array, maxLevel: number): number[] {
  const corners = new Map<string, number>();
  const middles = new Set<string>();
  for (let k = 0; k < cells.length; k += 4) {
    const [c, r, side, level] = cells.subarray(k, k + 4);
    for (const [x, y] of [
      [c, r],
      [c + side, r],
      [c, r + side],
      [c + side, r + side],
    ]) {
      const key = `${x},${y}`;
      corners.set(key, Math.min(corners.get(key) ?? level, level));
    }
    const half = side / 2;
    for (const [x, y] of [
      [c + half, r],
      [c + half, r + side],
      [c, r + half],
      [c + side, r + half],
    ]) {
      middles.add(`${x},${y}`);
    }
  }
  const masses = new Array(maxLevel + 1).fill(0);
  for (const [key, level] of corners) if (!middles.has(key)) masses[level]++;
  return masses;
}

export interface FlatTriangles {
  places: Float64Array;
  triangles: number[];
  /** Width and height, m. */
  size: readonly [number, number];
}

/** All corners of cells, and each cell as a fan that takes in the corners of finer cells along its edges. */
export function refinedTriangles({ cells, size, points, room }: RefinementMap): FlatTriangles {
  const columns = (points[0] - 1) << room;
  const rows = (points[1] - 1) << room;
  const numbers = new Map<number, number>();
  const places: number[] = [];
  const corner = (c: number, r: number): void => {
    const key = r * (columns + 1) + c;
    if (numbers.has(key)) return;
    numbers.set(key, numbers.size);
    places.push((c / columns - 0.5) * size[0], (0.5 - r / rows) * size[1]);
  };
  const number = (c: number, r: number) => numbers.get(r * (columns + 1) + c);
  for (let k = 0; k < cells.length; k += 4) {
    const [c, r, side] = cells.subarray(k, k + 3);
    for (const [x, y] of [
      [c, r],
      [c + side, r],
      [c + side, r + side],
      [c, r + side],
    ]) {
      corner(x, y);
    }
  }
  const triangles: number[] = [];
  for (let k = 0; k < cells.length; k += 4) {
    const [c, r, side] = cells.subarray(k, k + 3);
    const half = side / 2;
    // Counter-clockwise as seen with v up: down the left side, along the bottom, up, and back.
    const ring = [
      [c, r],
      [c, r + half],
      [c, r + side],
      [c + half, r + side],
      [c + side, r + side],
      [c + side, r + half],
      [c + side, r],
      [c + half, r],
    ];
    const found = ring
      .map(([x, y], i) => ({ i, number: number(x, y) }))
      .filter((p) => p.number !== undefined);
    // From a middle, where there is one, no triangle of the fan is flat.
    const start = Math.max(
      0,
      found.findIndex(({ i }) => i % 2 === 1),
    );
    const fan = [...found.slice(start), ...found.slice(0, start)].map((p) => p.number!);
    for (let i = 1; i + 1 < fan.length; i++) triangles.push(fan[0], fan[i], fan[i + 1]);
  }
  return { places: Float64Array.from(places), triangles, size };
}
