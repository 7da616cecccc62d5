/**
 * Fabrics by the figures of Kawabata's evaluation system (Kawabata 1980), in its units and in SI units:
 *
 *   weight       W   mg/cm²           × 0.01        kg/m²
 *   thickness    T   mm               × 0.001       m
 *   bending      B   gf·cm²/cm        × 9.80665e-5  N·m, moment per width and curvature
 *   shear        G   gf/(cm·degree)   × 56.19       N/m, force per width at unit angle, 0.980665 · 180/π
 *   tensile      EM  %                strain at the standard load F = 500 gf/cm = 490.3 N/m
 *                WT  gf·cm/cm²        work up to that load, × 0.980665 J/m²
 *                LT  1                WT over the work ½ F EM of a linear fabric
 *
 * A woven fabric is soft at first and stiffens as its crimp straightens. The linear stiffness here does the same work for the same
 * strain, k = 2 WT/EM² = LT F/EM.
 */
import { positive, within } from '../math/check.ts';
import type { FabricValues } from './cloth.ts';

export interface KawabataTensile {
  /** Strain EM at 500 gf/cm, %. */
  readonly extension: number;
  /** Linearity LT. Give either this or the work. */
  readonly linearity?: number;
  /** Work WT, gf·cm/cm². */
  readonly work?: number;
}

export interface KawabataFigures {
  /** Weight W, mg/cm². */
  readonly weight: number;
  /** Thickness T, mm. */
  readonly thickness: number;
  readonly warp: KawabataTensile;
  readonly weft: KawabataTensile;
  /** Shear G, mean of warp and weft, gf/(cm·degree). */
  readonly shear: number;
  /** Bending B, gf·cm²/cm. */
  readonly bendWarp: number;
  readonly bendWeft: number;
}

/** Newtons per gram-force. */
const GRAM_FORCE = 9.80665e-3;
/** Standard load F, N/m. */
const STANDARD_LOAD = (500 * GRAM_FORCE) / 0.01;
/** Damping over stiffness of a light fabric, 5 % of critical at 16 Hz (cloth.ts), s. */
const DAMPING = 1e-3;

/** `damping`: damping over stiffness, s. The system measures hysteresis instead. */
export function fromKawabata(figures: KawabataFigures, damping = DAMPING): FabricValues {
  return {
    density: 0.01 * positive('weight', figures.weight),
    thickness: 0.001 * positive('thickness', figures.thickness),
    stretchWarp: stretchOf('warp', figures.warp),
    stretchWeft: stretchOf('weft', figures.weft),
    shear: ((positive('shear', figures.shear) * GRAM_FORCE) / 0.01) * (180 / Math.PI),
    bendWarp: (within('bendWarp', figures.bendWarp, 0) * GRAM_FORCE * 1e-4) / 0.01,
    bendWeft: (within('bendWeft', figures.bendWeft, 0) * GRAM_FORCE * 1e-4) / 0.01,
    damping: within('damping', damping, 0),
  };
}

/** Returns the stretch stiffness, N/m. */
function stretchOf(name: string, { extension, linearity, work }: KawabataTensile): number {
  const strain = positive(`${name}.extension`, extension) / 100;
  if ((linearity === undefined) === (work === undefined)) {
    throw new RangeError(`${name}: must have either linearity or work`);
  }
  if (work !== undefined) return (2 * positive(`${name}.work`, work) * GRAM_FORCE) / 0.01 / (strain * strain);
  return (positive(`${name}.linearity`, linearity as number) * STANDARD_LOAD) / strain;
}
