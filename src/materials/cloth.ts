/**
 * Fabrics as triangles of cloth use them: separate stiffnesses along warp and weft, and damping as a time. Woven presets come from
 * figures of warp and weft (woven.ts), at the load of wear instead of the smallest one; other presets are equal along both.
 *
 * The damping of a preset is a ratio ζ to critical damping. Stiffness-proportional damping d = τ k damps an oscillation of angular
 * frequency ω by ζ = τ ω / 2 (Rayleigh 1877), so τ = 2 ζ / ω.
 */
import { fromKawabata } from './kawabata.ts';
import { type MaterialName, resolveMaterial } from './presets.ts';
import { type WovenName, wovenFigures } from './woven.ts';

export interface FabricValues {
  /** Mass per area, kg/m². */
  density: number;
  /** Thickness, m. */
  thickness: number;
  /** Force per width at unit strain, N/m. */
  stretchWarp: number;
  stretchWeft: number;
  /** Shear force per width at unit angle, N/m. */
  shear: number;
  /** Bending moment per width at unit curvature, N·m. */
  bendWarp: number;
  bendWeft: number;
  /** Damping over stiffness τ, s. */
  damping: number;
  /** The same for bending, s. Default: `damping`. */
  bendDamping?: number;
}

/** Angular frequency ω of a fluttering cloth, about 16 Hz, 1/s. */
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
