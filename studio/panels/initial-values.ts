/** Initial values: of an optional object that is switched on, a new entry of a list, another kind of a shape. */
import type { Scene } from 'pliant';
import { type Control, type Field, fieldsIn, isObject, type Variant } from './fields.ts';
import { typicalOf } from './slider.ts';

/** Returns a value for a field that has none; fields with a default are omitted. */
export function initialValue(field: Field, scene: Scene): unknown {
  const { control, key, unit } = field;
  if (field.default !== undefined && control.kind !== 'object') return field.default;
  if (key === 'body' || key === 'name') return scene.bodies[0]?.name ?? 'sheet';
  if (control.kind === 'number') return typicalOf({ ...control, unit });
  if (control.kind === 'vector') return Array(control.length).fill(vectorStart(control, unit));
  return initialValueOf(control, scene);
}

function vectorStart(control: Control & { kind: 'vector' }, unit: string): number {
  const { min = Number.NEGATIVE_INFINITY, above = Number.NEGATIVE_INFINITY } = control.bounds;
  return min <= 0 && above < 0 ? 0 : typicalOf({ ...control, unit });
}

export function initialValueOf(control: Control, scene: Scene): unknown {
  switch (control.kind) {
    case 'number':
      return typicalOf({ ...control, unit: '' });
    case 'vector':
      return Array(control.length).fill(vectorStart(control, ''));
    case 'choice':
      return control.choices[0];
    case 'flag':
      return true;
    case 'text':
      return '';
    case 'object':
      return requiredOf(control.fields, scene);
    case 'variant':
      return otherVariant(control, plainest(control.variants), scene);
    case 'list':
      return Array.from({ length: control.fewest }, () => initialValueOf(control.entry, scene));
    case 'mixed':
      return control.words[0] ?? initialValueOf(control.forms[0], scene);
    case 'data':
      return [];
  }
}

function requiredOf(fields: readonly Field[], scene: Scene): Record<string, unknown> {
  const required = fields.filter((field) => !field.isOptional && field.default === undefined);
  const near = required.length === 0 ? fields.filter(({ key }) => key === 'near') : [];
  return Object.fromEntries([...required, ...near].map((field) => [field.key, initialValue(field, scene)]));
}

/** Returns the first kind that needs no list of corners, preferably one with a size. */
function plainest(variants: readonly Variant[]): Variant {
  const plain = variants.filter(({ fields }) => !fields.some(needsData));
  return plain.find(({ fields }) => fields.length > 0) ?? plain[0] ?? variants[0];
}

/** Whether a field is required but cannot be typed: it has no default, or one that stands for the content of a file. */
export function needsData({ control, isOptional, default: initial }: Field): boolean {
  if (control.kind !== 'data' || isOptional) return false;
  return initial === undefined || (Array.isArray(initial) && initial.length < control.fewest);
}

/** Returns another kind of the same object; common fields keep their values. */
export function otherVariant(
  control: Control & { kind: 'variant' },
  variant: Variant,
  scene: Scene,
  old?: unknown,
): Record<string, unknown> {
  const start: Record<string, unknown> = {
    [control.tag]: variant.name,
    ...requiredOf(variant.fields, scene),
  };
  if (!isObject(old)) return start;
  const before = fieldsIn(control, old);
  for (const field of variant.fields) {
    const same = before.find(({ key }) => key === field.key);
    const isKept = same && old[field.key] !== undefined && isAlike(same.control, field.control);
    if (isKept) start[field.key] = old[field.key];
  }
  return start;
}

/** Materials differ between models: their common fields are not kept. */
function isAlike(a: Control, b: Control): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Returns a new entry of a list, with a unique name and a time after the last. */
export function newEntry(
  list: Control & { kind: 'list' },
  entries: readonly unknown[],
  scene: Scene,
): unknown {
  const entry = initialValueOf(list.entry, scene);
  const last = entries.at(-1);
  if (!isObject(entry)) return entry;
  if ('name' in entry) entry.name = freeName(list.title.toLowerCase(), entries);
  if (isObject(last) && typeof last.time === 'number' && 'time' in entry)
    return { ...last, time: last.time + 1 };
  if ('time' in entry) entry.time = 0;
  return entry;
}

export function copyOf(entry: unknown, entries: readonly unknown[]): unknown {
  const copy = structuredClone(entry);
  if (!isObject(copy)) return copy;
  if (typeof copy.name === 'string') copy.name = freeName(copy.name.replace(/ \d+$/, ''), entries);
  if (typeof copy.time === 'number') copy.time = lastTime(entries) + 1;
  return copy;
}

function lastTime(entries: readonly unknown[]): number {
  return Math.max(...entries.map((entry) => (isObject(entry) ? Number(entry.time) || 0 : 0)));
}

function freeName(stem: string, entries: readonly unknown[]): string {
  const taken = new Set(entries.map((entry) => (isObject(entry) ? entry.name : undefined)));
  if (!taken.has(stem)) return stem;
  let number = 2;
  while (taken.has(`${stem} ${number}`)) number++;
  return `${stem} ${number}`;
}
