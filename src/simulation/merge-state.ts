/**
 * Continues a run in a world that was built from a changed scene: a three-way merge of its state.
 *
 * For each block three versions are compared: S as the old world was built, R as the run has left it, N as the new world
 * was built. If R = S the run did not change it and N stays; if N = S the scene did not change it and R is taken. If both
 * changed it (other rest lengths in a sheet that has torn since), the block is reported and nothing is merged.
 *
 * If bodies, colliders or rigid bodies were added or removed, the others are found by their names. They keep shape, motion,
 * temperatures, pins, friction, glue and seams; particles and colliders get the indices of the new world. Heat accounts
 * start again, and so do the warm starts of contact between surfaces.
 */
import { contactOf, RIGID_NUMBERS } from '../contact/index.ts';
import type { Block } from '../core/arena.ts';
import type { Body } from '../core/body.ts';
import { ANCHOR_NUMBERS, anchoringOf } from '../core/dynamics.ts';
import { Hand } from '../core/grab.ts';
import { HELD } from '../core/particles.ts';
import { levelsInUse } from '../core/refinement.ts';
import { BYTES, bytesOf, readSnapshot } from '../core/snapshot.ts';
import type { World } from '../core/world.ts';
import { CROSSINGS, FORCES_CURRENT, IMPACT_FACTOR, INNER_STEP, STEP, TIME } from '../core/world-state.ts';
import * as Anchor from '../layouts/generated/anchor.ts';

export interface MergeOptions {
  /** Whether bodies may be added and removed; default: that is refused, as a change of the block `bodies`. */
  readonly otherBodies?: boolean;
}

/**
 * Merges the state of `run` into `world`, which was just built from the changed scene. `start` returns a snapshot of the old
 * world as it was built. Returns the names of blocks that both have changed; if there are any, `world` is left unchanged.
 */
export function mergeState(
  world: World,
  run: World,
  start: () => Uint8Array,
  { otherBodies = false }: MergeOptions = {},
): string[] {
  const parts = matchParts(world, run);
  if (!parts.sameBodies && !otherBodies) return ['bodies'];
  const isBuilt = parts.sameBodies || parts.bodies.some(({ shift }) => shift !== 0);
  const built = isBuilt ? blocksIn(start()) : undefined;
  const taken = new Map<Block, Block>();
  const disputed: string[] = [];
  for (const block of world.arena.blocks) {
    const name = parts.sourceOf(block.name);
    const from = name === undefined ? undefined : run.arena.find(name);
    // What was at rest may not be in the changed scene.
    const isRest = /^body\d+\.rest\./.test(block.name);
    if (block.role === 'scratch' || isRest || from?.kind !== block.kind) continue;
    const before = built?.blocks.get(from.name);
    const isFollowed = !parts.sameBodies && FOLLOWED.includes(block.name);
    if (!isFollowed && (before ? isSame(before, bytesOf(from)) : parts.sameBodies)) continue;
    if (parts.sameBodies && !isSame(before!, bytesOf(block))) {
      if (parts.sameColliders || /^(particles|body\d+)\./.test(block.name)) disputed.push(block.name);
      continue; // what depends on colliders is as the new ones make it
    }
    taken.set(block, from);
  }
  if (disputed.length > 0) return disputed;
  const levels = levelsInUse(world);
  for (const { body, before } of parts.sameBodies ? [] : parts.bodies) {
    if (body.count !== before.count) world.particles.resizeAt(body.first, before.count);
  }
  world.arena.resize(new Map([...taken].map(([block, from]) => [block, from.length])));
  for (const [block, from] of taken) block.view.set(from.view as never);
  world.fault = undefined;
  if (parts.sameBodies) {
    // Forces and an inner step that was safe for them belong to the old scene.
    world.state.view[FORCES_CURRENT] = world.state.view[INNER_STEP] = 0;
    // A sheet that refines itself doubles the sub-steps with every level.
    world.substeps = Math.max(1, Math.round((world.substeps * run.substeps) / built!.substeps));
    world.particles.restored();
  } else copyBodies(world, run, parts, taken);
  if (!parts.sameBodies || !parts.sameColliders) renumber(world, run, parts);
  world.dependents.restored(world);
  if (!parts.sameBodies) {
    world.substeps = (world.substeps << levelsInUse(world)) >> levels;
    if (world.integrator.implicit) world.substeps *= Math.max(1, world.state.view[IMPACT_FACTOR]);
  }
  // A hand that the new world does not have holds nothing.
  const { flags, count } = world.particles;
  const hasHand = parts.sameBodies && world.schedule.in('drive').some((system) => system instanceof Hand);
  for (let i = 0; i < count && !hasHand; i++) if (flags.view[i] & HELD) world.particles.unpin(i);
  return [];
}

/** Blocks that name particles or colliders; their owners follow a renumbering. */
const FOLLOWED = ['seams', 'contact.stuck', 'contact.welds', 'contact.friction'];

/** A body of the new world and the same body of the old one. */
interface Pair {
  readonly body: Body;
  readonly before: Body;
  /** First particle in the new world less that in the old one. */
  readonly shift: number;
}

