/**
 * The 256 cases of marching cubes (Lorensen & Cline 1987), computed rather than listed.
 *
 * Corner c of a cell lies at the bits (x, y, z) of c; edge 4 a + k runs along axis a. On every face of a cell the surface
 * separates inside corners from outside ones; two opposite inside corners are cut off separately. Two cells that share a
 * face have the same corners there and so agree, unlike the complementary cases of the first tables, whose surfaces had
 * holes (Dürst 1988). The lines on the faces form loops. Loops are cut into triangles by diagonals whose ends lie on no
 * common face: a diagonal on a face could coincide with that of the neighbour, and four triangles would share one edge. So
 * the surface is closed and a manifold by construction.
 */

/** Lower corner of each of the 12 edges; the upper one has the bit of the edge's axis set too. */
export const EDGE_CORNER = Uint8Array.of(0, 2, 4, 6, 0, 1, 4, 5, 0, 1, 2, 3);

/** Edges on which the triangles of case i have their corners, three per triangle: edges[start[i]] to edges[start[i + 1] − 1]. */
interface CubeCases {
  readonly start: Uint16Array;
  readonly edges: Uint8Array;
}

let known: CubeCases | undefined;

/** Bit c of a case is set if corner c is inside; triangles are anticlockwise seen from outside. */
export function cubeCases(): CubeCases {
  known ??= computeCases();
  return known;
}

function computeCases(): CubeCases {
  const start = new Uint16Array(257);
  const edges: number[] = [];
  for (let inside = 0; inside < 256; inside++) {
    for (const loop of loopsOf(inside)) edges.push(...triangulation(loop)!);
    start[inside + 1] = edges.length;
  }
  return { start, edges: Uint8Array.from(edges) };
}

/** Corners of the six faces, anticlockwise seen from outside the cell. */
const FACES = [0, 1, 2].flatMap((axis) => {
  const [u, v] = [1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3)];
  const w = 1 << axis;
  return [
    [0, v, u + v, u],
    [w, w + u, w + u + v, w + v],
  ];
});

function edgeBetween(a: number, b: number): number {
  const [low, axis] = [Math.min(a, b), (a ^ b) >> 1];
  return EDGE_CORNER.findIndex((corner, edge) => corner === low && edge >> 2 === axis);
}

/** Edges around each piece of the surface, anticlockwise seen from outside. */
function loopsOf(inside: number): number[][] {
  const next = new Map<number, number>();
  const isIn = (corner: number) => ((inside >> corner) & 1) === 1;
  for (const face of FACES) {
    // Around the face, a line of the surface starts where an inside corner follows an outside one, and ends where that run
    // of inside corners ends. Opposite inside corners are separate runs.
    for (let k = 0; k < 4; k++) {
      if (isIn(face[k]) || !isIn(face[(k + 1) % 4])) continue;
      let end = k + 1;
      while (isIn(face[(end + 1) % 4])) end++;
      next.set(edgeBetween(face[k], face[(k + 1) % 4]), edgeBetween(face[end % 4], face[(end + 1) % 4]));
    }
  }
  const loops: number[][] = [];
  for (const first of [...next.keys()].sort((a, b) => a - b)) {
    const loop: number[] = [];
    for (let edge = first; next.has(edge); ) {
      loop.push(edge);
      const follower = next.get(edge) as number;
      next.delete(edge);
      edge = follower;
    }
    if (loop.length > 0) loops.push(loop);
  }
  return loops;
}

/** Cuts a loop into triangles by diagonals that lie on no face of the cell; every loop of a case can be cut so. */
function triangulation(loop: readonly number[]): number[] | undefined {
  if (loop.length === 3) return [...loop];
  // Tries the triangle of the last edge, the first one and every other in turn.
  const n = loop.length;
  for (let k = 1; k < n - 1; k++) {
    const ends: [number, number][] = [];
    if (k > 1) ends.push([0, k]);
    if (k < n - 2) ends.push([k, n - 1]);
    if (ends.some(([a, b]) => onOneFace(loop[a], loop[b]))) continue;
    const left = k > 1 ? triangulation(loop.slice(0, k + 1)) : [];
    const right = k < n - 2 ? triangulation(loop.slice(k)) : [];
    if (left && right) return [loop[0], loop[k], loop[n - 1], ...left, ...right];
  }
  return undefined;
}

function onOneFace(e: number, f: number): boolean {
  const ends = [e, f].flatMap((edge) => [EDGE_CORNER[edge], EDGE_CORNER[edge] + (1 << (edge >> 2))]);
  return [1, 2, 4].some((bit) => ends.every((c) => (c & bit) === 0) || ends.every((c) => (c & bit) !== 0));
}
