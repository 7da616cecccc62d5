/** A coarse sheet, one with two refined bands and one refined all over hang alike: Hutchinson et al. 1996, figure 5. */
import { atMost, between, type Experiment } from '../experiment.ts';
import type { FigureRow } from '../picture/figure.ts';
import { type Moment, momentOf } from './compare.ts';
import { SIDE } from './drape.ts';
import { createHanging, type Dimensions, type Grid, type Hanging, STEP, STEPS, swing } from './hanging.ts';
import { surfaceDistance } from './surface-distance.ts';
import { ratios, type Stages, stagesOf, sumOf } from './table.ts';

const GRIDS: readonly Grid[] = ['unrefined', 'banded', 'uniform'];
const TITLES = ['10 × 10 masses', 'The same with two bands refined', '73 × 73 masses'];
/** Steps with a picture. */
const MOMENTS = [20, 40, 60, STEPS];

interface Swing {
  readonly grid: Grid;
  readonly masses: number;
  readonly history: readonly Dimensions[];
  readonly moments: readonly Moment[];
  readonly stages: Stages;
}

function take(grid: Grid, clock: () => number, progress: (fraction: number) => void): Swing {
  const hanging: Hanging = createHanging(grid, clock);
  const moments: Moment[] = [];
  const { history, reports } = swing(hanging, (k) => {
    if (MOMENTS.includes(k)) moments.push(momentOf(hanging));
    progress(k / STEPS);
  });
  const masses = hanging.sheet.count;
  return { grid, masses, history, moments, stages: sumOf(reports.map(stagesOf)) };
}

/** Largest difference over time, relative to the side, of lengths and of positions of the free edge. */
function differences(one: Swing, other: Swing) {
  let [length, edge, edgeSum] = [0, 0, 0];
  one.history.forEach((here, k) => {
    const there = other.history[k];
    here.lengths.forEach((value, i) => {
      length = Math.max(length, Math.abs(value - there.lengths[i]));
    });
    length = Math.max(length, Math.abs(here.width - there.width));
    const apart = here.edge.map((value, i) => value - there.edge[i]);
    const far = Math.max(...[0, 2, 4].map((i) => Math.hypot(apart[i], apart[i + 1])));
    edge = Math.max(edge, far);
    edgeSum += far;
  });
  return {
    length: (100 * length) / SIDE,
    edge: (100 * edge) / SIDE,
    meanEdge: (100 * edgeSum) / one.history.length / SIDE,
  };
}

export const hangExperiment: Experiment = {
  name: 'hutchinson-hang',
  title: 'A hanging sheet with two refined bands',
  paper: 'Hutchinson, Preston & Hewitt 1996, §6, figure 5',
  finding:
    'A sheet of 10 × 10 masses and the same sheet with two bands of high refinement, clamped along one side and released, keep the same dimensions throughout.',
  figures: ['sheets'],
  run({ clock, progress }) {
    const [unrefined, banded, uniform] = GRIDS.map((grid, i) =>
      take(grid, clock, (done) => progress((i + done) / GRIDS.length)),
    );
    const bands = differences(banded, unrefined);
    const all = differences(uniform, unrefined);
    const between73 = differences(banded, uniform);
    const [end, there] = [banded, uniform].map((one) => one.moments[one.moments.length - 1]);
    const { mean, max } = surfaceDistance(end, there, SIDE / 72);
    const timed = uniform.stages.total > 0;
    return {
      claim: 'full',
      ours: `Lengths along and across differ by at most ${bands.length.toFixed(2)} % of the side from those of the unrefined sheet, the free edge by ${bands.meanEdge.toFixed(2)} % in the mean over time and ${bands.edge.toFixed(2)} % at most; refined all over, by ${all.length.toFixed(2)}, ${all.meanEdge.toFixed(2)} and ${all.edge.toFixed(2)} %.`,
      facts: [
        atMost('lengths through time, banded against unrefined, over the side', bands.length, 2, '%'),
        atMost('free edge, mean through time, banded against unrefined', bands.meanEdge, 2, '%'),
        atMost('free edge, mean through time, banded against uniform', between73.meanEdge, 2, '%'),
        atMost('lengths through time, uniform against unrefined, over the side', all.length, 2, '%'),
        between('masses of the banded sheet', banded.masses, 101, uniform.masses - 1),
      ],
      fields: {
        adaptive: banded.stages,
        uniform: uniform.stages,
        ...(timed ? ratios(banded.stages, uniform.stages) : {}),
        meanDistancePercent: (100 * mean) / SIDE,
        maxDistancePercent: (100 * max) / SIDE,
        points: { start: banded.masses, mean: banded.masses, max: banded.masses },
      },
      numbers: {
        'banded against unrefined, % of the side': bands,
        'uniform against unrefined, % of the side': all,
        'banded against uniform, % of the side': between73,
        'unrefined, ms': unrefined.stages,
        'dimensions after every step, m': Object.fromEntries(
          [unrefined, banded, uniform].map(({ grid, history }) => [grid, history]),
        ),
        'step, s': STEP,
      },
      figures: [
        {
          title: this.title,
          rows: [unrefined, banded, uniform].map(
            ({ moments }, i): FigureRow => ({
              title: TITLES[i],
              frames: [
                ...moments.map((moment) => ({ caption: `${moment.time.toFixed(2)} s`, sheets: [moment] })),
                ...(moments[0].map
                  ? [{ caption: 'map', sheets: [], drawing: { kind: 'map', map: moments[0].map } as const }]
                  : []),
              ],
              colliders: [],
            }),
          ),
          view: { target: [0, -0.1, 0.08], distance: 0.72, azimuth: 55, elevation: 14 },
          frameSize: [308, 308],
        },
      ],
    };
  },
};
