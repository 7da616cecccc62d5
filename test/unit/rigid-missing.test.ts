/** An installation without Rapier: other scenes run, and one with rigid bodies says what to do. */
import { expect, it, vi } from 'vitest';
import { loadRapier, RapierMissingError } from '../../src/contact/index.ts';

vi.mock('@dimforge/rapier3d-compat', () => {
  throw new Error('Cannot find package');
});

it('says what to install, and tries anew when asked again', async () => {
  for (let i = 0; i < 2; i++) {
    const error = await loadRapier().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RapierMissingError);
    expect((error as Error).message).toContain('npm install @dimforge/rapier3d-compat');
  }
});