interface Parts {
  readonly bodies: readonly Pair[];
  readonly sameBodies: boolean;
  readonly sameColliders: boolean;
  /** Returns the name in the old world of a block of the new one; undefined for one that is not continued. */
  sourceOf(name: string): string | undefined;
}

function matchParts(world: World, run: World): Parts {
  const bodies: Pair[] = [];
  const source = new Map<string, { pair: Pair; label: string }>();
  world.bodies.forEach((body, i) => {
    const from = run.bodies.findIndex(({ name, model }) => name === body.name && model === body.model);
    if (from < 0) return;
    const pair = { body, before: run.bodies[from], shift: body.first - run.bodies[from].first };
    bodies.push(pair);
    source.set(`body${i}`, { pair, label: `body${from}` });
  });
  const [names, namesBefore] = [world, run].map((one) => contactOf(one).colliders.map(({ name }) => name));
  const sameBodies =
    bodies.length === run.bodies.length &&
    world.bodies.every((body, i) => bodies[i]?.body === body && bodies[i].before === run.bodies[i]);
  const sameColliders = JSON.stringify(names) === JSON.stringify(namesBefore);
  return {
    bodies,
    sameBodies,
    sameColliders,
    sourceOf(name) {
      const dot = name.indexOf('.');
      const [owner, rest] = [name.slice(0, dot), name.slice(dot + 1)];
      if (name === 'rigid.state' && !sameColliders) return undefined; // copied body by body
      if (sameBodies || FOLLOWED.includes(name)) return name;
      const known = source.get(owner);
      // Sliding between two bodies of matter: with other bodies around, another pair may have this name.
      if (!known || (known.pair.shift !== 0 && rest.startsWith('touch'))) return undefined;
      return `${known.label}.${rest}`;
    },
  };
}

/** Names of the colliders that particles are swept past, by which friction and glue name them. */
function colliderNames(world: World): string[] {
  return (contactOf(world).particles?.colliders ?? []).map(({ name }) => name);
}

/** Copies the particles of bodies to their new indices, and the state of the world that does not name any. */
function copyBodies(world: World, run: World, { bodies }: Parts, taken: ReadonlyMap<Block, Block>): void {
  for (const pair of bodies) {
    copyParticles(world, run, pair);
    const { triangles } = pair.body;
    for (let i = 0; i < triangles.length && taken.has(triangles); i++) triangles.view[i] += pair.shift;
  }
  for (const index of [TIME, STEP, CROSSINGS, IMPACT_FACTOR]) world.state.view[index] = run.state.view[index];
}

/** Gives particles and colliders their new indices where friction and glue name them, and continues rigid bodies. */
function renumber(world: World, run: World, { bodies, sameBodies, sameColliders }: Parts): void {
  const [names, namesBefore] = [colliderNames(world), colliderNames(run)];
  const newCollider = (old: number) => names.indexOf(namesBefore[old]);
  for (const { body } of bodies) {
    const anchors = anchoringOf(body)?.anchors.view ?? [];
    for (let at = 0; at < anchors.length; at += ANCHOR_NUMBERS) {
      const old = anchors[at + Anchor.COLLIDER];
      if (old === 0) continue;
      anchors[at + Anchor.COLLIDER] = Math.sign(old) * (newCollider(Math.abs(old) - 1) + 1);
    }
  }
  world.dependents.announce({
    firstBefore: 0,
    countBefore: run.particles.count,
    first: 0,
    count: world.particles.count,
    newIndex(old) {
      if (sameBodies) return old;
      const pair = bodies.find(({ before: { first, count } }) => old >= first && old < first + count);
      return pair ? old + pair.shift : -1;
    },
    newCollider: sameColliders ? undefined : newCollider,
  });
  const [rigid, before] = [contactOf(world).rigid, contactOf(run).rigid];
  rigid?.specs.forEach(({ name }, i) => {
    const from = before?.specs.findIndex((spec) => spec.name === name) ?? -1;
    if (!before || from < 0) return;
    const state = before.state.view.subarray(RIGID_NUMBERS * from, RIGID_NUMBERS * (from + 1));
    rigid.state.view.set(state, RIGID_NUMBERS * i);
  });
}

function copyParticles(world: World, run: World, { body, before }: Pair): void {
  const [p, q] = [world.particles, run.particles];
  const copy = (to: Block, from: Block, planes: number) => {
    for (let axis = 0; axis < planes; axis++) {
      const at = axis * q.stride + before.first;
      to.view.set(from.view.subarray(at, at + before.count) as never, axis * p.stride + body.first);
    }
  };
  for (const key of ['position', 'velocity', 'force'] as const) copy(p[key], q[key], 3);
  for (const key of ['mass', 'inverseMass', 'temperature', 'flags'] as const) copy(p[key], q[key], 1);
}

function blocksIn(snapshot: Uint8Array): { substeps: number; blocks: Map<string, Uint8Array> } {
  const { table, data } = readSnapshot(snapshot);
  const blocks = new Map<string, Uint8Array>();
  let at = 0;
  for (const { name, kind, length } of table.blocks) {
    blocks.set(name, data.subarray(at, at + length * BYTES[kind]));
    at += length * BYTES[kind];
  }
  return { substeps: table.substeps, blocks };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
