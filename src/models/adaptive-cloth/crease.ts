/**
 * Plastic creases: hinges yield by changing their rest angles θ₀. The angles of single hinges depend on the mesh; curvature
 * does not. At a vertex whose triangles have the area A in the pattern it is the tensor (Cohen-Steiner & Morvan 2003)
 *   S = (1/A) Σ θ l n nᵀ
 * over the hinges of those triangles (half of θ for each triangle). A hinge uses the mean of its two ends. Along the
 * principal direction of the elastic curvature, that of θ − θ₀, the yield condition is
 *   |c − p| ≤ c_y + H |p|,     H = (1 − s)/s.
 * If it is violated, the hinges yield by the same share of θ − θ₀. Cloth that is bent once to c and released keeps
 * p = s (|c| − c_y), the share s of the excess. The law is independent of rates and steps, and θ₀ moves towards θ and never
 * past it, so that the energy of bending only falls. (Hardening as in metals, see Simo & Hughes 1998, but with |p| as
 * the internal variable: a crease that is flattened is forgotten.)
 *
 * Symbols
 *   θ    angle of a hinge, rad
 *   l    its length, m
 *   n    the direction across it in the pattern
 *   c    curvature, 1/m
 *   p    its permanent part, from θ₀, 1/m
 *   c_y  yield curvature, `curvature`, 1/m
 *   s    `share`
 */
import type { z } from 'zod';
import type { Moved, System } from '../../core/schedule.ts';
import type { Cloth } from './cloth.ts';
import { areaOf } from './energy.ts';
import type { clothOptions } from './parameters/cloth.ts';
import { HINGE_NUMBERS, HINGE_REST_ANGLE } from './system-blocks.ts';

export type CreaseOptions = NonNullable<z.output<typeof clothOptions>['crease']>;

/** Returns p after bending to c. */
export function permanentCurvature(p: number, c: number, { curvature, share }: CreaseOptions): number {
  const hardening = (1 - share) / share;
  if (Math.abs(c - p) <= curvature + hardening * Math.abs(p)) return p;
  const sense = c > p ? 1 : -1;
  const goal = sense * c;
  // creased the other way still: hardening fades with the crease until the condition holds (H ≥ 1: the crease vanishes)
  if (sense * p < 0 && goal < curvature) return (sense * (goal - curvature)) / (1 - hardening);
  return sense * share * (goal - curvature);
}

export function creasing(cloth: Cloth, options: CreaseOptions): System {
  let measure = new Curvature(cloth);
  return {
    name: `${cloth.name}: creases`,
    phase: 'adapt',
    changes: [cloth.restAngles],
    run(world): Moved {
      if (cloth.rest.isAtRest) return 'still';
      const { system, hingeOrder } = cloth;
      if (measure.version !== cloth.version) measure = new Curvature(cloth);
      system.measure(world.particles.position, cloth.first);
      const hinges = system.blocks.hinges.view;
      const angles = system.blocks.angles.view;
      measure.update(angles, hinges);
      let changed = false;
      for (let h = 0; h < angles.length; h++) {
        const share = measure.yielding(hingeOrder[h], options);
        if (share === 0) continue;
        const before = hinges[HINGE_NUMBERS * h + HINGE_REST_ANGLE];
        cloth.setRestAngle(h, before + share * (angles[h] - before));
        changed = true;
      }
      if (changed) cloth.saveRestAngles();
      return changed ? 'moved' : 'still';
    },
  };
}

/** Tensors uu, uv, vv of elastic and of permanent curvature at each vertex. */
class Curvature {
  readonly version: number;
  readonly #cloth: Cloth;
  readonly #springing: Float64Array;
  readonly #permanent: Float64Array;
  /** 1/A of each vertex, 1/m². */
  readonly #perArea: Float64Array;
  /** The tensor l n nᵀ of each hinge, m: the mean of those in its two triangles. */
  readonly #across: Float64Array;

