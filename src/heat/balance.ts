/** Where every joule came from and went: the accounts of a world's heat, J. */
import type { World } from '../core/world.ts';
import { HeatExchange } from './exchange.ts';
import { HeatGun } from './heat-gun.ts';

export interface HeatBalance {
  /** Heat in the particles above that at the start. */
  stored: number;
  /** Taken from heaters. */
  radiated: number;
  /** Given to the air (negative: taken from it). */
  air: number;
  /** Given to the room by radiation (negative: taken from it). */
  room: number;
  /** Taken from hot bodies in touch. */
  contact: number;
  /** Taken from matter that lies on sheets. */
  matter: number;
  /** Taken from heat guns. */
  gun: number;
  /** Taken from particles whose temperature is held. */
  held: number;
  /** stored − (radiated − air − room + contact + matter + gun + held): what the accounts miss. */
  error: number;
  /** |error| over the largest of the accounts; 0 if nothing was exchanged. */
  relativeError: number;
}

/** A system that brings heat to particles which an exchange keeps account of. */
interface HeatBringer {
  /** J since the start. */
  readonly toSheets: number;
}

/** The accounts since the start; all zero for a world without heat exchange. */
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
