/** Figures 5.12 and 5.13: the same drop drawn by its lower and by its upper layer, over the two polyhedra. */
import { atLeast, atMost, between, type Experiment } from '../experiment.ts';
import type { Frame } from '../picture/figure.ts';
import { layerGaps } from './measure.ts';
import { cm, floor, lookAt, ROOM, twoPolyhedra } from './room.ts';
import { type Aurora, advance, createAurora, LAYER_DISTANCE, photograph } from './sheet.ts';

const TIMES = [2, 3.5, 4.5, 6, 14, 24];

/** Mean heights of the two surfaces, m, without the masses of the lower one under the rim of the upper one. */
function heights({ world, lattice }: Aurora): { lower: number; upper: number } {
  const { y } = world.particles;
  const mean = (from: number, to: number) =>
    y.subarray(from, to).reduce((sum, v) => sum + v, 0) / (to - from);
  return { lower: mean(0, lattice.first[1]), upper: mean(lattice.first[1], lattice.masses.length) };
}

export const layersExperiment: Experiment = {
  name: 'aurora-layers',
  title: 'Layers: the same sheet drawn by its lower and its upper layer',
  paper: 'Aurora thesis, §5.3.4, figures 5.12 and 5.13',
  finding:
    'It makes no difference which layer is drawn: the lower one behaves as the upper one does, except that it sinks under surfaces when it is smoothed.',
  figures: ['layers'],
  run({ progress }) {
    const colliders = [...twoPolyhedra(), floor()];
    const aurora = createAurora({ colliders, position: cm(-0.15, 0.25, -0.15) });
    const [lower, upper]: [Frame[], Frame[]] = [[], []];
    let [sum, count, inverted, drop, apart, deepest] = [0, 0, 0, 0, 0, 0];
    const start = heights(aurora);
    for (const until of TIMES) {
      advance(aurora, until, ({ time, penetrationMax }) => {
        for (const gap of layerGaps(aurora)) {
          sum += gap / LAYER_DISTANCE;
          count++;
          if (gap <= 0) inverted++;
        }
        const now = heights(aurora);
        drop = Math.max(drop, start.lower - now.lower);
        apart = Math.max(apart, Math.abs(now.upper - start.upper - (now.lower - start.lower)));
        deepest = Math.max(deepest, penetrationMax);
        progress(time / TIMES[TIMES.length - 1]);
      });
      lower.push(photograph(aurora, { layer: 0, springs: 'surface' }));
      upper.push(photograph(aurora, { layer: 1, springs: 'surface' }));
    }
    return {
      claim: 'full',
      ours: `While the sheet falls ${(drop * 100).toFixed(1)} cm, the middles of the two surfaces move alike within ${(apart * 1e3).toFixed(2)} mm; the layers stay ${((100 * sum) / count).toFixed(0)} % of their distance apart in the mean and change places at ${((100 * inverted) / count).toFixed(2)} % of the masses. No mass of either penetrates anything.`,
      facts: [
        between(
          'distance of the layers over that at rest, mean over masses and time',
          sum / count,
          0.85,
          1.05,
        ),
        atMost('share of masses and times with inverted layers', inverted / count, 0.05),
        atLeast('descent of the lower surface', drop, 0.01, 'm'),
        atMost('difference of the descents of both surfaces, over that', apart / drop, 0.05),
        atMost('largest penetration depth', deepest, 1e-9, 'm'),
      ],
      figures: [
        {
          title: this.title,
          rows: [
            { title: 'lower layer', frames: lower, colliders },
            { title: 'upper layer', frames: upper, colliders },
          ],
          view: lookAt(-0.1, 1.2, 11.5, 28, 24),
          room: ROOM,
        },
      ],
    };
  },
};
