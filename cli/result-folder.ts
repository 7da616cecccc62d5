/**
 * The directory that a command writes its results to. It is locked while it is written, overwritten only on request, and
 * never contains an input of the command.
 */
import { join } from 'node:path';
import { disk, type FileSystem } from './disk.ts';
import { errorCode, Refusal, reasonOf, unwritable } from './failure.ts';
import { quietly, removeTemporaries } from './files.ts';
import { takeLock } from './lock.ts';

export interface ResultFolderOptions {
  /** The files that may be written. */
  names: readonly string[];
  /** Whether existing results are replaced. */
  force: boolean;
  /** Files the results are made from. */
  inputs: readonly string[];
  /** The one of the names that marks an unfinished run. */
  unfinished?: string;
}

export interface ResultFolder {
  readonly path: string;
  /** Releases the lock, and removes directories that stayed empty. */
  close(): void;
}

export function openResultFolder(
  path: string,
  { names, force, inputs, unfinished }: ResultFolderOptions,
  fs: FileSystem = disk,
): ResultFolder {
  const made = makeFolder(path, fs);
  let giveBack = () => {};
  const close = () => {
    giveBack();
    for (const folder of made.toReversed()) quietly(() => fs.removeFolder(folder));
  };
  try {
    giveBack = takeLock(path, fs);
    refuseInputs(path, names, inputs, fs);
    const earlier = names.filter((name) => identity(join(path, name), fs) !== undefined);
    if (earlier.length > 0 && !force) {
      throw new Refusal(`${path}: holds ${earlierText(path, earlier, unfinished)}; --force overwrites it`);
    }
    removeTemporaries(path, fs);
    return { path, close };
  } catch (error) {
    close();
    throw error;
  }
}

function earlierText(path: string, names: readonly string[], unfinished: string | undefined): string {
  const listed = `(${names.join(', ')})`;
  if (unfinished === undefined || !names.includes(unfinished)) return `an earlier result ${listed}`;
  return `an unfinished run ${listed}; continue it with pliant run --resume ${path}`;
}

function makeFolder(path: string, fs: FileSystem): string[] {
  if (path === '') throw new Refusal('the output directory has no name');
  try {
    return fs.makeFolder(path);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw new Refusal(`${path}: is a file; give a directory`);
    throw unwritable(`${path}: cannot be created`, error);
  }
}

function refuseInputs(
  path: string,
  names: readonly string[],
  inputs: readonly string[],
  fs: FileSystem,
): void {
  for (const input of inputs) {
    const given = identity(input, fs);
    const name = names.find((n) => given !== undefined && identity(join(path, n), fs) === given);
    if (name)
      throw new Refusal(`${join(path, name)}: is an input file; choose another directory for the results`);
  }
}

/** Identity of a file, whatever path leads to it; undefined if it does not exist. */
function identity(path: string, fs: FileSystem): string | undefined {
  try {
    return fs.stat(path).identity;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new Refusal(`${path}: ${reasonOf(error)}`, { cause: error });
  }
}
