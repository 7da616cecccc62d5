/** Forming of a membrane sheet: the sheet cools evenly, and the pressure on it follows keyframes. */
import type { World } from '../../core/world.ts';
import { pressure } from '../../forces/pressure.ts';
import { valueAt } from '../../math/keyframes.ts';
import { exp } from '../../math/portable.ts';
import type { MembraneSheet } from './index.ts';

export interface Cooling {
  /** Start of cooling, s. */
  readonly start: number;
  /** Decay rate of the excess temperature, exp(−rate t), 1/s. */
  readonly rate: number;
  /** Final temperature, K. */
  readonly to: number;
}

/** Excess temperature that counts as none, K: triangles then stop changing. */
const COOLED = 0.01;

/** Cools the whole sheet from `hot` K. */
export function addCooling(
  world: World,
  sheet: MembraneSheet,
  hot: number,
  { start, rate, to }: Cooling,
): void {
  world.add({
    name: 'cooling',
    phase: 'drive',
    run({ particles, time }: World) {
      const excess = (hot - to) * exp(-rate * Math.max(0, time - start));
      const now = to + (Math.abs(excess) < COOLED ? 0 : excess);
      particles.temperature.view.fill(now, sheet.first, sheet.first + sheet.count);
      return 'still';
    },
  });
}

interface PressureKeyframe {
  /** Time, s. */
  readonly time: number;
  readonly pascals: number;
}

/** Puts the sheet under a pressure along its normal: linear between keyframes, constant before the first and after the last. */
export function addPressure(world: World, sheet: MembraneSheet, frames: readonly PressureKeyframe[]): void {
  const air = pressure(sheet.triangles, 0);
  world.addForce({
    name: 'pressure',
    energy: air.energy,
    add(w: World, time: number) {
      air.pascals = valueAt(frames, time, ({ pascals }) => pascals);
      air.add(w, time);
    },
  });
}
