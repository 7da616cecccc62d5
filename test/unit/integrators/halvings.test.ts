/** When implicit steps are split, and when their length doubles again. Each test fails at twice and at half of its number. */
import { type StepReport, step } from 'pliant';
import { describe, expect, it } from 'vitest';
import { HALVINGS } from '../../../src/core/world-state.ts';
import { DT, pulled } from './pulled-cloth.ts';

const taken = (share: number): StepReport => step(pulled(share), DT);

describe('a step that stretches a cloth', () => {
  it('is split if that is by more than a twentieth', () => {
    expect(taken(0.035).rejected).toBe(0);
    expect(taken(0.07).rejected).toBe(1);
  });

  it('is split into eight at most', () => {
    expect(taken(8 * 0.035)).toMatchObject({ rejected: 3, solver: { unsolved: 0 } });
    expect(taken(8 * 0.07)).toMatchObject({ rejected: 3, solver: { unsolved: 8 } });
  });

  it('doubles again after eight good ones', () => {
    const world = pulled(0);
    world.state.view[HALVINGS] = 1;
    for (let steps = 1; steps <= 4; steps++) {
      expect(world.state.view[HALVINGS]).toBe(1);
      step(world, DT);
    }
    expect(world.state.view[HALVINGS]).toBe(0);
  });
});
