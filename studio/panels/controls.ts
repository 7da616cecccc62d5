/** Controls by the kind of a field: numbers, vectors, choices, switches, texts, objects, and mixed values. */
import { computed, untracked } from '@preact/signals-core';
import { h } from '../elements.ts';
import { grouped } from '../numbers.ts';
import type { Scope } from './effect-scope.ts';
import { explains, fieldRow, setButton } from './field-row.ts';
import { type Control, type Field, fieldsIn, formIn, type Placed, placed, variantIn } from './fields.ts';
import { initialValue, initialValueOf, needsData, otherVariant } from './initial-values.ts';
import { choiceLabel, labelOf } from './labels.ts';
import { listControl } from './list.ts';
import { numberBox } from './number-box.ts';
import { freshId, type PanelContext, valueSignal } from './panel-context.ts';
import { shownForm } from './sections.ts';

/** Returns the elements of a field. */
export function controlFor(context: PanelContext, scope: Scope, what: Placed): HTMLElement {
  switch (what.field.control.kind) {
    case 'number':
      return numberRow(context, scope, what, what.field.control);
    case 'vector':
      return vectorRow(context, scope, what, what.field.control);
    case 'choice':
      return choiceRow(context, scope, what, what.field.control.choices);
    case 'flag':
      return flagRow(context, scope, what);
    case 'text':
      return textRow(context, scope, what, what.field.control.longest);
    case 'object':
    case 'variant':
      return objectPart(context, scope, what);
    case 'list':
      return listControl(context, scope, what, what.field.control);
    case 'mixed':
      return mixedPart(context, scope, what);
    case 'data':
      return dataRow(context, scope, what);
  }
}

type Kind<K extends Control['kind']> = Control & { kind: K };

function numberRow(context: PanelContext, scope: Scope, what: Placed, control: Kind<'number'>): HTMLElement {
  const { path, field } = what;
  const value = valueSignal(context, path);
  return fieldRow(context, scope, what, ({ control: id, help }) => {
    const { slider, text } = numberBox(context, scope, value, {
      ...control,
      path,
      id,
      describedBy: help,
      label: field.label,
      unit: field.unit,
      room: 6,
      isOptional: field.isOptional,
      default: field.default,
    });
    return [slider, text];
  });
}

const AXES = ['x', 'y', 'z'];

function vectorRow(context: PanelContext, scope: Scope, what: Placed, control: Kind<'vector'>): HTMLElement {
  const { path, field } = what;
  const value = valueSignal(context, path);
  const paths = Array.from({ length: control.length }, (_, i) => `${path}[${i}]`);
  const isSet = computed(() => Array.isArray(value.value));
  return fieldRow(
    context,
    scope,
    what,
    ({ control: id, help }) => {
      const holder = h('div', { class: 'vector' });
      remake(scope, isSet, holder, (inner) => {
        if (!isSet.peek()) return [setButton(context, what, id)];
        return paths.map((part, i) => {
          const axis = control.length > 3 ? String(i + 1) : AXES[i];
          const component = computed(() => (value.value as number[] | undefined)?.[i]);
          const initial = Array.isArray(field.default) ? field.default[i] : undefined;
          const { slider, text } = numberBox(context, inner, component, {
            ...control,
            path: part,
            id: i === 0 ? id : freshId(),
            describedBy: help,
            label: `${field.label} ${axis}`,
            unit: field.unit,
            room: control.length > 2 ? 4 : 5,
            isOptional: false,
            default: initial,
          });
          text.setAttribute('aria-label', `${field.label} ${axis}`);
          return h(
            'div',
            { class: `component axis-${axis}` },
            h('i', { 'aria-hidden': 'true' }, axis),
            text,
            slider,
          );
        });
      });
      return [holder];
    },
    paths,
  );
}

function choiceRow(
  context: PanelContext,
  scope: Scope,
  what: Placed,
  choices: readonly string[],
): HTMLElement {
  const { path, field } = what;
  const value = valueSignal(context, path);
  return fieldRow(context, scope, what, ({ control: id, help }) => {
    const options = field.isOptional ? ['', ...choices] : choices;
    const select = selectOf(
      id,
      options.map((choice) => [choice, choice === '' ? 'Not set' : choiceLabel(choice)]),
    );
    select.setAttribute('aria-describedby', help);
    select.addEventListener('change', () => context.changes.change(path, select.value || undefined));
    scope.effect(() => {
      select.value = String(value.value ?? '');
    });
    return [select];
  });
}

