/** The first page of a study: its purpose, and the name of the rater. */
import { h } from '../elements.ts';
import { HIGHEST, LOWEST } from './questions.ts';
import { LONGEST_NAME } from './ratings.ts';

export interface Welcome {
  /** Number of variants to rate. */
  readonly variants: number;
  /** Thanks to a rater who is done. */
  readonly thanks: string | undefined;
  begin(rater: string): void;
}

export function welcome({ variants, thanks, begin }: Welcome): HTMLElement {
  const name = h('input', {
    type: 'text',
    required: true,
    maxlength: LONGEST_NAME,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  return h(
    'section',
    {},
    ...(thanks === undefined ? [] : [h('p', { class: 'notice note', role: 'status' }, thanks)]),
    h('h2', {}, thanks === undefined ? 'Rate what you see' : 'The next rater'),
    h(
      'p',
      {},
      `You will see ${variants} simulations of the same scene, one after the other. Watch each as long and as often as you like, turn the view, and answer a few questions about it with marks from ${LOWEST} to ${HIGHEST}. Their names are hidden.`,
    ),
    h(
      'form',
      {
        class: 'who-form',
        onsubmit: (event) => {
          event.preventDefault();
          const rater = name.value.trim();
          if (rater) begin(rater);
          else name.focus();
        },
      },
      h('label', { class: 'field-row' }, h('span', {}, 'Your name or number'), name),
      h('button', { type: 'submit', class: 'wide-button main' }, 'Begin'),
    ),
    h(
      'p',
      { class: 'soft' },
      'The marks stay in this browser until they are saved as CSV. If you are interrupted, you can continue where you left off.',
    ),
  );
}
