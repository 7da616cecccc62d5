/** Checks the invariants of a 4-8 mesh one by one. */
import { areaOf, patternArea } from '../../../../src/models/adaptive-cloth/energy.ts';
import type { Mesh48 } from '../../../../src/models/adaptive-cloth/mesh.ts';

/** Throws at the first broken invariant. `area`: that of the pattern, m². */
export function checkMesh(mesh: Mesh48, area?: number): void {
  const fail = (what: string): never => {
    throw new Error(`mesh: ${what}`);
  };
  const { triangles, neighbours, levels, paths, triangleCount, vertexCount } = mesh;
  const touching = new Int32Array(vertexCount);
  let border = 0;
  for (let t = 0; t < triangleCount; t++) {
    if (!(areaOf(mesh, t) > 0)) fail(`triangle ${t} has no area in the pattern`);
    if (levels[t] > mesh.maxLevel) fail(`triangle ${t} is finer than level ${mesh.maxLevel}`);
    if (paths[t] < 1) fail(`triangle ${t} has no path`);
    for (let k = 0; k < 3; k++) {
      const vertex = triangles[3 * t + k];
      if (!(vertex >= 0 && vertex < vertexCount)) fail(`triangle ${t} has a corner ${vertex}`);
      if (vertex === triangles[3 * t + ((k + 1) % 3)]) fail(`triangle ${t} repeats corner ${vertex}`);
      touching[vertex]++;
      const over = neighbours[3 * t + k];
      if (over < 0) {
        border++;
        continue;
      }
      if (over >= triangleCount) fail(`triangle ${t} has a neighbour ${over}`);
      const back = [0, 1, 2].filter((c) => neighbours[3 * over + c] === t);
      if (back.length !== 1) fail(`triangles ${t} and ${over} are not neighbours of each other once`);
      const c = back[0];
      // no crack: the same two vertices, run along the other way
      if (
        triangles[3 * t + ((k + 1) % 3)] !== triangles[3 * over + ((c + 2) % 3)] ||
        triangles[3 * t + ((k + 2) % 3)] !== triangles[3 * over + ((c + 1) % 3)]
      ) {
        fail(`triangles ${t} and ${over} do not share their edge`);
      }
      if (mesh.restAngles[3 * t + k] !== mesh.restAngles[3 * over + c]) {
        fail(`triangles ${t} and ${over} rest at different angles`);
      }
      if (mesh.borders[3 * t + k] !== 0) fail(`an inner edge of triangle ${t} is part of a border`);
      const finer = (k === 0 ? 1 : 0) - (c === 0 ? 1 : 0);
      if (levels[t] - levels[over] !== finer) {
        fail(
          `triangles ${t} (level ${levels[t]}) and ${over} (level ${levels[over]}) break the rule of levels`,
        );
      }
    }
  }
  checkVertices(mesh, touching, fail);
  const edges = (3 * triangleCount + border) / 2;
  if (vertexCount - edges + triangleCount !== mesh.characteristic) {
    fail(`Euler characteristic ${vertexCount - edges + triangleCount} instead of ${mesh.characteristic}`);
  }
  // halving adds a rounding of each coordinate a level: 1e-12 leaves room for thousands of triangles
  if (area !== undefined && !(Math.abs(patternArea(mesh) - area) <= 1e-12 * area)) {
    fail(`pattern of ${patternArea(mesh)} m² instead of ${area} m²`);
  }
}

function checkVertices(mesh: Mesh48, touching: Int32Array, fail: (what: string) => never): void {
  const { triangles, neighbours, parents, vertexCount } = mesh;
  for (let v = 0; v < vertexCount; v++) {
    const start = mesh.anyTriangle[v];
    if (!(start >= 0 && start < mesh.triangleCount)) fail(`vertex ${v} has no triangle`);
    const fan = new Set<number>();
    for (let turn = 1; turn <= 2; turn++) {
      for (let t = start; t >= 0 && !(fan.has(t) && t !== start); ) {
        const corner = mesh.cornerOf(t, v);
        if (triangles[3 * t + corner] !== v) fail(`vertex ${v} is not a corner of triangle ${t}`);
        fan.add(t);
        t = neighbours[3 * t + ((corner + turn) % 3)];
        if (t === start) break;
      }
    }
    if (fan.size !== touching[v]) fail(`vertex ${v} has ${touching[v]} triangles, ${fan.size} in its fan`);
    const listed = new Set<number>();
    for (let child = mesh.firstChild[v]; child >= 0; child = mesh.nextChild[child]) {
      if (parents[child] !== v || listed.has(child)) fail(`vertex ${v} lists a child that is not its own`);
      listed.add(child);
    }
    for (let which = 0; which < 2; which++) {
      const parent = parents[2 * v + which];
      if (parent < 0) {
        if (mesh.vertexLevels[v] !== 0) fail(`vertex ${v} has lost a parent`);
        continue;
      }
      if (parent >= vertexCount) fail(`vertex ${v} has a parent ${parent}`);
      if (mesh.vertexLevels[parent] >= mesh.vertexLevels[v]) fail(`vertex ${v} is as coarse as its parent`);
      let entry = mesh.firstChild[parent];
      while (entry >= 0 && entry !== 2 * v + which) entry = mesh.nextChild[entry];
      if (entry < 0) fail(`vertex ${v} is not listed by its parent ${parent}`);
    }
  }
}
