/** Colliders from the meshes of a three.js scene. */
import type { ColliderShape } from 'pliant';
import { type Mesh, type Object3D, Vector3 } from 'three';

/**
 * Returns the meshes of an object and everything below it as the shape of one collider, in the coordinates of the three.js
 * scene. Vertices at the same position are joined, so that seams of texture coordinates are not gaps.
 *
 * @example
 * const { scene: table } = await new GLTFLoader().loadAsync('table.glb');
 * sim.addCollider(colliderFrom(table), { friction: 0.4 });
 */
export function colliderFrom(object: Object3D): ColliderShape {
  const vertices: [number, number, number][] = [];
  const triangles: [number, number, number][] = [];
  const known = new Map<string, number>();
  const point = new Vector3();
  object.updateWorldMatrix(true, true);
  object.traverse((part) => {
    const { geometry, isMesh } = part as Mesh;
    if (!isMesh || !part.visible) return;
    const position = geometry.getAttribute('position');
    const vertexOf = Array.from({ length: position.count }, (_, i) => {
      const { x, y, z } = point.fromBufferAttribute(position, i).applyMatrix4(part.matrixWorld);
      const key = `${x} ${y} ${z}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      known.set(key, vertices.length);
      return vertices.push([x, y, z]) - 1;
    });
    const { index } = geometry;
    const corner = (k: number) => vertexOf[index ? index.getX(k) : k];
    const corners = index?.count ?? position.count;
    for (let k = 0; k + 2 < corners; k += 3) {
      const [a, b, c] = [corner(k), corner(k + 1), corner(k + 2)];
      if (a !== b && b !== c && c !== a) triangles.push([a, b, c]);
    }
  });
  if (triangles.length === 0) {
    throw new RangeError(`colliderFrom: "${object.name || object.type}" has no visible triangles.`);
  }
  return { kind: 'mesh', vertices, triangles };
}
