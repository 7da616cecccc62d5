/** The Provot sheet in a scene: a layered sheet with parameters of its own. */
import { pinParticles } from '../../../core/pins.ts';
import { pressure } from '../../../forces/pressure.ts';
import { resolveMaterial } from '../../../materials/presets.ts';
import { sheetBreakingStrain } from '../../breaking-strain.ts';
import { bodySchema, defineModel } from '../../model.ts';
import { gridPlaces, gridSeams, pinChecks, pinnedPoints, pins } from '../../places.ts';
import {
  elongationLimitRow,
  jitterRow,
  materialRow,
  placeRows,
  pointsRow,
  pressureRow,
  sizeRow,
  springMaterial,
  velocityRow,
} from '../../rows.ts';
import { gridBound, massChecks, placement, setVelocity, stiffnessWarnings } from '../../sheet.ts';
import { addProvotSheet } from './provot.ts';

const schema = bodySchema(
  'provot-sheet',
  'One layer of structural, shear and flexion springs.',
  {
    size: sizeRow('Width and height.').default([1, 1]),
    points: pointsRow('Masses a side: columns, rows.').default([33, 33]),
    ...placeRows('Centre of the sheet.'),
    velocity: velocityRow(),
    jitter: jitterRow,
    material: materialRow(springMaterial).prefault({}),
    elongationLimit: elongationLimitRow(0.1),
    pins,
    pressure: pressureRow('+z'),
  },
  { title: 'Provot sheet', description: 'A sheet in its local x–y plane, centred, y up.' },
);

export const provotSheet = defineModel({
  name: 'provot-sheet',
  schema,
  places: gridPlaces,
  seams: gridSeams,
  preset: (name) => ({ ...resolveMaterial(name) }),
  breakingStrain: sheetBreakingStrain,
  startParticles: ({ points }) => points[0] * points[1],
  mostParticles: ({ points }) => gridBound(points),
  check: (p, path) => [...pinChecks(p, path), ...massChecks(p, resolveMaterial(p.material).density, path)],
  warnings: (p, path) => stiffnessWarnings(p, resolveMaterial(p.material), path),

  build(world, p, { shift }) {
    const { name, size, points, elongationLimit, jitter } = p;
    const place = placement(p);
    const sheet = addProvotSheet(world, {
      name,
      size,
      points,
      material: resolveMaterial(p.material),
      elongationLimit,
      place: (u, v) => place(u, v, shift(jitter)),
    });
    setVelocity(world, sheet, p.velocity);
    const held = pinnedPoints(p).map(({ column, row, keyframes }) => ({
      particle: sheet.index(column, row),
      keyframes,
    }));
    pinParticles(world, held);
    return sheet;
  },

  load: (sheet, p) => (p.pressure === 0 ? undefined : pressure(sheet.triangles, p.pressure)),
});
