/** Fills the parts of a cloth's linear system that depend on the mesh only: indices of blocks, and bending stiffness. */
import type { Pass } from './hierarchy.ts';
import { blockAt, type Structure } from './structure.ts';
import type { SystemBlocks } from './system-blocks.ts';

export interface SystemMesh {
  readonly structure: Structure;
  /** Vertices, three a triangle. */
  readonly triangles: Int32Array;
  readonly triangleCount: number;
  /** Vertices, four a hinge. */
  readonly hinges: Int32Array;
  readonly hingeCount: number;
  /** Stiffness κ (J) and coefficients (1/m) of hinges; see HingeNumbers. */
  readonly hingeStiffness: Float64Array;
  readonly hingeCoefficients: Float64Array;
  readonly passes: readonly Pass[];
  /** Masses of vertices, kg. */
  readonly masses: Float64Array;
}

/** Fills the rows of the corners of triangles, and the blocks between them. */
export function fillTriangles(
  { structure: s, triangles, triangleCount }: SystemMesh,
  { corners: { view: corners }, slots: { view: slots } }: SystemBlocks,
): void {
  for (let t = 0; t < triangleCount; t++) {
    for (let k = 0; k < 3; k++) corners[3 * t + k] = s.rowOf[triangles[3 * s.triangleOrder[t] + k]];
    for (let k = 0; k < 3; k++) {
      const [a, b] = [corners[3 * t + k], corners[3 * t + ((k + 1) % 3)]];
      slots[6 * t + 2 * k] = blockAt(s, a, b);
      slots[6 * t + 2 * k + 1] = blockAt(s, b, a);
    }
  }
}

/** Fills the rows of the vertices of hinges, and κ c_i c_j of all pairs: in blocks, in scalars, and on the diagonal. */
export function fillHinges(mesh: SystemMesh, blocks: SystemBlocks): void {
  const { structure: s, hinges, hingeCount, hingeStiffness, hingeCoefficients: c } = mesh;
  const vertices = blocks.hingeVertices.view;
  const [blockBend, scalarBend, bends] = [blocks.blockBend.view, blocks.scalarBend.view, blocks.bends.view];
  for (const list of [blockBend, scalarBend, bends]) list.fill(0);
  for (let h = 0; h < hingeCount; h++) {
    const from = s.hingeOrder[h];
    for (let k = 0; k < 4; k++) vertices[4 * h + k] = s.rowOf[hinges[4 * from + k]];
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < 4; j++) {
        const bend = hingeStiffness[from] * c[4 * from + i] * c[4 * from + j];
        if (i === j) bends[vertices[4 * h + i]] += bend;
        if (i === j || vertices[4 * h + i] === vertices[4 * h + j]) continue;
        const scalar = i + j === 5 ? s.hingeScalars[2 * from + (i === 2 ? 0 : 1)] : -1;
        if (scalar >= 0) scalarBend[scalar] += bend;
        else blockBend[blockAt(s, vertices[4 * h + i], vertices[4 * h + j])] += bend;
      }
    }
  }
}
