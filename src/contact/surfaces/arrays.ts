/** The arrays that the surface kernels work on: vertices of sheets (particles, by their indices), then of obstacles. */
import type { Arena } from '../../core/arena.ts';
import type { Kernels } from '../../kernels/index.ts';
import * as SurfaceVertex from '../../layouts/generated/surface-vertex.ts';
import { Room } from './growable.ts';
import { Sewn } from './sewn.ts';

/** f64 of a vertex, and indices of its fields. */
export const VERTEX_NUMBERS = SurfaceVertex.BYTES / 8;
export const VERTEX_END = SurfaceVertex.END / 8;
export const VERTEX_INVERSE_MASS = SurfaceVertex.INVERSE_MASS / 8;

export class SurfaceArrays {
  readonly kernels: Kernels;
  readonly vertices: Room<'f64'>;
  /** Two a vertex: towards other bodies, and towards its own, m. */
  readonly radii: Room<'f64'>;
  /** One a vertex: the number of its sheet, −1 − that of its collider. */
  readonly bodies: Room<'i32'>;
  /** Four a triangle: vertices, flags. */
  readonly triangles: Room<'i32'>;
  /** One a vertex: how far it may stray from its course, m. */
  readonly allowances: Room<'f64'>;
  /** Twelve a triangle of a sheet; see the kernel surface-boxes. */
  readonly shapes: Room<'f32'>;
  /** One a triangle; those marked cross others, and contact leaves them to each other. */
  readonly left: Room<'i32'>;
  /** Features that are neighbours by seams. */
  readonly sewn = new Sewn();
  /** One a triangle; those marked have a vertex that strayed from its course, and are listed. */
  readonly stale: Room<'i32'>;
  readonly staleList: Room<'i32'>;
  /** Room for one question of the kernels. */
  readonly question: Room<'f64'>;

  constructor(arena: Arena) {
    this.kernels = arena.kernels;
    this.vertices = new Room(arena, 'surface.vertices', 'f64');
    this.radii = new Room(arena, 'surface.radii', 'f64');
    this.bodies = new Room(arena, 'surface.bodies', 'i32');
    this.triangles = new Room(arena, 'surface.triangles', 'i32');
    this.left = new Room(arena, 'surface.left', 'i32');
    this.allowances = new Room(arena, 'surface.allowances', 'f64');
    this.shapes = new Room(arena, 'surface.shapes', 'f32');
    this.stale = new Room(arena, 'surface.stale', 'i32');
    this.staleList = new Room(arena, 'surface.staleList', 'i32');
    this.question = new Room(arena, 'surface.question', 'f64');
    this.question.grow(64);
  }
}
