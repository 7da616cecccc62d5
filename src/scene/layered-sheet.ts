/** The layered sheet in a scene: its rows of the parameter table, and how it is put into a world. */
import { z } from 'zod';
import { pinParticles } from '../core/pins.ts';
import type { World } from '../core/world.ts';
import { pressure } from '../forces/pressure.ts';
import { materialNames, resolveMaterial } from '../materials/presets.ts';
import type { ThermalMaterial } from '../materials/thermal.ts';
import { addLayeredSheet, type LayeredMaterial, type LayeredSheet } from '../models/layered-sheet/index.ts';
import { STRUCTURE_NAMES } from '../models/layered-sheet/structures.ts';
import { choice, name, pair, place, quantity, rotation, vector, whole } from '../schema/fields.ts';
import { LIMITS } from '../schema/limits.ts';
import type { Problem } from '../schema/problem.ts';
import { gridPoints } from './grid-place.ts';
import { chooseThermal, thermal } from './heat-parameters.ts';
import { elongationLimitRow, pressureRow, reachingPins } from './sheet-rows.ts';
import { addMatter, isChanging, matterParameters } from './spring-behaviour.ts';

const material = z
  .strictObject({
    density: quantity('kg/m²', { above: 0, max: 1e4 }, 'Mass of a square metre of sheet.').default(0.3),
    stretch: quantity(
      'N/m',
      { above: 0, max: 1e9 },
      'Stretch modulus E·thickness; layers are no stiffer than their rigidity needs.',
    ).default(1e5),
    rigidity: quantity(
      'N·m',
      { min: 0, max: 1e6 },
      'Flexural rigidity D: bending moment per metre of width at unit curvature.',
    ).default(0.002),
    damping: quantity('1', { min: 0, max: 10 }, 'Share of critical damping in the springs.').default(0.05),
    thickness: quantity('m', { above: 0, max: 1 }, 'Thickness of the sheet.').default(0.0003),
  })
  .meta({ title: 'Layered material', description: 'Properties of the sheet.' });

const springStiffness = (help: string) => quantity('N/m', { above: 0, max: 1e9 }, help);

const stiffness = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z
        .literal('rigidity')
        .meta({ description: 'Springs such that the sheet bends as its rigidity says.' }),
      ties: quantity(
        '1',
        { above: 0, max: 1e3 },
        'Stiffness of the ties between layers over that of the springs in a layer.',
      ).default(4),
    }),
    z.strictObject({
      kind: z.literal('modulus').meta({ description: 'K = E·A/l, as in the thesis.' }),
      young: quantity('Pa', { above: 0, max: 1e13 }, 'Young’s modulus.'),
    }),
    z.strictObject({
      kind: z.literal('springs').meta({ description: 'One stiffness for all springs of a kind.' }),
      planar: springStiffness('Of every spring in a layer.'),
      interlayer: springStiffness('Of every tie between layers.'),
    }),
  ])
  .meta({ title: 'Stiffness', description: 'Where the stiffness of the springs comes from.' });

export const layeredSheet = z
  .strictObject({
    name: name('Name of the body, unique among bodies.'),
    model: z
      .literal('layered-sheet')
      .meta({ description: 'Layers of masses and springs that resist bending: plastics, card, paper.' }),
    structure: choice(STRUCTURE_NAMES, 'How masses are joined.').default('trimm'),
    size: pair(() => z.number().gt(0).max(1e6), 'm', 'Width and depth.').default([0.25, 0.25]),
    points: pair(
      () => z.int().min(2).max(LIMITS.particles),
      '1',
      'Masses a side of the lowest layer: columns, rows.',
    ).default([21, 21]),
    layers: whole(
      { min: 1, max: 100 },
      'Layers; 1 for provot-2d and 2 for the others when left out.',
    ).optional(),
    layerDistance: quantity(
      'm',
      { above: 0, max: 1e3 },
      'Distance of neighbouring layers; half the spacing of the masses when left out.',
    ).optional(),
    position: place('Centre of the lowest layer.').default([0, 0, 0]),
    rotation: rotation.prefault({}),
    velocity: vector('m/s', { min: -1e4, max: 1e4 }, 'Velocity at the start.').default([0, 0, 0]),
    material: z
      .union([z.enum(materialNames), material])
      .meta({ description: 'The name of a preset, or its properties.' })
      .prefault({}),
    thermal: thermal.optional(),
    stiffness: stiffness.prefault({ kind: 'rigidity' }),
    masses: choice(['area', 'equal'], 'Masses by the area around them, or all equal.').default('area'),
    elongationLimit: elongationLimitRow(0),
    ...matterParameters,
    pins: reachingPins,
    pressure: pressureRow('+y'),
  })
  .meta({
    title: 'Layered sheet',
    description: 'A stiff sheet: flat in its local x–z plane, centred, y up, row 0 at −z.',
  });

