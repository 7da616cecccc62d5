/** The laboratory (checks, experiments, benchmarks) is part of the repository and not of the npm package. */
import { Refusal } from './failure.ts';

/** Returns the refusal of a command whose part of the laboratory is missing; undefined for any other error. */
export function refusalFromInstall(command: string, error: unknown): Refusal | undefined {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== 'ERR_MODULE_NOT_FOUND' || !/[\\/]lab[\\/]/.test(message)) return undefined;
  return new Refusal(
    `"pliant ${command}" is not part of the npm package. Run it from a clone of Pliant's repository, after "npm ci".`,
  );
}
