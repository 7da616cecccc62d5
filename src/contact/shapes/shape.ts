/**
 * A shape in its own axes. Its distance d(x) (m) is a convex function with gradient n wherever it has one; that
 * is all the sweep relies on. `signed` shapes are solid: d < 0 inside. A triangle mesh is not: it has two
 * sides and no inside, d ≥ 0, and it is convex only triangle by triangle.
 */
export const SHAPE_KINDS = ['plane', 'sphere', 'box', 'capsule', 'cylinder', 'convex', 'mesh'] as const;
export type ShapeKind = (typeof SHAPE_KINDS)[number];

export interface Shape {
  readonly kind: ShapeKind;
  readonly signed: boolean;
  /** Least x, y, z, then greatest x, y, z (m); infinite for a plane. */
  readonly bounds: Float64Array;
  /** d at a point; writes the outward unit normal there. Where several are right it takes one, always the same. */
  distance(x: number, y: number, z: number, normal: Float64Array): number;
}
