/**
 * Strain, stretch and stress of the masses of an adaptive sheet, and its springs as lines to draw. Values of a virtual point
 * go to its two parents half and half, as its forces do. Stress is that of springs, without bending.
 */
import type { ElementLines, ParticleView } from '../../core/views.ts';
import type { World } from '../../core/world.ts';
import { measureViews, ParticleMeasures } from '../../forces/particle-measures.ts';
import { NODE_NUMBERS } from './net-force.ts';
import type { AdaptiveSheet } from './sheet.ts';

export function gridViews(sheet: AdaptiveSheet): ParticleView[] {
  return measureViews((world) => measure(world, sheet));
}

/** Returns the rest volume of a mass, m³: masses follow areas, unless the paper's scaling makes them equal. */
function volumeOf({ net, size, points, thickness }: AdaptiveSheet, i: number): number {
  const cell = (size[0] / (points[0] - 1)) * (size[1] / (points[1] - 1));
  const area = (net.mass[i] * cell) / net.values.cellMass;
  return (thickness * area) / (net.values.paper ? net.excess[i] : 1);
}

function measure(world: World, sheet: AdaptiveSheet): ParticleMeasures {
  const { net } = sheet;
  const measures = new ParticleMeasures(net.count);
  for (let i = 0; i < net.count; i++) measures.volume[i] = volumeOf(sheet, i);
  const parents = net.parents.view;
  const stiffness = net.stiffness.view;
  eachSpring(world, sheet, (s, ends, d, length, strain) => {
    const half = (0.5 * stiffness[s] * strain * net.rest.view[s]) / length;
    for (const end of ends) {
      const virtual = end - net.count;
      const masses = virtual < 0 ? [end] : [parents[2 * virtual], parents[2 * virtual + 1]];
      for (const i of masses) {
        measures.addStrain(i, strain, 1 / masses.length);
        measures.addVirial(i, half / masses.length, d, d);
      }
    }
  });
  return measures;
}

export function gridLines(world: World, sheet: AdaptiveSheet): ElementLines {
  const most = sheet.elements;
  const positions = new Float32Array(6 * most);
  const strains = new Float32Array(most);
  const nodes = sheet.force.nodes;
  let n = 0;
  eachSpring(world, sheet, (_s, [a, b], _d, _length, strain) => {
    for (let k = 0; k < 3; k++) {
      positions[6 * n + k] = nodes.view[NODE_NUMBERS * a + k];
      positions[6 * n + 3 + k] = nodes.view[NODE_NUMBERS * b + k];
    }
    strains[n++] = strain;
  });
  return { positions: positions.subarray(0, 6 * n), strain: strains.subarray(0, n) };
}

/** Visits the springs. `ends`: masses, or virtual points from the number of masses on; `d`: from one to the other, m. */
function eachSpring(
  world: World,
  { net, force }: AdaptiveSheet,
  visit: (spring: number, ends: number[], d: Float64Array, length: number, strain: number) => void,
): void {
  force.gather(world);
  const nodes = force.nodes.view;
  const [ends, stiffness, rest] = [net.ends.view, net.stiffness.view, net.rest.view];
  const d = new Float64Array(3);
  for (let s = 0; s < net.springsFrom(-1); s++) {
    if (!(stiffness[s] > 0)) continue;
    const [a, b] = [ends[2 * s], ends[2 * s + 1]];
    for (let k = 0; k < 3; k++) d[k] = nodes[NODE_NUMBERS * b + k] - nodes[NODE_NUMBERS * a + k];
    const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    if (length > 0) visit(s, [a, b], d, length, (length - rest[s]) / rest[s]);
  }
}
