/**
 * The two scenarios that every engine runs, and the sheet they share.
 *
 * A square sheet of side 1 m and 0.15 kg/m² (a light cotton) made of n × n particles starts at rest and flat in the plane
 * y = constant, under g = 9.80665 m/s² downwards (−y):
 *
 * - *flag*: two corners of one edge are pinned; the sheet swings down like a door on two hooks and flutters;
 * - *drape*: nothing is pinned; the sheet falls by 5 cm on a fixed sphere of radius 0.25 m and hangs over it.
 *
 * Frames last 1/60 s. Particle k = row·n + column rests at x = column/(n−1) − 1/2, z = row/(n−1) − 1/2; every particle has
 * the mass density · side² / n², so that the total is the same in all engines.
 */

export const side = 1; // m
export const density = 0.15; // kg/m²
export const gravity = 9.80665; // m/s²
export const frameTime = 1 / 60; // s

export type ScenarioName = 'flag' | 'drape';

export interface Sphere {
  centre: readonly [number, number, number]; // m
  radius: number; // m
  friction: number; // Coulomb's coefficient
}

export interface Scenario {
  name: ScenarioName;
  about: string;
  height: number; // m, height of the flat sheet at the start
  pinned: boolean; // both corners of row 0
  sphere?: Sphere;
}

export const scenarios: Record<ScenarioName, Scenario> = {
  flag: { name: 'flag', about: 'pinned at two corners, falls from horizontal', height: 0, pinned: true },
  drape: {
    name: 'drape',
    about: 'falls 5 cm on a fixed sphere of radius 0.25 m',
    height: 0.3,
    pinned: false,
    sphere: { centre: [0, 0, 0], radius: 0.25, friction: 0.3 },
  },
};

/** Interleaved coordinates of the n × n particles at rest, m. */
export function restPositions(scenario: Scenario, n: number): Float64Array {
  const positions = new Float64Array(3 * n * n);
  for (let row = 0, k = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      positions[k++] = side * (column / (n - 1) - 0.5);
      positions[k++] = scenario.height;
      positions[k++] = side * (row / (n - 1) - 0.5);
    }
  }
  return positions;
}

/** Indices of the pinned particles: the corners of row 0, or none. */
export function pinnedMasses(scenario: Scenario, n: number): number[] {
  return scenario.pinned ? [0, n - 1] : [];
}

/** Mass of one particle, kg. */
export function pointMass(n: number): number {
  return (density * side * side) / (n * n);
}

/** Distance of neighbours in a row or a column, m. */
export function spacing(n: number): number {
  return side / (n - 1);
}
