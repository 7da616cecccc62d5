/** What every control of the panel shares. */
import { computed, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type { Scene } from 'pliant';
import { presetNumbers } from 'pliant/engine';
import type { Changes } from './changes.ts';
import type { Placed } from './fields.ts';
import { isObject } from './fields.ts';
import { originalAt, stepsOf, valueAt } from './values.ts';

export interface PanelContext {
  /** As the simulation has it, with all changes. */
  readonly scene: ReadonlySignal<Scene>;
  /** As it was opened. */
  readonly original: Scene;
  readonly changes: Changes;
  /** The field that is explained at the foot of the panel. */
  readonly explained: Signal<Placed | undefined>;
  /** Which folds are open, by their places, so that they stay so when what is around them is made anew. */
  readonly opened: Map<string, boolean>;
}

/** The value at a path; of a material that goes by a name, the preset's. */
export function valueSignal({ scene }: PanelContext, path: string): ReadonlySignal<unknown> {
  const steps = stepsOf(path);
  return computed(() => valueAt(scene.value, steps) ?? presetValue(scene.value, steps));
}

/** The same, of a scene that stands still. */
export function valueIn(scene: Scene, path: string): unknown {
  const steps = stepsOf(path);
  return valueAt(scene, steps) ?? presetValue(scene, steps);
}

/** What the field was when the scene was opened. */
export function originalValue({ scene, original }: PanelContext, path: string): unknown {
  const steps = stepsOf(path);
  return originalAt(original, scene.peek(), steps) ?? presetValue(original, steps);
}

function presetValue(scene: Scene, steps: readonly (string | number)[]): number | undefined {
  const [list, , holder, key] = steps;
  if (list !== 'bodies' || holder !== 'material' || typeof key !== 'string') return undefined;
  const body = valueAt(scene, steps.slice(0, 2));
  if (!isObject(body) || typeof body.material !== 'string') return undefined;
  return presetNumbers(String(body.model), body.material as Parameters<typeof presetNumbers>[1])[key];
}

let lastId = 0;

/** An identifier that no other element of the page has. */
export function freshId(): string {
  return `field-${++lastId}`;
}
