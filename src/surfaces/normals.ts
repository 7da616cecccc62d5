/**
 * Unit normals at the vertices of a mesh. `position` and `normal`: x, y, z of one vertex after the other; `triangles`:
 * three vertices each. A vertex without a triangle that has an area gets (0, 0, 0).
 */

type List = ArrayLike<number>;
type Normals = Float32Array | Float64Array;

/**
 * Normals for smooth shading where triangles of very different size meet. With e and f the edges of a triangle from a
 * vertex, anticlockwise, the normal is the direction of
 *   Σ e × f / (|e|² |f|²)
 * over the triangles around it (Max 1999, "Weights for computing vertex normals from facet normals"): exact where the
 * vertex and its neighbours lie on a sphere. With weights by area one large triangle would outweigh many small ones, which
 * shows as a seam where a sheet is refined.
 */
export function cornerNormals(position: List, triangles: List, normal: Normals): void {
  addNormals(position, triangles, normal, true);
  normalise(normal);
}

/**
 * Normals weighted by area, Σ e × f, for surfaces of marching cubes. Their smallest triangles, where the surface just misses
 * a node of the grid, have the least certain direction, and the weights of `cornerNormals` would favour them.
 */
export function areaNormals(position: List, triangles: List, normal: Normals): void {
  addNormals(position, triangles, normal, false);
  normalise(normal);
}

/** Area normals averaged over the neighbours, for marching tetrahedra: a vertex may have nothing but tiny triangles. */
export function meanAreaNormals(position: List, triangles: List, normal: Normals): void {
  const sums = new Float64Array(normal.length);
  addNormals(position, triangles, sums, false);
  normal.fill(0);
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    for (let axis = 0; axis < 3; axis++) {
      const sum = sums[corners[0] + axis] + sums[corners[1] + axis] + sums[corners[2] + axis];
      for (const corner of corners) normal[corner + axis] += sum;
    }
  }
  normalise(normal);
}

/** Sums e × f at each vertex, divided by |e|² |f|² if it is `weighted`. */
function addNormals(position: List, triangles: List, normal: Normals, weighted: boolean): void {
  normal.fill(0);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const ux = position[b] - position[a];
    const uy = position[b + 1] - position[a + 1];
    const uz = position[b + 2] - position[a + 2];
    const vx = position[c] - position[a];
    const vy = position[c + 1] - position[a + 1];
    const vz = position[c + 2] - position[a + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    let atA = 1;
    let atB = 1;
    let atC = 1;
    if (weighted) {
      const [wx, wy, wz] = [vx - ux, vy - uy, vz - uz];
      const uu = ux * ux + uy * uy + uz * uz;
      const vv = vx * vx + vy * vy + vz * vz;
      const ww = wx * wx + wy * wy + wz * wz;
      // A triangle with a side of length 0 has no normal.
      if (!(uu > 0 && vv > 0 && ww > 0)) continue;
      atA = 1 / (uu * vv);
      atB = 1 / (uu * ww);
      atC = 1 / (vv * ww);
    }
    normal[a] += atA * x;
    normal[a + 1] += atA * y;
    normal[a + 2] += atA * z;
    normal[b] += atB * x;
    normal[b + 1] += atB * y;
    normal[b + 2] += atB * z;
    normal[c] += atC * x;
    normal[c + 1] += atC * y;
    normal[c + 2] += atC * z;
  }
}

function normalise(normal: Normals): void {
  for (let i = 0; i < normal.length; i += 3) {
    const [x, y, z] = [normal[i], normal[i + 1], normal[i + 2]];
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    normal[i] = x / length;
    normal[i + 1] = y / length;
    normal[i + 2] = z / length;
  }
}
