/**
 * Pairs of surfaces that pass each other within an implicit step: which are found, and how far they are moved. Each test fails at twice
 * and at half of the number that it is about.
 */
import { describe, expect, it } from 'vitest';
import { World } from '../../../../src/core/world.ts';
import { createIntegrator } from '../../../../src/integrators/index.ts';
import { JOBS } from '../../../../src/kernels/threads.ts';
import * as Contact from '../../../../src/layouts/generated/contact.ts';
import * as FeaturePair from '../../../../src/layouts/generated/feature-pair.ts';
import * as ScanJob from '../../../../src/layouts/generated/scan-job.ts';
import * as ScanScratch from '../../../../src/layouts/generated/scan-scratch.ts';
import * as SurfaceProperties from '../../../../src/layouts/generated/surface-properties.ts';
import * as SurfaceVertex from '../../../../src/layouts/generated/surface-vertex.ts';

type Point = readonly [number, number, number];

/** Distance that the pair keeps, m. */
const KEEPS = 0.001;
/** A horizontal triangle with an edge along z at x = 0. */
const TRIANGLE: readonly Point[] = [
  [0, 0, -1],
  [-1, 0, 0],
  [0, 0, 1],
];

/** A vertex that goes straight between two points beside the triangle, which stays, and what is found for the pair. */
function passage(from: Point, to: Point, inverseMasses: readonly number[] = [1, 0, 0, 0]) {
  const world = new World(createIntegrator('implicit-euler'));
  const { arena } = world;
  const block = (name: string, bytes: number) => arena.scratch(`test.${name}`, 'f64', bytes / 8);
  const [vertices, pair, wake, bodies] = [
    block('vertices', 4 * SurfaceVertex.BYTES),
    block('pair', FeaturePair.BYTES),
    block('wake', 8),
    block('bodies', 32),
  ];
  const [surfaces, contact, order, scratch] = [
    block('surfaces', SurfaceProperties.BYTES),
    block('contact', Contact.BYTES),
    block('order', 8),
    block('scratch', ScanScratch.BYTES),
  ];
  for (const { view } of [wake, bodies, surfaces, order]) view.fill(0);
  const words = new Int32Array(pair.view.buffer, pair.view.byteOffset, FeaturePair.BYTES / 4);
  const numbers = new Float32Array(pair.view.buffer, pair.view.byteOffset, FeaturePair.BYTES / 4);
  words.set([0, 1, 2, 3]);
  numbers.set([0, 1, 0, KEEPS, 0], FeaturePair.NORMAL / 4);
  [from, ...TRIANGLE].forEach((start, j) => {
    const at = (j * SurfaceVertex.BYTES) / 8;
    vertices.view.set(start, at);
    vertices.view.set(j === 0 ? to : start, at + SurfaceVertex.END / 8);
    vertices.view[at + SurfaceVertex.INVERSE_MASS / 8] = inverseMasses[j];
  });
  const job = arena.scratch('test.job', 'i32', ScanJob.BYTES / 4);
  job.view.fill(0);
  new Float64Array(job.view.buffer, job.view.byteOffset, 1)[ScanJob.UNTIL / 8] = 1;
  const fields: readonly [at: number, value: number][] = [
    [ScanJob.PAIRS, pair.offset],
    [ScanJob.WAKE, wake.offset],
    [ScanJob.COUNT, 1],
    [ScanJob.BLOCKED, 1],
    [ScanJob.VERTICES, vertices.offset],
    [ScanJob.BODIES, bodies.offset],
    [ScanJob.SURFACES, surfaces.offset],
    [ScanJob.CONTACTS, contact.offset],
    [ScanJob.ROOM, 1],
    [ScanJob.SCRATCH, scratch.offset],
  ];
  for (const [at, value] of fields) job.view[at / 4] = value;
  arena.runJob(JOBS.scan, job.offset);
  const found = job.view[ScanJob.FOUND / 4];
  const endOf = (j: number) => {
    const at = (j * SurfaceVertex.BYTES + SurfaceVertex.END) / 8;
    return vertices.view.slice(at, at + 3);
  };
  const unblock = (sweeps: number) =>
    arena.kernels.surfaceUnblock(contact.offset, order.offset, found, vertices.offset, 0, sweeps);
  return { found, endOf, unblock };
}

describe('a vertex that would pass a triangle', () => {
  it('ends at a fifth of the distance that the pair keeps', () => {
    const { found, endOf, unblock } = passage([-0.3, 0.01, 0], [-0.3, -0.01, 0]);
    expect(found).toBe(1);
    unblock(1);
    expect(endOf(0)[1]).toBeCloseTo(KEEPS / 5, 9);
  });

  it('is one that comes nearer than a tenth of that distance on its way', () => {
    const beside = (gap: number) => passage([gap, KEEPS, 0], [gap, -KEEPS, 0]).found;
    expect(beside(0.15 * KEEPS)).toBe(0);
    expect(beside(0.08 * KEEPS)).toBe(1);
  });

  it('is one that ends at less than nine tenths of where it would be put', () => {
    const ending = (height: number) => passage([-0.3, KEEPS, 0], [-0.3, height, 0]).found;
    expect(ending(0.95 * (KEEPS / 5))).toBe(0);
    expect(ending(0.8 * (KEEPS / 5))).toBe(1);
  });

  it('moves a vertex of the triangle at most four times as far in a sweep as it is moved apart', () => {
    // The triangle alone moves, by one vertex, which has a tenth of the weight.
    const { endOf, unblock } = passage([-0.1, 0.01, 0], [-0.1, 0, 0], [0, 0, 1, 0]);
    unblock(1);
    expect(-endOf(2)[1]).toBeCloseTo((4 * KEEPS) / 5, 9);
  });
});
