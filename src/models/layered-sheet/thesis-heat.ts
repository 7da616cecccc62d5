/**
 * Heat as in the thesis behind Aurora (§4.11): without temperatures of particles, springs weaken by the rules
 *
 *   oven     K' = K − C_o (A_t − 20 °C)                     stiffer below 20 °C
 *   heater   K' = K − p C (H_t − A_t)/d
 *            rate = I (A cos θ₁) ω,  ω = A_hot cos θ₂/D²
 *            p = max(0, 1 + κ (D − d)/D)                    pseudo-conductivity: more towards the heater
 *
 * Symbols
 *   A_t, H_t  temperature of the room and of the heater, K
 *   C, C_o    sensitivity to heaters, N/K, and to the oven, N/(m·K)
 *   d, D      distance of the spring's and of the sheet's centre from that of the hot face, m
 *   A, A_hot  area of the sheet and of the hot face, m²
 *   θ₁, θ₂    angle of the sheet's normal (either side) and of the hot face's normal with the line between them
 *   κ         conductivity
 *   I         intensity, 1/(m²·s)
 *
 * The thesis does not say how the rate enters. Here the weakening approaches p C (H_t − A_t)/d at that rate,
 * q += (q' − q)(1 − e^(−rate h)), and that of the oven with the time constant `response`, so that nothing jumps when a heater
 * is switched. Springs keep at least `floor` of their first stiffness and at most `ceiling`, which the engine's step must
 * allow.
 */
import type { Block } from '../../core/arena.ts';
import type { Moved, System } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import { requireChanging } from '../../forces/viscoelastic.ts';
import { HEAT_INTERVAL } from '../../heat/exchange.ts';
import { type Heater, temperatureAt } from '../../heat/heater.ts';
import { positive, within } from '../../math/check.ts';
import { areaVector } from '../../math/polygon.ts';
import { exp } from '../../math/portable.ts';
import { cross, dot } from '../../math/vec3.ts';
import type { SofteningSheet } from './softening.ts';

export interface ThesisHeatOptions {
  /** Temperature A_t of the room, K. */
  ambient: number;
  /** Keyframes of the room's temperature, K. */
  oven?: Parameters<typeof temperatureAt>[0];
  heaters?: readonly Heater[];
  /** Sensitivity C, N/K. */
  sensitivity: number;
  /** Sensitivity C_o to the oven, N/(m·K). */
  ovenSensitivity: number;
  /** Conductivity κ. */
  conductivity: number;
  /** Intensity I, 1/(m²·s). */
  intensity: number;
  /** Time constant of the oven, s. */
  response: number;
  /** Least and greatest stiffness over the first. */
  floor: number;
  ceiling: number;
}

/** Temperature at which the oven changes nothing: the thesis's 20 °C, K. */
const NEUTRAL = 293.15;
/** Indices into the state. */
const AMBIENT = 0;
const ELAPSED = 1;
const OVEN = 2;

export class ThesisHeat implements System {
  readonly name = 'thesis heat';
  readonly phase = 'heat';
  readonly #sheet: SofteningSheet;
  readonly #options: ThesisHeatOptions;
  readonly #stiffness: Block<'f64'>;
  readonly #damping: Block<'f64'>;
  /** Stiffness that each spring lost to the heaters, N/m. */
  readonly #weakening: Block<'f64'>;
  readonly #state: Block<'f64'>;

  constructor(world: World, sheet: SofteningSheet, options: ThesisHeatOptions) {
    checkOptions(options);
    this.#sheet = sheet;
    this.#options = options;
    const { springs, first, name } = sheet;
    requireChanging(name, springs);
    const { arena } = world;
    this.#stiffness = arena.allocate(`thesis-heat${first}.stiffness`, 'f64', springs.count, 'model');
    this.#damping = arena.allocate(`thesis-heat${first}.damping`, 'f64', springs.count, 'model');
    this.#weakening = arena.allocate(`thesis-heat${first}.weakening`, 'f64', springs.count);
    this.#state = arena.allocate(`thesis-heat${first}.state`, 'f64', 4);
    this.#stiffness.view.set(springs.stiffness.view);
    for (let i = 0; i < springs.count; i++) this.#damping.view[i] = springs.ownDamping(i);
    this.#state.view[AMBIENT] = options.ambient;
  }

  /** Temperature of the room, K; keyframes of the oven override it. */
  get ambient(): number {
    return this.#state.view[AMBIENT];
  }

  set ambient(temperature: number) {
    this.#state.view[AMBIENT] = positive('ambient', temperature);
  }

