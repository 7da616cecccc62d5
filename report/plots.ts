/** The plots of a report. */
import type { ReportSeries } from 'pliant/formats';
import type { PlotSpec } from '../studio/plot.ts';

export function plotsOf(series: ReportSeries): PlotSpec[] {
  const { time } = series;
  const inPercent = (values: readonly number[]) => values.map((v) => 100 * v);
  return [
    { title: 'Energy', unit: 'J', time, lines: totalFirst(lines(series.energy)) },
    {
      title: 'Strain',
      unit: '%',
      time,
      lines: [
        { name: 'max', values: inPercent(series.strainMax) },
        { name: 'mean', values: inPercent(series.strainMean) },
      ],
    },
    { title: 'Particles', unit: 'count', time, lines: [{ name: 'particles', values: series.particles }] },
    { title: 'Phase times', unit: 'ms a step', time, lines: lines(series.phases).filter(used) },
  ];
}

interface Line {
  name: string;
  values: readonly number[];
}

function lines(record: Record<string, readonly number[]>): Line[] {
  return Object.entries(record).map(([name, values]) => ({ name, values }));
}

/** Whether a line has values: a scene without heat or contact spends no time on them. */
function used({ values }: Line): boolean {
  return values.some((v) => v !== 0);
}

function totalFirst(all: Line[]): Line[] {
  return [...all.filter((l) => l.name === 'total'), ...all.filter((l) => l.name !== 'total' && used(l))];
}
