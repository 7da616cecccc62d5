/**
 * Softening, flow, thinning and rupture of a hot sheet. For each spring:
 *
 *   k = k₀ f(T) min(1, (L₀/l)²)
 *   c = c₀ √(k/k₀) + k τ_K          constant share of critical damping
 *   dl/dt = (L − l)/τ(T)            flow, integrated exactly: l += (L − l)(1 − e^(−h/τ))
 *
 * Symbols
 *   T       mean temperature of the spring's ends, K
 *   f(T)    modulus over that at 20 °C
 *   L₀, l   length without force, at first and now, m
 *   L       present length, m
 *   τ(T)    relaxation time, s
 *   τ_K     retardation time of a Kelvin–Voigt spring, s
 *
 * The factor (L₀/l)² is that of constant volume: E w t/l with constant w t l = V is E V/l². The thickness of the sheet is
 * t₀ A₀/A (thickness.ts). A spring above the glass transition breaks if it is longer than `hotBreakStretch` times its first
 * length; one above the flow temperature also if the sheet at both of its ends is thinner than `holeThickness` of its first
 * thickness.
 *
 * Stiffness always follows from the first one, k₀, so that it returns when the sheet cools, whatever the step. A sheet of one
 * layer has its bending stiffness as prestress, rest = q l; heat scales it like k.
 */
import type { Block } from '../../core/arena.ts';
import type { Moved, System } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import type { Springs } from '../../forces/springs.ts';
import { requireChanging } from '../../forces/viscoelastic.ts';
import type { HeatExchange } from '../../heat/exchange.ts';
import { exp } from '../../math/portable.ts';
import type { WarmSheet } from './sheet-heat.ts';
import { SHORTEST, ThicknessGauge } from './thickness.ts';

interface SofteningCurves {
  /** Modulus at T over the modulus at 20 °C. */
  modulus(temperature: number): number;
  /** 1/τ at T, 1/s. */
  relaxation(temperature: number): number;
  /** Temperature below which springs never break by heat, K. */
  readonly glassTransition: number;
  readonly flowTemperature: number;
  readonly holeThickness: number;
  readonly hotBreakStretch: number;
}

export interface SofteningSheet extends WarmSheet {
  readonly springs: Springs;
}

export class Softening implements System {
  readonly name = 'softening';
  readonly phase = 'heat';
  readonly after = ['heat'];
  readonly sheet: SofteningSheet;
  readonly curves: SofteningCurves;
  readonly #heat: HeatExchange;
  /** First values k₀, c₀, L₀ and q of each spring. */
  readonly #stiffness: Block<'f64'>;
  readonly #damping: Block<'f64'>;
  readonly #length: Block<'f64'>;
  readonly #prestress: Block<'f64'>;
  /** Number of the last exchange of heat that was processed. */
  readonly #answered: Block<'f64'>;
  readonly #gauge: ThicknessGauge;

  constructor(world: World, sheet: SofteningSheet, heat: HeatExchange, curves: SofteningCurves) {
    this.sheet = sheet;
    this.curves = curves;
    this.#heat = heat;
    const { arena } = world;
    const { springs, lattice, first } = sheet;
    requireChanging(sheet.name, springs);
    const label = `softening${first}`;
    const model = (name: string) => arena.allocate(`${label}.${name}`, 'f64', springs.count, 'model');
    this.#stiffness = model('stiffness');
    this.#damping = model('damping');
    this.#length = model('length');
    this.#prestress = model('prestress');
    this.#answered = arena.allocate(`${label}.answered`, 'f64', 1);
    for (let i = 0; i < springs.count; i++) {
      const natural = lattice.springs[springs.order[i]].rest;
      this.#stiffness.view[i] = springs.stiffness.view[i];
      this.#damping.view[i] = springs.ownDamping(i);
      this.#length.view[i] = natural;
      this.#prestress.view[i] = springs.rest.view[i] / natural;
    }
    this.#gauge = new ThicknessGauge(sheet);
  }

