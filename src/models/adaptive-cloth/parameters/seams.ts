/** Seams of a cloth in a scene: borders that are sewn together, by the numbers of their vertices. */
import { z } from 'zod';
import { quantity } from '../../../schema/fields.ts';
import { LIMITS } from '../../../schema/limits.ts';
import type { Problem } from '../../../schema/problem.ts';
import type { Mesh48 } from '../mesh.ts';
import { type SeamOptions, Seams } from '../seams.ts';

const side = (help: string) =>
  z
    .array(z.int().min(0))
    .min(2)
    .max(LIMITS.vertices)
    .meta({ description: `${help} Numbered as in the mesh; those of a rectangle row by row from the top.` });

export const clothSeams = z
  .array(
    z
      .strictObject({
        from: side('Vertices of the start mesh one after another along a border.'),
        to: side('The vertices that they are sewn to, in the same order.'),
        stiffness: quantity(
          'N/m²',
          { above: 0, max: 1e12 },
          'Force by length of seam and by gap; default: the cloth’s stretch stiffness over a centimetre.',
        ).optional(),
        closeSeconds: quantity('s', { min: 0, max: 1e6 }, 'Time to draw both sides together.').default(1),
        strength: quantity(
          'N/m',
          { above: 0, max: 1e9 },
          'Load by length that rips the seam; default: it never rips.',
        ).optional(),
      })
      .meta({ title: 'Seam' }),
  )
  .max(LIMITS.vertices)
  .meta({ description: 'Borders that are sewn together, of one panel or of several.' })
  .default([]);

export type ClothSeams = z.output<typeof clothSeams>;

/** Checks seams against a start mesh. `vertexOf`: its vertices by number in the scene. */
export function seamChecks(seams: ClothSeams, mesh: Mesh48, vertexOf: Int32Array, path: string): Problem[] {
  try {
    new Seams(path, seams, mesh, vertexOf, 1);
    return [];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const end = error.message.indexOf(': ');
    return [{ path: error.message.slice(0, end), message: error.message.slice(end + 2) }];
  }
}

/** Returns seams with the vertices of the mesh that the cloth is made of. */
export function seamsOf(seams: ClothSeams, vertexOf: Int32Array): SeamOptions[] {
  const renumbered = (path: readonly number[]) => path.map((vertex) => vertexOf[vertex]);
  return seams.map((seam) => ({ ...seam, from: renumbered(seam.from), to: renumbered(seam.to) }));
}
