/**
 * Figure 5.25: a SaMM sheet settled over the wedge, and a heater beside it at +x switched on. By the thesis's rule (heater
 * at 120 °C, in its units), and with a panel of 3 cm at 557 °C that radiates; the wedge shades the far side.
 */
import { atLeast, atMost, type Experiment } from '../experiment.ts';
import {
  millimetres,
  physicalHeat,
  sideHeater,
  temperatureScale,
  thermograph,
  thesisHeat,
  watch,
} from './heat.ts';
import { floor, lookAt, ROOM, wedge } from './room.ts';
import { createAurora, smoothPhotograph } from './sheet.ts';

const START = 14;
const TIMES = [START, 20, 24, 28, 32];

function besideWedge(mode: 'thesis' | 'physical', progress: (share: number) => void) {
  const colliders = [floor(), wedge()];
  const aurora = createAurora({ colliders, structure: 'samm', changes: true });
  if (mode === 'thesis') thesisHeat(aurora, [sideHeater(3.2, 1, 393, START)]);
  else physicalHeat(aurora, [sideHeater(3.2, 1, 830, START)]);
  const frame = mode === 'thesis' ? smoothPhotograph : thermograph;
  const { before, after, frames } = watch(aurora, TIMES, { frame, progress });
  const temperature = aurora.world.particles.temperature.view;
  return {
    near: before.right - after.right,
    far: before.left - after.left,
    nearTemperature: temperature[aurora.lattice.centre + (aurora.lattice.columns - 1) / 2],
    farTemperature: temperature[aurora.lattice.centre - (aurora.lattice.columns - 1) / 2],
    frames,
    colliders,
  };
}

export const heaterWedgeExperiment: Experiment = {
  name: 'aurora-heater-wedge',
  title: 'Heater on one side of the wedge',
  paper: 'Aurora thesis, §5.3.4, figure 5.25',
  finding: 'The side towards the heater melts and extends along the wedge; the other side stays as it was.',
  figures: ['heater-wedge'],
  run({ progress }) {
    const thesis = besideWedge('thesis', (share) => progress(0.5 * share));
    const physical = besideWedge('physical', (share) => progress(0.5 + 0.5 * share));
    // The far side may rise a little as the near one pulls: it then counts as a micrometre.
    const ratio = ({ near, far }: typeof thesis) => near / Math.max(1e-6, Math.abs(far));
    return {
      claim: 'full',
      ours: `By the thesis's rule the near end sags by ${millimetres(thesis.near)}, the far one by ${millimetres(thesis.far, 3)}; with radiation, conduction and shade, ${millimetres(physical.near)} and ${millimetres(physical.far, 3)}: the near end is at ${celsius(physical.nearTemperature)}, the far one at ${celsius(physical.farTemperature)}.`,
      facts: [
        atLeast('thesis rule: near side sags', thesis.near, 2e-4, 'm'),
        atLeast('thesis rule: sag of the near side over that of the far side', ratio(thesis), 3),
        atLeast('physical: near side sags', physical.near, 2e-4, 'm'),
        atLeast('physical: sag of the near side over that of the far side', ratio(physical), 3),
        atMost('physical: the far end stays below its glass transition', physical.farTemperature, 353, 'K'),
      ],
      figures: [
        {
          title: this.title,
          rows: [
            { title: 'thesis rule', frames: thesis.frames, colliders: thesis.colliders },
            { title: 'physical, panel at 557 °C', frames: physical.frames, colliders: physical.colliders },
          ],
          view: lookAt(0, 1, 8.5),
          room: ROOM,
          scale: temperatureScale(150),
        },
      ],
    };
  },
};

function celsius(kelvin: number): string {
  return `${(kelvin - 273.15).toFixed(0)} °C`;
}
