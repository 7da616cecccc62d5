/** The schemas of shapes, from the fields that each kind declares (contact/shapes). */
import { z } from 'zod';
import type { FilledShapeSpec, ShapeSpec } from '../contact/shapes/index.ts';
import { createShape, shapeKinds } from '../contact/shapes/index.ts';
import type { ShapeField, ShapeFields } from '../contact/shapes/shape.ts';
import { flag, list, place, quantity, sentence, vector } from '../schema/fields.ts';
import { LIMITS } from '../schema/limits.ts';
import { isMeshFileName } from '../schema/mesh-lists.ts';
import type { Problem } from '../schema/problem.ts';

type ShapeSchema = z.ZodType<FilledShapeSpec, ShapeSpec>;

/** Returns the schema of all kinds of shapes, or of `solids`, which have a volume. */
export function shapeSchema(which: 'all' | 'solids') {
  const kinds = shapeKinds().filter(({ mass }) => which === 'all' || mass);
  const options = kinds.map(({ kind, help, fields }) =>
    z.strictObject({ kind: z.literal(kind).meta({ description: help }), ...fieldSchemas(fields) }),
  );
  return z.discriminatedUnion('kind', options as [(typeof options)[number]]);
}

/** Types a schema of shapes after it has got its title. */
export function typed(schema: z.ZodType): ShapeSchema {
  return schema as ShapeSchema;
}

function fieldSchemas(fields: ShapeFields): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const schema = fieldSchema(field);
      if (field.optional) return [name, schema.optional()];
      return [name, field.default === undefined ? schema : schema.default(field.default as never)];
    }),
  );
}

const index = () => z.int().min(0);

function fieldSchema(field: ShapeField): z.ZodType {
  const { type, help, unit = '', least = 0, title, fields = {} } = field;
  const listed = (entry: z.ZodType, most: number) => list(entry, most, help, least, unit || undefined);
  switch (type) {
    case 'number':
      return quantity(unit, field, help);
    case 'vector':
      return vector(unit, field, help);
    case 'flag':
      return flag(help);
    case 'text':
      return sentence(help);
    case 'file':
      return sentence(help).refine((text) => isMeshFileName(text), {
        error:
          'must be an .obj, .glb, .stl or .ply file in the folder of the scene or below it, such as "body.glb"',
      });
    case 'points':
      return listed(place('Corner.'), LIMITS.vertices);
    case 'faces':
      return listed(z.array(index()).min(3).max(1000), LIMITS.triangles);
    case 'triangles':
      return listed(z.tuple([index(), index(), index()]), LIMITS.triangles);
    case 'times':
      return listed(quantity(unit, { min: 0, max: 1e6 }, 'When.'), LIMITS.keyframes);
    case 'places': {
      const row = z.array(z.number().min(-LIMITS.coordinate).max(LIMITS.coordinate));
      return listed(row.max(3 * LIMITS.vertices), LIMITS.keyframes);
    }
    case 'object':
      return z.strictObject(fieldSchemas(fields)).meta({ title, description: help });
  }
}

/** Returns problems of a shape beyond single fields: corners that do not exist, faces that are not flat. */
export function shapeChecks(shape: FilledShapeSpec, path: string): Problem[] {
  const { file, vertices } = shape as { file?: string; vertices?: readonly unknown[] };
  if (file !== undefined && vertices?.length === 0) {
    const message = `"${file}" has not been read. A program passes its contents to withMeshes; the command line reads files beside the scene`;
    return [{ path: `${path}.file`, message }];
  }
  try {
    createShape(shape);
    return [];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const [field, ...message] = error.message.split(': ');
    return [{ path: `${path}.${field}`, message: message.join(': ') }];
  }
}
