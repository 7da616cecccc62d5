/** The report of one run, from the data in the page: a 3-D view with a scrub bar, facts and plots. */
import { type ReportData, readTrajectory, type Trajectory } from 'pliant/formats';
import '../studio/base.css';
import './report.css';
import { brand } from '../studio/brand.ts';
import { h } from '../studio/elements.ts';
import { Plot } from '../studio/plot.ts';
import { factsTable, notices } from './facts.ts';
import { Player } from './player.ts';
import { plotsOf } from './plots.ts';

type Run = Pick<ReportData, 'facts' | 'series'>;

const run = JSON.parse(embedded('run')) as Run;
const { facts } = run;
const trajectory = openTrajectory();
const player = new Player(trajectory, facts.seconds);
const plots = plotsOf(run.series).map((spec) => new Plot(spec, (time) => player.seek(time)));
player.onTime = (time) => {
  for (const plot of plots) plot.setTime(time);
};

document.body.append(
  h(
    'header',
    { class: 'head' },
    brand(),
    h('h1', {}, facts.scene.title || facts.scene.id),
    h('p', { class: 'about' }, facts.scene.about),
  ),
  h(
    'main',
    {},
    ...notices(facts, trajectory),
    h('div', { class: 'top' }, player.element, factsTable(run, trajectory)),
    h('section', { class: 'plots', 'aria-label': 'Plots' }, ...plots.map((plot) => plot.element)),
  ),
);
player.start();

/** Returns the trajectory in the page, or why it cannot be read. */
function openTrajectory(): Trajectory | Error {
  try {
    const bytes = Uint8Array.from(atob(embedded('trajectory')), (c) => c.charCodeAt(0));
    return readTrajectory(bytes);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function embedded(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
}
