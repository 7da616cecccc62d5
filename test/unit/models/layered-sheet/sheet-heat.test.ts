/** The heat of layered sheets: area, conduction, thickness, whole and torn. */
import { run, step } from 'pliant';
import { ThicknessGauge } from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import { sheet, styrene } from './warm-sheet.ts';

describe('the heat of a layered sheet', () => {
  it.each([
    'samm',
    'slamm',
    'trimm',
    'provot-2d',
    'provot-3d',
  ] as const)('%s conducts alike along x and z: a slope of temperature carries k t per width and kelvin a metre', (structure) => {
    const layers = structure === 'provot-2d' ? 1 : 2;
    const { lattice, heat } = sheet({ structure, layers, side: 9 });
    const ends = heat.conduction.ends.view;
    for (const axis of ['x', 'z'] as const) {
      // T = x: the heat through the plane x = 0 is what the links that cross it carry.
      let flow = 0;
      for (let k = 0; k < heat.conduction.count; k++) {
        const [a, b] = [lattice.masses[ends[2 * k]], lattice.masses[ends[2 * k + 1]]];
        if (a.layer !== b.layer || a.layer !== 0) continue;
        const at = 1e-4; // beside the row of masses in the middle
        if (a[axis] > at !== b[axis] > at)
          flow += heat.conduction.conductance.view[k] * Math.abs(b[axis] - a[axis]);
      }
      const across = axis === 'x' ? 'z' : 'x';
      const places = lattice.masses.filter(({ layer }) => layer === 0).map((mass) => mass[across]);
      // A triangular lattice is narrower than the sheet by half a spacing: its rows end in teeth.
      const width =
        structure === 'trimm' && axis === 'z' ? (0.025 * 8) / 8.5 : Math.max(...places) - Math.min(...places);
      expect(flow / ((styrene.conductivity * 2.5e-4) / layers) / width).toBeCloseTo(1, 6);
    }
  });

  it.each([
    [0.3, 1],
    [0.6, 1],
    [1, 1],
    [1, 0.2],
  ])('trimm cells of %d by %d conduct k along x and along z', (width, depth) => {
    const size = [0.025 * width, 0.025 * depth] as const;
    const { lattice, heat, world } = sheet({ structure: 'trimm', side: 9, size });
    step(world, 1e-3);
    const ends = heat.conduction.ends.view;
    const triangles = lattice.triangles(0);
    let area = 0;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => lattice.masses[triangles[t + k]]);
      area += 0.5 * Math.abs((b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x));
    }
    for (const axis of ['x', 'z'] as const) {
      // T = x: Σ G ΔT² is ∫ k t (dT/dx)² over the triangles, exactly.
      let power = 0;
      for (let k = 0; k < heat.conduction.count; k++) {
        const [a, b] = [lattice.masses[ends[2 * k]], lattice.masses[ends[2 * k + 1]]];
        if (a.layer !== 0 || b.layer !== 0) continue;
        power += heat.conduction.conductance.view[k] * (b[axis] - a[axis]) * (b[axis] - a[axis]);
      }
      expect(power / ((styrene.conductivity * 2.5e-4 * area) / 2)).toBeCloseTo(1, 9);
    }
  });

  it('flat cells that tear never let heat run uphill, and stay stable', () => {
    const size = [0.025, 0.005] as const; // the angles at the tips are obtuse
    const { world, p, springs, heat } = sheet({ structure: 'trimm', side: 9, size, airLoss: 0 });
    for (let i = 0; i < p.count; i++) {
      p.pin(i);
      p.temperature.view[i] = 293.15 + 40 * ((i * 7) % 5);
    }
    const ends = springs.ends.view;
    for (let i = 0; i < springs.count; i++) if ((i * 11) % 7 < 2) springs.stiffness.view[i] = 0;
    run(world, 0.1, 20);
    const most = Math.max(...p.temperature.view.subarray(0, p.count));
    expect(most).toBeLessThan(293.15 + 160 + 1); // an obtuse angle may overshoot a jagged start by a little
    expect(Math.min(...p.temperature.view.subarray(0, p.count))).toBeGreaterThan(293.15 - 1);
    expect(heat.conduction.conductance.view.some((g) => g < 0)).toBe(true);
    const conducts = new Map<string, number>();
    heat.conduction.conductance.view.forEach((g, k) => {
      conducts.set([...heat.conduction.ends.view.slice(2 * k, 2 * k + 2)].sort((a, b) => a - b).join(), g);
    });
    // Whoever broke the spring.
    springs.stiffness.view.forEach((k, i) => {
      if (k === 0) expect(conducts.get([ends[2 * i], ends[2 * i + 1]].join()) ?? 0).toBe(0);
    });
    let seed = 1;
    for (let trial = 0; trial < 50; trial++) {
      const t = Array.from({ length: p.count }, () => {
        seed = (seed * 48271) % 2147483647;
        return seed / 2147483647;
      });
      let power = 0;
      heat.conduction.conductance.view.forEach((g, k) => {
        const d = t[heat.conduction.ends.view[2 * k]] - t[heat.conduction.ends.view[2 * k + 1]];
        power += g * d * d;
      });
      expect(power).toBeGreaterThan(0);
    }
  });

  it('torn triangles have no area and no thickness', () => {
    const { world, p, springs, lattice, heat, warm } = sheet({ structure: 'slamm' });
    const gauge = new ThicknessGauge(warm);
    const area = () => heat.radiation.area.view.subarray(0, p.count).reduce((a, b) => a + b, 0);
    for (let i = 0; i < p.count; i++) p.pin(i);
    step(world, 0.01);
    const before = area();
    // A mass in the middle is cut out of both layers and drawn far away.
    const loose = [14, lattice.first[1] + 12];
    springs.stiffness.view.forEach((_, i) => {
      const [a, b] = [springs.ends.view[2 * i], springs.ends.view[2 * i + 1]];
      if (loose.includes(a) || loose.includes(b)) springs.stiffness.view[i] = 0;
    });
    for (const i of loose) p.y[i] -= 1;
    step(world, 0.01);
    // Six of fifty triangles below, six of 32 above, where the share is 25/16.
    const share = (1 - 6 / 50 + 1 - 6 / 32) / 2;
    expect(area() / before).toBeCloseTo(share, 9);
    gauge.update(world);
    for (const t of gauge.thickness) expect(t / 2.5e-4).toBeCloseTo(1, 9);
    const fresh = new ThicknessGauge(warm);
    fresh.update(world);
    expect([...fresh.thickness]).toEqual([...gauge.thickness]);
    // Back to an earlier state: the triangles come back with the springs.
    springs.stiffness.view.fill(2);
    for (const i of loose) p.y[i] += 1;
    step(world, 0.01);
    expect(area() / before).toBeCloseTo(1, 9);
  });

  it('both bare sides have the whole area of the sheet, whatever the lattice', () => {
    for (const structure of ['samm', 'trimm', 'provot-2d'] as const) {
      const { world, heat, lattice } = sheet({ structure, layers: structure === 'provot-2d' ? 1 : 2 });
      step(world, 1e-3);
      const area = heat.radiation.area.view.subarray(0, lattice.masses.length).reduce((a, b) => a + b, 0);
      expect(area / (2 * 0.025 * 0.025)).toBeCloseTo(1, 9);
    }
  });
});
