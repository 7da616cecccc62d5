/** The membrane against its energy, its energy against principal stretches, and what setting does to it. */
import { describe, expect, it } from 'vitest';
import {
  addMembraneSheet,
  airDamping,
  createIntegrator,
  type Explicit,
  type MembraneLaw,
  type MembraneSheetOptions,
} from '../../../../src/engine.ts';
import { step, World } from '../../../../src/index.ts';

const HOT = 420;
const COLD = 300;
const SETTING = { glassTransition: 353, transitionWidth: 20, coldStiffening: 10 };

function sheetWorld(more: Partial<MembraneSheetOptions> = {}) {
  const world = new World(createIntegrator('verlet'));
  const sheet = addMembraneSheet(world, {
    name: 'sheet',
    size: [1, 0.8],
    points: [6, 5],
    thickness: 0.01,
    density: 1000,
    shearModulus: 1000,
    clamp: 'none',
    ...more,
  });
  return { world, sheet };
}

/** Stretched, sheared and bent, by up to a half. */
function deform({ particles: p }: World): void {
  for (let i = 0; i < p.count; i++) {
    const [x, z] = [p.x[i], p.z[i]];
    p.x[i] = 1.4 * x + 0.2 * z * z;
    p.y[i] = 0.3 * x * x - 0.2 * x * z;
    p.z[i] = 0.9 * z + 0.3 * x;
    p.vx[i] = Math.sin(7 * i);
    p.vy[i] = Math.cos(5 * i);
    p.vz[i] = Math.sin(3 * i + 1);
  }
}

describe.each(['neo-hookean', 'large-stretch'] as const)('a %s membrane', (law: MembraneLaw) => {
  it('pulls by the gradient of its energy', () => {
    const { world, sheet } = sheetWorld({ law });
    deform(world);
    const p = world.particles;
    p.force.view.fill(0);
    sheet.membrane.add(world);
    const force = p.force.view.slice();
    const x = p.position.view;
    const size = Math.max(...force.map(Math.abs));
    for (let axis = 0; axis < 3; axis++) {
      for (let i = 0; i < p.count; i++) {
        const at = axis * p.stride + i;
        const here = x[at];
        const d = 1e-5;
        x[at] = here + d;
        const up = sheet.membrane.energy(world);
        x[at] = here - d;
        const down = sheet.membrane.energy(world);
        x[at] = here;
        // Rounding of 1 J over 2e-5 m, and the third derivative: together under 1e-7 of the largest force.
        expect(Math.abs(force[at] + (up - down) / (2 * d))).toBeLessThan(1e-6 * size);
      }
    }
  });

  it('has the energy of its principal stretches', () => {
    const { world, sheet } = sheetWorld({ law });
    const p = world.particles;
    const [a, b] = [1.7, 0.8];
    for (let i = 0; i < p.count; i++) {
      p.x[i] *= a;
      p.z[i] *= b;
    }
    const kappa = law === 'neo-hookean' ? 1 : 0;
    const density = 0.5 * 1000 * 0.01 * (a * a + b * b + kappa / (a * b) ** 2 - 2 - kappa);
    expect(sheet.membrane.energy(world)).toBeCloseTo(density * 0.8, 12);
    expect(sheet.membrane.thicknessOf(world, 3)).toBeCloseTo(0.01 / (a * b), 14);
    const strain = { sum: 0, count: 0, max: 0 };
    sheet.addStrain?.(world, strain);
    expect(strain.max).toBeCloseTo(a - 1, 12);
    expect(strain.sum / strain.count).toBeCloseTo(a - 1, 12);
  });

  it('does not notice being moved and turned', () => {
    const { world, sheet } = sheetWorld({ law });
    deform(world);
    const before = sheet.membrane.energy(world);
    const p = world.particles;
    for (let i = 0; i < p.count; i++) {
      [p.x[i], p.y[i], p.z[i]] = [0.6 * p.x[i] - 0.8 * p.y[i] + 3, 0.8 * p.x[i] + 0.6 * p.y[i], p.z[i] - 2];
    }
    expect(sheet.membrane.energy(world) / before).toBeCloseTo(1, 13);
  });

  it('exerts no net force and no net torque', () => {
    const { world, sheet } = sheetWorld({ law, viscosity: 50 });
    deform(world);
    const { particles: p } = world;
    p.force.view.fill(0);
    sheet.membrane.add(world);
    const sum = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < p.count; i++) {
      sum[0] += p.fx[i];
      sum[1] += p.fy[i];
      sum[2] += p.fz[i];
      sum[3] += p.y[i] * p.fz[i] - p.z[i] * p.fy[i];
      sum[4] += p.z[i] * p.fx[i] - p.x[i] * p.fz[i];
      sum[5] += p.x[i] * p.fy[i] - p.y[i] * p.fx[i];
    }
    for (const part of sum) expect(Math.abs(part)).toBeLessThan(1e-13); // of forces up to 10 N
  });
});

