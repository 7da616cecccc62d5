/**
 * Share of light from one direction that reaches a point: a shadow map (Williams 1978), sampled at several positions around
 * the point for soft edges.
 */
import { type Vector, vec3 } from 'pliant/engine';
import { CORNER, type Surface } from './surface.ts';

const EMPTY = Number.NEGATIVE_INFINITY;

export class ShadowMap {
  readonly #size: number;
  /** Height towards the light of the first surface, m. */
  readonly #height: Float32Array;
  readonly #axes: readonly [u: Vector, v: Vector, light: Vector];
  #left = 0;
  #bottom = 0;
  /** Cells per metre. */
  #density = 1;

  /** `light` is the direction towards the light. */
  constructor(surfaces: readonly Surface[], light: Vector, size: number) {
    const w = vec3.normalised(light);
    const u = vec3.normalised(vec3.cross(Math.abs(w[1]) > 0.9 ? [0, 0, 1] : [0, 1, 0], w));
    this.#axes = [u, vec3.cross(w, u), w];
    this.#size = size;
    this.#height = new Float32Array(size * size).fill(EMPTY);
    const casting = surfaces.filter(({ casts }) => casts).map(({ corners }) => this.#turned(corners));
    this.#frame(casting);
    for (const corners of casting) for (let at = 0; at < corners.length; at += 9) this.#triangle(corners, at);
  }

  /** Corners in the light's axes, 3 numbers each. */
  #turned(corners: Float32Array): Float32Array {
    const out = new Float32Array((corners.length / CORNER) * 3);
    for (let i = 0; i < out.length / 3; i++)
      for (let k = 0; k < 3; k++) out[3 * i + k] = this.#along(k, corners, i * CORNER);
    return out;
  }

  #along(k: number, p: ArrayLike<number>, at: number): number {
    const axis = this.#axes[k];
    return axis[0] * p[at] + axis[1] * p[at + 1] + axis[2] * p[at + 2];
  }

  #frame(casting: readonly Float32Array[]): void {
    const [low, high] = [
      [Infinity, Infinity],
      [-Infinity, -Infinity],
    ];
    for (const corners of casting) {
      for (let i = 0; i < corners.length; i += 3) {
        for (const k of [0, 1]) {
          low[k] = Math.min(low[k], corners[i + k]);
          high[k] = Math.max(high[k], corners[i + k]);
        }
      }
    }
    const span = Math.max(high[0] - low[0], high[1] - low[1], 1e-9);
    // A border of two cells makes look-ups beside the map empty.
    this.#density = (this.#size - 4) / span;
    this.#left = low[0] - 2 / this.#density;
    this.#bottom = low[1] - 2 / this.#density;
  }

  #triangle(p: Float32Array, at: number): void {
    const x = [0, 1, 2].map((k) => (p[at + 3 * k] - this.#left) * this.#density);
    const y = [0, 1, 2].map((k) => (p[at + 3 * k + 1] - this.#bottom) * this.#density);
    const area = (x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0]);
    if (Math.abs(area) < 1e-9) return;
    for (let j = Math.floor(Math.min(...y)); j <= Math.max(...y); j++) {
      for (let i = Math.floor(Math.min(...x)); i <= Math.max(...x); i++) {
        const [px, py] = [i + 0.5, j + 0.5];
        const a = ((x[1] - px) * (y[2] - py) - (y[1] - py) * (x[2] - px)) / area;
        const b = ((x[2] - px) * (y[0] - py) - (y[2] - py) * (x[0] - px)) / area;
        const c = 1 - a - b;
        if (a < 0 || b < 0 || c < 0) continue;
        const cell = j * this.#size + i;
        const height = a * p[at + 2] + b * p[at + 5] + c * p[at + 8];
        if (height > this.#height[cell]) this.#height[cell] = height;
      }
    }
  }

  /**
   * Share of light that reaches a point, 0 to 1, sampled within `radius` (m). `turn` (0 to 8) selects one of nine sets of
   * samples, so that neighbouring pixels differ. A surface `fade` above the point blocks half as much as one close to it;
   * infinite for a lamp.
   */
  light(
    x: number,
    y: number,
    z: number,
    radius: number,
    turn: number,
    bias: number,
    fade = Infinity,
  ): number {
    const [a, b, c] = this.#axes;
    const u = (a[0] * x + a[1] * y + a[2] * z - this.#left) * this.#density;
    const v = (b[0] * x + b[1] * y + b[2] * z - this.#bottom) * this.#density;
    const w = c[0] * x + c[1] * y + c[2] * z + bias;
    const reach = radius * this.#density;
    const size = this.#size;
    if (u < -reach || v < -reach || u > size + reach || v > size + reach) return 1;
    let taken = 0;
    for (let k = 0, at = 2 * TAPS * turn; k < TAPS; k++, at += 2) {
      const i = Math.floor(u + reach * SEEDS[at]);
      const j = Math.floor(v + reach * SEEDS[at + 1]);
      if (i < 0 || j < 0 || i >= size || j >= size) continue;
      const above = this.#height[j * size + i] - w;
      if (above > 0) taken += fade === Infinity ? 1 : fade / (fade + above);
    }
    return 1 - taken / TAPS;
  }
}

/** Look-ups per sample. */
const TAPS = 5;
const TURNS = 9;

/** Points of a sunflower's seeds, x and y: uniform over the disc for any number (Vogel 1979). */
const SEEDS = Float64Array.from({ length: 2 * TAPS * TURNS }, (_, i) => {
  const k = Math.floor(i / 2) % TAPS;
  const turn = Math.floor(i / 2 / TAPS);
  const angle = 2.399963 * k + 2.1 * turn;
  return Math.sqrt((k + 0.5) / TAPS) * (i % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
});
