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

import * as ClothTriangle from '../../layouts/generated/cloth-triangle.ts';
import type { FabricValues } from '../../materials/cloth.ts';
import type { Mesh48 } from './mesh.ts';
import type { MeshEdges } from './mesh-edges.ts';

export type ClothMaterial = FabricValues;

const TRIANGLE = ClothTriangle.BYTES / 8;
const B1 = ClothTriangle.B1 / 8;
const B2 = ClothTriangle.B2 / 8;
const C1 = ClothTriangle.C1 / 8;
const C2 = ClothTriangle.C2 / 8;
const STRETCH_U = ClothTriangle.STRETCH_U / 8;
const STRETCH_V = ClothTriangle.STRETCH_V / 8;
const SHEAR = ClothTriangle.SHEAR / 8;

/** Writes the records of all triangles in the given order; `stiffness`: factor on the moduli of each triangle of the mesh. */
export function writeTriangles(
  mesh: Mesh48,
  order: Int32Array,
  material: ClothMaterial,
  stiffness: Float64Array | undefined,
  out: Float64Array,
): void {
  const { pattern, triangleCount } = mesh;
  for (let k = 0; k < triangleCount; k++) {
    const t = order[k];
    const p = 6 * t;
    const u1 = pattern[p + 2] - pattern[p];
    const v1 = pattern[p + 3] - pattern[p + 1];
    const u2 = pattern[p + 4] - pattern[p];
    const v2 = pattern[p + 5] - pattern[p + 1];
    const twice = u1 * v2 - u2 * v1;
    const area = 0.5 * twice * (stiffness ? stiffness[t] : 1);
    const at = TRIANGLE * k;
    out[at + B1] = v2 / twice;
    out[at + B2] = -v1 / twice;
    out[at + C1] = -u2 / twice;
    out[at + C2] = u1 / twice;
    out[at + STRETCH_U] = area * material.stretchWarp;
    out[at + STRETCH_V] = area * material.stretchWeft;
    out[at + SHEAR] = area * material.shear;
    out.fill(0, at + SHEAR + 1, at + TRIANGLE);
  }
}

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

export interface HingeNumbers {
  /** Stiffness κ, J. */
  readonly stiffness: Float64Array;
  /** Coefficients c, four a hinge, 1/m: θ = Σ c_i z_i for small distances z_i of the vertices from a plane. */
  readonly coefficients: Float64Array;
  /** Mean distance of the two vertices opposite from the edge, m. */
  readonly heights: Float64Array;
}

/** `stiffness`: factor on bending of each triangle of the mesh; `clamped`: 1 for triangles whose corners are all pinned. */
export function hingeNumbers(
  mesh: Mesh48,
  edges: MeshEdges,
  material: ClothMaterial,
  stiffness: Float64Array | undefined,
  clamped: Uint8Array,
): HingeNumbers {
  const { hingeCount, hinges, hingeTriangles } = edges;
  const found: HingeNumbers = {
    stiffness: new Float64Array(hingeCount),
    coefficients: new Float64Array(4 * hingeCount),
    heights: new Float64Array(hingeCount),
  };
  const [bendWarp, bendWeft] = hingeBend(material);
  const first = new Float64Array(5);
  const second = new Float64Array(5);
  for (let h = 0; h < hingeCount; h++) {
    const [s, t] = [hingeTriangles[2 * h], hingeTriangles[2 * h + 1]];
    sideOf(mesh, s, hinges[4 * h], hinges[4 * h + 1], first);
    sideOf(mesh, t, hinges[4 * h], hinges[4 * h + 1], second);
    const [length, height1, along1, warp1, weight1] = first;
    const [, height2, along2, warp2, weight2] = second;
    const warp = 0.5 * (warp1 + warp2);
    const bend = warp * bendWarp + (1 - warp) * bendWeft;
    // A clamped triangle does not bend: beside it, only the other one does.
    const [one, two] = clamped[s] === clamped[t] ? [1, 1] : [1 - clamped[s], 1 - clamped[t]];
    const areas = 0.5 * length * (one * height1 + two * height2);
    const weight = (2 * weight1 * weight2) / (weight1 + weight2);
    const painted = stiffness ? 0.5 * (stiffness[s] + stiffness[t]) : 1;
    found.stiffness[h] = (painted * bend * weight * length * length) / areas;
    const c = 4 * h;
    found.coefficients[c] = -(1 - along1) / height1 - (1 - along2) / height2;
    found.coefficients[c + 1] = -along1 / height1 - along2 / height2;
    found.coefficients[c + 2] = 1 / height1;
    found.coefficients[c + 3] = 1 / height2;
    found.heights[h] = 0.5 * (height1 + height2);
  }
  return found;
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

/**
 * Writes the measures of an edge i j in one of its triangles: its length and the height over it (m), the share of the way
 * from i to j at which the third corner projects onto it, cos²φ of the direction across, and α.
 */
function sideOf({ triangles, pattern }: Mesh48, t: number, i: number, j: number, out: Float64Array): void {
  let [at, to, apex] = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const vertex = triangles[3 * t + k];
    if (vertex === i) at = k;
    else if (vertex === j) to = k;
    else apex = k;
  }
  const p = 6 * t;
  const ui = pattern[p + 2 * at];
  const vi = pattern[p + 2 * at + 1];
  const eu = pattern[p + 2 * to] - ui;
  const ev = pattern[p + 2 * to + 1] - vi;
  const au = pattern[p + 2 * apex] - ui;
  const av = pattern[p + 2 * apex + 1] - vi;
  const square = eu * eu + ev * ev;
  const length = Math.sqrt(square);
  const height = Math.abs(eu * av - ev * au) / length;
  const along = (eu * au + ev * av) / square;
  const flat = (height * height) / square;
  const middle = Math.max(0, Math.min(1, (along * (1 - along)) / flat));
  out[0] = length;
  out[1] = height;
  out[2] = along;
  out[3] = (ev * ev) / square;
  out[4] = Math.min(1, 1 - middle + 2 * middle * flat);
}
