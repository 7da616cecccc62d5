/**
 * Parts of a sheet on the wrong side: vertices, edges and faces in a solid or through a skin.
 *
 * The sheet is its middle surface, which should stay half a thickness away from everything; lying on a surface is far from
 * wrong. Wrong is anything deeper in a solid than TOLERANCE, and anything that meets a skin. A vertex counts once, an edge
 * if neither end counts, a face if no edge of it counts.
 */
import { vec3 } from 'pliant/engine';
import { BoxTree, triangleBoxes } from './box-tree.ts';
import { crossingsBetween, type Surface } from './crossings.ts';
import type { Point } from './distances.ts';
import { boxOf, type Obstacle, PlacedSolid } from './obstacle.ts';
import { segmentMeets } from './triangles.ts';

/** Tolerance of depths, m: a thousand roundings of a position, a hundredth of the thinnest sheet. */
export const TOLERANCE = 1e-6;

export interface WrongSide {
  obstacle: string;
  vertices: number;
  edges: number;
  faces: number;
  /** Largest depth, or largest reach through a skin, m. */
  depth: number;
}

export function wrongSides(sheet: Surface, obstacles: readonly Obstacle[], time: number): WrongSide[] {
  return obstacles.map((obstacle) => wrongSide(sheet, obstacle, obstacle.cornersAt(time)));
}

export function wrongSide(sheet: Surface, obstacle: Obstacle, corners: Float64Array): WrongSide {
  const features =
    obstacle.kind === 'solid'
      ? inSolid(sheet, new PlacedSolid(obstacle, corners), boxOf(corners, obstacle))
      : throughSkin(sheet, { positions: corners, triangles: obstacle.faces.flat() });
  return { obstacle: obstacle.name, ...features };
}

/** Index of a triangle deeper in a solid than `depth` (m) or through a skin; −1 if there is none. */
export function meetsObstacle(
  sheet: Surface,
  obstacle: Obstacle,
  corners: Float64Array,
  depth = TOLERANCE,
): number {
  const box = boxOf(corners, obstacle);
  const near = trianglesNear(sheet, box);
  if (near.length === 0) return -1;
  if (obstacle.kind === 'skin') {
    const part = near.flatMap((t) => [0, 1, 2].map((k) => sheet.triangles[3 * t + k]));
    const skin = { positions: corners, triangles: obstacle.faces.flat() };
    const [first] = crossingsBetween({ positions: sheet.positions, triangles: part }, skin);
    return first ? near[first[0]] : -1;
  }
  const solid = new PlacedSolid(obstacle, corners);
  return near.find((t) => solid.holds(cornersOf(sheet, t), depth)) ?? -1;
}

/** Triangles whose bounding box overlaps the box. */
function trianglesNear({ positions, triangles }: Surface, box: readonly number[]): number[] {
  const near: number[] = [];
  for (let t = 0; t < triangles.length / 3; t++) {
    let apart = false;
    for (let axis = 0; axis < 3 && !apart; axis++) {
      const a = positions[3 * triangles[3 * t] + axis];
      const b = positions[3 * triangles[3 * t + 1] + axis];
      const c = positions[3 * triangles[3 * t + 2] + axis];
      apart = Math.min(a, b, c) > box[axis + 3] || Math.max(a, b, c) < box[axis];
    }
    if (!apart) near.push(t);
  }
  return near;
}

function pointOf({ positions: x }: Surface, i: number): Point {
  return [x[3 * i], x[3 * i + 1], x[3 * i + 2]];
}

function cornersOf(sheet: Surface, t: number): Point[] {
  return [0, 1, 2].map((k) => pointOf(sheet, sheet.triangles[3 * t + k]));
}

class Count {
  readonly #vertices = new Set<number>();
  readonly #edges = new Map<string, readonly [number, number]>();
  readonly #faces = new Map<number, readonly number[]>();
  depth = 0;

