/**
 * A heat gun: a round jet (core/air-jet.ts) of hot air,
 *
 *   C dT/dt = Σ h s A (T_g − T)
 *
 * C    heat capacity of a particle, J/K
 * T_g  temperature of the air, K
 * h    film coefficient, W/(m²·K); 25 to 250 for forced air (Incropera & DeWitt 2002)
 * s    share of the jet at the face, 1
 * A    the particle's part of the face, m²
 *
 * It heats the side of sheets that faces it, and the front particles of matter; bodies do not shade each other. The equation is
 * solved exactly over a step, so temperatures never pass T_g. If the heat would exceed the gun's power, all gains are scaled down.
 * Its aim is a block of the arena, so a snapshot taken while it is on continues byte-equal. It runs once per step.
 */

import {
  createFace,
  frontGrains,
  JET_NUMBERS,
  type Jet,
  jetShare,
  readFace,
  writeJet,
} from '../core/air-jet.ts';
import type { Block } from '../core/arena.ts';
import type { Body } from '../core/body.ts';
import type { Moved, System } from '../core/schedule.ts';
import type { ToolAnswer } from '../core/tool-answer.ts';
import type { World } from '../core/world.ts';
import { positive, within } from '../math/check.ts';
import { exp } from '../math/portable.ts';
import { norm } from '../math/vec3.ts';
import { HeatExchange, type HeatFace } from './exchange.ts';

export interface HeatGunAim extends Jet {
  /** Temperature of the air T_g, K. */
  readonly temperature: number;
  /** Power limit, W. Default: none. */
  readonly power?: number;
  /** Film coefficient h, W/(m²·K). Default: 100. */
  readonly film?: number;
}

/** Default film coefficient h, W/(m²·K): in the range of forced air. */
const FILM = 100;
/** Power without a limit, W. */
const NO_LIMIT = 1e30;

// Indices into the state, after those of the jet.
const IS_ON = JET_NUMBERS;
const TEMPERATURE = JET_NUMBERS + 1;
const POWER = JET_NUMBERS + 2;
const COEFFICIENT = JET_NUMBERS + 3;
const GIVEN = JET_NUMBERS + 4;
const TO_EXCHANGE = JET_NUMBERS + 5;
const LENGTH = JET_NUMBERS + 6;

export class HeatGun implements System {
  readonly name = 'heat gun';
  readonly phase = 'heat';
  readonly #world: World;
  readonly #state: Block<'f64'>;
  /** Conductance from the jet to each particle, W/K, and inverse heat capacity, K/J. */
  #conductance = new Float64Array(0);
  #inverse = new Float64Array(0);

  /** Adds a gun that is off to the world. `label` names its block and must be unique. */
  constructor(world: World, label = 'heat-gun') {
    this.#world = world;
    this.#state = world.arena.allocate(label, 'f64', LENGTH);
    world.add(this);
  }

