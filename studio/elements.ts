/** Creates page elements. Text becomes text nodes, so that no name is read as HTML. */
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
  restart: 'M12 4.5V1.2L6.7 5.7l5.3 4.5V6.7a5.8 5.8 0 1 1-5.8 5.8H4a8 8 0 1 0 8-8z',
  frame: 'M4 9V4h5v2H6v3zM15 4h5v5h-2V6h-3zM20 15v5h-5v-2h3v-3zM9 20H4v-5h2v3h3z',
  levels:
    'M3 3h18v18H3zM5 5v6h6V5zM13 5v6h6V5zM5 13v6h6v-6zM13 13v2h2v-2zM17 13v2h2v-2zM13 17v2h2v-2zM17 17v2h2v-2z',
  stepBack: 'M19 4.5v15L9.5 12zM5 4.5h3v15H5z',
  undo: 'M9.5 4 4 9.5 9.5 15v-4h4a3.75 3.75 0 0 1 0 7.5H8v2.5h5.5a6.25 6.25 0 0 0 0-12.5h-4z',
  redo: 'M14.5 4 20 9.5 14.5 15v-4h-4a3.75 3.75 0 0 0 0 7.5H16v2.5h-5.5a6.25 6.25 0 0 1 0-12.5h4z',
  close: 'M6.4 5 5 6.4 10.6 12 5 17.6 6.4 19 12 13.4 17.6 19 19 17.6 13.4 12 19 6.4 17.6 5 12 10.6z',
  help: 'M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zm0 2a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zm-1 10.5h2v2h-2zm1-8.5c2 0 3.5 1.3 3.5 3.2 0 1.4-.8 2.1-1.6 2.7-.7.5-.9.8-.9 1.6h-2c0-1.8.7-2.5 1.5-3.2.7-.5 1-.7 1-1.2 0-.6-.5-1.1-1.5-1.1s-1.5.6-1.5 1.4h-2c0-2 1.5-3.4 3.5-3.4z',
  readings: 'M3 13h4l3-8 4 14 3-6h4v-2h-5l-1.6 3.2L10 1 5.7 11H3z',
  scene:
    'M4 6h9v2H4zM17 6h3v2h-3zM13.5 4.5h3v5h-3zM4 11h3v2H4zM11 11h9v2h-9zM7.5 9.5h3v5h-3zM4 16h9v2H4zM17 16h3v2h-3zM13.5 14.5h3v5h-3z',
  look: 'M12 5C6.5 5 2.5 9.5 1.5 12c1 2.5 5 7 10.5 7s9.5-4.5 10.5-7c-1-2.5-5-7-10.5-7zm0 2c3.9 0 7 3 8.3 5-1.3 2-4.4 5-8.3 5s-7-3-8.3-5C5 10 8.1 7 12 7zm0 1.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4z',
  plots: 'M3 3h2v16h16v2H3zM7 15l4-5 3 3 5-7 1.6 1.2L14.3 16l-3.2-3.2L8.6 16z',
  compare: 'M3 4h8v16H3zM5 6v12h4V6zM13 4h8v16h-8z',
  files: 'M5 2.5h9l5 5V21.5H5zM7 4.5v15h10V9h-4.5V4.5zM14.5 5.3V7h1.7z',
  arrow: 'M5 3l14.5 8.2-6.3 1.6-3.4 5.9z',
  grab: 'M8.2 11V5.2a1.3 1.3 0 0 1 2.6 0V10h.6V3.6a1.3 1.3 0 0 1 2.6 0V10h.6V4.8a1.3 1.3 0 0 1 2.6 0V11h.6V7.4a1.3 1.3 0 0 1 2.6 0V15c0 3.9-2.7 6.5-6.4 6.5-2.9 0-4.7-1.2-6-3.4L3.6 13c-.5-.9.7-2 1.7-1.3z',
  pin: 'M8.5 3h7v2h-1l.6 5.2 2.9 2.6V15h-5v6l-1 1.5-1-1.5v-6H6v-2.2l2.9-2.6L9.5 5h-1z',
  heat: 'M12.6 2c.3 3.6 5.4 5.8 5.4 11.5A6 6 0 0 1 12 19.6a6 6 0 0 1-6-6.1c0-2.4 1.2-4.3 2.7-5.8 0 2 .8 3.3 1.9 3.8C10.3 8.3 10.7 4.9 12.6 2zM5 21h14v1.6H5z',
  blow: 'M3 8.2h9.7a2.9 2.9 0 1 0-2.8-3.7l1.9.6a.9.9 0 1 1 .9 1.1H3zM3 11h14.6a2.9 2.9 0 1 1-2.8 3.7l1.9-.6a.9.9 0 1 0 .9-1.1H3zM3 15.8h7.7a2.9 2.9 0 1 1-2.8 3.7l1.9-.6a.9.9 0 1 0 .9-1.1H3z',
  cut: 'M21 2.5C14.5 4.5 8 9.6 4.6 15.2l4.2 4.2 2.6-2.6 1.5 1.5C17.5 14 20.3 8 21 2.5zM3.7 16.6l3.7 3.7-1.3 1.2H2.5v-3.6z',
  drop: 'M12 9.5a6.2 6.2 0 1 0 0 12.4 6.2 6.2 0 0 0 0-12.4zM11.1 1.8h1.8v5.4h-1.8zM6.6 3.6h1.8v4.2H6.6zM15.6 3.6h1.8v4.2h-1.8z',
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
