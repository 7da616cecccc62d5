/** The facts of the run as a table, and its faults and warnings as notices. */
import type { ReportData, ReportFacts, Trajectory } from 'pliant/formats';
import { h } from '../studio/elements.ts';
import { compact, grouped, metres, milliseconds, percent } from '../studio/numbers.ts';

export function factsTable(
  { facts, series }: Pick<ReportData, 'facts' | 'series'>,
  trajectory: Trajectory | Error,
): HTMLElement {
  const { start, end, min, max } = facts.particles;
  const strain = series.strainMax.reduce((a, b) => Math.max(a, b), 0);
  const realTime = facts.wallMs > 0 ? ` (${compact((1000 * facts.seconds) / facts.wallMs)} × real time)` : '';
  const rows: [string, string][] = [
    ['Scene', facts.scene.id],
    ['Simulated', `${compact(facts.seconds)} s in ${grouped(facts.steps)} steps`],
    ['Step', milliseconds(1000 * facts.dt)],
    ['Engine', `${facts.engine}, ${grouped(facts.substeps)} sub-steps a step`],
    [
      'Particles',
      min === max
        ? grouped(max)
        : `${grouped(start)} → ${grouped(end)}, at least ${grouped(min)}, at most ${grouped(max)}`,
    ],
    ['Largest strain', percent(strain)],
    ['Deepest penetration', metres(facts.penetrationMax)],
    [
      'Seams',
      facts.seams ? `${grouped(facts.seams.holding)} of ${grouped(facts.seams.points)} points hold` : '',
    ],
    ['Sticking', (facts.stuck ?? []).map(stuckText).join('; ')],
    ['Wall time', milliseconds(facts.wallMs) + realTime],
    ['Frames here', trajectory instanceof Error ? 'none' : grouped(trajectory.frames.length)],
    ['Seed', String(facts.seed)],
    ['Hash', facts.hash],
    ['Paper', facts.scene.paper],
    ['Version', facts.version],
  ];
  const body = rows
    .filter(([, value]) => value !== '')
    .map(([name, value]) => {
      const cell = h('td', name === 'Hash' ? { class: 'hash' } : {}, value);
      return h('tr', {}, h('th', { scope: 'row' }, name), cell);
    });
  return h(
    'section',
    { class: 'facts numbers' },
    h('h2', {}, 'The run'),
    h('table', {}, h('tbody', {}, ...body)),
  );
}

function stuckText({ body, to, particles }: NonNullable<ReportFacts['stuck']>[number]): string {
  return `${grouped(particles)} of ${body} to ${to === body ? 'itself' : to}`;
}

export function notices(facts: ReportFacts, trajectory: Trajectory | Error): HTMLElement[] {
  const found: HTMLElement[] = [];
  if (facts.fault) {
    const { time, body, particle, cause, advice } = facts.fault;
    const place = `The run stopped at ${compact(time)} s (${body}, particle ${particle}): ${cause}.`;
    found.push(h('p', { class: 'notice bad', role: 'alert' }, h('b', {}, place), ` ${advice}`));
  }
  if (trajectory instanceof Error) {
    found.push(h('p', { class: 'notice bad' }, `The motion cannot be shown. ${trajectory.message}`));
  } else if (trajectory.torn) {
    const whole = `the ${grouped(trajectory.frames.length)} frames before it are shown`;
    found.push(h('p', { class: 'notice' }, `The trajectory ends inside a frame; ${whole}.`));
  }
  if (facts.warnings.length === 1) found.push(h('p', { class: 'notice' }, facts.warnings[0]));
  if (facts.warnings.length > 1) {
    found.push(h('ul', { class: 'notice' }, ...facts.warnings.map((w) => h('li', {}, w))));
  }
  return found;
}
