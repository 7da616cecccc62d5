/**
 * Figure 5.23: a SLaMM sheet settled over the hemisphere, in an oven: by the thesis's rule at 21 °C, and as styrene in air
 * of 93 °C. The set-up is symmetric in x and z, so both must lengthen alike.
 */
import { atLeast, atMost, between, type Experiment } from '../experiment.ts';
import { inOven, millimetres, temperatureScale } from './heat.ts';
import { hemisphere, lookAt, ROOM } from './room.ts';

export const ovenHemisphereExperiment: Experiment = {
  name: 'aurora-oven-hemisphere',
  title: 'Oven: a sheet melts over the hemisphere',
  paper: 'Aurora thesis, §5.3.4, figure 5.23',
  finding:
    'At 21 °C the ends of the sheet slowly extend over the hemisphere; it gets longer along x and narrower along z, so that its area hardly grows.',
  figures: ['oven-hemisphere'],
  run({ progress }) {
    const thesis = inOven(hemisphere(), 'thesis', (share) => progress(0.5 * share));
    const physical = inOven(hemisphere(), 'physical', (share) => progress(0.5 + 0.5 * share));
    const change = ({ before, after }: typeof thesis) => ({
      drop: Math.min(before.left - after.left, before.right - after.right),
      x: after.alongX / before.alongX,
      z: after.alongZ / before.alongZ,
      area: after.area / before.area,
    });
    const [rule, warm] = [change(thesis), change(physical)];
    return {
      claim: 'partial',
      ours: `The ends come down by ${millimetres(rule.drop)} (thesis rule) and ${millimetres(warm.drop)} (styrene at 93 °C), and the area grows by ${percent(rule.area)} and ${percent(warm.area)}. Along x and z it changes alike (${percent(warm.x)} and ${percent(warm.z)}): we see no narrowing along z and know no reason for one, since only the single diagonals distinguish x from z.`,
      facts: [
        atLeast('thesis rule: the ends come down', rule.drop, 2e-4, 'm'),
        atMost('thesis rule: area over that before', rule.area, 1.1),
        atLeast('physical: the ends come down', warm.drop, 1e-3, 'm'),
        atMost('physical: area over that before', warm.area, 1.25),
        between('physical: growth along x over that along z', warm.x / warm.z, 0.98, 1.02),
      ],
      numbers: { thesis: rule, physical: warm },
      figures: [
        {
          title: this.title,
          rows: [
            { title: 'thesis rule, 21 °C', frames: thesis.frames, colliders: thesis.colliders },
            { title: 'physical, oven 93 °C', frames: physical.frames, colliders: physical.colliders },
          ],
          view: lookAt(0, 0.9, 8.5),
          room: ROOM,
          scale: temperatureScale(95),
        },
      ],
    };
  },
};

function percent(ratio: number): string {
  return `${(100 * (ratio - 1)).toFixed(1)} %`;
}
