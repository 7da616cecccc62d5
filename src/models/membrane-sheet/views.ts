/**
 * Strain, stretch and stress of the particles of a membrane, from its triangles: λ₁ − 1 with the larger principal stretch λ₁,
 * √(λ₁λ₂) − 1, and the true stress of an incompressible sheet in plane stress (Rivlin 1948),
 *   σ = G (F Fᵀ − κ (λ₁λ₂)⁻² P),   P the projector on the sheet's plane, F Fᵀ = Σ g₀ⁱʲ eᵢ ⊗ eⱼ of the edges e,
 * of rubber and glass together; symbols are those of forces/membrane.ts.
 */
import type { ParticleView } from '../../core/views.ts';
import type { World } from '../../core/world.ts';
import type { Membrane } from '../../forces/membrane.ts';
import { measureViews, ParticleMeasures } from '../../forces/particle-measures.ts';
import { dotAt } from '../../math/vec3.ts';

interface MeasuredMembrane {
  readonly first: number;
  readonly count: number;
  readonly membrane: Membrane;
  readonly glass: Membrane | undefined;
}

export function membraneViews(sheet: MeasuredMembrane): ParticleView[] {
  return measureViews((world) => measure(world, sheet));
}

function measure(
  { particles: p }: World,
  { first, count, membrane, glass }: MeasuredMembrane,
): ParticleMeasures {
  const measures = new ParticleMeasures(count);
  const greatest = new Float64Array(count);
  const corners = membrane.triangles.view;
  const x = p.position.view;
  const [e, f] = [new Float64Array(3), new Float64Array(3)];
  for (let t = 0; t < membrane.count; t++) {
    const [a, b, c] = corners.subarray(3 * t, 3 * t + 3);
    for (let axis = 0; axis < 3; axis++) {
      const at = axis * p.stride;
      e[axis] = x[at + b] - x[at + a];
      f[axis] = x[at + c] - x[at + a];
    }
    const metric = [dotAt(e, e), dotAt(e, f), dotAt(f, f)] as const;
    const { larger, mean } = stretches(membrane, t, metric);
    const third = membrane.volumeOf(t) / 3;
    for (const corner of [a, b, c]) {
      const i = corner - first;
      measures.addStrain(i, mean);
      greatest[i] = Math.max(greatest[i], larger);
      measures.volume[i] += third;
      addStress(measures, i, membrane, t, metric, e, f);
      if (glass) addStress(measures, i, glass, t, metric, e, f);
    }
  }
  measures.strain.set(greatest);
  return measures;
}

/** Adds V σ/3 of one triangle; its stiffness is G V. */
function addStress(
  measures: ParticleMeasures,
  i: number,
  membrane: Membrane,
  t: number,
  [g11, g12, g22]: readonly [number, number, number],
  e: Float64Array,
  f: Float64Array,
): void {
  const third = membrane.stiffness.view[t] / 3;
  if (third === 0) return;
  const [m11, m12, m22] = membrane.restMetric.view.subarray(3 * t, 3 * t + 3);
  const now = g11 * g22 - g12 * g12;
  const area = now * (m11 * m22 - m12 * m12);
  const thinning = (membrane.law === 'neo-hookean' ? 1 : 0) / area / now;
  // P = Σ gⁱʲ eᵢ ⊗ eⱼ, with the inverse of the present metric.
  measures.addVirial(i, third * (m11 - thinning * g22), e, e);
  measures.addVirial(i, 2 * third * (m12 + thinning * g12), e, f);
  measures.addVirial(i, third * (m22 - thinning * g11), f, f);
}

/** Returns λ₁ − 1 and √(λ₁λ₂) − 1 of a triangle. */
function stretches(membrane: Membrane, t: number, [g11, g12, g22]: readonly [number, number, number]) {
  const [m11, m12, m22] = membrane.restMetric.view.subarray(3 * t, 3 * t + 3);
  const trace = m11 * g11 + 2 * m12 * g12 + m22 * g22;
  const area = (g11 * g22 - g12 * g12) * (m11 * m22 - m12 * m12);
  const root = Math.sqrt(Math.max(0, trace * trace - 4 * area));
  return { larger: Math.sqrt(0.5 * (trace + root)) - 1, mean: Math.sqrt(Math.sqrt(area)) - 1 };
}
