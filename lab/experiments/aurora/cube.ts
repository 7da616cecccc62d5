/** Figure 5.19: a stiff sheet over the cube, as 0.25 mm styrene over a steel cube in figure 5.6. */
import { atLeast, atMost, type Experiment } from '../experiment.ts';
import { layerGaps, planarStrain, topSpeed, touching } from './measure.ts';
import { CENTIMETRE, cube, FLOOR, floor, lookAt, ROOM } from './room.ts';
import { createAurora, film, LAYER_DISTANCE } from './sheet.ts';

const TIMES = [3, 3.8, 4.4, 5, 7, 20];

export const cubeExperiment: Experiment = {
  name: 'aurora-cube',
  title: 'A stiff sheet over a cube',
  paper: 'Aurora thesis, §5.3.4, figure 5.19; §5.2.3, figure 5.6',
  finding:
    'Over the cube the stiff sheet resembles styrene of 0.25 mm and packaging PVC: it lies bent over the cube and does not straighten again.',
  figures: ['cube'],
  run({ progress }) {
    const colliders = [cube(), floor()];
    const aurora = createAurora({ colliders, stiffness: 0.4, damping: 0.14 });
    let strain = 0;
    const frames = film(
      aurora,
      TIMES,
      ({ time }) => {
        strain = Math.max(strain, planarStrain(aurora).max);
        progress(time / TIMES[TIMES.length - 1]);
      },
      { smooth: true },
    );
    const { y } = aurora.world.particles;
    const { lattice } = aurora;
    const top = FLOOR + 1.5 * CENTIMETRE;
    const corners = lattice.corners.map((i) => top - y[i]);
    const gaps = layerGaps(aurora);
    const touches = touching(aurora, colliders[0]);
    return {
      claim: 'partial',
      ours: `It rests on ${touches} of its ${lattice.first[1]} lower masses, its corners ${(Math.min(...corners) * 1e3).toFixed(1)} to ${(Math.max(...corners) * 1e3).toFixed(1)} mm below the top, its layers nowhere pressed together. The thesis judged the resemblance to real sheets by eye; it is not measured here. Styrene of 0.5 mm arches off the top of the cube (figure 5.6), which needs stiffer springs than these.`,
      facts: [
        atMost('top speed at the end', topSpeed(aurora), 1e-4, 'm/s'),
        atLeast('smallest depth of a corner below the top', Math.min(...corners), 0.2 * CENTIMETRE, 'm'),
        atLeast('lower masses that touch the cube', touches, 20),
        atMost('largest strain', strain, 0.15),
        atLeast('least distance of the layers over that at rest', Math.min(...gaps) / LAYER_DISTANCE, 0.3),
      ],
      figures: [
        { title: this.title, rows: [{ frames, colliders }], view: lookAt(0, 1, 8.5, 26, 24), room: ROOM },
      ],
    };
  },
};