  run(world: World): Moved {
    if (this.#heat.exchanges === this.#answered.view[0]) return 'still';
    this.#answered.view[0] = this.#heat.exchanges;
    const hottest = this.#flow(world, this.#heat.lastInterval);
    if (hottest > this.curves.glassTransition) this.#breakHot(world, hottest);
    this.soften(world);
    return 'moved';
  }

  /** Sets stiffness and damping by the present temperatures and lengths. */
  soften(world: World): void {
    const { springs } = this.sheet;
    const temperature = world.particles.temperature.view;
    const ends = springs.ends.view;
    const stiffness = springs.stiffness.view;
    const damping = springs.damping.view;
    const rest = springs.rest.view;
    const start = this.#stiffness.view;
    const startDamping = this.#damping.view;
    const length = this.#length.view;
    const prestress = this.#prestress.view;
    for (let i = 0; i < stiffness.length; i++) {
      if (stiffness[i] === 0) continue; // broken
      const factor = this.curves.modulus(0.5 * (temperature[ends[2 * i]] + temperature[ends[2 * i + 1]]));
      const ratio = (length[i] * prestress[i]) / rest[i];
      const share = factor * Math.min(1, ratio * ratio);
      stiffness[i] = start[i] * share;
      damping[i] = startDamping[i] * Math.sqrt(share) + springs.retardation * stiffness[i];
    }
  }

  /** Lets the lengths creep for `h` s; returns the highest temperature of a spring, K. */
  #flow(world: World, h: number): number {
    const { springs } = this.sheet;
    const { hotBreakStretch } = this.curves;
    const temperature = world.particles.temperature.view;
    const frozen = this.#frozen(h);
    const { x, y, z } = world.particles;
    const ends = springs.ends.view;
    const stiffness = springs.stiffness.view;
    const rest = springs.rest.view;
    let hottest = 0;
    for (let i = 0; i < stiffness.length; i++) {
      if (stiffness[i] === 0) continue;
      const a = ends[2 * i];
      const b = ends[2 * i + 1];
      const t = 0.5 * (temperature[a] + temperature[b]);
      hottest = Math.max(hottest, t);
      if (t < frozen) continue;
      const rate = this.curves.relaxation(t);
      const dx = x[a] - x[b];
      const dy = y[a] - y[b];
      const dz = z[a] - z[b];
      const q = this.#prestress.view[i];
      const first = this.#length.view[i];
      const own = rest[i] / q;
      const next = own + (Math.sqrt(dx * dx + dy * dy + dz * dz) - own) * share(rate * h);
      rest[i] = q * Math.max(SHORTEST * first, Math.min(hotBreakStretch * first, next));
    }
    return hottest;
  }

  /** Returns the temperature below which nothing flows within `h` s, to 2 K: the rate only grows with the temperature. */
  #frozen(h: number): number {
    let [low, high] = [0, this.curves.flowTemperature];
    while (high - low > 2) {
      const middle = 0.5 * (low + high);
      if (this.curves.relaxation(middle) * h < NOTHING) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Breaks springs that are hot and overstretched, or hot where the sheet is too thin. */
  #breakHot(world: World, hottest: number): void {
    const { springs, first } = this.sheet;
    const { glassTransition, flowTemperature, hotBreakStretch } = this.curves;
    const thinnest = this.curves.holeThickness * this.sheet.thickness;
    if (hottest > flowTemperature) this.#gauge.update(world);
    const { thickness } = this.#gauge;
    const temperature = world.particles.temperature.view;
    const { x, y, z } = world.particles;
    const ends = springs.ends.view;
    for (let i = 0; i < springs.count; i++) {
      const a = ends[2 * i];
      const b = ends[2 * i + 1];
      const t = 0.5 * (temperature[a] + temperature[b]);
      if (springs.stiffness.view[i] === 0 || t <= glassTransition) continue;
      const dx = x[a] - x[b];
      const dy = y[a] - y[b];
      const dz = z[a] - z[b];
      const longest = hotBreakStretch * this.#length.view[i];
      const isThin =
        t > flowTemperature && thickness[a - first] < thinnest && thickness[b - first] < thinnest;
      if (isThin || dx * dx + dy * dy + dz * dz > longest * longest) {
        springs.stiffness.view[i] = 0;
        springs.damping.view[i] = 0;
      }
    }
  }
}

/** Share of its strain below which a spring's flow is neglected: a millionth over a thousand exchanges. */
const NOTHING = 1e-9;

/** Returns 1 − exp(−z) for z ≥ 0. */
function share(z: number): number {
  return z > 0.01 ? 1 - exp(-z) : z * (1 - (z / 2) * (1 - (z / 3) * (1 - (z / 4) * (1 - z / 5)))); // to 1e-13
}