  vertex(i: number): void {
    this.#vertices.add(i);
  }
  edge(i: number, j: number): void {
    this.#edges.set(i < j ? `${i},${j}` : `${j},${i}`, [i, j]);
  }
  face(t: number, corners: readonly number[]): void {
    this.#faces.set(t, corners);
  }
  deep(depth: number): void {
    this.depth = Math.max(this.depth, depth);
  }

  get counts() {
    const isEdge = (i: number, j: number) => this.#edges.has(i < j ? `${i},${j}` : `${j},${i}`);
    const clear = (i: number) => !this.#vertices.has(i);
    const edges = [...this.#edges.values()].filter(([i, j]) => clear(i) && clear(j));
    const faces = [...this.#faces.values()].filter(
      ([a, b, c]) => clear(a) && clear(b) && clear(c) && !isEdge(a, b) && !isEdge(b, c) && !isEdge(c, a),
    );
    return { vertices: this.#vertices.size, edges: edges.length, faces: faces.length, depth: this.depth };
  }
}

function inSolid(sheet: Surface, solid: PlacedSolid, box: readonly number[]) {
  const count = new Count();
  for (const t of trianglesNear(sheet, box)) {
    const corners = [0, 1, 2].map((k) => sheet.triangles[3 * t + k]);
    const points = corners.map((i) => pointOf(sheet, i));
    const depth = solid.depth(points);
    if (depth <= TOLERANCE) continue;
    count.deep(depth);
    count.face(t, corners);
    corners.forEach((i, k) => {
      const l = (k + 1) % 3;
      if (solid.depth([points[k]]) > TOLERANCE) count.vertex(i);
      if (solid.depth([points[k], points[l]]) > TOLERANCE) count.edge(i, corners[l]);
    });
  }
  return count.counts;
}

/** Edges of the sheet through triangles of the skin, and faces of the sheet pierced by edges of the skin. */
function throughSkin(sheet: Surface, skin: Surface) {
  const count = new Count();
  const shift = sheet.positions.length / 3;
  const x = Float64Array.from([...Array.from(sheet.positions), ...Array.from(skin.positions)]);
  new BoxTree(triangleBoxes(sheet.positions, sheet.triangles)).meet(
    new BoxTree(triangleBoxes(skin.positions, skin.triangles)),
    (t, u) => {
      const mine = [0, 1, 2].map((k) => sheet.triangles[3 * t + k]);
      const theirs = [0, 1, 2].map((k) => shift + skin.triangles[3 * u + k]);
      let met = false;
      for (let k = 0; k < 3; k++) {
        const [i, j] = [mine[k], mine[(k + 1) % 3]];
        if (segmentMeets(x, i, j, theirs[0], theirs[1], theirs[2])) {
          count.edge(i, j);
          met = true;
        }
        if (segmentMeets(x, theirs[k], theirs[(k + 1) % 3], mine[0], mine[1], mine[2])) {
          count.face(t, mine);
          met = true;
        }
      }
      if (met) count.deep(reach({ positions: x, triangles: [] }, mine, theirs));
    },
  );
  return count.counts;
}

/** Distance by which two intersecting triangles must be separated, along the normal of one of them. */
function reach(all: Surface, one: readonly number[], two: readonly number[]): number {
  const beyond = (face: readonly number[], others: readonly number[]) => {
    const points = face.map((i) => pointOf(all, i));
    const sides = others.map((i) => {
      const p = pointOf(all, i);
      const [u, v, w] = [
        vec3.subtract(points[1], points[0]),
        vec3.subtract(points[2], points[0]),
        vec3.subtract(p, points[0]),
      ];
      const normal = vec3.cross(u, v);
      return vec3.dot(normal, w) / Math.sqrt(vec3.dot(normal, normal));
    });
    return Math.min(Math.max(0, ...sides), Math.max(0, ...sides.map((s) => -s)));
  };
  return Math.min(beyond(one, two), beyond(two, one));
}
