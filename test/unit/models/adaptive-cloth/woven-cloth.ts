/** Cloths to test: of any levels, lying as asked, and what is needed to look at them. */
import { World } from 'pliant';
import { type AdaptiveCloth, addAdaptiveCloth, type ClothMaterial, createIntegrator } from 'pliant/engine';

export const COTTON: ClothMaterial = {
  density: 0.2,
  thickness: 4e-4,
  stretchWarp: 3600,
  stretchWeft: 3000,
  shear: 120,
  bendWarp: 2e-5,
  bendWeft: 1e-5,
  damping: 0,
};

export type Place = (u: number, v: number) => readonly [number, number, number];

export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

export interface WovenOptions {
  size?: readonly [number, number];
  cells?: readonly [number, number];
  level?: number;
  /** Rounds in which a quarter of the triangles is refined, for levels that differ. */
  mixed?: number;
  material?: Partial<ClothMaterial>;
  place?: Place;
}

export function wovenCloth(options: WovenOptions = {}): { world: World; cloth: AdaptiveCloth } {
  const {
    size = [1, 1],
    cells = [4, 4],
    level = 0,
    mixed = 0,
    material,
    place = (u, v) => [u, v, 0],
  } = options;
  const world = new World(createIntegrator('implicit-euler'));
  const cloth = addAdaptiveCloth(world, {
    name: 'cloth',
    shape: { size, cells },
    startLevel: level,
    maxLevel: level + 2 * mixed,
    material: { ...COTTON, ...material },
  });
  const chance = random(7);
  for (let round = 0; round < mixed; round++) {
    for (let t = cloth.mesh.triangleCount - 1; t >= 0; t--) if (chance() < 0.25) cloth.mesh.refine(t, 0);
  }
  if (mixed > 0) {
    cloth.resize(cloth.mesh.vertexCount);
    cloth.adopt();
  }
  moveTo(world, cloth, place);
  return { world, cloth };
}

export function moveTo(world: World, cloth: AdaptiveCloth, place: Place): void {
  const { x, y, z } = world.particles;
  for (let i = 0; i < cloth.count; i++) {
    const at = cloth.first + i;
    [x[at], y[at], z[at]] = place(cloth.places[2 * i], cloth.places[2 * i + 1]);
  }
}

/** J of stretch and shear, and of bending. */
export function energies(world: World, cloth: AdaptiveCloth): { woven: number; bend: number } {
  const { system } = cloth;
  system.measure(world.particles.position, cloth.first);
  return { woven: system.measures().energy, bend: system.bendEnergy() };
}
