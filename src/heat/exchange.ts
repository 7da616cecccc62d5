/**
 * The heat of a world: every particle has a temperature T (K) and a heat capacity C = m c (J/K), and
 *
 *   C dT/dt = Σ ε A F ε_h σ (T_h⁴ − T_a⁴)     radiation of heaters at T_h seen under the view factor F
 *           + h A (T_a − T)                    loss to the air
 *           + ε σ A (T_a⁴ − T⁴)                radiation to the room
 *           + g A_c (T_c − T)                  contact with a body at T_c
 *           + Σ G (T_j − T)                    conduction, see conduction.ts
 *
 * T_a air and room, ε emissivity of the sheet, A exposed area (m²), h and g W/(m²·K), σ Stefan and Boltzmann's
 * constant. (Incropera & DeWitt 2002.) The local terms are solved exactly for a radiative coefficient
 * ε σ (T² + T_a²)(T + T_a) taken half-way: no step is too long, and none overshoots. Conduction follows. Temperatures
 * move within seconds, so this runs every `interval` of simulated time, not every sub-step.
 */
import type { Block } from '../core/arena.ts';
import { IN_CONTACT } from '../core/particles.ts';
import type { Moved, System } from '../core/schedule.ts';
import type { World } from '../core/world.ts';
import { positive } from '../math/check.ts';
import { exp } from '../math/portable.ts';
import { Conduction, type HeatLink } from './conduction.ts';
import { checkOptions } from './exchange-checks.ts';
import { type Heater, type TemperatureKeyframe, temperatureAt } from './heater.ts';
import { type Blocked, Radiation, STEFAN_BOLTZMANN } from './radiation.ts';

/** A side of a body that sees the room: triangles and which of their sides is bare. */
export interface HeatFace {
  /** World particle indices, anticlockwise from the +1 side. Read anew each time: a body that tears has fewer. */
  readonly triangles: ArrayLike<number>;
  /** Four-sided cells besides, as in `Body.cells`. */
  readonly cells?: ArrayLike<number>;
  readonly side: 1 | -1;
  /** True area over the area of the triangles; 1 where left out. */
  readonly share?: number;
}

/** Where the world tells that particles were renumbered, all of this is read anew. */
export interface HeatBody {
  readonly name: string;
  readonly first: number;
  readonly count: number;
  /** J/(kg·K) */
  readonly heatCapacity: number;
  readonly emissivity: number;
  readonly faces: readonly HeatFace[];
  readonly links: readonly HeatLink[];
  /**
   * Writes what the links conduct now, W/K, before every exchange; left out where that never changes. Some may be
   * below 0, as in finite elements, if Σ G (T_a − T_b)² is ≥ 0 for all temperatures.
   */
  conductances?(out: Float64Array): void;
}

/** A body at a temperature of its own that particles may touch. */
export interface HotBody {
  readonly name: string;
  /** K */
  readonly temperature: number;
  readonly keyframes?: readonly TemperatureKeyframe[];
  /** W/(m²·K) */
  readonly conductance: number;
  /** Is particle i, which is in contact with something, in contact with this? */
  touches(world: World, i: number): boolean;
}

export interface HeatOptions {
  bodies: readonly HeatBody[];
  /** K; air and room. */
  ambient: number;
  /** Oven: air and room by time, K. */
  oven?: readonly TemperatureKeyframe[];
  /** h, W/(m²·K). */
  airLoss: number;
  heaters?: readonly Heater[];
  hotBodies?: readonly HotBody[];
  /** Does a solid stand between two points? */
  blocked?: Blocked;
  /** True if the solids that `blocked` knows move. */
  solidsMove?: boolean;
  /** Particles kept at the temperature they have now; none of a body that refines itself. */
  held?: readonly number[];
  /** s of simulated time from one exchange to the next; rounded to whole sub-steps. */
  interval?: number;
}

export const HEAT_INTERVAL = 1 / 120;
/** Exchanges from one look at the heaters to the next: rays are what costs most. */
const LOOK_EVERY = 12;

// Indices into the `heat.state` block.
const AMBIENT = 0;
/** s since the last exchange. */
const ELAPSED = 1;
const START = 2;
const RADIATED = 3;
const AIR = 4;
const ROOM = 5;
const CONTACT = 6;
const HELD = 7;
const EXCHANGES = 8;
/** s that the last exchange was over. */
const LAST = 9;
const LENGTH = 10;

