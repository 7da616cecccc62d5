/**
 * A scene from files: a sheet falls from the position in its file on to the polyhedra of other files, whose hot faces are
 * heaters. Without polyhedra it falls by half its width on to a floor.
 */
import type { FileUnits } from '../../formats/lines.ts';
import type { PolyhedraFile } from '../../formats/pol.ts';
import { readSheetFile } from '../../formats/sht.ts';
import { boundsOf } from '../math/box.ts';
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
  const sheet = boundsOf(masses.flatMap(({ position }) => position));
  const solids = polyhedra.flatMap((file) => file.polyhedra.flatMap(({ vertices }) => vertices.flat()));
  const below = solids.length > 0 ? boundsOf(solids) : undefined;
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

/** Least x, y, z and greatest x, y, z, m. */
type Bounds = readonly number[];

function widthOf([x0, , z0, x1, , z1]: Bounds): number {
  return Math.max(x1 - x0, z1 - z0);
}

/** Returns the height of a floor below the polyhedra, and below the sheet in any case, m. */
function floorHeight(sheet: Bounds, below: Bounds | undefined, above: boolean): number {
  if (below && (above || below[1] < sheet[1])) return below[1];
  return sheet[1] - widthOf(sheet) / 2;
}

/** Returns the translation that brings a sheet above the middle of a box. */
function over(sheet: Bounds, below: Bounds): [number, number, number] {
  const middle = (bounds: Bounds, axis: number) => (bounds[axis] + bounds[3 + axis]) / 2;
  const height = below[4] + widthOf(sheet) / 10 - sheet[1];
  return [middle(below, 0) - middle(sheet, 0), height, middle(below, 2) - middle(sheet, 2)];
}

type ColliderShape = NonNullable<SceneInput['colliders']>[number]['shape'];
