/** A choice of the view that both runs are coloured by. */
import { h } from '../elements.ts';
import type { LookContext } from '../look/look-context.ts';

export function colourChoice({ state, effect }: LookContext): HTMLElement {
  const choice = h('select', {
    'aria-keyshortcuts': 'd c',
    title: 'Difference (d), the next (c)',
    onchange: () => {
      state.look.value = { ...state.look.value, colour: choice.value };
    },
  });
  effect(() => {
    const quantities = state.opened.value?.views ?? [];
    choice.replaceChildren(
      h('option', { value: '' }, 'Fabric and own colours'),
      ...quantities.map(({ name, title }) => h('option', { value: name }, title)),
    );
    choice.value = state.look.peek().colour;
  });
  effect(() => {
    choice.value = state.look.value.colour;
  });
  return h('label', { class: 'field-row' }, h('span', {}, 'Colour by'), choice);
}
