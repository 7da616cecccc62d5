/** Interface of an engine to the benchmark: a sheet built for a scenario, advanced frame by frame, read back. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scenario } from './scenario.ts';

/** Setting: `default` as in the engine's own samples, `stiff` as needed for about 0.5 % mean strain. */
export type Setting = 'default' | 'stiff';

export interface Peer {
  name: string;
  /** Version; undefined if the package is not installed. */
  version: string | undefined;
  licence: string;
  settings: readonly Setting[];
  /** Iterations, sub-steps and stiffness of a setting, as one line below the table. */
  about(setting: Setting): string;
  /** Reason why a size is out of reach, as measured; undefined if it is not. */
  tooLarge?(n: number): string | undefined;
  create(scenario: Scenario, n: number, setting: Setting): Promise<PeerRun>;
}

export interface PeerRun {
  /** Advances by 1/60 s; the only timed call. */
  frame(): void;
  /** Writes the coordinates of the n × n particles, row by row, in m. */
  positions(out: Float64Array): void;
  /**
   * Strains |l/l₀ − 1| of the sheet's own edges along its threads, if they are not those of the n × n particles.
   */
  strains?(): Float64Array;
  /** Present number of particles, if it changes. */
  vertices?(): number;
  dispose(): void;
}

/** Version of a package, searched upwards from this file: in each `node_modules`, and as the package around us. */
export function installedVersion(name: string): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    for (const path of [join(folder, 'node_modules', name, 'package.json'), join(folder, 'package.json')]) {
      if (!existsSync(path)) continue;
      const found = JSON.parse(readFileSync(path, 'utf8')) as { name?: string; version?: string };
      if (found.name === name) return found.version;
    }
    if (dirname(folder) === folder) return undefined;
  }
}

/** Options for a WebAssembly library that silence its output, which would disturb the table. */
export const silent = { print() {}, printErr() {} };
