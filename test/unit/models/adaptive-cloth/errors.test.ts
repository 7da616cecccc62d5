/** The search for edges to refine and vertices to keep, against the formulas of adapt.ts. */
import { World } from 'pliant';
import { createIntegrator } from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import { cos, PI, sin } from '../../../../src/math/portable.ts';
import { random } from './woven-cloth.ts';

/** A few hundred hinges of 50 vertices; angles from flat to folded. */
function someHinges(count: number, steepest: number) {
  const { arena } = new World(createIntegrator('implicit-euler'));
  const chance = random(5);
  const angle = () => (chance() < 0.2 ? 0 : steepest * (2 * chance() - 1));
  const blocks = {
    vertices: arena.scratch('vertices', 'i32', 4 * count),
    hinges: arena.scratch('hinges', 'f64', 4 * count),
    angles: arena.scratch('angles', 'f64', count),
    kept: arena.scratch('kept', 'i32', 50),
    list: arena.scratch('list', 'i32', count),
    errors: arena.scratch('errors', 'f64', count),
  };
  blocks.vertices.view.forEach((_, k, all) => {
    all[k] = Math.floor(50 * chance());
  });
  for (let k = 0; k < count; k++) {
    blocks.hinges.view.set([1, chance() < 0.5 ? 0 : angle(), angle(), 0.01 + 0.05 * chance()], 4 * k);
    blocks.angles.view[k] = angle();
  }
  return { arena, ...blocks };
}

describe.each([
  ['flat', 0.01],
  ['bent', 0.6],
  ['folded', PI],
])('hinges that are %s', (_, steepest) => {
  it.each([
    [0.001, 0.00025, 3],
    [0.0001, 0.00005, 0.1],
    [0.002, Infinity, Infinity],
  ])('have the errors of the formula (refined above %f m, kept above %f m)', (most, keptError, keptRate) => {
    const { arena, vertices, hinges, angles, kept, list, errors } = someHinges(300, steepest);
    const interval = 1 / 60;
    const count = arena.kernels.clothErrors(
      vertices.offset,
      300,
      hinges.offset,
      angles.offset,
      interval,
      most,
      keptError,
      keptRate,
      kept.offset,
      list.offset,
      errors.offset,
    );
    const expected: [hinge: number, d: number][] = [];
    const marks = new Int32Array(50);
    for (let k = 0; k < 300; k++) {
      const [, rest, start, height] = hinges.view.subarray(4 * k, 4 * k + 4);
      const error = (turn: number) => {
        const quarter = 0.25 * Math.abs(turn);
        return (0.5 * height * sin(quarter)) / cos(quarter);
      };
      const d = error(angles.view[k] - rest);
      if (d > most) expected.push([k, d]);
      const rate = Math.abs(angles.view[k] - start) / interval;
      if (Math.max(d, error(rest)) <= keptError && rate <= keptRate) continue;
      for (let end = 0; end < 2; end++) marks[vertices.view[4 * k + end]] = 1;
    }
    expect(Array.from({ length: count }, (_, k) => [list.view[k], errors.view[k]])).toEqual(expected);
    expect(kept.view).toEqual(marks);
  });
});

it('edges are marked once, from the first of their triangles', () => {
  const { arena } = new World(createIntegrator('implicit-euler'));
  // two triangles that share the edge 1 – 2
  const triangles = arena.scratch('triangles', 'i32', 6);
  const neighbours = arena.scratch('neighbours', 'i32', 6);
  const flags = arena.scratch('flags', 'i32', 4);
  const list = arena.scratch('list', 'i32', 6);
  triangles.view.set([0, 1, 2, 3, 2, 1]);
  neighbours.view.set([1, -1, -1, 0, -1, -1]);
  const marked = (...values: number[]) => {
    flags.view.set(values);
    const { offset } = triangles;
    const count = arena.kernels.clothMarkedEdges(offset, neighbours.offset, 2, flags.offset, 2, list.offset);
    return [...list.view.subarray(0, count)];
  };
  expect(marked(0, 0, 0, 1)).toEqual([]);
  expect(marked(2, 0, 0, 0)).toEqual([1, 2]);
  expect(marked(0, 3, 0, 0)).toEqual([0, 2, 4]);
  expect(marked(2, 2, 2, 2)).toEqual([0, 1, 2, 4, 5]);
});
