/** The arrays that the surface kernels work on: vertices of sheets (particles, by their indices), then of obstacles. */
import type { Arena } from '../../core/arena.ts';
import { GrowableBlock } from '../../core/growable-block.ts';
import type { Kernels } from '../../kernels/index.ts';
import * as SurfaceVertex from '../../layouts/generated/surface-vertex.ts';
import type { Ties } from '../attachments/point.ts';
import { Sewn } from './sewn.ts';

/** f64 of a vertex, and indices of its fields. */
export const VERTEX_NUMBERS = SurfaceVertex.BYTES / 8;
export const VERTEX_END = SurfaceVertex.END / 8;
export const VERTEX_INVERSE_MASS = SurfaceVertex.INVERSE_MASS / 8;

export class SurfaceArrays {
  readonly kernels: Kernels;
  readonly vertices: GrowableBlock<'f64'>;
  /** Two a vertex: towards other bodies, and towards its own, m. */
  readonly radii: GrowableBlock<'f64'>;
  /** One a vertex: the number of its sheet, −1 − that of its collider. */
  readonly bodies: GrowableBlock<'i32'>;
  /** Four a triangle: vertices, flags. */
  readonly triangles: GrowableBlock<'i32'>;
  /** One a vertex: how far it may stray from its course, m. */
  readonly allowances: GrowableBlock<'f64'>;
  /** Twelve a triangle of a sheet; see the kernel surface-boxes. */
  readonly shapes: GrowableBlock<'f32'>;
  /** One a triangle; those marked cross others, and contact leaves them to each other. */
  readonly left: GrowableBlock<'i32'>;
  /** Features that are neighbours by seams. */
  readonly sewn: Sewn;
  /** One a triangle; those marked have a vertex that strayed from its course, and are listed. */
  readonly stale: GrowableBlock<'i32'>;
  readonly staleList: GrowableBlock<'i32'>;
  /** Room for one question of the kernels. */
  readonly question: GrowableBlock<'f64'>;

  constructor(arena: Arena, ties: readonly Ties[]) {
    this.sewn = new Sewn(ties);
    this.kernels = arena.kernels;
    this.vertices = new GrowableBlock(arena, 'surface.vertices', 'f64');
    this.radii = new GrowableBlock(arena, 'surface.radii', 'f64');
    this.bodies = new GrowableBlock(arena, 'surface.bodies', 'i32');
    this.triangles = new GrowableBlock(arena, 'surface.triangles', 'i32');
    this.left = new GrowableBlock(arena, 'surface.left', 'i32');
    this.allowances = new GrowableBlock(arena, 'surface.allowances', 'f64');
    this.shapes = new GrowableBlock(arena, 'surface.shapes', 'f32');
    this.stale = new GrowableBlock(arena, 'surface.stale', 'i32');
    this.staleList = new GrowableBlock(arena, 'surface.staleList', 'i32');
    this.question = new GrowableBlock(arena, 'surface.question', 'f64');
    this.question.grow(64);
  }
}
