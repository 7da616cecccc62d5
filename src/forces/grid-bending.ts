/**
 * Bending of a regular grid of particles, for sheets that hardly stretch. At each particle, along its row and along its column,
 *
 *   κ = |d| / s²,   d = x₋ − 2x + x₊,   energy ½ B κ² A = ½ (B A / s⁴) |d|²
 *
 * which is linear in the positions. Damping is τ times the stiffness.
 *
 * κ  curvature, 1/m
 * s  spacing along the line, m
 * B  flexural rigidity, N·m
 * A  area that the particle represents, m²
 * τ  retardation time, s
 */
import type { Force } from '../core/force.ts';
import type { World } from '../core/world.ts';
import { positive, within } from '../math/check.ts';

/** Particles row by row. */
export interface Grid {
  readonly first: number;
  readonly columns: number;
  readonly rows: number;
}

export interface GridBendingOptions {
  /** Width and height of the sheet, m. */
  readonly size: readonly [number, number];
  /** Flexural rigidity B, N·m. */
  readonly rigidity: number;
  /** Retardation time τ, s. Default: 0. */
  readonly retardation?: number;
}

export function gridBending(world: World, grid: Grid, options: GridBendingOptions): Force {
  const { columns, rows } = grid;
  const dx = positive('bending.size[0]', options.size[0]) / (columns - 1);
  const dy = positive('bending.size[1]', options.size[1]) / (rows - 1);
  const rigidity = within('bending.rigidity', options.rigidity, 0);
  const retardation = within('bending.retardation', options.retardation ?? 0, 0);
  const kx = columns > 2 ? (rigidity * dy) / (dx * dx * dx) : 0;
  const ky = rows > 2 ? (rigidity * dx) / (dy * dy * dy) : 0;
  const row = world.arena.scratchOf('bending.row', columns);
  return {
    name: 'bending',
    add({ particles: p, kernels }: World) {
      const { first } = grid;
      kernels.gridBends(
        p.position.offset,
        p.velocity.offset,
        p.force.offset,
        p.stride,
        first,
        columns,
        rows,
        kx,
        ky,
        retardation,
        row.offset,
      );
    },
    energy({ particles: p }: World) {
      let energy = 0;
      for (let axis = 0; axis < 3; axis++) {
        const x = p.position.view.subarray(axis * p.stride + grid.first);
        energy += lines(x, rows, columns, columns, 1, kx) + lines(x, columns, rows, 1, columns, ky);
      }
      return energy;
    },
  };
}

/** Returns Σ ½ k d² over `count` lines of `length` particles; indices advance by `between` per line and by `step` per particle. */
function lines(
  x: Float64Array,
  count: number,
  length: number,
  between: number,
  step: number,
  k: number,
): number {
  let sum = 0;
  for (let line = 0; line < count; line++) {
    const share = line === 0 || line === count - 1 ? 0.5 : 1;
    for (let i = 1; i + 1 < length; i++) {
      const at = line * between + i * step;
      const d = x[at - step] + x[at + step] - 2 * x[at];
      sum += share * d * d;
    }
  }
  return 0.5 * k * sum;
}
