/**
 * Materials as triangles of cloth read them: stiffness along warp and weft apart, and damping as a time. Woven presets come
 * from figures of warp and weft (woven.ts), at the load that a fabric is worn at rather than at the smallest; the others
 * are the same both ways, for their figures are means.
 *
 * A preset's damping is a share ζ of the critical one. Damping in proportion to stiffness, d = τ k, damps an oscillation
 * of ω by ζ = τ ω / 2 (Rayleigh 1877); τ = 2 ζ / ω with ω = 100 /s, the flutter of a cloth at some 16 Hz.
 */
import { fromKawabata } from './kawabata.ts';
import { type MaterialName, resolveMaterial } from './presets.ts';
import { type WovenName, wovenFigures } from './woven.ts';

export interface FabricValues {
  /** kg/m² */
  density: number;
  /** m */
  thickness: number;
  /** N/m: force per width at unit strain. */
  stretchWarp: number;
  stretchWeft: number;
  /** N/m: shear force per width at unit angle. */
  shear: number;
  /** N·m: bending moment per width at unit curvature. */
  bendWarp: number;
  bendWeft: number;
  /** s: damping over stiffness. */
  damping: number;
  /** s: that of bending; as `damping` where left out. */
  bendDamping?: number;
}

/** 1/s */
const FLUTTER = 100;

export function resolveFabric(material: MaterialName | FabricValues): FabricValues {
  if (typeof material !== 'string') return material;
  const { density, thickness, stretch, shear, rigidity, damping } = resolveMaterial(material);
  if (material in wovenFigures)
    return fromKawabata(wovenFigures[material as WovenName], (2 * damping) / FLUTTER);
  return {
    density,
    thickness,
    stretchWarp: stretch,
    stretchWeft: stretch,
    shear,
    bendWarp: rigidity,
    bendWeft: rigidity,
    damping: (2 * damping) / FLUTTER,
  };
}
