/** Page elements from code. Text goes in as text nodes, so a name can hold anything. */
type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;

/** Attributes named `on…` are listeners; `true` sets a bare attribute, `false` leaves it out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  dress(element, attributes);
  element.append(...children);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  dress(element, attributes);
  element.append(...children);
  return element;
}

function dress(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false) element.setAttribute(name, String(value));
  }
}

const ICONS = {
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M6 4.5h4.2v15H6zM13.8 4.5H18v15h-4.2z',
  step: 'M5 4.5v15l9.5-7.5zM16 4.5h3v15h-3z',
  restart: 'M5 4.5h3v15H5zM19 4.5v15L9.5 12z',
  frame: 'M4 9V4h5v2H6v3zM15 4h5v5h-2V6h-3zM20 15v5h-5v-2h3v-3zM9 20H4v-5h2v3h3z',
  levels:
    'M3 3h18v18H3zM5 5v6h6V5zM13 5v6h6V5zM5 13v6h6v-6zM13 13v2h2v-2zM17 13v2h2v-2zM13 17v2h2v-2zM17 17v2h2v-2z',
  back: 'M14.5 5.5 8 12l6.5 6.5 1.6-1.6L11.2 12l4.9-4.9z',
} as const;

export type IconName = keyof typeof ICONS;

export function icon(name: IconName): SVGSVGElement {
  return svg(
    'svg',
    { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: 'icon' },
    svg('path', { d: ICONS[name] }),
  );
}