function selectOf(
  id: string,
  options: readonly (readonly [value: string, words: string])[],
): HTMLSelectElement {
  const made = options.map(([value, words]) => h('option', { value }, words));
  return h('select', { id, class: 'choice' }, ...made);
}

function flagRow(context: PanelContext, scope: Scope, what: Placed): HTMLElement {
  const { path } = what;
  const value = valueSignal(context, path);
  return fieldRow(context, scope, what, ({ control: id, help }) => {
    const box = h('input', {
      type: 'checkbox',
      role: 'switch',
      id,
      class: 'switch',
      'aria-describedby': help,
    });
    box.addEventListener('change', () => context.changes.change(path, box.checked));
    scope.effect(() => {
      box.checked = value.value === true;
    });
    return [box];
  });
}

function textRow(context: PanelContext, scope: Scope, what: Placed, longest: number): HTMLElement {
  const { path, field } = what;
  const value = valueSignal(context, path);
  return fieldRow(context, scope, what, ({ control: id, help }) => {
    const input = h('input', {
      type: 'text',
      id,
      class: 'text',
      'aria-describedby': help,
      autocomplete: 'off',
    });
    if (longest > 0) input.maxLength = longest;
    input.addEventListener('change', () => {
      context.changes.change(path, input.value === '' && field.isOptional ? undefined : input.value);
    });
    scope.effect(() => {
      input.value = String(value.value ?? '');
    });
    return [input];
  });
}

function dataRow(context: PanelContext, scope: Scope, what: Placed): HTMLElement {
  const value = valueSignal(context, what.path);
  return fieldRow(context, scope, what, ({ control: id }) => {
    const words = h('output', { id, class: 'data' });
    scope.effect(() => {
      const now = value.value;
      if (now === undefined) words.textContent = 'none';
      else if (Array.isArray(now)) words.textContent = `${grouped(now.length)} entries`;
      else words.textContent = typeof now === 'string' ? `${grouped(now.length)} characters` : 'from a file';
    });
    return [words];
  });
}

/** An object: its fields under its name, with a switch if it is optional and a choice if it has kinds. */
function objectPart(context: PanelContext, scope: Scope, what: Placed): HTMLElement {
  const { path, field } = what;
  const { control } = field;
  const value = valueSignal(context, path);
  const id = freshId();
  const head = h('div', { class: 'object-head' });
  const body = h('div', { class: 'object-fields' });
  if (field.isOptional) head.append(presenceSwitch(context, scope, what, id));
  if (control.kind === 'variant') head.append(variantSelect(context, scope, what, control, id));
  const structure = computed(() => {
    const now = value.value;
    if (now === undefined) return '';
    return control.kind === 'variant' ? (variantIn(control, now)?.name ?? '') : 'object';
  });
  remake(scope, structure, body, (inner) =>
    structure.peek() === ''
      ? []
      : fieldsIn(control, value.peek()).map((child) => controlFor(context, inner, placed(path, child))),
  );
  const part = h(
    'div',
    { class: 'object', role: 'group', 'aria-label': field.label },
    fieldRowHead(context, scope, what, id, head),
    body,
  );
  return part;
}

/** The row that names an object. */
function fieldRowHead(
  context: PanelContext,
  scope: Scope,
  what: Placed,
  id: string,
  head: HTMLElement,
): HTMLElement {
  if (head.childElementCount > 0)
    return fieldRow(context, scope, what, ({ help }) => {
      for (const control of head.children) control.setAttribute('aria-describedby', help);
      queueMicrotask(() => head.closest('.field')?.querySelector('label')?.setAttribute('for', id));
      return [head];
    });
  const title = h('h4', { class: 'object-title', title: what.field.help }, what.field.label);
  explains(context, title, what);
  return title;
}

function presenceSwitch(context: PanelContext, scope: Scope, what: Placed, id: string): HTMLInputElement {
  const { path, field } = what;
  const value = valueSignal(context, path);
  const box = h('input', { type: 'checkbox', role: 'switch', class: 'switch', id });
  box.setAttribute('aria-label', field.label);
  box.addEventListener('change', () => {
    context.changes.change(path, box.checked ? initialValue(field, context.scene.peek()) : undefined);
  });
  scope.effect(() => {
    box.checked = value.value !== undefined;
  });
  return box;
}

