/**
 * Limits of a scene. Every count is checked against them before anything is allocated, so a hostile scene costs at most as
 * much as a large honest one.
 */
import { FILE_LIMITS } from '../../formats/lines.ts';

export const LIMITS = {
  /** Characters of JSON text. */
  text: 64 * 1024 * 1024,
  /** Objects and lists inside each other. The format itself needs 6. */
  depth: 24,
  /** Numbers, strings, lists and objects in a scene, in all. */
  values: 5_000_000,
  /** Characters of a name, and of a title or sentence. */
  name: 64,
  sentence: 1000,
  bodies: 1000,
  colliders: 1000,
  rigidBodies: 200,
  pins: 10_000,
  keyframes: 10_000,
  /** Corners of a mesh or polyhedron; twice as many triangles. */
  vertices: 500_000,
  triangles: 1_000_000,
  /** Particles of all bodies together. */
  particles: 1_000_000,
  /** Frames of a run: seconds / dt. */
  frames: 10_000_000,
  /** Sub-steps a frame. */
  substeps: 100_000,
  /** Largest coordinate in a file, m. */
  coordinate: FILE_LIMITS.coordinate,
  /** Largest coordinate without a warning, m; a double resolves 0.1 nm there. */
  preciseCoordinate: 1e6,
  /** Least mass, kg; the inverse of a smaller one, and with it the time step, has no meaning. */
  leastMass: 1e-12,
} as const;