  constructor(cloth: Cloth) {
    const { mesh, edges } = cloth;
    this.version = cloth.version;
    this.#cloth = cloth;
    this.#springing = new Float64Array(3 * mesh.vertexCount);
    this.#permanent = new Float64Array(3 * mesh.vertexCount);
    this.#perArea = new Float64Array(mesh.vertexCount);
    for (let t = 0; t < mesh.triangleCount; t++) {
      for (let k = 0; k < 3; k++) this.#perArea[mesh.triangles[3 * t + k]] += areaOf(mesh, t);
    }
    for (let v = 0; v < mesh.vertexCount; v++) this.#perArea[v] = 1 / this.#perArea[v];
    this.#across = new Float64Array(3 * edges.hingeCount);
    for (let h = 0; h < edges.hingeCount; h++) {
      for (let side = 0; side < 2; side++) {
        const t = edges.hingeTriangles[2 * h + side];
        const p = 6 * t;
        const corner = mesh.cornerOf(t, edges.hinges[4 * h + 2 + side]);
        const from = p + 2 * ((corner + 1) % 3);
        const to = p + 2 * ((corner + 2) % 3);
        const u = mesh.pattern[to] - mesh.pattern[from];
        const v = mesh.pattern[to + 1] - mesh.pattern[from + 1];
        const half = 0.5 / Math.sqrt(u * u + v * v);
        this.#across[3 * h] += half * v * v;
        this.#across[3 * h + 1] -= half * u * v;
        this.#across[3 * h + 2] += half * u * u;
      }
    }
  }

  /** Updates the tensors from the angles of all hinges and their records. */
  update(angles: Float64Array, records: Float64Array): void {
    const { hingeOrder, edges } = this.#cloth;
    this.#springing.fill(0);
    this.#permanent.fill(0);
    for (let k = 0; k < angles.length; k++) {
      const h = hingeOrder[k];
      const rest = records[HINGE_NUMBERS * k + HINGE_REST_ANGLE];
      for (let corner = 0; corner < 4; corner++) {
        const vertex = edges.hinges[4 * h + corner];
        const share = this.#perArea[vertex] * (corner < 2 ? 1 : 0.5); // its ends belong to both triangles
        for (let axis = 0; axis < 3; axis++) {
          const bend = share * this.#across[3 * h + axis];
          this.#springing[3 * vertex + axis] += bend * (angles[k] - rest);
          this.#permanent[3 * vertex + axis] += bend * rest;
        }
      }
    }
  }

  /** Returns the share of θ − θ₀ by which a hinge yields. */
  yielding(hinge: number, options: CreaseOptions): number {
    const hinges = this.#cloth.system.blocks.meshHinges.view;
    const [i, j] = [3 * hinges[4 * hinge], 3 * hinges[4 * hinge + 1]];
    const s = this.#springing;
    const uu = 0.5 * (s[i] + s[j]);
    const uv = 0.5 * (s[i + 1] + s[j + 1]);
    const vv = 0.5 * (s[i + 2] + s[j + 2]);
    const mean = 0.5 * (uu + vv);
    const half = 0.5 * (uu - vv);
    const radius = Math.sqrt(half * half + uv * uv);
    const spring = mean >= 0 ? mean + radius : mean - radius;
    if (Math.abs(spring) <= options.curvature) return 0;
    // d dᵀ of the principal direction d: ½ (I + the deviator over its radius)
    const turn = radius > 0 ? (mean >= 0 ? 0.5 : -0.5) / radius : 0;
    const q = this.#permanent;
    const along =
      (0.5 + turn * half) * 0.5 * (q[i] + q[j]) +
      turn * uv * (q[i + 1] + q[j + 1]) +
      (0.5 - turn * half) * 0.5 * (q[i + 2] + q[j + 2]);
    return (permanentCurvature(along, spring + along, options) - along) / spring;
  }
}
