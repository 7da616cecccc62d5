/** An installation without @gltf-transform/core: GLB files are refused with the package to install. */
import { afterAll, expect, it, vi } from 'vitest';

const PACKAGE = '@gltf-transform/core';

// Test files share their modules: this file needs formats of its own.
afterAll(() => {
  vi.doUnmock(PACKAGE);
  vi.resetModules();
});

it('says what to install', async () => {
  vi.resetModules();
  vi.doMock(PACKAGE, () => {
    throw new Error('Cannot find package');
  });
  const { GlbError, writeGlbFilm } = await import('../../../../formats/index.ts');
  const error = await writeGlbFilm([], 'nothing').catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(GlbError);
  expect((error as Error).message).toContain('npm install @gltf-transform/core');
});
