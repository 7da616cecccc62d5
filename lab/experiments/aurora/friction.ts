/**
 * Figures 5.11a and b: a sheet on a slope of 45° with friction 0.9 and without. By Coulomb's law it slides, since
 * tan 45° > 0.9, with g (sin 45° − μ cos 45°) = 0.071 g and 0.71 g. Air is omitted: with the thesis's factor of 0.97 per
 * step a sheet without friction would stop within millimetres on the floor, instead of leaving the room as in its figure.
 */
import { atLeast, atMost, between, type Experiment } from '../experiment.ts';
import { planarStrain, topSpeed } from './measure.ts';
import { CENTIMETRE, cm, FLOOR, floor, lookAt, ROOM, slope } from './room.ts';
import { type Aurora, advance, centreOfMass, createAurora, film, GRAVITY } from './sheet.ts';

const RUNS = [
  { friction: 0.9, times: [0.5, 3, 5, 7, 9, 20], until: 20 },
  { friction: 0, times: [0.5, 1.5, 2.5, 4, 6, 8], until: 14 },
] as const;
/** Interval of the measurement, s: the sheet lies on the slope, and is still wholly on it. */
const SLIDE = { 0.9: [2, 5], 0: [0.9, 1.7] } as const;

function slideDown({ friction, times, until }: (typeof RUNS)[number], progress: (share: number) => void) {
  const surface = { friction, restitution: 0.1 };
  const colliders = [slope(surface), floor(surface)];
  // Parallel to the slope, a millimetre above it, at its upper end.
  const aurora = createAurora({ colliders, position: cm(-1.98, -1.12, 0), tilt: 45, airRate: 0 });
  const track: { time: number; along: number }[] = [];
  let left = Number.POSITIVE_INFINITY;
  const look = ({ time }: { time: number }) => {
    const [x, y] = centreOfMass(aurora);
    track.push({ time, along: (x - y) * Math.SQRT1_2 });
    if (leastX(aurora) > ROOM.max[0]) left = Math.min(left, time);
    progress(time / until);
  };
  const frames = film(aurora, times, look);
  advance(aurora, until, look);
  return { aurora, frames, colliders, left, acceleration: accelerationBetween(track, SLIDE[friction]) };
}

function leastX({ world: { particles } }: Aurora): number {
  return particles.x.subarray(0, particles.count).reduce((least, x) => Math.min(least, x), Infinity);
}

/** Acceleration of the parabola through start, middle and end of the interval, m/s². */
function accelerationBetween(
  track: readonly { time: number; along: number }[],
  [from, to]: readonly [number, number],
): number {
  const at = (time: number) =>
    track.reduce((a, b) => (Math.abs(b.time - time) < Math.abs(a.time - time) ? b : a));
  const [a, b, c] = [at(from), at((from + to) / 2), at(to)];
  const [h1, h2] = [b.time - a.time, c.time - b.time];
  return (2 * ((c.along - b.along) / h2 - (b.along - a.along) / h1)) / (h1 + h2);
}

export const frictionExperiment: Experiment = {
  name: 'aurora-friction',
  title: 'Friction: a sheet on a steep slope',
  paper: 'Aurora thesis, §5.3.4, figures 5.11a and 5.11b',
  finding:
    'With a friction of 0.9 the sheet creeps down the slope to the ground and comes to rest; without friction it gains speed, runs across the floor and leaves the room.',
  figures: ['friction'],
  run({ progress }) {
    const [rough, slick] = RUNS.map((one, i) =>
      slideDown(one, (share) => progress((i + share) / RUNS.length)),
    );
    // a = g (sin 45° − μ cos 45°)
    const shown = (acceleration: number) => 1 - acceleration / (GRAVITY * Math.SQRT1_2);
    const lowest = rough.aurora.world.particles.y
      .subarray(0, rough.aurora.lattice.first[1])
      .reduce((least, y) => Math.min(least, y), Infinity);
    return {
      claim: 'partial',
      ours: `With 0.9 it creeps down until its front stands on the ground, and rests there; without friction it has left the room, 6.5 cm away, after ${slick.left.toFixed(1)} s. Both slide by Coulomb's law. The air factor of the thesis is omitted: it would stop the sheet on the floor.`,
      facts: [
        between('friction measured from the slide, friction 0.9', shown(rough.acceleration), 0.89, 0.91),
        between('friction measured from the slide, friction 0', shown(slick.acceleration), -0.01, 0.01),
        atMost('top speed at the end, friction 0.9', topSpeed(rough.aurora), 1e-4, 'm/s'),
        atMost(
          'front of the sheet above the floor at the end, friction 0.9',
          lowest - FLOOR,
          0.1 * CENTIMETRE,
          'm',
        ),
        atMost(
          'time until the whole sheet is out of the room, friction 0',
          Math.min(slick.left, 1e3),
          14,
          's',
        ),
        atLeast('top speed as it leaves, friction 0', topSpeed(slick.aurora), 0.01, 'm/s'),
      ],
      numbers: { restStrain: planarStrain(rough.aurora) },
      figures: [
        {
          title: this.title,
          rows: [
            { title: 'friction 0.9', frames: rough.frames, colliders: rough.colliders },
            { title: 'friction 0', frames: slick.frames, colliders: slick.colliders },
          ],
          view: lookAt(0.8, 1, 14.5),
          room: ROOM,
        },
      ],
    };
  },
};
