/**
 * The probe: shows the body under the pointer, the position, and the value of the view there. By keyboard it reads the middle
 * of the view, which a cross marks; one points by turning the view.
 */

import { h } from '../elements.ts';
import { compact } from '../numbers.ts';
import type { Hit } from '../view/pick.ts';
import { viewText } from '../view/view-text.ts';
import type { Part, WorkbenchContext } from '../workbench-context.ts';
import './probe.css';

/** Distance from the pointer, CSS pixels. */
const BESIDE = 16;

export function probePart(bench: WorkbenchContext): Part {
  const { state, view, effect, ends } = bench;
  const value = h('b');
  const place = h('span', { class: 'numbers' });
  const card = h('div', { class: 'probe panel', role: 'status', hidden: true }, value, place);
  const cross = h('i', { class: 'probe-cross', 'aria-hidden': 'true', hidden: true });
  const element = h('div', { class: 'probe-layer' }, cross, card);
  /** Position of the pointer over the picture; undefined for the middle of the view. */
  let pointer: { x: number; y: number } | undefined;
  let due = 0;

  const read = () => {
    due = 0;
    const stage = bench.stage;
    if (!state.probing.value || !stage) return;
    const { x, y } = pointer ?? stage.middle;
    cross.hidden = pointer !== undefined;
    put(cross, x, y);
    const hit = view.value?.pick(x, y);
    card.hidden = hit === undefined && pointer !== undefined;
    if (hit) write(hit);
    else [value.textContent, place.textContent] = ['Nothing here', ''];
    const box = card.getBoundingClientRect();
    const insets = stage.covered;
    const right = x + BESIDE + box.width > window.innerWidth - insets.right ? -BESIDE - box.width : BESIDE;
    const below =
      y + BESIDE + box.height > window.innerHeight - insets.bottom ? -BESIDE - box.height : BESIDE;
    put(card, x + right, y + below);
  };
  /** Reads at most once a picture. */
  const ask = () => {
    if (due === 0 && state.probing.value) due = requestAnimationFrame(read);
  };
  const write = ({ name, point, particle, value: number }: Hit) => {
    const kind = view.value?.colouring?.kind;
    const reading = kind && number !== undefined ? `${kind.title}: ${viewText(kind, number)}` : name;
    value.textContent = reading;
    const where = `x ${metres(point[0])}  y ${metres(point[1])}  z ${metres(point[2])} m`;
    const whose = particle < 0 ? name : `${name}, particle ${particle}`;
    place.textContent = reading === name && particle < 0 ? where : `${whose} · ${where}`;
  };
  const move = (event: PointerEvent) => {
    pointer = event.target === bench.stage?.canvas ? { x: event.clientX, y: event.clientY } : undefined;
    ask();
  };
  document.addEventListener('pointermove', move, { signal: ends });
  document.addEventListener('pointerdown', move, { signal: ends });
  document.addEventListener(
    'pointerleave',
    () => {
      pointer = undefined;
      ask();
    },
    { signal: ends },
  );
  effect(() => {
    const isOn = state.probing.value;
    // The body under the pointer changes with every frame, and the value with the look.
    void state.frame.value;
    void state.look.value;
    element.hidden = !isOn;
    ask();
  });
  // Turning the view moves another point under the pointer.
  const turned = () => ask();
  document.addEventListener('keyup', turned, { signal: ends });
  document.addEventListener('wheel', turned, { signal: ends, passive: true });
  bench.keys.add({
    key: 'i',
    label: 'Probe: values under the pointer, or in the middle of the view',
    group: 'Look',
    act: () => {
      pointer = undefined;
      state.probing.value = !state.probing.value;
    },
  });
  return { element };
}

function put(element: HTMLElement, x: number, y: number): void {
  element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}

/** Returns a position to the millimetre. */
function metres(value: number): string {
  return Math.abs(value) < 100 ? value.toFixed(3).replace('-', '−') : compact(value);
}
