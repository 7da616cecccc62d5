/** Where the sheets of a world are refined, by name, and as JSON for programs. */
import type { RefinementMap } from '../core/refinement-map.ts';
import type { World } from '../core/world.ts';

export interface RefinedSheet extends RefinementMap {
  readonly name: string;
}

/** Cells and masses in use at one level. */
export interface RefinementLevel {
  readonly level: number;
  readonly cells: number;
  readonly masses: number;
}

/** The sheets that refine themselves. */
export function refinedSheets(world: World): RefinedSheet[] {
  return world.bodies.flatMap((body) => {
    const map = body.refinementMap?.(world);
    return map ? [{ ...map, name: body.name }] : [];
  });
}

/** From level 0 to the deepest in use. */
export function refinementLevels({ cells, masses }: RefinementMap): RefinementLevel[] {
  const counts: number[] = [];
  for (let k = 3; k < cells.length; k += 4) counts[cells[k]] = (counts[cells[k]] ?? 0) + 1;
  const used = Math.max(counts.length, masses.findLastIndex((count) => count > 0) + 1);
  return Array.from({ length: used }, (_, level) => ({
    level,
    cells: counts[level] ?? 0,
    masses: masses[level] ?? 0,
  }));
}

export function refinementJson(sheets: readonly RefinedSheet[]): string {
  const bodies = sheets.map((sheet) => {
    const { name, size, points, room, maxLevel, cells } = sheet;
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
