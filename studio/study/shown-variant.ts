/** The variant that a rater sees: one run on a stage with time controls. */
import type { Scene } from 'pliant';
import { LinkedTime } from '../compare/linked-time.ts';
import { linkedTransport } from '../compare/linked-time-controls.ts';
import { RunPane } from '../compare/run-pane.ts';
import { faultText } from '../fault-text.ts';
import type { Transport } from '../time-controls.ts';
import type { NoticeKind, WorkbenchState } from '../workbench-context.ts';

export class ShownVariant {
  onNotice: (text: string, kind: NoticeKind) => void = () => {};
  readonly pane = new RunPane();
  readonly #state: Omit<WorkbenchState, 'probing' | 'tool'>;
  #time: LinkedTime | undefined;

  constructor(state: Omit<WorkbenchState, 'probing' | 'tool'>) {
    this.#state = state;
  }

  get transport(): Transport {
    return linkedTransport(() => this.#time, this.#state.speed);
  }

  tick(now: number): void {
    this.#time?.tick(now);
  }

  /** Opens a variant at its start in place of the present one. */
  async open(name: string, scene: Scene, playing: boolean): Promise<void> {
    const state = this.#state;
    this.close();
    try {
      const run = await this.pane.open(name, scene, { look: state.look.value, ranges: new Map() });
      if (!run) return;
      const time = new LinkedTime([run]);
      this.#time = time;
      time.speed = state.speed.value;
      state.scene.value = run.opened.scene;
      time.onShown = () => {
        this.pane.show(run.frame);
        state.frame.value = run.frame;
        state.status.value = { step: time.step, last: time.last, waiting: [] };
        const fault = faultText(run.frame);
        if (fault) this.onNotice(`It ${fault}`, 'bad');
      };
      time.onPlaying = (isPlaying) => {
        state.playing.value = isPlaying;
        this.pane.animating = isPlaying;
      };
      time.onReady = () => {
        if (!document.hidden) time.tick(performance.now());
      };
      time.onFailed = (message) => this.onNotice(`The simulation stopped: ${message}`, 'bad');
      this.pane.view?.frame();
      time.onShown();
      time.play(playing);
    } catch (error) {
      this.onNotice(error instanceof Error ? error.message : String(error), 'bad');
    }
  }

  /** Closes the run; the stage stays. */
  close(): void {
    this.#time?.dispose();
    this.#time = undefined;
    this.#state.playing.value = false;
    this.pane.close();
  }

  dispose(): void {
    this.close();
    this.pane.dispose();
  }
}
