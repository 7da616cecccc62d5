/**
 * Pressure p (Pa) on a set of triangles: F = p N/3 on each corner, N the area vector (½ (b−a)×(c−a)).
 * On a closed set this is the gradient of p V, so the energy is −p V. On an open one the rim's share of the
 * cone volume makes no force, and the same expression is only the energy of the set closed by a cone from the
 * origin: it is given for closed sets alone.
 */
import type { Block } from '../core/arena.ts';
import type { Force } from '../core/force.ts';
import type { World } from '../core/world.ts';
import { finite } from '../math/check.ts';

export function pressure(triangles: Block<'i32'>, pascals: number): Force & { pascals: number } {
  finite('pressure', pascals);
  return {
    name: 'pressure',
    pascals,
    energy: isClosed(triangles.view)
      ? function energy(this: { pascals: number }, world: World) {
          const { particles: p, kernels } = world;
          return (
            -this.pascals *
            kernels.coneVolume(triangles.offset, triangles.length / 3, p.position.offset, p.stride)
          );
        }
      : { none: 'pressure follows the open surface as it turns: its work depends on the way' },
    add(world: World) {
      const { particles: p, kernels } = world;
      kernels.pressureForces(
        triangles.offset,
        triangles.length / 3,
        p.position.offset,
        p.force.offset,
        p.stride,
        this.pascals,
      );
    },
  };
}

/** On the cells of an open sheet (`Body.cells`): a quarter of p N to each corner of a cell. */
export function cellPressure(cells: Block<'i32'>, pascals: number): Force & { pascals: number } {
  finite('pressure', pascals);
  return {
    name: 'pressure',
    pascals,
    energy: { none: 'pressure follows the open surface as it turns: its work depends on the way' },
    add({ particles: p, kernels }: World) {
      const count = cells.length / 8;
      kernels.pressureOnCells(cells.offset, count, p.position.offset, p.force.offset, p.stride, this.pascals);
    },
  };
}

/** Every directed edge meets its opposite. */
function isClosed(triangles: Int32Array): boolean {
  const open = new Set<string>();
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = triangles[t + k];
      const b = triangles[t + ((k + 1) % 3)];
      if (!open.delete(`${b} ${a}`)) open.add(`${a} ${b}`);
    }
  }
  return open.size === 0 && triangles.length > 0;
}
