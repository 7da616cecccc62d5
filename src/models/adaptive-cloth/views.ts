/**
 * Strain, stretch and stress of the vertices of a cloth, from its triangles. Strain is the larger of | |w_u| − 1 | and
 * | |w_v| − 1 |, stretch their mean; the stress of stretch and shear per pattern area and thickness t is
 *   σ = [k_u (1 − 1/|w_u|) w_u ⊗ w_u + k_v (1 − 1/|w_v|) w_v ⊗ w_v + k_s (w_u·w_v) (w_u ⊗ w_v + w_v ⊗ w_u)] / t,
 * the true stress of a sheet that conserves its volume; see energy.ts for symbols.
 */
import type { ParticleView } from '../../core/views.ts';
import type { World } from '../../core/world.ts';
import { measureViews, ParticleMeasures } from '../../forces/particle-measures.ts';
import { dotAt } from '../../math/vec3.ts';
import type { Cloth } from './cloth.ts';
import { areaOf } from './energy.ts';

export function clothViews(cloth: Cloth): ParticleView[] {
  return measureViews((world) => measure(world, cloth));
}

function measure({ particles: p }: World, { mesh, material, values, first }: Cloth): ParticleMeasures {
  const { triangles, pattern } = mesh;
  const measures = new ParticleMeasures(mesh.vertexCount);
  const { thickness, density } = material;
  for (let i = 0; i < mesh.vertexCount; i++)
    measures.volume[i] = (thickness * p.mass.view[first + i]) / density;
  const painted = values.ofTriangles(mesh, 'stretch');
  const x = p.position.view;
  const [u, v] = [new Float64Array(3), new Float64Array(3)];
  for (let t = 0; t < mesh.triangleCount; t++) {
    const at = 6 * t;
    const [u1, v1] = [pattern[at + 2] - pattern[at], pattern[at + 3] - pattern[at + 1]];
    const [u2, v2] = [pattern[at + 4] - pattern[at], pattern[at + 5] - pattern[at + 1]];
    const twice = u1 * v2 - u2 * v1;
    const [a, b, c] = triangles.subarray(3 * t, 3 * t + 3);
    for (let axis = 0; axis < 3; axis++) {
      const plane = axis * p.stride + first;
      const d = x[plane + b] - x[plane + a];
      const e = x[plane + c] - x[plane + a];
      u[axis] = (v2 * d - v1 * e) / twice;
      v[axis] = (u1 * e - u2 * d) / twice;
    }
    const [warp, weft] = [Math.sqrt(dotAt(u, u)), Math.sqrt(dotAt(v, v))];
    const third = (areaOf(mesh, t) * (painted ? painted[t] : 1)) / 3;
    for (const i of [a, b, c]) {
      measures.addStrain(i, warp - 1);
      measures.addStrain(i, weft - 1);
      if (warp > 0) measures.addVirial(i, third * material.stretchWarp * (1 - 1 / warp), u, u);
      if (weft > 0) measures.addVirial(i, third * material.stretchWeft * (1 - 1 / weft), v, v);
      measures.addVirial(i, 2 * third * material.shear * dotAt(u, v), u, v);
    }
  }
  return measures;
}
