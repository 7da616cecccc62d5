/** The plots of a run and their lines, from the report and measures of each step. */
import { PHASES } from 'pliant';
import type { Frame } from '../studio-calls.ts';

/** The parts of a frame that are plotted. */
export type Reported = Pick<Frame, 'step' | 'time' | 'report' | 'measures'>;

export interface Line {
  /** Unique among all lines. */
  readonly key: string;
  readonly name: string;
  /** Returns undefined if the step has no such value. */
  read(reported: Reported): number | undefined;
}

export interface PlotSpec {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly lines: readonly Line[];
}

export const PLOTS: readonly PlotSpec[] = [
  {
    id: 'energy',
    title: 'Energy',
    unit: 'J',
    lines: [
      { key: 'kinetic', name: 'kinetic', read: ({ report }) => report?.energy.kinetic },
      {
        key: 'potential',
        name: 'potential',
        read: ({ report }) => report && report.energy.total - report.energy.kinetic,
      },
      { key: 'total', name: 'total', read: ({ report }) => report?.energy.total },
    ],
  },
  {
    id: 'strain',
    title: 'Strain',
    unit: '%',
    lines: [
      { key: 'strainMax', name: 'largest', read: ({ report }) => report && 100 * report.strain.max },
      { key: 'strainMean', name: 'mean', read: ({ report }) => report && 100 * report.strain.mean },
    ],
  },
  {
    id: 'temperature',
    title: 'Temperature',
    unit: 'K',
    lines: [
      { key: 'hottest', name: 'hottest', read: ({ measures }) => measures.temperature?.max },
      { key: 'meanTemperature', name: 'mean', read: ({ measures }) => measures.temperature?.mean },
      { key: 'coldest', name: 'coldest', read: ({ measures }) => measures.temperature?.min },
    ],
  },
  {
    id: 'counts',
    title: 'Particles and triangles',
    unit: '',
    lines: [
      { key: 'particles', name: 'particles', read: ({ report }) => report?.particles },
      { key: 'triangles', name: 'triangles', read: ({ measures }) => measures.triangles },
    ],
  },
  {
    id: 'contacts',
    title: 'Contacts',
    unit: '',
    lines: [
      { key: 'contacts', name: 'particles on colliders', read: ({ report }) => report?.contacts },
      { key: 'pairs', name: 'pairs of faces and edges', read: ({ report }) => report?.contact?.pairs },
    ],
  },
  {
    id: 'phases',
    title: 'Time per phase',
    unit: 'ms',
    lines: PHASES.map((phase) => ({
      key: `phase-${phase}`,
      name: phase,
      read: ({ report }: Reported) => report?.phases[phase],
    })),
  },
];

export const LINES: readonly Line[] = PLOTS.flatMap(({ lines }) => lines);
