import { h, svg } from './elements.ts';

/** Returns Pliant's name with its logo: cloth hanging from a rod. */
export function brand(): HTMLElement {
  const mark = svg(
    'svg',
    { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('path', { d: 'M2.5 4.5h19M4.5 4.5c0 9 3 14.5 7.5 14.5s7.5-5.5 7.5-14.5M9 4.5c0 5 1 8 3 8s3-3 3-8' }),
  );
  return h('span', { class: 'brand' }, mark, 'Pliant');
}
