/** Icons of the panel's buttons. */
import { h, svg } from '../elements.ts';

const MARKS = {
  reset: 'M4 8V3.5M4 8h4.5M4.6 8A6.5 6.5 0 1 1 3.6 12.5',
  add: 'M10 4v12M4 10h12',
  remove: 'M5 5l10 10M15 5 5 15',
  copy: 'M7 7V3.5h9.5V13H13M3.5 7H13v9.5H3.5z',
  search: 'M13 13l4 4M8.5 14a5.5 5.5 0 1 1 0-11 5.5 5.5 0 0 1 0 11z',
} as const;

export type PanelIcon = keyof typeof MARKS;

export function mark(name: PanelIcon): SVGSVGElement {
  return svg(
    'svg',
    { viewBox: '0 0 20 20', 'aria-hidden': 'true', class: 'mark' },
    svg('path', { d: MARKS[name] }),
  );
}

/** Returns an icon button; `label` is its accessible name and tooltip. */
export function markButton(name: PanelIcon, label: string, act: () => void): HTMLButtonElement {
  return h(
    'button',
    { type: 'button', class: 'mark-button', 'aria-label': label, title: label, onclick: act },
    mark(name),
  );
}
