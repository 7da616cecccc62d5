/** Shapes of colliders as trajectories record them: what a picture needs, checked by the fields that each kind declares. */
import { OWN_SHAPES, rowsOf, type ShapeSpec, shapeKind } from '../../src/contact/shapes/index.ts';
import type { MeshMotion } from '../../src/contact/shapes/moving-mesh.ts';
import type { ShapeField, ShapeFields, ShapeMesh } from '../../src/contact/shapes/shape.ts';
import { finite, list, object, positive, triple } from './check-json.ts';

type Rows = readonly (readonly number[])[];

/** Shapes as scenes write them; lengths in m, heights along the local y axis. */
export type TrajectoryShape =
  | Exclude<ShapeSpec, { kind: 'mesh' }>
  | {
      readonly kind: 'mesh';
      readonly vertices: Rows;
      readonly triangles: Rows;
      readonly motion?: MeshMotion;
    };

/** Rounding of coordinates that are only drawn, m. */
const DRAWN = 1e-5;
/** Sides a turn of a shape that is recorded as triangles. */
const SIDES = 64;

/** Kinds that every reader knows are recorded as they are, without their sources; others as triangles. */
export function recordedShape(spec: ShapeSpec): TrajectoryShape {
  const kind = shapeKind(spec.kind);
  if (OWN_SHAPES.includes(kind))
    return { kind: spec.kind, ...recordedFields(spec, kind.fields) } as TrajectoryShape;
  const { positions, triangles } = kind.mesh(spec, SIDES) as ShapeMesh;
  return { kind: 'mesh', vertices: rowsOf(positions), triangles: rowsOf(triangles) };
}

function recordedFields(spec: object, fields: ShapeFields): object {
  return mapped(spec, fields, (value, { type, fields: inner }) => {
    if (type === 'object') return recordedFields(value as object, inner ?? {});
    if (type !== 'places') return value;
    return (value as readonly ArrayLike<number>[]).map((row) =>
      Array.from(row, (c) => Number((Math.round(c / DRAWN) * DRAWN).toFixed(5))),
    );
  });
}

/** Fields that are recorded and given, each changed. */
function mapped(
  spec: object,
  fields: ShapeFields,
  change: (value: unknown, field: ShapeField, name: string) => unknown,
): object {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = (spec as Record<string, unknown>)[name];
      return field.source || value === undefined ? [] : [[name, change(value, field, name)]];
    }),
  );
}

/** Returns a copy of the known fields, or throws with the path of the first wrong one. */
export function checkShape(json: unknown, path: string): TrajectoryShape {
  const given = object(json, path);
  const kind = OWN_SHAPES.find((known) => known.kind === given.kind);
  if (!kind) throw new Error(`${path}.kind: unknown shape ${JSON.stringify(given.kind)}`);
  const vertices = Array.isArray(given.vertices) ? given.vertices.length : 0;
  return { kind: kind.kind, ...checkFields(given, kind.fields, vertices, path) } as TrajectoryShape;
}

function checkFields(json: unknown, fields: ShapeFields, vertices: number, path: string): object {
  const given = object(json, path);
  for (const [name, { optional, source, default: initial }] of Object.entries(fields))
    if (
      given[name] === undefined &&
      !optional &&
      !source &&
      (initial === undefined || Array.isArray(initial))
    )
      throw new Error(`${path}.${name}: is missing`);
  const known = mapped(given, fields, (value, field, name) =>
    checkField(value, field, vertices, `${path}.${name}`),
  );
  const { times, places } = known as { times?: number[]; places?: Rows };
  if (times && places) checkKeys(times, places, path);
  return known;
}

function checkField(value: unknown, field: ShapeField, vertices: number, path: string): unknown {
  const rows = (one: (row: unknown, at: string) => unknown) =>
    list(value, path).map((row, i) => one(row, `${path}[${i}]`));
  switch (field.type) {
    case 'number':
      return field.above === 0 ? positive(value, path) : finite(value, path);
    case 'vector':
      return triple(value, path);
    case 'points':
      return rows(triple);
    case 'faces':
    case 'triangles':
      return rows((face, at) => corners(face, vertices, field.type === 'triangles', at));
    case 'times':
      return list(value, path).map((time) => finite(time, path));
    case 'places':
      return rows((row, at) => {
        const numbers = list(row, at).map((c) => finite(c, at));
        if (numbers.length === 3 * vertices) return numbers;
        throw new Error(`${at}: must be three numbers for each of ${vertices} vertices`);
      });
    case 'flag':
      if (typeof value === 'boolean') return value;
      throw new Error(`${path}: must be true or false`);
    case 'object':
      return checkFields(value, field.fields ?? {}, vertices, path);
    default:
      return value;
  }
}

function corners(json: unknown, vertices: number, three: boolean, path: string): number[] {
  const indices = list(json, path);
  if (indices.length < 3) throw new Error(`${path}: must have at least three corners`);
  if (three && indices.length !== 3) throw new Error(`${path}: must have three corners`);
  return indices.map((n) => {
    if (Number.isInteger(n) && (n as number) >= 0 && (n as number) < vertices) return n as number;
    throw new Error(`${path}: must be indices below ${vertices}, got ${JSON.stringify(n)}`);
  });
}

function checkKeys(times: readonly number[], places: Rows, path: string): void {
  const late = times.findIndex((t, k) => k > 0 && !(t > times[k - 1]));
  if (times.length < 2 || late >= 0)
    throw new Error(`${path}.times: must be at least two, in ascending order`);
  if (places.length !== times.length) throw new Error(`${path}.places: must be as many as times`);
}
