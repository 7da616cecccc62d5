/** Where ratings wait between visits: in this browser, and nowhere else. */
import { z } from 'zod';
import { MOST_SHEETS, type Rating, ratingSchema } from './ratings.ts';

const KEY = 'pliant.study';
const stored = z.array(ratingSchema).max(MOST_SHEETS);

/** As much of the browser's storage as is needed. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What there is; `problem` where something is there that cannot be read. */
export function readRatings(store: Store | undefined): { ratings: Rating[]; problem?: string } {
  if (!store) return { ratings: [], problem: NOWHERE };
  try {
    const text = store.getItem(KEY);
    return { ratings: text === null ? [] : stored.parse(JSON.parse(text)) };
  } catch {
    return {
      ratings: [],
      problem: 'The ratings kept in this browser cannot be read; new ones replace them.',
    };
  }
}

/** Answers why they could not be kept. */
export function keepRatings(store: Store | undefined, ratings: readonly Rating[]): string | undefined {
  if (!store) return NOWHERE;
  try {
    if (ratings.length === 0) store.removeItem(KEY);
    else store.setItem(KEY, JSON.stringify(ratings));
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The browser did not keep the ratings (${reason}): save them as CSV.`;
  }
}

const RATER = 'pliant.study.rater';

/** Who was rating when the page was left; undefined where nobody was. */
export function readRater(store: Store | undefined): string | undefined {
  try {
    return store?.getItem(RATER) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined when the rater is done. A browser that keeps nothing asks for the name again. */
export function keepRater(store: Store | undefined, rater: string | undefined): void {
  try {
    if (rater === undefined) store?.removeItem(RATER);
    else store?.setItem(RATER, rater);
  } catch {
    // What counts, the marks, tells of its own troubles.
  }
}

const NOWHERE = 'This browser keeps nothing between visits: save the ratings as CSV before you leave.';

/** None where the browser forbids it. */
export function browserStore(): Store | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
