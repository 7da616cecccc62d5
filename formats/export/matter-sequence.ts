/**
 * Matter as a surface in time, drawn as in the studio: meshes carried by solid objects and a surface around the rest, with
 * the colours of the meshes and objects.
 */

import { pow } from '../../src/math/portable.ts';
import { DRAWN_VALUES, MatterDrawing } from '../../src/surfaces/matter-drawing.ts';
import { matterValues } from '../trajectory/trajectory-matter.ts';
import type { TrajectoryReader } from '../trajectory/trajectory-reader.ts';
import type { MeshFrame } from './mesh-sequence.ts';

/** Offsets in the values of a drawn vertex. */
const VALUES = { temperature: 3, solid: 4, strain: 5 } as const;
/** Colours of the objects in order, sRGB. */
const OBJECTS = [
  [0.7, 0.23, 0.16],
  [0.15, 0.29, 0.5],
  [0.73, 0.51, 0.16],
  [0.25, 0.44, 0.34],
] as const;

/** Names of the values that vertices of this body have. */
export function matterValueNames({ info }: TrajectoryReader, body: number): (keyof typeof VALUES)[] {
  const names = Object.keys(VALUES) as (keyof typeof VALUES)[];
  return names.filter((name) => info.values?.some((value) => value.body === body && value.name === name));
}

/** Draws any frame of a body of matter. */
export function matterFrames(reader: TrajectoryReader, body: number): (index: number) => MeshFrame {
  const { info, skins } = reader;
  const names = matterValueNames(reader, body);
  const drawing = new MatterDrawing({
    ...info.bodies[body].matter!,
    skins: skins.filter((skin) => skin.body === body),
    colourOf: (object) => OBJECTS[(body + object) % OBJECTS.length],
  });
  const valuesAt = (index: number) => matterValues(info, reader.frame(index), body);
  // Checks are laid out in the first frame.
  if (reader.count > 0) drawing.colours(valuesAt(0));
  return (index) => {
    const { positions, triangles, values } = drawing.draw(valuesAt(index));
    const count = positions.length / 3;
    const column = (at: number) =>
      Float32Array.from({ length: count }, (_, i) => values[DRAWN_VALUES * i + at]);
    const paint = new Float32Array(3 * count);
    for (let i = 0; i < paint.length; i++)
      paint[i] = linear(values[DRAWN_VALUES * Math.floor(i / 3) + (i % 3)]);
    return {
      positions,
      triangles,
      values: new Map(names.map((name) => [name, column(VALUES[name])])),
      paint,
    };
  };
}

/** Converts an sRGB component (IEC 61966-2-1) to linear light. */
function linear(share: number): number {
  return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4);
}
