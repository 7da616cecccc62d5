/** Refinement of the sheets of a world, by name, and as JSON. */
import type { RefinementMap, TriangleMap } from '../../src/core/refinement.ts';
import type { World } from '../../src/core/world.ts';

export type RefinedSheet = (RefinementMap | TriangleMap) & { readonly name: string };

/** Cells or triangles, and particles, at one level. */
export interface RefinementLevel {
  readonly level: number;
  readonly cells: number;
  readonly masses: number;
}

/** Sheets that refine themselves. */
export function refinedSheets(world: World): RefinedSheet[] {
  return world.bodies.flatMap((body) => {
    const map = body.refinement?.map();
    return map ? [{ ...map, name: body.name }] : [];
  });
}

/** Counts from level 0 to the deepest level in use. */
export function refinementLevels(map: RefinementMap | TriangleMap): RefinementLevel[] {
  const { masses } = map;
  const [pieces, each] = 'cells' in map ? [map.cells, 4] : [map.triangles, 7];
  const counts: number[] = [];
  for (let k = each - 1; k < pieces.length; k += each) counts[pieces[k]] = (counts[pieces[k]] ?? 0) + 1;
  const used = Math.max(counts.length, masses.findLastIndex((count) => count > 0) + 1);
  return Array.from({ length: used }, (_, level) => ({
    level,
    cells: counts[level] ?? 0,
    masses: masses[level] ?? 0,
  }));
}

export function refinementJson(sheets: readonly RefinedSheet[]): string {
  const bodies = sheets.map((sheet) => {
    const { name, size, maxLevel } = sheet;
    if ('triangles' in sheet) {
      const levels = refinementLevels(sheet).map(({ level, cells, masses }) => ({
        level,
        triangles: cells,
        masses,
      }));
      const triangles = Array.from({ length: sheet.triangles.length / 7 }, (_, k) => [
        ...sheet.triangles.subarray(7 * k, 7 * k + 7),
      ]);
      return { name, unit: 'm', size, maxLevel, levels, triangles };
    }
    const { points, room, cells } = sheet;
    const quadruples = Array.from({ length: cells.length / 4 }, (_, k) => [
      ...cells.subarray(4 * k, 4 * k + 4),
    ]);
    return {
      name,
      unit: 'm',
      size,
      points,
      room,
      maxLevel,
      levels: refinementLevels(sheet),
      cells: quadruples,
    };
  });
  return `${JSON.stringify({ bodies })}\n`;
}
