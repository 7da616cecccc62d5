/** Colours of bodies that have none of their own, after the classic dyes. */

export interface Dye {
  /** Yarn of the ground weave, sRGB. */
  ground: number;
  /** Yarn of the check and the hem, sRGB. */
  stripe: number;
}

const DYES: readonly Dye[] = [
  { ground: 0x27497f, stripe: 0xdfe6ea }, // indigo and bleached cotton
  { ground: 0xb9832a, stripe: 0x4d2c12 }, // weld and walnut
  { ground: 0x3f6f56, stripe: 0xe6e2c8 }, // woad over weld
  { ground: 0x6d3a63, stripe: 0xe9d7e2 }, // orchil
  { ground: 0xb23a2a, stripe: 0xf0d6b8 }, // madder and undyed linen
];

/** Used once all of the above are taken. */
const MORE_DYES: readonly Dye[] = [
  { ground: 0x2f8f9d, stripe: 0xdff0ee }, // verdigris
  { ground: 0xc9728f, stripe: 0xf6e3e8 }, // cochineal, pale
  { ground: 0x8f9a35, stripe: 0xf0efcf }, // buckthorn
  { ground: 0x5a4636, stripe: 0xe3d5c3 }, // walnut
  { ground: 0xd07a35, stripe: 0xfbe6cf }, // safflower
];

/** Returns the dye of a body. The scene's id chooses the first dye, so that a gallery is not all of one colour. */
export function dyeOf(scene: string, body: number): Dye {
  let first = 0;
  for (const letter of scene) first = (31 * first + letter.charCodeAt(0)) % 1009;
  const dyes = Math.floor(body / DYES.length) % 2 === 0 ? DYES : MORE_DYES;
  return dyes[(first + body) % DYES.length];
}

/** Returns red, green and blue of a body's ground yarn, sRGB from 0 to 1. */
export function dyeColour(scene: string, body: number): number[] {
  const { ground } = dyeOf(scene, body);
  return [16, 8, 0].map((shift) => ((ground >> shift) & 255) / 255);
}
