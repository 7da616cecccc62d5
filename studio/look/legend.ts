/** The legend of a view: its name and unit with the ends of the scale, or its whole numbers one by one. */
import type { ViewKind } from 'pliant/engine';
import { type Colouring, colourText, type Range, SPRING_STRAIN, scaleText, wholeColour } from 'pliant/three';
import { h } from '../elements.ts';
import { viewText } from '../view/view-text.ts';
import './legend.css';

/** Most whole numbers in a legend. */
const MOST_LISTED = 9;

export class Legend {
  readonly element = h('div', { class: 'legend panel', hidden: true, role: 'group', 'aria-label': 'Legend' });
  /** The content as it was last written, so that unchanged frames write nothing. */
  #written = '';

  /** `springs`: range of the strain that springs are coloured by, if they are drawn. */
  show(colouring: Colouring | undefined, springs?: Range): void {
    const written = JSON.stringify([colouring?.kind.name, colouring?.range, springs]);
    if (written === this.#written) return;
    this.#written = written;
    const scales: HTMLElement[] = [];
    if (colouring) scales.push(scaleOf(colouring.kind, colouring.range));
    if (springs) scales.push(scaleOf(SPRING_STRAIN, springs));
    this.element.hidden = scales.length === 0;
    this.element.replaceChildren(...scales);
  }
}

function scaleOf(kind: ViewKind, range: Range): HTMLElement {
  return h(
    'div',
    { class: 'scale', title: kind.about },
    h('b', {}, kind.title),
    ...(kind.scale === 'whole' ? [numbersOf(kind, range)] : [rampOf(kind, range)]),
  );
}

/** Sets colours by style objects: a content security policy may forbid the attribute. */
function rampOf(kind: ViewKind, [low, high]: Range): HTMLElement {
  const ramp = h('i', { class: 'ramp' });
  ramp.style.background = scaleText(kind);
  const text = (value: number) => h('span', {}, viewText(kind, value));
  return h(
    'div',
    { class: 'ramp-box numbers' },
    ramp,
    h('div', { class: 'ends' }, text(low), text((low + high) / 2), text(high)),
  );
}

function numbersOf(kind: ViewKind, [low, high]: Range): HTMLElement {
  const count = Math.min(MOST_LISTED, Math.round(high - low) + 1);
  const rows = Array.from({ length: count }, (_, k) => {
    const value = Math.round(low) + k;
    const chip = h('i');
    chip.style.background = colourText(wholeColour(kind, value));
    return h('li', { class: 'level' }, chip, viewText(kind, value));
  });
  return h('ul', { class: 'whole numbers' }, ...rows);
}
