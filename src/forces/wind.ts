/**
 * Wind on the faces of bodies, by the law of a flat plate:
 *
 *   drag = ½ ρ |u|² A c C_D û           along the flow
 *   lift = ½ ρ |u|² A c C_L (n − c û)   across it, largest at 45°
 *
 * ρ         density of air, kg/m³
 * u         velocity of the air relative to the face, m/s; û its direction
 * n         unit normal on the lee side
 * A         area of the face, m²
 * c         n·û, 1
 * C_D, C_L  drag and lift coefficients, 1
 *
 * Faces are the cells of a body if it has any, else its triangles. Gusts scale the wind by 1 + a sin(2πt/T) sin(2πt/(φT)), whose
 * two periods in the golden ratio φ never repeat together.
 */
import type { Body } from '../core/body.ts';
import type { Force } from '../core/force.ts';
import type { World } from '../core/world.ts';
import { finite, positive, within } from '../math/check.ts';
import { PI, sin } from '../math/portable.ts';

export interface WindOptions {
  /** Velocity of the wind, m/s. */
  velocity: readonly [number, number, number];
  /** Density of air ρ, kg/m³. */
  density: number;
  /** Drag and lift coefficients. */
  drag: number;
  lift: number;
  /** Relative amplitude a of gusts; 0: steady wind. */
  gust: number;
  /** Period T of gusts, s. */
  gustPeriod: number;
}

/** Ratio φ of the two periods. */
const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;

export interface WindForce extends Force {
  /** The present wind; a program may replace it between steps. */
  options: WindOptions;
}

export function wind(bodies: readonly Body[], options: WindOptions): WindForce {
  for (const axis of [0, 1, 2]) finite(`wind.velocity[${axis}]`, options.velocity[axis]);
  for (const field of ['density', 'drag', 'lift', 'gust'] as const)
    within(`wind.${field}`, options[field], 0);
  positive('wind.gustPeriod', options.gustPeriod);
  return {
    name: 'wind',
    options,
    energy: { none: 'wind has no potential: it does work on the sheet' },
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
