/**
 * A scene from files: a sheet falls from the position in its file on to the polyhedra of other files, whose hot faces are
 * heaters. Without polyhedra it falls by half its width on to a floor.
 */
import type { FileUnits } from '../../formats/lines.ts';
import type { PolyhedraFile } from '../../formats/pol.ts';
import { readSheetFile } from '../../formats/sht.ts';
import { boundsOf } from '../surfaces/places.ts';
import type { SceneInput } from './parameters.ts';
import { type FileHeater, polyhedraHeaters, polyhedraShapes } from './polyhedra-shapes.ts';

/** Files of the layered-sheet programs that make a scene. */
export interface SceneFiles {
  id?: string;
  title?: string;
  /** Text of a sheet file, and its units if it states none. */
  sheet: string;
  units?: FileUnits;
  polyhedra?: readonly PolyhedraFile[];
  /** Places the sheet above the middle of the polyhedra, by a tenth of its width, instead of at the position in its file. */
  above?: boolean;
}

/** Returns the scene. Throws a FileError for a bad sheet, a RangeError for bad polyhedra. */
export function sceneFromFiles(files: SceneFiles): SceneInput {
  const { id = 'sheet', title = '', sheet: text, units = 'si', polyhedra = [], above = false } = files;
  const { dimensions, masses } = readSheetFile(text, { units });
  const [columns, , rows] = dimensions;
  const sheet = boxOf(masses.map(({ position }) => position));
  const solids = polyhedra.flatMap((file) => file.polyhedra.flatMap(({ vertices }) => vertices));
  const below = solids.length > 0 ? boxOf(solids) : undefined;
  const heaters = polyhedra.flatMap((file) => polyhedraHeaters(file));
  const shapes = polyhedra.flatMap((file) => polyhedraShapes(file)) as ColliderShape[];
  const position = above && below ? over(sheet, below) : undefined;
  return {
    format: 1,
    id,
    title,
    seconds: 2,
    engine: { name: 'rk4' },
    bodies: [
      {
        name: 'sheet',
        model: 'sheet-file',
        text,
        units,
        points: [columns, rows],
        ...(position && { position }),
      },
    ],
    colliders: [
      { name: 'floor', shape: { kind: 'plane' }, position: [0, floorHeight(sheet, below, above), 0] },
      ...shapes.map((shape, i) => ({ name: `polyhedron ${i + 1}`, shape })),
    ],
    ...(heaters.length > 0 && { heat: heatOf(heaters) }),
  };
}

function heatOf(heaters: readonly FileHeater[]): SceneInput['heat'] {
  return { mode: 'physical', heaters: heaters.map((heater, i) => ({ name: `heater ${i + 1}`, ...heater })) };
}

/** Least x, y, z and greatest. */
type Box = readonly [low: readonly number[], high: readonly number[]];

function widthOf([low, high]: Box): number {
  return Math.max(high[0] - low[0], high[2] - low[2]);
}

/** Returns the height of a floor below the polyhedra, and below the sheet in any case, m. */
function floorHeight(sheet: Box, below: Box | undefined, above: boolean): number {
  const lowest = sheet[0][1] - widthOf(sheet) / 2;
  if (!below) return lowest;
  return above || below[0][1] < sheet[0][1] ? below[0][1] : lowest;
}

/** Returns the translation that brings a sheet above the middle of a box. */
function over(sheet: Box, below: Box): [number, number, number] {
  const middle = ([low, high]: Box, axis: number) => (low[axis] + high[axis]) / 2;
  const height = below[1][1] + widthOf(sheet) / 10 - sheet[0][1];
  return [middle(below, 0) - middle(sheet, 0), height, middle(below, 2) - middle(sheet, 2)];
}

type ColliderShape = NonNullable<SceneInput['colliders']>[number]['shape'];

function boxOf(points: readonly (readonly number[])[]): Box {
  const bounds = boundsOf(points.flat());
  return [bounds.slice(0, 3), bounds.slice(3)];
}
