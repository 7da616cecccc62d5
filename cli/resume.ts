/** Puts a world into the state of a checkpoint, if the checkpoint is of this very scene. */
import { restore, SnapshotError, type World } from 'pliant';
import type { FileSystem } from './disk.ts';
import { Refusal } from './failure.ts';
import { readBytes } from './files.ts';

export function resume(world: World, checkpoint: string, fs: FileSystem): void {
  const bytes = readBytes(checkpoint, undefined, fs);
  try {
    restore(world, bytes);
  } catch (error) {
    if (error instanceof SnapshotError) throw new Refusal(`${checkpoint}: ${error.message}`);
    throw error;
  }
}
