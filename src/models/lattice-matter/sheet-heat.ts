/**
 * Heat between matter and the sheets that it lies on. A particle touches each sheet at the nearest point Σ w_k x_k of a
 * triangle's corners and gives each corner (Incropera & DeWitt 2002)
 *
 *   q_k = g A w_k (T − T_k),   in all g A (T − Σ w_k T_k)
 *
 * Symbols:
 *   g    conductance of the contact, W/(m²·K)
 *   A    area of a particle in a closely packed face, m²
 *   C    heat capacity of the particle, C_k that of a corner, J/K
 *
 * Each corner by itself is solved exactly over a step of t seconds,
 *
 *   Q_k = (T − T_k) C' (1 − exp(−g A w_k t / C')),   1/C' = 1/C + 1/C_k,
 *
 * one after the other: any step is stable, no temperature passes another, and heat is conserved.
 */
import type { Block } from '../../core/arena.ts';
import type { Body } from '../../core/body.ts';
import type { Moved, System } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import type { HeatExchange } from '../../heat/exchange.ts';
import * as Material from '../../layouts/generated/matter-material.ts';
import { within } from '../../math/check.ts';
import { exp } from '../../math/portable.ts';
import { HEAT_SLACK } from './collider-heat.ts';
import { materialNumber } from './material.ts';
import type { LatticeMatter } from './matter.ts';
import { NearestTriangle } from './nearest-triangle.ts';

export interface WarmedSheet {
  readonly body: Pick<Body, 'first' | 'count' | 'triangles'>;
  /** Half its thickness, m. */
  readonly radius: number;
}

export class SheetHeat implements System {
  readonly name = 'sheet heat';
  readonly phase = 'heat';
  readonly #matter: LatticeMatter;
  readonly #sheets: readonly WarmedSheet[];
  readonly #exchange: HeatExchange;
  readonly #conductance: number;
  readonly #area: number;
  /** Heat to sheets since the start, J: to all of their particles, and to those whose temperature is not held. */
  readonly #given: Block<'f64'>;
  readonly #weights = new Float64Array(3);

  /** `exchange` has the heat capacities of the sheets. */
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

  /** Heat that the matter gave since the start, J. */
  get given(): number {
    return this.#given.view[0];
  }

  /** Part of it that went to particles whose temperature is not held, J. */
  get toSheets(): number {
    return this.#given.view[1];
  }

  run(world: World, h: number): Moved {
    if (world.substep > 0) return 'still'; // temperatures change within seconds
    for (const sheet of this.#sheets) this.#touch(world, sheet, h * world.substeps);
    return 'still';
  }

  #touch(world: World, sheet: WarmedSheet, seconds: number): void {
    const { first, count, lattice } = this.#matter;
    const { position, stride } = world.particles;
    const reach = (0.5 + HEAT_SLACK) * lattice.spacing + sheet.radius;
    const { view } = sheet.body.triangles;
    const nearest = new NearestTriangle(position.view, stride, view, reach);
    for (let i = first; i < first + count; i++) {
      const found = nearest.find(i, this.#weights);
      if (found >= 0) this.#give(world, i, view, found, seconds);
    }
  }

  /** Gives heat of particle i to the corners of the triangle that begins at `t` of the list. */
  #give(world: World, i: number, corners: Int32Array, t: number, seconds: number): void {
    const local = i - this.#matter.first;
    const capacity = materialNumber(this.#matter, local, Material.HEAT_CAPACITY);
    if (!(capacity > 0) && !(materialNumber(this.#matter, local, Material.CONDUCTIVITY) > 0)) return;
    const temperature = world.particles.temperature.view;
    const own = capacity > 0 ? 1 / capacity : 0; // otherwise its temperature is held
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
