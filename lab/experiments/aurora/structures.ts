/**
 * Figures 5.16 to 5.18: sheets of different structure fall centred on the wedge. A single diagonal couples a sheet's shear
 * to its stretch, so that draping turns it; symmetric structures stay straight.
 */
import type { StructureName } from 'pliant/engine';
import { atLeast, atMost, type Experiment } from '../experiment.ts';
import { planarStrain, yaw } from './measure.ts';
import { floor, lookAt, ROOM, wedge } from './room.ts';
import { createAurora, film } from './sheet.ts';

const STRUCTURES: readonly StructureName[] = ['samm', 'slamm', 'slamm2', 'trimm'];
const TITLES: Partial<Record<StructureName, string>> = {
  samm: 'SaMM',
  slamm: 'SLaMM',
  slamm2: 'SLaMM with both diagonals',
  trimm: 'TRiMM',
};
const TIMES = [2.5, 4, 4.5, 5, 12];

function drape(structure: StructureName, progress: (share: number) => void) {
  const colliders = [wedge(), floor()];
  const aurora = createAurora({ colliders, structure });
  let strain = 0;
  const look = ({ time }: { time: number }) => {
    strain = Math.max(strain, planarStrain(aurora).max);
    progress(time / TIMES[TIMES.length - 1]);
  };
  const frames = film(aurora, TIMES, look, { smooth: true });
  return { structure, colliders, frames, yaw: yaw(aurora), strain };
}

export const structuresExperiment: Experiment = {
  name: 'aurora-structures',
  title: 'Structures: SaMM, SLaMM and TRiMM on the wedge',
  paper: 'Aurora thesis, §5.3.4, figures 5.16 to 5.18',
  finding:
    'A SLaMM sheet yaws on the wedge, because its diagonals all run one way; SaMM and TRiMM do not. SaMM stretches most; a second diagonal should cure SLaMM.',
  figures: ['structures'],
  run({ progress }) {
    const runs = STRUCTURES.map((structure, i) =>
      drape(structure, (share) => progress((i + share) / STRUCTURES.length)),
    );
    const [samm, slamm, both, trimm] = runs;
    const others = Math.max(Math.abs(samm.yaw), Math.abs(both.yaw), Math.abs(trimm.yaw));
    return {
      claim: 'partial',
      ours: `SLaMM comes to rest turned by ${Math.abs(slamm.yaw).toFixed(2)}°; SaMM and SLaMM with both diagonals do not turn at all, TRiMM by ${Math.abs(trimm.yaw).toFixed(2)}° (its rows are shifted, so it is not quite symmetric). SaMM stretches more than SLaMM, as found there; TRiMM with springs of the same stiffness stretches as much.`,
      facts: [
        atLeast('yaw of SLaMM', Math.abs(slamm.yaw), 0.5, '°'),
        atMost('yaw of SaMM', Math.abs(samm.yaw), 0.01, '°'),
        atMost('yaw of SLaMM with both diagonals', Math.abs(both.yaw), 0.01, '°'),
        atMost('yaw of TRiMM', Math.abs(trimm.yaw), 0.1, '°'),
        atLeast(
          'yaw of SLaMM over the largest of the others',
          Math.abs(slamm.yaw) / Math.max(others, 0.01),
          5,
        ),
        atLeast('largest strain of SaMM over that of SLaMM', samm.strain / slamm.strain, 1.1),
      ],
      numbers: Object.fromEntries(runs.map((one) => [one.structure, { yaw: one.yaw, strain: one.strain }])),
      figures: [
        {
          title: this.title,
          rows: runs.map(({ structure, frames, colliders }) => ({
            title: TITLES[structure],
            frames,
            colliders,
          })),
          view: lookAt(0, 1.0, 8, 0, 58),
          room: ROOM,
          frameSize: [320, 240],
        },
      ],
    };
  },
};
