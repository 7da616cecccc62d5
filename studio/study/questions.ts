/** The questions of the study, after the questionnaires of the Aurora thesis (§6.3.2, §8.3.3 and §8.3.4), reworded. */
export interface Question {
  readonly id: QuestionId;
  /** Heading of the table's column. */
  readonly title: string;
  readonly text: string;
  /** Meaning of 1 and of 9. */
  readonly low: string;
  readonly high: string;
}

/** Questions about every variant: A about appearance, B about speed. */
export const VARIANT_QUESTIONS = [
  {
    id: 'A1',
    title: 'First deformation',
    text: 'How does the sheet give way in the first moments after it touches something?',
    low: 'poor',
    high: 'good',
  },
  {
    id: 'A2',
    title: 'Stretching',
    text: 'How does it stretch and bend while it is loaded?',
    low: 'inadequate',
    high: 'effective',
  },
  {
    id: 'A3',
    title: 'Recovery',
    text: 'How does it come back once the load is gone?',
    low: 'meagre',
    high: 'successful',
  },
  {
    id: 'A4',
    title: 'Shape kept',
    text: 'How well does it keep the shape that it comes to rest in?',
    low: 'poor',
    high: 'good',
  },
  {
    id: 'A5',
    title: 'Sliding',
    text: 'How does it slide over what it lies on? (N/A where it does not slide.)',
    low: 'inaccurate',
    high: 'realistic',
  },
  {
    id: 'B1',
    title: 'Pace',
    text: 'How quick is the simulation while the sheet deforms?',
    low: 'slow',
    high: 'fast',
  },
  {
    id: 'B2',
    title: 'Patience',
    text: 'How is it to watch at that pace?',
    low: 'frustrating',
    high: 'satisfying',
  },
  {
    id: 'B3',
    title: 'Accuracy',
    text: 'All in all, how true to a real sheet is it?',
    low: 'inaccurate',
    high: 'accurate',
  },
] as const;

/** Questions at the end. */
export const OVERALL_QUESTIONS = [
  {
    id: 'C1',
    title: 'Against reality',
    text: 'How do the simulations compare with real sheets that you have seen?',
    low: 'negative',
    high: 'positive',
  },
  {
    id: 'C2',
    title: 'Pictures',
    text: 'How do you like the pictures of the sheets?',
    low: 'poor',
    high: 'good',
  },
] as const;

export type QuestionId = (typeof VARIANT_QUESTIONS)[number]['id'] | (typeof OVERALL_QUESTIONS)[number]['id'];

export const QUESTIONS: readonly Question[] = [...VARIANT_QUESTIONS, ...OVERALL_QUESTIONS];

export const LOWEST = 1;
export const HIGHEST = 9;
