/**
 * Seams: borders of a cloth's panels sewn together. Both sides are paths along borders of the start mesh; the point at a
 * share σ of one path's length in the pattern is tied to the point at the same share of the other, so that a longer side is
 * gathered. Every vertex of either side is tied to the edge of the other side that contains its σ, with half the stiffness
 * of its length of seam, so that the stiffness is independent of the mesh. Ties are rebuilt whenever the mesh changes:
 * `mesh.borders` records which edges belong to which start edge, through refining, simplifying and tears.
 *
 * Seams bend freely. A seam with a strength rips edge by edge where its load exceeds it.
 */
import type { z } from 'zod';
import type { Moved, System } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import { length } from '../../math/vec3.ts';
import type { Cloth } from './cloth.ts';
import type { Mesh48 } from './mesh.ts';
import type { clothSeams } from './parameters/seams.ts';
import type { Tie } from './ties.ts';

export type SeamOptions = NonNullable<z.input<typeof clothSeams>>[number];
type Seam = z.output<typeof clothSeams>[number];

/** A start edge on one side of a seam. */
interface Border {
  readonly seam: number;
  readonly side: 0 | 1;
  /** Its start (u, v), and its direction over the square of its length: the share along it is (p − start)·along. */
  readonly u: number;
  readonly v: number;
  readonly alongU: number;
  readonly alongV: number;
  /** The range of σ: its start and its length. */
  readonly begin: number;
  readonly covers: number;
}

/** An edge of the mesh on one side of a seam. */
interface SewnEdge {
  /** Entry in `mesh.borders`. */
  readonly corner: number;
  readonly low: number;
  readonly high: number;
  readonly lowVertex: number;
  readonly highVertex: number;
  /** Length in the pattern, m. */
  readonly length: number;
}

/** A tie at the share σ of a seam. */
interface SewnTie {
  readonly points: readonly [vertex: number, coefficient: number][];
  readonly share: number;
  readonly seam: number;
  /** Length of seam that it represents, m. */
  length: number;
}

/** The ties at the ends of a sewn edge (−1: none), and its seam. */
interface SewnTies {
  readonly corner: number;
  readonly seam: number;
  readonly ends: readonly number[];
}

/** Largest difference of equal σ by rounding. */
const SAME = 1e-9;

export class Seams {
  readonly #name: string;
  readonly #options: readonly Required<Seam>[];
  /** Start edges; `mesh.borders` has their numbers from 1 on. */
  readonly #borders: Border[] = [];
  /** Gaps (m) of each seam at the start, in the order of σ. */
  #gaps: { share: number; gap: number }[][] | undefined;
  /** Present ties and their edges. */
  #ties: SewnTie[] = [];
  #edges: SewnTies[] = [];

