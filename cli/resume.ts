/** Puts a world into the state of a checkpoint, if the checkpoint is of this very scene. */
import { restore, SnapshotError, type World } from 'pliant';
import type { FileSystem } from './disk.ts';
import { Refusal } from './failure.ts';
import { readBytes } from './files.ts';

export function resume(world: World, checkpoint: string, fs: FileSystem): void {
  const bytes = readBytes(checkpoint, undefined, fs);
  const built = modelBlocks(world);
  try {
    restore(world, bytes);
  } catch (error) {
    if (error instanceof SnapshotError) throw new Refusal(`${checkpoint}: ${error.message}`);
    throw error;
  }
  // Masses, springs and faces come with the checkpoint. Where nothing may change them, they must be those of the
  // scene: otherwise the run would be half of one scene and half of another.
  if (world.adapt.length > 0) return;
  const restored = modelBlocks(world);
  const other = built.findIndex(({ values }, i) => !sameNumbers(values, restored[i].values));
  if (other >= 0) {
    throw new Refusal(
      `${checkpoint}: is of another scene, or of other parameters: "${built[other].name}" differs`,
    );
  }
}

function modelBlocks(world: World): { name: string; values: ArrayLike<number> }[] {
  return world.arena.blocks
    .filter((block) => block.role === 'model')
    .map(({ name, view }) => ({ name, values: view.slice() }));
}

function sameNumbers(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}
