/** The first page: every scene as a card, in its chapter, one click from the live simulation. */
import type { Scene } from 'pliant';
import { scenes } from 'pliant/scenes';
import { h } from './elements.ts';
import { brand } from './mark.ts';

/** Pictures made by tools/make-pictures.mjs, for light and dark surroundings. */
const PICTURES = import.meta.glob('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

export function gallery(notice?: string): HTMLElement {
  return h(
    'div',
    { class: 'gallery' },
    h(
      'header',
      { class: 'gallery-head' },
      brand(),
      h('h1', {}, 'Sheets that hang, drape, slide and bounce'),
      h(
        'p',
        { class: 'lead' },
        'Every scene below is simulated live in this page. Pick one; nothing leaves your machine.',
      ),
    ),
    h(
      'main',
      {},
      ...(notice ? [h('p', { class: 'notice', role: 'status' }, notice)] : []),
      ...chapters().map(([group, members]) =>
        h(
          'section',
          { class: 'chapter' },
          h('h2', {}, group),
          h('ul', { class: 'cards' }, ...members.map((scene) => h('li', {}, card(scene)))),
        ),
      ),
    ),
  );
}

/** Chapters in the order in which the corpus first names them. */
function chapters(): [string, Scene[]][] {
  const found = new Map<string, Scene[]>();
  for (const scene of scenes) found.set(scene.group, [...(found.get(scene.group) ?? []), scene]);
  return [...found];
}

function card(scene: Scene): HTMLElement {
  return h(
    'a',
    { class: 'card', href: `#${scene.id}` },
    picture(scene.id),
    h(
      'div',
      { class: 'card-text' },
      h('h3', {}, scene.title),
      h('p', {}, scene.about),
      ...(scene.paper ? [h('span', { class: 'paper' }, scene.paper)] : []),
    ),
  );
}

function picture(id: string): HTMLElement {
  const light = PICTURES[`./pictures/${id}-light.webp`];
  const dark = PICTURES[`./pictures/${id}-dark.webp`];
  const frame = h('div', { class: 'card-picture' });
  if (light && dark) {
    frame.append(
      h(
        'picture',
        {},
        h('source', { srcset: dark, media: '(prefers-color-scheme: dark)' }),
        h('img', { src: light, alt: '', loading: 'lazy', width: 560, height: 350 }),
      ),
    );
  }
  return frame;
}
