/**
 * A shape: its own axes, lengths in metres.
 *
 * A `ShapeKind` is the module of one kind of shape: the fields of its description in scene files, its triangles to draw, its
 * mass, and `create`, which makes the `Shape` that contact asks for distances. shapes/index.ts lists all kinds.
 */
import type { Quaternion } from '../../math/quat.ts';
import type { Vector } from '../../math/vec3.ts';
import type { MovingMesh } from './moving-mesh.ts';
import type { TriangleMesh } from './triangle-mesh.ts';
export type Rows = readonly (readonly number[])[];

/**
 * The distance d(x) (m) has the gradient n wherever it has one. Contact relies on one of three properties:
 * - convex solids: d < 0 inside, and d is a convex function;
 * - other solids, with a `reach`: d < 0 inside, d exact outside;
 * - a `skin` of triangles: two-sided and infinitely thin, d ≥ 0.
 */
export interface Shape {
  readonly kind: string;
  /** Whether the shape is solid: d < 0 inside. */
  readonly signed: boolean;
  /** Least x, y, z, then greatest x, y, z (m); infinite for a half-space. */
  readonly bounds: Float64Array;
  /** Returns d at a point and writes the outward unit normal there: always the same one where several are right. */
  distance(x: number, y: number, z: number, normal: Float64Array): number;
  /**
   * Reach of a solid that is not convex (Federer 1959), m: every point nearer than this has one nearest point on the
   * surface. The least radius of curvature of its hollows, or half the width of its narrowest gap. Default: convex.
   */
  readonly reach?: number;
  /** Whether the shape is the half-space below the local x–z plane. */
  readonly halfSpace?: boolean;
  /** Triangles that are swept one by one. */
  readonly skin?: TriangleMesh;
  /** Vertices that move in time. */
  readonly moving?: MovingMesh;
  /** Corners, edges and faces for surface contact. Default: those of the kind's mesh. */
  features?(): Features;
  /** Form for the rigid-body solver. Default: the hull of the kind's mesh, or its triangles if it is not convex. */
  rigidForm?(): RigidForm;
  /** Corrections made to the description, by field. */
  readonly repairs?: readonly { readonly field: string; readonly message: string }[];
}

/** Points, edges and triangles that stand for a shape in surface contact. */
export interface Features {
  /** Positions x, y, z of the points, m. */
  readonly points: Float64Array;
  /** Corners of each triangle; (a, a, a) is a point, (a, b, b) an edge without a face. */
  readonly triangles: readonly number[];
  readonly edges: readonly (readonly [number, number])[];
  /** Radius around the points, edges and faces that belongs to the shape, m. */
  readonly radius: number;
  /** Whether the triangles enclose a convex solid. */
  readonly solid: boolean;
}

/** Triangles to draw, anticlockwise from outside; points on an edge between smooth parts are repeated for each part. */
export interface ShapeMesh {
  /** Positions x, y, z of the vertices, m. */
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  /** Whether sides are curved, so that triangles share normals. */
  readonly smooth: boolean;
}

/** A polyhedron by its corners and flat faces. */
export interface Faces {
  readonly vertices: Rows;
  readonly faces: Rows;
}

/** Form of a shape for the rigid-body solver, m. Only the first five can be a body: the others have no inside. */
export type RigidForm =
  | { readonly form: 'ball'; readonly radius: number }
  | { readonly form: 'cuboid'; readonly half: Vector }
  | { readonly form: 'capsule' | 'cylinder'; readonly halfHeight: number; readonly radius: number }
  /** Convex parts, x, y, z of their corners. */
  | { readonly form: 'hulls'; readonly corners: readonly ArrayLike<number>[] }
  | { readonly form: 'half-space' }
  | { readonly form: 'skin'; readonly mesh: TriangleMesh };

export interface MassProperties {
  /** Volume, m³. */
  readonly volume: number;
  /** Centre of mass in the shape's own axes, m. */
  readonly centre: Vector;
  /** Rotation from principal to the shape's own axes. */
  readonly axes: Quaternion;
  /** Principal moments of inertia over the mass, m². */
  readonly gyration: Vector;
  /** Distance from the centre of mass to the farthest point, m. */
  readonly reach: number;
}

/** A field of a description. Scene files, the reference, the studio's panels and recordings all read these. */
export interface ShapeField {
  readonly type: keyof FieldValues | 'object';
  readonly help: string;
  readonly unit?: string;
  /** Exclusive and inclusive bounds of a number. */
  readonly above?: number;
  readonly min?: number;
  readonly max?: number;
  /** Least number of entries of a list. */
  readonly least?: number;
  readonly default?: unknown;
  readonly optional?: true;
  /** Marks a field that says where data come from; it is not part of a recording. */
  readonly source?: true;
  /** Fields of an `object`, and its title in the reference. */
  readonly title?: string;
  readonly fields?: ShapeFields;
}

export type ShapeFields = Readonly<Record<string, ShapeField>>;

interface FieldValues {
  number: number;
  flag: boolean;
  text: string;
  /** Name of a mesh file. */
  file: string;
  vector: Vector;
  /** Positions x, y, z. */
  points: Rows;
  /** Corner numbers of each face, and of each triangle. */
  faces: Rows;
  triangles: Rows;
  times: readonly number[];
  /** One row of coordinates for each time. */
  places: readonly ArrayLike<number>[];
}

/** A length above zero. */
export const LENGTH = { type: 'number', unit: 'm', above: 0, max: 1e6 } as const;

type Value<F> = F extends { fields: infer Inner }
  ? Filled<Inner>
  : F extends { type: infer Type extends keyof FieldValues }
    ? FieldValues[Type]
    : never;
type WrittenValue<F> = F extends { fields: infer Inner } ? Unfilled<Inner> : Value<F>;
type Having<F, Property> = { [K in keyof F]: F[K] extends Property ? K : never }[keyof F];
type Absent<F> = Having<F, { optional: true } | { default: unknown }>;
type Flat<T> = { [K in keyof T]: T[K] };
type Filled<F> = Flat<
  { readonly [K in Exclude<keyof F, Having<F, { optional: true }>>]: Value<F[K]> } & {
    readonly [K in Having<F, { optional: true }>]?: Value<F[K]>;
  }
>;
type Unfilled<F> = Flat<
  { readonly [K in Exclude<keyof F, Absent<F>>]: WrittenValue<F[K]> } & {
    readonly [K in Absent<F>]?: WrittenValue<F[K]>;
  }
>;

/** Description of a shape with all defaults in it, and as written, where fields with a default may be absent. */
export type SpecOf<K extends string, F> = { readonly kind: K } & Filled<F>;
export type WrittenOf<K extends string, F> = { readonly kind: K } & Unfilled<F>;

export interface ShapeKind<S extends { readonly kind: string } = never> {
  readonly kind: S['kind'];
  readonly help: string;
  readonly fields: ShapeFields;
  /** Throws a RangeError whose message begins with the field at fault, such as `triangles[12]`. */
  create(spec: S): Shape;
  /** Returns the triangles to draw, with `sides` sides per turn; undefined for an infinite shape. */
  mesh(spec: S, sides: number): ShapeMesh | undefined;
  /** Present for a kind that encloses a volume. */
  mass?(spec: S): MassProperties;
  /** Returns the same shape about its centre of mass along its principal axes. Default: it is centred and aligned. */
  principal?(spec: S, properties: MassProperties): S;
  /** Present for a kind with flat faces. */
  faces?(spec: S): Faces;
}
