/** The linear system as contacts see it, for tests of their forces. */
import type { World } from 'pliant';
import type { Block } from '../../../../src/core/arena.ts';
import type { ContactRows } from '../../../../src/core/implicit.ts';

/** Rows that gather the forces of contacts, one for each particle. */
export class GatheredRows implements ContactRows {
  readonly #blocks: {
    rowOf: Block<'i32'>;
    residual: Block<'f32'>;
    touching: Block<'f32'>;
    elements: Block<'i32'>;
    arms: Block<'f32'>;
  };

  constructor({ arena, particles: { stride } }: World, contacts: number) {
    this.#blocks = {
      rowOf: arena.scratch('test.rowOf', 'i32', stride),
      residual: arena.scratch('test.residual', 'f32', 4 * stride),
      touching: arena.scratch('test.touching', 'f32', 12 * stride),
      elements: arena.scratch('test.elements', 'i32', 16 * contacts),
      arms: arena.scratch('test.arms', 'f32', 4 * contacts),
    };
    this.#blocks.rowOf.view.forEach((_, i, rows) => {
      rows[i] = i;
    });
  }

  get forces(): Float32Array {
    return this.#blocks.residual.view;
  }

  reserve() {
    const { rowOf, residual, touching, elements, arms } = this.#blocks;
    residual.view.fill(0);
    return {
      rowOf: rowOf.offset,
      residual: residual.offset,
      touching: touching.offset,
      elements: elements.offset,
      arms: arms.offset,
    };
  }

  adopt() {}
}
