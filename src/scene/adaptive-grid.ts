/** The sheet that refines itself in a scene: its rows of the parameter table, their checks, and how it is put into a world. */
import { z } from 'zod';
import type { World } from '../core/world.ts';
import { cellPressure } from '../forces/pressure.ts';
import { materialNames, resolveMaterial } from '../materials/presets.ts';
import type { ThermalMaterial } from '../materials/thermal.ts';
import {
  type AdaptiveGrid,
  addAdaptiveGrid,
  DEEPEST_LEVEL,
  SCALINGS,
} from '../models/adaptive-grid/index.ts';
import { choice, flag, name, pair, place, quantity, rotation, vector, whole } from '../schema/fields.ts';
import { LIMITS } from '../schema/limits.ts';
import type { Problem } from '../schema/problem.ts';
import { gridPoints } from './grid-place.ts';
import { chooseThermal, thermal } from './heat-parameters.ts';
import { material } from './material.ts';
import { jitterRow, pins, pressureRow } from './sheet-rows.ts';

const { density, stretch, shear, damping, thickness } = material.shape;

const ownMaterial = z
  .strictObject({
    density,
    stretch,
    shear,
    rigidity: quantity(
      'N·m',
      { min: 0, max: 1e6 },
      'Flexural rigidity D: bending moment per metre of width at unit curvature; 0 = it folds freely, as published.',
    ).default(0),
    damping,
    thickness,
  })
  .meta({
    title: 'Adaptive material',
    description: 'Properties of the sheet. It has no flexion springs, so no `bend`.',
  });

const angle = { above: 0, max: 180 };
const corner = (help: string) => pair(() => z.number().min(-1e6).max(1e6), 'm', help);

const refined = z
  .strictObject({
    from: corner('Left and lower end, in the sheet’s own plane; its centre is [0, 0].'),
    to: corner('Right and upper end.'),
    level: whole({ min: 1, max: DEEPEST_LEVEL }, 'Level there: the spacing is halved so many times.'),
  })
  .meta({ title: 'Refined part' });

export const adaptiveGrid = z
  .strictObject({
    name: name('Name of the body, unique among bodies.'),
    model: z
      .literal('adaptive-grid')
      .meta({ description: 'Masses and springs that refine themselves where the sheet creases.' }),
    size: pair(() => z.number().gt(0).max(1e6), 'm', 'Width and height.').default([1, 1]),
    points: pair(
      () => z.int().min(2).max(LIMITS.particles),
      '1',
      'Masses a side before anything is refined: columns, rows.',
    ).default([10, 10]),
    position: place('Centre of the sheet.').default([0, 0, 0]),
    rotation: rotation.prefault({}),
    velocity: vector('m/s', { min: -1e4, max: 1e4 }, 'Velocity at the start.').default([0, 0, 0]),
    jitter: jitterRow,
    material: z
      .union([z.enum(materialNames), ownMaterial])
      .meta({
        description:
          'The name of a preset, or its properties; of a preset, its rigidity resists bending, not its flexion springs.',
      })
      .prefault({}),
    thermal: thermal.optional(),
    scaling: choice(
      SCALINGS,
      'consistent: mass per area, stiffness and damping of the sheet are the same on every level; paper: every mass is the same and stiffness doubles a level, as published.',
    ).default('consistent'),
    splitAngle: quantity('°', angle, 'Bend between opposite springs at which a mass is split.').default(25),
    splitAngleStep: quantity('°', { min: 0, max: 180 }, 'What that angle grows by with every level.').default(
      15,
    ),
    maxLevel: whole(
      { min: 0, max: DEEPEST_LEVEL },
      'Deepest level: the spacing is halved at most so many times; 0 = never refined.',
    ).default(3),
    splitAtContact: flag(
      'Whether it also refines where a collider would come through between masses.',
    ).default(true),
    unsplit: flag('Whether it becomes coarser again where it has become flat.').default(true),
    unsplitShare: quantity(
      '1',
      { min: 0, max: 1 },
      'Flat enough for that: bends below this share of the angle at which it would be split.',
    ).default(0.5),
    unsplitAge: quantity('s', { min: 0, max: 1e6 }, 'How long what was split stays so at least.').default(1),
    refined: z
      .array(refined)
      .max(1000)
      .meta({ description: 'Parts that are refined from the start; the deepest counts where they overlap.' })
      .default([]),
    pins,
    pressure: pressureRow('+z'),
  })
  .meta({
    title: 'Adaptive grid',
    description: 'A coarse sheet in its local x–y plane, centred, y up, that is refined where it creases.',
  });

