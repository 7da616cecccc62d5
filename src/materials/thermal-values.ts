/**
 * Thermal values of the presets (meanings: thermal.ts).
 *
 * The rubbery share is the plateau modulus E = 3G over that of the glass: G = 0.2 MPa for polystyrene (Ferry 1980); PVC is stiffer due to
 * crystallites that persist far above its transition. Values in no table (width of the transition, relaxation, thinning and stretch
 * at which a hot sheet opens) are estimated such that the sheet keeps its shape below the transition, sags within seconds at its
 * forming temperature (Throne 1996), and opens above it.
 */
import type { MaterialPreset } from './material.ts';
import { ASHBY, estimate, from, type SourcedValue } from './sourced.ts';

type Thermal = MaterialPreset['thermal'];

const INCROPERA = 'Incropera & DeWitt 2002';
const THRONE = 'Throne 1996';
const FERRY = 'Ferry 1980';
const HIPS_TABLE = 'matmake.com 2024, high impact polystyrene';
const UPVC_TABLE = 'MakeItFrom.com 2020, unplasticized PVC';

/** A temperature that is never reached, K. */
const NEVER_SO_HOT = 1e5;

export const polystyrene: Thermal = {
  conductivity: from(0.124, HIPS_TABLE),
  heatCapacity: from(1250, HIPS_TABLE),
  emissivity: estimate(0.9, `plastics at room temperature, 0.85 to 0.95 (${INCROPERA})`),
  glassTransition: from(373.15, `${HIPS_TABLE}: 100 °C`),
  transitionWidth: estimate(20),
  rubberyShare: from(3e-4, `${FERRY}: 3 × 0.2 MPa, over 2 GPa`),
  glassySlope: estimate(0.003),
  flowTemperature: from(423.15, `${THRONE}: formed at 150 °C`),
  relaxationTime: estimate(1),
  relaxationActivation: estimate(150_000),
  holeThickness: estimate(0.15),
  hotBreakStretch: estimate(4),
  thermalSensitivity: from(1, 'by definition'),
};

export const polyvinylChloride: Thermal = {
  conductivity: from(0.16, UPVC_TABLE),
  heatCapacity: from(880, UPVC_TABLE),
  emissivity: polystyrene.emissivity,
  glassTransition: from(358.15, `${UPVC_TABLE}: 85 °C`),
  transitionWidth: estimate(20),
  rubberyShare: estimate(2e-3, 'a plateau of some 6 MPa, held by crystallites'),
  glassySlope: estimate(0.003),
  flowTemperature: from(411.15, `${THRONE}: formed at 138 °C`),
  relaxationTime: estimate(3),
  relaxationActivation: estimate(150_000),
  holeThickness: estimate(0.2),
  hotBreakStretch: estimate(3),
  thermalSensitivity: from(1, 'by definition'),
};

/** Vulcanised rubber: above its transition, and its cross-links prevent flow. */
export const vulcanisate = plainThermal({
  conductivity: from(0.12, `${ASHBY}: the middle of 0.10 to 0.14`),
  heatCapacity: from(2150, `${ASHBY}: the middle of 1800 to 2500`),
  emissivity: from(0.86, `${INCROPERA}: soft rubber`),
});

export const cellulose = plainThermal({
  conductivity: from(0.18, `${INCROPERA}: paper`),
  heatCapacity: from(1340, `${INCROPERA}: paper`),
  emissivity: estimate(0.93, `white paper, 0.92 to 0.97 (${INCROPERA})`),
});

/** Returns a material that conducts heat and keeps its stiffness at any temperature. */
export function plainThermal(
  conduction: Record<'conductivity' | 'heatCapacity' | 'emissivity', SourcedValue>,
): Thermal {
  const never = (value: number) => from(value, 'by definition: it does not soften');
  return {
    ...conduction,
    glassTransition: never(NEVER_SO_HOT),
    transitionWidth: never(1),
    rubberyShare: never(1),
    glassySlope: never(0),
    flowTemperature: never(NEVER_SO_HOT),
    relaxationTime: never(1e30),
    relaxationActivation: never(0),
    holeThickness: never(0),
    hotBreakStretch: never(1e9),
    thermalSensitivity: never(0),
  };
}
