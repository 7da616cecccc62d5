/** The help page: a list of the keys in use. */

import { h, icon } from './elements.ts';
import type { WorkbenchContext } from './workbench-context.ts';
import './help.css';

const NAMES: Record<string, string> = {
  ' ': 'Space',
  Mod: 'Ctrl',
  Escape: 'Esc',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page ↑',
  PageDown: 'Page ↓',
};

export function openHelp({ keys }: Pick<WorkbenchContext, 'keys'>): void {
  const groups = new Map<string, HTMLElement[]>();
  for (const { key, label, group } of keys.all) {
    const names = key.length === 1 ? [NAMES[key] ?? key] : key.split('+').map((part) => NAMES[part] ?? part);
    const row = h('div', {}, h('dt', {}, ...names.map((name) => h('kbd', {}, name))), h('dd', {}, label));
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  const close = h(
    'button',
    { class: 'button', type: 'button', 'aria-label': 'Close', autofocus: true },
    icon('close'),
  );
  const dialog = h(
    'dialog',
    { class: 'help panel', 'aria-labelledby': 'help-title' },
    h('header', {}, h('h2', { id: 'help-title' }, 'Keys'), close),
    h(
      'div',
      { class: 'help-groups' },
      ...[...groups].map(([name, rows]) => h('section', {}, h('h3', {}, name), h('dl', {}, ...rows))),
      h(
        'section',
        {},
        h('h3', {}, 'Pointer'),
        h(
          'dl',
          {},
          h('div', {}, h('dt', {}, 'Drag'), h('dd', {}, 'Turn the view')),
          h('div', {}, h('dt', {}, 'Right drag, two fingers'), h('dd', {}, 'Move the view')),
          h('div', {}, h('dt', {}, 'Wheel, pinch'), h('dd', {}, 'Zoom')),
        ),
      ),
    ),
  );
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
