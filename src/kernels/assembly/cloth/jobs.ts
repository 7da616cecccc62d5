/**
 * Measuring a cloth and assembling its system on several threads. Sums are those of blocks of BLOCK elements, which thread 0 adds in
 * order. Each thread adds the forces and the stiffness of its own rows, triangle after triangle. So the bytes are the same for any
 * number of threads.
 */
import * as ClothHinge from '../../../layouts/generated/cloth-hinge';
import * as ClothJob from '../../../layouts/generated/cloth-job';
import * as ClothMeasures from '../../../layouts/generated/cloth-measures';
import * as ClothNode from '../../../layouts/generated/cloth-node';
import * as ClothNormal from '../../../layouts/generated/cloth-normal';
import * as ClothStretch from '../../../layouts/generated/cloth-stretch';
import * as ClothTriangle from '../../../layouts/generated/cloth-triangle';
import * as HingeSides from '../../../layouts/generated/hinge-sides';
import * as HingeVertices from '../../../layouts/generated/hinge-vertices';
import * as MatrixBlock from '../../../layouts/generated/matrix-block';
import * as Triangle from '../../../layouts/generated/triangle';
import { word } from '../memory';
import { barrier } from '../threads';
import { clothAngles, clothMoments } from './hinges';
import { systemBegin } from './system';
import { clothForces, clothStretches } from './triangles';

/** Triangles or hinges in a block, an even number: kernels take two at a time. */
const BLOCK: i32 = 1024;

/** Returns the first of n things for a thread. */
// @inline
function first(n: i32, thread: i32, threads: i32): i32 {
  return <i32>((<i64>n * thread) / threads);
}

/** Returns the number of blocks of n elements. */
// @inline
function blocksOf(n: i32): i32 {
  return (n + BLOCK - 1) / BLOCK;
}

/** Measures stretches, normals, angles and energies at the nodes. */
export function measureCloth(job: usize, thread: i32, threads: i32): void {
  const triangles = <i32>word(job, ClothJob.TRIANGLE_COUNT),
    hinges = <i32>word(job, ClothJob.HINGE_COUNT),
    nodes = word(job, ClothJob.NODES),
    normals = word(job, ClothJob.NORMALS),
    sums = word(job, ClothJob.CLOTH_SUMS);
  let end = first(blocksOf(triangles), thread + 1, threads);
  for (let k = first(blocksOf(triangles), thread, threads); k < end; k++) {
    const at = <usize>k * BLOCK;
    clothStretches(
      word(job, ClothJob.CORNERS) + at * Triangle.BYTES,
      min(BLOCK, triangles - k * BLOCK),
      word(job, ClothJob.TRIANGLES) + at * ClothTriangle.BYTES,
      word(job, ClothJob.BEFORE) + at * ClothStretch.BYTES,
      nodes,
      word(job, ClothJob.STRETCHES) + at * ClothStretch.BYTES,
      normals + at * ClothNormal.BYTES,
      sums + <usize>k * ClothMeasures.BYTES,
    );
  }
  barrier(thread, threads); // angles need the normals
  end = first(blocksOf(hinges), thread + 1, threads);
  for (let k = first(blocksOf(hinges), thread, threads); k < end; k++) {
    const at = <usize>k * BLOCK;
    clothAngles(
      word(job, ClothJob.HINGE_VERTICES) + at * HingeVertices.BYTES,
      word(job, ClothJob.HINGE_SIDES) + at * HingeSides.BYTES,
      min(BLOCK, hinges - k * BLOCK),
      word(job, ClothJob.HINGES) + at * ClothHinge.BYTES,
      nodes,
      normals,
      word(job, ClothJob.ANGLES) + at * 8,
      word(job, ClothJob.EDGE_INVERSES) + at * 8,
      sums + <usize>k * ClothMeasures.BYTES,
    );
  }
  barrier(thread, threads);
  if (thread === 0) addMeasures(sums, blocksOf(triangles), blocksOf(hinges), word(job, ClothJob.OUT));
}

