/**
 * Material positions of a drawing's points and triangles in a layer of the sheet (default: the lowest). They are found once
 * in the flat sheet, and transfer values from particles to points and holes from the lattice to the drawing.
 */
import type { LayeredGrid } from './layered-surface.ts';

export class TriangleMap {
  readonly #lattice: LayeredGrid;
  readonly #layer: number;
  readonly #corners: Int32Array;
  /** Lattice triangle around the centre of each drawn one. */
  readonly #ofTriangle: Int32Array;
  /** Lattice triangle around each point, and the shares of its corners. */
  readonly #ofPoint: Int32Array;
  readonly #shares: Float64Array;
  readonly #numbers = new Map<number, number>();
  readonly #missing: Uint8Array;
  /** Triangles of the sheet at the last update. */
  #known = new Int32Array(0);

  constructor(lattice: LayeredGrid, blank: Float64Array, triangles: Int32Array, layer = 0) {
    this.#lattice = lattice;
    this.#layer = layer;
    this.#corners = lattice.triangles(layer);
    const points = blank.length / 2;
    this.#ofPoint = new Int32Array(points);
    this.#shares = new Float64Array(3 * points);
    for (let i = 0; i < points; i++) {
      this.#ofPoint[i] = this.#find(blank[2 * i], blank[2 * i + 1]);
      this.#shares.set(this.#barycentric(this.#ofPoint[i], blank[2 * i], blank[2 * i + 1]), 3 * i);
    }
    this.#ofTriangle = Int32Array.from({ length: triangles.length / 3 }, (_, t) => {
      const corners = [0, 1, 2].map((k) => triangles[3 * t + k]);
      const mean = (axis: number) => corners.reduce((sum, i) => sum + blank[2 * i + axis] / 3, 0);
      return this.#find(mean(0), mean(1));
    });
    this.#missing = new Uint8Array(this.#corners.length / 3);
    for (let t = 0; t < this.#missing.length; t++) this.#numbers.set(this.#key(this.#corners, t, 0), t);
  }

  /** Finds the triangles that the sheet has lost. */
  update({ first, triangles }: { first: number; triangles: { view: Int32Array } }): void {
    const { view } = triangles;
    const known = this.#known;
    if (view.length === known.length && view.every((corner, i) => corner === known[i])) return;
    this.#known = view.slice();
    this.#missing.fill(1);
    for (let t = 0; t < view.length / 3; t++) {
      const number = this.#numbers.get(this.#key(view, t, first));
      if (number !== undefined) this.#missing[number] = 0;
    }
  }

  isMissing(drawn: number): boolean {
    return this.#missing[this.#ofTriangle[drawn]] === 1;
  }

  /** Interpolates values of the layer's particles, by their numbers in the lattice, to the points of the drawing. */
  writeValues(ofMasses: ArrayLike<number>, out: Float64Array, at: number): void {
    for (let i = 0; i < this.#ofPoint.length; i++) {
      const t = 3 * this.#ofPoint[i];
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += this.#shares[3 * i + k] * ofMasses[this.#corners[t + k]];
      out[at + i] = sum;
    }
  }

  /** Returns a key that does not depend on the order of the corners. */
  #key(triangles: Int32Array, t: number, first: number): number {
    const [a, b, c] = [0, 1, 2].map((k) => triangles[3 * t + k] - first).sort((i, j) => i - j);
    const count = this.#lattice.masses.length;
    return (a * count + b) * count + c;
  }

  /** Returns the triangle that contains a point, or the nearest one: the edge of a drawing may lie outside a zigzag rim. */
  #find(x: number, z: number): number {
    const { columns, rows, spacing, masses, first } = this.#lattice;
    const start = masses[first[this.#layer]];
    const across = 2 * (columns - this.#layer - 1);
    const last = rows - this.#layer - 2;
    const row = Math.min(last, Math.max(0, Math.floor((z - start.z) / spacing[1])));
    const column = Math.min(across / 2 - 1, Math.max(0, Math.floor((x - start.x) / spacing[0])));
    let best = -1;
    let least = -Infinity;
    for (let k = Math.max(0, 2 * column - 3); k < Math.min(across, 2 * column + 4); k++) {
      const inside = Math.min(...this.#shareOf(row * across + k, x, z));
      if (inside > least) {
        least = inside;
        best = row * across + k;
      }
    }
    return best;
  }

  /** Barycentric coordinates, clamped to the triangle. */
  #barycentric(t: number, x: number, z: number): number[] {
    const shares = this.#shareOf(t, x, z).map((share) => Math.max(0, share));
    const sum = shares[0] + shares[1] + shares[2];
    return shares.map((share) => share / sum);
  }

  #shareOf(t: number, x: number, z: number): number[] {
    const [a, b, c] = [0, 1, 2].map((k) => this.#lattice.masses[this.#corners[3 * t + k]]);
    const whole = (b.x - a.x) * (c.z - a.z) - (c.x - a.x) * (b.z - a.z);
    const ofB = ((x - a.x) * (c.z - a.z) - (c.x - a.x) * (z - a.z)) / whole;
    const ofC = ((b.x - a.x) * (z - a.z) - (x - a.x) * (b.z - a.z)) / whole;
    return [1 - ofB - ofC, ofB, ofC];
  }
}
