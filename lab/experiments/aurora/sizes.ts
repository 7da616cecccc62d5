/**
 * Figures 5.27 and 5.28, Table 5.2: TRiMM sheets of the same extent and mass with 8, 11, 14 and 17 masses per side, all at
 * the thesis's step of 0.015 s. The work of a step is proportional to the number of springs.
 */
import { atLeast, between, type Experiment, equals } from '../experiment.ts';
import { runTimed, stepTimes, timedColliders } from './polyhedra.ts';
import { lookAt, ROOM } from './room.ts';

const SIDES = [8, 11, 14, 17];
/** Masses of Table 5.2, which prints one more for the two large sheets than n² + (n − 1)² gives. */
const MASSES = [113, 221, 365, 545];
const SPRINGS = [428, 881, 1496, 2273];
const STEP = 0.015;

export const sizesExperiment: Experiment = {
  name: 'aurora-sizes',
  title: 'Sizes: 8, 11, 14 and 17 masses per side over two polyhedra',
  paper: 'Aurora thesis, §5.3.5, figures 5.27 and 5.28, table 5.2',
  finding:
    'The sheets of 113, 221, 366 and 546 masses meet the first polyhedron, the second, slide down it and reach the floor; the computing time grows steeply with the size.',
  figures: ['sizes'],
  run({ progress, clock }) {
    const runs = SIDES.map((side, i) =>
      runTimed({ side, step: STEP }, (share) => progress((0.7 * (i + share)) / SIDES.length)),
    );
    const milliseconds = stepTimes(
      runs.map(({ events }, i) => ({ options: { side: SIDES[i], step: STEP }, until: events.onFloor })),
      clock,
    );
    progress(1);
    const work = runs.map(({ springs, evaluations, steps }) => (springs * evaluations) / steps);
    const inOrder = runs.filter(
      ({ events: e }) =>
        e.firstContact < e.secondContact && e.secondContact < e.sliding && e.sliding < e.onFloor,
    );
    const firsts = runs.map(({ events }) => events.firstContact);
    const floors = runs.map(({ events }) => events.onFloor);
    return {
      claim: 'partial',
      ours: `All four go through the same events in the same order, first contact within ${((Math.max(...firsts) / Math.min(...firsts) - 1) * 100).toFixed(0)} % of each other and on the floor after ${Math.min(...floors).toFixed(1)} to ${Math.max(...floors).toFixed(1)} s. The work of a step grows as the springs do, ${(work[3] / work[0]).toFixed(1)} times from 8 to 17 per side: as the square of the side, not exponentially. (113, 221, 365 and 545 masses: the thesis counts one too many in the last two.)`,
      facts: [
        ...runs.map(({ masses }, i) => equals(`masses, ${SIDES[i]} per side`, masses, MASSES[i])),
        ...runs.map(({ springs }, i) => equals(`springs, ${SIDES[i]} per side`, springs, SPRINGS[i])),
        equals(
          'sheets that go through first contact, second contact, sliding, floor in this order',
          inOrder.length,
          4,
        ),
        between('latest first contact over the earliest', Math.max(...firsts) / Math.min(...firsts), 1, 1.1),
        between('latest on the floor over the earliest', Math.max(...floors) / Math.min(...floors), 1, 1.5),
        ...[1, 2, 3].map((i) =>
          atLeast(`work of a step, ${SIDES[i]} over ${SIDES[i - 1]} per side`, work[i] / work[i - 1], 1.4),
        ),
      ],
      numbers: {
        events: Object.fromEntries(runs.map(({ events }, i) => [SIDES[i], events])),
        milliseconds: Object.fromEntries(milliseconds.map((ms, i) => [SIDES[i], ms])),
        nanosecondsASpringAndStep: Object.fromEntries(
          runs.map(({ springs, steps }, i) => [SIDES[i], (1e6 * milliseconds[i]) / springs / steps]),
        ),
      },
      figures: [
        {
          title: this.title,
          rows: [runs[0], runs[1], runs[3]].map(({ frames, masses, springs }) => ({
            title: `${masses} masses, ${springs} springs`,
            frames,
            colliders: timedColliders(),
          })),
          view: lookAt(0.3, 1.2, 12, 26, 22),
          room: ROOM,
          frameSize: [320, 240],
        },
      ],
    };
  },
};
