/**
 * Dependence of a material on temperature. All curves have continuous slopes, so that warming causes no jerks.
 *
 *   S(T) = 1 / (1 + exp(−4 (T − Tg) / w))                   completed share of the glass transition
 *   f(T) = exp(−s (T − T₀)) · r^(S(T) − S(T₀))              modulus at T over modulus at T₀
 *   1/τ(T) = S(T)/S(Tf) · exp(−Q/R · (1/T − 1/Tf)) / τf     relaxation rate of the stress
 *
 * T   temperature, K; T₀ = 20 °C
 * Tg  glass transition, K
 * w   width of the transition, K: the tangent at Tg rises from 0 to 1 over w
 * r   rubbery share, 1: modulus above over modulus below the transition
 * s   slope of the glass, 1/K
 * τf  relaxation time at the flow temperature Tf, s
 * Q   activation energy, J/mol
 * R   gas constant, J/(mol·K)
 *
 * Across the transition the logarithm of the modulus falls by ln r, as in measured curves (Ferry 1980, ch. 2). Above it the stress
 * relaxes by Arrhenius' law; below it the glass is frozen, by the factor S.
 */
import { finite, positive, within } from '../math/check.ts';
import { exp, log } from '../math/portable.ts';

export interface ThermalMaterial {
  /** Thermal conductivity, W/(m·K). */
  conductivity: number;
  /** Specific heat capacity, J/(kg·K). */
  heatCapacity: number;
  /** Share of black-body radiation that a face emits, and of incident radiation that it absorbs, 0 to 1. */
  emissivity: number;
  /** Glass transition Tg, K. */
  glassTransition: number;
  /** Width w of the transition, K. */
  transitionWidth: number;
  /** Modulus above over modulus below the transition r, above 0 and at most 1. */
  rubberyShare: number;
  /** Share of the modulus that the glass loses per kelvin s, 1/K. */
  glassySlope: number;
  /** Temperature Tf at which the stress relaxes within `relaxationTime`, K. */
  flowTemperature: number;
  /** Relaxation time τf at the flow temperature, s. */
  relaxationTime: number;
  /** Activation energy Q, J/mol. */
  relaxationActivation: number;
  /** Thickness over initial thickness below which a sheet hotter than `flowTemperature` opens, 0 to 1. */
  holeThickness: number;
  /** Length over initial length beyond which a spring hotter than `glassTransition` breaks, above 1. */
  hotBreakStretch: number;
  /** Sensitivity C of springs to heat by the rules of the Aurora thesis; its plastic has 1. */
  thermalSensitivity: number;
}

/** Gas constant R, J/(mol·K). */
const GAS_CONSTANT = 8.31446261815324;
/** Temperature T₀ at which materials are measured and the modulus factor is 1, K. */
export const REFERENCE_TEMPERATURE = 293.15;

/** Largest slope of a glass, 1/K. */
export const LARGEST_GLASSY_SLOPE = 0.1;

export function checkThermal(field: string, thermal: ThermalMaterial): void {
  positive(`${field}.conductivity`, thermal.conductivity);
  positive(`${field}.heatCapacity`, thermal.heatCapacity);
  within(`${field}.emissivity`, thermal.emissivity, 0, 1);
  positive(`${field}.glassTransition`, thermal.glassTransition);
  positive(`${field}.transitionWidth`, thermal.transitionWidth);
  positive(`${field}.rubberyShare`, within(`${field}.rubberyShare`, thermal.rubberyShare, 0, 1));
  within(`${field}.glassySlope`, thermal.glassySlope, 0, LARGEST_GLASSY_SLOPE);
  positive(`${field}.flowTemperature`, thermal.flowTemperature);
  positive(`${field}.relaxationTime`, thermal.relaxationTime);
  within(`${field}.relaxationActivation`, thermal.relaxationActivation, 0);
  within(`${field}.holeThickness`, thermal.holeThickness, 0, 1);
  if (!(finite(`${field}.hotBreakStretch`, thermal.hotBreakStretch) > 1))
    throw new RangeError(`${field}.hotBreakStretch: must be > 1, got ${thermal.hotBreakStretch}`);
  within(`${field}.thermalSensitivity`, thermal.thermalSensitivity, 0);
}

