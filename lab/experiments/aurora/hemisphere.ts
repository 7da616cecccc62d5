/** Figure 5.22: a sheet falls on a hemisphere beside its pole. */
import { atLeast, atMost, type Experiment } from '../experiment.ts';
import { foldAngle, planarStrain, topSpeed } from './measure.ts';
import { CENTIMETRE, cm, floor, hemisphere, lookAt, ROOM } from './room.ts';
import { centreOfMass, createAurora, film } from './sheet.ts';

const TIMES = [3, 4.6, 7, 11, 14, 50];
/** Times in s: it is stretched most before the first and has contracted by the second. */
const [STRETCHED, SLIDING] = [7, 14];

export const hemisphereExperiment: Experiment = {
  name: 'aurora-hemisphere',
  title: 'A sheet slides off a hemisphere and folds',
  paper: 'Aurora thesis, §5.3.4, figure 5.22',
  finding:
    'The sheet stretches over the hemisphere, contracts again, slides down along it, folds over itself and comes to rest folded.',
  figures: ['hemisphere'],
  run({ progress }) {
    const colliders = [hemisphere(), floor()];
    const aurora = createAurora({ colliders, position: cm(0.7, 0.25, 0) });
    let [stretched, relaxed, start] = [0, 0, 0];
    const frames = film(
      aurora,
      TIMES,
      ({ time }) => {
        const { stretch } = planarStrain(aurora);
        if (time < STRETCHED) [stretched, start] = [Math.max(stretched, stretch), centreOfMass(aurora)[0]];
        else if (time < SLIDING) relaxed = stretch;
        progress(time / TIMES[TIMES.length - 1]);
      },
      { smooth: true },
    );
    const slid = centreOfMass(aurora)[0] - start;
    const fold = foldAngle(aurora);
    return {
      claim: 'full',
      ours: `Its springs are ${(100 * stretched).toFixed(2)} % longer in the mean after landing, ${(100 * relaxed).toFixed(2)} % while it slides; it slides ${(slid * 100).toFixed(1)} cm and comes to rest with parts turned ${fold.toFixed(0)}° against each other.`,
      facts: [
        atLeast('mean elongation as it lands', stretched, 0.005),
        atMost('mean elongation as it slides, over that', relaxed / stretched, 0.5),
        atLeast('slides', slid, 0.5 * CENTIMETRE, 'm'),
        atLeast('fold at the end', fold, 120, '°'),
        atMost('top speed at the end', topSpeed(aurora), 2e-4, 'm/s'),
      ],
      figures: [
        { title: this.title, rows: [{ frames, colliders }], view: lookAt(0.5, 0.9, 9.5, 24, 22), room: ROOM },
      ],
    };
  },
};