export function variantSelect(
  context: PanelContext,
  scope: Scope,
  { path, field }: Placed,
  control: Kind<'variant'>,
  id: string,
): HTMLSelectElement {
  const value = valueSignal(context, path);
  const isOffered = (name: string) =>
    name === variantIn(control, value.peek())?.name ||
    !control.variants.find((v) => v.name === name)?.fields.some(needsData);
  const select = selectOf(
    id,
    control.variants.map(({ name, title }) => [name, title]),
  );
  select.setAttribute('aria-label', `${field.label}: ${labelOf(control.tag)}`);
  select.addEventListener('change', () => {
    const variant = control.variants.find(({ name }) => name === select.value);
    if (variant)
      context.changes.change(path, otherVariant(control, variant, context.scene.peek(), value.peek()));
  });
  scope.effect(() => {
    const now = variantIn(control, value.value);
    select.hidden = now === undefined;
    select.value = now?.name ?? '';
    for (const option of select.options) option.disabled = !isOffered(option.value);
    select.title = now?.help ?? '';
  });
  return select;
}

const FORM_WORDS: Readonly<Record<string, string>> = {
  number: 'Number',
  vector: 'Column and row',
  object: 'Own values',
  variant: 'Own values',
  data: 'List',
  list: 'List',
};

/** A word or a value: a choice of both, and the control of the chosen value. */
function mixedPart(context: PanelContext, scope: Scope, what: Placed): HTMLElement {
  const { path, field } = what;
  const control = field.control as Kind<'mixed'>;
  const value = valueSignal(context, path);
  const chosen = computed(() => choiceOf(control, value.value));
  const row = fieldRow(context, scope, what, ({ control: id, help }) => {
    const words = control.words.map((word) => [word, choiceLabel(word)] as const);
    const forms = control.forms.map(({ kind }, i) => [`#${i}`, formWords(field, kind)] as const);
    const select = selectOf(id, [
      ...(field.isOptional ? [['', 'Not set'] as const] : []),
      ...words,
      ...forms,
    ]);
    select.setAttribute('aria-describedby', help);
    select.addEventListener('change', () => {
      const form = control.forms[Number(select.value.slice(1))];
      const isForm = select.value.startsWith('#');
      const next = isForm ? ownValue(context, what, form) : select.value || undefined;
      context.changes.change(path, next);
    });
    scope.effect(() => {
      select.value = chosen.value;
    });
    return [select];
  });
  const body = h('div', { class: 'object-fields' });
  const structure = computed(() => {
    const form = shownForm(field, value.value);
    return form ? `${control.forms.indexOf(form)}` : '';
  });
  remake(scope, structure, body, (inner) => {
    const form = control.forms[Number(structure.peek() || -1)];
    if (!form) return [];
    const own = { ...field, control: form, isOptional: false };
    if (form.kind === 'object' || form.kind === 'variant')
      return fieldsIn(form, value.peek()).map((child) => controlFor(context, inner, placed(path, child)));
    return [controlFor(context, inner, { path, field: { ...own, label: formWords(field, form.kind) } })];
  });
  return h('div', { class: 'object mixed' }, row, body);
}

function choiceOf(control: Kind<'mixed'>, value: unknown): string {
  const form = formIn(control, value);
  return form ? `#${control.forms.indexOf(form)}` : String(value ?? '');
}

function formWords({ key }: Field, kind: Control['kind']): string {
  return key === 'at' && kind === 'object' ? 'Near a place' : (FORM_WORDS[kind] ?? 'Value');
}

/** Returns the value to start from; for a preset, its numbers. */
function ownValue({ scene }: PanelContext, { path, field }: Placed, form: Control): unknown {
  if (field.key !== 'material' || form.kind !== 'object') return initialValueOf(form, scene.peek());
  const context = { scene } as PanelContext;
  const numbers = form.fields.map(({ key }) => [key, valueSignal(context, `${path}.${key}`).peek()] as const);
  return Object.fromEntries(numbers.filter(([, value]) => value !== undefined));
}

/** Builds the elements in a container, and again whenever `structure` changes. */
export function remake(
  scope: Scope,
  structure: { readonly value: unknown },
  holder: HTMLElement,
  make: (inner: Scope) => readonly HTMLElement[],
): void {
  let inner = scope.inner();
  scope.effect(() => {
    void structure.value;
    inner.end();
    inner = scope.inner();
    holder.replaceChildren(...untracked(() => make(inner)));
  });
}
