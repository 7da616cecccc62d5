/** Time at the foot of the page: play, step, restart, slow motion, undo, and a line to scrub along. */
import type { Bench, BenchState, Part } from './bench.ts';
import { h, type IconName, icon } from './elements.ts';
import './deck.css';
import { compact } from './numbers.ts';
import { pathWords } from './panels/words.ts';

const SPEEDS = [1, 0.5, 0.25, 0.1, 0.02];
/** Below this share of the speed asked for, simulated time visibly lags. */
const ON_TIME = 0.95;
/** ms between two readings of the pace, which can be read then. */
const PACE_INTERVAL = 300;

/** What time can be told to do; without `undo` nothing is ever done that could be taken back. */
export interface Transport {
  readonly playing: boolean;
  /** Simulated over real time to keep to. */
  speed: number;
  play(playing: boolean): void;
  step(): void;
  stepBack(): void;
  scrub(step: number): void;
  restart(): void;
  /** Simulated over real time in the last moments of playing; undefined until it is known. */
  realTimeFactor?(now: number): number | undefined;
  undo?(): void;
  redo?(): void;
}

export interface DeckBench extends Pick<Bench, 'keys' | 'effect'> {
  readonly simulation: Transport;
  readonly state: Pick<BenchState, 'scene' | 'frame' | 'status' | 'playing' | 'speed'>;
}

export function deck(bench: DeckBench): Part {
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
    waiting.textContent = names.length > 0 ? `Waits for a restart: ${names.map(pathWords).join(', ')}` : '';
  });
  const element = h(
    'section',
    { class: 'panel deck', 'aria-label': 'Time' },
    waiting,
    h(
      'div',
      { class: 'deck-buttons', role: 'toolbar', 'aria-label': 'Time' },
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

function undoButtons(bench: DeckBench): HTMLElement[] {
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

function timeline(bench: DeckBench): HTMLElement {
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

/** Says so where simulated time falls behind what is asked for, and by how much. */
function paceOf({ simulation, state, effect }: DeckBench): HTMLElement {
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
    words.title = isSlow ? `Simulated ${times} times slower than asked for` : '';
  });
  return words;
}

function speedChoice({ simulation, state, keys, effect }: DeckBench): HTMLElement {
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
  bench: Pick<Bench, 'keys'>,
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
