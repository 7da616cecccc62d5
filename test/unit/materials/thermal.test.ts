import {
  checkThermal,
  modulusFactor,
  REFERENCE_TEMPERATURE,
  relaxationRate,
  type ThermalMaterial,
  thermalCurves,
} from 'pliant/engine';
import { describe, expect, it } from 'vitest';

/** Numbers of a glassy plastic, only for the shape of the curves. */
const plastic: ThermalMaterial = {
  conductivity: 0.17,
  heatCapacity: 1300,
  emissivity: 0.9,
  glassTransition: 370,
  transitionWidth: 25,
  rubberyShare: 0.004,
  glassySlope: 0.002,
  flowTemperature: 420,
  relaxationTime: 1,
  relaxationActivation: 120000,
  holeThickness: 0.2,
  hotBreakStretch: 3,
  thermalSensitivity: 1,
};

describe('the curves of a material that softens', () => {
  it('is as stiff as measured at 20 °C, stiffer in the cold, and ends on the rubbery plateau', () => {
    expect(modulusFactor(plastic, REFERENCE_TEMPERATURE)).toBe(1);
    expect(modulusFactor(plastic, 253)).toBeGreaterThan(1);
    const flat = { ...plastic, glassySlope: 0 };
    expect(modulusFactor(flat, 470)).toBeCloseTo(0.004, 6);
    expect(modulusFactor(flat, 370)).toBeCloseTo(Math.sqrt(0.004), 3); // half of the logarithm at Tg
  });

  it('falls all the way, with a slope that is continuous', () => {
    for (const curve of [modulusFactor, relaxationRate]) {
      let slope = slopeAt(curve, 200);
      for (let t = 200.05; t < 700; t += 0.05) {
        const next = slopeAt(curve, t);
        expect(curve === modulusFactor ? -next : next).toBeGreaterThanOrEqual(-1e-12);
        // A corner would change the slope at once; a smooth curve by a share of it over a twentieth of a kelvin.
        expect(Math.abs(next - slope)).toBeLessThan(0.05 * Math.abs(slope) + 1e-9);
        slope = next;
      }
    }
  });

  it('relaxes within the given time at the flow temperature, by Arrhenius above, and is frozen below', () => {
    expect(1 / relaxationRate(plastic, 420)).toBeCloseTo(1, 12);
    const ratio = relaxationRate(plastic, 460) / relaxationRate(plastic, 440);
    const arrhenius = Math.exp((120000 / 8.31446261815324) * (1 / 440 - 1 / 460));
    expect(ratio / arrhenius).toBeCloseTo(1, 4); // the transition is over up there
    expect(1 / relaxationRate(plastic, 293)).toBeGreaterThan(1e9);
    expect(relaxationRate(plastic, 0)).toBe(0);
  });

  it('has tables that follow the curves', () => {
    const curves = thermalCurves(plastic);
    for (let t = 100; t < 1000; t += 0.37) {
      expect(curves.modulus(t) / modulusFactor(plastic, t)).toBeCloseTo(1, 5);
      const rate = relaxationRate(plastic, t);
      if (rate > 1e-12) expect(curves.relaxation(t) / rate).toBeCloseTo(1, 4);
    }
  });

  it.each([
    [20, 3e-4],
    [2, 3e-4],
    [1, 0.004],
    [0.3, 0.004],
    [0.01, 1e-6],
  ])('has tables that follow a transition of %d K down to %d', (transitionWidth, rubberyShare) => {
    const sharp = { ...plastic, transitionWidth, rubberyShare };
    const curves = thermalCurves(sharp);
    for (let u = -3; u < 3; u += 0.0137) {
      const t = 370 + u * transitionWidth;
      expect(Math.abs(curves.modulus(t) / modulusFactor(sharp, t) - 1)).toBeLessThan(3e-5);
      expect(Math.abs(curves.relaxation(t) / relaxationRate(sharp, t) - 1)).toBeLessThan(3e-5);
    }
  });

  it('refuses numbers without meaning and names the field', () => {
    checkThermal('thermal', plastic);
    for (const [field, value] of [
      ['conductivity', 0],
      ['emissivity', 1.2],
      ['rubberyShare', 0],
      ['transitionWidth', Number.NaN],
      ['hotBreakStretch', 1],
      ['glassySlope', 0.11],
      ['relaxationTime', -1],
    ] as const) {
      expect(() => checkThermal('thermal', { ...plastic, [field]: value })).toThrow(`thermal.${field}`);
    }
  });
});

function slopeAt(curve: typeof modulusFactor, t: number): number {
  return (curve(plastic, t + 0.01) - curve(plastic, t - 0.01)) / 0.02;
}
