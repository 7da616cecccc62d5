/** The linear system of two sheets in contact: its products without a matrix, and its bytes on two threads. */
import { snapshot, step } from 'pliant';
import { startThreads } from 'pliant/threads';
import { describe, expect, it } from 'vitest';
import { collidingSheets } from '../contact/potential/colliding-sheets.ts';
import { DT, productsOf } from './dense-product.ts';

/** Steps until the sheets press on each other. */
const STEPS = 8;

describe('the product of the linear system of two sheets in contact', () => {
  it('is that of the dense matrix', () => {
    const products = productsOf(collidingSheets(), STEPS);
    expect(products).toHaveLength(3);
    for (const { error, withoutContacts, between } of products) {
      expect(between).toBeGreaterThan(5);
      expect(withoutContacts).toBeGreaterThan(0.01); // contacts are a part that would be missed
      expect(error).toBeLessThan(1e-5); // f32: 6e-8 a number, and some hundred numbers a row
    }
  });
});

describe('two sheets in contact', () => {
  it('have the same bytes on one thread and on two', { timeout: 120_000 }, async () => {
    const threads = await startThreads(2);
    try {
      expect(threads.reason).toBeUndefined();
      const [alone, shared] = [collidingSheets(), collidingSheets(threads)];
      let pairs = 0;
      for (let k = 0; k < STEPS; k++) {
        pairs = Math.max(pairs, step(alone, DT).contact?.pairs ?? 0);
        expect(step(shared, DT).fault).toBeUndefined();
      }
      expect(pairs).toBeGreaterThan(20);
      expect(Buffer.compare(snapshot(shared), snapshot(alone))).toBe(0);
    } finally {
      await threads.dispose();
    }
  });
});
