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

  add(path: string, content: string | Uint8Array): void {
    this.open(path)(typeof content === 'string' ? new TextEncoder().encode(content) : content);
  }

  /** Begins a file; what is handed to the function that comes back is appended to it. */
  open(path: string): (bytes: Uint8Array) => void {
    if (path !== this.#target) targetFile(path, this.#endings, this.#force, this.#fs);
    this.#staged.at(-1)?.finish();
    const file = new StagedFile(dirname(path), basename(path), this.#fs);
    this.#staged.push(file);
    this.names.push(path);
    return (bytes) => {
      this.bytes += bytes.length;
      file.append(bytes);
    };
  }

  publish(): void {
    publish(dirname(this.#target), this.#staged, this.#fs);
  }

  /** Removes files that were not published. */
  discard(): void {
    for (const file of this.#staged) file.discard();
  }
}
