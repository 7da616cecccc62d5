/** Blocks keep their elements and their places apart, however their lengths change. */
import { expect, it } from 'vitest';
import { Arena, type Block } from '../../../src/core/arena.ts';
import { random, seedRandom } from '../../../src/math/random.ts';

function drawing(seed: number): (below: number) => number {
  const state = new Int32Array(4);
  seedRandom(state, seed);
  return (below) => Math.floor(below * random(state));
}

/** Bytes of a block with its room. */
function rangeOf({ kind, offset, room }: Block): [number, number] {
  return [offset, offset + room * (kind === 'f64' ? 8 : 4)];
}

it('blocks whose lengths change keep what both lengths have, and share no byte', () => {
  const arena = new Arena();
  const draw = drawing(3);
  const kinds = ['f64', 'f32', 'i32'] as const;
  const blocks: Block[] = [];
  const expected = new Map<Block, number[]>();
  for (let round = 0; round < 400; round++) {
    if (blocks.length < 12) {
      const block: Block = arena.scratch(`block ${round}`, kinds[draw(3)], draw(20));
      expect([...block.view]).toEqual(new Array(block.length).fill(0));
      blocks.push(block);
    }
    const lengths = new Map<Block, number>();
    for (let k = 0; k < 3; k++) lengths.set(blocks[draw(blocks.length)], draw(30 * (1 + round)));
    arena.resize(lengths);
    for (const [block, length] of lengths) {
      const known = expected.get(block) ?? [];
      expect([...block.view]).toEqual(Array.from({ length }, (_, i) => known[i] ?? 0));
      for (let i = 0; i < length; i++) block.view[i] = draw(1000);
      expected.set(block, [...block.view]);
    }
    const ranges = blocks.map(rangeOf).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    for (let k = 1; k < ranges.length; k++) expect(ranges[k][0]).toBeGreaterThanOrEqual(ranges[k - 1][1]);
    for (const [start, end] of ranges) {
      expect(start % 16).toBe(0);
      expect(end).toBeLessThanOrEqual(arena.memory.buffer.byteLength);
    }
  }
});

it('memory that blocks leave is used again', () => {
  const arena = new Arena();
  const blocks = Array.from({ length: 20 }, (_, k) => arena.scratch(`block ${k}`, 'f64', 10));
  for (let length = 20; length < 50_000; length = Math.ceil(1.1 * length))
    for (const block of blocks) arena.resize(new Map([[block as Block, length]]));
  const used = blocks.reduce((sum, { room }) => sum + 8 * room, 0);
  expect(arena.memory.buffer.byteLength).toBeLessThan(2 * used);
});

it('nothing changes if there is not enough memory', () => {
  const arena = new Arena();
  const blocks = ['a', 'b'].map((name) => arena.scratch(name, 'f64', 10));
  for (const { view } of blocks) view.fill(7);
  const before = blocks.map((block) => ({ ...block }));
  const resize = () =>
    arena.resize(
      new Map<Block, number>([
        [blocks[0], 50],
        [blocks[1], 2 ** 29],
      ]),
    );
  expect(resize).toThrow('arena: block "b" would need');
  blocks.forEach((block, k) => {
    expect(block.offset).toBe(before[k].offset);
    expect([...block.view]).toEqual(new Array(10).fill(7));
  });
});
