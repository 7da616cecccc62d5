/**
 * Kawabata's figures of common fabrics along warp and weft. All are estimates, typical of their kind; for a particular cloth use its
 * measured figures (`fromKawabata`).
 */
import type { KawabataFigures } from './kawabata.ts';

export const wovenFigures = {
  /** Plain-woven sheeting. */
  cotton: {
    weight: 14,
    thickness: 0.45,
    warp: { extension: 4, linearity: 0.75 },
    weft: { extension: 7, linearity: 0.7 },
    shear: 1.2,
    bendWarp: 0.07,
    bendWeft: 0.05,
  },
  /** Light dress silk. */
  silk: {
    weight: 7,
    thickness: 0.2,
    warp: { extension: 4, linearity: 0.7 },
    weft: { extension: 6, linearity: 0.7 },
    shear: 0.35,
    bendWarp: 0.03,
    bendWeft: 0.02,
  },
  /** Trouser denim, twill. */
  denim: {
    weight: 37,
    thickness: 0.95,
    warp: { extension: 5, linearity: 0.8 },
    weft: { extension: 4, linearity: 0.8 },
    shear: 3,
    bendWarp: 0.9,
    bendWeft: 0.4,
  },
  /** Worsted suiting. */
  wool: {
    weight: 19,
    thickness: 0.6,
    warp: { extension: 5, linearity: 0.6 },
    weft: { extension: 9, linearity: 0.6 },
    shear: 0.65,
    bendWarp: 0.1,
    bendWeft: 0.07,
  },
  /** Filament lining or jacket cloth. */
  polyester: {
    weight: 9,
    thickness: 0.2,
    warp: { extension: 3, linearity: 0.75 },
    weft: { extension: 4, linearity: 0.75 },
    shear: 0.7,
    bendWarp: 0.06,
    bendWeft: 0.05,
  },
  /** Garment leather: no weave, stiff in shear. */
  leather: {
    weight: 55,
    thickness: 0.9,
    warp: { extension: 8, linearity: 0.7 },
    weft: { extension: 11, linearity: 0.7 },
    shear: 6,
    bendWarp: 1.2,
    bendWeft: 1,
  },
} as const satisfies Record<string, KawabataFigures>;

export type WovenName = keyof typeof wovenFigures;
export const wovenNames = Object.keys(wovenFigures) as [WovenName, ...WovenName[]];
