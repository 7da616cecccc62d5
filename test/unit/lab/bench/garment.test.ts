/** The garment of the benchmark of live cloth: an irregular mesh that fits its pattern, and keeps it while it moves. */
import { step } from 'pliant';
import { describe, expect, it } from 'vitest';
import { garment, WAIST } from '../../../../lab/bench/live/garment.ts';
import { crossingsOf } from '../../../../lab/bench/live/measure.ts';
import { liveScene, liveWorld } from '../../../../lab/bench/live/scenes.ts';
import { clothOf, wovenStrains } from '../../../../lab/bench/peers/cloth.ts';
import { judge } from '../../../../lab/validation/index.ts';

const SIDES = [0, 1, 2].map((k) => [k, (k + 1) % 3]);

describe('its mesh', () => {
  const made = garment(2500);
  const edges = made.triangles.flatMap((corners, t) =>
    SIDES.map(([i, j]) => {
      const [p, q] = [made.vertices[corners[i]], made.vertices[corners[j]]];
      const [du, dv] = [0, 1].map((k) => made.texture[t][2 * j + k] - made.texture[t][2 * i + k]);
      return {
        name: [corners[i], corners[j]].sort((a, b) => a - b).join(),
        pattern: Math.hypot(du, dv),
        shape: Math.hypot(...p.map((x, axis) => q[axis] - x)),
      };
    }),
  );

  it('has about as many vertices as asked for, of 3 to 10 and more edges each', () => {
    expect(made.vertices.length / 2500).toBeCloseTo(1, 1);
    const degrees = new Map<string, number>();
    for (const name of new Set(edges.map((edge) => edge.name)))
      for (const end of name.split(',')) degrees.set(end, (degrees.get(end) ?? 0) + 1);
    const numbers = [...degrees.values()];
    expect(numbers.filter((degree) => degree !== 6).length).toBeGreaterThan(0.5 * numbers.length);
    expect(Math.max(...numbers)).toBeGreaterThanOrEqual(9);
  });

  it('is as long as its pattern, but for chords and the wedge', () => {
    // A chord of length l on the radius R is short by l²/(24 R²), and the wedge takes 4 mm of half a turn at the hem.
    for (const { pattern, shape } of edges) {
      const chord = (pattern * pattern) / (24 * WAIST * WAIST);
      expect(Math.abs(shape / pattern - 1)).toBeLessThan(chord + 0.002 / (Math.PI * WAIST));
    }
  });

  it('is the same for the same seed, and another one for another', () => {
    expect(garment(100, 3)).toEqual(garment(100, 3));
    expect(garment(100, 4)).not.toEqual(garment(100, 3));
  });
});

describe('a garment that falls on hips', () => {
  const sheet = { scene: 'garment' as const, n: 24, adaptive: false };
  const world = liveWorld(sheet);
  const cloth = clothOf(world);
  const pattern = cloth.mesh.pattern.slice();
  const start = world.particles.position.view.slice();
  const { stride } = world.particles;
  const { pin, seam } = garment(24 * 24);
  const faults = Array.from({ length: 40 }, () => step(world, 1 / 60).fault).filter(Boolean);
  /** Distance of a vertex from a place of the start. */
  const way = (i: number, j: number, from: Float64Array) =>
    Math.hypot(...[0, 1, 2].map((k) => world.particles.position.view[k * stride + i] - from[k * stride + j]));

  it('crosses neither itself nor the hips', () => {
    expect(faults).toEqual([]);
    expect(judge(world, liveScene(sheet)).wrong).toEqual([]);
    expect(crossingsOf(world, liveScene(sheet))).toBe(0);
  });

  it('keeps its pattern', () => {
    expect(cloth.mesh.pattern).toEqual(pattern);
  });

  it('is held at the waist, where its pins are painted, and moves at the hem', () => {
    // Welding numbers vertices by their first corners, so the first of the file stay what they are.
    const waist = seam.from[0];
    const hem = seam.from[seam.from.length - 1];
    expect([pin[waist], pin[hem]]).toEqual([1, 0]);
    expect(way(waist, waist, start)).toBe(0);
    expect(way(hem, hem, start)).toBeGreaterThan(0.02);
  });

  it('is strained as cotton under its own weight is, but where it is pinned and sewn', () => {
    // The skirt weighs 0.2 kg, 2.2 N at a waist of 0.88 m: 2.5 N/m, 0.08 % at 3,000 N/m, and twice that as it swings. A tenth of
    // the triangles of so coarse a mesh are at the waist or the seam, and bear what they gather.
    const strains = wovenStrains(world, cloth).sort();
    expect(strains[Math.floor(0.5 * strains.length)]).toBeLessThan(0.002);
    expect(strains[Math.floor(0.9 * strains.length)]).toBeLessThan(0.01);
  });
});
