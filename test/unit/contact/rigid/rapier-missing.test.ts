/** An installation without Rapier: other scenes run, and one with rigid bodies says what to do. */
import { afterAll, expect, it, vi } from 'vitest';

const RAPIER = '@dimforge/rapier3d-compat';

// Test files share their modules, and the engine keeps Rapier once it has it: this file needs an engine of its own.
afterAll(() => {
  vi.doUnmock(RAPIER);
  vi.resetModules();
});

it('says what to install, and tries anew when asked again', async () => {
  vi.resetModules();
  vi.doMock(RAPIER, () => {
    throw new Error('Cannot find package');
  });
  const { loadRapier, RapierMissingError } = await import('../../../../src/contact/index.ts');
  for (let i = 0; i < 2; i++) {
    const error = await loadRapier().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RapierMissingError);
    expect((error as Error).message).toContain('npm install @dimforge/rapier3d-compat');
  }
});
