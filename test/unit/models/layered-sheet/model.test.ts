/** Creep, yield and tears in scenes: what they build, what they refuse, and a torn run that goes on from a snapshot. */
import { describe, expect, it } from 'vitest';
import { buildScene, hash, parseScene, restore, run, snapshot } from '../../../../src/index.ts';

const scene = (more: object) =>
  parseScene({
    format: 1,
    gravity: [0, -9.80665, 0],
    contact: { self: false }, // of the matter alone
    bodies: [
      {
        name: 'sheet',
        model: 'layered-sheet',
        size: [0.2, 0.2],
        points: [9, 9],
        material: { density: 0.5, stretch: 10000, rigidity: 0.001, damping: 0.1, thickness: 0.0003 },
        pins: [{ at: 'left' }],
        ...more,
      },
    ],
  });

describe('a layered sheet in a scene', () => {
  it('has the systems it asks for, and none else', () => {
    const systems = (more: object) => {
      const { schedule } = buildScene(scene(more));
      const phases = ['heat', 'drive', 'limit', 'adapt'] as const;
      const names = phases.flatMap((phase) => schedule.in(phase).map(({ name }) => name));
      return names.filter((name) => name !== 'pins');
    };
    expect(systems({})).toEqual([]);
    expect(systems({ viscoelastic: { model: 'maxwell', relaxation: 2 } })).toEqual(['viscoelastic']);
    expect(systems({ yield: 0.1 })).toEqual(['plasticity']);
    expect(systems({ rupture: 0.1 })).toEqual(['plasticity', 'tearing']);
  });

  it('sags on and on where its springs flow', () => {
    const tip = (more: object) => {
      // Clamped through both layers, and stiff enough to stand out.
      const world = buildScene(
        scene({
          material: { density: 0.5, stretch: 10000, rigidity: 0.02, damping: 0.1, thickness: 0.0003 },
          pins: [{ at: 'left', reach: 0.03 }],
          ...more,
        }),
      );
      run(world, 1 / 60, 60);
      return world.particles.y[4 * 9 + 8];
    };
    expect(tip({ viscoelastic: { model: 'maxwell', relaxation: 1 } })).toBeLessThan(tip({}) - 0.02);
  });

  it('tears, and goes on byte-equal from the middle', () => {
    const pulled = scene({
      rupture: 0.2,
      pins: [
        { at: 'left' },
        {
          at: 'right',
          keyframes: [
            { time: 0, offset: [0, 0, 0] },
            { time: 0.5, offset: [0.3, 0, 0] },
          ],
        },
      ],
    });
    const unbroken = buildScene(pulled);
    const half = run(unbroken, 1 / 60, 15);
    const kept = snapshot(unbroken);
    const end = run(unbroken, 1 / 60, 15);
    expect(half.tornTriangles).toBeGreaterThan(0);
    expect(end.tornTriangles).toBeGreaterThanOrEqual(half.tornTriangles as number);
    const fresh = buildScene(pulled);
    restore(fresh, kept);
    run(fresh, 1 / 60, 15);
    expect(hash(fresh)).toBe(hash(unbroken));
  });

  it.each([
    [{ rupture: 0 }, /bodies\[0\]\.rupture/],
    [{ viscoelastic: { model: 'maxwell', relaxation: -1 } }, /bodies\[0\]\.viscoelastic\.relaxation/],
    [{ viscoelastic: { model: 'maxwell', retardation: 1 } }, /bodies\[0\]\.viscoelastic/],
    [{ yield: 'soft' }, /bodies\[0\]\.yield/],
  ])('refuses %o', (more, message) => {
    expect(() => scene(more)).toThrow(message);
  });
});
