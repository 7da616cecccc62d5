import { restore, run, snapshot, step, World } from 'pliant';
import {
  areaVector,
  createHeater,
  createIntegrator,
  discPolygon,
  type HeatBody,
  HeatExchange,
  type HeatLink,
  type HeatOptions,
  heatBalance,
  IN_CONTACT,
  rectanglePolygon,
  STEFAN_BOLTZMANN,
  temperatureAt,
  ViewFactor,
} from 'pliant/engine';
import { describe, expect, it } from 'vitest';

/** A row of particles of 1 g each, one square centimetre of bare top a particle where `bare`. */
function row(count: number, options: Partial<HeatOptions> & { links?: HeatLink[]; bare?: boolean } = {}) {
  const { links = [], bare = false, ...rest } = options;
  const world = new World(createIntegrator('euler-cromer'));
  const p = world.particles;
  p.add(3 * count);
  const triangles: number[] = [];
  for (let i = 0; i < 3 * count; i++) {
    const corner = i % 3;
    // Each triangle has 3 cm², a third of it for each of its corners.
    p.x[i] = 0.05 * Math.floor(i / 3) + (corner === 1 ? SIDE : 0);
    p.z[i] = corner === 2 ? -SIDE : 0;
    p.setMass(i, 1e-3);
    if (corner === 0) triangles.push(i, i + 1, i + 2);
  }
  const faces = bare ? [{ triangles, side: 1 as const }] : [];
  const body: HeatBody = {
    name: 'row',
    first: 0,
    count: 3 * count,
    heatCapacity: 1000,
    emissivity: 0.9,
    faces,
    links,
  };
  const heat = new HeatExchange(world, { bodies: [body], ambient: 293.15, airLoss: 0, ...rest });
  world.add(heat);
  return { world, heat, p };
}
const SIDE = Math.sqrt(6e-4);

function shifted(polygon: Float64Array, x: number, y: number, z: number): Float64Array {
  return polygon.map((value, i) => value + [x, y, z][i % 3]);
}

describe('view factors', () => {
  const factor = new ViewFactor();
  const factorTo = (polygon: Float64Array, ...patch: [number, number, number, number, number, number]) =>
    factor.to(polygon, areaVector(polygon), ...patch);
  const up = [0, 1, 0] as const;

  it('adds up: a rectangle in four pieces is the same rectangle, seen from anywhere', () => {
    for (const [x, z] of [
      [0, 0],
      [0.9, 0.1],
      [-2, 1.3],
    ]) {
      const whole = factorTo(shifted(rectanglePolygon(2, 2), 0, 1, 0), x, 0, z, ...up);
      let sum = 0;
      for (const u of [-0.5, 0.5])
        for (const w of [-0.5, 0.5])
          sum += factorTo(shifted(rectanglePolygon(1, 1), u, 1, w), x, 0, z, ...up);
      expect(sum).toBeCloseTo(whole, 14);
    }
  });

  it('is 1 under an endless ceiling, a half when it stands upright', () => {
    const ceiling = shifted(rectanglePolygon(1e4, 1e4), 0, 1, 0);
    expect(factorTo(ceiling, 0, 0, 0, 0, 1, 0)).toBeCloseTo(1, 6);
    expect(factorTo(ceiling, 0, 0, 0, 1, 0, 0)).toBeCloseTo(0.5, 3);
  });

  it('is nothing behind the heater, and nothing for a patch that looks away', () => {
    const panel = shifted(rectanglePolygon(1, 1), 0, 1, 0);
    expect(factorTo(panel, 0, 2, 0, 0, -1, 0)).toBe(0);
    expect(factorTo(panel, 0, 0, 0, 0, -1, 0)).toBe(0);
    expect(factorTo(panel, 0, 1, 0, ...up)).toBe(0);
  });

  it('a disc has its area and looks down', () => {
    const [x, y, z] = areaVector(discPolygon(0.3));
    expect([x, z].map(Math.abs).every((value) => value < 1e-16)).toBe(true);
    expect(y).toBeCloseTo(-Math.PI * 0.09, 14);
  });
});

