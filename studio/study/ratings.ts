/** Ratings: sheets of marks, and how they are merged. */
import { z } from 'zod';
import { HIGHEST, LOWEST, QUESTIONS, type QuestionId } from './questions.ts';

export const LONGEST_NAME = 80;
/** Limits far beyond any study; larger files are refused. */
export const MOST_SHEETS = 20_000;

const mark = z.int().min(LOWEST).max(HIGHEST);
const named = z.string().max(LONGEST_NAME);

/** One rater's marks of one variant, or overall. */
export const ratingSchema = z.strictObject({
  rater: named.min(1),
  scene: named,
  variant: named,
  /** Place in the rater's order, from 1. */
  shown: z.int().min(1).optional(),
  /** Questions that do not apply have no mark. */
  marks: z.partialRecord(z.enum(QUESTIONS.map(({ id }) => id) as [QuestionId, ...QuestionId[]]), mark),
});

export type Rating = z.infer<typeof ratingSchema>;

/** Returns the ratings with those of `more`, which replace earlier ones of the same rater and variant. */
export function merged(ratings: readonly Rating[], more: readonly Rating[]): Rating[] {
  const all = new Map(ratings.map((rating) => [keyOf(rating), rating]));
  for (const rating of more) all.set(keyOf(rating), rating);
  return [...all.values()];
}

function keyOf({ rater, scene, variant }: Rating): string {
  return JSON.stringify([rater, scene, variant]);
}

/** Returns distinct values in the order of their first occurrence. */
export function distinct(ratings: readonly Rating[], what: 'rater' | 'scene' | 'variant'): string[] {
  return [...new Set(ratings.map((rating) => rating[what]))].filter(
    (name) => name !== '' || what === 'scene',
  );
}

/** Returns the marks of one question by rater. */
export function marksOf(
  ratings: readonly Rating[],
  { scene, variant }: Pick<Rating, 'scene' | 'variant'>,
  question: QuestionId,
): Map<string, number> {
  const marks = new Map<string, number>();
  for (const rating of ratings) {
    const value = rating.marks[question];
    if (rating.scene === scene && rating.variant === variant && value !== undefined)
      marks.set(rating.rater, value);
  }
  return marks;
}

/** Returns the sum of each rater's marks of a variant, as App. D of the thesis does: a missing mark counts 0. */
export function totalsOf(
  ratings: readonly Rating[],
  { scene, variant }: Pick<Rating, 'scene' | 'variant'>,
): Map<string, number> {
  const totals = new Map<string, number>();
  for (const rating of ratings) {
    const marks = Object.values(rating.marks);
    if (rating.scene !== scene || rating.variant !== variant || marks.length === 0) continue;
    totals.set(
      rating.rater,
      marks.reduce((sum, value) => sum + value, 0),
    );
  }
  return totals;
}
