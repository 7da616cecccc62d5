/** Heat against closed forms: the numbers are those of the series and integrals, to 12 digits. */
import { run, World } from 'pliant';
import { createIntegrator, HeatExchange } from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import { heatedRod, rodTemperature } from '../../lab/validation/heat-rod.ts';
import { discFactor, patchFactor } from '../../lab/validation/radiation-disc.ts';

describe('a rod heated at one end', () => {
  it.each([
    ['insulated', 0.05, [0.751829635889, 0.429195331743, 0.113848399443, 0.0177832926029, 0.00313080451601]],
    ['insulated', 0.5, [0.941993728852, 0.858101268047, 0.737811724425, 0.657442861783, 0.6292225702]],
    ['hot', 0.1, [0.853309460388, 0.664403403864, 0.52551253962, 0.664403403864, 1]],
    ['cold', 0.2, [0.872602854084, 0.687349495449, 0.411566430126, 0.187586539107, 0]],
  ] as const)('far end %s, Fo %d', (end, fourier, rows) => {
    const { temperatures } = heatedRod(fourier, end, 100);
    [0.1, 0.25, 0.5, 0.75, 1].forEach((x, i) => {
      expect(rodTemperature(x, fourier, end)).toBeCloseTo(rows[i], 10);
      expect(Math.abs(temperatures[Math.round(100 * x)] - rows[i])).toBeLessThan(2e-4); // (Δx/L)² and a bit
    });
  });

  it('converges at order 2 in the spacing', () => {
    const errors = [20, 40].map((cells) =>
      Math.abs(heatedRod(0.05, 'insulated', cells, 800).temperatures[cells / 4] - 0.429195331743),
    );
    expect(Math.log2(errors[0] / errors[1])).toBeGreaterThan(1.8);
  });

  it('one step over the whole time is stable, and right once all is steady', () => {
    const { temperatures } = heatedRod(50, 'cold', 40, 4);
    for (let i = 0; i <= 40; i++) expect(temperatures[i]).toBeCloseTo(1 - i / 40, 3);
  });
});

it('a half space: T = erfc(x / 2√(α t))', () => {
  // So early that the far end knows nothing of it: Fo = 0.0025, and η = x/0.1.
  const { temperatures } = heatedRod(0.0025, 'insulated', 400);
  for (const [eta, exact] of [
    [0.1, 0.887537083982],
    [0.25, 0.723673609832],
    [0.5, 0.479500122187],
    [1, 0.15729920705],
    [1.5, 0.0338948535247],
    [2, 0.00467773498105],
  ])
    expect(Math.abs(temperatures[Math.round(40 * eta)] - exact)).toBeLessThan(2e-4);
});

describe('a patch before a hot disc', () => {
  it.each([
    [0.5, 0, 0.8],
    [0.5, 0.5, 0.72360679775],
    [0.5, 1, 0.378732187482],
    [0.5, 5, 0.000424583454133],
    [1, 0, 0.5],
    [1, 2, 0.0527864045],
    [1, 5, 0.00159236073194],
    [2, 0, 0.2],
  ])('at %d radii, %d off the axis', (distance, offset, exact) => {
    expect(discFactor(distance, offset, 0)).toBeCloseTo(exact, 10);
    expect(patchFactor(distance, offset, 0) / exact).toBeCloseTo(1, 6); // a polygon of 360 corners
  });

  it('tilted on the axis: times the cosine while the disc is above the horizon', () => {
    for (const degrees of [10, 30, 60]) {
      const tilt = (degrees * Math.PI) / 180;
      expect(patchFactor(2, 0, tilt)).toBeCloseTo(0.2 * Math.cos(tilt), 7);
    }
  });

  it.each([
    [1, 0, 80],
    [0.5, 1.5, -60],
    [2, 3, 75],
    [1, 0.3, 120],
  ])('cut by the horizon: %d radii, %d off, %d°', (distance, offset, degrees) => {
    const tilt = (degrees * Math.PI) / 180;
    // The sum over the disc is good to some 1e-6.
    expect(patchFactor(distance, offset, tilt)).toBeCloseTo(discFactor(distance, offset, tilt), 5);
  });

  it('far away it is a point source', () => {
    expect(patchFactor(20, 0, 0) * 400).toBeCloseTo(1, 2);
  });
});

it('lumped cooling: a body without conduction follows exp(−t/τ) to rounding', () => {
  const world = new World(createIntegrator('euler-cromer'));
  const p = world.particles;
  p.add(3);
  p.x.set([0, 1, 0]);
  p.z.set([0, 0, -1]);
  for (let i = 0; i < 3; i++) p.setMass(i, 1 / 6); // a sixth of a square metre each
  p.temperature.view.fill(400);
  const faces = [{ triangles: [0, 1, 2], side: 1 as const }];
  const body = { name: 'plate', first: 0, count: 3, heatCapacity: 1, emissivity: 0, faces, links: [] };
  world.add(new HeatExchange(world, { bodies: [body], ambient: 300, airLoss: 1, interval: 0.5 }));
  for (const [time, excess] of [
    [0.5, 0.606530659713],
    [1, 0.367879441171],
    [2, 0.135335283237],
    [3, 0.0497870683679],
    [5, 0.00673794699909],
  ]) {
    run(world, 0.5, Math.round((time - world.time) / 0.5));
    expect((p.temperature.view[0] - 300) / 100).toBeCloseTo(excess, 11);
  }
});
