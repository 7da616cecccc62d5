/** The look of a scene when it opens. */
import { matterValues, type TrajectoryFrame, type TrajectoryInfo, type TrajectorySkin } from 'pliant/formats';
import type { Look } from './look.ts';

/** K; smaller differences are not shown. */
const SAME_TEMPERATURE = 1;

/** Matter without painted meshes is coloured by its temperature if that differs. */
export function initialLook(
  look: Look,
  { info, skins }: { info: TrajectoryInfo; skins: readonly TrajectorySkin[] },
  frame: TrajectoryFrame,
): Look {
  if (look.colour !== '' || skins.length > 0) return look;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  info.bodies.forEach(({ matter }, body) => {
    if (!matter) return;
    for (const kelvin of matterValues(info, frame, body).temperature) {
      low = Math.min(low, kelvin);
      high = Math.max(high, kelvin);
    }
  });
  return high - low > SAME_TEMPERATURE ? { ...look, colour: 'temperature' } : look;
}
