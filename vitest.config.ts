import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests and the pages read the sources under the names that users import. */
export const alias = [
  { find: /^pliant$/, replacement: here('src/index.ts') },
  { find: /^pliant\/(scenes|validation|bench|experiments)$/, replacement: here('$1/index.ts') },
  { find: /^pliant\/threads$/, replacement: here('adapters/threads/index.ts') },
];

export default defineConfig({
  resolve: { alias },
  test: {
    maxWorkers: 2, // Vitest would leave one of two cores idle
    projects: [
      {
        extends: true,
        test: {
          name: 'engine',
          include: ['test/{unit,validation,golden,faults}/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