describe('viscosity', () => {
  /** W of the viscous forces. */
  function power(motion: (x: number, z: number) => readonly [number, number, number]): number {
    const viscosity = 40;
    const { world, sheet } = sheetWorld({ viscosity });
    const p = world.particles;
    for (let i = 0; i < p.count; i++) [p.vx[i], p.vy[i], p.vz[i]] = motion(p.x[i], p.z[i]);
    p.force.view.fill(0);
    sheet.membrane.add(world); // flat and unstretched: elastic forces are zero
    let sum = 0;
    for (let i = 0; i < p.count; i++) sum += p.fx[i] * p.vx[i] + p.fy[i] * p.vy[i] + p.fz[i] * p.vz[i];
    return sum / (viscosity * 0.01 * 0.8);
  }

  it('takes out what an incompressible film does: −2η (d:d + (tr d)²) per volume', () => {
    expect(power((x, z) => [x, 0, z])).toBeCloseTo(-12, 12); // d = 1 both ways: 2 (2 + 4)
    expect(power((x) => [x, 0, 0])).toBeCloseTo(-4, 12); // 2 (1 + 1)
    expect(power((_, z) => [z, 0, 0])).toBeCloseTo(-1, 12); // d₁₂ = ½ twice
  });

  it('does nothing to a rigid motion', () => {
    expect(power((x, z) => [3 + z, 1, -x])).toBeCloseTo(0, 12);
    expect(power((x, z) => [0, x - 2 * z, 0])).toBeCloseTo(0, 12);
  });
});

describe('setting', () => {
  it('a sheet that cools keeps its shape, and gives it up when heated again', () => {
    const { world, sheet } = sheetWorld({ setting: SETTING, temperature: HOT });
    world.addForce(airDamping(5));
    const p = world.particles;
    const width = () => p.x[sheet.index(5, 2)] - p.x[sheet.index(0, 2)];
    step(world, 1e-4);
    for (let i = 0; i < p.count; i++) {
      p.x[i] *= 1.5;
      p.vx[i] = 0;
    }
    p.temperature.view.fill(COLD);
    const formed = width();
    for (let k = 0; k < 200; k++) step(world, 1e-3);
    expect(width() / formed).toBeCloseTo(1, 12);
    expect(Math.abs(sheet.membrane.energy(world) + (sheet.glass?.energy(world) ?? 1))).toBeLessThan(1e-12); // rounding of 50 J
    expect(sheet.drawing.wall(world).thickness[7]).toBeCloseTo(0.01 / 1.5, 14); // set, but thin all the same
    p.temperature.view.fill(HOT);
    for (let k = 0; k < 3000; k++) step(world, 1e-3);
    expect(width()).toBeCloseTo(1, 3);
  });

  it('no force jumps while it cools: setting is smooth, whatever the stretch', () => {
    const { world, sheet } = sheetWorld({ setting: SETTING, temperature: HOT, clamp: 'rim' });
    const p = world.particles;
    for (let i = 0; i < p.count; i++) {
      p.x[i] *= 1.6;
      p.pin(i); // held, so that only the material changes
    }
    const pull: number[] = [];
    for (let kelvin = HOT; kelvin >= COLD; kelvin -= 0.25) {
      p.temperature.view.fill(kelvin);
      step(world, 1e-5);
      p.force.view.fill(0);
      for (const force of world.forces) force.add(world, 0);
      pull.push(p.fx[sheet.index(5, 2)]);
    }
    const first = Math.abs(pull[0]);
    expect(first).toBeGreaterThan(0.1);
    expect(Math.abs(pull.at(-1) as number)).toBeLessThan(1e-12 * first + 1e-12); // the glass took the shape over
    pull.forEach((force, k) => {
      if (k > 0) expect(Math.abs(force - pull[k - 1])).toBeLessThan(0.02 * first); // 1.5 · 0.25 K/20 K
    });
  });

  it('the modulus goes from hot to cold and back the same way', () => {
    const { world, sheet } = sheetWorld({ setting: SETTING, temperature: HOT });
    const modulus = (kelvin: number) => {
      world.particles.temperature.view.fill(kelvin);
      step(world, 1e-6);
      const glass = sheet.glass?.stiffness.view[0] ?? 0;
      return (sheet.membrane.stiffness.view[0] + glass) / sheet.membrane.builtStiffness.view[0];
    };
    const kelvins = [HOT, 365, 360, 353, 348, COLD];
    const down = kelvins.map(modulus);
    const up = kelvins.toReversed().map(modulus).toReversed();
    expect(up).toEqual(down);
    expect(down[0]).toBe(1);
    expect(down[3]).toBeCloseTo(5.5, 12);
    expect(down[5]).toBe(10);
  });

  it('the same state after a measurement at its stiffest', () => {
    const { world, sheet } = sheetWorld({ setting: SETTING, temperature: HOT });
    step(world, 1e-6);
    const stiffness = () => (sheet.glass?.stiffness.view[4] ?? 0) + sheet.membrane.stiffness.view[4];
    const before = stiffness();
    const { atStiffest } = sheet.dynamics as Explicit;
    expect(atStiffest?.(stiffness)).toBeCloseTo(10 * before, 12);
    expect(stiffness()).toBe(before);
  });
});

