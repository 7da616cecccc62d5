/**
 * Grafting: a three-way merge that continues a run in a world built from a changed scene.
 *
 * For each block three versions are compared: S as the old world was built, R as the run has left it, N as the new world was
 * built. If R = S the run did not change it and N stays; if N = S the scene did not change it and R is taken. If both changed it
 * (other rest lengths in a sheet that has torn since), the block is reported and nothing is changed. Blocks that only the new
 * world has stay as built; those that only the old one had are dropped.
 */
import type { Block } from './arena.ts';
import { BYTES, bytesOf, readSnapshot } from './snapshot.ts';
import type { World } from './world.ts';
import { FORCES_CURRENT, INNER_STEP } from './world-state.ts';

/**
 * Merges a run into `world`, which was just built from the changed scene. `start` and `run` are snapshots of the old world as it
 * was built and as it is now. Returns the names of blocks that both have changed; if there are any, `world` is left unchanged.
 */
export function graft(world: World, start: Uint8Array, run: Uint8Array): string[] {
  const before = blocksIn(start);
  const after = blocksIn(run);
  const taken = new Map<Block, Uint8Array>();
  const disputed: string[] = [];
  for (const block of world.arena.blocks) {
    if (block.role === 'scratch') continue;
    const [s, r] = [before.blocks.get(block.name), after.blocks.get(block.name)];
    if (!s || !r || same(s, r)) continue;
    if (same(s, { kind: block.kind, bytes: bytesOf(block) })) taken.set(block, r.bytes);
    else disputed.push(block.name);
  }
  if (disputed.length > 0) return disputed;
  world.arena.resize(new Map([...taken].map(([b, bytes]) => [b, bytes.length / BYTES[b.kind]])));
  for (const [block, bytes] of taken) bytesOf(block).set(bytes);
  // Forces and an inner step that was safe for them belong to the old scene.
  world.state.view[FORCES_CURRENT] = world.state.view[INNER_STEP] = 0;
  // A sheet that refines itself doubles the sub-steps with every level.
  world.substeps = Math.max(1, Math.round((world.substeps * after.substeps) / before.substeps));
  world.fault = undefined;
  world.particles.restored();
  world.dependents.restored(world);
  return [];
}

interface Kept {
  readonly kind: string;
  readonly bytes: Uint8Array;
}

function blocksIn(snapshot: Uint8Array): { substeps: number; blocks: Map<string, Kept> } {
  const { table, data } = readSnapshot(snapshot);
  const blocks = new Map<string, Kept>();
  let at = 0;
  for (const { name, kind, length } of table.blocks) {
    const size = length * BYTES[kind];
    blocks.set(name, { kind, bytes: data.subarray(at, at + size) });
    at += size;
  }
  return { substeps: table.substeps, blocks };
}

function same(a: Kept, b: Kept): boolean {
  return a.kind === b.kind && a.bytes.length === b.bytes.length && a.bytes.every((x, i) => x === b.bytes[i]);
}
