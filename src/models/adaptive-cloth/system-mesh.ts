/** Fills the parts of a cloth's linear system that depend on the mesh only: indices of blocks, and bending stiffness. */
import type { Pass } from './hierarchy.ts';
import { blockAt, type Structure } from './structure.ts';

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
  corners: Int32Array,
  slots: Int32Array,
): void {
  for (let t = 0; t < triangleCount; t++) {
    const from = 3 * s.triangleOrder[t];
    const a = s.rowOf[triangles[from]];
    const b = s.rowOf[triangles[from + 1]];
    const c = s.rowOf[triangles[from + 2]];
    corners[3 * t] = a;
    corners[3 * t + 1] = b;
    corners[3 * t + 2] = c;
    slots[6 * t] = blockAt(s, a, b);
    slots[6 * t + 1] = blockAt(s, b, a);
    slots[6 * t + 2] = blockAt(s, b, c);
    slots[6 * t + 3] = blockAt(s, c, b);
    slots[6 * t + 4] = blockAt(s, c, a);
    slots[6 * t + 5] = blockAt(s, a, c);
  }
}

/** Fills the rows of the vertices of hinges, and κ c_i c_j of all pairs: in blocks, in scalars, and on the diagonal. */
export function fillHinges(
  mesh: SystemMesh,
  vertices: Int32Array,
  blockBend: Float32Array,
  scalarBend: Float32Array,
  bends: Float32Array,
): void {
  const { structure: s, hinges, hingeCount, hingeStiffness, hingeCoefficients: c } = mesh;
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
