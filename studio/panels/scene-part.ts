/**
 * The Scene tab: every parameter of the scene can be searched, changed and reset. Changes are sent to the simulation at once;
 * each field shows the outcome of its own.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Scene } from 'pliant';
import { h } from '../elements.ts';
import type { Part, WorkbenchContext } from '../workbench-context.ts';
import { controlFor, remake } from './controls.ts';
import { disclosure } from './disclosure.ts';
import type { Placed } from './fields.ts';
import { mark } from './icon-button.ts';
import { listEntries } from './list.ts';
import type { PanelContext } from './panel-context.ts';
import { type Answered, type Change, PendingChanges } from './pending-changes.ts';
import { stepSummary } from './step-summary.ts';
import './panels.css';
import { Scope } from './effect-scope.ts';
import { rangeWords } from './field-row.ts';
import { choiceLabel } from './labels.ts';
import { type Found, findFields, type Section, sceneSections } from './sections.ts';

/** The panel's interface to a simulation. */
export interface InspectorSource {
  /** The scene as it was opened. */
  readonly original: Scene;
  /** The scene with all changes, also those that wait for a restart. */
  readonly scene: ReadonlySignal<Scene>;
  /** Paths of changes that wait for a restart. */
  readonly waiting: ReadonlySignal<readonly string[]>;
  /** A sentence about steps and stability, computed when it is shown. */
  readonly stepSummary: ReadonlySignal<string>;
  apply(change: Change): Promise<Answered>;
  restart(): void;
}

export function scenePart(bench: WorkbenchContext): Part {
  const { simulation, state, original } = bench;
  const waiting = computed(() => state.status.value.waiting.join('\n'));
  const scope = new Scope();
  const part = inspector({
    original,
    scene: wantedScene(bench, scope, waiting),
    waiting: computed(() => waiting.value.split('\n').filter(Boolean)),
    stepSummary: stepSummary(bench),
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

type Json = Extract<Parameters<WorkbenchContext['simulation']['apply']>[0], { kind: 'set' }>['value'];

/** Returns the scene of the next restart, which is requested if a change waits for one. */
function wantedScene({ simulation, state }: WorkbenchContext, scope: Scope, waiting: ReadonlySignal<string>) {
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
    changes: new PendingChanges((change) => source.apply(change), source.waiting),
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

/** Sections that are open at first. */
const OPEN: readonly string[] = ['Bodies'];

function sectionParts(context: PanelContext, scope: Scope, source: InspectorSource): HTMLElement[] {
  return sceneSections().map((section) => {
    const { title, fields, more } = section;
    const note = h('span', { class: 'section-note' });
    scope.effect(() => {
      note.textContent = sectionNote(section, context.scene.value);
    });
    const spec = { id: title, class: 'section-fold', isOpen: OPEN.includes(title) };
    return disclosure(context, scope, spec, [h('span', { class: 'section-title' }, title), note], (inner) => [
      ...fields.map((what) => sectionField(context, inner, what)),
      ...(title === 'Time and engine' ? [paceLine(inner, source)] : []),
      ...(more.length === 0
        ? []
        : [
            disclosure(
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

/** A list that is a whole section has no heading of its own. */
function sectionField(context: PanelContext, scope: Scope, what: Placed): HTMLElement {
  const { control } = what.field;
  const isWhole = control.kind === 'list' && !what.path.includes('.');
  return isWhole ? listEntries(context, scope, what, control) : controlFor(context, scope, what);
}

/** Returns a few words beside the title of a folded section. */
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

function paceLine(scope: Scope, { stepSummary }: InspectorSource): HTMLElement {
  const line = h('p', { class: 'pace-line' });
  scope.effect(() => {
    line.textContent = stepSummary.value;
    line.hidden = stepSummary.value === '';
  });
  return line;
}

function resultParts(context: PanelContext, scope: Scope, query: string): HTMLElement[] {
  if (query.trim() === '') return [];
  const found = findFields(context.scene.peek(), query);
  if (found.length === 0)
    return [h('p', { class: 'nothing', role: 'status' }, `No parameter matches “${query.trim()}”.`)];
  return crumbGroups(found).map(([crumbs, members]) =>
    h(
      'section',
      { class: 'result-group', 'aria-label': crumbs },
      h('h4', { class: 'crumbs' }, crumbs),
      ...members.map((what) => controlFor(context, scope, what)),
    ),
  );
}

/** Groups neighbours of one place under one heading. */
function crumbGroups(found: readonly Found[]): [string, Found[]][] {
  const groups = new Map<string, Found[]>();
  for (const what of found) {
    const crumbs = what.crumbs.join(' › ');
    groups.set(crumbs, [...(groups.get(crumbs) ?? []), what]);
  }
  return [...groups];
}

/** The bar that counts waiting changes and restarts. */
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

/** The explanation of the field with the pointer or the focus. */
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
      : 'Point at a parameter, or move to it with Tab, to read about it.';
  });
  return element;
}

/** Tells screen readers the outcome of a change. */
function announcer({ changes }: PanelContext, scope: Scope): HTMLElement {
  const element = h('p', { class: 'unseen', role: 'status' });
  scope.effect(() => {
    const last = [...changes.outcomes.value.values()].at(-1);
    if (last?.state === 'live') element.textContent = 'The change took effect.';
    else if (last?.state === 'pending') element.textContent = '';
  });
  return element;
}
