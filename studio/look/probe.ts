/**
 * Reads what is under the pointer: body, place, and the number it is coloured by. By keyboard it reads the middle of the
 * view, which a cross marks; turning the view is then the way to point.
 */
import type { Bench, Part } from '../bench.ts';
import { h } from '../elements.ts';
import { compact } from '../numbers.ts';
import type { Hit } from '../view/pick.ts';
import { quantityText } from '../view/quantity-text.ts';
import './probe.css';

/** CSS pixels from the pointer. */
const BESIDE = 16;

export function probePart(bench: Bench): Part {
  const { state, view, effect, ends } = bench;
  const value = h('b');
  const place = h('span', { class: 'numbers' });
  const card = h('div', { class: 'probe panel', role: 'status', hidden: true }, value, place);
  const cross = h('i', { class: 'probe-cross', 'aria-hidden': 'true', hidden: true });
  const element = h('div', { class: 'probe-layer' }, cross, card);
  /** Where the pointer is over the picture; the middle of the view where it is not. */
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
  /** At most once a picture. */
  const ask = () => {
    if (due === 0 && state.probing.value) due = requestAnimationFrame(read);
  };
  const write = ({ name, point, particle, value: number }: Hit) => {
    const kind = view.value?.colouring?.kind;
    const reading = kind && number !== undefined ? `${kind.title}: ${quantityText(kind, number)}` : name;
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
    // What is there changes with every frame, and what is read with the look.
    void state.frame.value;
    void state.look.value;
    element.hidden = !isOn;
    ask();
  });
  // A view that is turned is another one under the same pointer.
  const turned = () => ask();
  document.addEventListener('keyup', turned, { signal: ends });
  document.addEventListener('wheel', turned, { signal: ends, passive: true });
  bench.keys.add({
    key: 'i',
    label: 'Probe: read values under the pointer, or in the middle of the view',
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

/** To the millimetre. */
function metres(value: number): string {
  return Math.abs(value) < 100 ? value.toFixed(3).replace('-', '−') : compact(value);
}
