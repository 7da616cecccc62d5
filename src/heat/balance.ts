/** Heat balance of a world: the heat that each mechanism has exchanged since the start, J. */
import type { World } from '../core/world.ts';
import { HeatExchange } from './exchange.ts';
import { HeatGun } from './heat-gun.ts';

export interface HeatBalance {
  /** Heat stored in the particles, relative to the start. */
  stored: number;
  /** Gained from heaters. */
  radiated: number;
  /** Lost to the air; negative if gained. */
  air: number;
  /** Radiated to the room; negative if gained. */
  room: number;
  /** Gained from hot bodies in contact. */
  contact: number;
  /** Gained by sheets from matter on them. */
  matter: number;
  /** Gained from heat guns. */
  gun: number;
  /** Gained from particles of fixed temperature. */
  held: number;
  /** Difference stored − (radiated − air − room + contact + matter + gun + held). */
  error: number;
  /** |error| over the largest of the others; 0 if no heat was exchanged. */
  relativeError: number;
}

/** A system that gives heat to particles of an exchange. */
interface HeatBringer {
  /** Heat given since the start, J. */
  readonly toSheets: number;
}

/** All zero for a world without heat exchange. */
export function heatBalance(world: World): HeatBalance {
  const sum = { stored: 0, radiated: 0, air: 0, room: 0, contact: 0, matter: 0, gun: 0, held: 0 };
  for (const system of world.schedule.in('heat')) {
    if ('toSheets' in system) sum.matter += (system as HeatBringer).toSheets;
    if (system instanceof HeatGun) sum.gun += system.toExchange;
    if (!(system instanceof HeatExchange)) continue;
    const account = system.account(world);
    for (const name of Object.keys(account) as (keyof typeof account)[]) sum[name] += account[name];
  }
  const given = sum.radiated - sum.air - sum.room + sum.contact + sum.matter + sum.gun + sum.held;
  const error = sum.stored - given;
  const most = Math.max(...Object.values(sum).map(Math.abs));
  return { ...sum, error, relativeError: most > 0 ? Math.abs(error) / most : 0 };
}
