/**
 * Reading and writing files so that nothing hangs and nothing is left half-written.
 *
 * Reading opens without blocking and looks at what was opened before the first byte is read: a pipe, a device or a
 * directory is refused, and memory grows with the file, never past the limit.
 *
 * Writing goes to a temporary file in the same directory, is flushed to the disk and then renamed over the target;
 * a rename within a directory is atomic, so a reader of the target sees either all old bytes or all new ones.
 * Several files are all written before the first is renamed, and a rename that fails puts the renamed ones back.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { disk, type FileSystem } from './disk.ts';
import { errorCode, Refusal, RunFailure, reasonOf } from './failure.ts';

/** Bytes; past this a scene is a mistake, and a trajectory does not fit one buffer. */
export const LARGEST_TEXT = 64 * 2 ** 20;
export const LARGEST_FILE = 2 ** 31 - 1;

export interface FileContent {
  /** Name within the directory. */
  name: string;
  content: string | Uint8Array;
}

/** Returns the bytes of a regular file of at most `limit` bytes; throws a refusal with the path and the reason. */
export function readBytes(
  path: string,
  limit = LARGEST_FILE,
  fs: FileSystem = disk,
): Uint8Array<ArrayBuffer> {
  let file: number | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe without a writer would never return.
    file = fs.open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const { kind, size } = fs.stat(file);
    if (kind !== 'file') throw new Refusal(`${path}: is a ${kind}, not a file`);
    if (size > limit) throw tooLarge(path, size, limit);
    return readAll(fs, file, path, size, limit);
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(`${path}: ${reasonOf(error)}`, { cause: error });
  } finally {
    const open = file;
    if (open !== undefined) quietly(() => fs.close(open));
  }
}

/** Returns UTF-8 text without its byte-order mark; other encodings are refused. */
export function readText(path: string, limit = LARGEST_TEXT, fs: FileSystem = disk): string {
  return decodeText(path, readBytes(path, limit, fs));
}

export function decodeText(path: string, bytes: Uint8Array): string {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) {
    throw new Refusal(`${path}: is UTF-16; save it as UTF-8`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(`${path}: is not UTF-8 text`);
  }
}

/** Reads what arrives, at most `limit` bytes: the file may shrink or grow while it is read. */
function readAll(fs: FileSystem, file: number, path: string, size: number, limit: number) {
  let bytes = new Uint8Array(size + 1);
  let length = 0;
  for (;;) {
    const count = fs.read(file, bytes, length);
    if (count === 0) return bytes.slice(0, length);
    length += count;
    if (length > limit) throw tooLarge(path, length, limit);
    if (length === bytes.length) {
      const larger = new Uint8Array(Math.min(limit + 1, 2 * length));
      larger.set(bytes);
      bytes = larger;
    }
  }
}

function tooLarge(path: string, size: number, limit: number): Refusal {
  return new Refusal(`${path}: is too large, ${size} bytes; the limit is ${limit}`);
}

/** Replaces one file, completely or not at all. */
export function writeWhole(path: string, content: string | Uint8Array, fs: FileSystem = disk): void {
  writeTogether(dirname(path), [{ name: basename(path), content }], fs);
}

/** Replaces several files of one directory: all of them, or none. */
export function writeTogether(folder: string, files: readonly FileContent[], fs: FileSystem = disk): void {
  const staged: StagedFile[] = [];
  try {
    for (const { name, content } of files) {
      const file = new StagedFile(folder, name, fs);
      staged.push(file);
      file.append(typeof content === 'string' ? new TextEncoder().encode(content) : content);
    }
  } catch (error) {
    for (const file of staged) file.discard();
    throw error;
  }
  publish(folder, staged, fs);
}

/** Error codes of file systems without hard links (FAT). There each file is still complete, but a group is not undone. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** A file that is being written under a temporary name, or under a live name by which others may read it. */
export class StagedFile {
  readonly target: string;
  readonly #fs: FileSystem;
  readonly temporary: string;
  /** Whether it is written under a live name, which it keeps until it is removed. */
  readonly #live: boolean;
  #file: number | undefined;
  #state: 'staged' | 'published' | 'settled' = 'staged';
  /** Second name of the previous target. */
  #backup: string | undefined;
  #targetExisted = false;

