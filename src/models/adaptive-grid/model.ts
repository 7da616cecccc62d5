/** The adaptive grid in a scene: its parameters, its response to heat, and how it is built. */
import { z } from 'zod';
import { cellPressure } from '../../forces/pressure.ts';
import { resolveMaterial } from '../../materials/presets.ts';
import { thermalCurves } from '../../materials/thermal.ts';
import { pair, whole } from '../../schema/fields.ts';
import { LIMITS } from '../../schema/limits.ts';
import type { Problem } from '../../schema/problem.ts';
import { sheetBreakingStrain } from '../breaking-strain.ts';
import { bodySchema, defineModel } from '../model.ts';
import { gridPlaces, gridSeams, pinChecks, pinnedPoints, pins } from '../places.ts';
import {
  chooseThermal,
  jitterRow,
  materialRow,
  placeRows,
  pressureRow,
  thermal,
  velocityRow,
} from '../rows.ts';
import { gridBound, massChecks, placement, setVelocity, stiffnessWarnings } from '../sheet.ts';
import { GridSoftening, gridHeat } from './heat.ts';
import { type AdaptiveGrid, addAdaptiveGrid } from './index.ts';
import { DEEPEST_LEVEL, gridMaterial, gridRows, gridSize } from './parameters.ts';

const corner = (help: string) => pair(() => z.number().min(-1e6).max(1e6), 'm', help);

const refined = z
  .strictObject({
    from: corner('Left and lower end, in the sheet’s own plane; its centre is [0, 0].'),
    to: corner('Right and upper end.'),
    level: whole({ min: 1, max: DEEPEST_LEVEL }, 'Level there: the spacing is halved so many times.'),
  })
  .meta({ title: 'Refined part' });

const schema = bodySchema(
  'adaptive-grid',
  'Masses and springs that refine themselves where the sheet creases.',
  {
    ...gridSize,
    ...placeRows('Centre of the sheet.'),
    velocity: velocityRow(),
    jitter: jitterRow,
    material: materialRow(
      gridMaterial,
      'The name of a preset, or its properties; of a preset, its rigidity resists bending, not its flexion springs.',
    ).prefault({}),
    thermal: thermal.optional(),
    ...gridRows,
    refined: z
      .array(refined)
      .max(1000)
      .meta({ description: 'Parts that are refined from the start; the deepest counts where they overlap.' })
      .default([]),
    pins,
    pressure: pressureRow('+z'),
  },
  {
    title: 'Adaptive grid',
    description: 'A coarse sheet in its local x–y plane, centred, y up, that is refined where it creases.',
  },
);

type AdaptiveGridParameters = z.output<typeof schema>;

/** Masses a side with every cell at the deepest level. */
function finestPoints({ points, maxLevel }: AdaptiveGridParameters): [number, number] {
  const parts = 1 << maxLevel;
  return [(points[0] - 1) * parts + 1, (points[1] - 1) * parts + 1];
}

function materialOf({ material }: AdaptiveGridParameters) {
  return typeof material === 'string' ? resolveMaterial(material) : material;
}

export const adaptiveGrid = defineModel({
  name: 'adaptive-grid',
  schema,
  places: gridPlaces,
  seams: gridSeams,
  heat: {
    modes: ['physical'],
    material: ({ thermal: chosen, material }: AdaptiveGridParameters) =>
      chooseThermal(chosen, typeof material === 'string' ? material : undefined),
    exchanging: gridHeat,
    soften(world, sheet: AdaptiveGrid, exchange, material) {
      world.add(new GridSoftening(world, sheet, exchange, thermalCurves(material).modulus));
    },
    stiffen(sheet: AdaptiveGrid, _heat, lowest, material) {
      sheet.stiffest = Math.max(1, thermalCurves(material).modulus(lowest));
      sheet.soften(sheet.stiffest);
      return () => sheet.soften();
    },
  },
  preset: (name) => ({ ...resolveMaterial(name) }),
  breakingStrain: sheetBreakingStrain,
  meetsMovingMeshes: () => false,
  startParticles: ({ points }) => points[0] * points[1],
  mostParticles(p) {
    if (gridBound(p.points).count > LIMITS.particles) return gridBound(p.points);
    const { count, value } = gridBound(finestPoints(p));
    return { count, field: 'maxLevel', value: `${value} at level ${p.maxLevel}` };
  },
  deepestLevel: ({ maxLevel }) => maxLevel,
  uniform: (p) => ({ coarse: { maxLevel: 0 }, fine: { points: finestPoints(p), maxLevel: 0 } }),
  check: (p, path) => [
    ...pinChecks(p, path),
    ...massChecks({ points: finestPoints(p), size: p.size }, materialOf(p).density, path),
    ...refinedChecks(p, path),
  ],
  warnings: (p, path) => stiffnessWarnings(p, { ...materialOf(p), bend: 0 }, path),

  build(world, p, { shift }) {
    const place = placement(p);
    const level = (u: number, v: number) =>
      p.refined.reduce(
        (deepest, { from, to, level }) =>
          u >= from[0] && u <= to[0] && v >= from[1] && v <= to[1] ? Math.max(deepest, level) : deepest,
        0,
      );
    const sheet = addAdaptiveGrid(world, {
      ...p,
      material: materialOf(p),
      startLevel: p.refined.length > 0 ? level : undefined,
      place: (u, v) => place(u, v, shift(p.jitter)),
    });
    setVelocity(world, sheet, p.velocity);
    sheet.pin(pinnedPoints(p));
    if (p.pressure !== 0) world.addForce(cellPressure(sheet.cells, p.pressure));
    return sheet;
  },
});

function refinedChecks(body: AdaptiveGridParameters, path: string): Problem[] {
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
