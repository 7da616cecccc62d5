/** What the camera looks at of matter: all of it, but for the few particles that flew far off. */

import { bulkBox } from 'pliant/three';
import { describe, expect, it } from 'vitest';

const block = Array.from({ length: 1000 }, (_, i) => [i % 10, Math.floor(i / 10) % 10, Math.floor(i / 100)]);

describe('the box of matter', () => {
  it('is around all of it where nothing strays', () => {
    const { min, max } = bulkBox(block.flat());
    expect([min.toArray(), max.toArray()]).toEqual([
      [0, 0, 0],
      [9, 9, 9],
    ]);
    expect(bulkBox([0, 0, 0, 100, 0, 0]).max.x).toBe(100);
    expect(bulkBox([]).isEmpty()).toBe(true);
  });

  it('leaves out crumbs far off, as many as one in fifty', () => {
    const crumbs = (count: number) => Array.from({ length: count }, (_, i) => [100 + i, 0, 0]);
    expect(bulkBox([...block, ...crumbs(20)].flat()).max.x).toBe(9);
    expect(bulkBox([...block, ...crumbs(30)].flat()).max.x).toBeGreaterThan(100);
    // A drop that is not far off stays in the picture.
    expect(bulkBox([...block, [14, 4, 4]].flat()).max.x).toBe(14);
  });
});
