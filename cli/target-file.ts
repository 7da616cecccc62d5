/** Checks the file that a command will write: a path that cannot or must not be written is refused before any work. */
import { dirname } from 'node:path';
import type { FileSystem } from './disk.ts';
import { errorCode, Refusal, unwritable } from './failure.ts';

/** The name must have one of `endings`, such as `.sht`. */
export function targetFile(
  path: string,
  endings: readonly string[],
  force: boolean | undefined,
  fs: FileSystem,
): string {
  if (!endings.some((ending) => path.toLowerCase().endsWith(ending)))
    throw new Refusal(`--output: ${path}: the name must end with ${oneOf(endings)}`);
  try {
    if (fs.stat(dirname(path)).kind !== 'directory')
      throw new Refusal(`${dirname(path)}: is not a directory`);
  } catch (error) {
    throw error instanceof Refusal ? error : unwritable(dirname(path), error);
  }
  try {
    const { kind } = fs.stat(path);
    if (kind !== 'file') throw new Refusal(`${path}: is a ${kind}, not a file`);
    if (!force) throw new Refusal(`${path}: exists already; --force overwrites it`);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (errorCode(error) !== 'ENOENT') throw unwritable(path, error);
  }
  return path;
}

/** Returns "a, b or c". */
function oneOf(names: readonly string[]): string {
  const last = names.length - 1;
  return last > 0 ? `${names.slice(0, last).join(', ')} or ${names[last]}` : names.join();
}
