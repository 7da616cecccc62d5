/** What raters have said: sheets of marks, and how they are put together. */
import { z } from 'zod';
import { HIGHEST, LOWEST, QUESTIONS, type QuestionId } from './questions.ts';

export const LONGEST_NAME = 80;
/** Far more than a study has; what is larger is no study. */
export const MOST_SHEETS = 20_000;

const mark = z.int().min(LOWEST).max(HIGHEST);
const named = z.string().max(LONGEST_NAME);

/** One rater's marks of one variant; of no variant: those of the whole. */
export const ratingSchema = z.strictObject({
  rater: named.min(1),
  scene: named,
  variant: named,
  /** 1 for the one that the rater was shown first. */
  shown: z.int().min(1).optional(),
  /** Where a question does not apply, there is no mark. */
  marks: z.partialRecord(z.enum(QUESTIONS.map(({ id }) => id) as [QuestionId, ...QuestionId[]]), mark),
});

export type Rating = z.infer<typeof ratingSchema>;

/** Those of `more` in place of what the same rater has said of the same thing before. */
export function merged(ratings: readonly Rating[], more: readonly Rating[]): Rating[] {
  const all = new Map(ratings.map((rating) => [keyOf(rating), rating]));
  for (const rating of more) all.set(keyOf(rating), rating);
  return [...all.values()];
}

function keyOf({ rater, scene, variant }: Rating): string {
  return JSON.stringify([rater, scene, variant]);
}

/** In the order in which they first come. */
export function distinct(ratings: readonly Rating[], what: 'rater' | 'scene' | 'variant'): string[] {
  return [...new Set(ratings.map((rating) => rating[what]))].filter(
    (name) => name !== '' || what === 'scene',
  );
}

/** Marks of one question, by rater. */
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

/** What each rater has given a variant in all, as App. D of the thesis has it: what does not apply counts nothing. */
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
