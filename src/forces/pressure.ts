/**
 * Pressure p (Pa) on triangles: F = p N/3 on each corner, with the area vector N = ½ (b − a) × (c − a) in m².
 *
 * On a closed surface this is the gradient of p V, so the energy is −p V. An open surface has no potential.
 */
import type { Block } from '../core/arena.ts';
import type { Force } from '../core/force.ts';
import type { World } from '../core/world.ts';
import { finite } from '../math/check.ts';
import { rimEdges } from '../math/mesh.ts';

/** Reason why pressure on an open surface has no energy. */
const OPEN = { none: 'pressure on an open surface does work that depends on the path' };

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
      : OPEN,
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

/** Pressure on the cells of an open sheet (`Body.cells`): p N/4 on each corner of a cell. */
export function cellPressure(cells: Block<'i32'>, pascals: number): Force & { pascals: number } {
  finite('pressure', pascals);
  return {
    name: 'pressure',
    pascals,
    energy: OPEN,
    add({ particles: p, kernels }: World) {
      const count = cells.length / 8;
      kernels.pressureOnCells(cells.offset, count, p.position.offset, p.force.offset, p.stride, this.pascals);
    },
  };
}

function isClosed(triangles: Int32Array): boolean {
  const count = triangles.reduce((most, corner) => Math.max(most, corner + 1), 0);
  return triangles.length > 0 && rimEdges(triangles, count).length === 0;
}
