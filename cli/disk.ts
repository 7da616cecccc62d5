/** The few file operations the command line uses, as an interface, so that a test can make any one of them fail. */
import fs from 'node:fs';
import { dirname, resolve } from 'node:path';

export type FileKind = 'file' | 'directory' | 'pipe' | 'socket' | 'device';

export interface FileState {
  kind: FileKind;
  size: number;
  /** Equal for two paths that lead to the same file. */
  identity: string;
}

export interface FileSystem {
  open(path: string, flags: string | number): number;
  /** State of an open file, or of a path (links followed). */
  stat(file: number | string): FileState;
  /** Fills `bytes` from `offset` on; returns how many arrived, 0 at the end. */
  read(file: number, bytes: Uint8Array, offset: number): number;
  /** Writes `bytes` from `offset` on; returns how many were taken. */
  write(file: number, bytes: Uint8Array, offset: number): number;
  sync(file: number): void;
  close(file: number): void;
  rename(from: string, to: string): void;
  /** Gives a file a second name. */
  link(path: string, second: string): void;
  remove(path: string): void;
  /** Makes the directory and those above it; returns the ones it made, the outermost first. */
  makeFolder(path: string): string[];
  /** Removes a directory; fails if it is not empty. */
  removeFolder(path: string): void;
  list(folder: string): string[];
}

export const disk: FileSystem = {
  open: (path, flags) => fs.openSync(path, flags, 0o644),
  stat: (file) => fileState(typeof file === 'number' ? fs.fstatSync(file) : fs.statSync(file)),
  read: (file, bytes, offset) => fs.readSync(file, bytes, offset, bytes.length - offset, null),
  write: (file, bytes, offset) => fs.writeSync(file, bytes, offset, bytes.length - offset),
  sync: (file) => fs.fsyncSync(file),
  close: (file) => fs.closeSync(file),
  rename: (from, to) => fs.renameSync(from, to),
  link: (path, second) => fs.linkSync(path, second),
  remove: (path) => fs.unlinkSync(path),
  makeFolder,
  removeFolder: (path) => fs.rmdirSync(path),
  list: (folder) => fs.readdirSync(folder),
};

/** Makes directories one by one: Node's recursive `mkdir` never returns on file systems such as /proc. */
function makeFolder(path: string): string[] {
  try {
    return makeInnermost(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' || dirname(resolve(path)) === resolve(path)) throw error;
  }
  const above = makeFolder(dirname(path));
  try {
    return [...above, ...makeInnermost(path)];
  } catch (error) {
    try {
      for (const made of above.toReversed()) fs.rmdirSync(made);
    } catch {
      // Another process has put something into them since.
    }
    throw error;
  }
}

function makeInnermost(path: string): string[] {
  try {
    fs.mkdirSync(path);
    return [path];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && fs.statSync(path).isDirectory()) return [];
    throw error;
  }
}

function fileState(stats: fs.Stats): FileState {
  return { kind: kindOf(stats), size: stats.size, identity: `${stats.dev}:${stats.ino}` };
}

function kindOf(stats: fs.Stats): FileKind {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  if (stats.isFIFO()) return 'pipe';
  return stats.isSocket() ? 'socket' : 'device';
}
