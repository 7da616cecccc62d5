/** The pane of one run: its stage with its name above. */
import type { Scene } from 'pliant';
import type { ViewRange } from 'pliant/three';
import { h } from '../elements.ts';
import type { Look } from '../look/look.ts';
import type { Insets } from '../view/camera-rig.ts';
import { RunView } from '../view/run-view.ts';
import { Stage } from '../view/stage.ts';
import { stageMessage, watchContext } from '../view/stage-message.ts';
import { ComparedRun, type WholeFrame } from './compared-run.ts';
import { askedOf, DIFFERENCE } from './difference.ts';

export interface PaneSetup {
  readonly look: Look;
  /** Ranges that all panes share, so that a colour means the same in each. */
  readonly ranges: Map<string, ViewRange>;
}

export class RunPane {
  readonly element: HTMLElement;
  readonly #container = h('div', { class: 'stage' });
  readonly #name = h('h2', {});
  readonly #note = h('p', { class: 'pane-note numbers' });
  #stage: Stage | undefined;
  #run: ComparedRun | undefined;
  #view: RunView | undefined;
  #message: HTMLElement | undefined;

  constructor() {
    this.element = h(
      'section',
      { class: 'pane' },
      this.#container,
      h('header', { class: 'pane-label' }, this.#name, this.#note),
    );
  }

  get stage(): Stage | undefined {
    return this.#stage;
  }

  get view(): RunView | undefined {
    return this.#view;
  }

  get name(): string {
    return this.#name.textContent;
  }

  set name(name: string) {
    this.#name.textContent = name;
    this.element.setAttribute('aria-label', name);
  }

  /** Note beside the name. */
  set note(text: string) {
    if (this.#note.textContent !== text) this.#note.textContent = text;
  }

  /** Call it once the element is in the page. */
  start(insets: () => Insets): void {
    try {
      this.#stage = new Stage(this.#container);
      this.#stage.insets = insets;
      this.#stage.resize();
      watchContext(this.#stage, this.#container);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.message = `${reason} The simulation and its readings work without it.`;
    }
  }

  /** Opens a scene in place of the present one. Returns undefined if another was opened in between; throws if it fails. */
  async open(name: string, scene: Scene, { look, ranges }: PaneSetup): Promise<ComparedRun | undefined> {
    this.close();
    this.name = name;
    if (this.#stage) this.message = 'Setting the scene …';
    const run = new ComparedRun();
    this.#run = run;
    try {
      await run.open(scene, askedOf(look));
    } catch (error) {
      if (this.#run !== run) return undefined;
      const reason = error instanceof Error ? error.message : String(error);
      this.message = `${name} did not open: ${reason}`;
      throw new Error(`${name} did not open: ${reason}`, { cause: error });
    }
    if (this.#run !== run) return undefined;
    const { info, skins, views } = run.opened;
    if (this.#stage) {
      this.message = undefined;
      const kinds = [DIFFERENCE, ...views];
      this.#view = new RunView(this.#stage, info, skins, run.frame, { look, kinds, ranges });
      this.#stage.invalidate();
    }
    return run;
  }

  show(frame: WholeFrame): void {
    this.#view?.show(frame);
  }

  set animating(on: boolean) {
    if (this.#stage) this.#stage.animating = on;
  }

  set message(text: string | undefined) {
    this.#message?.remove();
    this.#message = text === undefined ? undefined : stageMessage(text);
    if (this.#message) this.#container.append(this.#message);
  }

  close(): void {
    this.#run?.dispose();
    this.#view?.dispose();
    this.#run = undefined;
    this.#view = undefined;
    this.note = '';
  }

  dispose(): void {
    this.close();
    this.#stage?.dispose();
  }
}

/** Links the cameras of both panes, which frame both runs. */
export function linkCameras(one: RunPane, other: RunPane): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ]) {
    if (!from.stage) continue;
    from.stage.onPose = (pose) => to.stage?.setPose(pose);
    from.stage.alsoSeen = () => to.view?.reach;
  }
}
