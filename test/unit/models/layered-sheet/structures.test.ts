/** Structures of layered sheets: counts, geometry and surfaces. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layeredLattice } from '../../../../src/models/layered-sheet/index.ts';
import {
  createLattice,
  particleCount,
  STRUCTURE_NAMES,
  type StructureName,
} from '../../../../src/models/layered-sheet/structures.ts';

function lattice(structure: StructureName, columns: number, rows: number, layers: number) {
  return createLattice({ structure, columns, rows, layers, size: [0.3, 0.2], layerDistance: 0.01 });
}

const layersOf = (structure: StructureName) => (structure === 'provot-2d' ? 1 : 2);

/** Number of springs by the rules of the structures. */
function springCount(structure: StructureName, columns: number, rows: number, layers: number): number {
  const triangular = structure.startsWith('trimm');
  const diagonals = structure === 'samm' ? 0 : structure === 'slamm' ? 1 : 2;
  const flexion = structure === 'trimm+' || structure.startsWith('provot');
  let springs = 0;
  for (let level = 0; level < layers; level++) {
    const [c, r] = [columns - level, rows - level];
    springs += (c - 1) * r;
    if (triangular) springs += (r - 1) * (2 * c - 1);
    else springs += c * (r - 1) + diagonals * (c - 1) * (r - 1);
    const second = Math.max(0, c - 2) * r;
    if (flexion && triangular) springs += second + Math.max(0, r - 2) * 2 * (c - 1);
    else if (flexion) springs += second + c * Math.max(0, r - 2);
    if (level > 0) springs += (triangular ? 3 : 4) * c * r;
  }
  return springs;
}

describe('counts', () => {
  it.each([
    ['slamm', 11, 221, 981],
    ['trimm', 8, 113, 428],
    ['trimm', 11, 221, 881],
    ['trimm', 14, 365, 1496],
    ['trimm', 17, 545, 2273],
  ] as const)('%s with %i a side has %i masses and %i springs', (structure, n, masses, springs) => {
    const made = lattice(structure, n, n, 2);
    expect(made.masses).toHaveLength(masses);
    expect(made.springs).toHaveLength(springs);
  });

  it('are those of the formula for every structure and size', () => {
    const size = fc.integer({ min: 5, max: 12 });
    fc.assert(
      fc.property(
        fc.constantFrom(...STRUCTURE_NAMES),
        size,
        size,
        fc.integer({ min: 1, max: 4 }),
        (s, c, r, l) => {
          const layers = s === 'provot-2d' ? 1 : s === 'provot-3d' ? Math.max(2, l) : l;
          const made = lattice(s, c, r, layers);
          expect(made.masses).toHaveLength(particleCount(c, r, layers));
          expect(made.springs).toHaveLength(springCount(s, c, r, layers));
        },
      ),
      { numRuns: 150, seed: 1 },
    );
  });
});

describe.each(STRUCTURE_NAMES)('%s', (structure) => {
  const layers = layersOf(structure);
  const made = lattice(structure, 7, 6, layers);

  it('joins each pair once, at its distance', () => {
    const pairs = new Set(made.springs.map(({ a, b }) => `${Math.min(a, b)}-${Math.max(a, b)}`));
    expect(pairs.size).toBe(made.springs.length);
    for (const { a, b, rest, width } of made.springs) {
      const [p, q] = [made.masses[a], made.masses[b]];
      expect(rest).toBeCloseTo(Math.hypot(p.x - q.x, p.y - q.y, p.z - q.z), 14);
      expect(width).toBeGreaterThan(0);
    }
  });

  it('gives every layer all of the area, within the sheet', () => {
    for (let layer = 0; layer < layers; layer++) {
      const own = made.masses.filter((mass) => mass.layer === layer);
      expect(own.reduce((sum, mass) => sum + mass.area, 0)).toBeCloseTo(0.3 * 0.2, 14);
      for (const { x, z } of own) {
        expect(Math.abs(x)).toBeLessThan(0.15 + 1e-12);
        expect(Math.abs(z)).toBeLessThan(0.1 + 1e-12);
      }
    }
  });

  it('ties upper masses to as many below as its cells have corners', () => {
    const feet = structure.startsWith('trimm') ? 3 : 4;
    for (let i = made.first[1] ?? made.masses.length; i < made.masses.length; i++) {
      const ties = made.springs.filter((s) => s.kind === 'layer' && s.b === i);
      expect(ties).toHaveLength(feet);
      const x = ties.reduce((sum, s) => sum + made.masses[s.a].x, 0) / feet;
      const z = ties.reduce((sum, s) => sum + made.masses[s.a].z, 0) / feet;
      expect(made.masses[i].x).toBeCloseTo(x, 12);
      expect(made.masses[i].z).toBeCloseTo(z, 12);
    }
  });

  it('has a surface of one piece on every layer, facing up', () => {
    for (let layer = 0; layer < layers; layer++) {
      const triangles = made.triangles(layer);
      const edges = new Map<string, number>();
      const corners = new Set<number>();
      for (let t = 0; t < triangles.length; t += 3) {
        const [p, q, r] = [0, 1, 2].map((k) => made.masses[triangles[t + k]]);
        expect((q.z - p.z) * (r.x - p.x) - (q.x - p.x) * (r.z - p.z)).toBeGreaterThan(0);
        for (let k = 0; k < 3; k++) {
          const [a, b] = [triangles[t + k], triangles[t + ((k + 1) % 3)]];
          corners.add(a);
          const key = `${Math.min(a, b)}-${Math.max(a, b)}`;
          edges.set(key, (edges.get(key) ?? 0) + 1);
        }
      }
      expect(Math.max(...edges.values())).toBe(2);
      // Euler: vertices − edges + faces = 1 for a disc, and every mass of the layer is on it.
      expect(corners.size - edges.size + triangles.length / 3).toBe(1);
      expect(corners.size).toBe((7 - layer) * (6 - layer));
    }
  });
});

describe('refuses', () => {
  const good = {
    structure: 'trimm',
    columns: 5,
    rows: 5,
    layers: 2,
    size: [1, 1],
    layerDistance: 0.1,
  } as const;
  it.each([
    [{ structure: 'tram' }, 'structure: must be one of samm'],
    [{ columns: 2 }, 'columns'],
    [{ rows: 2.5 }, 'rows'],
    [{ layers: 0 }, 'layers'],
    [{ size: [0, 1] }, 'size[0]'],
    [{ layerDistance: Number.NaN }, 'layerDistance'],
    [{ structure: 'provot-2d' }, 'layers: structure provot-2d has one layer'],
  ])('%j', (change, message) => {
    expect(() => createLattice({ ...good, ...change } as never)).toThrow(message);
  });

  it.each([
    [
      { stiffness: { kind: 'rigid' } },
      'stiffness.kind: must be one of rigidity, modulus, springs, got rigid',
    ],
    [{ masses: 'even' }, 'masses: must be one of area, equal, got even'],
  ])('of a sheet %j', (change, message) => {
    const material = { density: 0.3, stretch: 100, rigidity: 1e-3, damping: 0.05, thickness: 1e-3 };
    const sheet = { name: 'sheet', structure: 'trimm', points: [5, 5], layers: 2, size: [1, 1], material };
    expect(() => layeredLattice(sheet as never)).not.toThrow();
    expect(() => layeredLattice({ ...sheet, ...change } as never)).toThrow(message);
  });
});
