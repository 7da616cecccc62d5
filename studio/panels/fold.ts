/** A part that folds. What is inside is made when it is first opened. */
import { h } from '../elements.ts';
import type { PanelContext } from './context.ts';
import type { Scope } from './scope.ts';

export interface FoldSpec {
  /** Its place in the panel, by which it is remembered. */
  readonly id: string;
  readonly class: string;
  /** At first. */
  readonly isOpen: boolean;
}

export function fold(
  { opened }: Pick<PanelContext, 'opened'>,
  scope: Scope,
  spec: FoldSpec,
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
