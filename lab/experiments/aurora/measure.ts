/** Measurements of the Aurora experiments on a sheet. Lengths in m, angles in degrees. */
import { type ColliderSpec, createCollider, mat3, type Vector } from 'pliant/engine';
import { type Aurora, RADIUS } from './sheet.ts';

const DEGREES = 180 / Math.PI;

/**
 * Rotation about the vertical since the start: the rotation nearest to the linear map from the initial to the present
 * positions of the lower layer, seen from above; right-handed about y.
 */
export function yaw({ world, lattice }: Aurora): number {
  const { x, z } = world.particles;
  const lower = lattice.masses.filter((mass) => mass.layer === 0);
  const mean = (value: (i: number) => number) =>
    lower.reduce((sum, _, i) => sum + value(i), 0) / lower.length;
  const [cx, cz] = [mean((i) => x[i]), mean((i) => z[i])];
  const [ux, uz] = [mean((i) => lower[i].x), mean((i) => lower[i].z)];
  let [across, along] = [0, 0];
  lower.forEach((mass, i) => {
    const [u, w] = [mass.x - ux, mass.z - uz];
    across += (x[i] - cx) * w - (z[i] - cz) * u;
    along += (x[i] - cx) * u + (z[i] - cz) * w;
  });
  return Math.atan2(across, along) * DEGREES;
}

/** Unit normals of a layer's triangles, three numbers each. */
export function layerNormals({ world, lattice }: Aurora, layer: number): Float64Array {
  return triangleNormals(world.particles, lattice.triangles(layer));
}

interface Places {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  readonly z: ArrayLike<number>;
}

export function triangleNormals({ x, y, z }: Places, triangles: ArrayLike<number>): Float64Array {
  const normals = new Float64Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const [ux, uy, uz] = [x[b] - x[a], y[b] - y[a], z[b] - z[a]];
    const [vx, vy, vz] = [x[c] - x[a], y[c] - y[a], z[c] - z[a]];
    const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) || 1;
    for (let d = 0; d < 3; d++) normals[t + d] = n[d] / length;
  }
  return normals;
}

/** Largest angle between the normals of any two triangles of a layer: 0 flat, 180 folded back on itself. */
export function foldAngle(aurora: Aurora, layer = 0): number {
  const n = layerNormals(aurora, layer);
  let least = 1;
  for (let s = 0; s < n.length; s += 3)
    for (let t = 0; t < s; t += 3)
      least = Math.min(least, n[s] * n[t] + n[s + 1] * n[t + 1] + n[s + 2] * n[t + 2]);
  return Math.acos(Math.max(-1, least)) * DEGREES;
}

/** Angles between the normals of triangles that share an edge, where the shading jumps. */
export function creaseAngles(places: Places, triangles: ArrayLike<number>): number[] {
  const normals = triangleNormals(places, triangles);
  const edges = new Map<string, number>();
  const angles: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [triangles[t + k], triangles[t + ((k + 1) % 3)]];
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      const other = edges.get(key);
      edges.set(key, t);
      if (other === undefined) continue;
      const cosine = [0, 1, 2].reduce((sum, d) => sum + normals[t + d] * normals[other + d], 0);
      angles.push(Math.acos(Math.min(1, Math.max(-1, cosine))) * DEGREES);
    }
  }
  return angles;
}

/** Elongations over rest length of the springs within layers: their mean, mean magnitude and maximum. */
export function planarStrain({ world, lattice }: Aurora): { stretch: number; mean: number; max: number } {
  const { x, y, z } = world.particles;
  let [stretch, sum, max, count] = [0, 0, 0, 0];
  for (const { a, b, rest, kind } of lattice.springs) {
    if (kind === 'layer') continue;
    const [dx, dy, dz] = [x[b] - x[a], y[b] - y[a], z[b] - z[a]];
    const strain = Math.sqrt(dx * dx + dy * dy + dz * dz) / rest - 1;
    stretch += strain;
    sum += Math.abs(strain);
    max = Math.max(max, strain);
    count++;
  }
  return { stretch: stretch / count, mean: sum / count, max };
}

/**
 * Distance from each upper mass to the plane of the lower masses it is tied to, signed by the order of the layers.
 */
export function layerGaps({ world, lattice }: Aurora): number[] {
  const { x, y, z } = world.particles;
  const normals = cornerNormals({ x, y, z }, lattice.triangles(0), lattice.first[1]);
  const tied = new Map<number, number[]>();
  for (const { a, b, kind } of lattice.springs) {
    if (kind !== 'layer') continue;
    const [low, high] = a < b ? [a, b] : [b, a];
    tied.set(high, [...(tied.get(high) ?? []), low]);
  }
  return [...tied].map(([high, low]) => {
    const n = [0, 1, 2].map((d) => low.reduce((sum, i) => sum + normals[3 * i + d], 0));
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) || 1;
    const mean = [x, y, z].map((values) => low.reduce((sum, i) => sum + values[i], 0) / low.length);
    return ((x[high] - mean[0]) * n[0] + (y[high] - mean[1]) * n[1] + (z[high] - mean[2]) * n[2]) / length;
  });
}

function cornerNormals(places: Places, triangles: ArrayLike<number>, count: number): Float64Array {
  const normals = triangleNormals(places, triangles);
  const sum = new Float64Array(3 * count);
  for (let t = 0; t < triangles.length; t++)
    for (let d = 0; d < 3; d++) sum[3 * triangles[t] + d] += normals[t - (t % 3) + d];
  return sum;
}

/** Speed of the fastest mass, m/s. */
export function topSpeed({ world }: Aurora): number {
  const { vx, vy, vz, count } = world.particles;
  let most = 0;
  for (let i = 0; i < count; i++) most = Math.max(most, vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
  return Math.sqrt(most);
}

/** Signed distance of a point from a fixed obstacle. */
export function distanceTo(thing: ColliderSpec): (x: number, y: number, z: number) => number {
  const { shape } = createCollider(thing);
  const { position = [0, 0, 0], rotation } = thing;
  const normal = new Float64Array(3);
  return (x, y, z) => {
    const away: Vector = [x - position[0], y - position[1], z - position[2]];
    const [u, v, w] = rotation ? mat3.rotationAbout(rotation.axis, -rotation.angle / DEGREES)(...away) : away;
    return shape.distance(u, v, w, normal);
  };
}

/** Distance below which a mass touches, m; contact keeps a gap of a tenth of it. */
const TOUCH = 1e-6;

/** Masses of the lower layer that touch an obstacle. */
export function touching({ world, lattice }: Aurora, thing: ColliderSpec): number {
  const { x, y, z } = world.particles;
  const distance = distanceTo(thing);
  let count = 0;
  for (let i = 0; i < lattice.first[1]; i++) if (distance(x[i], y[i], z[i]) < RADIUS + TOUCH) count++;
  return count;
}