describe('conduction', () => {
  const chain = (n: number, conductance: number): HeatLink[] =>
    Array.from({ length: n - 1 }, (_, i) => ({ a: i, b: i + 1, conductance }));

  it.each([
    1e-3, 1, 1e3, 1e7,
  ])('keeps the heat to rounding and makes no new extremes, links of %d W/K', (g) => {
    const { world, p } = row(10, { links: chain(30, g), interval: 0.1 });
    for (let i = 0; i < 30; i++) p.temperature.view[i] = 300 + 40 * ((i * 7) % 5);
    const sum = () => p.temperature.view.subarray(0, 30).reduce((a, b) => a + b, 0);
    const before = sum();
    run(world, 0.1, 50);
    expect(Math.abs(sum() / before - 1)).toBeLessThan(1e-12);
    for (let i = 0; i < 30; i++) {
      // The method of second order may overshoot a jagged start by a little in its first steps.
      expect(p.temperature.view[i]).toBeGreaterThan(300 - 1);
      expect(p.temperature.view[i]).toBeLessThan(460 + 1);
    }
    if (g >= 1e3) expect(p.temperature.view[0]).toBeCloseTo(before / 30, 6); // long since even
  });

  it('two bodies: the difference decays as exp(−t k (1/C₁ + 1/C₂))', () => {
    const { world, p } = row(1, { links: [{ a: 0, b: 1, conductance: 0.02 }], interval: 0.05 });
    p.setMass(1, 1e-3);
    p.temperature.view.set([400, 300]);
    run(world, 0.05, 400); // 20 s, and C = 1 J/K: exp(−0.8)
    const t = p.temperature.view;
    expect(t[0] - t[1]).toBeCloseTo(100 * Math.exp(-0.8), 4);
    expect(t[0] + t[1]).toBeCloseTo(700, 10);
  });

  it('a sheet of one temperature keeps it to the last bit', () => {
    const { world, p } = row(5, { links: chain(15, 3), interval: 0.1 });
    run(world, 0.1, 100);
    expect([...p.temperature.view.subarray(0, 15)].every((t) => t === 293.15)).toBe(true);
  });
});

describe('loss to air and room', () => {
  it('Newton: the excess is exp(−t/τ), τ = m c/(h A), at any step', () => {
    for (const steps of [1, 7, 100]) {
      const { world, p } = row(1, { airLoss: 1e4, bare: true, interval: 3 / steps });
      p.temperature.view.fill(393.15);
      const heat = world.schedule.in('heat')[0] as HeatExchange;
      expect(heat.ambient).toBe(293.15);
      // Without radiation: emissivity 0.9 would add 6e-4 of the air's share.
      run(world, 3 / steps, steps);
      // h A = 1 W/K, C = 1 J/K: τ = 1 s but for radiation, 0.08 % of it.
      expect((p.temperature.view[0] - 293.15) / 100).toBeCloseTo(Math.exp(-3), 3);
    }
  });

  it('radiation into the cold: T/T₀ = (1 + 3 t/t_r)^(−1/3), of second order in the step', () => {
    const rows = [
      [0.1, 0.916260327074],
      [0.5, 0.736806299728],
      [1, 0.629960524947],
      [5, 0.396850262992],
      [20, 0.254032952009],
    ];
    const start = 1000;
    const scale = 1 / (0.9 * STEFAN_BOLTZMANN * 1e-4 * start * start * start); // t_r, s
    const cooled = (time: number, steps: number) => {
      const { world, p } = row(1, { ambient: 1e-6, bare: true, interval: (time * scale) / steps });
      p.temperature.view.fill(start);
      run(world, (time * scale) / steps, steps);
      return p.temperature.view[0] / start;
    };
    for (const [time, exact] of rows) expect(cooled(time, 400)).toBeCloseTo(exact, 3);
    const errors = [20, 40].map((steps) => Math.abs(cooled(1, steps) - rows[2][1]));
    expect(errors[0] / errors[1]).toBeGreaterThan(3.5); // 4 for second order
  });

  it('an oven that jumps warms the sheet steadily, never past the oven', () => {
    const { world, heat, p } = row(1, { airLoss: 20, bare: true });
    run(world, 0.1, 10);
    expect(p.temperature.view[0]).toBe(293.15);
    heat.ambient = 500;
    let last = 293.15;
    for (let i = 0; i < 40; i++) {
      step(world, 100);
      expect(p.temperature.view[0]).toBeGreaterThanOrEqual(last);
      expect(p.temperature.view[0]).toBeLessThanOrEqual(500 + 1e-9);
      last = p.temperature.view[0];
    }
    expect(last).toBeCloseTo(500, 3);
    expect(() => {
      heat.ambient = -1;
    }).toThrow('ambient: must be > 0');
  });
});

