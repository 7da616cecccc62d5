/**
 * How a material answers to temperature T (K). All curves have a continuous slope, so that nothing jerks when a
 * sheet warms through them.
 *
 *   S(T) = 1 / (1 + exp(−4 (T − Tg) / w))                   share of the glass transition that is done
 *   f(T) = exp(−s (T − T₀)) · r^(S(T) − S(T₀))              modulus at T over modulus at T₀ = 20 °C
 *   1/τ(T) = S(T)/S(Tf) · exp(−Q/R · (1/T − 1/Tf)) / τf     relaxation rate of the stress, 1/s
 *
 * Tg `glassTransition`, w `transitionWidth` (the tangent at Tg runs from 0 to 1 over w), r `rubberyShare`,
 * s `glassySlope` (1/K): across the transition the logarithm of the modulus falls by ln r, as measured curves
 * do (Ferry 1980, ch. 2). Above it the stress relaxes: Arrhenius' law with activation Q (J/mol) through τf, the
 * `relaxationTime` at `flowTemperature` Tf; below the transition the glass is frozen, which S takes care of.
 */
import { finite, positive, within } from '../math/check.ts';
import { exp, log } from '../math/portable.ts';

export interface ThermalMaterial {
  /** W/(m·K) */
  conductivity: number;
  /** J/(kg·K) */
  heatCapacity: number;
  /** Share of the black body's radiation that a face emits, and takes of what falls on it; 0 to 1. */
  emissivity: number;
  /** K */
  glassTransition: number;
  /** K */
  transitionWidth: number;
  /** Modulus above the transition over the modulus below; > 0, at most 1. */
  rubberyShare: number;
  /** 1/K: share of the modulus that a glass loses a kelvin. */
  glassySlope: number;
  /** K at which the stress relaxes within `relaxationTime`. */
  flowTemperature: number;
  /** s */
  relaxationTime: number;
  /** J/mol */
  relaxationActivation: number;
  /** Thickness over the first thickness below which a sheet that is hotter than `flowTemperature` opens; 0 to 1. */
  holeThickness: number;
  /** Length over the first length beyond which a spring hotter than `glassTransition` parts; > 1. */
  hotBreakStretch: number;
  /** Thesis mode: the sensitivity C of the springs to heat; 1 is the thesis's plastic. */
  thermalSensitivity: number;
}

/** J/(mol·K) */
const GAS_CONSTANT = 8.31446261815324;
/** K; where a material's numbers were measured, and its modulus factor is 1. */
export const REFERENCE_TEMPERATURE = 293.15;

/** 1/K; a glass that loses more of its modulus in a kelvin is none. */
export const LARGEST_GLASSY_SLOPE = 0.1;

/** Refuses numbers without meaning, naming the field. */
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

/** Share of the glass transition done at T, 0 to 1. */
export function transitionShare(thermal: ThermalMaterial, temperature: number): number {
  return 1 / (1 + exp((-4 * (temperature - thermal.glassTransition)) / thermal.transitionWidth));
}

/** Modulus at T over the modulus at 20 °C; above 1 when colder. */
export function modulusFactor(thermal: ThermalMaterial, temperature: number): number {
  const done = transitionShare(thermal, temperature) - transitionShare(thermal, REFERENCE_TEMPERATURE);
  return exp(done * log(thermal.rubberyShare) - thermal.glassySlope * (temperature - REFERENCE_TEMPERATURE));
}

/** 1/s; its inverse is the time in which a held stress falls by a factor e. */
export function relaxationRate(thermal: ThermalMaterial, temperature: number): number {
  const { flowTemperature: flow, relaxationActivation: activation, relaxationTime } = thermal;
  if (!(temperature > 0)) return 0;
  const mobility = transitionShare(thermal, temperature) / transitionShare(thermal, flow);
  const arrhenius = exp((-activation / GAS_CONSTANT) * (1 / temperature - 1 / flow));
  return (mobility * arrhenius) / relaxationTime;
}

/** s; infinite where the glass is frozen. */
export function relaxationTime(thermal: ThermalMaterial, temperature: number): number {
  return 1 / relaxationRate(thermal, temperature);
}

/** The curves as tables with cubic interpolation, smooth as they are: a sheet asks for them at every spring. */
export interface ThermalCurves {
  /** Modulus at T over the modulus at 20 °C. */
  modulus(temperature: number): number;
  /** 1/s */
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
  // Shares by which the curves change a kelvin, at most.
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

/** K between entries of a table, at most and at least; curves that need finer ones are worked out every time. */
const WIDEST = 0.5;
const FINEST = 0.02;
const COLDEST = 150;
const HOTTEST = 900;

/** K; the error of a cubic is (h s)⁴/384 of the value, h the spacing, s the steepness (1/K): 1e-5 for h s = 1/4. */
function spacingFor(steepness: number): number {
  return Math.min(WIDEST, 0.25 / steepness);
}

/** Cubic Hermite interpolation with slopes from differences; the curve itself outside the table. */
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
