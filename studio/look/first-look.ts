/** How a scene is looked at when it opens. */
import { matterValues, type TrajectoryFrame, type TrajectoryInfo, type TrajectorySkin } from 'pliant/formats';
import type { Look } from './look.ts';

/** K; less is no difference worth showing. */
const SAME_TEMPERATURE = 1;

/** Matter without paint on it is shown by its temperature where that is what differs. */
export function firstLook(
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
