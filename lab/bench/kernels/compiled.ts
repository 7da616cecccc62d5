/** C++ for comparison: compiled with `g++ -O3 -march=native` if available, and run on given bytes. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs the program with the bytes in a file, whose name is its argument; returns its output, which is JSON. */
export type Compiled = (input: readonly Uint8Array[]) => unknown;

/** Returns undefined without g++. */
export function withCompiled<T>(source: string, use: (run: Compiled) => T): T | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'pliant-bench-'));
  try {
    writeFileSync(join(folder, 'loops.cpp'), source);
    try {
      execFileSync('g++', ['-O3', '-march=native', '-std=c++17', '-o', 'loops', 'loops.cpp'], {
        cwd: folder,
        stdio: 'pipe',
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    return use((input) => {
      writeFileSync(join(folder, 'input'), Buffer.concat(input));
      return JSON.parse(execFileSync(join(folder, 'loops'), [join(folder, 'input')], { encoding: 'utf8' }));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
