/** A comparison of the scene with itself, one parameter changed. */
import type { Scene } from 'pliant';
import { h } from '../elements.ts';
import type { Control } from '../panels/fields.ts';
import { choiceLabel } from '../panels/labels.ts';
import { valueIn } from '../panels/panel-context.ts';
import { type Found, fieldsInScene } from '../panels/sections.ts';
import { isSame, numberText, readNumber } from '../panels/values.ts';
import type { Variant } from './comparison.ts';

/** A control of a value, which is undefined if it cannot be read. */
interface ValueBox {
  readonly element: HTMLElement;
  read(): unknown;
  text(): string;
}

export class ParameterChoice {
  readonly element: HTMLElement;
  readonly #scene: Scene;
  readonly #found: readonly Found[];
  readonly #parameter: HTMLSelectElement;
  readonly #holder = h('div', { class: 'value-holder' });
  readonly #help = h('p', { class: 'soft' });
  #box: ValueBox | undefined;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#found = [...fieldsInScene(scene)].filter(({ path, field: { control } }) => {
      const value = valueIn(scene, path);
      return control.kind === 'number' || control.kind === 'vector'
        ? value !== undefined
        : control.kind === 'choice' || control.kind === 'flag';
    });
    this.#parameter = h('select', { onchange: () => this.#choose() }, ...groupsOf(this.#found));
    this.element = h(
      'div',
      { class: 'parameter-choice' },
      h('label', { class: 'field-row' }, h('span', {}, 'Parameter'), this.#parameter),
      this.#holder,
      this.#help,
    );
    this.#choose();
  }

  /** Returns the setting of the other value. Throws a RangeError if there is none. */
  get variant(): Variant {
    const { path, field } = this.#chosen;
    const value = this.#box!.read();
    if (value === undefined) throw new RangeError(`${field.label}: “${this.#box!.text()}” cannot be read`);
    if (isSame(value, valueIn(this.#scene, path)))
      throw new RangeError(`${field.label}: the scene already has this value. Choose another.`);
    return { label: `${field.label} ${this.#box!.text()}`, settings: [{ path, value }] };
  }

  get #chosen(): Found {
    return this.#found[this.#parameter.selectedIndex];
  }

  #choose(): void {
    const { path, field } = this.#chosen;
    this.#box = boxFor(field.control, valueIn(this.#scene, path) ?? field.default);
    const unit = field.unit ? ` (${field.unit})` : '';
    this.#holder.replaceChildren(
      h('label', { class: 'field-row' }, h('span', {}, `Value${unit}`), this.#box.element),
    );
    this.#help.textContent = field.help;
  }
}

/** Returns options grouped by the objects around them. */
function groupsOf(found: readonly Found[]): HTMLElement[] {
  const groups = new Map<string, HTMLElement[]>();
  for (const { crumbs, field } of found) {
    const name = crumbs.join(' › ');
    groups.set(name, [...(groups.get(name) ?? []), h('option', {}, field.label)]);
  }
  return [...groups].map(([label, options]) => h('optgroup', { label }, ...options));
}

function boxFor(control: Control, value: unknown): ValueBox {
  if (control.kind === 'choice') return choiceBox(control.choices, value);
  if (control.kind === 'flag') return flagBox(value === true);
  const numbers = Array.isArray(value) ? value : [value];
  const box = h('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', spellcheck: 'false' });
  box.value = numbers.map((number) => numberText(Number(number), 12)).join('; ');
  return {
    element: box,
    text: () => box.value.trim(),
    read() {
      const read = box.value
        .split(/[;\s]+/)
        .filter(Boolean)
        .map(readNumber);
      if (read.length !== numbers.length || read.includes(undefined)) return undefined;
      return control.kind === 'vector' ? read : read[0];
    },
  };
}

/** Returns an initial value that differs from the present one. */
function choiceBox(choices: readonly string[], value: unknown): ValueBox {
  const box = h('select', {}, ...choices.map((name) => h('option', { value: name }, choiceLabel(name))));
  box.value = choices.find((name) => name !== value) ?? '';
  return { element: box, read: () => box.value, text: () => choiceLabel(box.value) };
}

function flagBox(isOn: boolean): ValueBox {
  const box = h('select', {}, h('option', {}, 'on'), h('option', {}, 'off'));
  box.value = isOn ? 'off' : 'on';
  return { element: box, read: () => box.value === 'on', text: () => box.value };
}
