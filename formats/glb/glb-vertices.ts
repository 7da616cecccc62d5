/** Vertices of all parts of a GLB file, in one array, at any time of its animations (glb-pose.ts). */
import type { Accessor } from '@gltf-transform/core';
import { cross, dot, vectorAt } from '../../src/math/vec3.ts';
import { FILE_LIMITS } from '../lines.ts';
import type { MeshClip } from '../mesh-file.ts';
import type { GlbPart } from './glb.ts';
import type { GlbAnimation } from './glb-animation.ts';
import { GlbError } from './glb-chunks.ts';
import type { GlbJson } from './glb-document.ts';
import type { GlbPoses, Matrix } from './glb-pose.ts';

interface Vertices {
  readonly part: GlbPart;
  /** Coordinates as stored, 3 per vertex. */
  readonly positions: Float64Array;
  /** Position offsets of each morph target; undefined if it has none. */
  readonly targets: readonly (Float64Array | undefined)[];
  /** Skin, with `influences` joints and weights per vertex. */
  readonly skin?: number;
  readonly influences: number;
  readonly joints: Int32Array;
  readonly weights: Float64Array;
}

export class GlbVertices {
  /** Index of the first vertex of each part. */
  readonly firsts: readonly number[];
  readonly #parts: readonly Vertices[];
  readonly #poses: GlbPoses;
  readonly #accessors: readonly Accessor[];
  readonly #count: number;

  constructor(json: GlbJson, parts: readonly GlbPart[], poses: GlbPoses, accessors: readonly Accessor[]) {
    this.#poses = poses;
    this.#accessors = accessors;
    this.#parts = parts.map((part) => verticesOf(json, part, accessors));
    let count = 0;
    this.firsts = this.#parts.map(({ positions }) => {
      count += positions.length / 3;
      return count - positions.length / 3;
    });
    this.#count = count;
  }

  /** Coordinates of all vertices at `time` s of an animation, or in the rest pose without one. */
  at(animation: GlbAnimation | undefined, time: number): Float64Array {
    this.#poses.set(animation, time);
    const all = new Float64Array(3 * this.#count);
    this.#parts.forEach((vertices, k) => {
      const { part, skin } = vertices;
      const own = all.subarray(3 * this.firsts[k], 3 * this.firsts[k] + vertices.positions.length);
      own.set(vertices.positions);
      vertices.targets.forEach((target, t) => {
        const weight = this.#poses.weights[part.node][t];
        if (target && weight !== 0) for (let i = 0; i < own.length; i++) own[i] += weight * target[i];
      });
      if (skin === undefined) transformAll(this.#poses.worldOf(part.node), own);
      else bendAll(vertices, this.#poses.jointsOf(skin), own);
      const wrong = own.findIndex((x) => !(Math.abs(x) <= FILE_LIMITS.coordinate));
      if (wrong < 0) return;
      const cause = `vertex ${Math.floor(wrong / 3)} is at ${own[wrong]}, beyond ${FILE_LIMITS.coordinate}`;
      throw new GlbError(`${part.place}.attributes.POSITION`, cause);
    });
    return all;
  }

  /** Whether the rest pose mirrors the part, which reverses the order of its corners. */
  isMirrored(k: number): boolean {
    this.#poses.set(undefined, 0);
    const { part, skin } = this.#parts[k];
    const m = skin === undefined ? this.#poses.worldOf(part.node) : this.#poses.jointsOf(skin);
    return dot(vectorAt(m, 0), cross(vectorAt(m, 4), vectorAt(m, 8))) < 0;
  }

  /** Clip from the first key to the last. */
  clip(animation: GlbAnimation): MeshClip {
    let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { input } of animation.channels) {
      const times = this.#accessors[input];
      first = Math.min(first, times.getScalar(0));
      last = Math.max(last, times.getScalar(times.getCount() - 1));
    }
    if (!(Number.isFinite(first) && Number.isFinite(last)))
      throw new GlbError('animations', `times of ${JSON.stringify(animation.name)} are not finite`);
    const seconds = Math.max(0, last - first);
    return {
      name: animation.name,
      seconds,
      keys: (rate) => {
        const steps = Math.max(1, Math.ceil(seconds * rate - 1e-6));
        const step = seconds > 0 ? seconds / steps : 1 / rate;
        const times = Array.from({ length: steps + 1 }, (_, k) => k * step);
        return { times, places: times.map((time) => this.at(animation, first + time)) };
      },
    };
  }
}

