/** Messages in place of the picture: no WebGL, or a lost graphics context. */
import { h } from '../elements.ts';
import type { Stage } from './stage.ts';

/** Time after which the user is asked to reload the page, ms. */
const PATIENCE = 10_000;

export function stageMessage(text: string): HTMLElement {
  return h('div', { class: 'stage-message', role: 'status' }, h('p', {}, text));
}

/** Shows a message while the graphics context is lost. */
export function watchContext(stage: Stage, container: HTMLElement): void {
  let message: HTMLElement | undefined;
  let timer = 0;
  stage.onContext = (lost) => {
    message?.remove();
    clearTimeout(timer);
    if (!lost) return;
    message = stageMessage(
      'The graphics context was lost. The picture will return as soon as the browser restores it.',
    );
    container.append(message);
    timer = window.setTimeout(() => {
      message?.replaceChildren(h('p', {}, 'The graphics context was not restored. Reload the page.'));
    }, PATIENCE);
  };
}
