/**
 * Springs of a square lattice from moduli, per width (N/m). On cells of dx × dy with diagonal L, springs (dy/dx) k₁ along
 * rows, (dy/dx) k_f over two of them, and k₂ L²/(2 dx dy) on both diagonals give an endless lattice
 *   C₁₁ = k₁ + 4k_f + k₂ dx²/dy²,   C₁₂ = C₆₆ = k₂,
 * and C₂₂ by exchange of x and y. So for a shear modulus G and a stretch modulus Y in both directions: k₂ = G,
 * C₁₁ = C₂₂ = C with C − G²/C = Y (a strip with free sides narrows), and k₁ is what is left.
 */

export interface LatticeModuli {
  /** N/m: force per width for unit strain, Y = E·thickness. */
  readonly stretch: number;
  /** N/m: shear force per width for unit shear angle. */
  readonly shear: number;
  /** N/m: stiffness k_f of springs over two cells; none where left out. */
  readonly bend?: number;
}

/**
 * k₁ along rows and along columns, N/m. Less than 0 where diagonals of oblong cells or springs over two cells alone are
 * stiffer than the sheet should be: the sheet then has none and is too stiff.
 */
export function structuralStiffness(
  { stretch, shear, bend = 0 }: LatticeModuli,
  dx: number,
  dy: number,
): { row: number; column: number } {
  const c = 0.5 * (stretch + Math.sqrt(stretch * stretch + 4 * shear * shear));
  const oblong = (dx * dx) / (dy * dy);
  return { row: c - 4 * bend - shear * oblong, column: c - 4 * bend - shear / oblong };
}
