/** The layered sheet in a scene: its parameters, its response to heat, and how it is built. */
import { z } from 'zod';
import type { Block } from '../../core/arena.ts';
import { ROOM_TEMPERATURE } from '../../core/particles.ts';
import { type Keyframe, pinParticles } from '../../core/pins.ts';
import type { World } from '../../core/world.ts';
import { pressure } from '../../forces/pressure.ts';
import { tearing } from '../../forces/tearing.ts';
import { resolveMaterial } from '../../materials/presets.ts';
import { thermalCurves } from '../../materials/thermal.ts';
import { choice, quantity, whole } from '../../schema/fields.ts';
import type { Problem } from '../../schema/problem.ts';
import { sheetBreakingStrain } from '../breaking-strain.ts';
import { bodySchema, defineModel, type HeatResponse } from '../model.ts';
import { gridPlaces, gridPoints, gridSeams, pinChecks, reachingPins } from '../places.ts';
import {
  chooseThermal,
  elongationLimitRow,
  materialRow,
  placeRows,
  pointsRow,
  pressureRow,
  sizeRow,
  thermal,
  velocityRow,
} from '../rows.ts';
import { gridBound, massChecks, placement, setVelocity } from '../sheet.ts';
import { TIE_SHARE } from './calibrate.ts';
import { addLayeredSheet, DEFAULTS, type LayeredMaterial, type LayeredSheet } from './index.ts';
import { sheetHeat } from './sheet-heat.ts';
import { Softening } from './softening.ts';
import { addSpringBehaviour, isChanging, springBehaviour } from './spring-behaviour.ts';
import { particleCount, STRUCTURE_NAMES } from './structures.ts';
import { ThesisHeat } from './thesis-heat.ts';

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
        .meta({ description: 'Springs by which the sheet has the rigidity of its material.' }),
      ties: quantity(
        '1',
        { above: 0, max: 1e3 },
        'Stiffness of the ties between layers over that of the springs in a layer.',
      ).default(TIE_SHARE),
    }),
    z.strictObject({
      kind: z.literal('modulus').meta({ description: 'K = E·A/l, as in the thesis.' }),
      young: quantity('Pa', { above: 0, max: 1e13 }, 'Young’s modulus.'),
    }),
    z.strictObject({
      kind: z.literal('springs').meta({ description: 'One stiffness for all springs of a kind.' }),
      planar: springStiffness('Stiffness of every spring in a layer.'),
      interlayer: springStiffness('Stiffness of every tie between layers.'),
    }),
  ])
  .meta({ title: 'Stiffness', description: 'Where the stiffness of the springs comes from.' });

const schema = bodySchema(
  'layered-sheet',
  'Layers of masses and springs that resist bending: plastics, card, paper.',
  {
    structure: choice(STRUCTURE_NAMES, 'How masses are joined.').default('trimm'),
    size: sizeRow('Width and depth.').default([0.25, 0.25]),
    points: pointsRow('Masses a side of the lowest layer: columns, rows.').default([21, 21]),
    layers: whole(
      { min: 1, max: 100 },
      'Number of layers. Default: 1 for provot-2d, 2 for the others.',
    ).optional(),
    layerDistance: quantity(
      'm',
      { above: 0, max: 1e3 },
      'Distance of neighbouring layers. Default: half the spacing of the masses.',
    ).optional(),
    ...placeRows('Centre of the lowest layer.'),
    velocity: velocityRow(),
    material: materialRow(material).prefault({}),
    thermal: thermal.optional(),
    stiffness: stiffness.prefault(DEFAULTS.stiffness),
    masses: choice(['area', 'equal'], 'Masses by the area around them, or all equal.').default(
      DEFAULTS.masses,
    ),
    elongationLimit: elongationLimitRow(0),
    ...springBehaviour,
    pins: reachingPins,
    pressure: pressureRow('+y'),
  },
  {
    title: 'Layered sheet',
    description: 'A stiff sheet: flat in its local x–z plane, centred, y up, row 0 at −z.',
  },
);

type LayeredSheetParameters = z.output<typeof schema>;

function layersOf({ structure, layers }: LayeredSheetParameters): number {
  return layers ?? (structure === 'provot-2d' ? 1 : 2);
}

