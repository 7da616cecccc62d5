/**
 * Largest plausible elongations of sheets: beyond them a real one has torn, and a model without tears shows a state that
 * cannot be real. The bounds lie on the safe side of elongations at break: wovens break at 10 to 40 % (Morton &
 * Hearle 2008, ch. 13), loose knits near 100 %; natural rubber at 500 to 800 % (Treloar 1975); a thermoplastic sheet that
 * is soft enough to be formed at several hundred (Throne 2008), which counts wherever a scene has heat.
 */
export const CLOTH_BREAKS = 1;
export const SOFT_PLASTIC_BREAKS = 5;
export const RUBBER_BREAKS = 8;

/** Returns the largest elongation of a sheet of springs by its material and whether the scene has heat. */
export function sheetBreakingStrain({ material }: { material?: unknown }, isHeated: boolean): number {
  if (material === 'rubber') return RUBBER_BREAKS;
  return isHeated ? SOFT_PLASTIC_BREAKS : CLOTH_BREAKS;
}
