/** A sheet in a scene that comes from a sheet file: its rows of the parameter table, and how it is put into a world. */
import { z } from 'zod';
import { FILE_UNITS, FileError } from '../../formats/lines.ts';
import { readSheetFile } from '../../formats/sht.ts';
import type { World } from '../core/world.ts';
import { pressure } from '../forces/pressure.ts';
import { materialNames } from '../materials/presets.ts';
import type { ThermalMaterial } from '../materials/thermal.ts';
import type { LayeredSheet } from '../models/layered-sheet/index.ts';
import { choice, name, pair, place, rotation, vector } from '../schema/fields.ts';
import { LIMITS } from '../schema/limits.ts';
import type { Problem } from '../schema/problem.ts';
import { chooseThermal, thermal } from './heat-parameters.ts';
import { pinLayered } from './layered-sheet.ts';
import { addSheetFile, latticeOf } from './sheet-file.ts';
import { elongationLimitRow, pressureRow, reachingPins } from './sheet-rows.ts';
import { addMatter, isChanging, matterParameters } from './spring-behaviour.ts';

export const sheetFileBody = z
  .strictObject({
    name: name('Name of the body, unique among bodies.'),
    model: z
      .literal('sheet-file')
      .meta({ description: 'A layered sheet whose masses and springs are those of a sheet file.' }),
    text: z
      .string()
      .min(1)
      .max(LIMITS.text)
      .meta({ description: 'The sheet file itself, all of its lines.' }),
    units: choice(FILE_UNITS, 'Units of a file that states none.').default('si'),
    points: pair(
      () => z.int().min(2).max(LIMITS.particles),
      '1',
      'Masses a side of the lowest layer, columns and rows, as the file has them.',
    ),
    position: place('Where the origin of the file is.').default([0, 0, 0]),
    rotation: rotation.prefault({}),
    velocity: vector(
      'm/s',
      { min: -1e4, max: 1e4 },
      'Velocity at the start, besides that of the masses in the file.',
    ).default([0, 0, 0]),
    elongationLimit: elongationLimitRow(0),
    thermal: thermal.optional(),
    ...matterParameters,
    pins: reachingPins,
    pressure: pressureRow('+y'),
  })
  .meta({ title: 'Sheet file', description: 'The sheet of a .sht file.' });

export type SheetFileParameters = z.output<typeof sheetFileBody>;

type Place = (x: number, y: number, z: number) => readonly [number, number, number];

export function sheetFileChecks({ text, units, points }: SheetFileParameters, path: string): Problem[] {
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

/** How the sheet answers to heat: by the material that its file names, if it names a known one. */
export function thermalOfFile({ text, units, thermal: chosen }: SheetFileParameters): ThermalMaterial {
  const { material } = readSheetFile(text, { units });
  const known = materialNames.find((one) => one === material);
  return chooseThermal(chosen, known);
}

/** `hot`: whether heat may change its springs. */
export function buildSheetFile(
  world: World,
  body: SheetFileParameters,
  at: Place,
  hot: boolean,
): LayeredSheet {
  const file = readSheetFile(body.text, { units: body.units });
  const sheet = addSheetFile(world, {
    name: body.name,
    file,
    elongationLimit: body.elongationLimit,
    changes: hot || isChanging(body),
    place: at,
  });
  addMatter(world, sheet, body);
  addVelocity(world, sheet, body, at);
  pinLayered(world, sheet, body);
  if (body.pressure !== 0) world.addForce(pressure(sheet.triangles, body.pressure));
  return sheet;
}

/** Turns the file's velocities with the sheet and adds the body's; those of a sheet that is not turned keep their bits. */
function addVelocity(world: World, sheet: LayeredSheet, body: SheetFileParameters, at: Place): void {
  const { vx, vy, vz } = world.particles;
  const [ox, oy, oz] = at(0, 0, 0);
  const [ax, ay, az] = body.velocity;
  for (let i = sheet.first; i < sheet.first + sheet.count; i++) {
    if (body.rotation.angle !== 0) {
      const [x, y, z] = at(vx[i], vy[i], vz[i]);
      [vx[i], vy[i], vz[i]] = [x - ox, y - oy, z - oz];
    }
    [vx[i], vy[i], vz[i]] = [vx[i] + ax, vy[i] + ay, vz[i] + az];
  }
}