  run(world: World, h: number): Moved {
    const state = this.#state.view;
    const { oven = [], ovenSensitivity, response } = this.#options;
    state[ELAPSED] += h;
    if (state[ELAPSED] + 0.5 * h < HEAT_INTERVAL) return 'still';
    state[AMBIENT] = temperatureAt(oven, world.time, state[AMBIENT], state[AMBIENT]);
    const share = 1 - exp(-state[ELAPSED] / response);
    state[OVEN] += (ovenSensitivity * (state[AMBIENT] - NEUTRAL) - state[OVEN]) * share;
    this.#weaken(world, state[ELAPSED]);
    this.#apply(state[OVEN]);
    state[ELAPSED] = 0;
    return 'moved';
  }

  /** Updates the weakening of each spring by the heaters over `h` s. */
  #weaken(world: World, h: number): void {
    const { heaters = [], sensitivity, conductivity, response } = this.#options;
    const weakening = this.#weakening.view;
    const { x, y, z } = world.particles;
    const ends = this.#sheet.springs.ends.view;
    const ambient = this.#state.view[AMBIENT];
    const sheet = sheetPatch(world, this.#sheet);
    const sources = heaters.flatMap((heater) => {
      const excess = temperatureAt(heater.keyframes, world.time, heater.temperature, ambient) - ambient;
      return heater.faces.map((face) => ({ ...hotFace(face, sheet), excess }));
    });
    const active = sources.filter(({ excess, rate }) => excess !== 0 && rate > 0);
    const rate = active.reduce((sum, source) => sum + source.rate * this.#options.intensity, 0);
    const share = 1 - exp(-h * (active.length > 0 ? rate : 1 / response));
    for (let i = 0; i < weakening.length; i++) {
      const a = ends[2 * i];
      const b = ends[2 * i + 1];
      let target = 0;
      for (const { middle, distance, excess } of active) {
        const dx = 0.5 * (x[a] + x[b]) - middle[0];
        const dy = 0.5 * (y[a] + y[b]) - middle[1];
        const dz = 0.5 * (z[a] + z[b]) - middle[2];
        const d = Math.max(1e-6, Math.sqrt(dx * dx + dy * dy + dz * dz));
        const towards = Math.max(0, 1 + (conductivity * (distance - d)) / distance);
        target += (towards * sensitivity * excess) / d;
      }
      weakening[i] += (target - weakening[i]) * share;
    }
  }

  #apply(oven: number): void {
    const { floor, ceiling } = this.#options;
    const { springs } = this.#sheet;
    const stiffness = springs.stiffness.view;
    const damping = springs.damping.view;
    const start = this.#stiffness.view;
    const weakening = this.#weakening.view;
    for (let i = 0; i < stiffness.length; i++) {
      if (stiffness[i] === 0) continue;
      const share = Math.max(floor, Math.min(ceiling, 1 - (weakening[i] + oven) / start[i]));
      stiffness[i] = start[i] * share;
      damping[i] = this.#damping.view[i] * Math.sqrt(share) + springs.retardation * stiffness[i];
    }
  }
}

interface SheetPatch {
  middle: readonly number[];
  /** Area times normal of the lowest layer, m². */
  area: readonly number[];
}

function sheetPatch(world: World, { first, count, lattice }: SofteningSheet): SheetPatch {
  const { x, y, z } = world.particles;
  const middle = [0, 0, 0];
  for (let i = first; i < first + count; i++) {
    middle[0] += x[i] / count;
    middle[1] += y[i] / count;
    middle[2] += z[i] / count;
  }
  // Half the product of the diagonals: the sheet as one flat quadrilateral.
  const [a, b, c, d] = lattice.corners.map((corner) => first + corner);
  const u = [x[d] - x[a], y[d] - y[a], z[d] - z[a]];
  const v = [x[b] - x[c], y[b] - y[c], z[b] - z[c]];
  return {
    middle,
    area: cross(u, v).map((value) => 0.5 * value),
  };
}

/** Returns (A cos θ₁) ω of one hot face for the sheet, its centre, and its distance D. */
function hotFace(face: Float64Array, sheet: SheetPatch) {
  const corners = face.length / 3;
  const middle = [0, 0, 0];
  for (let i = 0; i < face.length; i++) middle[i % 3] += face[i] / corners;
  const back = middle.map((value, axis) => sheet.middle[axis] - value);
  const square = Math.max(1e-12, dot(back, back));
  const distance = Math.sqrt(square);
  const seen = Math.abs(dot(sheet.area, back)) / distance; // A cos θ₁, m²
  const solid = Math.max(0, dot(areaVector(face), back) / distance) / square; // ω
  return { middle, distance, rate: seen * solid };
}

function checkOptions(options: ThesisHeatOptions): void {
  positive('ambient', options.ambient);
  for (const field of ['sensitivity', 'ovenSensitivity', 'conductivity', 'intensity'] as const)
    within(field, options[field], 0);
  positive('response', options.response);
  positive('floor', within('floor', options.floor, 0, 1));
  within('ceiling', options.ceiling, 1);
}
