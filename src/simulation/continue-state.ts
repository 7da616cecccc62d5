/**
 * Continues a running world in one that was built from a scene with more or fewer bodies, colliders or rigid bodies.
 *
 * Bodies, rigid bodies and free balls of the same name keep their shape and motion, temperatures and pins; particles have
 * the indices that the new world gives them. Contacts are found again in the next step, so friction memory and what has
 * been glued since the start are not continued.
 */
import { contactOf, RIGID_NUMBERS } from '../contact/index.ts';
import type { Block } from '../core/arena.ts';
import type { Body } from '../core/body.ts';
import { anchoringOf } from '../core/dynamics.ts';
import { HELD } from '../core/particles.ts';
import { levelsInUse } from '../core/refinement.ts';
import type { World } from '../core/world.ts';
import { CROSSINGS, IMPACT_FACTOR, STEP, TIME } from '../core/world-state.ts';

/** A body of the new world and the same body of the old one. */
interface Pair {
  readonly body: Body;
  readonly before: Body;
  /** Prefixes of the names of their blocks. */
  readonly label: string;
  readonly labelBefore: string;
}

/** A world and the names of the colliders it was built with, in order; free balls are the ones that have a mass. */
export interface BuiltWorld {
  readonly world: World;
  readonly colliders: readonly { readonly name: string; readonly mass?: number }[];
}

/** `fresh` builds the scene of the old world again: it tells which blocks the run has changed. */
export function continueState(now: BuiltWorld, old: BuiltWorld, fresh: () => World): void {
  const { world } = now;
  const levels = levelsInUse(world);
  const pairs = pairsOf(world, old.world);
  for (const { body, before } of pairs) {
    if (body.count !== before.count) world.particles.resizeAt(body.first, before.count);
  }
  const moved = pairs.some(({ body, before }) => body.first !== before.first);
  const start = moved ? fresh() : undefined;
  for (const pair of pairs) {
    copyParticles(world, old.world, pair);
    copyBlocks(world, old.world, pair, start);
  }
  world.dependents.restored(world);
  for (const { body } of pairs) releaseHeld(world, body);
  if (!isPrefix(old, now)) for (const { body } of pairs) anchoringOf(body)?.anchors.view.fill(0); // they name colliders by index
  copyRigid(world, old.world);
  copyBalls(now, old);
  for (const index of [TIME, STEP, CROSSINGS]) world.state.view[index] = old.world.state.view[index];
  world.substeps = (world.substeps << levelsInUse(world)) >> levels;
  if (world.integrator.implicit) {
    const factor = old.world.state.view[IMPACT_FACTOR];
    world.state.view[IMPACT_FACTOR] = factor;
    world.substeps *= Math.max(1, factor);
  }
}

function pairsOf(world: World, old: World): Pair[] {
  return world.bodies.flatMap((body, i) => {
    const from = old.bodies.findIndex(({ name, model }) => name === body.name && model === body.model);
    if (from < 0) return [];
    return [{ body, before: old.bodies[from], label: `body${i}.`, labelBefore: `body${from}.` }];
  });
}

function copyParticles(world: World, old: World, { body, before }: Pair): void {
  const [p, q] = [world.particles, old.particles];
  const vectors = [
    [p.position, q.position],
    [p.velocity, q.velocity],
    [p.force, q.force],
  ] as const;
  for (const [to, from] of vectors) {
    for (let axis = 0; axis < 3; axis++) {
      const at = axis * q.stride + before.first;
      to.view.set(from.view.subarray(at, at + before.count), axis * p.stride + body.first);
    }
  }
  const numbers: [Block, Block][] = [
    [p.mass, q.mass],
    [p.inverseMass, q.inverseMass],
    [p.temperature, q.temperature],
    [p.flags, q.flags],
  ];
  for (const [to, from] of numbers) {
    to.view.set(from.view.subarray(before.first, before.first + before.count) as never, body.first);
  }
}

/** `start`: the old world as it was built; left out if no body has moved to other indices. */
function copyBlocks(world: World, old: World, pair: Pair, start: World | undefined): void {
  const { body, before, label, labelBefore } = pair;
  const shift = body.first - before.first;
  const found: [Block, Block][] = [];
  for (const block of world.arena.blocks) {
    if (block.role === 'scratch' || !block.name.startsWith(label)) continue;
    const rest = block.name.slice(label.length);
    const from = old.arena.find(labelBefore + rest);
    if (!from || from.kind !== block.kind) continue;
    const unchanged = start?.arena.find(labelBefore + rest);
    if (unchanged && isSame(from, unchanged)) continue; // the run has left it as it was built
    // Sliding between two bodies of matter: with other bodies around, another pair may have this name.
    if (shift !== 0 && rest.startsWith('touch')) continue;
    found.push([block, from]);
  }
  world.arena.resize(new Map(found.map(([block, from]) => [block, from.length])));
  for (const [block, from] of found) {
    block.view.set(from.view as never);
    if (block !== body.triangles || shift === 0) continue;
    for (let i = 0; i < block.length; i++) block.view[i] += shift;
  }
}

function isSame(a: Block, b: Block): boolean {
  return a.length === b.length && a.view.every((value, i) => Object.is(value, b.view[i]));
}

/** A hand belongs to the old world. */
function releaseHeld({ particles }: World, { first, count }: Body): void {
  for (let i = first; i < first + count; i++) if (particles.flags.view[i] & HELD) particles.unpin(i);
}

/** Whether the colliders of the old world are the first ones of the new. */
function isPrefix(old: BuiltWorld, now: BuiltWorld): boolean {
  return old.colliders.every(({ name }, i) => now.colliders[i]?.name === name);
}

function copyRigid(world: World, old: World): void {
  const [rigid, before] = [contactOf(world).rigid, contactOf(old).rigid];
  rigid?.specs.forEach(({ name }, i) => {
    const from = before?.specs.findIndex((spec) => spec.name === name) ?? -1;
    if (!before || from < 0) return;
    const state = before.state.view.subarray(RIGID_NUMBERS * from, RIGID_NUMBERS * (from + 1));
    rigid.state.view.set(state, RIGID_NUMBERS * i);
  });
}

function copyBalls(now: BuiltWorld, old: BuiltWorld): void {
  const namesOf = ({ colliders }: BuiltWorld) => colliders.filter(({ mass }) => mass !== undefined);
  const before = namesOf(old);
  namesOf(now).forEach(({ name }, i) => {
    const from = before.findIndex((ball) => ball.name === name);
    const [to, state] = [now.world.arena.find(`ball.${i}`), old.world.arena.find(`ball.${from}`)];
    if (to && state) to.view.set(state.view as never);
  });
}
