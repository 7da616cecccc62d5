/** Lists: entries as cards that disclosure, or as rows of a small table if they are a few numbers each. */
import { computed } from '@preact/signals-core';
import { h } from '../elements.ts';
import { controlFor, remake, variantSelect } from './controls.ts';
import { disclosure } from './disclosure.ts';
import type { Scope } from './effect-scope.ts';
import { explains, fieldRow } from './field-row.ts';
import { type Control, type Field, fieldsIn, isTable, type Placed, placed, variantIn } from './fields.ts';
import { mark, markButton } from './icon-button.ts';
import { copyOf, newEntry } from './initial-values.ts';
import { numberBox } from './number-box.ts';
import { freshId, type PanelContext, valueSignal } from './panel-context.ts';
import { entryTitle, groupsOf } from './sections.ts';

type ListControl = Control & { kind: 'list' };

/** Most entries that are shown; longer lists come from files. */
const MOST_SHOWN = 50;

export function listControl(
  context: PanelContext,
  scope: Scope,
  what: Placed,
  list: ListControl,
): HTMLElement {
  const { field } = what;
  const title = h('h4', { class: 'object-title', title: field.help }, field.label);
  explains(context, title, what);
  return h(
    'div',
    { class: 'list', role: 'group', 'aria-label': field.label },
    title,
    listEntries(context, scope, what, list),
  );
}

/** Returns the entries and the button that adds one, without a heading. */
export function listEntries(
  context: PanelContext,
  scope: Scope,
  what: Placed,
  list: ListControl,
): HTMLElement {
  const { path } = what;
  const value = valueSignal(context, path);
  const entries = () => (value.peek() as readonly unknown[] | undefined) ?? [];
  const length = computed(() => (value.value as readonly unknown[] | undefined)?.length ?? 0);
  const holder = h('div', { class: isTable(list.entry) ? 'entries table' : 'entries' });
  const add = h(
    'button',
    { type: 'button', class: 'text-button add' },
    mark('add'),
    `Add ${list.title.toLowerCase()}`,
  );
  const put = (next: readonly unknown[]) => context.changes.change(path, next);
  add.addEventListener('click', () => {
    const at = entries().length;
    context.opened.set(`${path}[${at}]`, true);
    put([...entries(), newEntry(list, entries(), context.scene.peek())]);
  });
  const acts: EntryActs = {
    copy: (i) =>
      put([...entries().slice(0, i + 1), copyOf(entries()[i], entries()), ...entries().slice(i + 1)]),
    remove: (i) => {
      put(entries().filter((_, other) => other !== i));
      add.focus();
    },
    canRemove: () => entries().length > list.fewest,
  };
  remake(scope, length, holder, (inner) => {
    const count = length.peek();
    const shown = Array.from({ length: Math.min(count, MOST_SHOWN) }, (_, i) => i);
    const rows = isTable(list.entry)
      ? tableRows(context, inner, what, list, shown, acts)
      : shown.map((i) => card(context, inner, what, list, i, acts));
    const rest = count - shown.length;
    return rest > 0 ? [...rows, h('p', { class: 'rest' }, `… and ${rest} more`)] : rows;
  });
  const outcome = fieldRow(
    context,
    scope,
    { path, field: { ...what.field, default: undefined, isOptional: false } },
    () => [add],
  );
  outcome.classList.add('field-add');
  return h('div', { class: 'list-body' }, holder, outcome);
}

interface EntryActs {
  copy(index: number): void;
  remove(index: number): void;
  canRemove(): boolean;
}

function card(
  context: PanelContext,
  scope: Scope,
  { path }: Placed,
  list: ListControl,
  index: number,
  acts: EntryActs,
): HTMLElement {
  const here = `${path}[${index}]`;
  const value = valueSignal(context, here);
  const name = h('span', { class: 'card-name' });
  const kind = h('span', { class: 'card-kind' });
  scope.effect(() => {
    name.textContent = entryTitle(value.value, index, list.title);
    kind.textContent = kindOf(list.entry, value.value);
  });
  const buttons = h(
    'span',
    { class: 'card-buttons' },
    markButton('copy', `Duplicate ${list.title.toLowerCase()}`, () => acts.copy(index)),
    markButton('remove', `Remove ${list.title.toLowerCase()}`, () => acts.remove(index)),
  );
  if (!acts.canRemove()) (buttons.lastElementChild as HTMLButtonElement).disabled = true;
  const element = disclosure(
    context,
    scope,
    { id: here, class: 'card-fold', isOpen: isFirst(path, index) },
    [name, kind],
    (inner) => cardBody(context, inner, here, list),
  );
  return h('div', { class: 'entry' }, element, buttons);
}

/** The first body is open: the scene is about it. */
function isFirst(path: string, index: number): boolean {
  return path === 'bodies' && index === 0;
}

/** Returns the kind of an entry or of its shape. */
function kindOf(entry: Control, value: unknown): string {
  if (entry.kind === 'variant') return variantIn(entry, value)?.title ?? '';
  if (entry.kind !== 'object') return '';
  const shape = entry.fields.find(({ control }) => control.kind === 'variant');
  if (shape?.control.kind !== 'variant') return '';
  return variantIn(shape.control, (value as Record<string, unknown> | undefined)?.[shape.key])?.title ?? '';
}

