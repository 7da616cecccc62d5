/**
 * A thin sheet of incompressible rubber or hot plastic, on triangles: the neo-Hookean membrane in plane stress
 * (Rivlin 1948; Green & Adkins 1960, ch. 4). Energy per rest area, with the principal stretches λ₁, λ₂ in the sheet,
 *   W = ½ G t₀ (λ₁² + λ₂² + κ (λ₁λ₂)⁻² − 2 − κ),
 * G the shear modulus (Pa), t₀ the rest thickness (m); the wall is t = t₀/(λ₁λ₂) thick, for volume is kept.
 * κ = 1 is the neo-Hookean law. κ = 0 leaves out what resists thinning, which dies out as λ⁻⁶: the law of large
 * stretch, under which a clamped disc blows up to a spherical cap exactly (see lab/validation/bubble.ts).
 *
 * Viscosity η (Pa·s) adds the stress 2η (d + tr d) of an incompressible fluid film, d the rate of stretching in the
 * sheet: a Kelvin–Voigt solid.
 *
 * A constant-strain triangle has one metric gᵢⱼ = eᵢ·eⱼ of its edges; λ₁² + λ₂² = tr(g₀⁻¹ g), (λ₁λ₂)² = det g/det g₀,
 * so neither a frame in the triangle nor principal axes are ever needed: the force is −∂W/∂x A₀ by way of g.
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
  /** G, Pa. */
  shearModulus: number;
  /** t₀, m. */
  thickness: number;
  /** η, Pa·s; 0 where left out. */
  viscosity?: number;
  law?: MembraneLaw;
}

/** Numbers of a metric: 11, 12, 22. */
const METRIC = RestMetric.BYTES / 8;

export class Membrane implements Force {
  readonly name: string;
  readonly triangles: Block<'i32'>;
  /** t₀, m. */
  readonly thickness: number;
  readonly law: MembraneLaw;
  /** Inverse metrics at rest: as built, and as they are now (they change where the sheet sets in a new shape). */
  readonly builtMetric: Block<'f64'>;
  readonly restMetric: Block<'f64'>;
  /** G t₀ A₀ and η t₀ A₀ of each triangle as built (J, J·s), and the stiffness as it is now. */
  readonly builtStiffness: Block<'f64'>;
  readonly stiffness: Block<'f64'>;
  readonly viscous: Block<'f64'>;
  readonly #measures: Block<'f64'>;

  /** Particles are where the sheet is at rest. `label` names the blocks, `name` the force and its energy. */
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
      if (!(determinant > 0)) throw new RangeError(`${label}: triangle ${t} has no area`);
      const volume = 0.5 * Math.sqrt(determinant) * this.thickness;
      this.builtStiffness.view[t] = modulus * volume;
      this.viscous.view[t] = viscosity * volume;
    }
    this.restMetric.view.set(this.builtMetric.view);
    this.stiffness.view.set(this.builtStiffness.view);
  }

  /** Triangles; a cut takes some out. */
  get count(): number {
    return this.triangles.length / 3;
  }

  /** What it keeps of each triangle, and how many numbers. */
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

  /** The strain of a triangle is its larger principal stretch less 1. */
  addStrain(world: World, strain: StrainSum): void {
    const measures = this.#measure(world);
    const sum = measures[Elongation.SUM / 8];
    const most = measures[Elongation.LARGEST / 8];
    strain.sum += sum;
    strain.count += this.count;
    strain.max = Math.max(strain.max, most);
  }

  /** The modulus of triangle t is `factor` times that it was built with. */
  soften(t: number, factor: number): void {
    this.stiffness.view[t] = factor * this.builtStiffness.view[t];
  }

  /** Triangle t is at rest as it lies now: it has set. Its volume, and so G t₀ A₀, stays. */
  set(world: World, t: number): void {
    this.#writeInverseMetric(world, t, this.restMetric);
  }

  /** Wall thickness of triangle t, m: t₀ √(det g₀/det g), whatever it set to since. */
  thicknessOf(world: World, t: number): number {
    const m = this.builtMetric.view;
    const at = METRIC * t;
    const rest = m[at] * m[at + 2] - m[at + 1] * m[at + 1];
    const [g11, g12, g22] = this.#metric(world, t);
    return this.thickness / Math.sqrt(rest * (g11 * g22 - g12 * g12));
  }

  /** Of triangle t, m³. */
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
