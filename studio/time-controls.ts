/** The time controls at the foot of the page: play, step, restart, slow motion, undo, and a timeline to scrub. */

import { h, type IconName, icon } from './elements.ts';
import type { Part, WorkbenchContext, WorkbenchState } from './workbench-context.ts';
import './time-controls.css';
import { compact } from './numbers.ts';
import { pathWords } from './panels/labels.ts';

const SPEEDS = [1, 0.5, 0.25, 0.1, 0.02];
/** Share of the requested speed below which the run is reported as slow. */
const ON_TIME = 0.95;
/** Time between two displayed speeds, so that they can be read, ms. */
const PACE_INTERVAL = 300;

/** Control over the time of a run. Without `undo` there are no edits to undo. */
export interface Transport {
  readonly playing: boolean;
  /** Requested ratio of simulated to real time. */
  speed: number;
  play(playing: boolean): void;
  step(): void;
  stepBack(): void;
  scrub(step: number): void;
  restart(): void;
  /** Returns simulated over real time while playing; undefined until it is known. */
  realTimeFactor?(now: number): number | undefined;
  undo?(): void;
  redo?(): void;
}

export interface TimeControlsContext extends Pick<WorkbenchContext, 'keys' | 'effect'> {
  readonly simulation: Transport;
  readonly state: Pick<WorkbenchState, 'scene' | 'frame' | 'status' | 'playing' | 'speed'>;
}

export function timeControls(bench: TimeControlsContext): Part {
  const { simulation, state } = bench;
  const play = button(bench, 'play', 'Play', ' ', () => simulation.play(!simulation.playing));
  play.classList.add('main');
  const restart = button(bench, 'restart', 'Restart', 'Home', () => simulation.restart());
  const waiting = h('p', { class: 'waiting', role: 'status' });
  bench.effect(() => {
    const playing = state.playing.value;
    play.replaceChildren(icon(playing ? 'pause' : 'play'));
    name(play, playing ? 'Pause' : 'Play', 'Space');
  });
  bench.effect(() => {
    const { waiting: names } = state.status.value;
    restart.classList.toggle('wanted', names.length > 0);
    waiting.textContent =
      names.length > 0 ? `Takes effect at the next restart: ${names.map(pathWords).join(', ')}` : '';
  });
  const element = h(
    'section',
    { class: 'panel time-controls', 'aria-label': 'Time' },
    waiting,
    h(
      'div',
      { class: 'time-buttons', role: 'toolbar', 'aria-label': 'Time' },
      restart,
      button(bench, 'stepBack', 'One step back', ',', () => simulation.stepBack()),
      play,
      button(bench, 'step', 'One step', '.', () => simulation.step()),
      speedChoice(bench),
      ...undoButtons(bench),
    ),
    timeline(bench),
  );
  return { element };
}

function undoButtons(bench: TimeControlsContext): HTMLElement[] {
  const { simulation, state } = bench;
  if (!simulation.undo) return [];
  const undo = button(bench, 'undo', 'Undo', 'Mod+z', () => simulation.undo?.());
  const redo = button(bench, 'redo', 'Redo', 'Mod+Shift+z', () => simulation.redo?.());
  bench.keys.add({ key: 'Mod+y', label: 'Redo', group: 'Time', act: () => simulation.redo?.() });
  bench.effect(() => {
    const { undo: last, redo: next } = state.status.value;
    undo.disabled = last === undefined;
    redo.disabled = next === undefined;
    name(undo, last === undefined ? 'Undo' : `Undo: ${pathWords(last)}`, 'Ctrl+Z');
    name(redo, next === undefined ? 'Redo' : `Redo: ${pathWords(next)}`, 'Ctrl+Shift+Z');
  });
  return [h('span', { class: 'divider' }), undo, redo];
}

function timeline(bench: TimeControlsContext): HTMLElement {
  const { simulation, state, effect } = bench;
  const line = h('input', {
    type: 'range',
    class: 'timeline',
    min: 0,
    max: 1,
    step: 1,
    value: 0,
    'aria-label': 'Recorded time',
    oninput: () => simulation.scrub(line.valueAsNumber),
  });
  const clock = h('output', { class: 'numbers clock' });
  effect(() => {
    const { last } = state.status.value;
    const { step = 0, time = 0 } = state.frame.value ?? {};
    line.max = String(Math.max(1, last));
    line.value = String(step);
    line.style.setProperty('--done', String(last > 0 ? step / last : 1));
    const { dt } = state.scene.value;
    const end = time + (last - step) * dt;
    const text = `${time.toFixed(2)} of ${end.toFixed(2)} s`;
    line.setAttribute('aria-valuetext', text);
    clock.textContent = step < last ? text : `${time.toFixed(2)} s`;
  });
  return h('div', { class: 'timeline-row' }, line, h('div', { class: 'times' }, clock, paceOf(bench)));
}

/** Shows by how much simulated time falls behind the requested speed. */
function paceOf({ simulation, state, effect }: TimeControlsContext): HTMLElement {
  const words = h('span', { class: 'numbers slow' });
  let due = 0;
  effect(() => {
    void state.frame.value;
    const isPlaying = state.playing.value;
    const now = performance.now();
    if (isPlaying && now < due) return;
    due = now + PACE_INTERVAL;
    const factor = isPlaying ? simulation.realTimeFactor?.(now) : undefined;
    const isSlow = factor !== undefined && factor > 0 && factor < ON_TIME * simulation.speed;
    const times = isSlow ? compact(simulation.speed / factor) : '';
    words.textContent = isSlow ? `${times} × slower` : '';
    words.title = isSlow ? `The simulation is ${times} times slower than the chosen speed` : '';
  });
  return words;
}

function speedChoice({ simulation, state, keys, effect }: TimeControlsContext): HTMLElement {
  const choice = h(
    'select',
    {
      class: 'speed',
      'aria-label': 'Speed of time',
      title: 'Speed of time (-)',
      onchange: () => {
        state.speed.value = Number(choice.value);
      },
    },
    ...SPEEDS.map((speed) => h('option', { value: speed }, speed === 1 ? '1 ×' : `${speed} ×`)),
  );
  effect(() => {
    simulation.speed = state.speed.value;
    choice.value = String(state.speed.value);
  });
  const next = (way: number) => {
    const at = SPEEDS.indexOf(state.speed.value) + way;
    state.speed.value = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at))];
  };
  keys.add(
    { key: '-', label: 'Slower', group: 'Time', act: () => next(1) },
    { key: '+', label: 'Faster', group: 'Time', act: () => next(-1) },
  );
  return choice;
}

function button(
  bench: Pick<WorkbenchContext, 'keys'>,
  image: IconName,
  label: string,
  key: string,
  act: () => void,
): HTMLButtonElement {
  const element = h('button', { class: 'button', type: 'button', onclick: act }, icon(image));
  name(element, label, key === ' ' ? 'Space' : key.replace('Mod', 'Ctrl'));
  bench.keys.add({ key, label, group: 'Time', act });
  return element;
}

function name(element: HTMLElement, label: string, key: string): void {
  element.title = `${label} (${key})`;
  element.setAttribute('aria-label', label);
  element.setAttribute('aria-keyshortcuts', key);
}