function cardBody(context: PanelContext, scope: Scope, path: string, list: ListControl): HTMLElement[] {
  const { entry } = list;
  const value = valueSignal(context, path);
  const structure = computed(() =>
    entry.kind === 'variant' ? (variantIn(entry, value.value)?.name ?? '') : '',
  );
  const holder = h('div', { class: 'card-body' });
  remake(scope, structure, holder, (inner) => {
    const fields = fieldsIn(entry, value.peek());
    const { name, groups, more } = groupsOf(fields);
    const make = (field: Field) => controlFor(context, inner, placed(path, field));
    const few = groups.length < 2 && more.length < 4;
    return [
      ...(name ? [make(name)] : []),
      ...(entry.kind === 'variant' ? [modelRow(context, inner, path, entry, list.title)] : []),
      ...groups.map(({ title, fields: own }) =>
        few
          ? h('div', {}, ...own.map(make))
          : disclosure(
              context,
              inner,
              { id: `${path}/${title}`, class: 'group-fold', isOpen: title === 'Material' },
              [title],
              (deep) => own.map((field) => controlFor(context, deep, placed(path, field))),
            ),
      ),
      ...(more.length === 0
        ? []
        : few
          ? more.map(make)
          : [
              disclosure(
                context,
                inner,
                { id: `${path}/More`, class: 'group-fold', isOpen: false },
                ['More'],
                (deep) => more.map((field) => controlFor(context, deep, placed(path, field))),
              ),
            ]),
    ];
  });
  return [holder];
}

function modelRow(
  context: PanelContext,
  scope: Scope,
  path: string,
  control: Control & { kind: 'variant' },
  title: string,
): HTMLElement {
  const help = control.variants.map((variant) => `${variant.title}: ${variant.help}`).join(' ');
  const field: Field = {
    key: control.tag,
    label: 'Model',
    help,
    unit: '',
    isOptional: false,
    default: undefined,
    control,
  };
  return fieldRow(context, scope, { path, field }, ({ control: id }) => [
    variantSelect(context, scope, { path, field: { ...field, label: title } }, control, id),
  ]);
}

/** A small table: a column for each number, a row for each entry. */
function tableRows(
  context: PanelContext,
  scope: Scope,
  { path }: Placed,
  list: ListControl,
  shown: readonly number[],
  acts: EntryActs,
): HTMLElement[] {
  const fields = list.entry.kind === 'object' ? list.entry.fields : [];
  if (shown.length === 0) return [];
  const columns = fields.map(({ label, unit }) =>
    h('th', { scope: 'col' }, label, unit ? h('span', { class: 'unit' }, ` ${unit}`) : ''),
  );
  const rows = shown.map((i) =>
    h(
      'tr',
      {},
      ...fields.map((field) =>
        h('td', {}, ...cell(context, scope, `${path}[${i}].${field.key}`, field, `${list.title} ${i + 1}`)),
      ),
      h(
        'td',
        {},
        markButton('remove', `Remove ${list.title.toLowerCase()} ${i + 1}`, () => acts.remove(i)),
      ),
    ),
  );
  const end = h('th', { scope: 'col' }, h('span', { class: 'unseen' }, 'Remove'));
  return [
    h(
      'table',
      { class: 'small-table' },
      h('thead', {}, h('tr', {}, ...columns, end)),
      h('tbody', {}, ...rows),
    ),
  ];
}

function cell(context: PanelContext, scope: Scope, path: string, field: Field, entry: string): HTMLElement[] {
  const { control } = field;
  const value = valueSignal(context, path);
  const box = (at: string, part: { readonly value: unknown; peek(): unknown }, label: string) => {
    if (control.kind !== 'number' && control.kind !== 'vector') throw new Error(`${at} is not a number.`);
    const { text } = numberBox(context, scope, part as typeof value, {
      ...control,
      path: at,
      id: freshId(),
      describedBy: '',
      label,
      unit: field.unit,
      room: 8,
      isOptional: false,
      default: undefined,
    });
    text.removeAttribute('aria-describedby');
    text.setAttribute('aria-label', label);
    const note = h('span', { class: 'field-note', hidden: true, role: 'alert' });
    scope.effect(() => {
      const outcome = context.changes.outcomes.value.get(at);
      note.hidden = outcome?.state !== 'refused';
      note.textContent = outcome?.state === 'refused' ? outcome.message : '';
    });
    explains(context, text, { path: at, field });
    return [text, note];
  };
  if (control.kind !== 'vector') return box(path, value, `${entry}: ${field.label}`);
  return Array.from({ length: control.length }, (_, i) => i).flatMap((i) =>
    box(
      `${path}[${i}]`,
      computed(() => (value.value as number[] | undefined)?.[i]),
      `${entry}: ${field.label} ${'xyz'[i] ?? i + 1}`,
    ),
  );
}
