/** How matter is drawn and what its colours say, to choose and to read. Hidden where a scene has none. */
import type { TrajectoryInfo } from 'pliant';
import { h } from './elements.ts';
import type { MatterColour, MatterStyle } from './matter-drawings.ts';
import { compact, percent } from './numbers.ts';
import { rampText } from './view/matter-colours.ts';
import type { Ranges } from './view/matter-mesh.ts';

const STYLES: readonly (readonly [MatterStyle, string])[] = [
  ['smooth', 'Surface'],
  ['blobs', 'Blobs'],
  ['particles', 'Particles'],
];
const COLOURS: readonly (readonly [MatterColour, string])[] = [
  ['object', 'Object'],
  ['temperature', 'Temperature'],
  ['phase', 'Solid or fluid'],
  ['strain', 'Strain'],
];
/** K; less is no difference worth showing. */
const SAME_TEMPERATURE = 1;

export class MatterPanel {
  readonly element: HTMLElement;
  onStyle: (style: MatterStyle) => void = () => {};
  onColour: (colour: MatterColour) => void = () => {};
  readonly #style = choiceOf('Draw matter as', STYLES, () => this.onStyle(this.style));
  readonly #colour = choiceOf('Colour matter by', COLOURS, () => this.#setColour(this.colour));
  readonly #ramp = h('i', { class: 'ramp' });
  readonly #low = h('span', { class: 'numbers' });
  readonly #high = h('span', { class: 'numbers' });
  readonly #scale = h('span', { class: 'scale', hidden: true }, this.#low, this.#ramp, this.#high);
  #isChosen = false;

  constructor() {
    this.element = h(
      'div',
      { class: 'matter panel', hidden: true, role: 'group', 'aria-label': 'Matter' },
      this.#style,
      this.#colour,
      this.#scale,
    );
  }

  get style(): MatterStyle {
    return this.#style.value as MatterStyle;
  }

  get colour(): MatterColour {
    return this.#colour.value as MatterColour;
  }

  /** Takes a run: shown where it has matter, by its temperature where that is what differs. */
  open(info: TrajectoryInfo, ranges: Ranges | undefined, isPainted: boolean): void {
    const has = info.bodies.some(({ matter }) => matter !== undefined);
    this.element.hidden = !has;
    if (!has || !ranges) return;
    const [low, high] = ranges.temperature;
    if (!this.#isChosen && !isPainted && high - low > SAME_TEMPERATURE) this.#colour.value = 'temperature';
    this.#isChosen = true;
    this.#setColour(this.colour);
    this.show(ranges);
  }

  show(ranges: Ranges): void {
    const { colour } = this;
    this.#scale.hidden = colour === 'object';
    if (colour === 'object') return;
    const [low, high] = ranges[colour];
    const words = {
      temperature: (value: number) => `${compact(Math.round(value))} K`,
      phase: (value: number) => (value < 0.5 ? 'fluid' : 'solid'),
      strain: (value: number) => percent(value),
    }[colour];
    this.#low.textContent = words(low);
    this.#high.textContent = words(high);
  }

  /** The next style, by key. */
  cycleStyle(): void {
    cycle(this.#style);
    this.onStyle(this.style);
  }

  cycleColour(): void {
    cycle(this.#colour);
    this.#setColour(this.colour);
  }

  #setColour(colour: MatterColour): void {
    this.#ramp.style.background = colour === 'object' ? '' : rampText(colour);
    this.onColour(colour);
  }
}

function cycle(select: HTMLSelectElement): void {
  select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
}

function choiceOf(
  label: string,
  options: readonly (readonly [string, string])[],
  changed: () => void,
): HTMLSelectElement {
  return h(
    'select',
    { 'aria-label': label, title: label, onchange: changed },
    ...options.map(([value, text]) => h('option', { value }, text)),
  );
}
