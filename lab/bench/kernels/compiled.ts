/** C++ for comparison: compiled with `g++ -O3 -march=native` where there is one, and run on the bytes it is given. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs the program with the bytes in a file, whose name is its argument; answers what it prints, which is JSON. */
export type Compiled = (input: readonly Uint8Array[]) => unknown;

/** Undefined where there is no g++. */
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
