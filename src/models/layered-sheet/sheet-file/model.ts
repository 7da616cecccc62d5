/** A layered sheet from a sheet file: its parameters, and how it is built. */
import { z } from 'zod';
import { FILE_UNITS, FileError } from '../../../../formats/lines.ts';
import { readSheetFile } from '../../../../formats/sht.ts';
import type { World } from '../../../core/world.ts';
import { pressure } from '../../../forces/pressure.ts';
import { materialNames } from '../../../materials/presets.ts';
import { choice } from '../../../schema/fields.ts';
import { LIMITS } from '../../../schema/limits.ts';
import type { Problem } from '../../../schema/problem.ts';
import { sheetBreakingStrain } from '../../breaking-strain.ts';
import { bodySchema, defineModel } from '../../model.ts';
import { gridPlaces, pinChecks, reachingPins } from '../../places.ts';
import {
  chooseThermal,
  elongationLimitRow,
  placeRows,
  pointsRow,
  pressureRow,
  thermal,
  velocityRow,
} from '../../rows.ts';
import { gridBound, type Place, placement } from '../../sheet.ts';
import type { LayeredSheet } from '../index.ts';
import { layeredHeat, pinLayered } from '../model.ts';
import { addSpringBehaviour, isChanging, springBehaviour } from '../spring-behaviour.ts';
import { addSheetFile, latticeOf } from './sheet-file.ts';

const schema = bodySchema(
  'sheet-file',
  'A layered sheet whose masses and springs are those of a sheet file.',
  {
    text: z
      .string()
      .min(1)
      .max(LIMITS.text)
      .meta({ description: 'The sheet file itself, all of its lines.' }),
    units: choice(FILE_UNITS, 'Units of a file that states none.').default('si'),
    points: pointsRow('Masses a side of the lowest layer, columns and rows, as the file has them.'),
    ...placeRows('Where the origin of the file is.'),
    velocity: velocityRow('Velocity at the start, besides that of the masses in the file.'),
    elongationLimit: elongationLimitRow(0),
    thermal: thermal.optional(),
    ...springBehaviour,
    pins: reachingPins,
    pressure: pressureRow('+y'),
  },
  { title: 'Sheet file', description: 'The sheet of a .sht file.' },
);

type SheetFileParameters = z.output<typeof schema>;

export const sheetFile = defineModel({
  name: 'sheet-file',
  schema,
  drawnAs: 'layers',
  hasWalls: true,
  places: gridPlaces,
  heat: {
    ...layeredHeat,
    // That of the material that the file names, if it is a preset.
    material({ text, units, thermal: chosen }: SheetFileParameters) {
      const { material } = readSheetFile(text, { units });
      return chooseThermal(
        chosen,
        materialNames.find((known) => known === material),
      );
    },
  },
  breakingStrain: (_p, isHeated) => sheetBreakingStrain({}, isHeated),
  startParticles: ({ points }) => points[0] * points[1],
  mostParticles: ({ points }) => gridBound(points),
  check: (p, path) => [...pinChecks(p, path), ...fileChecks(p, path)],

  build(world, p, { scene }) {
    const place = placement(p);
    const sheet = addSheetFile(world, {
      name: p.name,
      file: readSheetFile(p.text, { units: p.units }),
      elongationLimit: p.elongationLimit,
      changes: scene.heat.mode !== 'off' || isChanging(p),
      place,
    });
    addSpringBehaviour(world, sheet, p);
    addVelocity(world, sheet, p, place);
    pinLayered(world, sheet, p);
    if (p.pressure !== 0) world.addForce(pressure(sheet.triangles, p.pressure));
    return sheet;
  },
});

function fileChecks({ text, units, points }: SheetFileParameters, path: string): Problem[] {
  try {
    const file = readSheetFile(text, { units });
    const { dimensions, masses } = file;
    const [columns, , rows] = dimensions;
    latticeOf(file);
    if (columns !== points[0] || rows !== points[1]) {
      return [
        { path: `${path}.points`, message: `the file has ${columns} × ${rows}, got ${points.join(' × ')}` },
      ];
    }
    const light = masses.findIndex(({ mass }) => mass < LIMITS.leastMass);
    if (light < 0) return [];
    const message = `mass ${light} of the file is ${masses[light].mass} kg; the least is ${LIMITS.leastMass}`;
    return [{ path: `${path}.text`, message }];
  } catch (error) {
    if (error instanceof FileError || error instanceof RangeError)
      return [{ path: `${path}.text`, message: error.message }];
    throw error;
  }
}

/** Turns the file's velocities with the sheet and adds the body's; those of a sheet that is not turned keep their bits. */
function addVelocity(world: World, sheet: LayeredSheet, p: SheetFileParameters, at: Place): void {
  const { vx, vy, vz } = world.particles;
  const [ox, oy, oz] = at(0, 0, 0);
  const [ax, ay, az] = p.velocity;
  for (let i = sheet.first; i < sheet.first + sheet.count; i++) {
    if (p.rotation.angle !== 0) {
      const [x, y, z] = at(vx[i], vy[i], vz[i]);
      [vx[i], vy[i], vz[i]] = [x - ox, y - oy, z - oz];
    }
    [vx[i], vy[i], vz[i]] = [vx[i] + ax, vy[i] + ay, vz[i] + az];
  }
}
