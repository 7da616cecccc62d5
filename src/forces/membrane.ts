/**
 * A thin sheet of incompressible rubber or hot plastic, on constant-strain triangles: the neo-Hookean membrane in plane stress
 * (Rivlin 1948; Green & Adkins 1960, ch. 4). Energy per rest area
 *
 *   W = ½ G t₀ (λ₁² + λ₂² + κ (λ₁λ₂)⁻² − 2 − κ)
 *
 * Volume is conserved, so the wall has the thickness t₀/(λ₁λ₂). κ = 1 is the neo-Hookean law. κ = 0 omits the resistance to thinning,
 * which decays as λ⁻⁶: the large-stretch law, under which a clamped disc inflates to an exact spherical cap
 * (lab/validation/bubble.ts). Viscosity adds the stress 2η (d + tr d) of an incompressible film: a Kelvin–Voigt solid.
 *
 * With the metric gᵢⱼ = eᵢ·eⱼ of the edges, λ₁² + λ₂² = tr(g₀⁻¹ g) and (λ₁λ₂)² = det g/det g₀, so the force −A₀ ∂W/∂x needs
 * neither a frame in the triangle nor principal axes.
 *
 * λ₁, λ₂  principal stretches in the sheet, 1
 * G       shear modulus, Pa
 * t₀      rest thickness, m
 * η       viscosity, Pa·s
 * d       rate of stretching in the sheet, 1/s
 * A₀      rest area of a triangle, m²
 */
import type { Block } from '../core/arena.ts';
import type { StrainSum } from '../core/body.ts';
import type { Force } from '../core/force.ts';
import type { World } from '../core/world.ts';
import * as Elongation from '../layouts/generated/elongation.ts';
import * as RestMetric from '../layouts/generated/rest-metric.ts';
import { oneOf, positive, within } from '../math/check.ts';

const LAWS = ['neo-hookean', 'large-stretch'] as const;
export type MembraneLaw = (typeof LAWS)[number];

export interface MembraneOptions {
  /** Shear modulus G, Pa. */
  shearModulus: number;
  /** Rest thickness t₀, m. */
  thickness: number;
  /** Viscosity η, Pa·s. Default: 0. */
  viscosity?: number;
  /** Default: neo-hookean. */
  law?: MembraneLaw;
}

/** Numbers per metric: g₁₁, g₁₂, g₂₂. */
const METRIC = RestMetric.BYTES / 8;

export class Membrane implements Force {
  readonly name: string;
  readonly triangles: Block<'i32'>;
  /** Rest thickness t₀, m. */
  readonly thickness: number;
  readonly law: MembraneLaw;
  /** Inverse rest metrics g₀⁻¹ as built, and at present: they change where the sheet sets in a new shape. */
  readonly builtMetric: Block<'f64'>;
  readonly restMetric: Block<'f64'>;
  /** G t₀ A₀ of each triangle as built and at present (J), and η t₀ A₀ (J·s). */
  readonly builtStiffness: Block<'f64'>;
  readonly stiffness: Block<'f64'>;
  readonly viscous: Block<'f64'>;
  readonly #measures: Block<'f64'>;

  /** The particles are at their rest positions. `label` names the blocks, `name` the force and its energy. */
  constructor(
    world: World,
    label: string,
    triangles: Block<'i32'>,
    options: MembraneOptions,
    name = 'membrane',
  ) {
    this.name = name;
    const modulus = positive(`${label}.shearModulus`, options.shearModulus);
    const viscosity = within(`${label}.viscosity`, options.viscosity ?? 0, 0);
    this.thickness = positive(`${label}.thickness`, options.thickness);
    this.law = oneOf(`${label}.law`, options.law ?? 'neo-hookean', LAWS);
    this.triangles = triangles;
    const { arena } = world;
    this.builtMetric = arena.allocate(`${label}.builtMetric`, 'f64', METRIC * this.count, 'model');
    this.restMetric = arena.allocate(`${label}.restMetric`, 'f64', METRIC * this.count);
    this.builtStiffness = arena.allocate(`${label}.builtStiffness`, 'f64', this.count, 'model');
    this.stiffness = arena.allocate(`${label}.stiffness`, 'f64', this.count);
    this.viscous = arena.allocate(`${label}.viscous`, 'f64', this.count, 'model');
    this.#measures = arena.scratch(`${label}.measures`, 'f64', Elongation.BYTES / 8);
    for (let t = 0; t < this.count; t++) {
      const determinant = this.#writeInverseMetric(world, t, this.builtMetric);
      if (!(determinant > 0)) throw new RangeError(`${label}: triangle ${t} has no area at rest`);
      const volume = 0.5 * Math.sqrt(determinant) * this.thickness;
      this.builtStiffness.view[t] = modulus * volume;
      this.viscous.view[t] = viscosity * volume;
    }
    this.restMetric.view.set(this.builtMetric.view);
    this.stiffness.view.set(this.builtStiffness.view);
  }

