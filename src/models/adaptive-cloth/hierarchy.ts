/**
 * The hierarchy of a mesh, for the preconditioner of the linear solve (kernels/assembly/cloth/solve.ts): passes that remove
 * vertices until few are left. A removed vertex lies between two parents that stay, a and b, at a share s of the way from
 * b to a, and is interpolated from them with the weights s and 1 − s.
 *
 * Vertices of bisections are removed level by level, the finest first, with s = ½ (pass-layout.ts). A start mesh has no levels: there a pass removes vertices
 * that lie nearly straight between two neighbours that stay.
 */
import type { Mesh48 } from './mesh.ts';

export interface Pass {
  /** Each removed vertex and its two parents, three numbers each. */
  readonly removed: Int32Array;
  /** Weight of the first parent. */
  readonly share: Float64Array;
}

/** Cosine of the angle at a vertex between two neighbours up to which it counts as between them (120°). */
const STRAIGHT = -0.5;
/** Share of the vertices below which a pass is not worth its cost. */
const LEAST_SHARE = 0.05;
/** Number of vertices at which the hierarchy ends. */
const FEW = 4;

/** Returns the passes over a start mesh. `positions`: planar, m. */
export function startPasses(mesh: Mesh48, positions: Float64Array): Pass[] {
  const passes: Pass[] = [];
  let neighbours = neighboursOf(mesh);
  while (neighbours.size > FEW) {
    const pass = removeStraight(neighbours, positions, mesh.vertexCount);
    if (pass.share.length < LEAST_SHARE * neighbours.size) break;
    neighbours = withoutRemoved(neighbours, pass);
    passes.push(pass);
  }
  return passes;
}

type Neighbours = Map<number, Set<number>>;

function neighboursOf({ triangles, triangleCount, vertexCount }: Mesh48): Neighbours {
  const all: Neighbours = new Map();
  for (let v = 0; v < vertexCount; v++) all.set(v, new Set());
  for (let corner = 0; corner < 3 * triangleCount; corner++) {
    const next = corner % 3 === 2 ? corner - 2 : corner + 1;
    all.get(triangles[corner])?.add(triangles[next]);
    all.get(triangles[next])?.add(triangles[corner]);
  }
  return all;
}

function removeStraight(neighbours: Neighbours, x: Float64Array, stride: number): Pass {
  const removed: number[] = [];
  const share: number[] = [];
  const gone = new Set<number>();
  const stays = new Set<number>();
  for (const [v, around] of neighbours) {
    if (stays.has(v)) continue;
    const open = [...around].filter((w) => !gone.has(w)).sort((a, b) => a - b);
    let best = STRAIGHT;
    let pair: readonly [number, number, number] | undefined;
    for (let i = 0; i < open.length; i++) {
      for (let j = i + 1; j < open.length; j++) {
        const between = angleBetween(x, stride, v, open[i], open[j]);
        // Among nearly equal pairs the first is kept, so that rounding does not decide.
        if (between.cosine > best - 1e-9) continue;
        best = between.cosine;
        pair = [open[i], open[j], between.share];
      }
    }
    if (!pair) continue;
    gone.add(v);
    stays.add(pair[0]);
    stays.add(pair[1]);
    removed.push(v, pair[0], pair[1]);
    share.push(pair[2]);
  }
  return { removed: Int32Array.from(removed), share: Float64Array.from(share) };
}

function angleBetween(x: Float64Array, stride: number, v: number, a: number, b: number) {
  let aa = 0;
  let bb = 0;
  let ab = 0;
  for (let axis = 0; axis < 3; axis++) {
    const toA = x[axis * stride + a] - x[axis * stride + v];
    const toB = x[axis * stride + b] - x[axis * stride + v];
    aa += toA * toA;
    bb += toB * toB;
    ab += toA * toB;
  }
  const la = Math.sqrt(aa);
  const lb = Math.sqrt(bb);
  return { cosine: ab / (la * lb), share: lb / (la + lb) };
}

/** Connects the neighbours of removed vertices with their parents instead. */
function withoutRemoved(neighbours: Neighbours, { removed }: Pass): Neighbours {
  const gone = new Map<number, readonly [number, number]>();
  for (let k = 0; k < removed.length; k += 3) gone.set(removed[k], [removed[k + 1], removed[k + 2]]);
  const left: Neighbours = new Map();
  for (const v of neighbours.keys()) if (!gone.has(v)) left.set(v, new Set());
  const join = (a: number, b: number) => {
    if (a === b) return;
    left.get(a)?.add(b);
    left.get(b)?.add(a);
  };
  for (const [v, around] of neighbours) {
    const ends = gone.get(v) ?? [v];
    for (const w of around) {
      for (const a of ends) for (const b of gone.get(w) ?? [w]) join(a, b);
    }
    if (ends.length === 2) join(ends[0], ends[1]);
  }
  return left;
}
