/**
 * Errors that end a command. These print their message without a stack trace; any other error is a fault of
 * Pliant itself.
 */

export const DONE = 0;
export const RUN_FAILED = 1;
export const BAD_INPUT = 2;

/** Bad input or usage: what was given, where, and what would be right. */
export class Refusal extends Error {
  readonly exitCode = BAD_INPUT;
}

/** Good input, but the work could not be finished: a diverged run, a full disk, a check that did not pass. */
export class RunFailure extends Error {
  readonly exitCode = RUN_FAILED;
}

/** The command was stopped by a signal, after its results so far were stored. */
export class Interruption extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Meaning of the system's error codes in words; the path comes first in the message. */
const REASONS: Record<string, string> = {
  ENOENT: 'no such file or directory',
  EACCES: 'no permission',
  EPERM: 'not permitted',
  EISDIR: 'is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  EEXIST: 'exists already',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
  ENXIO: 'is not a regular file',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be too large for the file system',
  EROFS: 'the file system is read-only',
  EIO: 'the device reported an input/output error',
  EMFILE: 'too many open files',
};

/** Returns the system's error code (`ENOENT`, …) of a thrown value; '' if it has none. */
export function errorCode(error: unknown): string {
  return String((error as { code?: unknown } | undefined)?.code ?? '');
}

export function reasonOf(error: unknown): string {
  return REASONS[errorCode(error)] ?? (error instanceof Error ? error.message : String(error));
}

/** Error codes caused by the machine, not by the path that the user chose. */
const DEVICE_TROUBLE = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE']);

/** Returns the refusal of a path that cannot be written, before anything is written. */
export function unwritable(message: string, error: unknown): Refusal | RunFailure {
  const Kind = DEVICE_TROUBLE.has(errorCode(error)) ? RunFailure : Refusal;
  return new Kind(`${message}: ${reasonOf(error)}`, { cause: error });
}
