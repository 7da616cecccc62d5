/** The first page: a card for every scene, in chapters, each one click from the running simulation. */
import type { Scene } from 'pliant';
import { scenes } from 'pliant/scenes';
import { brand } from './brand.ts';
import { h } from './elements.ts';
import { openButton, type Taker } from './files/drop-files.ts';

/** Pictures made by tools/make-pictures.mjs, for light and dark pages. */
const PICTURES = import.meta.glob('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

/** Chapters of the page, and the groups of scenes in them. */
const CHAPTERS: readonly (readonly [string, readonly string[]])[] = [
  ['Fabrics', ['Hanging', 'Air', 'Adaptive cloth', 'Live cloth', 'Adaptive sheets', 'Animated bodies']],
  ['Folds and contact', ['Contact', 'Rigid bodies']],
  ['Stiff sheets', ['Stiff sheets']],
  ['Heat and forming', ['Heat', 'Forming']],
  ['Melting and freezing', ['Melting and freezing']],
];
const PAPERS = 'From the papers';

export function gallery(taker: Taker, notice?: string): HTMLElement {
  const sections = chapters().map(([name, members]) => {
    const cards = members.map((scene) => ({ scene, item: h('li', {}, card(scene)) }));
    const element = h(
      'section',
      { class: 'chapter' },
      h('h2', {}, name),
      h('ul', { class: 'cards' }, ...cards.map(({ item }) => item)),
    );
    return { name, cards, element };
  });
  const none = h('p', { class: 'none', hidden: true }, 'No scene contains these words.');
  const show = (chosen: string, words: string) => {
    let shown = 0;
    for (const { name, cards, element } of sections) {
      for (const { scene, item } of cards) {
        const fits = chosen === '' || chosen === name || (chosen === PAPERS && scene.paper !== '');
        item.hidden = !fits || !matches(scene, words);
      }
      const visible = cards.filter(({ item }) => !item.hidden).length;
      element.hidden = visible === 0;
      shown += visible;
    }
    none.hidden = shown > 0;
  };
  return h(
    'div',
    { class: 'gallery' },
    h(
      'header',
      { class: 'gallery-head' },
      h('div', { class: 'gallery-bar' }, brand(), openButton(taker)),
      h('h1', {}, 'Sheets and matter that drape, bend, tear, melt and freeze'),
      h(
        'p',
        { class: 'lead' },
        'Every scene below is simulated live in this page. Pick one, or drop in a file of your own; nothing leaves your machine.',
      ),
      filters(show),
    ),
    h(
      'main',
      {},
      ...(notice ? [h('p', { class: 'notice', role: 'status' }, notice)] : []),
      ...sections.map(({ element }) => element),
      none,
    ),
  );
}

function filters(show: (chapter: string, words: string) => void): HTMLElement {
  let chosen = '';
  const search = h('input', {
    type: 'search',
    class: 'search',
    placeholder: 'Search',
    'aria-label': 'Search the scenes',
    oninput: () => show(chosen, search.value),
  });
  const names = ['', ...CHAPTERS.map(([name]) => name), PAPERS];
  const chips = names.map((name) =>
    h(
      'button',
      {
        type: 'button',
        class: 'chip',
        'aria-pressed': String(name === chosen),
        onclick: () => {
          chosen = name;
          for (const [i, chip] of chips.entries())
            chip.setAttribute('aria-pressed', String(names[i] === name));
          show(chosen, search.value);
        },
      },
      name || 'All',
    ),
  );
  return h('div', { class: 'filters', role: 'group', 'aria-label': 'Filter the scenes' }, ...chips, search);
}

/** Whether the card contains every word of the query. */
function matches({ title, about, paper, id }: Scene, words: string): boolean {
  const text = `${title} ${about} ${paper} ${id}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Groups that no chapter names follow at the end, each as a chapter of its own. */
function chapters(): [string, Scene[]][] {
  const named = new Map(CHAPTERS.flatMap(([name, groups]) => groups.map((group) => [group, name] as const)));
  const found = new Map<string, Scene[]>(CHAPTERS.map(([name]) => [name, []]));
  for (const scene of scenes) {
    const name = named.get(scene.group) ?? scene.group;
    found.set(name, [...(found.get(name) ?? []), scene]);
  }
  return [...found].filter(([, members]) => members.length > 0);
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
