/**
 * The surface of matter made of particles: closed, outward, a manifold, as plain arrays.
 *
 * Matter on a cubic closest packed lattice of spacing D has the volume D³/√2 per particle, and its surface lies half a
 * layer outside the outermost particles. Reach R and level of the two fields (particle-field.ts) are chosen to enclose that
 * volume:
 *  - smooth: a single particle is a ball of its own volume if the level is −r, r = (3/(4√2π))^⅓ D = 0.5527 D. At the
 *    face of a half space x̄ lies 0.246 R deep (mean of w over a half ball). This is r for R = 2.25 D in evenly spread matter,
 *    and for R = 1.95 D on the lattice, as measured on blocks, balls and dice.
 *  - blobs: R = 1.1 D, so that neighbours just meet, and the level 0.55 by the same measurements.
 * Volumes of blocks, balls, rods and dice of 177 to 4631 particles are within 4 % for both. Drops of few particles come out
 * too small, because cells cut off their curvature (ten smooth ones have 0.57 of their volume), and a layer one particle
 * thick is 1.4 times too thick. A surface that is off by more than 4 % is moved along its normals (true-volume.ts).
 */
import { oneOf, positive, within } from '../math/check.ts';
import type { SurfaceMesh } from './block-field.ts';
import { marchingCubes } from './marching-cubes.ts';
import { type FieldShape, type FieldStyle, MOST_REACH, ParticleField } from './particle-field.ts';
import { checkPlaces } from './places.ts';
import { moveToVolume } from './true-volume.ts';

export interface IsosurfaceOptions {
  /** D: distance of neighbours in matter at rest, m. */
  spacing: number;
  /** One bulge per particle, or smooth over all of them; default: smooth. */
  style?: FieldStyle;
  /** Cell of the grid over the spacing; default: 0.4 for blobs, 0.5 for smooth surfaces. */
  cell?: number;
}

export interface Isosurface extends SurfaceMesh {
  /** Enclosed volume, m³. */
  readonly volume: number;
}

/** Reach, level and default cell, over the spacing. */
interface Calibration {
  readonly reach: number;
  readonly level: number;
  readonly cell: number;
}

const SPATIAL: Record<FieldStyle, Calibration> = {
  blobs: { reach: 1.1, level: 0.55, cell: 0.4 },
  smooth: { reach: 1.95, level: -0.5527, cell: 0.5 },
};
/** In a plane, on a hexagonal lattice, a particle has the area D²√3/2 of a disc of radius 0.525 D. */
const FLAT: Record<FieldStyle, Calibration> = {
  blobs: { reach: 1.2, level: 0.56, cell: 0.25 },
  smooth: { reach: 1.85, level: -0.525, cell: 0.3 },
};
/** Factor b of the field: matter extends at most 0.84 D from a particle. The largest hole of the lattice is 0.71 D from its particles. */
const NEAREST = 0.66;
/** Largest cell over the spacing: coarser grids lose matter that is one particle thick. */
const COARSEST = 1;

/** `particles`: x, y, z each, m. */
export function isosurface(particles: ArrayLike<number>, options: IsosurfaceOptions): Isosurface {
  const { shape, level } = fieldShape(options, false);
  checkPlaces('particles', particles);
  const mesh = marchingCubes(new ParticleField(particles, shape), level);
  const { spacing } = options;
  return moveToVolume(mesh, ((particles.length / 3) * spacing * spacing * spacing) / Math.SQRT2, spacing);
}

/** Returns the field for these options, and the level of the surface in it. */
export function fieldShape(options: IsosurfaceOptions, flat: boolean): { shape: FieldShape; level: number } {
  const spacing = positive('spacing', options.spacing);
  const style = oneOf('style', options.style ?? 'smooth', ['blobs', 'smooth']);
  const calibration = (flat ? FLAT : SPATIAL)[style];
  const cell = within('cell', options.cell ?? calibration.cell, calibration.reach / MOST_REACH, COARSEST);
  const shape = { cell: cell * spacing, reach: calibration.reach * spacing, style, flat, nearest: NEAREST };
  return { shape, level: style === 'blobs' ? calibration.level : calibration.level * spacing };
}
