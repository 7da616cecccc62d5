/** A sheet painted by numbers: mat, so that light changes its colours little, and a little deeper than it is. */
import { DoubleSide, MeshStandardMaterial } from 'three';

export type PaintedMaterial = MeshStandardMaterial;

export function paintedMaterial(): PaintedMaterial {
  // Deeper, so that lines in it are seen whole.
  return new MeshStandardMaterial({
    vertexColors: true,
    roughness: 0.85,
    side: DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 4,
  });
}
