/** One field as a row: its name and unit, its control, the outcome of the last change, and a reset button. */
import { h } from '../elements.ts';
import type { Scope } from './effect-scope.ts';
import type { Field, Placed } from './fields.ts';
import { markButton } from './icon-button.ts';
import { initialValue } from './initial-values.ts';
import { freshId, originalValue, type PanelContext, valueSignal } from './panel-context.ts';
import type { Outcome } from './pending-changes.ts';
import { isSame, numberText } from './values.ts';

export interface RowIds {
  readonly control: string;
  readonly help: string;
}

/**
 * `make` creates the control with the given identifiers. `paths` are further paths that the row's changes have.
 */
export function fieldRow(
  context: PanelContext,
  scope: Scope,
  { path, field }: Placed,
  make: (ids: RowIds) => readonly HTMLElement[],
  paths: readonly string[] = [],
): HTMLElement {
  const ids = { control: freshId(), help: freshId() };
  const note = h('p', { class: 'field-note', hidden: true });
  const back = markButton('reset', `Reset ${field.label}`, () => {
    const target = resetTarget(context, path, field);
    if (target) context.changes.change(path, target.value);
    else context.changes.change(path, undefined);
  });
  back.classList.add('field-back');
  const row = h(
    'div',
    { class: `field field-${field.control.kind}`, 'data-path': path },
    h(
      'label',
      { class: 'field-label', for: ids.control, title: field.help },
      h('span', {}, field.label),
      ' ',
      field.unit ? h('span', { class: 'unit' }, field.unit) : '',
    ),
    h('div', { class: 'field-control' }, ...make(ids)),
    back,
    note,
    h('span', { id: ids.help, class: 'unseen' }, `${field.help} ${rangeWords(field)}`),
  );
  explains(context, row, { path, field });
  showOutcome(context, scope, row, note, [path, ...paths]);
  const value = valueSignal(context, path);
  scope.effect(() => {
    const now = value.value;
    const target = resetTarget(context, path, field);
    const isOff = target === undefined || isSame(target.value, now);
    const isRemovable = isOff && field.isOptional && now !== undefined;
    back.classList.toggle('off', isOff && !isRemovable);
    back.disabled = isOff && !isRemovable;
    const words =
      isRemovable || !target ? `Leave ${field.label} out` : `Reset ${field.label} to ${target.words}`;
    back.title = words;
    back.setAttribute('aria-label', words);
  });
  return row;
}

/** The field with the pointer or the focus is explained at the foot of the panel. */
export function explains({ explained }: PanelContext, element: HTMLElement, placed: Placed): void {
  const explain = (event: Event) => {
    event.stopPropagation();
    explained.value = placed;
  };
  element.addEventListener('focusin', explain);
  element.addEventListener('pointerenter', explain);
}

/** The value that the reset button restores: the scene's original one, then the default. */
function resetTarget(
  context: PanelContext,
  path: string,
  field: Field,
): { value: unknown; words: string } | undefined {
  const now = valueSignal(context, path).peek();
  const original = originalValue(context, path);
  if (original !== undefined && !isSame(original, now))
    return { value: original, words: `${shortWords(original)}, the scene’s own value` };
  if (field.default === undefined || (typeof field.default === 'object' && !Array.isArray(field.default)))
    return undefined;
  return { value: field.default, words: `${shortWords(field.default)}, the default` };
}

function shortWords(value: unknown): string {
  if (typeof value === 'number') return numberText(value);
  if (Array.isArray(value))
    return value.every((v) => typeof v === 'number')
      ? value.map((v) => numberText(v)).join(', ')
      : 'its former value';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'string' ? value || 'nothing' : 'its former value';
}

/** Returns the range of a number in words. */
export function rangeWords({ control, unit }: Field): string {
  if (control.kind !== 'number' && control.kind !== 'vector') return '';
  const { min, max, above } = control.bounds;
  const after = unit ? ` ${unit}` : '';
  const low =
    min !== undefined ? numberText(min) : above !== undefined ? `above ${numberText(above)}` : undefined;
  if (low === undefined && max === undefined) return '';
  if (max === undefined) return `From ${low}${after}.`;
  return low === undefined
    ? `Up to ${numberText(max)}${after}.`
    : `Range: ${low} to ${numberText(max)}${after}.`;
}

function showOutcome(
  { changes }: PanelContext,
  scope: Scope,
  row: HTMLElement,
  note: HTMLElement,
  paths: readonly string[],
): void {
  scope.effect(() => {
    const all = paths.map((path) => changes.outcomes.value.get(path)).filter((o) => o !== undefined);
    const worst = ORDER.map((state) => all.find((o) => o.state === state)).find(Boolean);
    row.dataset.state = worst?.state ?? '';
    const words = worst ? noteWords(worst) : '';
    note.hidden = words === '';
    note.textContent = words;
    note.setAttribute('role', worst?.state === 'refused' ? 'alert' : 'status');
  });
}

const ORDER: readonly Outcome['state'][] = ['refused', 'pending', 'restart', 'live'];

function noteWords(outcome: Outcome): string {
  if (outcome.state === 'refused') return outcome.message;
  return outcome.state === 'restart' ? 'Takes effect at the next restart.' : '';
}

/** Returns a button in place of a control without a value. */
export function setButton(context: PanelContext, { path, field }: Placed, id: string): HTMLButtonElement {
  const act = () => context.changes.change(path, initialValue(field, context.scene.peek()));
  return h('button', { type: 'button', class: 'text-button', id, onclick: act }, 'Set');
}
