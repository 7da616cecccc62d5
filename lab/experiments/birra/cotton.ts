/**
 * The cloth of the experiments: cotton, and its measurements at a moment. The papers give no material, so this is ours. SI
 * units.
 */
import type { World } from 'pliant';
import {
  type AdaptiveCloth,
  addContact,
  type ClothMaterial,
  type ColliderSpec,
  createCollider,
} from 'pliant/engine';
import type { TriangleSurface } from '../hutchinson/surface-distance.ts';

export const GRAVITY = 9.81;

export const COTTON: ClothMaterial = {
  density: 0.2,
  thickness: 1e-3,
  stretchWarp: 3000,
  stretchWeft: 3000,
  shear: 60,
  /** Bending stiffness of a firm weave, such as canvas or lined cotton. */
  bendWarp: 1e-4,
  bendWeft: 1e-4,
  damping: 1e-3,
};

/**
 * Bending as stiff as that of canvas. Softer cloth is as likely to come to rest bulging forwards as backwards, and different
 * meshes choose differently; the distance would then measure that choice alone.
 */
export const CANVAS: ClothMaterial = { ...COTTON, bendWarp: 3e-4, bendWeft: 3e-4 };

export interface ClothRun {
  readonly world: World;
  readonly cloth: AdaptiveCloth;
}

export function addCollider(world: World, cloth: AdaptiveCloth, collider: ColliderSpec): void {
  const bodies = [{ body: cloth, radius: cloth.thickness / 2 }];
  addContact(world, { colliders: [createCollider(collider)], bodies });
}

/** A copy of a cloth at a moment. */
export interface ClothMoment extends TriangleSurface {
  readonly positions: Float32Array;
  readonly triangles: Int32Array;
  /** Bisections since the start mesh, one number per triangle. */
  readonly levels: Int32Array;
  /** Time, s. */
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
  /** Median, 99th percentile and maximum of |‖w‖ − 1| over the threads of all triangles. */
  readonly median: number;
  readonly percentile99: number;
  readonly max: number;
}

/**
 * Stretch or compression of the threads: w_u = ∂x/∂u along the warp and w_v = ∂x/∂v along the weft, two numbers per
 * triangle. Edges across the threads would also measure shear, which cloth allows.
 */
export function threadStrains({ world, cloth }: ClothRun): Strains {
  const { x, y, z } = world.particles;
  const { mesh, first } = cloth;
  const strains: number[] = [];
  for (let t = 0; t < mesh.triangleCount; t++) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const [h, i] = [3 * t + k, first + mesh.triangles[3 * t + k]];
      return [x[i], y[i], z[i], mesh.pattern[2 * h], mesh.pattern[2 * h + 1]];
    });
    const [ab, ac] = [b, c].map((corner) => corner.map((value, d) => value - a[d]));
    const twiceArea = ab[3] * ac[4] - ab[4] * ac[3];
    const stretch = (p: number, q: number) =>
      Math.hypot(...[0, 1, 2].map((d) => (p * ab[d] + q * ac[d]) / twiceArea)) - 1;
    strains.push(Math.abs(stretch(ac[4], -ab[4])), Math.abs(stretch(-ac[3], ab[3])));
  }
  strains.sort((a, b) => a - b);
  const under = (share: number) => strains[Math.ceil(share * strains.length) - 1];
  return { median: under(0.5), percentile99: under(0.99), max: under(1) };
}

/** Median speed of the particles, m/s. */
export function medianSpeed({ world, cloth }: ClothRun): number {
  const { vx, vy, vz } = world.particles;
  const speeds = Array.from({ length: cloth.count }, (_, k) => {
    const i = cloth.first + k;
    return Math.hypot(vx[i], vy[i], vz[i]);
  });
  return speeds.sort((a, b) => a - b)[Math.floor(speeds.length / 2)];
}
