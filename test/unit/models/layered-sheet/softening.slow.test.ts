/** Sheets that soften, flow and part as they get hot, without a jerk. */
import { restore, run, snapshot, step } from 'pliant';
import {
  airDamping,
  createHeater,
  evaluateForces,
  gravity,
  heatBalance,
  modulusFactor,
  rectanglePolygon,
  relaxationRate,
  viscoelastic,
} from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import { type SheetOptions, sheet, styrene, wax } from './warm-sheet.ts';

describe('softening', () => {
  it('gives every spring its first stiffness times the factor at its mean temperature, and back again', () => {
    const { world, p, springs, softening } = sheet();
    const first = [...springs.stiffness.view];
    for (let i = 0; i < p.count; i++) p.temperature.view[i] = 330 + 2 * i;
    softening.soften(world);
    for (let i = 0; i < springs.count; i++) {
      const t = 330 + springs.ends.view[2 * i] + springs.ends.view[2 * i + 1];
      expect(springs.stiffness.view[i] / (first[i] * modulusFactor(wax, t))).toBeCloseTo(1, 5);
      // The share of critical damping c/√k stays.
      expect(springs.damping.view[i] / Math.sqrt(springs.stiffness.view[i])).toBeCloseTo(
        1e-3 / Math.sqrt(2),
        12,
      );
    }
    p.temperature.view.fill(293.15);
    softening.soften(world);
    springs.stiffness.view.forEach((k, i) => {
      expect(k / first[i]).toBeCloseTo(1, 12); // the table's rounding
    });
  });

  it('a Kelvin–Voigt dashpot softens as its spring does, before or after softening is there', () => {
    const late = sheet();
    viscoelastic(late.world, late.springs, { model: 'kelvin-voigt', retardation: 0.01 });
    const early = sheet({ retardation: 0.01 });
    for (const { world, p, springs, softening } of [late, early]) {
      p.temperature.view.fill(400);
      softening.soften(world);
      const k = springs.stiffness.view[0];
      expect(k).toBeLessThan(0.1);
      expect(springs.damping.view[0]).toBeCloseTo(1e-3 * Math.sqrt(k / 2) + 0.01 * k, 12);
    }
  });

  it('parts above the glass transition too when drawn too far, however stiff the flow', () => {
    for (const [temperature, parts] of [
      [styrene.glassTransition - 5, false],
      [styrene.glassTransition + 5, true],
    ] as const) {
      const { world, p, springs, lattice } = sheet({ airLoss: 0, ambient: temperature, material: styrene });
      for (let i = 0; i < p.count; i++) {
        p.pin(i);
        p.x[i] *= 4.2; // hotBreakStretch is 4
        p.temperature.view[i] = temperature;
      }
      step(world, 1e-3);
      springs.stiffness.view.forEach((k, i) => {
        const { kind } = lattice.springs[springs.order[i]];
        if (kind !== 'layer') expect(k === 0).toBe(parts && kind === 'x');
      });
    }
  });

  it('needs springs that may change', () => {
    expect(() => sheet({ changes: false })).toThrow(
      'its springs are fixed. Make them, or their sheet, with changes: true.',
    );
  });

  it('relaxes a held stress as exp(−t/τ), the same at any step', () => {
    const stresses = [0.1, 0.02].map((dt) => {
      const { world, p, springs, lattice } = sheet({ ambient: 423.15, airLoss: 0 });
      // Held 10 % longer than it is made, at the temperature of the oven.
      for (let i = 0; i < p.count; i++) {
        for (const plane of [p.x, p.y, p.z]) plane[i] *= 1.1;
        p.pin(i);
        p.temperature.view[i] = 423.15;
      }
      run(world, dt, Math.round(1 / dt));
      const { a, b, rest } = lattice.springs[springs.order[0]];
      const length = Math.hypot(p.x[a] - p.x[b], p.y[a] - p.y[b], p.z[a] - p.z[b]);
      return (length - springs.rest.view[0]) / (length - rest);
    });
    const exact = Math.exp(-relaxationRate(wax, 423.15));
    for (const stress of stresses) expect(stress / exact).toBeCloseTo(1, 4); // the tables' share
    expect(stresses[0] / stresses[1]).toBeCloseTo(1, 9);
  });

  it('a cold sheet neither flows nor changes', () => {
    const { world, springs } = sheet();
    world.addForce(gravity([0, -1, 0]));
    world.addForce(airDamping(5));
    for (const corner of [0, 5, 30, 35]) world.particles.pin(corner);
    const rest = [...springs.rest.view];
    const stiffness = [...springs.stiffness.view];
    world.substeps = 20;
    run(world, 1 / 60, 120);
    // exp(−Q/RT) leaves 1e-9 of the strain in two seconds, less than what counts as flow.
    expect([...springs.rest.view]).toEqual(rest);
    springs.stiffness.view.forEach((k, i) => {
      expect(k / stiffness[i]).toBeCloseTo(1, 12); // the table's rounding
    });
  });

  it('parts where it is hot and drawn too far or too thin, and nowhere else', () => {
    for (const [stretch, broken] of [
      [2.9, 0],
      [3.1, 1],
    ] as const) {
      const { world, p, springs, lattice, heat } = sheet({
        airLoss: 0,
        ambient: 450,
        material: { ...wax, holeThickness: 0.05 },
      });
      for (let i = 0; i < p.count; i++) {
        p.pin(i);
        p.x[i] *= stretch;
        p.temperature.view[i] = lattice.masses[i].column < 3 ? 300 : 440;
      }
      run(world, 1e-3, 10); // two exchanges of heat: what the first parts conducts no more in the second
      springs.stiffness.view.forEach((k, i) => {
        const { a, b, kind } = lattice.springs[springs.order[i]];
        const hot = p.temperature.view[a] + p.temperature.view[b] > 2 * wax.flowTemperature;
        if (kind === 'x') expect(k === 0).toBe(hot && broken === 1);
        if (kind === 'z') expect(k).toBeGreaterThan(0);
      });
      const cut = heat.conduction.conductance.view.filter((g) => g === 0).length;
      expect(cut > 0).toBe(broken === 1); // what parts conducts no more
    }
    const thin = sheet({ airLoss: 0, ambient: 450, material: { ...wax, holeThickness: 0.3 } });
    for (let i = 0; i < thin.p.count; i++) {
      thin.p.pin(i);
      thin.p.x[i] *= 2;
      thin.p.z[i] *= 2;
      thin.p.temperature.view[i] = 440;
    }
    step(thin.world, 1e-3);
    expect(thin.springs.stiffness.view.every((k) => k === 0)).toBe(true);
  });
});

