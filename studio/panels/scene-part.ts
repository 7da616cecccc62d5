/**
 * The Scene tab: every parameter of the scene, from the parameter table, to find, to change and to put back. Changes go to
 * the simulation as they are made; each field says what became of its own.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Scene } from 'pliant';
import type { Bench, Part } from '../bench.ts';
import { h } from '../elements.ts';
import { type Answered, type Change, Changes } from './changes.ts';
import type { PanelContext } from './context.ts';
import { controlFor, remake } from './controls.ts';
import type { Placed } from './fields.ts';
import { fold } from './fold.ts';
import { listEntries } from './list.ts';
import { mark } from './marks.ts';
import { pace } from './pace.ts';
import './panels.css';
import { rangeWords } from './row.ts';
import { Scope } from './scope.ts';
import { type Found, findFields, type Section, sceneSections } from './sections.ts';
import { choiceLabel } from './words.ts';

/** What the panel needs of a simulation. */
export interface InspectorSource {
  /** As it was opened. */
  readonly original: Scene;
  /** With all changes, those that wait for a restart too. */
  readonly scene: ReadonlySignal<Scene>;
  /** Paths of changes that wait for a restart. */
  readonly waiting: ReadonlySignal<readonly string[]>;
  /** A sentence about steps and stability, worked out when it is looked at. */
  readonly pace: ReadonlySignal<string>;
  apply(change: Change): Promise<Answered>;
  restart(): void;
}

export function scenePart(bench: Bench): Part {
  const { simulation, state, original } = bench;
  const waiting = computed(() => state.status.value.waiting.join('\n'));
  const scope = new Scope();
  const part = inspector({
    original,
    scene: wantedScene(bench, scope, waiting),
    waiting: computed(() => waiting.value.split('\n').filter(Boolean)),
    pace: pace(bench),
    apply: ({ path, value, gesture }) =>
      simulation.apply({ kind: 'set', path, gesture, ...(value !== undefined && { value: value as Json }) }),
    restart: () => simulation.restart(),
  });
  return {
    element: part.element,
    dispose() {
      scope.end();
      part.dispose();
    },
  };
}

type Json = Extract<Parameters<Bench['simulation']['apply']>[0], { kind: 'set' }>['value'];

/** The scene as a restart would have it: it is asked for where something waits for one. */
function wantedScene({ simulation, state }: Bench, scope: Scope, waiting: ReadonlySignal<string>) {
  const wanted = signal(state.scene.peek());
  scope.effect(() => {
    const scene = state.scene.value;
    if (waiting.value === '') wanted.value = scene;
    else
      void simulation.edited().then(
        ({ scene: edited }) => {
          if (waiting.peek() !== '') wanted.value = edited;
        },
        () => {},
      );
  });
  return wanted;
}

export function inspector(source: InspectorSource): { element: HTMLElement; dispose(): void } {
  const scope = new Scope();
  const context: PanelContext = {
    scene: source.scene,
    original: source.original,
    changes: new Changes((change) => source.apply(change), source.waiting),
    explained: signal<Placed | undefined>(undefined),
    opened: new Map(),
  };
  const query = signal('');
  const search = h('input', {
    type: 'search',
    class: 'find',
    placeholder: 'Find a parameter',
    'aria-label': 'Find a parameter',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  search.addEventListener('input', () => {
    query.value = search.value;
  });
  search.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key !== 'Escape') return;
    search.value = query.value = '';
  });
  const sections = h('div', { class: 'sections' }, ...sectionParts(context, scope, source));
  const results = h('div', { class: 'results' });
  const isSearching = computed(() => query.value.trim() !== '');
  scope.effect(() => {
    sections.hidden = isSearching.value;
    results.hidden = !isSearching.value;
  });
  remake(scope, query, results, (inner) => resultParts(context, inner, query.peek()));
  const element = h(
    'section',
    { class: 'inspector', 'aria-label': 'Parameters of the scene' },
    h(
      'div',
      { class: 'inspector-top' },
      h('div', { class: 'find-box' }, mark('search'), search),
      waitingBar(context, scope, source),
    ),
    h('div', { class: 'inspector-scroll' }, sections, results),
    explanation(context, scope),
    announcer(context, scope),
  );
  return { element, dispose: () => scope.end() };
}

/** Sections that stand open at first. */
const OPEN: readonly string[] = ['Bodies'];

