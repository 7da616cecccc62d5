/** Figure 5.21: a stiff sheet falls on two separate walls; beside it one of ordinary springs. */
import { atLeast, atMost, type Experiment } from '../experiment.ts';
import { planarStrain, topSpeed, touching } from './measure.ts';
import { CENTIMETRE, FLOOR, floor, lookAt, ROOM, twoWalls } from './room.ts';
import { centreOfMass, createAurora, film } from './sheet.ts';

const TIMES = [3, 4, 4.5, 5.5, 9, 25];

function drape(stiffness: number, damping: number, progress: (share: number) => void) {
  const walls = twoWalls();
  const colliders = [...walls, floor()];
  const aurora = createAurora({ colliders, stiffness, damping });
  let [lowest, springBack] = [Infinity, 0];
  const frames = film(
    aurora,
    TIMES,
    ({ time }) => {
      const height = centreOfMass(aurora)[1];
      lowest = Math.min(lowest, height);
      springBack = Math.max(springBack, height - lowest);
      progress(time / TIMES[TIMES.length - 1]);
    },
    { smooth: true },
  );
  const { y } = aurora.world.particles;
  return {
    frames,
    colliders,
    springBack,
    left: touching(aurora, walls[0]),
    right: touching(aurora, walls[1]),
    speed: topSpeed(aurora),
    /** Depth of the middle below the tops of the walls, m. */
    sag: FLOOR + 1.6 * CENTIMETRE - y[aurora.lattice.centre],
    strain: planarStrain(aurora).max,
  };
}

export const twoWallsExperiment: Experiment = {
  name: 'aurora-two-walls',
  title: 'A stiff sheet on two walls',
  paper: 'Aurora thesis, §5.3.4, figure 5.21',
  finding:
    'The stiff sheet sags between the two walls and comes to rest across them without springing back, which sheets of ordinary stiffness did.',
  figures: ['two-walls'],
  run({ progress }) {
    const stiff = drape(0.4, 0.14, (share) => progress(share / 2));
    const usual = drape(0.185, 0.115, (share) => progress(0.5 + share / 2));
    return {
      claim: 'partial',
      ours: `The stiff sheet (0.4 N/m) spans the walls, ${(stiff.sag * 1e3).toFixed(1)} mm lower in the middle, and springs back by ${(stiff.springBack * 1e6).toFixed(0)} µm; the ordinary one (0.185 N/m) is too soft to span them: it slips in between, its middle ${(usual.sag * 1e3).toFixed(1)} mm down.`,
      facts: [
        atLeast('masses on the left wall', stiff.left, 3),
        atLeast('masses on the right wall', stiff.right, 3),
        atMost('top speed at the end', stiff.speed, 1e-4, 'm/s'),
        atLeast('middle below the tops of the walls', stiff.sag, 0.05 * CENTIMETRE, 'm'),
        atMost('middle below the tops of the walls', stiff.sag, 0.8 * CENTIMETRE, 'm'),
        atMost('spring-back', stiff.springBack, 0.02 * CENTIMETRE, 'm'),
        atLeast('middle below the tops, ordinary sheet over stiff one', usual.sag / stiff.sag, 2),
      ],
      numbers: { strain: { stiff: stiff.strain, usual: usual.strain } },
      figures: [
        {
          title: this.title,
          rows: [
            { title: 'stiff: 0.4 N/m', frames: stiff.frames, colliders: stiff.colliders },
            { title: 'ordinary: 0.185 N/m', frames: usual.frames, colliders: usual.colliders },
          ],
          view: lookAt(0, 1, 9, 26, 22),
          room: ROOM,
        },
      ],
    };
  },
};
