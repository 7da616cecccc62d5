/** What the benchmark asks of an engine: a sheet built for a scenario, advanced frame by frame, read back. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scenario } from './scenario.ts';

/** `default`: as the engine's own samples set it. `stiff`: what it takes to come near 0.5 % mean strain. */
export type Setting = 'default' | 'stiff';

export interface Peer {
  name: string;
  /** Undefined when the package is not installed. */
  version: string | undefined;
  licence: string;
  settings: readonly Setting[];
  /** Iterations, sub-steps and stiffness of a setting, in a line for the notes below the table. */
  about(setting: Setting): string;
  /** Why a size is out of reach, with what was measured; undefined where it is not. */
  tooLarge?(n: number): string | undefined;
  create(scenario: Scenario, n: number, setting: Setting): Promise<PeerRun>;
}

export interface PeerRun {
  /** Advances by 1/60 s; the only call that is timed. */
  frame(): void;
  /** Writes x, y, z of the n × n masses, row by row, in m. */
  positions(out: Float64Array): void;
  /** |l/l₀ − 1| of the sheet's own edges along its threads, where these are not those of the n × n masses. */
  strains?(): Float64Array;
  /** Masses that it has now, where their number changes. */
  vertices?(): number;
  dispose(): void;
}

/** Version of a package, sought upwards from this file: in each `node_modules`, and as the package around us. */
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

/** Options for a WebAssembly library: what it prints would disturb the table. */
export const silent = { print() {}, printErr() {} };
