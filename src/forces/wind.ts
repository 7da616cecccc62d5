/**
 * Wind on the triangles of bodies, after the flat plate: with u the air's velocity relative to the face, n the
 * unit normal turned to the lee side, A the area and c = n·u/|u|:
 *   drag = ½ ρ |u|² A c C_D û        along the flow
 *   lift = ½ ρ |u|² A c C_L (n − c û) across it, greatest at 45°
 * Bodies that have cells of four corners are taken by those, with the cell's area vector.
 * Gusts scale the wind by 1 + a sin(2πt/T) sin(2πt/(φT)): two periods in the golden ratio φ never repeat.
 */
import type { Body } from '../core/body.ts';
import type { Force } from '../core/force.ts';
import type { World } from '../core/world.ts';
import { finite, positive, within } from '../math/check.ts';
import { PI, sin } from '../math/portable.ts';

export interface WindOptions {
  /** m/s */
  velocity: readonly [number, number, number];
  /** kg/m³ */
  density: number;
  drag: number;
  lift: number;
  /** Relative amplitude of gusts, 0 for a steady wind. */
  gust: number;
  /** s */
  gustPeriod: number;
}

const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;

export function wind(bodies: readonly Body[], options: WindOptions): Force & { options: WindOptions } {
  for (const axis of [0, 1, 2]) finite(`wind.velocity[${axis}]`, options.velocity[axis]);
  for (const field of ['density', 'drag', 'lift', 'gust'] as const)
    within(`wind.${field}`, options[field], 0);
  positive('wind.gustPeriod', options.gustPeriod);
  return {
    name: 'wind',
    options,
    energy: { none: 'the wind does work on the sheet and takes it away again; there is no potential' },
    add(world: World, time: number) {
      const { particles: p, kernels } = world;
      const { velocity, density, drag, lift, gust, gustPeriod } = this.options;
      const phase = (2 * PI * time) / gustPeriod;
      const strength = gust === 0 ? 1 : 1 + gust * sin(phase) * sin(phase / GOLDEN_RATIO);
      for (const { cells, triangles } of bodies) {
        const blow = cells ? kernels.windOnCells : kernels.windForces;
        blow(
          cells ? cells.offset : triangles.offset,
          cells ? cells.length / 8 : triangles.length / 3,
          p.position.offset,
          p.velocity.offset,
          p.force.offset,
          p.stride,
          strength * velocity[0],
          strength * velocity[1],
          strength * velocity[2],
          0.5 * density,
          drag,
          lift,
        );
      }
    },
  };
}