/** The largest change of force, velocity and position of any mass from one sub-step to the next. */
function jumps(made: ReturnType<typeof sheet>, frames: number, dt: number) {
  const { world, p } = made;
  const largest = { force: 0, velocity: 0, position: 0 };
  const look = () => {
    evaluateForces(world, world.time);
    return {
      force: p.force.view.slice(),
      velocity: p.velocity.view.slice(),
      position: p.position.view.slice(),
    };
  };
  let last = look();
  for (let i = 0; i < frames; i++) {
    expect(step(world, dt).fault).toBeUndefined();
    const now = look();
    for (const name of ['force', 'velocity', 'position'] as const)
      now[name].forEach((value, k) => {
        largest[name] = Math.max(largest[name], Math.abs(value - last[name][k]));
      });
    last = now;
  }
  return largest;
}

/** Hung at two corners, at rest. */
function hung(options: SheetOptions) {
  const made = sheet(options);
  made.world.addForce(gravity([0, -1, 0]));
  made.world.addForce(airDamping(20));
  for (const corner of [0, 5]) made.p.pin(corner);
  run(made.world, 1e-3, 4000);
  return made;
}

/** Softens, flows, and does not part, which would be a jump. */
const tough = { ...wax, rubberyShare: 0.1, hotBreakStretch: 50, holeThickness: 0 };

describe('no jerk', () => {
  it.each([
    [
      'the oven jumps by 150 K',
      (made: ReturnType<typeof sheet>) => {
        made.heat.ambient = 443;
      },
    ],
    ['a heater is on from now on', () => {}],
  ])('when %s: changes from step to step shrink with the step', (what, act) => {
    const heaters = what.startsWith('a heater')
      ? [
          createHeater({
            name: 'panel',
            faces: [rectanglePolygon(0.1, 0.1).map((value, i) => (i % 3 === 1 ? value + 0.03 : value))],
            temperature: 1100,
            keyframes: [{ time: 0 }, { time: 4, temperature: 1100 }],
          }),
        ]
      : [];
    const found = [1e-3, 5e-4].map((dt) => {
      const made = hung({ heaters, interval: 5e-4, material: tough });
      const before = made.p.temperature.view[0];
      act(made);
      const largest = jumps(made, Math.round(2 / dt), dt);
      expect(made.p.temperature.view[0] - before).toBeGreaterThan(20); // it did happen
      expect(made.springs.stiffness.view.every((k) => k > 0)).toBe(true); // and nothing parted, which is a jump
      return largest;
    });
    // A jump would stay as large when the step is halved.
    for (const name of ['force', 'velocity', 'position'] as const)
      expect(found[1][name]).toBeLessThan(0.65 * found[0][name]);
  });
});

it.each(['whole', 'torn'])('a %s sheet that softens goes on with the same bytes after a snapshot', (how) => {
  const start = () => {
    const made = sheet({ oven: [{ time: 0, temperature: 450 }], airLoss: 100 });
    made.world.addForce(gravity([0, -1, 0]));
    made.world.addForce(airDamping(20));
    for (const corner of [0, 5]) made.p.pin(corner);
    made.world.substeps = 20;
    return made;
  };
  const one = start();
  run(one.world, 1 / 60, 60);
  if (how === 'torn') for (let i = 3; i < one.springs.count; i += 9) one.springs.stiffness.view[i] = 0;
  const kept = snapshot(one.world);
  run(one.world, 1 / 60, 30);
  const other = start();
  restore(other.world, kept);
  run(other.world, 1 / 60, 30);
  expect([...other.p.position.view]).toEqual([...one.p.position.view]);
  expect([...other.p.temperature.view]).toEqual([...one.p.temperature.view]);
  expect(heatBalance(one.world).relativeError).toBeLessThan(1e-9);
  expect(one.springs.rest.view[0]).not.toBe(one.lattice.springs[one.springs.order[0]].rest);
});
