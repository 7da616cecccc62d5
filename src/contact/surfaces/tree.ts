/** Bounding volume hierarchies over ranges of triangles; see the kernel tree.ts. */
import type { Arena } from '../../core/arena.ts';
import { GrowableBlock } from '../../core/growable-block.ts';
import type { SurfaceArrays } from './arrays.ts';
import type { PredictedMotion } from './predicted-motion.ts';
import { BOX_NUMBERS, NODE_WORDS } from './records.ts';

/** The nodes of a tree, at most two a triangle, and the order of its triangles. */
export class SurfaceTree {
  /** Number of its first triangle, and how many there are. */
  first = 0;
  count = 0;
  nodes = 0;
  readonly order: GrowableBlock<'i32'>;
  readonly links: GrowableBlock<'i32'>;
  readonly #arrays: SurfaceArrays;
  readonly #entries: GrowableBlock<'f32'>;

  constructor(arena: Arena, name: string, arrays: SurfaceArrays, entries: GrowableBlock<'f32'>) {
    this.#arrays = arrays;
    this.#entries = entries;
    this.order = new GrowableBlock(arena, `surface.${name}.order`, 'i32');
    this.links = new GrowableBlock(arena, `surface.${name}.links`, 'i32');
  }

  /** Builds the tree of `count` triangles from number `first` on, by their positions at the start of the sub-step. */
  build(first: number, count: number): void {
    const { triangles, vertices, kernels } = this.#arrays;
    this.first = first;
    this.count = count;
    this.order.grow(count);
    this.links.grow(2 * NODE_WORDS * count);
    this.#entries.grow(4 * count);
    this.nodes = kernels.surfaceTreeBuild(
      triangles.offset,
      first,
      count,
      vertices.offset,
      this.order.offset,
      this.#entries.offset,
      this.links.offset,
    );
  }

  /** Gives the triangles numbers from `first` on instead. */
  renumber(first: number): void {
    const { view } = this.order;
    const shift = first - this.first;
    for (let k = 0; k < this.count; k++) view[k] += shift;
    this.first = first;
  }
}

/** Boxes around the predicted motion of vertices. */
export class VertexBoxes {
  readonly boxes: GrowableBlock<'f32'>;
  readonly #arrays: SurfaceArrays;
  readonly #predicted: PredictedMotion;

  constructor(arena: Arena, arrays: SurfaceArrays, predicted: PredictedMotion) {
    this.#arrays = arrays;
    this.#predicted = predicted;
    this.boxes = new GrowableBlock(arena, 'surface.vertexBoxes', 'f32');
  }

  /** Encloses the first `count` vertices; new pairs are sought of the first `mobile` ones, all or those that strayed. */
  enclose(count: number, mobile: number, which: 'all' | 'strayed'): void {
    this.boxes.grow(BOX_NUMBERS * count);
    const { radii, ranges } = this.#arrays;
    const { offset } = this.#predicted.records;
    const part = which === 'all' ? 0 : 1;
    ranges.run('vertexBoxes', count, offset, radii.offset, mobile, part, this.boxes.offset);
  }
}

/** Boxes around the triangles of a tree and its nodes. */
export class TreeBoxes {
  readonly tree: SurfaceTree;
  readonly vertices: VertexBoxes;
  readonly nodes: GrowableBlock<'f32'>;
  /** Boxes of triangles in the order of the tree. */
  readonly triangles: GrowableBlock<'f32'>;
  readonly #arrays: SurfaceArrays;

  constructor(arena: Arena, name: string, arrays: SurfaceArrays, vertices: VertexBoxes, tree: SurfaceTree) {
    this.tree = tree;
    this.vertices = vertices;
    this.#arrays = arrays;
    this.nodes = new GrowableBlock(arena, `surface.${name}.nodes`, 'f32');
    this.triangles = new GrowableBlock(arena, `surface.${name}.boxes`, 'f32');
  }

  /** Fits all boxes to those of vertices. */
  refit(): void {
    const { tree } = this;
    this.nodes.grow(2 * BOX_NUMBERS * tree.count);
    this.triangles.grow(BOX_NUMBERS * tree.count);
    const { triangles, kernels, ranges } = this.#arrays;
    const { nodes, links, order } = tree;
    ranges.run(
      'leafBoxes',
      nodes,
      triangles.offset,
      this.vertices.boxes.offset,
      order.offset,
      links.offset,
      this.nodes.offset,
      this.triangles.offset,
    );
    kernels.surfaceNodeBoxes(nodes, links.offset, this.nodes.offset);
  }

  /** Lists the triangles whose boxes now may overlap a box (least x, y, z, greatest x, y, z, m) and returns their number. */
  within(box: Float64Array, list: GrowableBlock<'i32'>): number {
    const { tree } = this;
    const { results, kernels } = this.#arrays;
    list.grow(tree.count);
    results.view.set(box);
    return kernels.surfaceWithin(
      tree.nodes,
      tree.order.offset,
      tree.links.offset,
      this.nodes.offset,
      this.triangles.offset,
      results.offset,
      list.offset,
    );
  }
}
