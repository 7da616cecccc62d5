/** A tree over a range of the triangles of a surface, and boxes for its nodes; see the kernel surface-tree. */
import type { Arena } from '../../core/arena.ts';
import { GrowableBlock } from '../../core/growable-block.ts';
import * as BoundingBox from '../../layouts/generated/bounding-box.ts';
import * as FrameShift from '../../layouts/generated/frame-shift.ts';
import * as TreeNode from '../../layouts/generated/tree-node.ts';
import type { SurfaceArrays } from './arrays.ts';
import type { Courses } from './predicted-motion.ts';

/** i32 of a node, of which a tree has at most two a triangle; f32 of a box. */
const NODE_WORDS = TreeNode.BYTES / 4;
const BOX_NUMBERS = BoundingBox.BYTES / 4;

export class SurfaceTree {
  first = 0;
  count = 0;
  nodes = 0;
  readonly order: GrowableBlock<'i32'>;
  readonly links: GrowableBlock<'i32'>;
  readonly #arrays: SurfaceArrays;
  readonly #keys: GrowableBlock<'f64'>;

  constructor(arena: Arena, name: string, arrays: SurfaceArrays, keys: GrowableBlock<'f64'>) {
    this.#arrays = arrays;
    this.#keys = keys;
    this.order = new GrowableBlock(arena, `surface.${name}.order`, 'i32');
    this.links = new GrowableBlock(arena, `surface.${name}.links`, 'i32');
  }

  /** Over the triangles from number `first` on, by where they are at the start of the sub-step. */
  build(first: number, count: number): void {
    const { triangles, vertices, kernels } = this.#arrays;
    this.first = first;
    this.count = count;
    this.order.grow(count);
    this.links.grow(2 * NODE_WORDS * count);
    this.#keys.grow(first + count);
    this.nodes = kernels.surfaceTreeBuild(
      triangles.offset,
      first,
      count,
      vertices.offset,
      this.order.offset,
      this.#keys.offset,
      this.links.offset,
    );
  }
}

/** Boxes around the courses of vertices, in a frame that may move. */
export class VertexBoxes {
  readonly boxes: GrowableBlock<'f32'>;
  /** Six: how far the frame has moved now and at the end of the courses, m. */
  readonly shift: GrowableBlock<'f64'>;
  readonly #arrays: SurfaceArrays;
  readonly #courses: Courses;

  constructor(arena: Arena, name: string, arrays: SurfaceArrays, courses: Courses) {
    this.#arrays = arrays;
    this.#courses = courses;
    this.boxes = new GrowableBlock(arena, `surface.${name}.vertices`, 'f32');
    this.shift = new GrowableBlock(arena, `surface.${name}.shift`, 'f64');
    this.shift.grow(FrameShift.BYTES / 8);
  }

  /** Of the first `count` vertices: all, or those that strayed. */
  enclose(count: number, which: 'all' | 'stale'): void {
    this.boxes.grow(BOX_NUMBERS * count);
    const { radii, kernels } = this.#arrays;
    kernels.surfaceVertexBoxes(
      this.#courses.records.offset,
      radii.offset,
      0,
      count,
      this.shift.offset,
      which === 'all' ? 0 : 1,
      this.boxes.offset,
    );
  }
}

/** Boxes around the triangles of a tree and its nodes. */
export class TreeBoxes {
  readonly tree: SurfaceTree;
  readonly vertices: VertexBoxes;
  readonly nodes: GrowableBlock<'f32'>;
  /** By number of the triangle. */
  readonly triangles: GrowableBlock<'f32'>;
  readonly #arrays: SurfaceArrays;

  constructor(arena: Arena, name: string, arrays: SurfaceArrays, vertices: VertexBoxes, tree: SurfaceTree) {
    this.tree = tree;
    this.vertices = vertices;
    this.#arrays = arrays;
    this.nodes = new GrowableBlock(arena, `surface.${name}.nodes`, 'f32');
    this.triangles = new GrowableBlock(arena, `surface.${name}.boxes`, 'f32');
  }

  /** All, or those of triangles that are stale, and what is above them. */
  refit(which: 'all' | 'stale'): void {
    const { tree } = this;
    this.nodes.grow(2 * BOX_NUMBERS * tree.count);
    this.triangles.grow(BOX_NUMBERS * (tree.first + tree.count));
    const { triangles, stale, kernels } = this.#arrays;
    kernels.surfaceTreeRefit(
      triangles.offset,
      tree.nodes,
      this.vertices.boxes.offset,
      tree.order.offset,
      tree.links.offset,
      this.nodes.offset,
      this.triangles.offset,
      which === 'all' ? 0 : stale.offset,
    );
  }
}
