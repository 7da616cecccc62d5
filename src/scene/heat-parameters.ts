/** Parameters of heat: the room, the heaters, and the response of sheets. Temperatures are in kelvin. */
import { z } from 'zod';
import { choice, keyframes, list, name, place, quantity, rotation } from '../schema/fields.ts';
import { LIMITS } from '../schema/limits.ts';

const kelvin = { above: 0, max: 5000 };
const length = { above: 0, max: 1e6 };

const temperatureKeyframes = (help: string) =>
  keyframes(
    z
      .strictObject({
        time: quantity('s', { min: 0, max: 1e9 }, 'When.'),
        temperature: quantity('K', kelvin, 'Temperature then.'),
      })
      .meta({ title: 'Temperature keyframe' }),
    help,
  );

const heaterFaces = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z
        .literal('rectangle')
        .meta({ description: 'Flat panel that radiates along its local −y, centred.' }),
      width: quantity('m', length, 'Along x.'),
      depth: quantity('m', length, 'Along z.'),
    }),
    z.strictObject({
      kind: z.literal('disc').meta({ description: 'Round plate that radiates along its local −y, centred.' }),
      radius: quantity('m', length, 'Radius of the plate.'),
    }),
    z.strictObject({
      kind: z.literal('faces').meta({ description: 'Flat faces given by their corners.' }),
      vertices: list(place('Corner.'), LIMITS.vertices, 'Corners, x y z each.', 3, 'm'),
      faces: list(
        z.array(z.int().min(0)).min(3).max(1000),
        1000,
        'Corner numbers of each hot face, anticlockwise from the side that radiates.',
        1,
      ),
    }),
    z.strictObject({
      kind: z.literal('collider').meta({ description: 'The faces of a collider that is a convex solid.' }),
      name: name(
        'Name of the collider; it must stand still. Position and rotation are those of the collider.',
      ),
    }),
  ])
  .meta({ title: 'Hot faces', description: 'What radiates.' });

const heater = z
  .strictObject({
    name: name('Name of the heater, unique among heaters.'),
    shape: heaterFaces,
    position: place('Where its local origin is.').default([0, 0, 0]),
    rotation: rotation.prefault({}),
    temperature: quantity('K', kelvin, 'Temperature of its faces while it is on.').default(700),
    emissivity: quantity('1', { min: 0, max: 1 }, 'Share of a black body’s radiation.').default(0.9),
    on: quantity('s', { min: 0, max: 1e9 }, 'When it is switched on.').default(0),
    off: quantity('s', { min: 0, max: 1e9 }, 'When it is switched off; default: never.').optional(),
    keyframes: temperatureKeyframes(
      'Temperature by time, while it is on; straight lines between entries. None = `temperature`.',
    ).default([]),
  })
  .meta({ title: 'Heater', description: 'Hot faces that radiate from their front.' });

const thesis = z
  .strictObject({
    sensitivity: quantity(
      'N/K',
      { min: 0, max: 1e6 },
      'C of the heater’s rule K′ = K − p C (H − A)/d, times that of the material.',
    ).default(1e-5),
    ovenSensitivity: quantity(
      'N/(m·K)',
      { min: 0, max: 1e6 },
      'C of the oven’s rule K′ = K − C (A − 293.15 K), times that of the material.',
    ).default(0.01),
    conductivity: quantity(
      '1',
      { min: 0, max: 100 },
      'How far softening leans towards the heater; 0 = not.',
    ).default(1),
    intensity: quantity(
      '1/(m²·s)',
      { min: 0, max: 1e9 },
      'Radiation intensity: with area and solid angle, the rate at which heaters soften.',
    ).default(4000),
    response: quantity('s', { above: 0, max: 1e6 }, 'Time in which the sheet follows the oven.').default(0.5),
    floor: quantity('1', { above: 0, max: 1 }, 'Least stiffness over the first.').default(0.05),
    ceiling: quantity('1', { min: 1, max: 100 }, 'Greatest stiffness over the first.').default(2),
  })
  .meta({ title: 'Thesis heat', description: 'Constants of the thesis’s rules; mode "thesis" only.' });

export const heat = z
  .strictObject({
    mode: choice(
      ['off', 'physical', 'thesis'],
      'off: sheets stay at 20 °C; physical: every mass has a temperature; thesis: springs weaken by the thesis’s rules.',
    ).default('off'),
    ambient: quantity('K', kelvin, 'Air and room.').default(293.15),
    oven: temperatureKeyframes(
      'Air and room by time; straight lines between entries. None = `ambient`.',
    ).default([]),
    airLoss: quantity(
      'W/(m²·K)',
      { min: 0, max: 1e5 },
      'Heat given to the air; still air 5 to 10, a fan 50.',
    ).default(10),
    heaters: list(heater, 100, 'What radiates heat.').default([]),
    thesis: thesis.prefault({}),
  })
  .meta({ title: 'Heat', description: 'Oven, heaters, and how sheets respond to them.' });

/** Heat of a collider. */
export const colliderHeat = {
  temperature: quantity(
    'K',
    kelvin,
    'Temperature of the collider, to which sheets and matter in contact with it warm or cool; default: it exchanges no heat.',
  ).optional(),
  conductance: quantity(
    'W/(m²·K)',
    { min: 0, max: 1e6 },
    'Heat that crosses the contact; 100 to 1000 for plastic on metal.',
  ).default(300),
};

export type HeatParameters = z.output<typeof heat>;
export type HeaterParameters = z.output<typeof heater>;
