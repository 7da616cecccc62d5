/**
 * How much a scene may ask for. Every count is checked against these before anything is allocated, so a scene
 * from a stranger costs at most what a large honest one does.
 */
import { FILE_LIMITS } from '../../formats/lines.ts';

export const LIMITS = {
  /** Characters of JSON text. */
  text: 64 * 1024 * 1024,
  /** Objects and lists inside each other. The format itself needs 6. */
  depth: 24,
  /** Numbers, strings, lists and objects in a scene, all told. */
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
  /** Of all bodies together. */
  particles: 1_000_000,
  /** Frames of a run: seconds / dt. */
  frames: 10_000_000,
  /** Sub-steps a frame. */
  substeps: 100_000,
  /** m; as far as a file may go. */
  coordinate: FILE_LIMITS.coordinate,
  /** m; beyond it (a double resolves 0.1 nm there) a scene is worth a warning. */
  preciseCoordinate: 1e6,
  /** kg; masses under it make their inverse, and with it the time step, meaningless. */
  leastMass: 1e-12,
} as const;
