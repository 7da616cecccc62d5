/**
 * Fields of a scene: the control, bounds and content of each. They are derived from the published schema of scenes, so a new
 * parameter appears in the panels without further work.
 */
import { type JsonSchema, sceneJsonSchema } from 'pliant';
import { choiceLabel, labelOf } from './labels.ts';

/** `above` is exclusive, `min` and `max` are not. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
}

export interface Variant {
  readonly name: string;
  readonly title: string;
  readonly help: string;
  readonly fields: readonly Field[];
}

export type Control =
  | { readonly kind: 'number'; readonly bounds: Bounds; readonly isWhole: boolean }
  | { readonly kind: 'vector'; readonly bounds: Bounds; readonly isWhole: boolean; readonly length: number }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'flag' }
  | { readonly kind: 'text'; readonly longest: number }
  | { readonly kind: 'object'; readonly title: string; readonly fields: readonly Field[] }
  /** An object of several kinds, which the field `tag` distinguishes. */
  | { readonly kind: 'variant'; readonly tag: string; readonly variants: readonly Variant[] }
  | { readonly kind: 'list'; readonly entry: Control; readonly title: string; readonly fewest: number }
  /** A word, or a value of one of several forms. */
  | { readonly kind: 'mixed'; readonly words: readonly string[]; readonly forms: readonly Control[] }
  /** Data that is not typed: corners, faces, the text of a file. */
  | { readonly kind: 'data'; readonly fewest: number };

export interface Field {
  readonly key: string;
  readonly label: string;
  readonly help: string;
  readonly unit: string;
  /** Whether the field is optional and has no default. */
  readonly isOptional: boolean;
  readonly default: unknown;
  readonly control: Control;
}

/** A field at its path in a scene. */
export interface Placed {
  readonly path: string;
  readonly field: Field;
}

/** Texts longer than this come from files. */
const LONGEST_LINE = 2000;
/** Fields that are not shown: the version of the format, and the expectations of tests. */
const HIDDEN: readonly string[] = ['$schema', 'format', 'expect'];

let known: readonly Field[] | undefined;

/** Returns every field of a scene, in the order of the format. */
export function sceneFields(): readonly Field[] {
  known ??= fieldsOf(sceneJsonSchema()).filter(({ key }) => !HIDDEN.includes(key));
  return known;
}

function fieldsOf(object: JsonSchema, tag?: string): Field[] {
  return Object.entries(object.properties ?? {})
    .filter(([key]) => key !== tag)
    .map(([key, schema]) => ({
      key,
      label: labelOf(key, object.title),
      help: schema.description ?? '',
      unit: schema.unit === '1' ? '' : (schema.unit ?? ''),
      isOptional: schema.default === undefined && !object.required?.includes(key),
      default: schema.default,
      control: controlOf(schema),
    }));
}

export function controlOf(schema: JsonSchema): Control {
  if (schema.oneOf) return variantOf(schema.oneOf);
  if (schema.properties) return { kind: 'object', title: schema.title ?? '', fields: fieldsOf(schema) };
  if (schema.anyOf) return mixedOf(schema.anyOf);
  if (schema.enum) return { kind: 'choice', choices: schema.enum };
  if (schema.prefixItems) return vectorOf(schema.prefixItems);
  switch (schema.type) {
    case 'number':
    case 'integer':
      return { kind: 'number', bounds: boundsOf(schema), isWhole: schema.type === 'integer' };
    case 'boolean':
      return { kind: 'flag' };
    case 'string': {
      const longest = schema.maxLength ?? 0;
      return longest > LONGEST_LINE ? { kind: 'data', fewest: 0 } : { kind: 'text', longest };
    }
  }
  return listOf(schema);
}

function variantOf(options: readonly JsonSchema[]): Control {
  const tag = tagOf(options[0]);
  const variants = options.map((option): Variant => {
    const name = String(option.properties?.[tag].const);
    const help = option.properties?.[tag].description ?? '';
    return { name, title: option.title ?? choiceLabel(name), help, fields: fieldsOf(option, tag) };
  });
  return { kind: 'variant', tag, variants };
}

/** Returns the field whose constant text distinguishes the kinds. */
function tagOf({ properties = {} }: JsonSchema): string {
  const found = Object.entries(properties).find(([, field]) => typeof field.const === 'string');
  if (!found) throw new Error('The kinds of an object have no common tag.');
  return found[0];
}

function mixedOf(options: readonly JsonSchema[]): Control {
  const words = options.flatMap(({ enum: several, const: one }): readonly unknown[] => several ?? [one]);
  const forms = options.filter((option) => !option.enum && option.const === undefined).map(controlOf);
  return { kind: 'mixed', words: words.filter((word) => typeof word === 'string'), forms };
}

function vectorOf(items: readonly JsonSchema[]): Control {
  const [first] = items;
  return {
    kind: 'vector',
    bounds: boundsOf(first),
    isWhole: first.type === 'integer',
    length: items.length,
  };
}

function listOf({ items, minItems = 0 }: JsonSchema): Control {
  const entry = items ? controlOf(items) : undefined;
  if (entry?.kind !== 'object' && entry?.kind !== 'variant') return { kind: 'data', fewest: minItems };
  const title = (items as JsonSchema).title ?? 'Body';
  return { kind: 'list', entry, title, fewest: minItems };
}

function boundsOf({ minimum, maximum, exclusiveMinimum }: JsonSchema): Bounds {
  // JSON schemas give unbounded integers the limits of safe integers.
  const max = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return { min: minimum, max, above: exclusiveMinimum };
}

/** Returns the fields of an object with its present value. */
export function fieldsIn(control: Control, value: unknown): readonly Field[] {
  if (control.kind === 'object') return control.fields;
  if (control.kind === 'variant') return variantIn(control, value)?.fields ?? [];
  return [];
}

export function variantIn(control: Control & { kind: 'variant' }, value: unknown): Variant | undefined {
  const name = isObject(value) ? value[control.tag] : undefined;
  return control.variants.find((variant) => variant.name === name);
}

/** Returns the form of a mixed value; undefined for a word. */
export function formIn({ forms }: Control & { kind: 'mixed' }, value: unknown): Control | undefined {
  if (typeof value === 'number') return forms.find(({ kind }) => kind === 'number');
  if (Array.isArray(value))
    return forms.find(({ kind }) => kind === 'vector' || kind === 'data' || kind === 'list');
  if (isObject(value)) return forms.find(({ kind }) => kind === 'object' || kind === 'variant');
  return undefined;
}

/** Whether the entries of a list are a few numbers each: they are shown as rows of a table, not as cards. */
export function isTable(entry: Control): boolean {
  return (
    entry.kind === 'object' &&
    entry.fields.length <= 3 &&
    entry.fields.every(({ control }) => control.kind === 'number' || control.kind === 'vector')
  );
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function placed(path: string, field: Field): Placed {
  return { path: path ? `${path}.${field.key}` : field.key, field };
}
