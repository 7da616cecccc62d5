/** The reach of a tool, drawn over the picture: a ring of its radius, the line of a cut or a pull, the keyboard's cross. */
import { svg } from '../elements.ts';
import { type GestureContext, radiusOf } from './tool-gestures.ts';
import { toolOf } from './tool-table.ts';
import { type ToolTarget, targetAt } from './tool-target.ts';
import type { ToolUse } from './tool-use.ts';

/** Smallest radius of a ring, CSS pixels. */
const SMALLEST = 4;

export function toolHint(shop: GestureContext, use: ToolUse): SVGSVGElement {
  const { bench, settings } = shop;
  const { state, effect } = bench;
  const ring = svg('circle', { class: 'tool-ring' });
  const line = svg('polyline', { class: 'tool-line' });
  const cross = svg('path', { class: 'tool-cross', d: 'M-11 0h8M3 0h8M0-11v8M0 3v8' });
  const hint = svg('svg', { class: 'tool-hint', 'aria-hidden': 'true' }, ring, line, cross);
  let due = 0;
  const draw = () => {
    due = 0;
    if (bench.ends.aborted) return;
    const tool = toolOf(state.tool.value);
    const at = use.at.value;
    const gesture = use.gesture.value;
    const points = gesture?.line ?? [];
    show(line, points.length > 1);
    line.setAttribute('points', points.map(({ x, y }) => `${x},${y}`).join(' '));
    show(cross, at !== undefined && use.isCross.value && tool.name !== 'look');
    if (at) cross.setAttribute('transform', `translate(${at.x} ${at.y})`);
    const isRound = at !== undefined && tool.settings.includes('radius');
    const aim = isRound ? targetAt(bench, at) : undefined;
    show(ring, aim !== undefined && (aim.isOnBody || gesture !== undefined || tool.name === 'drop'));
    if (aim) place(ring, aim, radiusOf(shop));
    ring.classList.toggle('pressed', gesture !== undefined);
    hint.dataset.tool = tool.name;
  };
  effect(() => {
    // The hint depends on each of these.
    void [state.tool.value, state.frame.value, use.at.value, use.gesture.value, use.moves.value];
    void [settings.radius.value, use.isCross.value];
    if (due === 0) due = requestAnimationFrame(draw);
  });
  return hint;
}

function show(part: SVGElement, on: boolean): void {
  part.style.display = on ? '' : 'none';
}

function place(ring: SVGCircleElement, { x, y, perPixel }: ToolTarget, radius: number): void {
  ring.setAttribute('cx', String(x));
  ring.setAttribute('cy', String(y));
  ring.setAttribute('r', String(Math.max(SMALLEST, radius / Math.max(perPixel, 1e-12))));
}
