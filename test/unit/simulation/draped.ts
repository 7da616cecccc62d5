/** A small cloth that falls on a ball, and measures of positions, for tests of simulations. */
import { Simulation } from 'pliant';

export const DT = 1 / 60;
export const small = { size: [0.2, 0.2], cells: [6, 6] } as {
  size: [number, number];
  cells: [number, number];
};
export const lowest = (positions: Float32Array) => Math.min(...positions.filter((_, i) => i % 3 === 1));
export const mean = (positions: Float32Array, axis: number) =>
  positions.reduce((sum, x, i) => (i % 3 === axis ? sum + x : sum), 0) / (positions.length / 3);

/** A cloth that falls on a ball. */
export function draped(): Simulation {
  const sim = new Simulation();
  sim.addCollider({ kind: 'sphere', radius: 0.1 }, { name: 'ball', friction: 0.4 });
  sim.addCloth({ ...small, fabric: 'cotton', position: [0.02, 0.13, 0] });
  return sim;
}
