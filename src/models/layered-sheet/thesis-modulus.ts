/**
 * Young's modulus of a layered sheet as the thesis behind Aurora reckons it (§3.3.3), from one spring of stiffness K
 * (N/m) between masses l apart along the sheet and w across it (m), in layers h apart (m):
 *
 *   K = E A / L:   along the sheet   A = w h, L = l:   E = K l / (w h)
 *                  through it        A = w l, L = h:   E = K h / (w l)
 *
 * Through the sheet K is what the ties of one cell give together, Σ K cos θ, θ from the upright; its worked case
 * (Table 3.1) takes the K of one spring instead. Any consistent units will do: its own are cm and 10⁻³ N/m, so that its
 * moduli, which it calls psi, are tenths of a pascal.
 *
 * It leaves out the springs' width at the rim, the diagonals' share and bending; `calibrate` does not.
 */
import { positive } from '../../math/check.ts';

/** m */
export interface LatticeCell {
  /** Between masses along the spring. */
  length: number;
  /** Between masses across it. */
  width: number;
  /** Between layers. */
  height: number;
}

export interface ThesisModulus {
  /** Pa: along the sheet, E_zz in the thesis. */
  along: number;
  /** Pa: through it, E_xx in the thesis. */
  through: number;
}

/** Modulus that springs of stiffness K show: those of a layer, and those through the sheet. */
export function thesisModulus(planar: number, upright: number, cell: LatticeCell): ThesisModulus {
  const { length, width, height } = checked(cell);
  return { along: (length * planar) / (width * height), through: (height * upright) / (width * length) };
}

/** N/m: stiffness of the springs that show a modulus (Pa). */
export function thesisStiffness(young: number, cell: LatticeCell): { planar: number; upright: number } {
  const { length, width, height } = checked(cell);
  positive('young', young);
  return { planar: (young * width * height) / length, upright: (young * width * length) / height };
}

/** N/m: what slanting ties of stiffness K give together, Σ K cos θ; `lengths` (m) are theirs, `height` the layers'. */
export function uprightStiffness(tie: number, lengths: readonly number[], height: number): number {
  return lengths.reduce((sum, length) => sum + (tie * height) / length, 0);
}

function checked(cell: LatticeCell): LatticeCell {
  for (const key of ['length', 'width', 'height'] as const) positive(`cell.${key}`, cell[key]);
  return cell;
}
