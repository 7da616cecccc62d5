/**
 * The half cylinder and the upright cylinder of §5.2.4 as drops at room temperature. The thesis prints no result; we check
 * geometry: a sheet bends over the half cylinder without stretching, but not down all around the upright one.
 */
import type { ColliderSpec } from 'pliant/engine';
import { atLeast, atMost, between, type Experiment } from '../experiment.ts';
import { distanceTo, planarStrain, topSpeed, touching } from './measure.ts';
import { CENTIMETRE, FLOOR, floor, halfCylinder, lookAt, ROOM, uprightCylinder } from './room.ts';
import { createAurora, film, RADIUS } from './sheet.ts';

const TIMES = [3, 4, 4.6, 5.4, 7, 20];

function drape(thing: ColliderSpec, progress: (share: number) => void) {
  const colliders = [thing, floor()];
  const aurora = createAurora({ colliders });
  let deepest = 0;
  const frames = film(
    aurora,
    TIMES,
    ({ time, penetrationMax }) => {
      deepest = Math.max(deepest, penetrationMax);
      progress(time / TIMES[TIMES.length - 1]);
    },
    { smooth: true },
  );
  return { aurora, frames, colliders, deepest, speed: topSpeed(aurora), touches: touching(aurora, thing) };
}

export const cylindersExperiment: Experiment = {
  name: 'aurora-cylinders',
  title: 'A sheet over a half cylinder and over an upright one',
  paper: 'Aurora thesis, §5.2.4, without a result',
  finding:
    'The half cylinder and the upright one are among the shapes of its heat tests; the behaviour of a cold sheet on them is not reported.',
  figures: ['cylinders'],
  run({ progress }) {
    const half = drape(halfCylinder(), (share) => progress(share / 2));
    const upright = drape(uprightCylinder(), (share) => progress(0.5 + share / 2));
    const close = closeness(half);
    const corners = upright.aurora.lattice.corners.map(
      (i) => FLOOR + 1.6 * CENTIMETRE - upright.aurora.world.particles.y[i],
    );
    const strains = [half, upright].map(({ aurora }) => planarStrain(aurora).max);
    return {
      claim: 'unstated',
      ours: `On the half cylinder ${half.touches} of 121 lower masses touch and the middle rows lie within ${(close * 1e3).toFixed(2)} mm of it; on the upright one the corners hang ${(Math.min(...corners) * 1e3).toFixed(1)} to ${(Math.max(...corners) * 1e3).toFixed(1)} mm below the top and springs are stretched ${(strains[1] / strains[0]).toFixed(1)} times as far: a sheet wraps a cylinder by bending alone, but not the rim of a disc. No mass penetrates either.`,
      facts: [
        atLeast('lower masses that touch the half cylinder', half.touches, 20),
        atMost('mean distance of the middle rows from the half cylinder', close, 0.1 * CENTIMETRE, 'm'),
        atMost('top speed at the end, half cylinder', half.speed, 1e-4, 'm/s'),
        atLeast('lower masses that touch the upright cylinder', upright.touches, 5),
        atLeast(
          'smallest depth of a corner below the top, upright cylinder',
          Math.min(...corners),
          0.2 * CENTIMETRE,
          'm',
        ),
        // Hanging corners still swing a little: a twentieth of the speed of the fall.
        atMost('top speed at the end, upright cylinder', upright.speed, 2.5e-4, 'm/s'),
        atMost('largest penetration depth, both', Math.max(half.deepest, upright.deepest), 1e-9, 'm'),
        between('largest strain at rest, upright over half cylinder', strains[1] / strains[0], 1, 10),
      ],
      numbers: { strain: { half: strains[0], upright: strains[1] } },
      figures: [
        {
          title: this.title,
          rows: [
            { title: 'half cylinder', frames: half.frames, colliders: half.colliders },
            { title: 'upright cylinder', frames: upright.frames, colliders: upright.colliders },
          ],
          view: lookAt(0, 0.9, 9, 26, 24),
          room: ROOM,
        },
      ],
    };
  },
};

/** Mean gap between the cylinder and the lower masses over its top, m. */
function closeness({ aurora, colliders }: ReturnType<typeof drape>): number {
  const { x, y, z } = aurora.world.particles;
  const distance = distanceTo(colliders[0]);
  const gaps: number[] = [];
  for (let i = 0; i < aurora.lattice.first[1]; i++)
    if (Math.abs(x[i]) < 0.6 * CENTIMETRE) gaps.push(distance(x[i], y[i], z[i]) - RADIUS);
  return gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
}
