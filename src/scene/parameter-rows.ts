/**
 * The parameter table as flat rows, and as a JSON Schema (draft 2020-12) for editors. Both come from the
 * declarations in parameters.ts and in the models.
 */
import { z } from 'zod';

import { perRegistry, sceneSchema } from './parameters.ts';

export type ParameterType = 'number' | 'integer' | 'text' | 'flag' | 'list' | 'mixed';

/** One row of the table. */
export interface Parameter {
  /** Path of the field; `[]` stands for any entry of a list. */
  readonly path: string;
  /** Title of the object it belongs to, for panels and chapters. */
  readonly group: string;
  /** The variant of an object that has it, such as `sphere`. */
  readonly variant: string | undefined;
  readonly type: ParameterType;
  /** Length of a fixed-length list of numbers: 3 for a vector. */
  readonly components: number | undefined;
  readonly unit: string;
  /** Inclusive bounds, of each component. */
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Exclusive lower bound. */
  readonly above: number | undefined;
  readonly choices: readonly string[];
  readonly required: boolean;
  readonly default: unknown;
  readonly help: string;
}

/** A field that is an object with a chapter of its own, such as the shape of a collider. */
export interface ObjectField extends Pick<Parameter, 'path' | 'group' | 'required' | 'help'> {
  /** Title of the object. */
  readonly object: string;
  readonly isOptional: boolean;
}

/** The keywords of JSON Schema that zod writes for the declarations of Pliant. */
export interface JsonSchema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly unit?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema | false;
  readonly prefixItems?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

/** Returns the published schema of scene files. */
export function sceneJsonSchema(): JsonSchema {
  return z.toJSONSchema(sceneSchema(), { io: 'input' }) as JsonSchema;
}

/** Returns every parameter of a scene, in the order of the format. */
export const sceneParameters: () => readonly Parameter[] = perRegistry(() =>
  sceneFields().filter((field) => 'type' in field),
);

/** Returns every parameter of a scene, each object before its own. */
export function sceneFields(): (Parameter | ObjectField)[] {
  return objectRows(sceneJsonSchema(), '', '', undefined);
}

/** Returns the parameters of a body of this model, by paths within it; none for an unknown model. */
export function bodyFields(model: string): (Parameter | ObjectField)[] {
  const bodies = sceneJsonSchema().properties?.bodies.items;
  const body = bodies ? bodies.oneOf?.find((option) => discriminator(option) === model) : undefined;
  return body ? objectRows(body, '', '', model) : [];
}

interface Place {
  readonly path: string;
  readonly group: string;
  readonly variant: string | undefined;
  readonly required: boolean;
}

function objectRows(
  object: JsonSchema,
  path: string,
  group: string,
  variant: string | undefined,
): (Parameter | ObjectField)[] {
  return Object.entries(object.properties ?? {}).flatMap(([key, field]) =>
    rows(field, {
      path: path ? `${path}.${key}` : key,
      group: object.title ?? group,
      variant,
      required: object.required?.includes(key) ?? false,
    }),
  );
}

function rows(schema: JsonSchema, place: Place): (Parameter | ObjectField)[] {
  const { path, group, variant } = place;
  if (schema.properties) return [...ownChapter(schema, place), ...objectRows(schema, path, group, variant)];
  if (schema.oneOf) {
    const title = schema.title ?? group;
    const variants = schema.oneOf.flatMap((o) => objectRows(o, path, title, discriminator(o)));
    return [...ownChapter(schema, place), ...variants];
  }
  const nested = schema.anyOf?.find((o) => o.properties);
  if (nested) return [row(schema, place), ...objectRows(nested, path, group, variant)];
  if (schema.items && (schema.items.properties || schema.items.oneOf)) {
    return [row(schema, place), ...rows(schema.items, { ...place, path: `${path}[]` })];
  }
  return [row(schema, place)];
}

/** Returns the row of an object with a chapter of its own; entries of a list have the row of the list. */
function ownChapter({ title, description = '', default: initial }: JsonSchema, place: Place): ObjectField[] {
  const { path, group, required } = place;
  if (title === undefined || title === group || path.endsWith('[]')) return [];
  return [
    {
      path,
      group,
      required,
      help: description,
      object: title,
      isOptional: !required && initial === undefined,
    },
  ];
}

/** Returns the value that identifies a variant: its first constant text field. */
function discriminator(option: JsonSchema): string | undefined {
  return Object.values(option.properties ?? {}).find((field) => typeof field.const === 'string')
    ?.const as string;
}

function row(schema: JsonSchema, place: Place): Parameter {
  const number = numberIn(schema);
  return {
    ...place,
    type: typeOf(schema, number),
    components: schema.prefixItems?.length,
    unit: schema.unit ?? '',
    min: number?.minimum,
    max: number?.maximum === Number.MAX_SAFE_INTEGER ? undefined : number?.maximum,
    above: number?.exclusiveMinimum,
    choices: [schema, ...(schema.anyOf ?? [])].flatMap(choicesOf),
    default: schema.default,
    help: schema.description ?? '',
  };
}

function numberIn(schema: JsonSchema): JsonSchema | undefined {
  const candidates = [schema, schema.prefixItems?.[0], ...(schema.anyOf ?? [])];
  return candidates.find((s) => s?.type === 'number' || s?.type === 'integer');
}

function typeOf(schema: JsonSchema, number: JsonSchema | undefined): ParameterType {
  if (schema.anyOf) return 'mixed';
  if (number) return number.type as 'number' | 'integer';
  if (schema.type === 'array') return 'list';
  return schema.type === 'boolean' ? 'flag' : 'text';
}

function choicesOf(schema: JsonSchema): readonly string[] {
  return schema.enum ?? (typeof schema.const === 'string' ? [schema.const] : []);
}
