/**
 * Positions of the vertices of a GLB file during an animation (Khronos 2021, glTF 2.0, §3.7). The local transform of a
 * node is T R S; its world transform M is that of its parent times the local one. With morph targets (offsets d_k,
 * weights w_k) and a skin (world matrices J_j of the joints, inverse bind matrices B_j, weights u_j) a vertex p is at
 *   Σ_j u_j J_j B_j (p + Σ_k w_k d_k),   without a skin at  M (p + Σ_k w_k d_k).
 */
import type { Accessor } from '@gltf-transform/core';
import { acos, sin } from '../../src/math/portable.ts';
import type { GlbAnimation, GlbChannel } from './glb-animation.ts';
import type { GlbJson } from './glb-document.ts';

/** 16 numbers in column order. */
export type Matrix = Float64Array;

/** Cosine beyond which two rotations are so close that linear interpolation replaces slerp. */
const NEAR = 0.9995;

export class GlbPoses {
  readonly #json: GlbJson;
  readonly #accessors: readonly Accessor[];
  readonly #parents: Int32Array;
  readonly #locals: readonly Float64Array[];
  readonly #worlds: readonly Matrix[];
  readonly #bindings: readonly Float64Array[];
  /** Morph target weights of each node. */
  readonly weights: readonly Float64Array[];

  constructor(json: GlbJson, accessors: readonly Accessor[]) {
    this.#json = json;
    this.#accessors = accessors;
    const { nodes, meshes } = json;
    this.#parents = new Int32Array(nodes.length).fill(-1);
    nodes.forEach(({ children = [] }, i) => {
      for (const child of children) this.#parents[child] = i;
    });
    this.#locals = nodes.map(() => new Float64Array(10));
    this.#worlds = nodes.map(() => new Float64Array(16));
    this.weights = nodes.map(({ mesh }) => {
      const targets = meshes[mesh ?? -1]?.primitives[0]?.targets?.length ?? 0;
      return new Float64Array(targets);
    });
    this.#bindings = json.skins.map(({ joints, inverseBindMatrices }) => {
      const all = new Float64Array(16 * joints.length);
      const matrix = [...IDENTITY];
      joints.forEach((_, j) => {
        if (inverseBindMatrices !== undefined) accessors[inverseBindMatrices].getElement(j, matrix);
        all.set(matrix, 16 * j);
      });
      return all;
    });
    this.set(undefined, 0);
  }

  /** Sets all nodes to `time` s of an animation, or to the rest pose without one. */
  set(animation: GlbAnimation | undefined, time: number): void {
    const { nodes, meshes } = this.#json;
    nodes.forEach(
      ({ translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1], mesh, weights }, i) => {
        this.#locals[i].set([...translation, ...rotation, ...scale]);
        const own = weights ?? meshes[mesh ?? -1]?.weights ?? [];
        this.weights[i].forEach((_, k, all) => {
          all[k] = own[k] ?? 0;
        });
      },
    );
    const animated = new Set<number>();
    for (const channel of animation?.channels ?? []) {
      const { node, path } = channel;
      if (path === 'weights') this.#sample(channel, time, this.weights[node]);
      else {
        const [from, width] = PARTS[path];
        this.#sample(channel, time, this.#locals[node].subarray(from, from + width));
        animated.add(node);
      }
    }
    const done = new Uint8Array(nodes.length);
    const place = (i: number): Matrix => {
      if (done[i]) return this.#worlds[i];
      const { matrix } = nodes[i];
      const local = matrix && !animated.has(i) ? Float64Array.from(matrix) : composed(this.#locals[i]);
      const parent = this.#parents[i];
      if (parent < 0) this.#worlds[i].set(local);
      else multiply(place(parent), local, this.#worlds[i]);
      done[i] = 1;
      return this.#worlds[i];
    };
    nodes.forEach((_, i) => {
      place(i);
    });
  }

  worldOf(node: number): Matrix {
    return this.#worlds[node];
  }

  /** Matrices J_j B_j of the joints of a skin, 16 numbers each. */
  jointsOf(skin: number): Float64Array {
    const { joints } = this.#json.skins[skin];
    const all = new Float64Array(16 * joints.length);
    joints.forEach((joint, j) => {
      multiply(
        this.#worlds[joint],
        this.#bindings[skin].subarray(16 * j, 16 * j + 16),
        all.subarray(16 * j, 16 * j + 16),
      );
    });
    return all;
  }

  /** Value of a channel at a time; constant before the first key and after the last. */
  #sample({ path, interpolation, input, output }: GlbChannel, time: number, into: Float64Array): void {
    const times = this.#accessors[input];
    const values = this.#accessors[output];
    const keys = times.getCount();
    let k = 0;
    while (k + 1 < keys && times.getScalar(k + 1) <= time) k++;
    const [from, to] = [times.getScalar(k), k + 1 < keys ? times.getScalar(k + 1) : Number.POSITIVE_INFINITY];
    const isBetween = time > from && k + 1 < keys && interpolation !== 'STEP';
    const s = isBetween ? (time - from) / (to - from) : 0;
    const isCubic = interpolation === 'CUBICSPLINE';
    // A cubic key has three entries: incoming tangent, value, outgoing tangent.
    const at = (key: number, part: number) =>
      elementsOf(values, into.length, path === 'weights', isCubic ? 3 * key + part : key);
    const a = at(k, 1);
    if (!isBetween) into.set(a);
    else if (isCubic) hermite(a, at(k, 2), at(k + 1, 1), at(k + 1, 0), s, to - from, into);
    else if (path === 'rotation') slerp(a, at(k + 1, 1), s, into);
    else into.set(a.map((n, i) => n + s * (at(k + 1, 1)[i] - n)));
    if (path === 'rotation') normalise(into);
  }
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** Position and length of each part in the ten numbers of a node. */
const PARTS = { translation: [0, 3], rotation: [3, 4], scale: [7, 3] } as const;