describe('heaters', () => {
  const panel = (options = {}) =>
    createHeater({
      name: 'panel',
      faces: [shifted(rectanglePolygon(2, 2), 0, 0.5, 0)],
      temperature: 800,
      ...options,
    });

  it('warm a bare sheet below them, the more the nearer, and not while they are off', () => {
    const keyframes = [{ time: 0 }, { time: 1, temperature: 800 }, { time: 2 }];
    const { world, p } = row(30, { bare: true, heaters: [panel({ keyframes })] });
    run(world, 0.1, 9);
    expect(p.temperature.view[0]).toBe(293.15);
    run(world, 0.1, 10);
    expect(p.temperature.view[0]).toBeGreaterThan(293.6);
    expect(p.temperature.view[0]).toBeGreaterThan(p.temperature.view[87]); // 1.45 m to the side
    const { radiated } = heatBalance(world);
    run(world, 0.1, 10);
    expect(heatBalance(world).radiated - radiated).toBeLessThan(0.2 * radiated); // the last tenth of a second
  });

  it('what a solid hides gets nothing, what it half hides about half', () => {
    const shade = (share: number) => {
      const blocked = (_from: Float64Array, to: Float64Array) => to[0] < 2 * share - 1;
      const { world } = row(1, { bare: true, heaters: [panel()], blocked });
      step(world, 0.01);
      return heatBalance(world).radiated;
    };
    const open = shade(0);
    expect(shade(1.01)).toBe(0);
    expect(shade(0.5) / open).toBeGreaterThan(0.3);
    expect(shade(0.5) / open).toBeLessThan(0.7);
  });

  it('their temperature goes by keyframes', () => {
    const keys = [{ time: 1, temperature: 400 }, { time: 3, temperature: 600 }, { time: 4 }];
    expect([0, 1, 2, 3.5, 4, 9].map((time) => temperatureAt(keys, time, 1, 293))).toEqual([
      400, 400, 500, 600, 293, 293,
    ]);
    expect(temperatureAt([], 5, 700, 293)).toBe(700);
  });

  it('refuse what makes no sense, by field', () => {
    expect(() => panel({ temperature: -5 })).toThrow('panel.temperature: must be > 0, got -5');
    expect(() => panel({ emissivity: 2 })).toThrow('panel.emissivity');
    expect(() => panel({ faces: [new Float64Array(6)] })).toThrow(
      'panel.faces[0]: must have at least 3 corners',
    );
    expect(() => panel({ faces: [new Float64Array(9)] })).toThrow('panel.faces[0]: has no area');
    expect(() => panel({ keyframes: [{ time: 1 }, { time: 1 }] })).toThrow('panel.keyframes[1].time');
    expect(() => row(1, { airLoss: Number.NaN })).toThrow('airLoss: must be a finite number');
    expect(() => row(1, { links: [{ a: 0, b: 99, conductance: 1 }] })).toThrow('row.links[0].b');
    expect(() => row(1, { links: [{ a: 0, b: 1, conductance: -1 }] })).toThrow('row.links[0].conductance');
    const face = (triangles: number[], more = {}) => {
      const world = new World(createIntegrator('euler-cromer'));
      world.particles.add(3);
      const faces = [{ triangles, side: 1 as const, ...more }];
      const body = { name: 'b', first: 0, count: 3, heatCapacity: 1, emissivity: 1, faces, links: [] };
      return new HeatExchange(world, { bodies: [body], ambient: 293, airLoss: 0 });
    };
    face([0, 1, 2]);
    for (const wrong of [3, -1, 0.5, Number.NaN])
      expect(() => face([0, 1, wrong])).toThrow(
        'b.faces[0].triangles[2]: must be a whole number from 0 to 2',
      );
    expect(() => face([0, 1])).toThrow('b.faces[0].triangles: must have 3 corners per triangle');
    expect(() => face([0, 1, 2], { side: 0 })).toThrow('b.faces[0].side');
    expect(() => face([0, 1, 2], { share: Number.NaN })).toThrow('b.faces[0].share');
    const plate = { name: 'plate', temperature: Number.NaN, conductance: 1, touches: () => false };
    expect(() => row(1, { hotBodies: [plate] })).toThrow('plate.temperature');
  });

  it('are looked at again before a patch near a large panel sees it otherwise', () => {
    // A panel of 2 m; the patches pass 5 mm below its rim, in steps too small to notice from its first sample.
    const large = panel({ faces: [shifted(rectanglePolygon(2, 2), 0, 0.005, 0)] });
    const { world, heat, p } = row(1, { bare: true, heaters: [large], interval: 1e-3 });
    const factor = new ViewFactor();
    for (let i = 0; i < 3; i++) p.x[i] += 0.98;
    for (let k = 0; k < 300; k++) {
      for (let i = 0; i < 3; i++) p.x[i] += 1e-4;
      step(world, 0.0011); // the last of twelve looks
      if (k % 12 !== 0) continue;
      for (let i = 0; i < 3; i++) {
        const exact = factor.to(large.faces[0], large.areas[0], p.x[i], p.y[i], p.z[i], 0, 1, 0);
        expect(Math.abs(heat.radiation.view.view[i] - exact)).toBeLessThan(0.01);
      }
    }
  });

  it('a temperature that is no number stops the world and is named', () => {
    const { world, p } = row(2, { bare: true });
    p.temperature.view[4] = Number.NaN;
    const { fault } = step(world, 0.01);
    expect(fault?.cause).toContain('temperature of particle 4');
    expect(fault?.advice).toContain('temperature');
  });
});

