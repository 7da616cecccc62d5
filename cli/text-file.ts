/** Reads sheets and polyhedra from text files, and summarises them in words. */
import { basename } from 'node:path';
import { polyhedraShapes, type ShapeSpec } from 'pliant/engine';
import { FileError, type FileUnits, type PolyhedraFile, readPolyhedra, type SheetFile } from 'pliant/formats';
import type { FileSystem } from './disk.ts';
import { Refusal } from './failure.ts';
import { readText } from './files.ts';
import { counted, figure } from './output.ts';

/** Returns a summary such as `trimm, 11 x 2 x 11: 221 masses, 881 springs, 0.016 kg`. */
export function sheetContent({ structure, dimensions, masses, springs, material }: SheetFile): string {
  const kilograms = masses.reduce((sum, { mass }) => sum + mass, 0);
  const counts = `${masses.length} masses, ${counted(springs.length, 'spring')}`;
  const broken = springs.filter(({ stiffness }) => stiffness === 0).length;
  const parts = [
    counts,
    broken > 0 ? `${broken} of them broken` : '',
    `${figure(kilograms)} kg`,
    material ?? '',
  ];
  return `${structure}, ${dimensions.join(' x ')}: ${parts.filter((part) => part).join(', ')}`;
}

/** Returns a summary such as `2 polyhedra, 12 faces, 1 of them hot: 1 solid, 1 skin`. */
export function polyhedraContent({ polyhedra }: PolyhedraFile, shapes: readonly ShapeSpec[]): string {
  const faces = polyhedra.flatMap((polyhedron) => polyhedron.faces);
  const hot = faces.filter((face) => face.hot !== undefined).length;
  const solids = shapes.filter(({ kind }) => kind === 'convex').length;
  const counts = [
    polyhedra.length === 1 ? '1 polyhedron' : `${polyhedra.length} polyhedra`,
    counted(faces.length, 'face'),
    hot > 0 ? `${hot} of them hot` : '',
  ];
  const kinds = [
    solids > 0 ? counted(solids, 'solid') : '',
    solids < shapes.length ? counted(shapes.length - solids, 'skin') : '',
  ];
  const list = (parts: string[]) => parts.filter((part) => part).join(', ');
  return `${list(counts)}: ${list(kinds)}`;
}

export function statesUnits(text: string): boolean {
  return /^[ \t]*U[ \t]/m.test(text);
}

/** Returns the cause without the line number, which is shown separately. */
export function causeOf({ line, message }: FileError): string {
  return message.replace(`line ${line}: `, '');
}

/** Runs a reader; its errors become refusals with the file's name. */
export function refusedFile<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    const known = error instanceof FileError || error instanceof RangeError;
    throw known ? new Refusal(`${file}: ${error.message}`) : error;
  }
}

/** Polyhedra that colliders can be made of. */
export function readPolyhedraFile(file: string, units: FileUnits | undefined, fs: FileSystem): PolyhedraFile {
  const text = readText(file, undefined, fs);
  return refusedFile(file, () => {
    const polyhedra = readPolyhedra(text, { units });
    polyhedraShapes(polyhedra);
    return polyhedra;
  });
}

/** Returns the id of a scene made from a file: the valid characters of its name. */
export function idOf(file: string): string {
  const id = basename(file)
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64);
  return id || 'sheet';
}
