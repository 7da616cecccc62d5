/** Small worlds of lattice matter for the tests. */
import {
  addLatticeMatter,
  createIntegrator,
  fillShape,
  type LatticeMatter,
  type LatticeMatterOptions,
  type MatterMaterial,
  type MatterObject,
  matterLattice,
} from '../../../../src/engine.ts';
import { World } from '../../../../src/index.ts';
import type { MatterShape } from '../../../../src/models/lattice-matter/fill.ts';

export const SPACING = 0.05;
export const JELLY: MatterMaterial = { density: 1000, young: 2e4, soundSpeed: 15 };

export interface MatterSetting extends Partial<Omit<LatticeMatterOptions, 'objects'>> {
  shape?: MatterShape;
  object?: Partial<MatterObject>;
  material?: Partial<MatterMaterial>;
}

export function matterWorld(setting: MatterSetting = {}): { world: World; matter: LatticeMatter } {
  const { shape = { kind: 'box', size: [0.3, 0.3, 0.3] }, object, material, ...options } = setting;
  const world = new World(createIntegrator('euler-cromer'));
  const points = fillShape(shape, matterLattice(SPACING, options.dimension ?? 3));
  const matter = addLatticeMatter(world, {
    name: 'matter',
    spacing: SPACING,
    objects: [{ points, material: { ...JELLY, ...material }, ...object }],
    ...options,
  });
  return { world, matter };
}

/** Σ m v and Σ m x × v. */
export function momenta({ particles: p }: World): number[] {
  const sums = new Array<number>(6).fill(0);
  for (let i = 0; i < p.count; i++) {
    const m = p.mass.view[i];
    const [x, y, z, u, v, w] = [p.x[i], p.y[i], p.z[i], p.vx[i], p.vy[i], p.vz[i]];
    [u, v, w, y * w - z * v, z * u - x * w, x * v - y * u].forEach((value, k) => {
      sums[k] += m * value;
    });
  }
  return sums;
}

/** Σ m |v| and Σ m |x| |v|: what momenta are small against. */
export function momentumSizes({ particles: p }: World): [number, number] {
  let linear = 0;
  let angular = 0;
  for (let i = 0; i < p.count; i++) {
    const speed = Math.hypot(p.vx[i], p.vy[i], p.vz[i]) * p.mass.view[i];
    linear += speed;
    angular += speed * Math.hypot(p.x[i], p.y[i], p.z[i]);
  }
  return [linear, angular];
}

/** Applies x → F x (row by row) to all positions. */
export function map({ particles: p }: World, f: ArrayLike<number>): void {
  for (let i = 0; i < p.count; i++) {
    const [x, y, z] = [p.x[i], p.y[i], p.z[i]];
    p.x[i] = f[0] * x + f[1] * y + f[2] * z;
    p.y[i] = f[3] * x + f[4] * y + f[5] * z;
    p.z[i] = f[6] * x + f[7] * y + f[8] * z;
  }
}

/** A rotation by `angle` about an axis, row by row. */
export { turnAbout as rotation } from '../../../../lab/validation/matter.ts';
