/**
 * Young's modulus of a layered sheet as in the thesis behind Aurora (§3.3.3), from one spring of stiffness K (N/m) between
 * particles at a distance l along the sheet and w across it (m), in layers at a distance h (m):
 *
 *   K = E A / L:   along the sheet   A = w h, L = l:   E = K l / (w h)
 *                  through it        A = w l, L = h:   E = K h / (w l)
 *
 * Through the sheet, K is that of all ties of one cell, Σ K cos θ, θ from the vertical; the thesis's worked case (Table 3.1)
 * takes the K of one spring instead. Units are arbitrary: the thesis has cm and 10⁻³ N/m, so that its moduli, which it calls
 * psi, are tenths of a pascal.
 *
 * Unlike `calibrate`, this neglects the narrower springs at the rim, the diagonals and bending.
 */
import { positive } from '../../math/check.ts';

/** Distances in a cell of the lattice, m. */
interface LatticeCell {
  /** Distance of particles along the spring. */
  length: number;
  /** Distance of particles across it. */
  width: number;
  /** Distance of layers. */
  height: number;
}

export interface ThesisModulus {
  /** Modulus along the sheet, E_zz in the thesis, Pa. */
  along: number;
  /** Modulus through it, E_xx in the thesis, Pa. */
  through: number;
}

/** Returns the moduli of springs of these stiffnesses, in a layer and through the sheet. */
export function thesisModulus(planar: number, upright: number, cell: LatticeCell): ThesisModulus {
  const { length, width, height } = checked(cell);
  return { along: (length * planar) / (width * height), through: (height * upright) / (width * length) };
}

/** Returns the stiffness of inclined ties of stiffness K together, Σ K cos θ, N/m; `lengths`: theirs, m. */
export function uprightStiffness(tie: number, lengths: readonly number[], height: number): number {
  return lengths.reduce((sum, length) => sum + (tie * height) / length, 0);
}

function checked(cell: LatticeCell): LatticeCell {
  for (const key of ['length', 'width', 'height'] as const) positive(`cell.${key}`, cell[key]);
  return cell;
}