function verticesOf(json: GlbJson, part: GlbPart, accessors: readonly Accessor[]): Vertices {
  const { attributes, targets = [] } = json.meshes[part.mesh].primitives[part.primitive];
  const positions = numbersOf(accessors[attributes.POSITION], 3);
  const morphs = targets.map((index) => (index < 0 ? undefined : numbersOf(accessors[index], 3)));
  const { skin } = json.nodes[part.node];
  const { JOINTS_0: joints, WEIGHTS_0: weights, JOINTS_1: more, WEIGHTS_1: lighter } = attributes;
  const none = {
    part,
    positions,
    targets: morphs,
    influences: 0,
    joints: new Int32Array(),
    weights: new Float64Array(),
  };
  if (skin === undefined || joints === undefined || weights === undefined) return none;
  const sets =
    more !== undefined && lighter !== undefined
      ? [
          [joints, weights],
          [more, lighter],
        ]
      : [[joints, weights]];
  const count = positions.length / 3;
  const influences = 4 * sets.length;
  const bound = {
    ...none,
    skin,
    influences,
    joints: new Int32Array(influences * count),
    weights: new Float64Array(influences * count),
  };
  sets.forEach(([of, by], s) => {
    const [numbers, shares] = [numbersOf(accessors[of], 4), numbersOf(accessors[by], 4)];
    for (let i = 0; i < 4 * count; i++) {
      const at = influences * Math.floor(i / 4) + 4 * s + (i % 4);
      bound.joints[at] = numbers[i];
      bound.weights[at] = shares[i];
    }
  });
  const most = json.skins[skin].joints.length;
  const wrong = bound.joints.findIndex((joint, i) => bound.weights[i] !== 0 && (joint < 0 || joint >= most));
  if (wrong >= 0)
    throw new GlbError(
      `${part.place}.attributes`,
      `vertex ${Math.floor(wrong / influences)} refers to joint ${bound.joints[wrong]}; there are ${most}`,
    );
  return bound;
}

function numbersOf(accessor: Accessor, width: number): Float64Array {
  const numbers = new Float64Array(width * accessor.getCount());
  const element: number[] = new Array(width).fill(0);
  for (let i = 0; i < accessor.getCount(); i++) numbers.set(accessor.getElement(i, element), width * i);
  return numbers;
}

function transformAll(m: Matrix, points: Float64Array): void {
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [points[i], points[i + 1], points[i + 2]];
    for (let axis = 0; axis < 3; axis++)
      points[i + axis] = m[axis] * x + m[4 + axis] * y + m[8 + axis] * z + m[12 + axis];
  }
}

/** Linear blend skinning; weights are normalised to sum to 1. */
function bendAll(
  { influences, joints, weights }: Vertices,
  matrices: Float64Array,
  points: Float64Array,
): void {
  const m = new Float64Array(16);
  for (let v = 0; v < points.length / 3; v++) {
    let sum = 0;
    for (let k = influences * v; k < influences * (v + 1); k++) sum += weights[k];
    m.fill(0);
    for (let k = influences * v; k < influences * (v + 1); k++) {
      const share = sum > 0 ? weights[k] / sum : 0;
      if (share !== 0) for (let n = 0; n < 16; n++) m[n] += share * matrices[16 * joints[k] + n];
    }
    // A vertex without weights follows the first joint.
    transformAll(sum > 0 ? m : matrices.subarray(0, 16), points.subarray(3 * v, 3 * v + 3));
  }
}
