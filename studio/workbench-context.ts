/** The workbench as its parts see it: the simulation, the shared state, keys and notices. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { Scene } from 'pliant';
import type { OpenedRun } from 'pliant/worker/protocol';
import type { Keys } from './keys.ts';
import { DEFAULT_LOOK, type Look } from './look/look.ts';
import type { RunClient } from './run-client.ts';
import type { SessionStatus } from './session/open-run.ts';
import type { Frame } from './studio-calls.ts';
import type { RunView } from './view/run-view.ts';
import type { Stage } from './view/stage.ts';

export type ToolName = 'look' | 'grab' | 'pin' | 'heat' | 'blow' | 'cut' | 'drop';

export interface WorkbenchState {
  /** The scene as it is simulated now. */
  readonly scene: Signal<Scene>;
  readonly opened: Signal<OpenedRun | undefined>;
  /** The frame that is shown. */
  readonly frame: Signal<Frame | undefined>;
  readonly status: Signal<SessionStatus>;
  readonly playing: Signal<boolean>;
  /** Requested ratio of simulated to real time. */
  readonly speed: Signal<number>;
  readonly tool: Signal<ToolName>;
  /** The way in which the run is drawn. */
  readonly look: Signal<Look>;
  /** Whether the probe reads values under the pointer. */
  readonly probing: Signal<boolean>;
}

export type NoticeKind = 'note' | 'warning' | 'bad';

export interface WorkbenchContext {
  readonly simulation: RunClient;
  /** The scene as it was opened. */
  readonly original: Scene;
  readonly state: WorkbenchState;
  readonly keys: Keys;
  /** Undefined in a browser without WebGL. */
  readonly stage: Stage | undefined;
  /** View of the run that is shown; each opening makes another. */
  readonly view: ReadonlySignal<RunView | undefined>;
  /** Shows a message over the stage. Notes disappear after a while; others stay until closed. */
  notice(text: string, kind?: NoticeKind): void;
  /** Aborted when the workbench closes, which removes listeners. */
  readonly ends: AbortSignal;
  /** Runs a function now and whenever a signal that it reads changes, until the workbench closes. */
  effect(run: () => void): void;
}

/** A part of the page. */
export interface Part {
  readonly element: HTMLElement;
  dispose?(): void;
}

export function workbenchState(scene: Scene): WorkbenchState {
  return {
    scene: signal(scene),
    opened: signal(undefined),
    frame: signal(undefined),
    status: signal({ step: 0, last: 0, waiting: [] }),
    playing: signal(false),
    speed: signal(1),
    tool: signal('look'),
    look: signal(DEFAULT_LOOK),
    probing: signal(false),
  };
}
