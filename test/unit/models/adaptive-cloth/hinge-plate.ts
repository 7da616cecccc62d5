/**
 * How stiff a sheet of hinges is once its vertices are free to find their heights: a square plate held level along its
 * rim sags by 0.00406235 q L⁴/D in the middle under an even load q (Timoshenko & Woinowsky-Krieger 1959), whatever its
 * Poisson's ratio. Linear: small heights.
 */
import { hingeNumbers } from './mesh-reference.ts';
import { type WovenOptions, wovenCloth } from './woven-cloth.ts';

/** D, N·m, of a square metre. */
export function hingeStiffness(options: WovenOptions): number {
  const { cloth, world } = wovenCloth(options);
  const { edges, mesh, material, places, count } = cloth;
  const { stiffness, coefficients } = hingeNumbers(
    mesh,
    edges,
    material,
    undefined,
    new Uint8Array(mesh.triangleCount),
  );
  const free = Array.from(
    { length: count },
    (_, i) => Math.max(Math.abs(places[2 * i]), Math.abs(places[2 * i + 1])) < 0.5 - 1e-9,
  );
  const diagonal = new Float64Array(count);
  const times = (x: Float64Array) => {
    const y = new Float64Array(count);
    for (let h = 0; h < edges.hingeCount; h++) {
      let angle = 0;
      for (let k = 4 * h; k < 4 * h + 4; k++) angle += coefficients[k] * x[edges.hinges[k]];
      for (let k = 4 * h; k < 4 * h + 4; k++) {
        if (free[edges.hinges[k]]) y[edges.hinges[k]] += stiffness[h] * angle * coefficients[k];
      }
    }
    return y;
  };
  for (let k = 0; k < 4 * edges.hingeCount; k++) {
    diagonal[edges.hinges[k]] += stiffness[k >> 2] * coefficients[k] * coefficients[k];
  }
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i], 0);
  const mass = world.particles.mass.view;
  const x = new Float64Array(count);
  const r = x.map((_, i) => (free[i] ? mass[cloth.first + i] / material.density : 0)); // q = 1 N/m²
  let z = r.map((value, i) => value / diagonal[i]);
  const p = z.slice();
  let rz = dot(r, z);
  const enough = 1e-16 * rz;
  while (rz > enough) {
    const q = times(p);
    const step = rz / dot(p, q);
    for (let i = 0; i < count; i++) {
      x[i] += step * p[i];
      r[i] -= step * q[i];
    }
    z = r.map((value, i) => value / diagonal[i]);
    const next = dot(r, z);
    for (let i = 0; i < count; i++) p[i] = z[i] + (next / rz) * p[i];
    rz = next;
  }
  return 0.00406235 / x[cloth.vertexAt(0, 0) - cloth.first];
}
