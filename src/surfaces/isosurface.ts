/**
 * The surface of matter made of particles: closed, outward, a manifold, as plain arrays.
 *
 * Matter on a cubic closest packed lattice of spacing D has the volume D³/√2 a particle, and its surface lies half a
 * layer outside the outermost particles. Reach R and level of the two fields (particle-field.ts) are such that the
 * volume within is that:
 *  - smooth: a single particle is a ball of its own volume if the level is −r, r = (3/(4√2π))^⅓ D = 0.5527 D. At the
 *    face of a half space x̄ lies 0.246 R deep (mean of w over a half ball), which is r for R = 2.25 D if matter is spread
 *    evenly, and for R = 1.95 D on the lattice, by measurement of blocks, balls and dice.
 *  - blobs: R = 1.1 D, so that neighbours just meet, and the level 0.55 by the same measurements.
 * Volumes of blocks, balls, rods and dice of 177 to 4631 particles are within 4 % for both. Drops of few particles come out
 * too small, as cells cut off their curvature (ten have 0.57 of their volume where smooth), and a layer one particle thick is
 * 1.4 times too thick; what is off by more is moved along its normals (true-volume.ts).
 */
import { finite, oneOf, positive, within } from '../math/check.ts';
import { marchingCubes, type SurfaceMesh } from './marching-cubes.ts';
import { type FieldShape, type FieldStyle, MOST_REACH, ParticleField } from './particle-field.ts';
import { moveToVolume } from './true-volume.ts';

export interface IsosurfaceOptions {
  /** D: distance of neighbours in matter at rest, m. */
  spacing: number;
  /** Round about each particle, or smooth over them; smooth if not given. */
  style?: FieldStyle;
  /** Cell of the grid over the spacing; 0.4 for blobs and 0.5 for smooth surfaces if not given. */
  cell?: number;
}

export interface Isosurface extends SurfaceMesh {
  /** m³ */
  readonly volume: number;
}

/** Over the spacing: reach, radius at the level, usual cell. */
interface Calibration {
  readonly reach: number;
  readonly level: number;
  readonly cell: number;
}

const SPATIAL: Record<FieldStyle, Calibration> = {
  blobs: { reach: 1.1, level: 0.55, cell: 0.4 },
  smooth: { reach: 1.95, level: -0.5527, cell: 0.5 },
};
/** In the plane, on a hexagonal lattice, a particle has the area D²√3/2, that of a disc of radius 0.525 D. */
const FLAT: Record<FieldStyle, Calibration> = {
  blobs: { reach: 1.2, level: 0.56, cell: 0.25 },
  smooth: { reach: 1.85, level: -0.525, cell: 0.3 },
};
/** b: matter reaches 0.84 D from a particle at most. The largest hole of the lattice is 0.71 D from its particles. */
const NEAREST = 0.66;
/** Of cells over the spacing: in coarser ones, matter one particle thick is lost. */
const COARSEST = 1;

/** `particles`: x, y, z each, m. */
export function isosurface(particles: ArrayLike<number>, options: IsosurfaceOptions): Isosurface {
  const { shape, level } = fieldShape(options, false);
  const mesh = marchingCubes(new ParticleField(checked(particles), shape), level);
  const { spacing } = options;
  return moveToVolume(mesh, ((particles.length / 3) * spacing * spacing * spacing) / Math.SQRT2, spacing);
}

/** The field that belongs to the options, and the level of the surface in it. */
export function fieldShape(options: IsosurfaceOptions, flat: boolean): { shape: FieldShape; level: number } {
  const spacing = positive('spacing', options.spacing);
  const style = oneOf('style', options.style ?? 'smooth', ['blobs', 'smooth']);
  const usual = (flat ? FLAT : SPATIAL)[style];
  const cell = within('cell', options.cell ?? usual.cell, usual.reach / MOST_REACH, COARSEST);
  const shape = { cell: cell * spacing, reach: usual.reach * spacing, style, flat, nearest: NEAREST };
  return { shape, level: style === 'blobs' ? usual.level : usual.level * spacing };
}

/** Refuses what is no list of places. */
export function checked(particles: ArrayLike<number>): ArrayLike<number> {
  if (particles.length % 3 !== 0)
    throw new RangeError(`particles: must be x, y, z each, got ${particles.length} numbers`);
  for (let i = 0; i < particles.length; i++) finite(`particles[${Math.floor(i / 3)}]`, particles[i]);
  return particles;
}
