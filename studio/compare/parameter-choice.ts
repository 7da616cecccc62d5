/** One parameter of the scene with another value: what it is against the scene as it is. */
import type { Scene } from 'pliant';
import { h } from '../elements.ts';
import { valueIn } from '../panels/context.ts';
import type { Control } from '../panels/fields.ts';
import { type Found, fieldsInScene } from '../panels/sections.ts';
import { isSame, numberText, readNumber } from '../panels/values.ts';
import { choiceLabel } from '../panels/words.ts';
import type { Variant } from './comparison.ts';

/** A control for a value, and what it holds; undefined where that cannot be read. */
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

  /** The scene with the other value; throws a RangeError where there is none. */
  get variant(): Variant {
    const { path, field } = this.#chosen;
    const value = this.#box!.read();
    if (value === undefined) throw new RangeError(`${field.label}: “${this.#box!.text()}” cannot be read`);
    if (isSame(value, valueIn(this.#scene, path)))
      throw new RangeError(`${field.label}: give another value than the one that the scene has`);
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

/** Options under the names of what they are inside of. */
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

/** Another one than it is, to begin with. */
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
