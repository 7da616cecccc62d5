/** Pins in a scene: where they are on a sheet's grid, and how they move. */
import { z } from 'zod';
import { keyframes, place, quantity } from '../schema/fields.ts';

export const places = [
  'top-left',
  'top-right',
  'bottom-left',
  'bottom-right',
  'top',
  'bottom',
  'left',
  'right',
] as const;

const index = () => z.int().min(0);

/** A grid point or a named run of them. */
export const gridPlace = z
  .union([z.enum(places), z.tuple([index(), index()])])
  .meta({ description: 'A corner, an edge, or [column, row]; [0, 0] is the top-left corner.' });

export const pin = z
  .strictObject({
    at: gridPlace,
    keyframes: keyframes(
      z
        .strictObject({
          time: quantity('s', { min: 0, max: 1e9 }, 'When.'),
          offset: place('Distance from where the pin began.'),
        })
        .meta({ title: 'Pin keyframe' }),
      'Moves the pinned points; straight lines between entries. None = they stay.',
    ).default([]),
  })
  .meta({ title: 'Pin' });

/** A pin of a sheet with layers: it may hold what is near, in every layer. */
export const reachingPin = z
  .strictObject({
    ...pin.shape,
    reach: quantity(
      'm',
      { min: 0, max: 1e6 },
      'Holds also every mass of any layer within this distance in the sheet’s plane; a spacing makes it a clamp.',
    ).default(0),
  })
  .meta({ title: 'Reaching pin' });
