/**
 * Figure 5.26: a SaMM sheet over the hemisphere and a heater at +x. The thesis could not distinguish the result from that
 * of the oven, because its heater works from the start, and the whole sheet has had its dose before it lands. We repeat
 * that (a hot heater, no pseudo-conductivity, on during the fall: nearly all springs end at their minimum stiffness) beside
 * an equivalent oven, and add a panel at 627 °C that radiates on the settled sheet.
 */
import { atLeast, atMost, type Experiment } from '../experiment.ts';
import {
  millimetres,
  physicalHeat,
  ROOM_TEMPERATURE,
  sideHeater,
  temperatureScale,
  thermograph,
  thesisHeat,
  watch,
} from './heat.ts';
import { floor, hemisphere, lookAt, ROOM } from './room.ts';
import { type Aurora, createAurora, smoothPhotograph } from './sheet.ts';

const START = 14;
const TIMES = [4, START, 20, 25, 30];

function overHemisphere(warm: (aurora: Aurora) => void, progress: (share: number) => void, thermal = false) {
  const colliders = [floor(), hemisphere()];
  const aurora = createAurora({ colliders, structure: 'samm', changes: true });
  warm(aurora);
  const seen = watch(aurora, TIMES, { frame: thermal ? thermograph : smoothPhotograph, progress });
  const { x, y, z } = aurora.world.particles;
  const columns = aurora.lattice.columns;
  return { ...seen, shape: [x.slice(), y.slice(), z.slice()], aurora, colliders, columns };
}

type Run = ReturnType<typeof overHemisphere>;

/** Root mean square distance of corresponding masses in two runs, m. */
function apart(a: Run, b: Run): number {
  const count = a.shape[0].length;
  let sum = 0;
  for (let i = 0; i < count; i++)
    for (let axis = 0; axis < 3; axis++) sum += (a.shape[axis][i] - b.shape[axis][i]) ** 2;
  return Math.sqrt(sum / count);
}

export const heaterHemisphereExperiment: Experiment = {
  name: 'aurora-heater-hemisphere',
  title: 'Heater beside the hemisphere',
  paper: 'Aurora thesis, §5.3.4, figure 5.26',
  finding:
    'Both sides of the sheet melt and extend alike: the result can hardly be distinguished from that of the oven, unlike on the wedge.',
  figures: ['heater-hemisphere'],
  run({ progress }) {
    const part = (index: number) => (share: number) => progress((index + share) / 4);
    const dosed = overHemisphere((aurora) => {
      thesisHeat(aurora, [sideHeater(3.2, 1, 473, 0)], { conductivity: 0 });
    }, part(0));
    const oven = overHemisphere((aurora) => {
      thesisHeat(aurora).ambient = ROOM_TEMPERATURE + 20;
    }, part(1));
    const cold = overHemisphere(() => {}, part(2));
    const radiated = overHemisphere(
      (aurora) => {
        physicalHeat(aurora, [sideHeater(3.2, 1, 900, START)]);
      },
      part(3),
      true,
    );
    const effect = apart(oven, cold);
    const difference = apart(dosed, oven);
    const near = cold.after.right - radiated.after.right;
    const far = Math.abs(cold.after.left - radiated.after.left);
    return {
      claim: 'full',
      ours: `By the thesis's rule, on from the start, the heater's sheet is ${millimetres(difference)} from the oven's, where the oven itself moved it by ${millimetres(effect)}: they can hardly be distinguished. A panel that radiates on the settled sheet is clearly different: the near end sags by ${millimetres(near)}, the far one by ${millimetres(far, 3)}.`,
      facts: [
        atMost(
          'thesis rule: distance from the oven’s shape over the effect of the oven',
          difference / effect,
          0.2,
        ),
        atLeast('thesis rule: effect of the oven', effect, 5e-4, 'm'),
        atLeast('physical: sag of the near side over that of the far side', near / Math.max(1e-6, far), 3),
      ],
      figures: [
        {
          title: this.title,
          rows: [
            { title: 'thesis rule, heater', frames: dosed.frames, colliders: dosed.colliders },
            { title: 'thesis rule, oven', frames: oven.frames, colliders: oven.colliders },
            { title: 'physical, panel at 627 °C', frames: radiated.frames, colliders: radiated.colliders },
          ],
          view: lookAt(0, 0.9, 8.5),
          room: ROOM,
          scale: temperatureScale(150),
        },
      ],
    };
  },
};
