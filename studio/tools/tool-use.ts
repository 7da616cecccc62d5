/**
 * Use of tools by pointer, finger or keyboard. A press on a target of the tool uses the tool; other presses turn the view. By
 * keyboard a cross is moved over the view, and Enter presses and releases.
 */
import { type Signal, signal } from '@preact/signals-core';
import type { WorkbenchContext } from '../workbench-context.ts';
import { beginGesture, type Gesture, type GestureContext } from './tool-gestures.ts';
import type { Screen } from './tool-target.ts';

/** Distance that an arrow key moves the cross, without and with Shift, CSS pixels. */
const STEP = 8;
const LEAP = 40;
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export class ToolUse {
  /** Position of the pointer over the picture, or of the cross. */
  readonly at: Signal<Screen | undefined> = signal(undefined);
  /** Whether it is the keyboard's cross. */
  readonly isCross = signal(false);
  readonly gesture: Signal<Gesture | undefined> = signal(undefined);
  /** Number of moves of the gesture, which the hint follows. */
  readonly moves = signal(0);
  readonly #bench: WorkbenchContext;
  readonly #shop: GestureContext;
  #pointer: number | undefined;
  /** Pointers that turn the view. */
  readonly #turning = new Set<number>();

  constructor(shop: GestureContext) {
    this.#bench = shop.bench;
    this.#shop = shop;
    const { ends, effect, state } = shop.bench;
    const options = { signal: ends, capture: true };
    document.addEventListener('pointerdown', (event) => this.#press(event), options);
    document.addEventListener('pointermove', (event) => this.#move(event), options);
    document.addEventListener('pointerup', (event) => this.#release(event), options);
    document.addEventListener('pointercancel', (event) => this.#lose(event), options);
    shop.commands.onRefused = (command) => {
      // A grab that found nothing needs no release.
      if (command.kind === 'grab' || command.kind === 'heat') this.#drop();
    };
    effect(() => {
      void state.tool.value;
      this.cancel();
      this.isCross.value = false;
    });
    this.#addKeys();
  }

  cancel(): void {
    this.gesture.peek()?.cancel();
    this.#drop();
  }

  #drop(): void {
    this.#pointer = undefined;
    this.gesture.value = undefined;
  }

  #press(event: PointerEvent): void {
    const { stage, state } = this.#bench;
    if (event.target !== stage?.canvas) return;
    if (this.gesture.peek()) {
      event.stopPropagation(); // a second finger
      return;
    }
    const isFirst = event.button === 0 && this.#turning.size === 0;
    const screen = { x: event.clientX, y: event.clientY };
    this.at.value = screen;
    this.isCross.value = false;
    const gesture = isFirst ? beginGesture(state.tool.value, this.#shop, screen) : undefined;
    if (!gesture) {
      this.#turning.add(event.pointerId);
      return;
    }
    event.stopPropagation();
    this.#pointer = event.pointerId;
    stage.canvas.setPointerCapture(event.pointerId);
    this.gesture.value = gesture;
  }

  #move(event: PointerEvent): void {
    const gesture = this.gesture.peek();
    const screen = { x: event.clientX, y: event.clientY };
    if (gesture && event.pointerId === this.#pointer) {
      event.stopPropagation();
      this.at.value = screen;
      gesture.move(screen);
      this.moves.value++;
    } else if (!gesture && this.#turning.size === 0 && event.pointerType !== 'touch') {
      this.at.value = event.target === this.#bench.stage?.canvas ? screen : undefined;
      this.isCross.value = false;
    }
  }

  #release(event: PointerEvent): void {
    this.#turning.delete(event.pointerId);
    if (event.pointerId !== this.#pointer) return;
    event.stopPropagation();
    const gesture = this.gesture.peek();
    this.#drop();
    gesture?.end({ x: event.clientX, y: event.clientY }, event.shiftKey);
    if (event.pointerType === 'touch') this.at.value = undefined;
  }

  #lose(event: PointerEvent): void {
    this.#turning.delete(event.pointerId);
    if (event.pointerId === this.#pointer) this.cancel();
  }

  #addKeys(): void {
    const group = 'Tools';
    this.#bench.keys.add({
      key: 'Enter',
      label: 'Press or let go of the tool at the cross (arrow keys move it)',
      group,
      act: () => this.#pressByKey(),
    });
    // With Shift the cross moves faster; the list of keys has no such entry.
    document.addEventListener('keydown', (event) => this.#moveByKey(event), { signal: this.#bench.ends });
  }

  #pressByKey(): void {
    const { state } = this.#bench;
    if (state.tool.value === 'look' || !this.#bench.stage) return;
    const screen = this.#cross();
    const gesture = this.gesture.peek();
    if (gesture) {
      this.#drop();
      gesture.end(screen, false);
      return;
    }
    const begun = beginGesture(state.tool.value, this.#shop, screen);
    if (!begun) this.#bench.notice('There is nothing at the cross: move it with the arrow keys.', 'note');
    // A tool that acts on a tap needs no second key press.
    else if (state.tool.value === 'pin' || state.tool.value === 'drop') begun.end(screen, false);
    else this.gesture.value = begun;
  }

  #moveByKey(event: KeyboardEvent): void {
    const way = ARROWS[event.key];
    const { target } = event;
    if (!way || this.#bench.state.tool.value === 'look' || !this.#bench.stage || event.defaultPrevented)
      return;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const isPlain =
      target === document.body || (target instanceof Element && target.closest('.tool-buttons, .stage'));
    if (!isPlain) return;
    event.preventDefault();
    const { x, y } = this.#cross();
    const by = event.shiftKey ? LEAP : STEP;
    const screen = { x: x + by * way[0], y: y + by * way[1] };
    this.at.value = screen;
    this.gesture.peek()?.move(screen);
    this.moves.value++;
  }

  /** Position of the cross: the last one of the pointer, initially the middle of the view. */
  #cross(): Screen {
    this.at.value ??= this.#bench.stage!.middle;
    this.isCross.value = true;
    return this.at.value!;
  }
}