  /** Marks the borders of the start mesh. `vertexOf`: its vertices by those of the options. `stretch`: stiffness of the cloth, N/m. */
  constructor(
    name: string,
    seams: readonly Seam[],
    mesh: Mesh48,
    vertexOf: Int32Array | undefined,
    stretch: number,
  ) {
    this.#name = name;
    this.#options = seams.map(
      ({ stiffness = stretch / 0.01, strength = Number.POSITIVE_INFINITY, ...seam }) => {
        return { ...seam, stiffness, strength };
      },
    );
    const corners = borderCorners(mesh);
    this.#options.forEach(({ from, to }, seam) => {
      this.#mark(mesh, corners, seam, 0, from, vertexOf);
      this.#mark(mesh, corners, seam, 1, to, vertexOf);
    });
  }

  get canRip(): boolean {
    return this.#options.some(({ strength }) => strength < Number.POSITIVE_INFINITY);
  }

  #mark(
    mesh: Mesh48,
    corners: ReadonlyMap<number, number>,
    seam: number,
    side: 0 | 1,
    path: readonly number[],
    vertexOf: Int32Array | undefined,
  ): void {
    const of = `${this.#name}.seams[${seam}]`;
    const field = side === 0 ? `${of}.from` : `${of}.to`;
    const vertices = path.map((v) => (vertexOf ? vertexOf[v] : v) ?? -1);
    const edges = vertices.slice(1).map((vertex, k) => {
      const corner = corners.get(keyOf(mesh, vertices[k], vertex));
      if (corner === undefined) {
        throw new RangeError(
          `${field}: vertices ${path[k]} and ${path[k + 1]} are not joined by a border; list neighbours along one`,
        );
      }
      if (mesh.borders[corner] !== 0) {
        throw new RangeError(
          `${field}: the border from ${path[k]} to ${path[k + 1]} is sewn already; a border has one seam`,
        );
      }
      mesh.borders[corner] = this.#borders.length + k + 1;
      const [a, b] = endCorners(corner);
      const [p, q] = mesh.triangles[a] === vertex ? [b, a] : [a, b];
      const [u, v] = [mesh.pattern[2 * p], mesh.pattern[2 * p + 1]];
      const [du, dv] = [mesh.pattern[2 * q] - u, mesh.pattern[2 * q + 1] - v];
      return { u, v, du, dv, square: du * du + dv * dv };
    });
    let whole = 0;
    for (const { square } of edges) whole += Math.sqrt(square);
    let begin = 0;
    for (const { u, v, du, dv, square } of edges) {
      const covers = Math.sqrt(square) / whole;
      this.#borders.push({ seam, side, u, v, alongU: du / square, alongV: dv / square, begin, covers });
      begin += covers;
    }
  }

  /** Returns the ties of the present mesh. `position` returns that of a vertex along an axis, m; called the first time only. */
  ties(mesh: Mesh48, position: (vertex: number, axis: number) => number): Tie[] {
    const sides = this.#sides(mesh);
    const ties: SewnTie[] = [];
    this.#ties = ties;
    this.#edges = [];
    sides.forEach((edges, which) => {
      const others = sides[which ^ 1];
      const seam = which >> 1;
      // ties by vertex and end: the first vertex of a closed path is at both ends
      const known = new Map<number, number>();
      let at = 0;
      for (const edge of edges) {
        const ends = [
          [edge.lowVertex, edge.low],
          [edge.highVertex, edge.high],
        ].map(([vertex, share]) => {
          const key = 2 * vertex + (share > 0.5 ? 1 : 0);
          const tie = known.get(key);
          if (tie !== undefined) {
            ties[tie].length += edge.length / 2;
            return tie;
          }
          while (at + 1 < others.length && others[at + 1].low <= share + SAME) at++;
          const other = others[at];
          if (!other || share < other.low - SAME || share > other.high + SAME) return -1;
          const points = tieBetween(vertex, share, other);
          if (!points) return -1;
          known.set(key, ties.length);
          return ties.push({ points, share, seam, length: edge.length / 2 }) - 1;
        });
        this.#edges.push({ corner: edge.corner, seam, ends });
      }
    });
    const gaps = (this.#gaps ??= this.#measureGaps(position));
    return ties.map(({ points, share, seam, length }) => {
      const { stiffness, closeSeconds: closing } = this.#options[seam];
      // half of the stiffness from either side
      return {
        points,
        stiffness: 0.5 * stiffness * length,
        gap: interpolate(gaps[seam], share),
        closing,
      };
    });
  }

  /** Appends the pairs of particles that are tied; `first`: particle of vertex 0. */
  addPairs(first: number, ends: number[]): void {
    for (const { points } of this.#ties) {
      for (let k = 1; k < points.length; k++) ends.push(first + points[0][0], first + points[k][0]);
    }
  }

  /** Returns the edges of each side (2 seam + side) in the order of σ. */
  #sides(mesh: Mesh48): SewnEdge[][] {
    const sides: SewnEdge[][] = this.#options.flatMap(() => [[], []]);
    for (let corner = 0; corner < 3 * mesh.triangleCount; corner++) {
      if (mesh.borders[corner] === 0) continue;
      const border = this.#borders[mesh.borders[corner] - 1];
      const ends = endCorners(corner).map((at) => {
        const along =
          (mesh.pattern[2 * at] - border.u) * border.alongU +
          (mesh.pattern[2 * at + 1] - border.v) * border.alongV;
        return { vertex: mesh.triangles[at], share: border.begin + border.covers * along, at };
      });
      const [low, high] = ends[0].share < ends[1].share ? ends : [ends[1], ends[0]];
      const du = mesh.pattern[2 * high.at] - mesh.pattern[2 * low.at];
      const dv = mesh.pattern[2 * high.at + 1] - mesh.pattern[2 * low.at + 1];
      sides[2 * border.seam + border.side].push({
        corner,
        low: low.share,
        high: high.share,
        lowVertex: low.vertex,
        highVertex: high.vertex,
        length: Math.sqrt(du * du + dv * dv),
      });
    }
    for (const edges of sides) edges.sort((a, b) => a.low - b.low || a.corner - b.corner);
    return sides;
  }

  #measureGaps(position: (vertex: number, axis: number) => number): { share: number; gap: number }[][] {
    const gaps: { share: number; gap: number }[][] = this.#options.map(() => []);
    for (const { points, share, seam } of this.#ties) {
      const d = [0, 1, 2].map((axis) => points.reduce((sum, [v, c]) => sum + c * position(v, axis), 0));
      gaps[seam].push({ share, gap: length(d) });
    }
    for (const list of gaps) list.sort((a, b) => a.share - b.share);
    return gaps;
  }

  /** Releases edges whose ties bear more than the strength of their seam. Returns whether there were any. */
  rip(mesh: Mesh48, load: (tie: number) => number): boolean {
    let ripped = false;
    for (const { corner, seam, ends } of this.#edges) {
      let sum = 0;
      let count = 0;
      for (const tie of ends) {
        if (tie < 0) continue;
        sum += (2 * load(tie)) / this.#ties[tie].length; // ties of the other side bear the other half
        count++;
      }
      if (count === 0 || !(sum > count * this.#options[seam].strength)) continue;
      mesh.borders[corner] = 0;
      ripped = true;
    }
    return ripped;
  }
}

/** Returns the system that rips seams. */
export function ripping(cloth: Cloth, seams: Seams): System {
  return {
    name: `${cloth.name}: seams`,
    phase: 'adapt',
    changes: cloth.changing,
    run(world: World, dt: number): Moved {
      const { system, mesh, rest } = cloth;
      if (rest.isAtRest) return 'still';
      system.measure(world.particles.position, cloth.first);
      const nodes = system.blocks.nodes.view;
      const time = world.time - dt / world.substeps; // that of the last solve
      if (!seams.rip(mesh, (tie) => system.ties?.load(tie, nodes, time) ?? 0)) return 'still';
      cloth.adopt();
      return 'moved';
    },
  };
}

/** Returns the coefficients of a vertex and of the ends of an edge at the share σ; undefined if the vertex is that point. */
function tieBetween(
  vertex: number,
  share: number,
  { low, high, lowVertex, highVertex }: SewnEdge,
): [number, number][] | undefined {
  const along = Math.max(0, Math.min(1, (share - low) / (high - low)));
  const points: [number, number][] = [[vertex, 1]];
  for (const [other, part] of [
    [lowVertex, 1 - along],
    [highVertex, along],
  ]) {
    if (part < SAME) continue;
    const same = points.find(([v]) => v === other);
    if (same) same[1] -= part;
    else points.push([other, -part]);
  }
  const sum = points.slice(1).reduce((total, [, c]) => total + c, 0);
  points[0][1] = -sum; // exactly, so that there is no net force
  return sum > -SAME ? undefined : points;
}

function interpolate(list: readonly { share: number; gap: number }[], share: number): number {
  if (list.length === 0) return 0;
  const next = list.findIndex((entry) => entry.share >= share);
  if (next < 0) return list[list.length - 1].gap;
  if (next === 0) return list[0].gap;
  const [a, b] = [list[next - 1], list[next]];
  return a.gap + ((b.gap - a.gap) * (share - a.share)) / (b.share - a.share);
}

/** Returns the corners at the two ends of the edge opposite a corner. */
function endCorners(corner: number): [number, number] {
  const first = corner - (corner % 3);
  return [first + ((corner + 1) % 3), first + ((corner + 2) % 3)];
}

function keyOf({ vertexCount }: Mesh48, a: number, b: number): number {
  return Math.min(a, b) * vertexCount + Math.max(a, b);
}

/** Returns the corners opposite the borders of a mesh by their two vertices. */
function borderCorners(mesh: Mesh48): Map<number, number> {
  const found = new Map<number, number>();
  for (let corner = 0; corner < 3 * mesh.triangleCount; corner++) {
    if (mesh.neighbours[corner] >= 0) continue;
    const [a, b] = endCorners(corner);
    found.set(keyOf(mesh, mesh.triangles[a], mesh.triangles[b]), corner);
  }
  return found;
}
