/** The switch from cloth to levels of refinement, and the colours of the levels. Both hide where nothing refines. */
import { levelColourText, type TrajectoryMesh } from 'pliant';
import { h, icon } from './elements.ts';

export class LevelSwitch {
  readonly button: HTMLButtonElement;
  readonly legend = h('div', { class: 'levels panel', hidden: true, 'aria-label': 'Refinement level' });
  /** Called with whether levels are to be shown. */
  onChange: (on: boolean) => void = () => {};
  #deepest = -1;
  #isOn = false;

  constructor() {
    this.button = h(
      'button',
      {
        class: 'button',
        type: 'button',
        hidden: true,
        title: 'Refinement level (l)',
        'aria-label': 'Refinement level',
        'aria-keyshortcuts': 'l',
        'aria-pressed': 'false',
        onclick: () => this.toggle(),
      },
      icon('levels'),
    );
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  toggle(): void {
    if (this.button.hidden) return;
    this.#isOn = !this.#isOn;
    this.button.setAttribute('aria-pressed', String(this.#isOn));
    this.legend.hidden = !this.#isOn;
    this.onChange(this.#isOn);
  }

  /** Takes the levels of these meshes into the legend. */
  show(meshes: readonly TrajectoryMesh[]): void {
    for (const { places } of meshes) {
      if (!places) continue;
      const deepest = places.levels.reduce((most, level) => Math.max(most, level), 0);
      if (deepest > this.#deepest) this.#list(deepest);
    }
  }

  #list(deepest: number): void {
    this.#deepest = deepest;
    this.button.hidden = false;
    this.legend.replaceChildren(
      h('b', {}, 'Refinement level'),
      ...Array.from({ length: deepest + 1 }, (_, level) =>
        h('span', { class: 'level' }, swatch(level), String(level)),
      ),
    );
  }
}

/** Coloured through its style object: a content security policy may forbid the attribute. */
function swatch(level: number): HTMLElement {
  const element = h('i');
  element.style.background = levelColourText(level);
  return element;
}
