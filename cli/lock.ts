/**
 * The lock of an output directory: a file created exclusively that names its process, so that two runs never mix
 * their results. A lock whose process is dead (killed, power cut) is taken over.
 */
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { disk, type FileSystem } from './disk.ts';
import { errorCode, Refusal, unwritable } from './failure.ts';
import { quietly, readBytes, temporaryName } from './files.ts';

export const LOCK_NAME = '.pliant.lock';
/** Bytes; a lock holds one short line. */
const LARGEST_LOCK = 4096;

/** Locks of this process: a lock file with our own number that is not among them is a dead process's. */
const held = new Set<string>();

/** Takes the directory's lock; returns a function that releases it. */
export function takeLock(folder: string, fs: FileSystem = disk): () => void {
  const path = resolve(folder, LOCK_NAME);
  if (!create(fs, path)) {
    const owner = readLock(fs, path);
    if (owner !== undefined && isAlive(owner, path)) throw inUse(folder, path, owner);
    if (owner !== undefined) discard(fs, path, owner, folder);
    if (!create(fs, path)) throw inUse(folder, path, readLock(fs, path));
  }
  held.add(path);
  return () => {
    if (held.delete(path)) quietly(() => fs.remove(path));
  };
}

/** Returns false if the file exists already. */
function create(fs: FileSystem, path: string): boolean {
  try {
    const file = fs.open(path, 'wx');
    try {
      fs.write(file, new TextEncoder().encode(`${process.pid} ${hostname()}\n`), 0);
    } catch (error) {
      quietly(() => fs.remove(path));
      throw error;
    } finally {
      quietly(() => fs.close(file));
    }
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw unwritable(`${path}: cannot be created`, error);
  }
}

/** Returns the lock's line; undefined if it was released in between. */
function readLock(fs: FileSystem, path: string): string | undefined {
  try {
    return new TextDecoder().decode(readBytes(path, LARGEST_LOCK, fs)).trim();
  } catch (error) {
    if (errorCode((error as Error).cause) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns whether the process of a lock is alive. An empty lock counts as alive: it may just be being written. */
function isAlive(owner: string, path: string): boolean {
  const [pid, host] = owner.split(' ');
  if (!/^[1-9]\d{0,9}$/.test(pid)) return true;
  if (host !== hostname()) return true;
  if (Number(pid) === process.pid) return held.has(path);
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/**
 * Moves a dead lock aside before deleting it. If another process took it over in between, the moved file is its live
 * lock: it is moved back, and the command is refused.
 */
function discard(fs: FileSystem, path: string, owner: string, folder: string): void {
  const aside = temporaryName(folder, 'lock');
  try {
    fs.rename(path, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw unwritable(`${path}: cannot be taken over`, error);
  }
  const moved = readLock(fs, aside);
  if (moved !== owner) quietly(() => fs.link(aside, path));
  quietly(() => fs.remove(aside));
  if (moved !== owner) throw inUse(folder, path, moved);
}

function inUse(folder: string, path: string, owner: string | undefined): Refusal {
  const by = owner ? ` by process ${owner.replace(' ', ' on ')}` : '';
  return new Refusal(
    `${folder}: is being written${by}. Wait for that run to end, or delete ${path} if it is not running any more`,
  );
}