  /** `live` is the name to write under, and whether to append to the existing file. */
  constructor(folder: string, name: string, fs: FileSystem = disk, live?: { name: string; append: boolean }) {
    this.#fs = fs;
    this.target = join(folder, name);
    this.#live = live !== undefined;
    this.temporary = live ? join(folder, live.name) : temporaryName(folder, name);
    this.#try(() => (this.#file = fs.open(this.temporary, live?.append ? 'a' : 'wx')));
  }

  append(bytes: Uint8Array): void {
    this.#try(() => {
      for (let done = 0; done < bytes.length; ) done += this.#fs.write(this.#file!, bytes, done);
    });
  }

  /** Flushes everything appended so far to the disk. */
  flush(): void {
    this.#try(() => this.#fs.sync(this.#file!));
  }

  /** Flushes everything to the disk and ends writing. */
  finish(): void {
    this.#try(() => {
      if (this.#file !== undefined) this.#fs.sync(this.#file);
      this.#close();
    });
  }

  /** Takes the target's place. */
  publish(): void {
    this.#try(() => {
      const backup = temporaryName(dirname(this.target), basename(this.target));
      this.#targetExisted = this.#link(backup);
      const name = this.#live ? this.#secondName() : this.temporary;
      try {
        this.#fs.rename(name, this.target);
      } catch (error) {
        if (name !== this.temporary) quietly(() => this.#fs.remove(name));
        throw error;
      }
      this.#state = 'published';
    });
  }

  /** Links a live file to its target, so that a run that is killed now can still continue with the live name. */
  #secondName(): string {
    const second = temporaryName(dirname(this.target), basename(this.target));
    try {
      this.#fs.link(this.temporary, second);
      return second;
    } catch (error) {
      if (!NO_LINKS.has(errorCode(error))) throw error;
      return this.temporary;
    }
  }

  /** Deletes the previous target; the new one is final. */
  settle(): void {
    this.#removeBackup();
    this.#state = 'settled';
  }

  /** Restores the directory to its state before this file, unless the file is final; live files stay. */
  discard(): void {
    if (this.#state === 'settled') return;
    quietly(() => this.#close());
    const backup = this.#backup;
    if (this.#state === 'staged') {
      if (!this.#live) quietly(() => this.#fs.remove(this.temporary));
      this.#removeBackup();
    } else if (backup !== undefined) quietly(() => this.#fs.rename(backup, this.target));
    else if (!this.#targetExisted) quietly(() => this.#fs.remove(this.target));
    this.#state = 'settled';
  }

  #removeBackup(): void {
    const backup = this.#backup;
    if (backup !== undefined) quietly(() => this.#fs.remove(backup));
  }

  /** Keeps the old target under a second name; returns false if there is none. */
  #link(backup: string): boolean {
    try {
      this.#fs.link(this.target, backup);
      this.#backup = backup;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false;
      if (!NO_LINKS.has(errorCode(error))) throw error;
    }
    return true;
  }

  #close(): void {
    if (this.#file === undefined) return;
    const file = this.#file;
    this.#file = undefined;
    this.#fs.close(file);
  }

  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw new RunFailure(`${this.target}: not written: ${reasonOf(error)}`, { cause: error });
    }
  }
}

/** Gives the staged files their names: all of them, or none. */
export function publish(folder: string, files: readonly StagedFile[], fs: FileSystem = disk): void {
  try {
    for (const file of files) file.finish();
    for (const file of files) file.publish();
  } catch (error) {
    for (const file of files) file.discard();
    throw error;
  }
  for (const file of files) file.settle();
  syncFolder(fs, folder);
}

const TEMPORARY = /^\..+\.\d+-[0-9a-f]{12}\.tmp$/;

/** Returns a temporary name with the process number and a random part, so that two writers never share one. */
export function temporaryName(folder: string, name: string): string {
  return join(folder, `.${name}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
}

/** Deletes temporary files of killed runs; the caller must hold the directory's lock. */
export function removeTemporaries(folder: string, fs: FileSystem = disk): void {
  quietly(() => {
    for (const name of fs.list(folder))
      if (TEMPORARY.test(name)) quietly(() => fs.remove(join(folder, name)));
  });
}

/** Makes renames survive a power cut; if a directory cannot be flushed, the files are still complete. */
function syncFolder(fs: FileSystem, folder: string): void {
  quietly(() => {
    const file = fs.open(folder, constants.O_RDONLY);
    try {
      fs.sync(file);
    } finally {
      fs.close(file);
    }
  });
}

/** For clean-up only: a failure here must not hide the error that caused it. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch {}
}
