/** The membrane sheet in a scene: its parameters, and how it is built. */
import { z } from 'zod';
import { choice, keyframes, quantity } from '../../schema/fields.ts';
import { RUBBER_BREAKS } from '../breaking-strain.ts';
import { bodySchema, defineModel } from '../model.ts';
import { gridPlaces } from '../places.ts';
import { placeRows, pointsRow, sizeRow } from '../rows.ts';
import { gridBound, massChecks, placement } from '../sheet.ts';
import { OUTLINES } from './blank.ts';
import { addCooling, addPressure } from './forming.ts';
import { addMembraneSheet, DEFAULTS } from './index.ts';

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
  .meta({ title: 'Cooling', description: 'How the whole sheet cools. Default: it stays hot.' });

const schema = bodySchema(
  'membrane-sheet',
  'A hot sheet that is blown or drawn into shape, neo-Hookean.',
  {
    outline: choice(OUTLINES, 'Shape of the blank; a disc has as many rows as columns.').default(
      DEFAULTS.outline,
    ),
    size: sizeRow('Width and depth of the blank.').default([0.2, 0.2]),
    points: pointsRow('Masses a side: columns, rows.', 3).default([33, 33]),
    ...placeRows('Centre of the blank.'),
    material: material.prefault({}),
    temperature: quantity('K', temperature, 'Temperature at the start.').default(430),
    cooling: cooling.optional(),
    clamp: z
      .union([z.enum(['rim', 'none']), z.number().gt(0).max(1e6)])
      .meta({
        description:
          'Masses that are held: the rim, none, or the rim and all that are farther from the centre (m).',
      })
      .default(DEFAULTS.clamp),
    pressure: keyframes(
      z
        .strictObject({
          time: quantity('s', { min: 0, max: 1e9 }, 'When.'),
          pascals: quantity('Pa', { min: -1e9, max: 1e9 }, 'Pressure then.'),
        })
        .meta({ title: 'Pressure keyframe' }),
      'Pressure along the normal (local +y at the start); straight lines between entries. None = no pressure.',
    ).default([]),
  },
  {
    title: 'Membrane sheet',
    description: 'A hot sheet for forming: flat in its local x–z plane, centred, y up, row 0 at −z.',
  },
);

export const membraneSheet = defineModel({
  name: 'membrane-sheet',
  schema,
  hasWalls: true,
  places: gridPlaces,
  breakingStrain: () => RUBBER_BREAKS,
  startParticles: ({ points }) => points[0] * points[1],
  mostParticles: ({ points }) => gridBound(points),
  check(p, path) {
    const { points, outline, material: own } = p;
    const problems = massChecks(p, own.density * own.thickness, path);
    if (outline !== 'disc' || points[0] === points[1]) return problems;
    const message = `a disc has as many rows as columns, got ${points[0]} and ${points[1]}`;
    return [...problems, { path: `${path}.points`, message }];
  },

  build(world, p) {
    const { name, outline, size, points, material: own, clamp } = p;
    const { glassTransition, transitionWidth, coldStiffening } = own;
    const sheet = addMembraneSheet(world, {
      ...own,
      name,
      outline,
      size,
      points,
      temperature: p.temperature,
      setting: { glassTransition, transitionWidth, coldStiffening },
      clamp: typeof clamp === 'number' ? { radius: clamp } : clamp,
      place: placement(p),
    });
    if (p.cooling) addCooling(world, sheet, p.temperature, p.cooling);
    if (p.pressure.length > 0) addPressure(world, sheet, p.pressure);
    return sheet;
  },
});
