/** The state that all controls of the panel share. */
import { computed, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type { Scene } from 'pliant';
import { presetNumbers } from 'pliant/engine';
import type { Placed } from './fields.ts';
import { isObject } from './fields.ts';
import type { PendingChanges } from './pending-changes.ts';
import { originalAt, stepsOf, valueAt } from './values.ts';

export interface PanelContext {
  /** The scene with all changes. */
  readonly scene: ReadonlySignal<Scene>;
  /** The scene as it was opened. */
  readonly original: Scene;
  readonly changes: PendingChanges;
  /** The field explained at the foot of the panel. */
  readonly explained: Signal<Placed | undefined>;
  /** Open disclosures by their places, so that they stay open when the panel is rebuilt. */
  readonly opened: Map<string, boolean>;
}

/** Returns the value at a path, as a signal; for a material given by name, the preset's. */
export function valueSignal({ scene }: PanelContext, path: string): ReadonlySignal<unknown> {
  const steps = stepsOf(path);
  return computed(() => valueAt(scene.value, steps) ?? presetValue(scene.value, steps));
}

/** Returns the same for a given scene. */
export function valueIn(scene: Scene, path: string): unknown {
  const steps = stepsOf(path);
  return valueAt(scene, steps) ?? presetValue(scene, steps);
}

/** Returns the value of the field when the scene was opened. */
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

/** Returns an identifier that is unique in the page. */
export function freshId(): string {
  return `field-${++lastId}`;
}
