/** Parameters of an adaptive grid that scenes and programs share: size, material and refinement. */
import { z } from 'zod';
import { choice, flag, quantity, whole } from '../../schema/fields.ts';
import { pointsRow, sizeRow, springMaterial } from '../rows.ts';

/** Deepest level: finer grids would have more points than a world may have particles. */
export const DEEPEST_LEVEL = 8;

const { density, stretch, shear, damping, thickness } = springMaterial.shape;

export const gridMaterial = z
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
export const gridSize = {
  size: sizeRow('Width and height.').default([1, 1]),
  points: pointsRow('Masses a side before anything is refined: columns, rows.').default([10, 10]),
};

export const gridRows = {
  scaling: choice(
    ['consistent', 'paper'],
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
  splitAtContact: flag('Whether it also refines where a collider would come through between masses.').default(
    true,
  ),
  unsplit: flag('Whether it becomes coarser again where it has become flat.').default(true),
  unsplitShare: quantity(
    '1',
    { min: 0, max: 1 },
    'Flat enough for that: bends below this share of the angle at which it would be split.',
  ).default(0.5),
  unsplitAge: quantity('s', { min: 0, max: 1e6 }, 'How long what was split stays so at least.').default(1),
};

/** Options of `addAdaptiveGrid` that the parameter table has. */
export const gridOptions = z.object({
  ...gridSize,
  material: z.object(gridMaterial.shape), // presets have more properties
  ...gridRows,
});
