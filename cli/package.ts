/** Folder of this package: the same for the built command line and for its sources. */
import { existsSync, readFileSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PACKAGE_FOLDER = folderOf(dirname(fileURLToPath(import.meta.url)));

export function packageVersion(): string {
  return JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8')).version;
}

/** The program and the machine, for results that are kept. */
export function programText(): string {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `pliant ${packageVersion()}, Node ${process.versions.node}, ${platform()} ${arch()}, ${processor}`;
}

function folderOf(start: string): string {
  if (existsSync(join(start, 'package.json'))) return start;
  if (dirname(start) === start) throw new Error('package.json of pliant not found');
  return folderOf(dirname(start));
}
