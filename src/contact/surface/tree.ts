/** A tree of boxes over a range of the triangles of a surface; see the kernel surface-tree. */
import type { Arena } from '../../core/arena.ts';
import type { SurfaceArrays } from './arrays.ts';
import { Room } from './room.ts';

export class SurfaceTree {
  first = 0;
  count = 0;
  nodes = 0;
  readonly order: Room<'i32'>;
  readonly links: Room<'i32'>;
  readonly boxes: Room<'f32'>;
  readonly #arrays: SurfaceArrays;
  readonly #keys: Room<'f64'>;

  constructor(arena: Arena, name: string, arrays: SurfaceArrays, keys: Room<'f64'>) {
    this.#arrays = arrays;
    this.#keys = keys;
    this.order = new Room(arena, `surface.${name}.order`, 'i32');
    this.links = new Room(arena, `surface.${name}.links`, 'i32');
    this.boxes = new Room(arena, `surface.${name}.boxes`, 'f32');
  }

  /** Over the triangles from number `first` on, by where they are at the start of the sub-step. */
  build(first: number, count: number): void {
    const { triangles, vertices, kernels } = this.#arrays;
    this.first = first;
    this.count = count;
    this.order.grow(count);
    this.links.grow(8 * count);
    this.boxes.grow(16 * count);
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

  /** Boxes around the ways of all triangles, in the frame that moves with `shift`. */
  refit(margin: number): void {
    const { triangles, vertices, radii, triangleBoxes, shift, kernels } = this.#arrays;
    triangleBoxes.grow(8 * (this.first + this.count));
    kernels.surfaceTreeRefit(
      triangles.offset,
      this.nodes,
      vertices.offset,
      radii.offset,
      this.order.offset,
      this.links.offset,
      this.boxes.offset,
      triangleBoxes.offset,
      margin,
      shift.view[0],
      shift.view[1],
      shift.view[2],
    );
  }
}