/** Everything at once: heater, air, room, contact with a hot body, conduction. */
function kitchen() {
  const links = Array.from({ length: 29 }, (_, i) => ({ a: i, b: i + 1, conductance: 0.01 }));
  const heaters = [
    createHeater({
      name: 'panel',
      faces: [shifted(discPolygon(0.3), 0.2, 0.4, 0)],
      temperature: 900,
      keyframes: [{ time: 0, temperature: 900 }, { time: 40 }],
    }),
  ];
  const plate = {
    name: 'plate',
    temperature: 430,
    conductance: 200,
    touches: (_: World, i: number) => i % 4 === 0,
  };
  const oven = [
    { time: 0, temperature: 293.15 },
    { time: 60, temperature: 380 },
    { time: 90, temperature: 260 },
  ];
  const made = row(10, { links, heaters, hotBodies: [plate], airLoss: 12, oven, bare: true });
  for (let i = 0; i < 30; i += 2) made.p.flags.view[i] |= IN_CONTACT;
  return made;
}

describe('the accounts of heat', () => {
  it('close over a long run with everything at work', () => {
    const { world } = kitchen();
    run(world, 1 / 60, 7200);
    const balance = heatBalance(world);
    for (const name of ['stored', 'radiated', 'air', 'room', 'contact'] as const)
      expect(Math.abs(balance[name])).toBeGreaterThan(0.01);
    // Rounding of 14,400 exchanges; the contract is 1e-6.
    expect(balance.relativeError).toBeLessThan(1e-9);
  });

  it('are those of ∫ h A (T − T_a) dt and ∫ ε σ A (T⁴ − T_a⁴) dt, to the second order of the step', () => {
    const wrong = [0.4, 0.2].map((dt) => {
      const { world, p } = row(2, { airLoss: 40, bare: true, interval: dt });
      p.temperature.view.fill(700, 0, 3);
      p.temperature.view.fill(500, 3, 6);
      const loss = () => {
        let [air, room] = [0, 0];
        for (let i = 0; i < 6; i++) {
          const t = p.temperature.view[i];
          air += 40 * 1e-4 * (t - 293.15);
          room += 0.9 * STEFAN_BOLTZMANN * 1e-4 * (t ** 4 - 293.15 ** 4);
        }
        return [air, room];
      };
      // The trapezoidal rule over the temperatures that the run went through: of the second order too.
      const sum = [0, 0];
      let before = loss();
      for (let k = 0; k < 120 / dt; k++) {
        step(world, dt);
        const now = loss();
        for (const n of [0, 1]) sum[n] += 0.5 * dt * (before[n] + now[n]);
        before = now;
      }
      const { air, room } = heatBalance(world);
      return [Math.abs(air) / sum[0] - 1, Math.abs(room) / sum[1] - 1].map(Math.abs);
    });
    for (const n of [0, 1]) {
      expect(wrong[0][n]).toBeLessThan(1e-4);
      expect(wrong[0][n] / wrong[1][n]).toBeGreaterThan(3.5); // 4 for second order
    }
  });

  it('know no heat that is not there', () => {
    const world = new World(createIntegrator('rk4'));
    expect(heatBalance(world)).toMatchObject({ stored: 0, error: 0, relativeError: 0 });
  });

  it('go on with the same bytes after a snapshot', () => {
    const one = kitchen();
    run(one.world, 1 / 60, 50);
    const kept = snapshot(one.world);
    run(one.world, 1 / 60, 50);
    const other = kitchen();
    restore(other.world, kept);
    run(other.world, 1 / 60, 50);
    expect([...other.p.temperature.view]).toEqual([...one.p.temperature.view]);
    expect(heatBalance(other.world)).toEqual(heatBalance(one.world));
  });
});