describe('blanks', () => {
  it('a disc has its rim on a circle, its area, and no sliver', () => {
    const { world, sheet } = sheetWorld({ outline: 'disc', size: [2, 2], points: [21, 21], clamp: 'rim' });
    const p = world.particles;
    for (let k = 0; k < 21; k++) {
      const i = sheet.index(k, 0);
      expect(Math.hypot(p.x[i], p.z[i])).toBeCloseTo(1, 12);
      expect(p.inverseMass.view[i]).toBe(0);
    }
    const mass = p.mass.view.reduce((sum, m) => sum + m, 0);
    const corner = (2 * Math.PI) / 80;
    expect(mass / (1000 * 0.01 * Math.PI)).toBeCloseTo(Math.sin(corner) / corner, 12); // the rim is an 80-gon
    const t = sheet.triangles.view;
    for (let k = 0; k < t.length; k += 3) {
      const [a, b, c] = [t[k], t[k + 1], t[k + 2]];
      const up = (p.z[b] - p.z[a]) * (p.x[c] - p.x[a]) - (p.x[b] - p.x[a]) * (p.z[c] - p.z[a]);
      expect(up / 2).toBeGreaterThan(0.1 * 0.1 * 0.2); // a fifth of a cell at least, and facing up
    }
  });

  it('holds all masses outside a circle', () => {
    const { world } = sheetWorld({ clamp: { radius: 0.35 }, points: [21, 17] });
    const p = world.particles;
    for (let i = 0; i < p.count; i++) {
      expect(p.inverseMass.view[i] === 0).toBe(Math.hypot(p.x[i], p.z[i]) > 0.35);
    }
  });

  it.each([
    [{ points: [2, 5] }, /points\[0\]/],
    [{ outline: 'disc' }, /a disc has as many rows as columns/],
    [{ outline: 'star' }, /outline: must be one of rectangle, disc/],
    [{ thickness: 0 }, /thickness: must be > 0/],
    [{ viscosity: -1 }, /viscosity: must be >= 0/],
    [{ clamp: { radius: -1 } }, /clamp.radius/],
    [{ clamp: 'edge' }, /clamp: must be one of rim, none, got edge/],
    [{ law: 'mooney' }, /law: must be one of neo-hookean, large-stretch, got mooney/],
    [{ setting: { ...SETTING, coldStiffening: 0.5 } }, /coldStiffening: must be >= 1/],
  ])('refuses %o', (more, message) => {
    expect(() => sheetWorld(more as never)).toThrow(message);
  });
});
