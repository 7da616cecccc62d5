/** Steps of building and checking that models of sheets share. */
import type { Body } from '../core/body.ts';
import type { Renumbering } from '../core/dependents.ts';
import type { RefinementReport } from '../core/report.ts';
import type { World } from '../core/world.ts';
import { structuralStiffness } from '../forces/lattice-moduli.ts';
import { rotationAbout } from '../math/mat3.ts';
import { PI } from '../math/portable.ts';
import type { Vector } from '../math/vec3.ts';
import { LIMITS } from '../schema/limits.ts';
import type { Problem } from '../schema/problem.ts';
import type { ParticleBound } from './model.ts';

type Pair = readonly [number, number];

/** Transforms a point of a body's own frame into the world. */
export type Place = (x: number, y: number, z: number) => Vector;

interface Placed {
  readonly position: Vector;
  /** ° */
  readonly rotation: { readonly axis: Vector; readonly angle: number };
}

/** Returns the transformation from the body's own frame into the world: rotation, then translation. */
export function placement({ position: [px, py, pz], rotation }: Placed): Place {
  const turn = rotationAbout(rotation.axis, (rotation.angle * PI) / 180);
  return (u, v, w) => {
    const [x, y, z] = turn(u, v, w);
    return [px + x, py + y, pz + z];
  };
}

/** Sets the velocity of all particles of a body, m/s. */
export function setVelocity({ particles }: World, { first, count }: Body, velocity: Vector): void {
  [particles.vx, particles.vy, particles.vz].forEach((component, axis) => {
    component.fill(velocity[axis], first, first + count);
  });
}

/** Returns the renumbering of a body whose particle i, from its first one on, became `newSlot[i]`, or −1 if it was removed. */
export function renumbering(firstBefore: number, newSlot: Int32Array, { first, count }: Body): Renumbering {
  const newIndex = (old: number) => {
    const slot = newSlot[old - firstBefore] ?? -1;
    return slot < 0 ? -1 : first + slot;
  };
  return { firstBefore, countBefore: newSlot.length, first, count, newIndex };
}

/** Returns the renumbering of a body that keeps its particles in their order. */
export function shift(firstBefore: number, countBefore: number, { first, count }: Body): Renumbering {
  return { firstBefore, countBefore, first, count, newIndex: (old) => old - firstBefore + first };
}

export function noRefinement(): RefinementReport {
  return { active: 0, split: 0, merged: 0, detect: 0, keep: 0, backUp: 0, refine: 0 };
}

/** Returns the number of particles of a sheet of `points` in `layers` layers. */
export function gridBound(points: Pair, layers = 1): ParticleBound {
  const sides = layers > 1 ? [points[0], layers, points[1]] : points;
  return { count: points[0] * points[1] * layers, field: 'points', value: sides.join(' × ') };
}

/** Refuses masses too small for their inverse to be accurate; `density` in kg/m². */
export function massChecks(
  { points, size }: { points: Pair; size: Pair },
  density: number,
  path: string,
): Problem[] {
  const [columns, rows] = points;
  const mass = (density * size[0] * size[1]) / (columns * rows);
  if (mass >= LIMITS.leastMass) return [];
  const message = `each of the ${columns} × ${rows} masses would be ${mass.toPrecision(3)} kg; the least is ${LIMITS.leastMass}. Use fewer points or a larger density.`;
  return [{ path: `${path}.material.density`, message }];
}

/** Warns where flexion springs, or the diagonals of oblong cells, alone resist more stretching than the stretch modulus. */
export function stiffnessWarnings(
  { points, size }: { points: Pair; size: Pair },
  material: Parameters<typeof structuralStiffness>[0],
  path: string,
): Problem[] {
  const [dx, dy] = [size[0] / (points[0] - 1), size[1] / (points[1] - 1)];
  const { row, column } = structuralStiffness(material, dx, dy);
  if (row > 0 && column > 0) return [];
  if (structuralStiffness(material, 1, 1).row <= 0) {
    const message = 'stiffer than a quarter of the stretch modulus: the sheet stretches less than it says';
    return [{ path: `${path}.material.bend`, message }];
  }
  const message =
    'cells this oblong are stiffened by their shear springs: the sheet stretches less than it says';
  return [{ path: `${path}.points`, message }];
}
