/** Ratings in the browser's storage, and nowhere else. */
import { z } from 'zod';
import { MOST_SHEETS, type Rating, ratingSchema } from './ratings.ts';

const KEY = 'pliant.study';
const stored = z.array(ratingSchema).max(MOST_SHEETS);

/** The part of the browser's storage that is used. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Returns the stored ratings, and a `problem` if they cannot be read. */
export function readRatings(store: Store | undefined): { ratings: Rating[]; problem?: string } {
  if (!store) return { ratings: [], problem: NOWHERE };
  try {
    const text = store.getItem(KEY);
    return { ratings: text === null ? [] : stored.parse(JSON.parse(text)) };
  } catch {
    return {
      ratings: [],
      problem: 'The ratings stored in this browser cannot be read. New ones will replace them.',
    };
  }
}

/** Stores ratings. Returns why that failed. */
export function keepRatings(store: Store | undefined, ratings: readonly Rating[]): string | undefined {
  if (!store) return NOWHERE;
  try {
    if (ratings.length === 0) store.removeItem(KEY);
    else store.setItem(KEY, JSON.stringify(ratings));
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The browser could not store the ratings (${reason}). Save them as CSV.`;
  }
}

const RATER = 'pliant.study.rater';

/** Returns the rater who left the page before finishing. */
export function readRater(store: Store | undefined): string | undefined {
  try {
    return store?.getItem(RATER) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores the present rater; undefined when the rater is done. Without storage the name is asked again. */
export function keepRater(store: Store | undefined, rater: string | undefined): void {
  try {
    if (rater === undefined) store?.removeItem(RATER);
    else store?.setItem(RATER, rater);
  } catch {
    // Failures to store marks, which matter, are reported elsewhere.
  }
}

const NOWHERE = 'This browser stores nothing between visits. Save the ratings as CSV before you leave.';

/** Returns undefined if the browser forbids storage. */
export function browserStore(): Store | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
