/**
 * Cutting a 4-8 mesh open along an edge. The edge becomes a boundary of both its triangles. An end in the middle of the
 * cloth stays one vertex, now with a slit running into it; an end whose triangles fall apart, because another slit or the
 * border meets it there, becomes two: the part at the asked triangle keeps the number, the other gets a copy with the same
 * level and parents. What is bisected stays so, and is merged again on each side by itself.
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
  mesh.turnFace(over, triangle, -1);
  mesh.neighbours[3 * triangle + corner] = -1;
  mesh.cuts++;
  mesh.characteristic--;
  part(mesh, end0, triangle, over);
  part(mesh, end1, triangle, over);
  return true;
}

/** The corner of `t` opposite its edge to `neighbour`. */
function facing({ neighbours }: Mesh48, t: number, neighbour: number): number {
  if (neighbours[3 * t] === neighbour) return 0;
  return neighbours[3 * t + 1] === neighbour ? 1 : 2;
}

/** Gives the triangles around `vertex` that hang together with `over` a copy, unless `triangle` is among them. */
function part(mesh: Mesh48, vertex: number, triangle: number, over: number): void {
  if (hangTogether(mesh, vertex, triangle, over)) return;
  const { vertexLevels, parents } = mesh;
  const copy = mesh.addVertex(vertexLevels[vertex], parents[2 * vertex], parents[2 * vertex + 1], over);
  mesh.anyTriangle[vertex] = triangle;
  mesh.characteristic++;
  renameCorners(mesh, vertex, copy, over);
  followChildren(mesh, vertex, copy, over);
  mesh.listener?.vertexCopied?.(copy, vertex);
}

/** Whether one gets from one triangle to the other around a vertex with a boundary at it. */
function hangTogether(mesh: Mesh48, vertex: number, from: number, to: number): boolean {
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

/** Children of `vertex` beside the copy become the copy's. */
function followChildren(mesh: Mesh48, vertex: number, copy: number, start: number): void {
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
