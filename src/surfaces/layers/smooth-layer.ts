/**
 * One layer of a sheet as a NURBS surface that respects contact (see nurbs.ts, contact/particles/outside.ts).
 *
 * A smoothed sheet sinks into the obstacle on which it rests, as in the thesis behind Aurora. Here points that are too deep
 * push the control points that shape them, each by the weighted mean of the motions that its points need:
 *   ΔPᵢ = Σₖ Nᵢ(k) gₖ / Σₖ Nᵢ(k),   over the points k that are too deep, gₖ the motion that brings them out (m).
 * The surface stays a cubic spline, so that a whole neighbourhood rises without spikes. After a few rounds the remaining
 * depth, a small share of the first, is corrected point by point. Far from contact no control point moves.
 */
import { NurbsSurface } from '../nurbs.ts';
import {
  type DrawnLayer,
  type LayeredGrid,
  type LayeredSource,
  readLayer,
  type Solids,
} from './layered-surface.ts';

/** Depth that counts as none, m. */
const DEEP = 1e-7;
/** Most rounds that move control points. */
const ROUNDS = 12;
/** Depth over the first one from which points are moved directly, which is not visible. */
const SMALL = 0.02;
/** Most rounds of the direct correction: in a groove between two colliders one undoes part of the other's push. */
const LAST_ROUNDS = 50;

interface SmoothLayerOptions {
  subdivisions: number;
  interpolate: boolean;
}

export class SmoothLayer implements DrawnLayer {
  readonly surface: NurbsSurface;
  readonly layer: number;
  readonly blank: Float64Array;
  /** First particle of the layer. */
  readonly #first: number;
  readonly #masses: Float64Array;
  readonly #facets: NurbsSurface['control'];
  /** Sums of pushes (3) and of shares per control point. */
  readonly #moves: Float64Array;
  readonly #point = new Float64Array(3);
  readonly #outside = new Float64Array(3);
  readonly #push = new Float64Array(3);

  constructor(lattice: LayeredGrid, layer: number, options: SmoothLayerOptions) {
    const columns = lattice.columns - layer;
    const rows = lattice.rows - layer;
    const own = lattice.first[layer];
    this.layer = layer;
    this.#first = own;
    const start = Array.from({ length: rows }, (_, row) => lattice.masses[own + row * columns].x);
    const rowShift = start.map((x) => (x - start[0]) / lattice.spacing[0]);
    this.surface = new NurbsSurface({ columns, rows, rowShift, ...options });
    this.#masses = new Float64Array(3 * columns * rows);
    this.#facets = new Float64Array(this.surface.control.length);
    this.#moves = new Float64Array(4 * columns * rows);
    this.blank = this.#flatPoints(lattice, own);
  }

  /** Returns the material position of each point, by evaluating the surface of the flat sheet. */
  #flatPoints(lattice: LayeredGrid, own: number): Float64Array {
    const { surface } = this;
    for (let i = 0; i < this.#masses.length / 3; i++) {
      const { x, z } = lattice.masses[own + i];
      this.#masses.set([x, 0, z], 3 * i);
    }
    surface.evaluate(this.#masses);
    const points = surface.position.length / 3;
    return Float64Array.from({ length: 2 * points }, (_, k) => surface.position[3 * (k >> 1) + 2 * (k & 1)]);
  }

  update(source: LayeredSource): void {
    const { surface } = this;
    const { solids, clearance } = source;
    readLayer(source, this.#first, this.#masses);
    surface.setControl(this.#masses);
    surface.writeAligned(this.#masses, this.#facets);
    surface.evaluateControl();
    if (!solids) return;
    let first = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const deepest = this.#moveControl(solids, clearance);
      if (deepest === 0) return;
      surface.evaluateControl();
      if (round === 0) first = deepest;
      else if (deepest < SMALL * first) break;
    }
    this.#pushPoints(solids, clearance);
  }

  /** Moves control points; returns the largest depth before, m, or 0 if no point was too deep. */
  #moveControl(solids: Solids, clearance: number): number {
    const { surface } = this;
    this.#moves.fill(0);
    let deepest = 0;
    for (let k = 0; k < surface.down; k++) {
      for (let l = 0; l < surface.across; l++) {
        this.#load(k * surface.across + l, k, l);
        const depth = solids.push(this.#point, this.#outside, clearance, this.#push);
        if (depth <= DEEP) continue;
        deepest = Math.max(deepest, depth);
        this.#share(k, l);
      }
    }
    if (deepest === 0) return 0;
    const { control } = surface;
    for (let i = 0; i < control.length; i += 4) {
      const sum = this.#moves[i + 3];
      if (sum === 0) continue;
      for (let axis = 0; axis < 3; axis++) control[i + axis] += this.#moves[i + axis] / sum;
    }
    return deepest;
  }

  /** Adds the push of a point to the moves of the control points that shape it. */
  #share(k: number, l: number): void {
    const { columnTable: across, rowTable: down, columns } = this.surface;
    for (let r = 0; r < down.width; r++) {
      for (let c = 0; c < across.width; c++) {
        const share = down.value[down.width * k + r] * across.value[across.width * l + c];
        const at = 4 * ((down.first[k] + r) * columns + across.first[l] + c);
        for (let axis = 0; axis < 3; axis++) this.#moves[at + axis] += share * this.#push[axis];
        this.#moves[at + 3] += share;
      }
    }
  }

  #pushPoints(solids: Solids, clearance: number): void {
    const { surface } = this;
    for (let k = 0; k < surface.down; k++) {
      for (let l = 0; l < surface.across; l++) {
        const at = k * surface.across + l;
        for (let round = 0; round < LAST_ROUNDS; round++) {
          this.#load(at, k, l);
          if (solids.push(this.#point, this.#outside, clearance, this.#push) <= DEEP) break;
          for (let axis = 0; axis < 3; axis++) surface.position[3 * at + axis] += this.#push[axis];
        }
      }
    }
  }

  /** Reads a point, and the same material point on the flat facets between particles, which is outside. */
  #load(at: number, k: number, l: number): void {
    const { surface } = this;
    const per = (surface.across - 1) / (surface.columns - 1);
    const column = Math.min(surface.columns - 2, Math.floor(l / per));
    const row = Math.min(surface.rows - 2, Math.floor(k / per));
    const u = l / per - column;
    const v = k / per - row;
    const a = 4 * (row * surface.columns + column);
    const c = a + 4 * surface.columns;
    const f = this.#facets;
    for (let axis = 0; axis < 3; axis++) {
      this.#point[axis] = surface.position[3 * at + axis];
      this.#outside[axis] =
        (1 - v) * ((1 - u) * f[a + axis] + u * f[a + 4 + axis]) +
        v * ((1 - u) * f[c + axis] + u * f[c + 4 + axis]);
    }
  }
}