/** Adds the measures of blocks of triangles and of hinges. */
function addMeasures(sums: usize, triangleBlocks: i32, hingeBlocks: i32, out: usize): void {
  memory.fill(out, 0, ClothMeasures.BYTES);
  for (let k = 0; k < triangleBlocks; k++) {
    const from = sums + <usize>k * ClothMeasures.BYTES;
    addOne(out, from, ClothMeasures.ENERGY);
    addOne(out, from, ClothMeasures.CHANGE_ENERGY);
    addOne(out, from, ClothMeasures.SUM);
    raise(out, from, ClothMeasures.LARGEST);
    raise(out, from, ClothMeasures.LARGEST_CHANGE);
  }
  for (let k = 0; k < hingeBlocks; k++) {
    const from = sums + <usize>k * ClothMeasures.BYTES;
    addOne(out, from, ClothMeasures.BEND_ENERGY);
    addOne(out, from, ClothMeasures.BEND_CHANGE_ENERGY);
  }
}

// @inline
function addOne(out: usize, from: usize, at: usize): void {
  store<f64>(out + at, load<f64>(out + at) + load<f64>(from + at));
}

// @inline
function raise(out: usize, from: usize, at: usize): void {
  const value = load<f64>(from + at);
  if (!(value <= load<f64>(out + at))) store<f64>(out + at, value);
}

/** Sets the loads to the forces as measured last and, with blocks other than 0, the blocks to SCALE times the stiffness. */
export function assembleCloth(job: usize, thread: i32, threads: i32): void {
  const hinges = <i32>word(job, ClothJob.HINGE_COUNT),
    rows = <i32>word(job, ClothJob.ROWS),
    moments = word(job, ClothJob.MOMENTS),
    loads = word(job, ClothJob.LOADS),
    blocks = word(job, ClothJob.BLOCKS);
  const firstRow = first(rows, thread, threads),
    endRow = first(rows, thread + 1, threads);
  const hinge = first(hinges, thread, threads);
  clothMoments(
    word(job, ClothJob.HINGES) + <usize>hinge * ClothHinge.BYTES,
    word(job, ClothJob.ANGLES) + ((<usize>hinge) << 3),
    word(job, ClothJob.EDGE_INVERSES) + ((<usize>hinge) << 3),
    first(hinges, thread + 1, threads) - hinge,
    load<f64>(job, ClothJob.BEND_RATE),
    moments + ((<usize>hinge) << 3),
  );
  // Sides without a hinge have the moment after the last one.
  if (thread === 0) store<f64>(moments + ((<usize>hinges) << 3), 0);
  memory.fill(loads + <usize>firstRow * ClothNode.BYTES, 0, <usize>(endRow - firstRow) * ClothNode.BYTES);
  if (blocks !== 0) {
    const count = <i32>word(job, ClothJob.BLOCK_COUNT),
      scalarCount = <i32>word(job, ClothJob.SCALAR_COUNT);
    const block = first(count, thread, threads),
      scalar = first(scalarCount, thread, threads);
    systemBegin(
      blocks + <usize>block * MatrixBlock.BYTES,
      word(job, ClothJob.BLOCK_BEND) + ((<usize>block) << 2),
      first(count, thread + 1, threads) - block,
      word(job, ClothJob.SCALARS) + ((<usize>scalar) << 2),
      word(job, ClothJob.SCALAR_BEND) + ((<usize>scalar) << 2),
      first(scalarCount, thread + 1, threads) - scalar,
      <f32>load<f64>(job, ClothJob.BEND_FACTOR),
    );
  }
  barrier(thread, threads);
  clothForces(
    word(job, ClothJob.CORNERS),
    <i32>word(job, ClothJob.TRIANGLE_COUNT),
    word(job, ClothJob.TRIANGLES),
    word(job, ClothJob.BEFORE),
    load<f64>(job, ClothJob.RATE),
    word(job, ClothJob.NODES),
    word(job, ClothJob.STRETCHES),
    word(job, ClothJob.NORMALS),
    word(job, ClothJob.TRIANGLE_HINGES),
    moments,
    loads,
    blocks,
    word(job, ClothJob.SLOTS),
    load<f64>(job, ClothJob.SCALE),
    firstRow,
    endRow,
    word(job, ClothJob.CLOTH_SINKS) + <usize>thread * ClothNode.BYTES,
  );
}
