/** How far a rater has come: what is shown next, and what has been said of it. */
import { orderFor } from './order.ts';
import { OVERALL_QUESTIONS, type Question, type QuestionId, VARIANT_QUESTIONS } from './questions.ts';
import type { Rating } from './ratings.ts';

export interface Study {
  /** As ratings name it. */
  readonly scene: string;
  /** Names of the variants. */
  readonly variants: readonly string[];
  /** Of the orders. */
  readonly seed: number;
}

/** A sheet of questions: of the variant that is shown at a place in the rater's order, or of the whole, which comes last. */
export interface Sheet {
  /** From 0; the number of variants for the whole. */
  readonly place: number;
  /** Number of the variant; none for the whole. */
  readonly variant: number | undefined;
  readonly questions: readonly Question[];
  readonly marks: Rating['marks'];
}

/** Only this one may be left without a mark: not every sheet slides. */
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

  /** Sheets that there are, with the last one for the whole. */
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

  /** What is to be kept of a sheet. */
  rating({ place, variant, marks }: Sheet): Rating {
    const { scene, variants } = this.#study;
    const of = { rater: this.#rater, scene, marks };
    return variant === undefined
      ? { ...of, variant: '' }
      : { ...of, variant: variants[variant], shown: place + 1 };
  }

  /** The first sheet that still has questions open; none when all are answered. */
  next(ratings: readonly Rating[]): number | undefined {
    for (let place = 0; place < this.count; place++)
      if (open(this.sheet(place, ratings)).length > 0) return place;
    return undefined;
  }
}

/** Questions that want a mark. */
export function open({ questions, marks }: Pick<Sheet, 'questions' | 'marks'>): Question[] {
  return questions.filter(({ id }) => marks[id] === undefined && !MAY_BE_LEFT.includes(id));
}
