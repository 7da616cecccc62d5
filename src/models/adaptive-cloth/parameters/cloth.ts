/** Parameters of a cloth that scenes and programs share: material, levels, refinement, creases and tears. */
import { z } from 'zod';
import { choice, flag, quantity, whole } from '../../../schema/fields.ts';
import { clothSeams } from './seams.ts';

/** A triangle of level 24 is a four-thousandth of its start triangle's side: finer than any weave. */
const DEEPEST = 24;

const stiffness = { above: 0, max: 1e9 };
const rigidity = { min: 0, max: 1e6 };
const time = { min: 0, max: 1e3 };

export const clothMaterial = z
  .strictObject({
    density: quantity('kg/m²', { above: 0, max: 1e4 }, 'Mass of a square metre of cloth.').default(0.15),
    thickness: quantity('m', { above: 0, max: 1 }, 'Thickness of the cloth.').default(0.0005),
    stretchWarp: quantity(
      'N/m',
      stiffness,
      'Force per metre of width at unit strain, along the warp (u).',
    ).default(3000),
    stretchWeft: quantity('N/m', stiffness, 'The same along the weft (v).').default(3000),
    shear: quantity('N/m', stiffness, 'Shear force per metre of width at unit angle.').default(50),
    bendWarp: quantity(
      'N·m',
      rigidity,
      'Bending moment per metre of width at unit curvature, along the warp.',
    ).default(1e-5),
    bendWeft: quantity('N·m', rigidity, 'The same along the weft.').default(1e-5),
    damping: quantity('s', time, 'Damping of stretch and shear over their stiffness.').default(0.001),
    bendDamping: quantity('s', time, 'Damping of bending over its stiffness; default: `damping`.').optional(),
  })
  .meta({ title: 'Cloth material', description: 'Properties of the cloth, along warp and weft apart.' });

const crease = z
  .strictObject({
    curvature: quantity(
      '1/m',
      { above: 0, max: 1e6 },
      'Curvature up to which the cloth springs back flat.',
    ).default(100),
    share: quantity('1', { above: 0, max: 1 }, 'Share of the curvature beyond it that stays.').default(0.5),
  })
  .meta({ title: 'Creases', description: 'Creases that stay; default: none.' });

const level = (help: string) => whole({ min: 0, max: DEEPEST }, help);

export const clothRows = {
  startLevel: level('Bisections of every triangle at the start; two of them halve the edges.').default(0),
  minLevel: level('Coarsest level.').default(0),
  maxLevel: level('Finest level; default: startLevel, and the mesh never changes.').optional(),
  refineError: quantity(
    'm',
    { above: 0, max: 1e3 },
    'Distance between the bent cloth and its triangles above which they are refined; default: 1/250 of the cloth’s extent.',
  ).optional(),
  simplifyShare: quantity(
    '1',
    { min: 0, max: 0.5 },
    'Share of refineError below which the mesh may become coarser.',
  ).default(0.25),
  simplifyRate: quantity(
    '1/s',
    { min: 0, max: 1e6 },
    'Rate of the angles between triangles below which the mesh may become coarser, rad/s.',
  ).default(1),
  simplifyAge: quantity('s', { min: 0, max: 1e6 }, 'Age of triangles from which they may be merged.').default(
    0.2,
  ),
  refineAtContact: flag(
    'Whether the mesh is also refined near edges of colliders and where it touches them.',
  ).default(true),
  restShape: choice(
    ['flat', 'start'],
    'Shape without bending moments: flat, or the shape at the start.',
  ).default('flat'),
  crease: crease.optional(),
  tearStrain: quantity(
    '1',
    { above: 0, max: 1e3 },
    'Stretch across an edge of the mesh above which the cloth tears along it; default: it never tears.',
  ).optional(),
  seams: clothSeams,
};

/** Options of `addAdaptiveCloth` that the parameter table has. */
export const clothOptions = z.object({ material: clothMaterial, ...clothRows });
