/**
 * Cuts a 4-8 mesh open along an edge. The edge becomes a boundary of both its triangles. An end inside the cloth stays one
 * vertex at the tip of a slit. An end whose triangles become separate, because another slit or the border meets it there, is
 * duplicated: the side of the given triangle keeps the vertex, the other side gets a copy with the same level and parents.
 * Bisections stay, and each side is merged independently.
 */
import type { Mesh48 } from './mesh.ts';
import { renameCorners } from './mesh-simplify.ts';

export function cut(mesh: Mesh48, triangle: number, corner: number): boolean {
  const over = mesh.neighbours[3 * triangle + corner];
  if (over < 0) return false;
  mesh.restAngles[3 * triangle + corner] = 0;
  mesh.restAngles[3 * over + facing(mesh, over, triangle)] = 0;
  const end0 = mesh.triangles[3 * triangle + ((corner + 1) % 3)];
  const end1 = mesh.triangles[3 * triangle + ((corner + 2) % 3)];
  mesh.replaceNeighbour(over, triangle, -1);
  mesh.neighbours[3 * triangle + corner] = -1;
  mesh.cuts++;
  mesh.characteristic--;
  separate(mesh, end0, triangle, over);
  separate(mesh, end1, triangle, over);
  return true;
}

/** Returns the corner of `t` opposite its edge to `neighbour`. */
export function facing({ neighbours }: Mesh48, t: number, neighbour: number): number {
  if (neighbours[3 * t] === neighbour) return 0;
  return neighbours[3 * t + 1] === neighbour ? 1 : 2;
}

/** Duplicates `vertex` for the triangles around it that are connected to `over`, unless `triangle` is one of them. */
function separate(mesh: Mesh48, vertex: number, triangle: number, over: number): void {
  if (areConnected(mesh, vertex, triangle, over)) return;
  const { vertexLevels, parents } = mesh;
  const copy = mesh.addVertex(vertexLevels[vertex], parents[2 * vertex], parents[2 * vertex + 1], over);
  mesh.anyTriangle[vertex] = triangle;
  mesh.characteristic++;
  renameCorners(mesh, vertex, copy, over);
  moveChildren(mesh, vertex, copy, over);
  mesh.listener?.vertexCopied?.(copy, vertex);
}

/** Returns whether a walk around a boundary vertex leads from one triangle to the other. */
function areConnected(mesh: Mesh48, vertex: number, from: number, to: number): boolean {
  const { neighbours } = mesh;
  for (let turn = 1; turn <= 2; turn++) {
    let t = from;
    while (t >= 0) {
      if (t === to) return true;
      t = neighbours[3 * t + ((mesh.cornerOf(t, vertex) + turn) % 3)];
    }
  }
  return false;
}

/** Makes the copy the parent of the children of `vertex` on its side. */
function moveChildren(mesh: Mesh48, vertex: number, copy: number, start: number): void {
  const { neighbours, triangles, parents } = mesh;
  for (let turn = 1; turn <= 2; turn++) {
    for (let t = start; t >= 0; t = neighbours[3 * t + ((mesh.cornerOf(t, copy) + turn) % 3)]) {
      for (let k = 0; k < 3; k++) {
        const entry = 2 * triangles[3 * t + k];
        for (let which = entry; which < entry + 2; which++) {
          if (parents[which] !== vertex) continue;
          mesh.disown(which);
          mesh.adopt(which, copy);
        }
      }
    }
  }
}
