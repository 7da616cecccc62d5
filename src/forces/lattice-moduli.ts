/**
 * Spring stiffnesses of a square lattice from moduli per width (N/m). With cells of dx × dy and diagonal L, springs of stiffness
 * (dy/dx) k₁ along rows, (dy/dx) k_f over two cells, and k₂ L²/(2 dx dy) on both diagonals give an infinite lattice
 *
 *   C₁₁ = k₁ + 4k_f + k₂ dx²/dy²,   C₁₂ = C₆₆ = k₂
 *
 * and C₂₂ by exchange of x and y. For a shear modulus G and a stretch modulus Y in both directions: k₂ = G,
 * C₁₁ = C₂₂ = C with C − G²/C = Y (a strip with free sides narrows), and k₁ is the remainder.
 */

export interface LatticeModuli {
  /** Force per width at unit strain, Y = E·thickness, N/m. */
  readonly stretch: number;
  /** Shear force per width at unit shear angle, N/m. */
  readonly shear: number;
  /** Stiffness k_f of springs over two cells, N/m. Default: 0. */
  readonly bend?: number;
}

/**
 * Returns k₁ along rows and along columns, N/m. It is negative if the diagonals of oblong cells or the springs over two cells
 * alone are stiffer than the moduli: the sheet then has no structural springs and is too stiff.
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
