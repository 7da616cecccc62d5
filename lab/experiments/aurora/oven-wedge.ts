/**
 * Figure 5.24: a sheet settled over the wedge, in an oven: by the thesis's rule at 21 °C, and as styrene in air of 93 °C,
 * where its modulus has fallen to a third.
 */
import { atLeast, atMost, type Experiment } from '../experiment.ts';
import { inOven, millimetres, temperatureScale } from './heat.ts';
import { lookAt, ROOM, wedge } from './room.ts';

export const ovenWedgeExperiment: Experiment = {
  name: 'aurora-oven-wedge',
  title: 'Oven: a sheet softens over the wedge',
  paper: 'Aurora thesis, §5.3.4, figure 5.24',
  finding:
    'Once the oven is on the springs weaken and the sheet elongates: its ends come closer to the floor, both alike.',
  figures: ['oven-wedge'],
  run({ progress }) {
    const thesis = inOven(wedge(), 'thesis', (share) => progress(0.5 * share));
    const physical = inOven(wedge(), 'physical', (share) => progress(0.5 + 0.5 * share));
    const drops = [thesis, physical].map(({ before, after }) => ({
      left: before.left - after.left,
      right: before.right - after.right,
      longer: after.alongX / before.alongX - 1,
    }));
    const [rule, warm] = drops;
    const uneven = Math.abs(warm.left - warm.right) / Math.max(warm.left, warm.right);
    return {
      claim: 'full',
      ours: `By the thesis's rule at 21 °C the ends come down by ${millimetres(rule.left)} and ${millimetres(rule.right)}. As styrene in an oven at 93 °C, within 46 s, by ${millimetres(warm.left)} and ${millimetres(warm.right)}: it is longer across the ridge by ${(100 * warm.longer).toFixed(1)} %.`,
      facts: [
        atLeast('thesis rule: the ends come down', Math.min(rule.left, rule.right), 5e-5, 'm'),
        atLeast('thesis rule: longer across the ridge', rule.longer, 0.005),
        atLeast('physical: the ends come down', Math.min(warm.left, warm.right), 1e-4, 'm'),
        atLeast('physical: longer across the ridge', warm.longer, 0.01),
        // The sheet's single diagonal makes the halves mirror images only after half a turn.
        atMost('physical: difference of the two ends over their drop', uneven, 0.2),
      ],
      figures: [
        {
          title: this.title,
          rows: [
            { title: 'thesis rule, 21 °C', frames: thesis.frames, colliders: thesis.colliders },
            { title: 'physical, oven 93 °C', frames: physical.frames, colliders: physical.colliders },
          ],
          view: lookAt(0, 1.1, 8.5),
          room: ROOM,
          scale: temperatureScale(95),
        },
      ],
    };
  },
};
