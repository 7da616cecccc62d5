/**
 * The energies of a woven cloth, per area of its pattern and so the same on any mesh (after Baraff & Witkin 1998).
 *
 * A triangle maps the pattern's plane (u, v) linearly into space; w_u and w_v are the images of unit vectors along warp and
 * weft. With A its area in the pattern (m²):
 *   stretch and shear:  ½ A [k_u (|w_u| − 1)² + k_v (|w_v| − 1)² + k_s (w_u·w_v)²]      k in N/m
 * Two triangles that share an edge of length l bend at it by the angle θ between their normals:
 *   bending:            ½ κ (θ − θ₀)²,   κ = α β l² / (A₁ + A₂)                          β in N·m
 * β is that of the direction across the edge, at the angle φ from the warp: β_u cos²φ + β_v sin²φ. Bisecting halves l² and A
 * alike, so that the stiffness of the sheet stays. α makes bending isotropic, ½ β times the sum of the squares of the
 * curvatures k: an edge whose opposite corner projects onto one of its ends (a leg of a right triangle) bends by the
 * curvature across it alone and has α = 1; one with the corner over its middle also bends by the curvature along it, with
 * the opposite sign, and the hypotenuse of a right triangle of height h only by their difference, the twist, so that
 * α = 2 (h/l)². In between, with r = s (l − s)/h² for a corner that projects onto the point s of the edge,
 *   α = min(1, 1 − r + 2 r (h/l)²),   0 ≤ r ≤ 1.
 * A hinge at a clamp, between a triangle with three pinned corners and one without, bends the latter alone: κ = α β l² / A, with
 * its area A. The clamp then acts at that edge; with both areas it would act half a cell beyond, and the sheet be longer by as much.
 * A hinge has the harmonic mean of its two sides, found by solving for plates of mixed levels, which are within 6 % of uniform ones.
 *
 * A bent sheet relaxes its hinges further: vertices of four triangles rise by d over those of eight, which turns legs of
 * length a by −2 d/a and hypotenuses by 2√2 d/a. With δ = 2 d/a² the energy per area is
 *   ½ [β_u (k_u − δ)² + β_v (k_v − δ)² + (β_u + β_v) (k_uv² + δ²)],
 * least for δ = (β_u k_u + β_v k_v)/(2 β_u + 2 β_v). The rigidity against bending as a cylinder along u is then not β_u but
 *   B_u = β_u − β_u²/(2 β_u + 2 β_v),
 * three quarters of it if warp and weft are equal; β is chosen for the B of the material, the moment per width and
 * curvature of a wide sheet. The remainder couples both directions like a Poisson's ratio of −1/3: a narrow strip, free to
 * curl across, bends with 8/9 of B.
 *
 * All this is for square cells. Independent hinges cannot do more: on odd levels, with legs at 45°, warp and weft both bend
 * with the mean of β_u and β_v; and vertices of oblong cells yield so far along their short sides that a sheet of cells
 * 1:2 bends there with half of its stiffness, 1:4 with a sixth, although the energy of a prescribed shape is right.
 *
 * Each condition is damped in proportion to its rate, d = damping time · k.
 */

import type { FabricValues } from '../../materials/cloth.ts';
import type { Mesh48 } from './mesh.ts';

export type ClothMaterial = FabricValues;

/** Returns the masses of vertices, kg: a third of each triangle to each of its corners. */
export function vertexMasses(mesh: Mesh48, density: number): Float64Array {
  const masses = new Float64Array(mesh.vertexCount);
  for (let t = 0; t < mesh.triangleCount; t++) {
    const third = (density * areaOf(mesh, t)) / 3;
    for (let k = 0; k < 3; k++) masses[mesh.triangles[3 * t + k]] += third;
  }
  return masses;
}

/** Returns the area of a triangle in the pattern, m². */
export function areaOf({ pattern }: Mesh48, t: number): number {
  const p = 6 * t;
  return (
    0.5 *
    ((pattern[p + 2] - pattern[p]) * (pattern[p + 5] - pattern[p + 1]) -
      (pattern[p + 4] - pattern[p]) * (pattern[p + 3] - pattern[p + 1]))
  );
}

/** Returns the area of the whole pattern, m². */
export function patternArea(mesh: Mesh48): number {
  let sum = 0;
  for (let t = 0; t < mesh.triangleCount; t++) sum += areaOf(mesh, t);
  return sum;
}

/** Returns β_u and β_v of hinges, N·m, for the B_u and B_v of a material. */
export function hingeBend({ bendWarp, bendWeft }: ClothMaterial): readonly [number, number] {
  const sum = bendWarp + bendWeft;
  if (sum === 0) return [0, 0];
  // with B_u = ρ (B_u + B_v) and β_u = r (β_u + β_v): (ρ − ½) r² + (1 − ρ) r − ρ/2 = 0
  const share = bendWarp / sum;
  const r = share / (1 - share + Math.sqrt(1 - 3 * share + 3 * share * share));
  const whole = sum / (0.5 + r - r * r);
  return [r * whole, (1 - r) * whole];
}
