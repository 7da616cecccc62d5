import { defineConfig } from 'vitest/config';
import { alias } from './test/alias.ts';
import { localImports } from './test/local-imports.ts';
import { LongestFirst } from './test/order.ts';

export default defineConfig({
  resolve: { alias },
  plugins: [localImports()],
  test: {
    // Vitest would leave one of two cores idle; golden hashes are written to one file, one at a time.
    maxWorkers: process.env.PLIANT_UPDATE_GOLDEN ? 1 : 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'engine',
          include: ['test/{unit,scenes,validation,faults}/**/*.test.ts'],
          testTimeout: 300_000, // ends what hangs; what is slow on a busy machine is not wrong
          // One process runs file after file with the modules it has: importing them anew takes most files longer
          // than their tests. What a file replaces (a global, a module) it puts back.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          globalSetup: 'test/browser/setup.ts',
          isolate: false, // files of a process share one browser and the modules it has
        },
      },
    ],
  },
});