  /** Number of triangles; cuts reduce it. */
  get count(): number {
    return this.triangles.length / 3;
  }

  /** Blocks with numbers per triangle, and how many. */
  get rows(): (readonly [Block<'f64'>, number])[] {
    return [
      [this.builtMetric, METRIC],
      [this.restMetric, METRIC],
      [this.builtStiffness, 1],
      [this.stiffness, 1],
      [this.viscous, 1],
    ];
  }

  add(world: World): void {
    const p = world.particles;
    world.kernels.membraneForces(
      this.triangles.offset,
      this.count,
      p.position.offset,
      p.velocity.offset,
      p.force.offset,
      p.stride,
      this.restMetric.offset,
      this.stiffness.offset,
      this.viscous.offset,
      this.#kappa,
    );
  }

  energy(world: World): number {
    return this.#measure(world)[Elongation.ENERGY / 8];
  }

  /** Adds the strains λ − 1 of the triangles, λ the larger principal stretch. */
  addStrain(world: World, strain: StrainSum): void {
    const measures = this.#measure(world);
    const sum = measures[Elongation.SUM / 8];
    const most = measures[Elongation.LARGEST / 8];
    strain.sum += sum;
    strain.count += this.count;
    strain.max = Math.max(strain.max, most);
  }

  /** Sets the modulus of triangle t to `factor` times that as built. */
  soften(t: number, factor: number): void {
    this.stiffness.view[t] = factor * this.builtStiffness.view[t];
  }

  /** Makes the present shape of triangle t its rest shape. Its volume stays, and with it G t₀ A₀. */
  set(world: World, t: number): void {
    this.#writeInverseMetric(world, t, this.restMetric);
  }

  /** Returns the wall thickness of triangle t, t₀ √(det g₀/det g) with g₀ as built, m. */
  thicknessOf(world: World, t: number): number {
    const m = this.builtMetric.view;
    const at = METRIC * t;
    const rest = m[at] * m[at + 2] - m[at + 1] * m[at + 1];
    const [g11, g12, g22] = this.#metric(world, t);
    return this.thickness / Math.sqrt(rest * (g11 * g22 - g12 * g12));
  }

  /** Returns the volume of triangle t, m³. */
  volumeOf(t: number): number {
    const m = this.builtMetric.view;
    const at = METRIC * t;
    return (0.5 * this.thickness) / Math.sqrt(m[at] * m[at + 2] - m[at + 1] * m[at + 1]);
  }

  get #kappa(): number {
    return this.law === 'neo-hookean' ? 1 : 0;
  }

  #metric({ particles: p }: World, t: number): [number, number, number] {
    const [a, b, c] = this.triangles.view.subarray(3 * t, 3 * t + 3);
    const x = p.position.view;
    let g11 = 0;
    let g12 = 0;
    let g22 = 0;
    for (let axis = 0; axis < 3; axis++) {
      const at = axis * p.stride;
      const e = x[at + b] - x[at + a];
      const f = x[at + c] - x[at + a];
      g11 += e * e;
      g12 += e * f;
      g22 += f * f;
    }
    return [g11, g12, g22];
  }

  /** Returns det g. */
  #writeInverseMetric(world: World, t: number, out: Block<'f64'>): number {
    const [g11, g12, g22] = this.#metric(world, t);
    const determinant = g11 * g22 - g12 * g12;
    out.view.set([g22 / determinant, -g12 / determinant, g11 / determinant], METRIC * t);
    return determinant;
  }

  #measure(world: World): Float64Array {
    const p = world.particles;
    world.kernels.membraneMeasures(
      this.triangles.offset,
      this.count,
      p.position.offset,
      p.stride,
      this.restMetric.offset,
      this.stiffness.offset,
      this.#kappa,
      this.#measures.offset,
    );
    return this.#measures.view;
  }
}
