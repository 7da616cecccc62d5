/**
 * Arrays of the surface kernels. Vertices of sheets come first, with the indices of their particles, then those of
 * colliders.
 */
import type { Arena, Block } from '../../core/arena.ts';
import { GrowableBlock } from '../../core/growable-block.ts';
import type { Kernels } from '../../kernels/index.ts';
import * as PairJob from '../../layouts/generated/pair-job.ts';
import * as Proximity from '../../layouts/generated/proximity.ts';
import * as ScanJob from '../../layouts/generated/scan-job.ts';
import type { Ties } from '../attachments/point.ts';
import { Ranges } from './ranges.ts';
import { SeamNeighbours } from './seam-neighbours.ts';

export class SurfaceArrays {
  readonly kernels: Kernels;
  readonly vertices: GrowableBlock<'f64'>;
  /** Contact radii of each vertex towards other bodies and towards its own, m. */
  readonly radii: GrowableBlock<'f64'>;
  /** Owner of each vertex: the number of its sheet, or −1 − the number of its collider. */
  readonly bodies: GrowableBlock<'i32'>;
  readonly triangles: GrowableBlock<'i32'>;
  /** Allowed deviation of each vertex from its predicted motion, m. */
  readonly allowances: GrowableBlock<'f64'>;
  /** Fold record of each triangle of a sheet. */
  readonly folds: GrowableBlock<'f32'>;
  /** Bits of each triangle by which pairs are excluded from contact; see `areExcluded` in the kernel pairs.ts. */
  readonly excluded: GrowableBlock<'i32'>;
  readonly seams: SeamNeighbours;
  /** Corners around each vertex whose triangles form a closed fan, and the number of its first; see fans.ts. */
  readonly fanStarts: GrowableBlock<'i32'>;
  readonly fanCorners: GrowableBlock<'i32'>;
  /** 1 for each vertex around which all triangles stay nearly flat, see the kernel flat.ts. */
  readonly flat: GrowableBlock<'i32'>;
  readonly ranges: Ranges;
  /** Space for the results of one kernel call. */
  readonly results: GrowableBlock<'f64'>;
  /** Parameters of a search for pairs, and its space. */
  readonly search: { readonly job: Block<'i32'>; readonly scratch: GrowableBlock<'i32'> };
  /** The same of a search for contacts. */
  readonly scan: { readonly job: Block<'i32'>; readonly scratch: GrowableBlock<'f64'> };

  constructor(arena: Arena, ties: readonly Ties[]) {
    this.seams = new SeamNeighbours(ties);
    this.kernels = arena.kernels;
    this.ranges = new Ranges(arena);
    this.vertices = new GrowableBlock(arena, 'surface.vertices', 'f64');
    this.radii = new GrowableBlock(arena, 'surface.radii', 'f64');
    this.bodies = new GrowableBlock(arena, 'surface.bodies', 'i32');
    this.triangles = new GrowableBlock(arena, 'surface.triangles', 'i32');
    this.excluded = new GrowableBlock(arena, 'surface.excluded', 'i32');
    this.allowances = new GrowableBlock(arena, 'surface.allowances', 'f64');
    this.folds = new GrowableBlock(arena, 'surface.folds', 'f32');
    this.fanStarts = new GrowableBlock(arena, 'surface.fanStarts', 'i32');
    this.fanCorners = new GrowableBlock(arena, 'surface.fanCorners', 'i32');
    this.flat = new GrowableBlock(arena, 'surface.flat', 'i32');
    this.results = new GrowableBlock(arena, 'surface.results', 'f64');
    this.results.grow(Proximity.BYTES / 8);
    this.search = {
      job: arena.scratch('surface.search', 'i32', PairJob.BYTES / 4),
      scratch: new GrowableBlock(arena, 'surface.searchScratch', 'i32'),
    };
    this.scan = {
      job: arena.scratch('surface.scan', 'i32', ScanJob.BYTES / 4),
      scratch: new GrowableBlock(arena, 'surface.scanScratch', 'f64'),
    };
  }
}
