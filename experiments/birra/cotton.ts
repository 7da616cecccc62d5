/**
 * The cloth of the experiments: cotton, and what can be measured of a cloth at a moment. The papers give no material,
 * so this is ours. SI units.
 */
import type { AdaptiveCloth, ClothMaterial, World } from 'pliant';
import type { TriangleSurface } from '../hutchinson/surface-distance.ts';

export const GRAVITY = 9.81;

export const COTTON: ClothMaterial = {
  density: 0.2,
  thickness: 1e-3,
  stretchWarp: 3000,
  stretchWeft: 3000,
  shear: 60,
  /** A firm weave, such as canvas or lined cotton. */
  bendWarp: 1e-4,
  bendWeft: 1e-4,
  damping: 1e-3,
};

export interface ClothRun {
  readonly world: World;
  readonly cloth: AdaptiveCloth;
}

/** A cloth at a moment: a copy. */
export interface ClothMoment extends TriangleSurface {
  readonly positions: Float32Array;
  readonly triangles: Int32Array;
  /** Bisections since the start mesh, one number a triangle. */
  readonly levels: Int32Array;
  /** s */
  readonly time: number;
}

export function momentOf({ world, cloth }: ClothRun): ClothMoment {
  const { x, y, z } = world.particles;
  const { mesh, first } = cloth;
  const positions = new Float32Array(3 * cloth.count);
  for (let i = 0; i < cloth.count; i++) {
    positions.set([x[first + i], y[first + i], z[first + i]], 3 * i);
  }
  return {
    positions,
    triangles: mesh.triangles.slice(0, 3 * mesh.triangleCount),
    levels: mesh.levels.slice(0, mesh.triangleCount),
    time: world.time,
  };
}

export interface Strains {
  /** |L − L₀| / L₀ that half, 99 % and all of the edges stay under. */
  readonly median: number;
  readonly percentile99: number;
  readonly max: number;
}

/** Of all edges, from their lengths in the pattern. */
export function edgeStrains({ world, cloth }: ClothRun): Strains {
  const { x, y, z } = world.particles;
  const { mesh, first } = cloth;
  const strains: number[] = [];
  for (let t = 0; t < mesh.triangleCount; t++) {
    for (let k = 0; k < 3; k++) {
      // An inner edge is told by the later of its triangles.
      if (mesh.neighbours[3 * t + k] > t) continue;
      const [p, q] = [3 * t + ((k + 1) % 3), 3 * t + ((k + 2) % 3)];
      const [a, b] = [first + mesh.triangles[p], first + mesh.triangles[q]];
      const rest = Math.hypot(
        mesh.pattern[2 * p] - mesh.pattern[2 * q],
        mesh.pattern[2 * p + 1] - mesh.pattern[2 * q + 1],
      );
      strains.push(Math.abs(Math.hypot(x[a] - x[b], y[a] - y[b], z[a] - z[b]) / rest - 1));
    }
  }
  strains.sort((a, b) => a - b);
  const under = (share: number) => strains[Math.ceil(share * strains.length) - 1];
  return { median: under(0.5), percentile99: under(0.99), max: under(1) };
}
