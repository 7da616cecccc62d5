/**
 * Cutting of a hot sheet: triangles that the blade crosses are removed, with those that would hang by a corner only. Their
 * mass stays with their particles; a particle without a triangle is LOOSE.
 */
import type { Arena, Block } from '../../core/arena.ts';
import type { Body } from '../../core/body.ts';
import type { Cutting } from '../../core/knife.ts';
import { LOOSE } from '../../core/particles.ts';
import type { World } from '../../core/world.ts';
import type { Membrane } from '../../forces/membrane.ts';
import { describeSurface, trim } from '../../forces/torn-surface.ts';
import { nextCorner } from '../../math/mesh.ts';

/** A block and its number of entries per triangle. */
export type TriangleRows = readonly [Block, number];

/** `others`: further blocks with entries per triangle. */
export function membraneCutting(
  body: Body,
  membranes: readonly Membrane[],
  others: readonly TriangleRows[],
): Cutting {
  const rows: TriangleRows[] = [
    [body.triangles, 3],
    ...membranes.flatMap((membrane) => membrane.rows),
    ...others,
  ];
  return {
    changes: rows.map(([block]) => block),
    cut(world, blade) {
      const { x, y, z } = world.particles;
      const surface = describeSurface(body.triangles.view, body.first, body.count);
      const { corners } = surface;
      const isPresent = new Uint8Array(corners.length / 3).fill(1);
      corners.forEach((a, e) => {
        const b = corners[nextCorner(e)];
        if (blade.crosses(x[a], y[a], z[a], x[b], y[b], z[b])) isPresent[Math.floor(e / 3)] = 0;
      });
      const before = isPresent.length;
      if (!isPresent.includes(0)) return 0;
      trim(surface, isPresent);
      const left = Int32Array.from({ length: before }, (_, t) => t).filter((t) => isPresent[t] === 1);
      keepRows(world.arena, rows, left);
      flagLoose(world, body);
      return before - left.length;
    },
  };
}

function keepRows(arena: Arena, rows: readonly TriangleRows[], left: Int32Array): void {
  for (const [{ view }, width] of rows) {
    left.forEach((t, k) => {
      view.copyWithin(width * k, width * t, width * (t + 1));
    });
  }
  arena.resize(new Map(rows.map(([block, width]) => [block, width * left.length])));
}

function flagLoose({ particles }: World, { first, count, triangles }: Body): void {
  const isTied = new Uint8Array(count);
  for (const corner of triangles.view) isTied[corner - first] = 1;
  for (let i = 0; i < count; i++) if (!isTied[i]) particles.flags.view[first + i] |= LOOSE;
}
