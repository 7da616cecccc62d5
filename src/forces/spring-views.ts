/** Strain, stretch and stress of the particles of a sheet of springs, and its springs as lines to draw. */
import type { ElementLines, ParticleView } from '../core/views.ts';
import type { World } from '../core/world.ts';
import { measureViews, ParticleMeasures } from './particle-measures.ts';
import type { Springs } from './springs.ts';

export interface SheetOfSprings {
  readonly first: number;
  readonly springs: Springs;
  /** Rest volume of each particle, m³. */
  readonly volumes: readonly number[];
}

export function springViews(sheet: SheetOfSprings): ParticleView[] {
  return measureViews((world) => measure(world, sheet));
}

function measure(world: World, { first, volumes, springs }: SheetOfSprings): ParticleMeasures {
  const measures = new ParticleMeasures(volumes.length);
  measures.volume.set(volumes);
  const stiffness = springs.stiffness.view;
  const rest = springs.rest.view;
  const natural = (springs.natural ?? springs.rest).view;
  eachSpring(world, springs, (s, a, b, d, length) => {
    const strain = (length - natural[s]) / natural[s];
    const half = (0.5 * stiffness[s] * (length - rest[s])) / length;
    for (const i of [a - first, b - first]) {
      measures.addStrain(i, strain);
      measures.addVirial(i, half, d, d);
    }
  });
  return measures;
}

/** Returns the unbroken springs as lines. */
export function springLines(world: World, springs: Springs): ElementLines {
  const natural = (springs.natural ?? springs.rest).view;
  const positions = new Float32Array(6 * springs.count);
  const strain = new Float32Array(springs.count);
  const { x, y, z } = world.particles;
  let n = 0;
  eachSpring(world, springs, (s, a, b, _d, length) => {
    positions.set([x[a], y[a], z[a], x[b], y[b], z[b]], 6 * n);
    strain[n++] = (length - natural[s]) / natural[s];
  });
  return { positions: positions.subarray(0, 6 * n), strain: strain.subarray(0, n) };
}

/** Visits the unbroken springs; `d`: vector from one end to the other, m, in a reused array. */
function eachSpring(
  { particles }: World,
  springs: Springs,
  visit: (spring: number, a: number, b: number, d: Float64Array, length: number) => void,
): void {
  const { x, y, z } = particles;
  const ends = springs.ends.view;
  const stiffness = springs.stiffness.view;
  const d = new Float64Array(3);
  for (let s = 0; s < springs.count; s++) {
    if (!(stiffness[s] > 0)) continue;
    const [a, b] = [ends[2 * s], ends[2 * s + 1]];
    d[0] = x[b] - x[a];
    d[1] = y[b] - y[a];
    d[2] = z[b] - z[a];
    const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    if (length > 0) visit(s, a, b, d, length);
  }
}
