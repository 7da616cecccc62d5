/**
 * Kinds of scene parameters. Each function makes one zod schema with its unit and its help sentence,
 * so that a declaration is a row of the parameter table: checked by zod, walked by scene/parameter-rows.ts.
 */
import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** Bounds of a number. `above` is exclusive, `min` and `max` are not. */
export interface Range {
  above?: number;
  min?: number;
  max?: number;
}

/** Help and unit of a row; zod writes them into the JSON Schema. */
export type RowMeta = {
  description: string;
  unit?: string;
};

export function quantity(unit: string, range: Range, help: string) {
  return bounded(z.number(), range).meta(meta(help, unit));
}

export function whole(range: Range, help: string) {
  return bounded(z.int(), range).meta(meta(help));
}

export function flag(help: string) {
  return z.boolean().meta(meta(help));
}

export function choice<const T extends readonly [string, ...string[]]>(values: T, help: string) {
  return z.enum(values).meta(meta(help));
}

/** A vector x, y, z. */
export function vector(unit: string, range: Range, help: string) {
  const component = () => bounded(z.number(), range);
  return z.tuple([component(), component(), component()]).meta(meta(help, unit));
}

/** A direction, of any length but 0. */
export function direction(help: string) {
  const component = () => z.number().min(-1e6).max(1e6);
  return z
    .tuple([component(), component(), component()])
    .refine(([x, y, z]) => x * x + y * y + z * z > 1e-24, { error: 'must have a length, got [0, 0, 0]' })
    .meta(meta(help));
}

export function pair<S extends z.ZodType>(component: () => S, unit: string, help: string) {
  return z.tuple([component(), component()]).meta(meta(help, unit));
}

/** A position in the room; see `LIMITS.coordinate`. */
export function place(help: string) {
  return vector('m', { min: -LIMITS.coordinate, max: LIMITS.coordinate }, help);
}

/** A line of text. Control characters are refused: they could act on the terminal it is printed on. */
export function sentence(help: string) {
  return line(LIMITS.sentence).meta(meta(help));
}

/** A name that paths and messages can contain. It is no pattern of the JSON Schema: not every reader knows \p. */
export function name(help: string) {
  return z
    .string()
    .max(LIMITS.name)
    .refine((text) => /^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u.test(text), {
      error: 'must start with a letter or digit and go on with letters, digits, spaces, "-" and "_"',
    })
    .meta(meta(help));
}

/** A name that is a valid file name on every system. */
export function identifier(help: string) {
  return z
    .string()
    .max(LIMITS.name)
    .regex(/^[a-z0-9][a-z0-9-]*$/, { error: 'must be lower-case letters, digits and "-"' })
    .meta(meta(help));
}

export const rotation = z
  .strictObject({
    axis: direction('Axis to turn about; any length.').default([0, 1, 0]),
    angle: quantity('°', { min: -36000, max: 36000 }, 'Turn about the axis, right-handed.').default(0),
  })
  .meta({ title: 'Rotation', description: 'How it is turned before it is put at its position.' });

/** A list of at most `most` entries. */
export function list<S extends z.ZodType>(entry: S, most: number, help: string, least = 0, unit?: string) {
  const entries = z.array(entry).max(most);
  return (least > 0 ? entries.min(least) : entries).meta(meta(help, unit));
}

/** List of entries with a rising `time`. */
export function keyframes<S extends z.ZodType<{ time: number }>>(entry: S, help: string) {
  return z
    .array(entry)
    .max(LIMITS.keyframes)
    .superRefine((frames, context) => {
      for (let i = 1; i < frames.length; i++) {
        if (frames[i].time > frames[i - 1].time) continue;
        const message = `must be later than the keyframe before it (${frames[i - 1].time} s), got ${frames[i].time}`;
        context.addIssue({ code: 'custom', path: [i, 'time'], message });
      }
    })
    .meta(meta(help));
}

export function bounded(number: z.ZodNumber, range: Range): z.ZodNumber {
  let bound = number;
  if (range.above !== undefined) bound = bound.gt(range.above);
  if (range.min !== undefined) bound = bound.min(range.min);
  if (range.max !== undefined) bound = bound.max(range.max);
  return bound;
}

function line(length: number) {
  return z
    .string()
    .max(length)
    .refine((text) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text), {
      error: 'must not contain control characters or line breaks',
    });
}

function meta(description: string, unit?: string): RowMeta {
  return unit === undefined ? { description } : { description, unit };
}
