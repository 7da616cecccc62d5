/** The Look tab: colouring, the parts that are drawn, the stage, and the direction of view. */
import { findModel, type WorldView } from 'pliant/engine';
import { colourText, scaleText, wholeColour } from 'pliant/three';
import { h } from '../elements.ts';
import type { ViewName } from '../view/camera-rig.ts';
import type { Part } from '../workbench-context.ts';
import type { Look, StageName } from './look.ts';
import { LAYERS, MATTER_STYLES, STAGES } from './look-choices.ts';
import type { LookContext } from './look-context.ts';

const VIEWS: readonly (readonly [ViewName, string, string])[] = [
  ['front', 'Front', '1'],
  ['right', 'Right', '2'],
  ['top', 'Top', '3'],
  ['corner', 'Corner', '4'],
  ['back', 'Back', '5'],
  ['left', 'Left', '6'],
];

export function lookPart(bench: LookContext): Part {
  const { state } = bench;
  const set = (change: Partial<Look>) => {
    state.look.value = { ...state.look.value, ...change };
  };
  const colours = colourList(bench, set);
  const layered = group(
    'Layers of the sheet',
    choices(bench, 'layers', LAYERS, set),
    toggle(bench, 'smooth', 'Smooth surface (NURBS)', 'n', set),
  );
  const matter = group('Matter', choices(bench, 'matter', MATTER_STYLES, set));
  bench.effect(() => {
    const bodies = state.opened.value?.info.bodies ?? [];
    layered.hidden = !bodies.some(({ model }) => findModel(model)?.drawnAs === 'layers');
    matter.hidden = !bodies.some((body) => body.matter !== undefined);
  });
  const element = h(
    'div',
    { class: 'look' },
    group('Colour by', colours),
    group(
      'Show',
      toggle(bench, 'wireframe', 'Wireframe', 'w', set),
      toggle(bench, 'springs', 'Springs and bonds', 'e', set),
      toggle(bench, 'particles', 'Particles', 'j', set),
      ...probeToggle(bench),
    ),
    layered,
    matter,
    group('Stage', choices<'stage', StageName>(bench, 'stage', STAGES, set)),
    group(
      'View',
      h(
        'div',
        { class: 'views' },
        ...VIEWS.map(([view, title, key]) =>
          h(
            'button',
            {
              type: 'button',
              class: 'chip',
              title: `${title} (${key})`,
              'aria-keyshortcuts': key,
              onclick: () => bench.view.value?.frame(view),
            },
            title,
          ),
        ),
      ),
      toggle(bench, 'orthographic', 'Orthographic', 'o', set),
    ),
  );
  return { element };
}

function group(title: string, ...parts: HTMLElement[]): HTMLElement {
  return h('fieldset', { class: 'look-group' }, h('legend', {}, title), ...parts);
}

type Setter = (change: Partial<Look>) => void;

/** Radio buttons with the colours of each view, made for every scene. */
function colourList({ state, effect }: LookContext, set: Setter): HTMLElement {
  const list = h('div', { class: 'colours' });
  const about = h('p', { class: 'about-colour' });
  const row = (name: string, title: string, image: HTMLElement) =>
    h(
      'label',
      { class: 'colour' },
      h('input', { type: 'radio', name: 'colour', value: name, onchange: () => set({ colour: name }) }),
      image,
      h('span', {}, title),
    );
  effect(() => {
    const quantities = state.opened.value?.views ?? [];
    list.replaceChildren(
      row('', 'Fabric and own colours', h('i', { class: 'swatch own' })),
      ...quantities.map((quantity) =>
        row(quantity.name, quantity.title + (quantity.unit ? ` (${quantity.unit})` : ''), swatchOf(quantity)),
      ),
    );
    mark(list, state.look.peek().colour);
  });
  effect(() => {
    const { colour } = state.look.value;
    mark(list, colour);
    const kind = state.opened.value?.views.find(({ name }) => name === colour);
    about.textContent = kind?.about ?? '';
  });
  return h('div', {}, list, about);
}

function swatchOf(quantity: WorldView): HTMLElement {
  const swatch = h('i', { class: 'swatch' });
  const { scale, range } = quantity;
  const most = range.ends === 'given' ? range.high : 3;
  const parts = Array.from({ length: most + 1 }, (_, k) => {
    const colour = colourText(wholeColour(quantity, k));
    return `${colour} ${(100 * k) / (most + 1)}% ${(100 * (k + 1)) / (most + 1)}%`;
  });
  swatch.style.background =
    scale === 'whole' ? `linear-gradient(to right, ${parts.join(', ')})` : scaleText(quantity);
  return swatch;
}

/** Radio buttons in a row. */
function choices<K extends 'layers' | 'matter' | 'stage', V extends string = string>(
  { state, effect }: LookContext,
  key: K,
  names: readonly (readonly [V, string])[],
  set: Setter,
): HTMLElement {
  const row = h(
    'div',
    { class: 'segments' },
    ...names.map(([value, title]) =>
      h(
        'label',
        {},
        h('input', { type: 'radio', name: key, value, onchange: () => set({ [key]: value }) }),
        h('span', {}, title),
      ),
    ),
  );
  effect(() => mark(row, state.look.value[key]));
  return row;
}

function toggle(
  { state, effect }: LookContext,
  name: 'wireframe' | 'springs' | 'particles' | 'smooth' | 'orthographic',
  title: string,
  key: string,
  set: Setter,
): HTMLElement {
  const box = h('input', { type: 'checkbox', onchange: () => set({ [name]: box.checked }) });
  effect(() => {
    box.checked = state.look.value[name];
  });
  return switchOf(box, title, key);
}

function probeToggle({ state: { probing }, effect }: LookContext): HTMLElement[] {
  if (!probing) return [];
  const box = h('input', {
    type: 'checkbox',
    onchange: () => {
      probing.value = box.checked;
    },
  });
  effect(() => {
    box.checked = probing.value;
  });
  return [switchOf(box, 'Probe: values under the pointer', 'i')];
}

function switchOf(box: HTMLInputElement, title: string, key: string): HTMLElement {
  box.setAttribute('aria-keyshortcuts', key);
  return h(
    'label',
    { class: 'look-switch' },
    box,
    h('span', {}, title),
    h('kbd', { 'aria-hidden': 'true' }, key),
  );
}

function mark(list: HTMLElement, value: string): void {
  for (const input of list.querySelectorAll('input')) input.checked = input.value === value;
}
