/**
 * Figure 5.10: a sheet falls flat on the floor, with restitution e = 0.1 and without. Air has slowed it to about
 * v = g/γ = 4.8 mm/s by then; a mass that rebounds with e v rises e² v²/2g = 12 µm, reduced by the upper layer, which is
 * still falling. Later the upper layer springs back and lifts the middle of the lower one, whatever e is.
 */
import { atLeast, atMost, between, type Experiment } from '../experiment.ts';
import type { Frame } from '../picture/figure.ts';
import { cm, FLOOR, floor, ROOM } from './room.ts';
import { type Aurora, advance, createAurora, LAYER_DISTANCE, photograph, RADIUS } from './sheet.ts';

const TIMES = [6.5, 6.78, 6.88, 7.12, 7.36, 10];
/** Step, s: the lift is 8, 6.1, 4.0, 4.0 and 3.6 µm at 0.02, 0.01, 0.005, 0.0025 and 0.00125 s. */
const STEP = 0.005;
/** Height below which a mass is on the floor, m; contact leaves a gap of about a tenth of it. */
const ON_FLOOR = 1e-6;

/** Smallest and mean height of the lower layer above the floor, and of the upper layer above the lower, m. */
function heights({ world, lattice }: Aurora) {
  const split = lattice.first[1];
  const y = world.particles.y;
  const lower = y.subarray(0, split);
  const mean = (values: Float64Array) => values.reduce((sum, v) => sum + v, 0) / values.length;
  return {
    least: lower.reduce((least, v) => Math.min(least, v), Infinity) - FLOOR - RADIUS,
    lower: mean(lower) - FLOOR - RADIUS,
    apart: mean(y.subarray(split, lattice.masses.length)) - mean(lower),
  };
}

function drop(restitution: number, progress: (seconds: number) => void) {
  const aurora = createAurora({ colliders: [floor({ friction: 0.3, restitution })], step: STEP });
  const frames: Frame[] = [];
  let touched = false;
  let lift = 0;
  let springBack = 0;
  for (const until of TIMES) {
    advance(aurora, until, (report) => {
      const { least, lower } = heights(aurora);
      touched ||= report.contacts > 0;
      if (touched) {
        lift = Math.max(lift, least);
        springBack = Math.max(springBack, lower);
      }
      progress(report.time);
    });
    frames.push(photograph(aurora, { springs: 'all' }));
  }
  return { lift, springBack, rest: heights(aurora), frames };
}

export const restitutionExperiment: Experiment = {
  name: 'aurora-restitution',
  title: 'Restitution: a sheet falls flat on the floor',
  paper: 'Aurora thesis, §5.3.4, figure 5.10',
  finding:
    'With a restitution of 0.1 the whole sheet lifts off the floor again before it comes to rest; without restitution it stays down, and only its upper layer swings.',
  figures: ['restitution'],
  run({ progress }) {
    const end = TIMES[TIMES.length - 1];
    const thrown = drop(0.1, (time) => progress(time / end / 2));
    const held = drop(0, (time) => progress(0.5 + time / end / 2));
    return {
      claim: 'partial',
      ours: `With 0.1 every mass leaves the floor, by at least ${micrometres(thrown.lift)}; with 0 some always stay on it. The following hop of the middle, ${micrometres(thrown.springBack)}, is the upper layer springing back: it is the same without restitution, ${micrometres(held.springBack)}.`,
      facts: [
        atLeast('lift of the whole sheet after the impact, restitution 0.1', thrown.lift, 2e-6, 'm'),
        atMost('lift of the whole sheet after the impact, restitution 0', held.lift, ON_FLOOR, 'm'),
        atMost(
          'mean height of the lower layer at the end, restitution 0.1',
          thrown.rest.lower,
          ON_FLOOR,
          'm',
        ),
        atMost('mean height of the lower layer at the end, restitution 0', held.rest.lower, ON_FLOOR, 'm'),
        // The weight of the upper layer compresses the layers by a few hundredths.
        between(
          'distance of the layers at the end, over that at rest',
          held.rest.apart / LAYER_DISTANCE,
          0.9,
          1,
        ),
      ],
      numbers: {
        springBack: { 'restitution 0.1': thrown.springBack, 'restitution 0': held.springBack, unit: 'm' },
      },
      figures: [
        {
          title: this.title,
          rows: [
            { title: 'restitution 0.1', frames: thrown.frames, colliders: [] },
            { title: 'restitution 0', frames: held.frames, colliders: [] },
          ],
          view: { target: cm(0, -2.55, 0), distance: 0.075, azimuth: 18, elevation: 11 },
          room: ROOM,
        },
      ],
    };
  },
};

function micrometres(metres: number): string {
  return `${(metres * 1e6).toFixed(0)} µm`;
}