function sectionParts(context: PanelContext, scope: Scope, source: InspectorSource): HTMLElement[] {
  return sceneSections().map((section) => {
    const { title, fields, more } = section;
    const note = h('span', { class: 'section-note' });
    scope.effect(() => {
      note.textContent = sectionNote(section, context.scene.value);
    });
    const spec = { id: title, class: 'section-fold', isOpen: OPEN.includes(title) };
    return fold(context, scope, spec, [h('span', { class: 'section-title' }, title), note], (inner) => [
      ...fields.map((what) => sectionField(context, inner, what)),
      ...(title === 'Time and engine' ? [paceLine(inner, source)] : []),
      ...(more.length === 0
        ? []
        : [
            fold(
              context,
              inner,
              { id: `${title}/More`, class: 'group-fold', isOpen: false },
              ['More'],
              (deep) => more.map((what) => controlFor(context, deep, what)),
            ),
          ]),
    ]);
  });
}

/** A list that is a whole section needs no heading of its own. */
function sectionField(context: PanelContext, scope: Scope, what: Placed): HTMLElement {
  const { control } = what.field;
  const isWhole = control.kind === 'list' && !what.path.includes('.');
  return isWhole ? listEntries(context, scope, what, control) : controlFor(context, scope, what);
}

/** A few words beside the title of a folded section. */
function sectionNote({ fields }: Section, scene: Scene): string {
  const [first] = fields;
  const list = (scene as unknown as Record<string, unknown>)[first.path];
  if (Array.isArray(list) && first.field.control.kind === 'list')
    return list.length === 0 ? 'none' : String(list.length);
  if (first.path === 'gravity') return `${Number(Math.hypot(...scene.gravity).toPrecision(3))} m/s²`;
  if (first.path.startsWith('engine')) return choiceLabel(scene.engine.name);
  if (first.path.startsWith('heat'))
    return scene.heat.mode === 'off' ? 'off' : `${Math.round(scene.heat.ambient)} K`;
  if (first.path.startsWith('contact')) return scene.contact.self ? 'self-contact' : '';
  const wind = Math.hypot(...scene.air.wind);
  if (fields.some(({ path }) => path === 'air.wind'))
    return wind > 0 ? `${Number(wind.toPrecision(2))} m/s` : 'still';
  return '';
}

function paceLine(scope: Scope, { pace }: InspectorSource): HTMLElement {
  const line = h('p', { class: 'pace-line' });
  scope.effect(() => {
    line.textContent = pace.value;
    line.hidden = pace.value === '';
  });
  return line;
}

function resultParts(context: PanelContext, scope: Scope, query: string): HTMLElement[] {
  if (query.trim() === '') return [];
  const found = findFields(context.scene.peek(), query);
  if (found.length === 0)
    return [h('p', { class: 'nothing', role: 'status' }, `No parameter is about “${query.trim()}”.`)];
  return crumbGroups(found).map(([crumbs, members]) =>
    h(
      'section',
      { class: 'result-group', 'aria-label': crumbs },
      h('h4', { class: 'crumbs' }, crumbs),
      ...members.map((what) => controlFor(context, scope, what)),
    ),
  );
}

/** Neighbours of one place under one heading. */
function crumbGroups(found: readonly Found[]): [string, Found[]][] {
  const groups = new Map<string, Found[]>();
  for (const what of found) {
    const crumbs = what.crumbs.join(' › ');
    groups.set(crumbs, [...(groups.get(crumbs) ?? []), what]);
  }
  return [...groups];
}

/** Says that changes wait, and ends the waiting. */
function waitingBar({ changes }: PanelContext, scope: Scope, source: InspectorSource): HTMLElement {
  const words = h('span', {});
  const act = () => source.restart();
  const bar = h(
    'div',
    { class: 'restart-bar', role: 'status', hidden: true },
    words,
    h('button', { type: 'button', class: 'text-button', onclick: act }, 'Restart'),
  );
  scope.effect(() => {
    const count = changes.waiting.value.length;
    bar.hidden = count === 0;
    words.textContent =
      count === 1 ? 'One change waits for a restart.' : `${count} changes wait for a restart.`;
  });
  return bar;
}

/** What the field under the pointer or the keys is about. */
function explanation({ explained }: PanelContext, scope: Scope): HTMLElement {
  const title = h('b', {});
  const words = h('span', {});
  const element = h('p', { class: 'explanation', 'aria-hidden': 'true' }, title, words);
  scope.effect(() => {
    const what = explained.value;
    element.classList.toggle('empty', what === undefined);
    title.textContent = what?.field.label ?? 'Parameters';
    words.textContent = what
      ? `${what.field.help} ${rangeWords(what.field)}`
      : 'Point at one, or move to it with Tab, to read what it does.';
  });
  return element;
}

/** Says to readers of screens what became of a change. */
function announcer({ changes }: PanelContext, scope: Scope): HTMLElement {
  const element = h('p', { class: 'unseen', role: 'status' });
  scope.effect(() => {
    const last = [...changes.outcomes.value.values()].at(-1);
    if (last?.state === 'live') element.textContent = 'Took effect at once.';
    else if (last?.state === 'pending') element.textContent = '';
  });
  return element;
}
