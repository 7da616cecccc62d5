/** Colours of the drawn world, one set for light surroundings and one for dark. Dyes are the classic ones. */
export interface Dye {
  /** Yarn of the ground weave. */
  ground: number;
  /** Yarn of the check and the hem. */
  stripe: number;
}

const DYES: readonly Dye[] = [
  { ground: 0x27497f, stripe: 0xdfe6ea }, // indigo and bleached cotton
  { ground: 0xb9832a, stripe: 0x4d2c12 }, // weld and walnut
  { ground: 0x3f6f56, stripe: 0xe6e2c8 }, // woad over weld
  { ground: 0x6d3a63, stripe: 0xe9d7e2 }, // orchil
  { ground: 0xb23a2a, stripe: 0xf0d6b8 }, // madder and undyed linen
];

/** Bodies get dyes in turn; the scene's id says with which one to begin, so that a gallery is not all red. */
export function dyeOf(scene: string, body: number): Dye {
  let first = 0;
  for (const letter of scene) first = (31 * first + letter.charCodeAt(0)) % 1009;
  return DYES[(first + body) % DYES.length];
}

export interface Surroundings {
  floor: number;
  grid: number;
  shadow: number;
  /** Opacities, 0 to 1. */
  floorStrength: number;
  gridStrength: number;
  shadowStrength: number;
  collider: number;
  keyLight: number;
  keyStrength: number;
  skyStrength: number;
}

export const LIGHT: Surroundings = {
  floor: 0xffffff,
  grid: 0x8f8371,
  shadow: 0x4a3f36,
  floorStrength: 0.55,
  gridStrength: 0.3,
  shadowStrength: 0.34,
  collider: 0xe2ddd4,
  keyLight: 0xfff1dd,
  keyStrength: 1.9,
  skyStrength: 0.55,
};

export const DARK: Surroundings = {
  floor: 0x5b6070,
  grid: 0x9aa4ba,
  shadow: 0x08090b,
  floorStrength: 0.5,
  gridStrength: 0.22,
  shadowStrength: 0.62,
  collider: 0xa3a5ad,
  keyLight: 0xffe9cc,
  keyStrength: 2.0,
  skyStrength: 0.38,
};
