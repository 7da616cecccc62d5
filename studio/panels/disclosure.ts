/** A disclosure. Its content is built when it is first opened. */
import { h } from '../elements.ts';
import type { Scope } from './effect-scope.ts';
import type { PanelContext } from './panel-context.ts';

export interface DisclosureSpec {
  /** Its place in the panel, under which its state is remembered. */
  readonly id: string;
  readonly class: string;
  /** Whether it is open at first. */
  readonly isOpen: boolean;
}

export function disclosure(
  { opened }: Pick<PanelContext, 'opened'>,
  scope: Scope,
  spec: DisclosureSpec,
  summary: readonly (Node | string)[],
  make: (inner: Scope) => readonly HTMLElement[],
): HTMLDetailsElement {
  const body = h('div', { class: 'fold-body' });
  const details = h('details', { class: `fold ${spec.class}` }, h('summary', {}, ...summary), body);
  let isMade = false;
  const fill = () => {
    if (isMade) return;
    isMade = true;
    body.append(...make(scope.inner()));
  };
  details.open = opened.get(spec.id) ?? spec.isOpen;
  if (details.open) fill();
  details.addEventListener('toggle', () => {
    opened.set(spec.id, details.open);
    if (details.open) fill();
  });
  return details;
}
