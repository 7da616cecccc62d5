/** Files that a command writes together: all of them, or none. */
import { basename, dirname } from 'node:path';
import type { FileSystem } from './disk.ts';
import { publish, StagedFile } from './files.ts';
import { targetFile } from './target-file.ts';

export class OutputFiles {
  readonly names: string[] = [];
  bytes = 0;
  readonly #staged: StagedFile[] = [];
  readonly #force: boolean;
  readonly #fs: FileSystem;
  readonly #target: string;
  readonly #endings: readonly string[];

  /** `target` has been asked for with `targetFile` already; others are when they are added. */
  constructor(target: string, endings: readonly string[], force: boolean, fs: FileSystem) {
    this.#target = target;
    this.#endings = endings;
    this.#force = force;
    this.#fs = fs;
  }

  add(path: string, pieces: Iterable<string | Uint8Array> | string | Uint8Array): void {
    if (path !== this.#target) targetFile(path, this.#endings, this.#force, this.#fs);
    const file = new StagedFile(dirname(path), basename(path), this.#fs);
    this.#staged.push(file);
    this.names.push(path);
    for (const piece of typeof pieces === 'string' || pieces instanceof Uint8Array ? [pieces] : pieces) {
      const bytes = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
      this.bytes += bytes.length;
      file.append(bytes);
    }
    file.finish();
  }

  publish(): void {
    publish(dirname(this.#target), this.#staged, this.#fs);
  }

  /** What is not published goes. */
  discard(): void {
    for (const file of this.#staged) file.discard();
  }
}
