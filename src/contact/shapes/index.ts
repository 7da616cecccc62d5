/** All kinds of shapes. docs/extending.md lists what a new kind needs; a program calls `registerShape`. */
import { type BoxSpec, box } from './box.ts';
import { type CapsuleSpec, capsule } from './capsule.ts';
import { type ConvexSpec, convex } from './convex.ts';
import { type CylinderSpec, cylinder, SIDES } from './cylinder.ts';
import { type FilledMeshSpec, type MeshSpec, mesh } from './mesh.ts';
import { type PlaneSpec, plane } from './plane.ts';
import type { Faces, MassProperties, Shape, ShapeKind, ShapeMesh } from './shape.ts';
import { type SphereSpec, sphere } from './sphere.ts';
import { TriangleMesh } from './triangle-mesh.ts';

/** Descriptions by kind. A program that registers a kind adds its description by declaration merging. */
export interface ShapeSpecs {
  plane: PlaneSpec;
  sphere: SphereSpec;
  box: BoxSpec;
  capsule: CapsuleSpec;
  cylinder: CylinderSpec;
  convex: ConvexSpec;
  mesh: MeshSpec;
}

/** Description of a shape; lengths in m. */
export type ShapeSpec = ShapeSpecs[keyof ShapeSpecs];
/** Description of a shape with all defaults filled in. */
export type FilledShapeSpec = Exclude<ShapeSpec, MeshSpec> | FilledMeshSpec;

// biome-ignore lint/suspicious/noExplicitAny: each kind takes descriptions of its own only, found by their `kind`
type AnyKind = ShapeKind<any>;
export type { AnyKind as AnyShapeKind };

/** Kinds that every program knows, in the order of the reference. */
export const OWN_SHAPES: readonly AnyKind[] = [plane, sphere, box, capsule, cylinder, convex, mesh];
let kinds = OWN_SHAPES;

/** Returns all kinds; a new list whenever one is registered. */
export function shapeKinds(): readonly AnyKind[] {
  return kinds;
}

/** Adds a kind of shape for programs, scene files, recordings and exports. */
export function registerShape(kind: AnyKind): () => void {
  if (kinds.some((known) => known.kind === kind.kind))
    throw new RangeError(`kind: there is a shape "${kind.kind}" already; choose another name`);
  kinds = [...kinds, kind];
  return () => {
    kinds = kinds.filter((one) => one !== kind);
  };
}

/** Returns the kind of a description; throws a RangeError for an unknown one. */
export function shapeKind(name: string): AnyKind {
  const found = kinds.find(({ kind }) => kind === name);
  if (found) return found;
  const names = kinds.map(({ kind }) => kind).join(', ');
  throw new RangeError(`kind: must be one of ${names}, got ${JSON.stringify(name)}`);
}

/** Creates a shape. Throws a RangeError whose message begins with the field at fault, such as `triangles[12]`. */
export function createShape(spec: ShapeSpec): Shape {
  const kind = shapeKind(spec.kind);
  const shape = kind.create(spec);
  if (shape.features && shape.rigidForm) return shape;
  const drawn = () => {
    const { positions, triangles } = kind.mesh(spec, SIDES) as ShapeMesh;
    return new TriangleMesh(rowsOf(positions), rowsOf(triangles));
  };
  return Object.assign(shape, {
    features: shape.features ?? (() => drawn().features()),
    rigidForm:
      shape.rigidForm ??
      (() =>
        shape.reach === undefined && shape.signed
          ? { form: 'hulls', corners: [drawn().points] }
          : { form: 'skin', mesh: drawn() }),
  });
}

export function rowsOf(numbers: ArrayLike<number>): number[][] {
  return Array.from({ length: numbers.length / 3 }, (_, i) => [
    numbers[3 * i],
    numbers[3 * i + 1],
    numbers[3 * i + 2],
  ]);
}

/** Returns the triangles to draw, with `sides` sides per turn; undefined for an infinite shape. */
export function shapeMesh(spec: ShapeSpec, sides: number): ShapeMesh | undefined {
  return shapeKind(spec.kind).mesh(spec, sides);
}

/** Returns the faces of a shape with flat faces; undefined for others. */
export function shapeFaces(spec: ShapeSpec): Faces | undefined {
  return shapeKind(spec.kind).faces?.(spec);
}

/** Returns the mass properties of a valid shape. Throws a RangeError for one that encloses no volume. */
export function massProperties(spec: ShapeSpec): MassProperties {
  const { mass, principal } = shapeKind(spec.kind);
  if (!mass)
    throw new RangeError(`kind: a ${spec.kind} has no volume to be a rigid body; use a convex solid`);
  const properties = mass(spec);
  const { centre, axes } = properties;
  if (!principal && (centre.some((x) => x !== 0) || Math.abs(axes[3]) !== 1))
    throw new RangeError(
      `kind: a ${spec.kind} is not centred at its centre of mass along its principal axes; give its kind \`principal\`, or use a convex solid`,
    );
  return properties;
}