export type AdaptiveGridParameters = z.output<typeof adaptiveGrid>;

/** Masses a side with every cell at the deepest level. */
export function finestPoints({ points, maxLevel }: AdaptiveGridParameters): [number, number] {
  const parts = 1 << maxLevel;
  return [(points[0] - 1) * parts + 1, (points[1] - 1) * parts + 1];
}

/** The deepest level that any sheet may come to. */
export function deepestLevel(bodies: readonly { model: string; maxLevel?: number }[]): number {
  return bodies.reduce((deepest, { maxLevel = 0 }) => Math.max(deepest, maxLevel), 0);
}

/** What the numbers one by one don't tell. */
export function adaptiveGridChecks(body: AdaptiveGridParameters, path: string): Problem[] {
  const problems: Problem[] = [];
  const refuse = (field: string, message: string) => problems.push({ path: `${path}.${field}`, message });
  body.refined.forEach(({ from, to, level }, i) => {
    if (level > body.maxLevel)
      refuse(`refined[${i}].level`, `must be <= maxLevel (${body.maxLevel}), got ${level}`);
    [0, 1].forEach((axis) => {
      const half = body.size[axis] / 2;
      if (!(to[axis] > from[axis]))
        refuse(`refined[${i}].to[${axis}]`, `must be > from (${from[axis]}), got ${to[axis]}`);
      else if (to[axis] < -half || from[axis] > half)
        refuse(`refined[${i}]`, `lies beside the sheet, which goes from ${-half} to ${half} m there`);
    });
  });
  return problems;
}

type Place = (x: number, y: number, z: number) => readonly [number, number, number];

/** `shift`: draws how far a mass is out of the plane at the start, m. */
export function buildAdaptiveGrid(
  world: World,
  body: AdaptiveGridParameters,
  at: Place,
  shift: () => number,
): AdaptiveGrid {
  const { name, size, points, refined, scaling, splitAngle, splitAngleStep, maxLevel } = body;
  const { splitAtContact, unsplit, unsplitShare, unsplitAge } = body;
  const wanted = (u: number, v: number) =>
    refined.reduce(
      (deepest, { from, to, level }) =>
        u >= from[0] && u <= to[0] && v >= from[1] && v <= to[1] ? Math.max(deepest, level) : deepest,
      0,
    );
  const sheet = addAdaptiveGrid(world, {
    name,
    size,
    points,
    material: resolveAdaptive(body),
    scaling,
    splitAngle,
    splitAngleStep,
    maxLevel,
    splitAtContact,
    unsplit,
    unsplitShare,
    unsplitAge,
    startLevel: refined.length > 0 ? wanted : undefined,
    place: (u, v) => at(u, v, shift()),
  });
  const { vx, vy, vz } = world.particles;
  [vx, vy, vz].forEach((component, axis) => {
    component.fill(body.velocity[axis], sheet.first, sheet.first + sheet.count);
  });
  sheet.pin(pinnedPoints(body));
  if (body.pressure !== 0) world.addForce(cellPressure(sheet.cells, body.pressure));
  return sheet;
}

/** A mass that two pins hold follows the later one. */
function pinnedPoints({ pins: held, points }: AdaptiveGridParameters) {
  const [columns] = points;
  const last = new Map<number, AdaptiveGridParameters['pins'][number]['keyframes']>();
  for (const { at, keyframes } of held) {
    for (const [column, row] of gridPoints(at, points)) last.set(row * columns + column, keyframes);
  }
  return [...last].map(([mass, keyframes]) => ({
    column: mass % columns,
    row: Math.floor(mass / columns),
    keyframes,
  }));
}

export function resolveAdaptive({ material: chosen }: AdaptiveGridParameters) {
  return typeof chosen === 'string' ? resolveMaterial(chosen) : chosen;
}

/** How the sheet answers to heat. */
export function thermalOfGrid({ thermal: chosen, material: own }: AdaptiveGridParameters): ThermalMaterial {
  return chooseThermal(chosen, typeof own === 'string' ? own : undefined);
}
