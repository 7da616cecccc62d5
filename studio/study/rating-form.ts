/** A sheet of questions with marks from 1 to 9 as radio buttons, for pointer, arrow keys and digits. */
import { h } from '../elements.ts';
import { MAY_BE_LEFT, open, type Sheet } from './progress.ts';
import { HIGHEST, LOWEST, type Question, type QuestionId } from './questions.ts';
import type { Rating } from './ratings.ts';

export interface FormWords {
  readonly title: string;
  readonly next: string;
  /** Undefined on the first sheet. */
  readonly back: string | undefined;
}

export interface FormDeeds {
  /** Called with all marks after each change. */
  marked(marks: Rating['marks']): void;
  next(): void;
  back(): void;
}

export function ratingForm(sheet: Sheet, words: FormWords, deeds: FormDeeds): HTMLFormElement {
  const marks: Partial<Record<QuestionId, number>> = { ...sheet.marks };
  const missing = h('p', { class: 'missing', role: 'status' });
  const groups = new Map(
    sheet.questions.map((question) => {
      const group = questionGroup(question, marks[question.id], (value) => {
        if (value === undefined) delete marks[question.id];
        else marks[question.id] = value;
        group.classList.remove('wanted');
        missing.textContent = '';
        deeds.marked({ ...marks });
      });
      return [question.id, group];
    }),
  );
  const form = h(
    'form',
    {
      class: 'study-form',
      novalidate: true,
      'aria-label': words.title,
      onsubmit: (event) => {
        event.preventDefault();
        const left = open({ questions: sheet.questions, marks });
        for (const { id } of left) groups.get(id)?.classList.add('wanted');
        if (left.length === 0) return deeds.next();
        missing.textContent = `Still without a mark: ${left.map(({ id }) => id).join(', ')}.`;
        groups.get(left[0].id)?.querySelector('input')?.focus();
      },
      onkeydown: (event) => {
        // Space selects a mark here, as everywhere on the web, and does not play or pause.
        if ((event as KeyboardEvent).key === ' ') event.stopPropagation();
      },
    },
    h('h2', { tabindex: -1 }, words.title),
    ...groups.values(),
    missing,
    h(
      'div',
      { class: 'study-deeds' },
      ...(words.back === undefined
        ? []
        : [h('button', { type: 'button', class: 'wide-button', onclick: () => deeds.back() }, words.back)]),
      h('button', { type: 'submit', class: 'wide-button main' }, words.next),
    ),
  );
  return form;
}

function questionGroup(
  { id, title, text, low, high }: Question,
  mark: number | undefined,
  set: (mark: number | undefined) => void,
): HTMLElement {
  const button = (name: string, value: number | undefined, label: string) =>
    h(
      'label',
      { class: 'rating-mark' },
      h('input', {
        type: 'radio',
        name: id,
        value: name,
        checked: value !== undefined && value === mark,
        'aria-label': label,
        onchange: () => set(value),
      }),
      h('span', { 'aria-hidden': 'true' }, name),
    );
  const ends: Record<number, string> = { [LOWEST]: low, [HIGHEST]: high };
  const buttons = Array.from({ length: HIGHEST - LOWEST + 1 }, (_, k) => {
    const value = LOWEST + k;
    return button(String(value), value, ends[value] ? `${value}, ${ends[value]}` : String(value));
  });
  if (MAY_BE_LEFT.includes(id)) buttons.push(button('N/A', undefined, 'Does not apply'));
  const group = h(
    'fieldset',
    { class: 'question', 'aria-describedby': `${id}-text` },
    h('legend', {}, h('b', {}, id), ` ${title}`),
    h('p', { id: `${id}-text` }, text),
    h('div', { class: 'marks' }, ...buttons),
    h('div', { class: 'mark-ends', 'aria-hidden': 'true' }, h('span', {}, low), h('span', {}, high)),
  );
  group.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || !/^[1-9]$/.test(key)) return;
    const input = group.querySelector<HTMLInputElement>(`input[value="${key}"]`);
    if (!input) return;
    event.preventDefault();
    event.stopPropagation();
    input.checked = true;
    input.focus();
    set(Number(key));
  });
  return group;
}
