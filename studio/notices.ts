/** Messages over the stage. Notes disappear after a while; warnings and errors stay until closed. */

import { h, icon } from './elements.ts';
import type { NoticeKind } from './workbench-context.ts';

/** Time that a notice stays, ms. */
const NOTE_STAYS = 6000;
const MOST = 4;

export class Notices {
  readonly element = h('div', { class: 'notices', 'aria-live': 'polite' });

  add(text: string, kind: NoticeKind = 'note'): void {
    for (const other of this.element.children) {
      if (other.firstElementChild?.textContent === text) other.remove();
    }
    const close = h(
      'button',
      { type: 'button', class: 'notice-close', 'aria-label': 'Close' },
      icon('close'),
    );
    const box = h('div', { class: `notice ${kind}` }, h('p', {}, text), close);
    close.addEventListener('click', () => box.remove());
    this.element.append(box);
    while (this.element.children.length > MOST) this.element.firstElementChild?.remove();
    if (kind === 'note') setTimeout(() => box.remove(), NOTE_STAYS);
  }

  clear(): void {
    this.element.replaceChildren();
  }
}
