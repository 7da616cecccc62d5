/** The membrane sheet in a scene: its rows of the parameter table, and how it is put into a world. */
import { z } from 'zod';
import type { Moved, System } from '../core/schedule.ts';
import type { World } from '../core/world.ts';
import { pressure } from '../forces/pressure.ts';
import { exp } from '../math/portable.ts';
import { OUTLINES } from '../models/membrane-sheet/blank.ts';
import { addMembraneSheet, type MembraneSheet } from '../models/membrane-sheet/index.ts';
import { choice, keyframes, name, pair, place, quantity, rotation } from '../schema/fields.ts';
import { LIMITS } from '../schema/limits.ts';

const temperature = { above: 0, max: 1e4 };

const material = z
  .strictObject({
    density: quantity(
      'kg/m³',
      { above: 0, max: 1e9 },
      'Mass of a cubic metre; more of it slows the forming down, and the final walls stay the same.',
    ).default(1050),
    thickness: quantity('m', { above: 0, max: 1 }, 'Thickness of the flat blank.').default(0.001),
    shearModulus: quantity(
      'Pa',
      { above: 0, max: 1e12 },
      'Shear modulus of the hot sheet, a third of its Young’s modulus.',
    ).default(3e5),
    viscosity: quantity(
      'Pa·s',
      { min: 0, max: 1e9 },
      'Viscosity of the hot sheet beside its elasticity; much of it takes many sub-steps.',
    ).default(0),
    glassTransition: quantity(
      'K',
      temperature,
      'Temperature below which the sheet sets in the shape it has.',
    ).default(373),
    transitionWidth: quantity('K', temperature, 'Width of the glass transition.').default(20),
    coldStiffening: quantity(
      '1',
      { min: 1, max: 1e4 },
      'Modulus of the cold sheet over that of the hot one; the root of it multiplies the sub-steps.',
    ).default(10),
  })
  .meta({ title: 'Membrane material', description: 'Properties of the sheet.' });

const cooling = z
  .strictObject({
    start: quantity('s', { min: 0, max: 1e9 }, 'When cooling begins.'),
    rate: quantity('1/s', { above: 0, max: 1e6 }, 'The excess temperature decays as exp(-rate · t).').default(
      20,
    ),
    to: quantity('K', temperature, 'Temperature that the sheet cools to.').default(293.15),
  })
  .meta({ title: 'Cooling', description: 'How the whole sheet cools; left out, it stays as hot as it is.' });

export const membraneSheet = z
  .strictObject({
    name: name('Name of the body, unique among bodies.'),
    model: z
      .literal('membrane-sheet')
      .meta({ description: 'A hot sheet that is blown or drawn into shape, neo-Hookean.' }),
    outline: choice(OUTLINES, 'Shape of the blank; a disc has as many rows as columns.').default('rectangle'),
    size: pair(() => z.number().gt(0).max(1e6), 'm', 'Width and depth of the blank.').default([0.2, 0.2]),
    points: pair(() => z.int().min(3).max(LIMITS.particles), '1', 'Masses a side: columns, rows.').default([
      33, 33,
    ]),
    position: place('Centre of the blank.').default([0, 0, 0]),
    rotation: rotation.prefault({}),
    material: material.prefault({}),
    temperature: quantity('K', temperature, 'Temperature at the start.').default(430),
    cooling: cooling.optional(),
    clamp: z
      .union([z.enum(['rim', 'none']), z.number().gt(0).max(1e6)])
      .meta({
        description:
          'What is held: the rim, nothing, or the rim and all that is farther from the centre (m).',
      })
      .default('rim'),
    pressure: keyframes(
      z
        .strictObject({
          time: quantity('s', { min: 0, max: 1e9 }, 'When.'),
          pascals: quantity('Pa', { min: -1e9, max: 1e9 }, 'Pressure then.'),
        })
        .meta({ title: 'Pressure keyframe' }),
      'Pressure along the normal (local +y at the start); straight lines between entries. None = no pressure.',
    ).default([]),
  })
  .meta({
    title: 'Membrane sheet',
    description: 'A hot sheet for forming: flat in its local x–z plane, centred, y up, row 0 at −z.',
  });

export type MembraneSheetParameters = z.output<typeof membraneSheet>;

type Place = (x: number, y: number, z: number) => readonly [number, number, number];

export function buildMembraneSheet(world: World, body: MembraneSheetParameters, at: Place): MembraneSheet {
  const { outline, size, points, material: properties, clamp } = body;
  const { glassTransition, transitionWidth, coldStiffening } = properties;
  const sheet = addMembraneSheet(world, {
    ...properties,
    name: body.name,
    outline,
    size,
    points,
    temperature: body.temperature,
    setting: { glassTransition, transitionWidth, coldStiffening },
    clamp: typeof clamp === 'number' ? { radius: clamp } : clamp,
    place: at,
  });
  if (body.cooling) world.add(coolingStage(sheet, body.temperature, body.cooling));
  if (body.pressure.length > 0) addPressure(world, sheet, body.pressure);
  return sheet;
}

/** K; nearer than this to where it cools to, a sheet is there. */
const COOLED = 0.01;

function coolingStage(
  sheet: MembraneSheet,
  hot: number,
  { start, rate, to }: NonNullable<MembraneSheetParameters['cooling']>,
): System {
  return {
    name: 'cooling',
    phase: 'drive',
    run({ particles, time }: World): Moved {
      const excess = (hot - to) * exp(-rate * Math.max(0, time - start));
      const now = to + (Math.abs(excess) < COOLED ? 0 : excess);
      particles.temperature.view.fill(now, sheet.first, sheet.first + sheet.count);
      return 'still';
    },
  };
}

function addPressure(world: World, sheet: MembraneSheet, frames: MembraneSheetParameters['pressure']): void {
  const air = pressure(sheet.triangles, 0);
  world.addForce({
    name: 'pressure',
    energy: air.energy,
    add(w: World, time: number) {
      air.pascals = pressureAt(frames, time);
      air.add(w, time);
    },
  });
}

/** Held before the first entry and after the last. */
function pressureAt(frames: MembraneSheetParameters['pressure'], time: number): number {
  const after = frames.findIndex((frame) => frame.time > time);
  if (after === 0) return frames[0].pascals;
  if (after < 0) return frames[frames.length - 1].pascals;
  const [from, to] = [frames[after - 1], frames[after]];
  return from.pascals + ((time - from.time) / (to.time - from.time)) * (to.pascals - from.pascals);
}
