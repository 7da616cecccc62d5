/** Words over the picture, where there is none: no WebGL, or a graphics context that is gone for a while. */
import { h } from '../elements.ts';
import type { Stage } from './stage.ts';

/** ms to wait for a lost context before asking for help. */
const PATIENCE = 10_000;

export function stageMessage(text: string): HTMLElement {
  return h('div', { class: 'stage-message', role: 'status' }, h('p', {}, text));
}

/** Tells of a lost context until it is back. */
export function watchContext(stage: Stage, container: HTMLElement): void {
  let message: HTMLElement | undefined;
  let timer = 0;
  stage.onContext = (lost) => {
    message?.remove();
    clearTimeout(timer);
    if (!lost) return;
    message = stageMessage('The graphics card is busy elsewhere; the picture comes back by itself.');
    container.append(message);
    timer = window.setTimeout(() => {
      message?.replaceChildren(
        h('p', {}, 'The picture did not come back. Reloading the page usually helps.'),
      );
    }, PATIENCE);
  };
}
