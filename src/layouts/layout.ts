/**
 * Tables of the records that TypeScript and the kernels exchange through one memory. A table lists the fields of a record
 * in their order; tools/write-layouts.mjs writes the offset of each field as a constant into generated/<record>.ts, which
 * both sides import as a namespace: `Contact.NORMAL` is the offset of the normal of a contact.
 *
 * Offsets of a record with fields of several types count bytes. Those of a record with one type only may count elements
 * of that type, as indices into a typed array (`counts: 'elements'`).
 */

/** Bytes and alignment of the types of fields. Those after the first four have components: see vector.ts. */
export const TYPES = {
  f64: [8, 8],
  f32: [4, 4],
  i32: [4, 4],
  u32: [4, 4],
  quad: [32, 8],
  quad32: [16, 4],
  vector: [24, 8],
  quaternion: [32, 8],
  symmetric: [48, 8],
  matrix: [72, 8],
  vector32: [12, 4],
} as const;

/**
 * Fields by their names, in the order in which they lie. A field is described by its type, as `f64` or `f64[4]`, its unit
 * and its meaning: `'f64, m. Distance kept.'`. A name that begins with `_` stands for unused space. The key `counts` is
 * no field but the unit of the offsets: bytes by default, or `elements`.
 */
export type Layout = Readonly<Record<string, string>>;

/** A field with its place, in bytes. */
interface PlacedField {
  readonly name: string;
  readonly at: number;
  readonly bytes: number;
  readonly alignment: number;
}

/** Returns the fields of a layout with their places; throws if a type is unknown. */
export function placeFields({ counts, ...fields }: Layout): PlacedField[] {
  let at = 0;
  return Object.entries(fields).map(([name, text]) => {
    const [, base, count = '1'] = /^(\w+)(?:\[(\d+)\])?[,.]/.exec(text) ?? [];
    if (!(base in TYPES)) throw new Error(`layout: field ${name} has an unknown type: "${text}"`);
    const [size, alignment] = TYPES[base as keyof typeof TYPES];
    const field = { name, at, bytes: size * Number(count), alignment };
    at += field.bytes;
    return field;
  });
}

/** Returns the name of the generated file of a record: `solveJob` → `solve-job.ts`. */
export function fileOf(record: string): string {
  return `${record.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
}

/** Returns the text of the generated file: one constant a field, and the size of the record. */
export function constantsOf(table: string, layout: Layout): string {
  const placed = placeFields(layout);
  const last = placed[placed.length - 1];
  const end = last.at + last.bytes;
  const unit = layout.counts === 'elements' ? last.alignment : 1;
  const lines = placed
    .filter(({ name }) => !name.startsWith('_'))
    .map(({ name, at }) => `/** ${layout[name]} */ export const ${name} = ${at / unit};`);
  if (unit > 1) lines.push(`/** Elements of a record. */ export const LENGTH = ${end / unit};`);
  lines.push(`/** Bytes of a record. */ export const BYTES = ${end};`);
  return `// Written by tools/write-layouts.mjs from ../${table}; do not edit.\n\n${lines.join('\n')}\n`;
}
