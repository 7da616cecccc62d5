import {
  airDamping,
  createHeater,
  createIntegrator,
  createLattice,
  evaluateForces,
  gravity,
  HeatExchange,
  type HeatOptions,
  heatBalance,
  modulusFactor,
  rectanglePolygon,
  relaxationRate,
  restore,
  run,
  Softening,
  Springs,
  type StructureName,
  sheetHeat,
  snapshot,
  step,
  type ThermalMaterial,
  ThesisHeat,
  ThicknessGauge,
  thermalCurves,
  thermalOf,
  viscoelastic,
  World,
} from 'pliant';
import { describe, expect, it } from 'vitest';

const styrene = thermalOf('styrene-0.25');
/** Melts and flows within seconds, so that tests are short. */
const wax: ThermalMaterial = { ...styrene, relaxationTime: 0.5, rubberyShare: 0.01, hotBreakStretch: 3 };

interface SheetOptions extends Partial<HeatOptions> {
  structure?: StructureName;
  layers?: number;
  material?: ThermalMaterial;
  changes?: boolean;
  side?: number;
  retardation?: number;
  size?: readonly [number, number];
}

/** A sheet of 2.5 cm and a gram that holds as much heat as 0.25 mm of styrene: 0.2 J/K. */
function sheet(options: SheetOptions = {}) {
  const {
    structure = 'samm',
    layers = 2,
    material = wax,
    changes = true,
    side = 6,
    retardation,
    size = [0.025, 0.025],
    ...heatOptions
  } = options;
  const world = new World(createIntegrator('rk4'));
  const lattice = createLattice({
    structure,
    columns: side,
    rows: side,
    layers,
    size,
    layerDistance: 1e-3,
  });
  const p = world.particles;
  p.add(lattice.masses.length);
  lattice.masses.forEach(({ x, y, z }, i) => {
    p.setMass(i, 1e-3 / lattice.masses.length);
    [p.x[i], p.y[i], p.z[i]] = [x, y, z];
  });
  const list = lattice.springs.map(({ a, b, rest }) => ({ a, b, rest, stiffness: 2, damping: 1e-3 }));
  const springs = new Springs(world, 'springs', list, { changes });
  world.forces.push(springs);
  if (retardation) viscoelastic(world, springs, { model: 'kelvin-voigt', retardation });
  const warm = { name: 'sheet', first: 0, count: lattice.masses.length, lattice, springs, thickness: 2.5e-4 };
  const properties = { ...material, heatCapacity: 203 };
  const heat = new HeatExchange(world, {
    bodies: [sheetHeat(warm, properties)],
    ambient: 293.15,
    airLoss: 10,
    ...heatOptions,
  });
  const softening = new Softening(world, warm, heat, thermalCurves(material));
  world.heat.push(heat, softening);
  return { world, p, springs, lattice, heat, softening, warm };
}

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
    expect(() => sheet({ changes: false })).toThrow('make the sheet with changes: true');
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
    world.forces.push(gravity([0, -1, 0]), airDamping(5));
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
  made.world.forces.push(gravity([0, -1, 0]), airDamping(20));
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
    made.world.forces.push(gravity([0, -1, 0]), airDamping(20));
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
    base.world.heat.length = 0;
    for (let i = 0; i < base.p.count; i++) base.p.pin(i);
    const heat = new ThesisHeat(base.world, base.warm, { ...rules, ...options });
    base.world.heat.push(heat);
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
