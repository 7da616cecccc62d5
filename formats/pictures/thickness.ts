/**
 * Wall-thickness maps as text: JSON for programs, CSV for tables, SVG to look at. The picture has the flat blank, each
 * triangle in the colour of its mean thickness, and a section through the middle of the part with its wall in the same
 * colours; both to scale, in the plane of the blank.
 */

import type { Body } from '../../src/core/body.ts';
import type { ThicknessMap } from '../../src/core/thickness.ts';
import type { World } from '../../src/core/world.ts';
import { triangleArea } from '../../src/math/vec3.ts';

/** A thickness map with the present positions. */
export interface FormedWall extends ThicknessMap {
  readonly name: string;
  /** Coordinates of the particles, 3 each, m. */
  readonly position: Float64Array;
}

/** Walls of all bodies that report a thickness. */
export function formedWalls(world: World): FormedWall[] {
  return world.bodies.flatMap((body) => {
    const map = body.drawing?.wall?.(world);
    return map ? [{ ...map, name: body.name, position: positionsOf(world, body) }] : [];
  });
}

function positionsOf({ particles: p }: World, { first, count }: Body): Float64Array {
  const { x, y, z } = p;
  const position = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) position.set([x[first + i], y[first + i], z[first + i]], 3 * i);
  return position;
}

export interface WallFigures {
  /** Thickness at the start, thinnest and thickest now, m. */
  rest: number;
  thinnest: number;
  thickest: number;
  /** Volume over area, m. */
  mean: number;
}

/** Weights by the present areas of the triangles. */
export function wallFigures({ rest, thickness, triangles, position }: FormedWall): WallFigures {
  let volume = 0;
  let area = 0;
  let thinnest = Infinity;
  let thickest = 0;
  for (const t of thickness) {
    thinnest = Math.min(thinnest, t);
    thickest = Math.max(thickest, t);
  }
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [triangles[k], triangles[k + 1], triangles[k + 2]];
    const size = triangleArea(position, 3 * a, 3 * b, 3 * c);
    area += size;
    volume += (size * (thickness[a] + thickness[b] + thickness[c])) / 3;
  }
  return { rest, thinnest, thickest, mean: area > 0 ? volume / area : rest };
}

/** Six digits, the accuracy of a wall thickness. */
const short = (value: number) => Number(value.toPrecision(6));

export function wallsJson(walls: readonly FormedWall[]): string {
  const bodies = walls.map((wall) => {
    const figures = Object.entries(wallFigures(wall)).map(([name, value]) => [name, short(value)]);
    return {
      name: wall.name,
      unit: 'm',
      ...Object.fromEntries(figures),
      thickness: Array.from(wall.thickness, short),
      blank: Array.from({ length: wall.thickness.length }, (_, i) => [
        short(wall.blank[2 * i]),
        short(wall.blank[2 * i + 1]),
      ]),
      triangles: Array.from(wall.triangles),
    };
  });
  return `${JSON.stringify({ bodies })}\n`;
}

export function wallsCsv(walls: readonly FormedWall[]): string {
  const lines = ['body,mass,blank_x_m,blank_z_m,x_m,y_m,z_m,thickness_m,thickness_over_start'];
  for (const { name, rest, thickness, blank, position } of walls) {
    for (let i = 0; i < thickness.length; i++) {
      const numbers = [...blank.subarray(2 * i, 2 * i + 2), ...position.subarray(3 * i, 3 * i + 3)];
      const row = [...numbers, thickness[i], thickness[i] / rest].map(short);
      lines.push([name, i, ...row].join(','));
    }
  }
  return `${lines.join('\n')}\n`;
}
