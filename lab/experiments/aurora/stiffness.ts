/**
 * Figure 5.15: weak, medium and stiff springs, on the cube. Stiffness and damping as Table 5.4 pairs them: 0.06 N/m
 * with 34 %, 0.2 N/m with 14 %, 0.4 N/m with 14 %.
 */
import { atLeast, atMost, type Experiment } from '../experiment.ts';
import { planarStrain } from './measure.ts';
import { CENTIMETRE, cube, FLOOR, floor, lookAt, ROOM } from './room.ts';
import { centreOfMass, createAurora, film } from './sheet.ts';

const SPRINGS = [
  { title: 'weak', stiffness: 0.06, damping: 0.34 },
  { title: 'medium', stiffness: 0.2, damping: 0.14 },
  { title: 'stiff', stiffness: 0.4, damping: 0.14 },
] as const;
/** Height of the top of the cube, m. */
const CUBE_TOP = FLOOR + 1.5 * CENTIMETRE;
const TIMES = [3.6, 4.2, 5, 6.5, 20];

function drape({ title, stiffness, damping }: (typeof SPRINGS)[number], progress: (share: number) => void) {
  const colliders = [cube(), floor()];
  const aurora = createAurora({ colliders, stiffness, damping });
  let [strain, lowest, springBack] = [0, Infinity, 0];
  const frames = film(
    aurora,
    TIMES,
    ({ time }) => {
      strain = Math.max(strain, planarStrain(aurora).max);
      const height = centreOfMass(aurora)[1];
      lowest = Math.min(lowest, height);
      springBack = Math.max(springBack, height - lowest);
      progress(time / TIMES[TIMES.length - 1]);
    },
    { smooth: true },
  );
  return {
    title: `${title}: ${stiffness} N/m, damping ${Math.round(100 * damping)} %`,
    colliders,
    frames,
    strain,
    rest: planarStrain(aurora).mean,
    sag: CUBE_TOP - centreOfMass(aurora)[1],
    springBack,
  };
}

export const stiffnessExperiment: Experiment = {
  name: 'aurora-stiffness',
  title: 'Stiffness: weak, medium and stiff springs on the cube',
  paper: 'Aurora thesis, §5.3.4, figure 5.15',
  finding:
    'Weak springs stretch far too much: the sheet folds and does not recover its shape. Medium ones spring back. Stiff ones keep the shape they are given.',
  figures: ['stiffness'],
  run({ progress }) {
    const [weak, medium, stiff] = SPRINGS.map((one, i) =>
      drape(one, (share) => progress((i + share) / SPRINGS.length)),
    );
    return {
      claim: 'partial',
      ours: `Weak springs stretch by ${percent(weak.strain)}, medium by ${percent(medium.strain)}, stiff by ${percent(stiff.strain)}, and the weak sheet hangs lowest. The stiff sheet is the one that springs back, by ${(stiff.springBack * 1e3).toFixed(2)} mm: springs are elastic, and that it kept its shape in the thesis came from too much damping, as the thesis says itself.`,
      facts: [
        atLeast('largest strain, weak over medium', weak.strain / medium.strain, 1.2),
        atLeast('largest strain, medium over stiff', medium.strain / stiff.strain, 1.2),
        atLeast('mean strain at rest, weak over medium', weak.rest / medium.rest, 1.2),
        atLeast('mean strain at rest, medium over stiff', medium.rest / stiff.rest, 1.2),
        atLeast('depth below the top of the cube, weak over medium', weak.sag / medium.sag, 1.05),
        atLeast('depth below the top of the cube, medium over stiff', medium.sag / stiff.sag, 1.2),
        atMost('spring-back, weak', weak.springBack, 5e-5, 'm'),
        atLeast('spring-back, stiff', stiff.springBack, 1e-4, 'm'),
      ],
      numbers: Object.fromEntries(
        [weak, medium, stiff].map(({ title, colliders: _, frames: __, ...rest }) => [title, rest]),
      ),
      figures: [
        {
          title: this.title,
          rows: [weak, medium, stiff].map(({ title, frames, colliders }) => ({ title, frames, colliders })),
          view: lookAt(0, 1, 8.5, 26, 24),
          room: ROOM,
          frameSize: [320, 240],
        },
      ],
    };
  },
};

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