export type LayeredSheetParameters = z.output<typeof layeredSheet>;

type Place = (x: number, y: number, z: number) => readonly [number, number, number];

export function layersOf({ structure, layers }: LayeredSheetParameters): number {
  return layers ?? (structure === 'provot-2d' ? 1 : 2);
}

/** What the numbers one by one don't tell. */
export function layeredSheetChecks(body: LayeredSheetParameters, path: string): Problem[] {
  const { structure, points } = body;
  const layers = layersOf(body);
  const { rigidity } = resolveMaterialOf(body);
  const problems: Problem[] = [];
  const refuse = (field: string, message: string) => problems.push({ path: `${path}.${field}`, message });
  if (structure === 'provot-2d' && layers !== 1) refuse('layers', `provot-2d has one layer, got ${layers}`);
  if (structure === 'provot-3d' && layers === 1) refuse('layers', 'provot-3d has two layers or more, got 1');
  points.forEach((count, axis) => {
    if (count <= layers) refuse(`points[${axis}]`, `must be > ${layers}, the number of layers, got ${count}`);
    else if (structure === 'provot-2d' && count < 3) refuse(`points[${axis}]`, `must be >= 3, got ${count}`);
  });
  if (body.stiffness.kind === 'rigidity' && layers === 1 && structure !== 'provot-2d' && rigidity > 0) {
    refuse('layers', `one layer of ${structure} has nothing that resists bending; take 2, or provot-2d`);
  }
  if (body.stiffness.kind === 'rigidity' && layers > 1 && rigidity === 0) {
    refuse('material.rigidity', 'must be > 0 for a sheet of several layers, got 0');
  }
  return problems;
}

function resolveMaterialOf({ material }: LayeredSheetParameters): LayeredMaterial {
  return typeof material === 'string' ? resolveMaterial(material) : material;
}

/** How the sheet answers to heat. */
export function thermalOfSheet({ thermal: chosen, material }: LayeredSheetParameters): ThermalMaterial {
  return chooseThermal(chosen, typeof material === 'string' ? material : undefined);
}

/** `hot`: whether heat may change its springs. */
export function buildLayeredSheet(
  world: World,
  body: LayeredSheetParameters,
  at: Place,
  hot: boolean,
): LayeredSheet {
  const sheet = addLayeredSheet(world, {
    name: body.name,
    structure: body.structure,
    points: body.points,
    layers: layersOf(body),
    size: body.size,
    layerDistance: body.layerDistance,
    material: resolveMaterialOf(body),
    stiffness: body.stiffness,
    masses: body.masses,
    elongationLimit: body.elongationLimit,
    changes: hot || isChanging(body),
    place: at,
  });
  addMatter(world, sheet, body);
  const { vx, vy, vz } = world.particles;
  [vx, vy, vz].forEach((component, axis) => {
    component.fill(body.velocity[axis], sheet.first, sheet.first + sheet.count);
  });
  pinLayered(world, sheet, body);
  if (body.pressure !== 0) world.addForce(pressure(sheet.triangles, body.pressure));
  return sheet;
}

/** A mass that two pins hold follows the later one. */
export function pinLayered(
  world: World,
  sheet: LayeredSheet,
  body: Pick<LayeredSheetParameters, 'pins' | 'points'>,
): void {
  const { lattice, first } = sheet;
  const pins = new Map<number, LayeredSheetParameters['pins'][number]['keyframes']>();
  for (const { at, reach, keyframes } of body.pins) {
    const held = gridPoints(at, body.points).map(([column, row]) => sheet.index(column, row));
    for (const particle of held) pins.set(particle, keyframes);
    if (reach === 0) continue;
    const centres = held.map((particle) => lattice.masses[particle - first]);
    lattice.masses.forEach(({ x, z }, i) => {
      const near = centres.some((c) => (c.x - x) * (c.x - x) + (c.z - z) * (c.z - z) <= reach * reach);
      if (near) pins.set(first + i, keyframes);
    });
  }
  pinParticles(
    world,
    [...pins].map(([particle, keyframes]) => ({ particle, keyframes })),
  );
}
