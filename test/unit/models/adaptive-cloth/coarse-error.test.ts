/** The error that a mesh has without a vertex, against that of the mesh after its removal. */
import { expect, it } from 'vitest';
import { cross, dot, normalised, subtract } from '../../../../src/math/vec3.ts';
import { errorWithout } from '../../../../src/models/adaptive-cloth/coarse-error.ts';
import { areaOf } from '../../../../src/models/adaptive-cloth/energy.ts';
import { Mesh48 } from '../../../../src/models/adaptive-cloth/mesh.ts';
import { random, wovenCloth } from './woven-cloth.ts';

type Points = readonly (readonly number[])[];

/** (L/2) tan(|θ − θ₀|/4) of the edge opposite a corner. */
function edgeError(mesh: Mesh48, x: Points, t: number, corner: number): number {
  const over = mesh.neighbours[3 * t + corner];
  if (over < 0) return 0;
  const corners = (s: number) => [0, 1, 2].map((k) => x[mesh.triangles[3 * s + k]]);
  const normal = (s: number) => {
    const [a, b, c] = corners(s);
    return normalised(cross(subtract(b, a), subtract(c, a)));
  };
  const [from, to] = [corners(t)[(corner + 1) % 3], corners(t)[(corner + 2) % 3]];
  const sine = dot(cross(normal(t), normal(over)), normalised(subtract(to, from)));
  const angle = Math.atan2(sine, dot(normal(t), normal(over))) - mesh.restAngles[3 * t + corner];
  const at = (k: number) => 6 * t + 2 * ((corner + k) % 3);
  const u = mesh.pattern[at(2)] - mesh.pattern[at(1)];
  const v = mesh.pattern[at(2) + 1] - mesh.pattern[at(1) + 1];
  const height = (areaOf(mesh, t) + areaOf(mesh, over)) / Math.hypot(u, v);
  return 0.5 * height * Math.tan(Math.abs(angle) / 4);
}

it('is the largest of the edges of the triangles that are left', () => {
  const { cloth } = wovenCloth({ level: 3, mixed: 2, size: [1, 0.7] });
  const { mesh } = cloth;
  const chance = random(2);
  const x = Array.from({ length: mesh.vertexCount }, (_, v) => [
    cloth.places[2 * v],
    cloth.places[2 * v + 1],
    0.03 * chance(),
  ]);
  for (let h = 0; h < 3 * mesh.triangleCount; h++) {
    const over = mesh.neighbours[h];
    if (over < Math.floor(h / 3)) continue;
    const back = [0, 1, 2].find((k) => mesh.neighbours[3 * over + k] === Math.floor(h / 3)) ?? 0;
    mesh.restAngles[h] = mesh.restAngles[3 * over + back] = chance() < 0.5 ? 0 : chance() - 0.5;
  }
  const planar = Float64Array.from(
    { length: 3 * x.length },
    (_, i) => x[i % x.length][Math.floor(i / x.length)],
  );
  let [inner, border] = [0, 0];
  for (let v = 0; v < mesh.vertexCount; v++) {
    if (!mesh.isRemovable(v)) continue;
    if (mesh.around[2] < 0) border++;
    else inner++;
    const found = errorWithout(mesh, planar, x.length);
    const coarser = new Mesh48();
    coarser.restore(mesh.toArrays());
    expect(coarser.simplify(v, 99)).toBe(true);
    const places = x.with(v, x[x.length - 1]);
    let most = 0;
    for (let t = 0; t < coarser.triangleCount; t++) {
      if (coarser.births[t] !== 99) continue;
      for (let k = 0; k < 3; k++) most = Math.max(most, edgeError(coarser, places, t, k));
    }
    expect(found).toBeCloseTo(most, 12);
    expect(most).toBeGreaterThan(1e-6);
  }
  expect(inner).toBeGreaterThan(10);
  expect(border).toBeGreaterThan(2);
});
