/** Checks skins and animations in the JSON of a GLB file, as glb-document.ts does for the rest. */

import { shown } from '../lines.ts';
import { GlbError } from './glb-chunks.ts';
import type { GlbJson } from './glb-document.ts';
import { indexAt, type Json, listOf, objectAt } from './glb-json.ts';

export interface GlbSkin {
  /** Node indices. */
  readonly joints: readonly number[];
  /** Accessor with one matrix per joint; default: identity. */
  readonly inverseBindMatrices?: number;
}

export const PATHS = ['translation', 'rotation', 'scale', 'weights'] as const;
const INTERPOLATIONS = ['LINEAR', 'STEP', 'CUBICSPLINE'] as const;

export interface GlbChannel {
  readonly node: number;
  readonly path: (typeof PATHS)[number];
  readonly interpolation: (typeof INTERPOLATIONS)[number];
  /** Accessors of the times (s) and of the values at those times. */
  readonly input: number;
  readonly output: number;
}

export interface GlbAnimation {
  readonly name: string;
  readonly channels: readonly GlbChannel[];
}

export function skinAt(entry: unknown, place: string, { nodes, accessors }: GlbJson): GlbSkin {
  const skin = objectAt(entry, place);
  const joints = listOf(skin, 'joints').map((joint, k) => {
    if (Number.isInteger(joint) && (joint as number) >= 0 && (joint as number) < nodes.length)
      return joint as number;
    throw new GlbError(`${place}.joints[${k}]`, `there is no node ${shown(String(joint))}`);
  });
  if (joints.length === 0) throw new GlbError(`${place}.joints`, 'are missing');
  if (skin.inverseBindMatrices === undefined) return { joints };
  const matrices = indexAt(skin, 'inverseBindMatrices', place, accessors, 'accessors');
  const { type, count } = accessors[matrices];
  if (type !== 'MAT4' || count < joints.length)
    throw new GlbError(`${place}.inverseBindMatrices`, `must be a MAT4 for each of ${joints.length} joints`);
  return { joints, inverseBindMatrices: matrices };
}

const TYPES = { translation: 'VEC3', rotation: 'VEC4', scale: 'VEC3', weights: 'SCALAR' } as const;

export function animationAt(entry: unknown, place: string, json: GlbJson): GlbAnimation {
  const { nodes, accessors } = json;
  const animation = objectAt(entry, place);
  const samplers = listOf(animation, 'samplers').map((one, k) => {
    const at = `${place}.samplers[${k}]`;
    const sampler = objectAt(one, at);
    const interpolation = (sampler.interpolation ?? 'LINEAR') as GlbChannel['interpolation'];
    if (!INTERPOLATIONS.includes(interpolation))
      throw new GlbError(
        `${at}.interpolation`,
        `must be one of ${INTERPOLATIONS.join(', ')}, got ${shown(String(interpolation))}`,
      );
    const input = indexAt(sampler, 'input', at, accessors, 'accessors');
    const output = indexAt(sampler, 'output', at, accessors, 'accessors');
    if (accessors[input].type !== 'SCALAR' || accessors[input].count < 1)
      throw new GlbError(`${at}.input`, 'must be a list of times, at least one');
    return { interpolation, input, output };
  });
  const channels = listOf(animation, 'channels').flatMap((one, k): GlbChannel[] => {
    const at = `${place}.channels[${k}]`;
    const channel = objectAt(one, at);
    const target = objectAt(channel.target, `${at}.target`);
    const path = target.path as GlbChannel['path'];
    // Other targets belong to extensions and do not move vertices.
    if (target.node === undefined || !PATHS.includes(path)) return [];
    const node = indexAt(target, 'node', `${at}.target`, nodes, 'nodes');
    const sampler = samplers[indexAt(channel, 'sampler', at, samplers, 'samplers')];
    checkOutput(json, { node, path, ...sampler }, at);
    return [{ node, path, ...sampler }];
  });
  return { name: nameOf(animation), channels };
}

function checkOutput({ accessors, nodes, meshes }: GlbJson, channel: GlbChannel, place: string): void {
  const { path, interpolation, input, output, node } = channel;
  const { type, count } = accessors[output];
  if (type !== TYPES[path])
    throw new GlbError(`${place}.sampler`, `${path} must be ${TYPES[path]}, got ${type}`);
  const targets = meshes[nodes[node].mesh ?? -1]?.primitives[0]?.targets?.length ?? 0;
  const each = (path === 'weights' ? targets : 1) * (interpolation === 'CUBICSPLINE' ? 3 : 1);
  if (count !== each * accessors[input].count)
    throw new GlbError(
      `${place}.sampler`,
      `${accessors[input].count} times need ${each * accessors[input].count} values of ${path}, got ${count}`,
    );
}

function nameOf({ name }: Json): string {
  return typeof name === 'string' ? name : '';
}
