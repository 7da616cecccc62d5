/** The progress of a rater: the present sheet and the marks given. */

import { OVERALL_QUESTIONS, type Question, type QuestionId, VARIANT_QUESTIONS } from './questions.ts';
import { orderFor } from './random-order.ts';
import type { Rating } from './ratings.ts';

export interface Study {
  /** Name of the scene in ratings. */
  readonly scene: string;
  /** Names of the variants. */
  readonly variants: readonly string[];
  /** Seed of the orders. */
  readonly seed: number;
}

/** A sheet of questions: about the variant at a place in the rater's order, or overall, which comes last. */
export interface Sheet {
  /** Place in the order from 0; the number of variants for the overall sheet. */
  readonly place: number;
  /** Number of the variant; undefined for the overall sheet. */
  readonly variant: number | undefined;
  readonly questions: readonly Question[];
  readonly marks: Rating['marks'];
}

/** The only optional question: not every sheet slides. */
export const MAY_BE_LEFT: readonly QuestionId[] = ['A5'];

export class Progress {
  readonly order: readonly number[];
  readonly #study: Study;
  readonly #rater: string;

  constructor(study: Study, rater: string) {
    this.#study = study;
    this.#rater = rater;
    this.order = orderFor(rater, study.variants.length, study.seed);
  }

  /** Number of sheets, including the overall one. */
  get count(): number {
    return this.order.length + 1;
  }

  sheet(place: number, ratings: readonly Rating[]): Sheet {
    const variant = this.order[place];
    const { scene, variants } = this.#study;
    const name = variant === undefined ? '' : variants[variant];
    const known = ratings.find(
      (rating) => rating.rater === this.#rater && rating.scene === scene && rating.variant === name,
    );
    const questions = variant === undefined ? OVERALL_QUESTIONS : VARIANT_QUESTIONS;
    return { place, variant, questions, marks: known?.marks ?? {} };
  }

  /** Returns the rating of a sheet. */
  rating({ place, variant, marks }: Sheet): Rating {
    const { scene, variants } = this.#study;
    const of = { rater: this.#rater, scene, marks };
    return variant === undefined
      ? { ...of, variant: '' }
      : { ...of, variant: variants[variant], shown: place + 1 };
  }

  /** The first sheet with open questions; undefined if there is none. */
  next(ratings: readonly Rating[]): number | undefined {
    for (let place = 0; place < this.count; place++)
      if (open(this.sheet(place, ratings)).length > 0) return place;
    return undefined;
  }
}

/** Returns the questions that still need a mark. */
export function open({ questions, marks }: Pick<Sheet, 'questions' | 'marks'>): Question[] {
  return questions.filter(({ id }) => marks[id] === undefined && !MAY_BE_LEFT.includes(id));
}