export class HeatExchange implements System {
  readonly name = 'heat';
  readonly phase = 'heat';
  readonly conduction: Conduction;
  readonly radiation: Radiation;
  readonly #state: Block<'f64'>;
  readonly #inverseCapacity: Block<'f64'>;
  readonly #options: HeatOptions;
  readonly #interval: number;

  constructor(world: World, options: HeatOptions) {
    checkOptions(world, options);
    this.#options = options;
    this.#interval = options.interval ?? HEAT_INTERVAL;
    const label = `heat${world.schedule.in('heat').length}`;
    this.#state = world.arena.allocate(`${label}.state`, 'f64', LENGTH);
    this.#state.view[AMBIENT] = options.ambient;
    this.#inverseCapacity = world.arena.allocate(
      `${label}.inverseCapacity`,
      'f64',
      world.particles.count,
      'model',
    );
    this.conduction = new Conduction(
      world,
      `${label}.conduction`,
      options.bodies.flatMap((body) => body.links),
    );
    this.radiation = new Radiation(
      world,
      label,
      options.bodies,
      options.heaters ?? [],
      options.blocked,
      options.solidsMove,
    );
    this.#fillCapacity(world);
    this.#state.view[START] = this.#heat(world);
    const { ends, conductance } = this.conduction;
    const changes = world.adapts(world.particles.position)
      ? [this.#inverseCapacity, ends, conductance, ...this.radiation.patchBlocks]
      : [];
    world.addDependent({ name: 'heat', changes, renumbered: () => this.#renumber(world) });
  }

  #fillCapacity({ particles: { mass } }: World): void {
    const inverse = this.#inverseCapacity.view.fill(0);
    for (const { first, count, heatCapacity } of this.#options.bodies) {
      for (let i = first; i < first + count; i++) inverse[i] = 1 / (mass.view[i] * heatCapacity);
    }
    for (const i of this.#options.held ?? []) inverse[i] = 0;
  }

  #renumber(world: World): void {
    world.arena.resize(new Map([[this.#inverseCapacity, world.particles.count]]));
    this.#fillCapacity(world);
    this.conduction.relink(
      world,
      this.#options.bodies.flatMap(({ links }) => links),
    );
    this.radiation.renumber(world);
  }

  /** Whose heat is kept account of. */
  get bodies(): readonly HeatBody[] {
    return this.#options.bodies;
  }

  /** K/J of a particle; 0 for one that is held at its temperature, or of no body here. */
  inverseCapacity(particle: number): number {
    return this.#inverseCapacity.view[particle];
  }

  /** K; air and room now. */
  get ambient(): number {
    return this.#state.view[AMBIENT];
  }

  /** The oven by hand; keyframes go before it. */
  set ambient(temperature: number) {
    this.#state.view[AMBIENT] = positive('ambient', temperature);
  }

  /** How often heat was exchanged: whoever depends on temperatures looks whether this moved. */
  get exchanges(): number {
    return this.#state.view[EXCHANGES];
  }

  /** s of simulated time that the last exchange was over. */
  get lastInterval(): number {
    return this.#state.view[LAST];
  }

  run(world: World, h: number): Moved {
    // Before any view is taken: particles may have come, also with a snapshot.
    this.conduction.fit(world, this.#inverseCapacity.length);
    this.radiation.fit(world, this.#inverseCapacity.length);
    const state = this.#state.view;
    state[ELAPSED] += h;
    // The first exchange comes with the first sub-step; half a sub-step of slack, against rounding.
    if (state[EXCHANGES] > 0 && state[ELAPSED] + 0.5 * h < this.#interval) return 'still';
    const { oven = [] } = this.#options;
    state[AMBIENT] = temperatureAt(oven, world.time, state[AMBIENT], state[AMBIENT]);
    this.radiation.refresh(world, state[AMBIENT], state[EXCHANGES] % LOOK_EVERY === 0);
    this.#exchange(world, state[ELAPSED]);
    this.#refreshLinks();
    this.#conduct(world, state[ELAPSED]);
    state[LAST] = state[ELAPSED];
    state[ELAPSED] = 0;
    state[EXCHANGES]++;
    return 'still'; // it moves nothing: whoever changes stiffness says so
  }

  account(world: World) {
    const state = this.#state.view;
    return {
      stored: this.#heat(world) - state[START],
      radiated: state[RADIATED],
      air: state[AIR],
      room: state[ROOM],
      contact: state[CONTACT],
      held: state[HELD],
    };
  }

  /** J above 0 K in the particles that are not held. */
  #heat(world: World): number {
    const temperature = world.particles.temperature.view;
    const inverse = this.#inverseCapacity.view;
    let sum = 0;
    for (let i = 0; i < inverse.length; i++) if (inverse[i] > 0) sum += temperature[i] / inverse[i];
    return sum;
  }

  /** In u = T − T_a: C du/dt = source − all · u, whose solution also gives ∫u dt for the accounts. */
  #exchange(world: World, h: number): void {
    const { bodies, airLoss, hotBodies = [] } = this.#options;
    const state = this.#state.view;
    const ambient = state[AMBIENT];
    const temperature = world.particles.temperature.view;
    const inverse = this.#inverseCapacity.view;
    const area = this.radiation.area.view;
    const touching = this.radiation.touching.view;
    const absorbed = this.radiation.absorbed.view;
    for (const { first, count, emissivity } of bodies) {
      for (let i = first; i < first + count; i++) {
        if (inverse[i] === 0) continue;
        const t = temperature[i];
        const air = airLoss * area[i];
        const black = emissivity * STEFAN_BOLTZMANN * area[i];
        const touch = this.#touch(world, i);
        const contact = touch < 0 ? 0 : hotBodies[touch].conductance * touching[i];
        const hot = touch < 0 ? 0 : this.#hotTemperature(touch, world.time) - ambient;
        const source = absorbed[i] + contact * hot;
        let room = black * radiative(t, ambient);
        const half = t + rise(t - ambient, source, air + contact + room, 0.5 * h * inverse[i]);
        room = black * radiative(half, ambient);
        const all = air + contact + room;
        const gain = rise(t - ambient, source, all, h * inverse[i]);
        temperature[i] = t + gain;
        const excess = all > 0 ? (source * h - gain / inverse[i]) / all : 0; // ∫u dt, K·s
        state[RADIATED] += absorbed[i] * h;
        state[AIR] += air * excess;
        state[ROOM] += room * excess;
        state[CONTACT] += contact * (hot * h - excess);
      }
    }
  }

  #refreshLinks(): void {
    const all = this.conduction.conductance.view;
    let first = 0;
    for (const { links, conductances } of this.#options.bodies) {
      conductances?.(all.subarray(first, first + links.length));
      first += links.length;
    }
  }

  #conduct(world: World, h: number): void {
    const temperature = world.particles.temperature.view;
    const inverse = this.#inverseCapacity.view;
    const held = (this.#options.held?.length ?? 0) > 0;
    const before = held ? this.#heat(world) : 0;
    this.conduction.run(temperature, inverse, h);
    if (held) this.#state.view[HELD] += this.#heat(world) - before;
  }

  /** The hot body that a particle is in contact with, −1 for none. */
  #touch(world: World, i: number): number {
    const { hotBodies = [] } = this.#options;
    if (hotBodies.length === 0 || (world.particles.flags.view[i] & IN_CONTACT) === 0) return -1;
    for (let k = 0; k < hotBodies.length; k++) if (hotBodies[k].touches(world, i)) return k;
    return -1;
  }

  #hotTemperature(k: number, time: number): number {
    const { hotBodies = [] } = this.#options;
    const { keyframes = [], temperature } = hotBodies[k];
    return temperatureAt(keyframes, time, temperature, this.#state.view[AMBIENT]);
  }
}

/** K gained from an excess u over the room, over `share` = h/C (s·K/J). */
function rise(u: number, source: number, all: number, share: number): number {
  const z = all * share;
  return (source - all * u) * share * shortened(z);
}

/** (1 − exp(−z))/z for z ≥ 0. */
function shortened(z: number): number {
  if (z > 0.05) return (1 - exp(-z)) / z;
  return 1 - (z / 2) * (1 - (z / 3) * (1 - (z / 4) * (1 - (z / 5) * (1 - (z / 6) * (1 - z / 7))))); // to 1e-14
}

/** (T⁴ − T_a⁴)/(T − T_a) */
function radiative(t: number, ambient: number): number {
  return (t * t + ambient * ambient) * (t + ambient);
}
