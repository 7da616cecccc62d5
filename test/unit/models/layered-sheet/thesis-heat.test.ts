/** Heat by the thesis’s rules. */
import { run } from 'pliant';
import { createHeater, rectanglePolygon, ThesisHeat } from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import { sheet } from './warm-sheet.ts';

describe('heat by the thesis’s rules', () => {
  const rules = {
    ambient: 293.15,
    sensitivity: 1e-4,
    ovenSensitivity: 0.05,
    conductivity: 1,
    intensity: 4000,
    response: 0.2,
    floor: 0.1,
    ceiling: 2,
  };
  const made = (options = {}) => {
    const base = sheet();
    for (const system of base.world.schedule.in('heat')) base.world.remove(system);
    for (let i = 0; i < base.p.count; i++) base.p.pin(i);
    const heat = new ThesisHeat(base.world, base.warm, { ...rules, ...options });
    base.world.add(heat);
    return { ...base, heat };
  };

  it('oven: K − C (A − 20 °C), neutral at 20 °C, stiffer when colder, with floor and ceiling', () => {
    for (const [temperature, stiffness] of [
      [293.15, 2],
      [303.15, 1.5],
      [283.15, 2.5],
      [500, 0.2],
      [200, 4],
    ]) {
      const { world, heat, springs } = made();
      heat.ambient = temperature;
      run(world, 0.01, 400);
      for (const k of springs.stiffness.view) expect(k).toBeCloseTo(stiffness, 6);
    }
  });

  it('the oven is felt within its response time, not at once', () => {
    const { world, heat, springs } = made();
    heat.ambient = 303.15;
    run(world, 0.01, 20);
    expect(springs.stiffness.view[0]).toBeCloseTo(2 - 0.5 * (1 - Math.exp(-1)), 2);
  });

  it('heater: K − p C (H − A)/d, at the rate I (A cos θ₁) ω', () => {
    const face = rectanglePolygon(0.02, 0.02).map((value, i) => value + (i % 3 === 1 ? 0.03 : 0));
    const heaters = [createHeater({ name: 'heater', faces: [face], temperature: 343.15 })];
    const { world, springs, lattice } = made({ heaters });
    run(world, 0.01, 5000); // long after
    const height = lattice.masses.reduce((sum, { y }) => sum + y, 0) / lattice.masses.length;
    const distance = 0.03 - height;
    springs.stiffness.view.forEach((k, i) => {
      const [a, b] = [0, 1].map((end) => lattice.masses[springs.ends.view[2 * i + end]]);
      const d = Math.hypot((a.x + b.x) / 2, (a.y + b.y) / 2 - 0.03, (a.z + b.z) / 2);
      const p = 1 + (distance - d) / distance;
      expect(k).toBeCloseTo(Math.max(0.2, 2 - (p * 1e-4 * 50) / d), 6);
    });
    const early = made({ heaters });
    run(early.world, 0.01, 10);
    const omega = (0.02 * 0.02) / (distance * distance);
    const rate = 4000 * 0.025 * 0.025 * omega;
    const share = (2 - early.springs.stiffness.view[0]) / (2 - springs.stiffness.view[0]);
    expect(share).toBeCloseTo(1 - Math.exp(-0.1 * rate), 2);
  });

  it('a heater that looks away does nothing', () => {
    const face = rectanglePolygon(0.02, 0.02).map((value, i) => value - (i % 3 === 1 ? 0.03 : 0));
    const { world, springs } = made({
      heaters: [createHeater({ name: 'heater', faces: [face], temperature: 400 })],
    });
    run(world, 0.01, 100);
    expect([...springs.stiffness.view].every((k) => k === 2)).toBe(true);
  });

  it('refuses what makes no sense', () => {
    expect(() => made({ floor: 0 })).toThrow('floor');
    expect(() => made({ response: -1 })).toThrow('response: must be > 0');
    expect(() => made({ ceiling: 0.5 })).toThrow('ceiling');
  });
});
