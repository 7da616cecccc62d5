/** What every part of the workbench is handed, and what it tells the others through. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { Scene } from 'pliant';
import type { OpenedRun } from 'pliant/worker/protocol';
import type { Keys } from './keys.ts';
import { DEFAULT_LOOK, type Look } from './look/look.ts';
import type { SessionStatus } from './session/open-run.ts';
import type { Simulation } from './simulation.ts';
import type { Frame } from './studio-calls.ts';
import type { RunView } from './view/run-view.ts';
import type { Stage } from './view/stage.ts';

export type ToolName = 'look' | 'grab' | 'pin' | 'heat' | 'blow' | 'cut' | 'drop';

export interface BenchState {
  /** As simulated now. */
  readonly scene: Signal<Scene>;
  readonly opened: Signal<OpenedRun | undefined>;
  /** The one that is shown. */
  readonly frame: Signal<Frame | undefined>;
  readonly status: Signal<SessionStatus>;
  readonly playing: Signal<boolean>;
  /** Simulated over real time to keep to. */
  readonly speed: Signal<number>;
  readonly tool: Signal<ToolName>;
  /** How the run is looked at. */
  readonly look: Signal<Look>;
  /** Whether values are read under the pointer. */
  readonly probing: Signal<boolean>;
}

export type NoticeKind = 'note' | 'warning' | 'bad';

export interface Bench {
  readonly simulation: Simulation;
  /** The scene as it was opened. */
  readonly original: Scene;
  readonly state: BenchState;
  readonly keys: Keys;
  /** None in a browser without WebGL. */
  readonly stage: Stage | undefined;
  /** Of the run that is shown; another one after each opening. */
  readonly view: ReadonlySignal<RunView | undefined>;
  /** Over the stage, until it is closed; notes go by themselves. */
  notice(text: string, kind?: NoticeKind): void;
  /** Aborted when the workbench is left: listeners go with it. */
  readonly ends: AbortSignal;
  /** Runs now and whenever a signal that it reads changes, until the workbench is left. */
  effect(run: () => void): void;
}

/** A piece of the page. */
export interface Part {
  readonly element: HTMLElement;
  dispose?(): void;
}

export function benchState(scene: Scene): BenchState {
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
