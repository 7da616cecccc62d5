/** A small panel to choose how a recorded run is drawn, with a legend. It is hidden if there is no choice. */
import type { WorldView } from 'pliant/engine';
import type { TrajectoryInfo } from 'pliant/formats';
import type { Colouring } from 'pliant/three';
import { h } from '../elements.ts';
import { Legend } from './legend.ts';
import type { Look } from './look.ts';
import { MATTER_STYLES } from './look-choices.ts';
import './look-bar.css';

type Choice = Pick<Look, 'colour' | 'matter'>;

export class LookBar {
  readonly element: HTMLElement;
  /** Called with the new choice. */
  onChange: (choice: Choice) => void = () => {};
  readonly #legend = new Legend();
  readonly #colour = select('Colour by', () => this.#tell());
  readonly #matter = select('Draw matter as', () => this.#tell());

  constructor() {
    this.#matter.append(...MATTER_STYLES.map(([value, text]) => h('option', { value }, text)));
    this.element = h(
      'div',
      { class: 'look-bar', hidden: true, role: 'group', 'aria-label': 'Look' },
      h('div', { class: 'panel choices' }, this.#colour, this.#matter),
      this.#legend.element,
    );
  }

  /** Offers the views of a run. */
  open({ bodies }: TrajectoryInfo, quantities: readonly WorldView[], choice: Choice): void {
    const names: [string, string][] = quantities.map(({ name, title }) => [name, title]);
    const options = [['', 'Own colours'], ...names].map(([value, text]) => h('option', { value }, text));
    const hasMatter = bodies.some(({ matter }) => matter !== undefined);
    this.#colour.replaceChildren(...options);
    this.#colour.hidden = names.length === 0;
    this.#matter.hidden = !hasMatter;
    this.element.hidden = names.length === 0 && !hasMatter;
    this.#colour.value = choice.colour;
    this.#matter.value = choice.matter;
  }

  show(colouring: Colouring | undefined): void {
    this.#legend.show(colouring);
  }

  /** For keys: shows the next view, the next style of matter, or one view and back. */
  cycleColour(): void {
    this.#cycle(this.#colour);
  }

  cycleMatter(): void {
    this.#cycle(this.#matter);
  }

  toggleColour(name: string): void {
    if (![...this.#colour.options].some(({ value }) => value === name)) return;
    this.#colour.value = this.#colour.value === name ? '' : name;
    this.#tell();
  }

  #cycle(choice: HTMLSelectElement): void {
    if (choice.hidden || choice.options.length === 0) return;
    choice.selectedIndex = (choice.selectedIndex + 1) % choice.options.length;
    this.#tell();
  }

  #tell(): void {
    this.onChange({ colour: this.#colour.value, matter: this.#matter.value as Look['matter'] });
  }
}

function select(label: string, onchange: () => void): HTMLSelectElement {
  return h('select', { 'aria-label': label, title: label, onchange });
}
