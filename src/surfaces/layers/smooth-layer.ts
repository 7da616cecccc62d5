/**
 * One layer of a sheet as a NURBS surface that respects contact (see nurbs.ts, contact/particles/outside.ts).
 *
 * A smoothed sheet sinks into what it rests on: the thesis behind Aurora found it so and left it. Here points that are
 * too deep push the control points that shape them, each by the mean of what its points need, weighted by their shares:
 *   ΔPᵢ = Σₖ Nᵢ(k) gₖ / Σₖ Nᵢ(k),   over the points k that are too deep, gₖ their ways out.
 * The surface stays a cubic spline, so a whole neighbourhood rises and nothing spikes. A few rounds do; what is
 * then left, a small share of the first depth, goes straight out. Far from contact no control point moves.
 */
import { NurbsSurface } from '../nurbs.ts';
import type { LayeredGrid, LayeredSource, Solids } from './layered-surface.ts';

/** m; less deep counts as out. */
const DEEP = 1e-7;
const ROUNDS = 12;
/** Of the first depth: so little may go straight out and not be seen. */
const SMALL = 0.02;
/** Rounds of the last, direct push: in a groove between two colliders one undoes some of the other's. */
const LAST_ROUNDS = 50;

export interface SmoothLayerOptions {
  subdivisions: number;
  interpolate: boolean;
}

export class SmoothLayer {
  readonly surface: NurbsSurface;
  readonly layer: number;
  /** x, z of each point in the flat sheet, m. */
  readonly blank: Float64Array;
  /** Number of the layer's first mass. */
  readonly #first: number;
  readonly #masses: Float64Array;
  readonly #facets: NurbsSurface['control'];
  /** Sums of pushes and of shares, four numbers a control point. */
  readonly #moves: Float64Array;
  readonly #point = new Float64Array(3);
  readonly #sure = new Float64Array(3);
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

  /** The flat sheet's own surface tells where in the material each point is. */
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

  /** Fills the surface's `position` and `normal` from where the masses are now. */
  update({ particles: p, first: start, solids, clearance }: LayeredSource): void {
    const { surface } = this;
    const x = p.position.view;
    for (let i = 0; i < this.#masses.length / 3; i++) {
      for (let axis = 0; axis < 3; axis++)
        this.#masses[3 * i + axis] = x[axis * p.stride + start + this.#first + i];
    }
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

  /** Returns how deep the deepest point was, m; 0 if none was too deep. */
  #moveControl(solids: Solids, clearance: number): number {
    const { surface } = this;
    this.#moves.fill(0);
    let deepest = 0;
    for (let k = 0; k < surface.down; k++) {
      for (let l = 0; l < surface.across; l++) {
        this.#load(k * surface.across + l, k, l);
        const depth = solids.push(this.#point, this.#sure, clearance, this.#push);
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
          if (solids.push(this.#point, this.#sure, clearance, this.#push) <= DEEP) break;
          for (let axis = 0; axis < 3; axis++) surface.position[3 * at + axis] += this.#push[axis];
        }
      }
    }
  }

  /** The point, and the place of the same material on the flat facets between masses: these are outside. */
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
      this.#sure[axis] =
        (1 - v) * ((1 - u) * f[a + axis] + u * f[a + 4 + axis]) +
        v * ((1 - u) * f[c + axis] + u * f[c + 4 + axis]);
    }
  }
}
