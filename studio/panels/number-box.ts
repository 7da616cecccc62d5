/** A number field with a slider beside it. */
import type { ReadonlySignal } from '@preact/signals-core';
import { h } from '../elements.ts';
import type { Scope } from './effect-scope.ts';
import type { Bounds } from './fields.ts';
import { originalValue, type PanelContext } from './panel-context.ts';
import { type Scale, scaleFor, stepAt } from './slider.ts';
import { numberText, readNumber } from './values.ts';

export interface NumberSpec {
  readonly path: string;
  readonly label: string;
  readonly unit: string;
  readonly bounds: Bounds;
  readonly isWhole: boolean;
  readonly isOptional: boolean;
  readonly default: unknown;
  /** Width in characters; longer numbers are shortened unless the field is edited. */
  readonly room: number;
  /** Identifier of the element that labels it. */
  readonly describedBy: string;
  readonly id: string;
}

export interface NumberBox {
  readonly slider: HTMLInputElement;
  readonly text: HTMLInputElement;
}

export function numberBox(
  context: PanelContext,
  scope: Scope,
  value: ReadonlySignal<unknown>,
  spec: NumberSpec,
): NumberBox {
  const { path, label, unit, isWhole, describedBy } = spec;
  const shownUnit = unit ? ` ${unit}` : '';
  let scale = scaleOf(context, spec, value.peek());
  /** Number of the drag or key press under way. */
  let gesture: number | undefined;

  const slider = h('input', {
    type: 'range',
    min: 0,
    max: scale.stops,
    step: 1,
    class: 'slider',
    'aria-label': `${label}, slider`,
    tabindex: 0,
  });
  const text = h('input', {
    type: 'text',
    id: spec.id,
    class: 'number',
    inputmode: isWhole ? 'numeric' : 'decimal',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': describedBy,
    placeholder: spec.isOptional ? 'not set' : '',
  });

  const show = (number: number | undefined) => {
    const room = text.matches(':focus') ? undefined : spec.room;
    text.value = number === undefined ? '' : numberText(number, room);
    slider.classList.toggle('unset', number === undefined);
    if (number === undefined) return;
    if (number < scale.low || number > scale.high) scale = scaleOf(context, spec, number);
    slider.max = String(scale.stops);
    slider.value = String(scale.stopAt(number));
    slider.setAttribute('aria-valuetext', `${numberText(number)}${shownUnit}`);
    slider.style.setProperty('--share', String(scale.stopAt(number) / scale.stops));
  };
  const send = (number: number | undefined) => {
    gesture ??= context.changes.gesture();
    context.changes.change(path, number, gesture);
  };

  scope.effect(() => {
    const number = value.value;
    if (gesture === undefined) show(typeof number === 'number' ? number : undefined);
  });

  slider.addEventListener('input', () => {
    const number = scale.valueAt(Number(slider.value));
    show(number);
    send(number);
  });
  slider.addEventListener('change', () => {
    gesture = undefined;
  });

  text.addEventListener('change', () => {
    const number = readNumber(text.value);
    if (number === undefined && !(spec.isOptional && text.value.trim() === '')) {
      show(value.peek() as number | undefined);
    } else if (number !== value.peek()) {
      send(number);
    }
    gesture = undefined;
  });
  text.addEventListener('focus', () => {
    const number = value.peek();
    if (text.getAttribute('aria-invalid') !== 'true') show(typeof number === 'number' ? number : undefined);
    text.select();
  });
  text.addEventListener('keydown', (event) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === 'Escape') {
      event.stopPropagation();
      show(value.peek() as number | undefined);
      context.changes.forget(path);
    } else if (direction !== undefined) {
      event.preventDefault();
      const number = readNumber(text.value) ?? 0;
      const step = stepAt(number, isWhole) * (event.shiftKey ? 10 : 1);
      const next = stepped(number, direction * step, spec.bounds);
      show(next);
      send(next);
    }
  });
  text.addEventListener('blur', () => {
    gesture = undefined;
    const number = readNumber(text.value);
    if (number !== undefined) text.value = numberText(number, spec.room);
  });
  scope.effect(() => {
    const refused = context.changes.outcomes.value.get(path)?.state === 'refused';
    text.setAttribute('aria-invalid', String(refused));
  });
  return { slider, text };
}

/** Returns the value one step on, within the bounds. */
function stepped(value: number, by: number, { min, max, above }: Bounds): number {
  const next = Number((value + by).toPrecision(10));
  if (above !== undefined && next <= above) return value;
  return Math.min(max ?? next, Math.max(min ?? next, next));
}

/** The slider's range includes the original and the present value, so that it does not change during a drag. */
function scaleOf(context: PanelContext, spec: NumberSpec, value: unknown): Scale {
  const original = originalValue(context, spec.path);
  const own = [original, value].filter((v) => typeof v === 'number');
  const isTelling = own.some((v) => v !== 0) || typeof spec.default !== 'number';
  return scaleFor(spec, isTelling && own.length > 0 ? own : [Number(spec.default ?? 0)]);
}