  /** Switches the gun on, until the next call or `off`. Returns how many particles it heats now. */
  aim(aim: HeatGunAim): ToolAnswer {
    const { temperature, power = NO_LIMIT, film = FILM } = aim;
    positive('heatGun.aim: temperature', temperature);
    within('heatGun.aim: power', power, 0);
    within('heatGun.aim: film', film, 0);
    const state = this.#state.view;
    writeJet('heatGun.aim', aim, state);
    state.set([1, temperature, power, film], IS_ON);
    if (!this.#isOfUse) {
      state[IS_ON] = 0;
      return { count: 0, message: whyNot(this.#world) };
    }
    const met = this.#collect(this.#world);
    return met > 0
      ? { count: met }
      : { count: 0, message: 'The jet meets nothing that takes up heat. Aim it at a sheet or at matter.' };
  }

  off(): void {
    this.#state.view[IS_ON] = 0;
  }

  get isOn(): boolean {
    return this.#state.view[IS_ON] === 1;
  }

  /** Heat given so far, J. */
  get given(): number {
    return this.#state.view[GIVEN];
  }

  /** Part of it given to particles of heat exchanges, J. */
  get toExchange(): number {
    return this.#state.view[TO_EXCHANGE];
  }

  run(world: World, h: number): Moved {
    if (!this.isOn || world.substep > 0) return 'still'; // temperatures change within seconds
    if (this.#collect(world) > 0) this.#warm(world, h * world.substeps);
    return 'still'; // systems that change stiffnesses report it themselves
  }

  get #isOfUse(): boolean {
    const { schedule, bodies } = this.#world;
    return schedule.in('heat').some((system) => system instanceof HeatExchange) || bodies.some(takesHeat);
  }

  #warm(world: World, seconds: number): void {
    const state = this.#state.view;
    const temperature = world.particles.temperature.view;
    const [conductance, inverse] = [this.#conductance, this.#inverse];
    const hot = state[TEMPERATURE];
    const share = (i: number) => 1 - exp(-conductance[i] * seconds * inverse[i]);
    let asked = 0;
    for (let i = 0; i < conductance.length; i++) {
      if (conductance[i] > 0) asked += Math.abs((share(i) * (hot - temperature[i])) / inverse[i]);
    }
    const factor = Math.min(1, (state[POWER] * seconds) / Math.max(asked, 1e-300));
    for (let i = 0; i < conductance.length; i++) {
      if (conductance[i] === 0) continue;
      const rise = factor * share(i) * (hot - temperature[i]);
      temperature[i] += rise;
      const heat = rise / inverse[i];
      state[GIVEN] += heat;
      if (!world.bodies.some((body) => takesHeat(body) && isOf(body, i))) state[TO_EXCHANGE] += heat;
    }
  }

  /** Finds the conductances from the jet to particles. Returns the number of particles. */
  #collect(world: World): number {
    const { count } = world.particles;
    if (this.#conductance.length !== count) {
      this.#conductance = new Float64Array(count);
      this.#inverse = new Float64Array(count);
    }
    this.#conductance.fill(0);
    for (const system of world.schedule.in('heat')) {
      if (!(system instanceof HeatExchange)) continue;
      for (const { faces } of system.bodies) for (const face of faces) this.#collectFace(world, face);
      for (let i = 0; i < count; i++) {
        if (this.#conductance[i] === 0) continue;
        this.#inverse[i] = system.inverseCapacity(i);
        if (this.#inverse[i] === 0) this.#conductance[i] = 0; // fixed temperature
      }
    }
    for (const body of world.bodies) if (takesHeat(body)) this.#collectGrains(world, body);
    return this.#conductance.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0);
  }

  #collectFace(world: World, { triangles, cells = [], side, share = 1 }: HeatFace): void {
    const jet = this.#state.view;
    for (const face of [createFace(triangles, 3), createFace(cells, 8)]) {
      for (let at = 0; at < face.members.length; at += face.count) {
        readFace(world, face, at);
        const s = jetShare(jet, face.place[0], face.place[1], face.place[2]);
        if (s === 0) continue;
        const [nx, ny, nz] = face.area;
        if (side * (nx * jet[3] + ny * jet[4] + nz * jet[5]) >= 0) continue; // its back
        const area = share * norm(nx, ny, nz);
        const each = (jet[COEFFICIENT] * s * area) / face.count;
        for (let k = 0; k < face.count; k++) this.#conductance[face.members[at + k]] += each;
      }
    }
  }

  #collectGrains(world: World, body: Body): void {
    const { grains, area } = frontGrains(world, body, this.#state.view);
    for (const { particle, share } of grains) {
      const capacity = body.thermal?.heatCapacity(particle) ?? 0;
      if (!(capacity > 0)) continue;
      this.#conductance[particle] = this.#state.view[COEFFICIENT] * share * area;
      this.#inverse[particle] = 1 / capacity;
    }
  }
}

/** Matter in which heat flows. */
function takesHeat({ thermal }: Body): boolean {
  return thermal !== undefined;
}

function isOf({ first, count }: Body, i: number): boolean {
  return i >= first && i < first + count;
}

/** Returns why a heat gun has no effect in this world. */
function whyNot({ schedule }: World): string {
  return schedule.in('heat').some(({ name }) => name === 'thesis heat')
    ? 'The heat rules of the thesis know only heaters and the oven. Choose physical heat for the scene.'
    : 'These bodies take up no heat. Choose physical heat for the scene, or give its matter a heat capacity.';
}
