/**
 * Pairs the triangles of a mesh into blocks over shared edges, such that each breaks at one of its long edges.
 *
 * A greedy matching takes edges in the order of (l²/L₁²)(l²/L₂²), with l their length and L₁, L₂ the longest edges of their
 * two triangles, and boundary edges of (l²/L²)². Then each unmatched triangle searches an alternating path (Berge 1957) to
 * another one, or to one that can break at a boundary edge, and partners are swapped along it. Blossoms are not searched: a
 * few triangles may stay unmatched although a perfect matching exists.
 */

/** Largest number of triangles that one search for a path visits, so that pairing stays linear in time. */
const SEARCH = 4096;
const FREE = -1;
/** Partner of a triangle that breaks at the boundary. */
const BORDER = -2;

/** Returns the corner opposite the breaking edge of each triangle; −1 for unmatched ones. */
export function pairTriangles(
  positions: Float64Array,
  triangles: Int32Array,
  neighbours: Int32Array,
): Int32Array {
  const count = triangles.length / 3;
  const partner = new Int32Array(count).fill(FREE);
  const lengths = squaredLengths(positions, triangles);
  const borderCorner = new Int32Array(count).fill(-1);
  const longest = new Float64Array(count);
  for (let h = 0; h < triangles.length; h++) {
    const t = Math.floor(h / 3);
    longest[t] = Math.max(longest[t], lengths[h]);
    const best = borderCorner[t];
    if (neighbours[h] < 0 && (best < 0 || lengths[h] > lengths[3 * t + best])) borderCorner[t] = h % 3;
  }
  for (const h of edgesByMerit(neighbours, lengths, longest)) {
    const t = Math.floor(h / 3);
    const over = neighbours[h];
    if (partner[t] !== FREE || (over >= 0 && partner[over] !== FREE)) continue;
    partner[t] = over < 0 ? BORDER : over;
    if (over >= 0) partner[over] = t;
    else borderCorner[t] = h % 3;
  }
  const path = new PathSearch(neighbours, partner, borderCorner);
  for (let t = 0; t < count; t++) if (partner[t] === FREE) path.improve(t);
  const breaking = new Int32Array(count).fill(-1);
  for (let t = 0; t < count; t++) {
    if (partner[t] === BORDER) breaking[t] = borderCorner[t];
    else if (partner[t] >= 0) breaking[t] = [0, 1, 2].find((k) => neighbours[3 * t + k] === partner[t])!;
  }
  return breaking;
}

/** Returns the squared length of the edge opposite each corner, m²; equal from both sides of an edge. */
function squaredLengths(positions: Float64Array, triangles: Int32Array): Float64Array {
  const lengths = new Float64Array(triangles.length);
  for (let h = 0; h < lengths.length; h++) {
    const first = h - (h % 3);
    const p = 3 * triangles[first + ((h + 1) % 3)];
    const q = 3 * triangles[first + ((h + 2) % 3)];
    for (let axis = 0; axis < 3; axis++) {
      const difference = positions[q + axis] - positions[p + axis];
      lengths[h] += difference * difference;
    }
  }
  return lengths;
}

/** Returns one corner for every edge, the best edge first. */
function edgesByMerit(neighbours: Int32Array, lengths: Float64Array, longest: Float64Array): Int32Array {
  const merit = new Float64Array(lengths.length);
  const edges: number[] = [];
  for (let h = 0; h < lengths.length; h++) {
    const t = Math.floor(h / 3);
    const over = neighbours[h];
    if (over >= 0 && over < t) continue;
    const own = lengths[h] / longest[t];
    // in steps of a millionth, so that rounding does not order equal edges; an inner edge before a boundary edge
    merit[h] = 2 * Math.round(1e6 * own * (over < 0 ? own : lengths[h] / longest[over])) + (over < 0 ? 0 : 1);
    edges.push(h);
  }
  return Int32Array.from(edges).sort((g, h) => merit[h] - merit[g] || g - h);
}

class PathSearch {
  readonly neighbours: Int32Array;
  readonly partner: Int32Array;
  readonly borderCorner: Int32Array;
  /** Root of the search that last visited each triangle, and the triangle before it on the path. */
  readonly visited: Int32Array;
  readonly from: Int32Array;

  constructor(neighbours: Int32Array, partner: Int32Array, borderCorner: Int32Array) {
    this.neighbours = neighbours;
    this.partner = partner;
    this.borderCorner = borderCorner;
    this.visited = new Int32Array(partner.length).fill(-1);
    this.from = new Int32Array(partner.length);
  }

  /** Finds a partner for an unmatched triangle, if a path leads to one. */
  improve(root: number): void {
    const { neighbours, partner, visited, from } = this;
    if (this.borderCorner[root] >= 0) {
      partner[root] = BORDER;
      return;
    }
    const queue = [root];
    visited[root] = root;
    for (let n = 0; n < queue.length && n < SEARCH; n++) {
      const x = queue[n];
      for (let k = 0; k < 3; k++) {
        const y = neighbours[3 * x + k];
        if (y < 0 || visited[y] === root) continue;
        visited[y] = root;
        from[y] = x;
        const z = partner[y];
        if (z >= 0 && this.borderCorner[z] < 0) {
          visited[z] = root;
          queue.push(z);
          continue;
        }
        if (z >= 0) partner[z] = BORDER;
        this.swap(root, y);
        return;
      }
    }
  }

  /** Swaps partners along the path from `y` back to the root. */
  swap(root: number, y: number): void {
    const { partner, from } = this;
    for (;;) {
      const x = from[y];
      const before = partner[x];
      partner[x] = y;
      partner[y] = x;
      if (x === root) return;
      y = before;
    }
  }
}