function materialOf({ material: own }: LayeredSheetParameters): LayeredMaterial {
  return typeof own === 'string' ? resolveMaterial(own) : own;
}

/** Response to heat of layered sheets, from a scene's parameters or from a file. */
export const layeredHeat: Omit<HeatResponse<never, LayeredSheet>, 'material'> = {
  modes: ['physical', 'thesis'],
  exchanging: sheetHeat,
  soften(world, sheet, exchange, material) {
    world.add(new Softening(world, sheet, exchange, thermalCurves(material)));
    tearing(world, sheet, sheet.springs); // the surface opens where springs break by heat
  },
  addThesisRules(world, sheet, { ambient, oven, thesis }, heaters, { thermalSensitivity }) {
    const sensitivity = thesis.sensitivity * thermalSensitivity;
    const ovenSensitivity = thesis.ovenSensitivity * thermalSensitivity;
    const rules = { ...thesis, ambient, oven, heaters, sensitivity, ovenSensitivity };
    world.add(new ThesisHeat(world, sheet, rules));
  },
  stiffen({ springs }, { mode, thesis }, lowest, material) {
    const { stiffness: k, damping } = springs;
    const before: [Block<'f64'>, Float64Array][] = [
      [k, k.view.slice()],
      [damping, damping.view.slice()],
    ];
    const weakening = thesis.ovenSensitivity * material.thermalSensitivity * (lowest - ROOM_TEMPERATURE);
    const factor = mode === 'physical' ? thermalCurves(material).modulus(lowest) : 1;
    for (let i = 0; i < k.length; i++) {
      if (k.view[i] === 0) continue;
      const share = mode === 'physical' ? factor : Math.min(thesis.ceiling, 1 - weakening / k.view[i]);
      const own = springs.ownDamping(i);
      k.view[i] *= share;
      damping.view[i] = own * Math.sqrt(share) + springs.retardation * k.view[i];
    }
    return () => {
      for (const [block, values] of before) block.view.set(values);
    };
  },
};

export const layeredSheet = defineModel({
  name: 'layered-sheet',
  schema,
  drawnAs: 'layers',
  hasWalls: true,
  places: gridPlaces,
  seams: gridSeams,
  heat: {
    ...layeredHeat,
    material: (p: LayeredSheetParameters) =>
      chooseThermal(p.thermal, typeof p.material === 'string' ? p.material : undefined),
  },
  preset: (name) => ({ ...resolveMaterial(name) }),
  breakingStrain: sheetBreakingStrain,
  startParticles: (p) => particleCount(...p.points, layersOf(p)),
  mostParticles: (p) => gridBound(p.points, layersOf(p)),
  check: (p, path) => [
    ...pinChecks(p, path),
    ...massChecks(p, materialOf(p).density / layersOf(p), path),
    ...layerChecks(p, path),
  ],

  build(world, p, { scene }) {
    const sheet = addLayeredSheet(world, {
      name: p.name,
      structure: p.structure,
      points: p.points,
      layers: layersOf(p),
      size: p.size,
      layerDistance: p.layerDistance,
      material: materialOf(p),
      stiffness: p.stiffness,
      masses: p.masses,
      elongationLimit: p.elongationLimit,
      changes: scene.heat.mode !== 'off' || isChanging(p),
      place: placement(p),
    });
    addSpringBehaviour(world, sheet, p);
    setVelocity(world, sheet, p.velocity);
    pinLayered(world, sheet, p);
    if (p.pressure !== 0) world.addForce(pressure(sheet.triangles, p.pressure));
    return sheet;
  },
});

function layerChecks(body: LayeredSheetParameters, path: string): Problem[] {
  const { structure, points } = body;
  const layers = layersOf(body);
  const { rigidity } = materialOf(body);
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

/** Pins particles; one that several pins hold follows the last of them. */
export function pinLayered(
  world: World,
  sheet: LayeredSheet,
  body: Pick<LayeredSheetParameters, 'pins' | 'points'>,
): void {
  const { lattice, first } = sheet;
  const pins = new Map<number, readonly Keyframe[]>();
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
