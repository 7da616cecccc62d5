/** What a surface is, by its triangles alone. */
export interface Judged {
  /** Edges that do not run once in each direction. */
  readonly openEdges: number;
  /** Vertices whose triangles do not make one ring. */
  readonly pinched: number;
  /** V − E + F, and the pieces that hang together by edges. */
  readonly euler: number;
  readonly pieces: number;
  /** m² */
  readonly leastArea: number;
}

export function judged(positions: ArrayLike<number>, triangles: ArrayLike<number>): Judged {
  const vertices = positions.length / 3;
  const after = new Map<number, number>();
  let twice = 0;
  let leastArea = Infinity;
  for (let t = 0; t < triangles.length; t += 3) {
    leastArea = Math.min(leastArea, areaOf(positions, triangles, t));
    for (let k = 0; k < 3; k++) {
      const edge = triangles[t + k] * vertices + triangles[t + ((k + 1) % 3)];
      if (after.has(edge)) twice++;
      after.set(edge, triangles[t + ((k + 2) % 3)]);
    }
  }
  let openEdges = twice;
  for (const edge of after.keys()) {
    if (!after.has((edge % vertices) * vertices + Math.floor(edge / vertices))) openEdges++;
  }
  return {
    openEdges,
    pinched: pinchedVertices(triangles, vertices, after),
    euler: vertices - after.size / 2 + triangles.length / 3,
    pieces: piecesOf(triangles, vertices),
    leastArea,
  };
}

function areaOf(p: ArrayLike<number>, triangles: ArrayLike<number>, t: number): number {
  const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[t + k]);
  const u = [0, 1, 2].map((axis) => p[b + axis] - p[a + axis]);
  const v = [0, 1, 2].map((axis) => p[c + axis] - p[a + axis]);
  return Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
}

function pinchedVertices(triangles: ArrayLike<number>, vertices: number, after: Map<number, number>): number {
  const degree = new Int32Array(vertices);
  const some = new Int32Array(vertices).fill(-1);
  for (let k = 0; k < triangles.length; k++) {
    degree[triangles[k]]++;
    some[triangles[k]] = triangles[k % 3 === 2 ? k - 2 : k + 1];
  }
  let pinched = 0;
  for (let v = 0; v < vertices; v++) {
    let [around, at] = [0, some[v]];
    do {
      at = after.get(v * vertices + at) ?? -1;
      around++;
    } while (at >= 0 && at !== some[v] && around <= degree[v]);
    if (around !== degree[v]) pinched++;
  }
  return pinched;
}

function piecesOf(triangles: ArrayLike<number>, vertices: number): number {
  const root = Int32Array.from({ length: vertices }, (_, v) => v);
  const find = (v: number): number => {
    while (root[v] !== v) v = root[v] = root[root[v]];
    return v;
  };
  for (let k = 0; k < triangles.length; k++) root[find(triangles[k])] = find(triangles[k - (k % 3)]);
  return root.reduce((sum, r, v) => sum + (r === v ? 1 : 0), 0);
}