/** Number of entries per key: weights are stored as scalars, one per target. */
function elementsOf(values: Accessor, width: number, areScalars: boolean, index: number): number[] {
  if (areScalars) return Array.from({ length: width }, (_, i) => values.getScalar(width * index + i));
  return values.getElement(index, new Array(width).fill(0));
}

function hermite(
  a: readonly number[],
  leaving: readonly number[],
  b: readonly number[],
  coming: readonly number[],
  s: number,
  length: number,
  into: Float64Array,
): void {
  const [s2, s3] = [s * s, s * s * s];
  for (let i = 0; i < into.length; i++)
    into[i] =
      (2 * s3 - 3 * s2 + 1) * a[i] +
      length * (s3 - 2 * s2 + s) * leaving[i] +
      (3 * s2 - 2 * s3) * b[i] +
      length * (s3 - s2) * coming[i];
}

function slerp(a: readonly number[], b: readonly number[], s: number, into: Float64Array): void {
  const along = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const cosine = Math.abs(along);
  const angle = cosine < NEAR ? acos(cosine) : 0;
  const sine = sin(angle);
  const first = angle > 0 ? sin((1 - s) * angle) / sine : 1 - s;
  const second = (angle > 0 ? sin(s * angle) / sine : s) * (along < 0 ? -1 : 1);
  for (let i = 0; i < 4; i++) into[i] = first * a[i] + second * b[i];
}

function normalise(q: Float64Array): void {
  const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (length > 0) for (let i = 0; i < 4; i++) q[i] /= length;
}

/** Matrix T R S from translation, rotation and scale. */
function composed([tx, ty, tz, x, y, z, w, sx, sy, sz]: Float64Array): Matrix {
  return Float64Array.of(
    sx * (1 - 2 * (y * y + z * z)),
    sx * 2 * (x * y + z * w),
    sx * 2 * (x * z - y * w),
    0,
    sy * 2 * (x * y - z * w),
    sy * (1 - 2 * (x * x + z * z)),
    sy * 2 * (y * z + x * w),
    0,
    sz * 2 * (x * z + y * w),
    sz * 2 * (y * z - x * w),
    sz * (1 - 2 * (x * x + y * y)),
    0,
    tx,
    ty,
    tz,
    1,
  );
}

function multiply(a: Float64Array, b: Float64Array, into: Float64Array): void {
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * k + row] * b[4 * column + k];
      into[4 * column + row] = sum;
    }
}