/** Returns the completed share of the glass transition S(T), 0 to 1. */
export function transitionShare(thermal: ThermalMaterial, temperature: number): number {
  return 1 / (1 + exp((-4 * (temperature - thermal.glassTransition)) / thermal.transitionWidth));
}

/** Returns the modulus at T over that at 20 °C, f(T); above 1 when colder. */
export function modulusFactor(thermal: ThermalMaterial, temperature: number): number {
  const done = transitionShare(thermal, temperature) - transitionShare(thermal, REFERENCE_TEMPERATURE);
  return exp(done * log(thermal.rubberyShare) - thermal.glassySlope * (temperature - REFERENCE_TEMPERATURE));
}

/** Returns the relaxation rate 1/τ(T), 1/s: stress at constant strain falls by a factor e in τ. */
export function relaxationRate(thermal: ThermalMaterial, temperature: number): number {
  const { flowTemperature: flow, relaxationActivation: activation, relaxationTime } = thermal;
  if (!(temperature > 0)) return 0;
  const mobility = transitionShare(thermal, temperature) / transitionShare(thermal, flow);
  const arrhenius = exp((-activation / GAS_CONSTANT) * (1 / temperature - 1 / flow));
  return (mobility * arrhenius) / relaxationTime;
}

/** The curves as tables with smooth cubic interpolation, for evaluation at every spring. */
export interface ThermalCurves {
  /** Returns f(T). */
  modulus(temperature: number): number;
  /** Returns 1/τ(T), 1/s. */
  relaxation(temperature: number): number;
  readonly glassTransition: number;
  readonly flowTemperature: number;
  readonly holeThickness: number;
  readonly hotBreakStretch: number;
}

export function thermalCurves(thermal: ThermalMaterial): ThermalCurves {
  checkThermal('thermal', thermal);
  const { glassTransition, flowTemperature, holeThickness, hotBreakStretch } = thermal;
  const { transitionWidth: width, glassySlope, relaxationActivation } = thermal;
  // Upper bounds on the relative change of the curves per kelvin.
  const softening = (4 - log(thermal.rubberyShare)) / width + glassySlope;
  const freezing = 4 / width + relaxationActivation / (GAS_CONSTANT * glassTransition * glassTransition);
  return {
    modulus: tabulate((t) => modulusFactor(thermal, t), spacingFor(softening)),
    relaxation: tabulate((t) => relaxationRate(thermal, t), spacingFor(freezing)),
    glassTransition,
    flowTemperature,
    holeThickness,
    hotBreakStretch,
  };
}

/** Widest and finest spacing of a table, K. Curves that need a finer one are evaluated directly. */
const WIDEST = 0.5;
const FINEST = 0.02;
/** Range of a table, K. */
const COLDEST = 150;
const HOTTEST = 900;

/** Returns the spacing h of a table, K. The relative error of a cubic is (h s)⁴/384, s the steepness (1/K): 1e-5 for h s = 1/4. */
function spacingFor(steepness: number): number {
  return Math.min(WIDEST, 0.25 / steepness);
}

/** Tabulates a curve, with cubic Hermite interpolation and slopes from differences. Outside the table the curve is evaluated. */
function tabulate(curve: (t: number) => number, spacing: number): (t: number) => number {
  if (!(spacing >= FINEST)) return curve;
  const count = Math.round((HOTTEST - COLDEST) / spacing) + 1;
  const value = Float64Array.from({ length: count }, (_, i) => curve(COLDEST + i * spacing));
  const near = 0.02 * spacing;
  const slope = Float64Array.from({ length: count }, (_, i) => {
    const t = COLDEST + i * spacing;
    return ((curve(t + near) - curve(t - near)) / (2 * near)) * spacing;
  });
  return (t) => {
    const at = (t - COLDEST) / spacing;
    if (!(at >= 0 && at < count - 1)) return curve(t);
    const i = Math.floor(at);
    const u = at - i;
    const rise = value[i + 1] - value[i];
    const bend = slope[i] - rise;
    return value[i] + u * (rise + (1 - u) * (bend * (1 - u) + (rise - slope[i + 1]) * u));
  };
}
