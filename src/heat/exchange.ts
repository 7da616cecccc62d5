/**
 * Heat exchange of particles (Incropera & DeWitt 2002):
 *
 *   C dT/dt = Σ ε A F ε_h σ (T_h⁴ − T_a⁴)     radiation of heaters
 *           + h A (T_a − T)                    loss to the air
 *           + ε σ A (T_a⁴ − T⁴)                radiation to the room
 *           + g A_c (T_c − T)                  contact with hot bodies
 *           + Σ G (T_j − T)                    conduction (conduction.ts)
 *
 * T         temperature of a particle, K
 * C         its heat capacity m c, J/K
 * A, A_c    its exposed area and its area in contact, m²
 * ε, ε_h    emissivities of the sheet and of a heater, 1
 * F         view factor of the heater, 1
 * T_h, T_c  temperatures of a heater and of a hot body, K
 * T_a       temperature of air and room, K
 * h, g      film coefficients to the air and in contact, W/(m²·K)
 * σ         Stefan–Boltzmann constant, W/(m²·K⁴)
 *
 * The local terms are solved exactly for a radiative coefficient ε σ (T² + T_a²)(T + T_a) at mid-step, so no step is too long and none
 * overshoots; conduction follows. Temperatures change within seconds, so this runs every `interval` of simulated time instead of
 * every sub-step.
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

/** A side of a body that is exposed to the room. */
export interface HeatFace {
  /** World particle indices, anticlockwise from the +1 side. Read at every exchange, since bodies may tear. */
  readonly triangles: ArrayLike<number>;
  /** Additional four-sided cells, as in `Body.cells`. */
  readonly cells?: ArrayLike<number>;
  readonly side: 1 | -1;
  /** True area over the area of the triangles. Default: 1. */
  readonly share?: number;
}

/** A body that exchanges heat. Read again after particles were renumbered. */
export interface HeatBody {
  readonly name: string;
  readonly first: number;
  readonly count: number;
  /** Specific heat capacity c, J/(kg·K). */
  readonly heatCapacity: number;
  readonly emissivity: number;
  readonly faces: readonly HeatFace[];
  readonly links: readonly HeatLink[];
  /**
   * Writes the present conductances of the links (W/K) before every exchange. Default: they never change. Some may be negative, as in
   * finite elements, if Σ G (T_a − T_b)² ≥ 0 for all temperatures.
   */
  conductances?(out: Float64Array): void;
}

/** A body of given temperature that particles may touch. */
export interface HotBody {
  readonly name: string;
  /** Temperature T_c, K. */
  readonly temperature: number;
  /** Film coefficient g, W/(m²·K). */
  readonly conductance: number;
  /** Whether particle i, which is in contact, touches this body. */
  touches(world: World, i: number): boolean;
}

export interface HeatOptions {
  bodies: readonly HeatBody[];
  /** Temperature T_a of air and room, K. */
  ambient: number;
  /** Keyframes of T_a. */
  oven?: readonly TemperatureKeyframe[];
  /** Film coefficient h to the air, W/(m²·K). */
  airLoss: number;
  heaters?: readonly Heater[];
  hotBodies?: readonly HotBody[];
  /** Occlusion test. Default: no solid hides a heater. */
  blocked?: Blocked;
  /** Whether those solids move. Default: false. */
  solidsMove?: boolean;
  /** Particles of fixed temperature; not of bodies that refine themselves. */
  held?: readonly number[];
  /** Simulated time between exchanges, rounded to sub-steps, s. Default: 1/120. */
  interval?: number;
}

/** Default time between exchanges, s: temperatures of thin sheets change within seconds. */
export const HEAT_INTERVAL = 1 / 120;
/** Exchanges between updates of view factors, a tenth of a second: their rays cost most. */
const LOOK_EVERY = 12;

// Indices into the `heat.state` block.
const AMBIENT = 0;
/** Time since the last exchange, s. */
const ELAPSED = 1;
const START = 2;
const RADIATED = 3;
const AIR = 4;
const ROOM = 5;
const CONTACT = 6;
const HELD = 7;
const EXCHANGES = 8;
/** Duration of the last exchange, s. */
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

  get bodies(): readonly HeatBody[] {
    return this.#options.bodies;
  }

  /** Inverse heat capacity of a particle, K/J; 0 if its temperature is fixed or it takes no part. */
  inverseCapacity(particle: number): number {
    return this.#inverseCapacity.view[particle];
  }

  /** Present temperature of air and room, K. */
  get ambient(): number {
    return this.#state.view[AMBIENT];
  }

  /** Sets the temperature of air and room; keyframes override it. */
  set ambient(temperature: number) {
    this.#state.view[AMBIENT] = positive('ambient', temperature);
  }

  /** Number of exchanges so far. Systems that depend on temperatures compare it. */
  get exchanges(): number {
    return this.#state.view[EXCHANGES];
  }

  /** Duration of the last exchange, s. */
  get lastInterval(): number {
    return this.#state.view[LAST];
  }

  run(world: World, h: number): Moved {
    // Before any view is taken: the number of particles may have changed, also by a snapshot.
    this.conduction.fit(world, this.#inverseCapacity.length);
    this.radiation.fit(world, this.#inverseCapacity.length);
    const state = this.#state.view;
    state[ELAPSED] += h;
    // The first exchange is in the first sub-step; half a sub-step of slack absorbs rounding.
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
    return 'still'; // systems that change stiffnesses report it themselves
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

  /** Heat above 0 K of the particles without fixed temperature, J. */
  #heat(world: World): number {
    const temperature = world.particles.temperature.view;
    const inverse = this.#inverseCapacity.view;
    let sum = 0;
    for (let i = 0; i < inverse.length; i++) if (inverse[i] > 0) sum += temperature[i] / inverse[i];
    return sum;
  }

  /** Solves C du/dt = source − all · u for u = T − T_a, and ∫u dt for the balance. */
  #exchange(world: World, h: number): void {
    const { bodies, airLoss } = this.#options;
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
        const touched = this.#touch(world, i);
        const contact = touched ? touched.conductance * touching[i] : 0;
        const hot = touched ? touched.temperature - ambient : 0;
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

  /** Returns the hot body that a particle touches. */
  #touch(world: World, i: number): HotBody | undefined {
    if ((world.particles.flags.view[i] & IN_CONTACT) === 0) return undefined;
    return this.#options.hotBodies?.find((body) => body.touches(world, i));
  }
}

/** Returns the temperature gain from an excess u over the room; `share`: h/C, s·K/J. */
function rise(u: number, source: number, all: number, share: number): number {
  const z = all * share;
  return (source - all * u) * share * shortened(z);
}

/** Returns (1 − exp(−z))/z for z ≥ 0. */
function shortened(z: number): number {
  if (z > 0.05) return (1 - exp(-z)) / z;
  return 1 - (z / 2) * (1 - (z / 3) * (1 - (z / 4) * (1 - (z / 5) * (1 - (z / 6) * (1 - z / 7))))); // to 1e-14
}

/** Returns (T⁴ − T_a⁴)/(T − T_a). */
function radiative(t: number, ambient: number): number {
  return (t * t + ambient * ambient) * (t + ambient);
}
