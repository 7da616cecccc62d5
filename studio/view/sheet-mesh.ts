/** A body's triangles, drawn as cloth: positions come from the simulation, normals are averaged from faces. */

import type { TrajectoryMesh } from 'pliant';
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Mesh, type MeshPhysicalMaterial } from 'three';
import { fabricMaterial } from './fabric.ts';
import type { Dye } from './palette.ts';

export class SheetMesh {
  readonly mesh: Mesh<BufferGeometry, MeshPhysicalMaterial>;
  #body: TrajectoryMesh;

  /** `rest` are the positions of all particles at the start, when a sheet is flat: they give its pattern. */
  constructor(body: TrajectoryMesh, rest: Float32Array, dye: Dye) {
    this.#body = body;
    const geometry = new BufferGeometry();
    geometry.setIndex(indices(body));
    geometry.setAttribute('position', dynamic(body.particles));
    geometry.setAttribute('normal', dynamic(body.particles));
    const { uv, width, height } = layFlat(rest.subarray(3 * body.first, 3 * (body.first + body.particles)));
    geometry.setAttribute('uv', new BufferAttribute(uv, 2));
    this.mesh = new Mesh(geometry, fabricMaterial(dye, width, height));
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    // Moves every frame, and is nearly always in view: not worth a bounding sphere a frame.
    this.mesh.frustumCulled = false;
    this.update(rest);
  }

  /** `positions` of all particles of the world, interleaved. */
  update(positions: Float32Array): void {
    const { geometry } = this.mesh;
    const { first, particles } = this.#body;
    const position = geometry.getAttribute('position') as BufferAttribute;
    const normal = geometry.getAttribute('normal') as BufferAttribute;
    position.array.set(positions.subarray(3 * first, 3 * (first + particles)));
    vertexNormals(geometry.index!.array, position.array, normal.array as Float32Array);
    position.needsUpdate = normal.needsUpdate = true;
  }

  /** Takes over another topology of the same particles, pattern and all; false where they are others. */
  follow(body: TrajectoryMesh): boolean {
    if (body.first !== this.#body.first || body.particles !== this.#body.particles) return false;
    this.#body = body;
    this.mesh.geometry.setIndex(indices(body));
    return true;
  }

  dispose(): void {
    const { geometry, material } = this.mesh;
    geometry.dispose();
    material.map?.dispose();
    material.normalMap?.dispose();
    material.dispose();
  }
}

function indices({ triangles, first }: TrajectoryMesh): BufferAttribute {
  return new BufferAttribute(
    triangles.map((i) => i - first),
    1,
  );
}

function dynamic(vertices: number): BufferAttribute {
  const attribute = new BufferAttribute(new Float32Array(3 * vertices), 3);
  attribute.setUsage(DynamicDrawUsage);
  return attribute;
}

/** Sums of the faces' cross products, so that larger faces count more; unit length. */
function vertexNormals(index: ArrayLike<number>, p: ArrayLike<number>, n: Float32Array): void {
  n.fill(0);
  for (let t = 0; t < index.length; t += 3) {
    const a = 3 * index[t];
    const b = 3 * index[t + 1];
    const c = 3 * index[t + 2];
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    for (const i of [a, b, c]) {
      n[i] += x;
      n[i + 1] += y;
      n[i + 2] += z;
    }
  }
  for (let i = 0; i < n.length; i += 3) {
    const length = Math.sqrt(n[i] * n[i] + n[i + 1] * n[i + 1] + n[i + 2] * n[i + 2]) || 1;
    n[i] /= length;
    n[i + 1] /= length;
    n[i + 2] /= length;
  }
}

/**
 * Texture coordinates of a flat sheet in any attitude: its own axes are those of the two coordinates in which
 * it is widest after the direction of its first edge is taken for the first axis.
 */
function layFlat(p: Float32Array): { uv: Float32Array; width: number; height: number } {
  const count = p.length / 3;
  const along = direction(p, 0, 1);
  const far = direction(p, 0, count - 1);
  const overlap = dot(along, far);
  const across = unit([0, 1, 2].map((k) => far[k] - overlap * along[k]));
  const u = new Float32Array(count);
  const v = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const d = [0, 1, 2].map((k) => p[3 * i + k] - p[k]);
    u[i] = dot(d, along);
    v[i] = dot(d, across);
  }
  const [u0, width] = span(u);
  const [v0, height] = span(v);
  const uv = new Float32Array(2 * count);
  for (let i = 0; i < count; i++) {
    uv[2 * i] = (u[i] - u0) / width;
    uv[2 * i + 1] = (v[i] - v0) / height;
  }
  return { uv, width, height };
}

function direction(p: Float32Array, from: number, to: number): number[] {
  return unit([0, 1, 2].map((k) => p[3 * to + k] - p[3 * from + k]));
}

function unit(a: number[]): number[] {
  const length = Math.sqrt(dot(a, a)) || 1;
  return a.map((c) => c / length);
}

function dot(a: number[], b: number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function span(a: Float32Array): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const c of a) {
    low = Math.min(low, c);
    high = Math.max(high, c);
  }
  return [low, high - low || 1];
}
