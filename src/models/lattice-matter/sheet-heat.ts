/**
 * Heat between matter and the sheets that it lies on. A particle (heat capacity C, J/K) touches each sheet with the point of
 * it that is nearest, Σ w_k x_k of a triangle's corners, over the area A of a particle in a closely packed face (m²):
 *
 *   q_k = g A w_k (T − T_k)   to each corner, so that all of it is g A (T − Σ w_k T_k)
 *
 * g conductance of the touch, W/(m²·K). (Incropera & DeWitt 2002.) Each corner by itself is solved for exactly over a step of t seconds,
 *
 *   Q_k = (T − T_k) C' (1 − exp(−g A w_k t / C')),   1/C' = 1/C + 1/C_k,
 *
 * one after the other: no step is too long, no temperature goes past another, and what one side gets the other gives.
 */
import type { Block } from '../../core/arena.ts';
import type { Body } from '../../core/body.ts';
import type { Moved, System } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import type { HeatExchange } from '../../heat/exchange.ts';
import * as Material from '../../layouts/generated/matter-material.ts';
import { within } from '../../math/check.ts';
import { exp } from '../../math/portable.ts';
import type { LatticeMatter } from './matter.ts';
import { TriangleGrid } from './triangle-grid.ts';

export interface WarmedSheet {
  readonly body: Pick<Body, 'first' | 'count' | 'triangles'>;
  /** m; half its thickness. */
  readonly radius: number;
}

/** Of the spacing: what lies on a sheet keeps hopping, its lowest layer stays within this of it. */
const SLACK = 0.25;

export class SheetHeat implements System {
  readonly name = 'sheet heat';
  readonly phase = 'heat';
  readonly #matter: LatticeMatter;
  readonly #sheets: readonly WarmedSheet[];
  readonly #exchange: HeatExchange;
  readonly #conductance: number;
  readonly #area: number;
  /** J to sheets since the start: to all of their particles, and to those that are not held at a temperature. */
  readonly #given: Block<'f64'>;
  readonly #near = new TriangleGrid();
  readonly #weights = new Float64Array(3);

  /** Of sheets whose heat is the exchange's. */
  constructor(
    world: World,
    matter: LatticeMatter,
    sheets: readonly WarmedSheet[],
    exchange: HeatExchange,
    conductance: number,
  ) {
    this.#matter = matter;
    this.#sheets = sheets;
    this.#exchange = exchange;
    this.#conductance = within('conductance', conductance, 0);
    this.#area = matter.touchingArea;
    this.#given = world.arena.allocate(`sheet-heat${world.schedule.in('heat').length}`, 'f64', 2);
  }

  /** J that the matter gave since the start. */
  get given(): number {
    return this.#given.view[0];
  }

  /** J of it that particles got whose temperature is not held. */
  get toSheets(): number {
    return this.#given.view[1];
  }

  run(world: World, h: number): Moved {
    if (world.substep > 0) return 'still'; // temperatures move within seconds
    for (const sheet of this.#sheets) this.#touch(world, sheet, h * world.substeps);
    return 'still';
  }

  #touch(world: World, sheet: WarmedSheet, seconds: number): void {
    const { first, count, lattice } = this.#matter;
    const { position, stride } = world.particles;
    const reach = (0.5 + SLACK) * lattice.spacing + sheet.radius;
    const { view } = sheet.body.triangles;
    this.#near.sort(position.view, stride, view, reach);
    for (let i = first; i < first + count; i++) {
      const found = this.#near.nearest(i, this.#weights);
      if (found >= 0) this.#give(world, i, view, found, seconds);
    }
  }

  /** Heat from particle i to the corners of the triangle that begins at `t` of the list. */
  #give(world: World, i: number, corners: Int32Array, t: number, seconds: number): void {
    const { record, first } = this.#matter;
    const material = Material.LENGTH * record.materialOf.view[i - first];
    const capacity = record.materials.view[material + Material.HEAT_CAPACITY];
    if (!(capacity > 0) && !(record.materials.view[material + Material.CONDUCTIVITY] > 0)) return;
    const temperature = world.particles.temperature.view;
    const own = capacity > 0 ? 1 / capacity : 0; // else it keeps its temperature
    for (let k = 0; k < 3; k++) {
      const corner = corners[t + k];
      const theirs = this.#exchange.inverseCapacity(corner);
      const touch = this.#conductance * this.#area * this.#weights[k] * seconds;
      const inverse = own + theirs;
      const share = inverse > 0 ? (1 - exp(-touch * inverse)) / inverse : touch;
      const heat = (temperature[i] - temperature[corner]) * share;
      temperature[i] -= heat * own;
      temperature[corner] += heat * theirs;
      this.#given.view[0] += heat;
      if (theirs > 0) this.#given.view[1] += heat;
    }
  }
}
