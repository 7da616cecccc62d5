/** The physical checks of `pliant validate`, all with their defaults, and at other parameters. */
import { beforeAll, describe, expect, it } from 'vitest';
import { catenaryOf } from '../../lab/validation/catenary.ts';
import { cases, runCase, ValidationError } from '../../lab/validation/index.ts';
import { ENGINE_NAMES } from '../../src/index.ts';
import { pliantHere } from '../faults/cli-session.ts';

const byName = (name: string) => cases.find((one) => one.name === name) as (typeof cases)[number];

describe('pliant validate --json', () => {
  let printed: Awaited<ReturnType<typeof pliantHere>>;
  beforeAll(async () => {
    printed = await pliantHere(['validate', '--json']);
  }, 300_000);

  it.each(cases.filter((one) => !one.long).map((one) => one.name))('passes %s', (name) => {
    const results = JSON.parse(printed.stdout).cases as { case: string }[];
    expect(results.filter((one) => one.case === name)).toMatchObject([{ pass: true }]);
  });

  it('prints one document and nothing else', () => {
    expect(printed).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(printed.stdout)).toMatchObject({ pass: true });
    expect(printed.stdout.endsWith('\n')).toBe(true);
  });
});

describe('validation cases pass', () => {
  it.each(ENGINE_NAMES)('oscillator with %s, whatever the damping', (integrator) => {
    for (const damping of [0, 0.3, 1, 2]) {
      expect(runCase(byName('oscillator'), { integrator, damping, dt: 0.005 })).toMatchObject({ pass: true });
    }
  });

  it.each([
    [0, 10],
    [0.1, 45],
    [0.5, 30],
    [1, 60],
    [0.3, 16.2],
    [0.3, 17.2],
    [0.5, 26],
  ])('incline with friction %s at %s°', (friction, angle) => {
    expect(runCase(byName('incline'), { friction, angle })).toMatchObject({ pass: true });
  });

  it.each([
    // friction ± 0.01 about the critical one, tan 20° = 0.36397; matter creeps within 5 % of it
    ['layered-sheet', 'verlet', 0.374],
    ['layered-sheet', 'euler-cromer', 0.354],
    ['adaptive-grid', 'euler-cromer', 0.374],
    ['adaptive-grid', 'verlet', 0.354],
    ['adaptive-cloth', 'implicit-euler', 0.374],
    ['adaptive-cloth', 'implicit-euler', 0.354],
    ['adaptive-cloth', 'sdirk2', 0.374],
    ['adaptive-cloth', 'sdirk2', 0.354],
    ['lattice-matter', 'euler-cromer', 0.4],
    ['lattice-matter', 'verlet', 0.3],
  ])('incline of 20° with %s and %s at friction %s', (model, engine, friction) => {
    expect(runCase(byName('incline'), { model, engine, friction, angle: 20 })).toMatchObject({ pass: true });
  });

  it.each([
    [0.3, 20],
    [0.3, 30],
    [0.55, 30], // 4.7 % below the critical one
    [1, 60],
    [1.75, 60], // 1 % above it
  ])('incline of adaptive cloth with friction %s at %s°', (friction, angle) => {
    const options = { model: 'adaptive-cloth', engine: 'implicit-euler', friction, angle };
    expect(runCase(byName('incline'), options)).toMatchObject({ pass: true });
  });

  it.each([
    [0.5, 90],
    [0.2, 270],
  ])('capstan with friction %s over %s°', (friction, angle) => {
    expect(runCase(byName('capstan'), { friction, angle })).toMatchObject({ pass: true });
  });

  // 3.8 % off, within the 5 % of the case.
  it('capstan of adaptive cloth with friction 0.5 over 360°', () => {
    const options = { model: 'adaptive-cloth', engine: 'implicit-euler', friction: 0.5, angle: 360 };
    expect(runCase(byName('capstan'), options)).toMatchObject({ pass: true });
  });

  it.each(['implicit-euler', 'sdirk2'])('capstan with %s', (engine) => {
    expect(runCase(byName('capstan'), { engine, model: 'adaptive-cloth' })).toMatchObject({ pass: true });
  });

  // A polygon of eight sides a quarter turn has tan(α/2) in place of α/2, 0.3 % of μθ; a row more or less, half a side: 3 % at μθ = 3.
  it.each([
    [0.5, 90],
    [0.5, 180],
    [0.1, 540],
    [0.3, 540],
  ])('capstan of adaptive cloth with friction %s over %s° is right within 3 %%', (friction, angle) => {
    const { relativeError } = runCase(byName('capstan'), {
      model: 'adaptive-cloth',
      engine: 'implicit-euler',
      friction,
      angle,
    });
    expect(relativeError).toBeLessThan(0.03);
  });

  it('adaptive cloth has its implicit engine unless told otherwise', () => {
    const run = (engine?: string) =>
      runCase(byName('incline'), { model: 'adaptive-cloth', ...(engine && { engine }) }).measured;
    expect(run()).toBe(run('implicit-euler'));
    expect(run()).not.toBe(run('euler-cromer'));
  });

  it('a capstan needs a strip that the engine can advance, and tensions that can be told apart', () => {
    const run = (options: Record<string, number | string>) => () => runCase(byName('capstan'), options);
    expect(run({ engine: 'sdirk2' })).toThrow(ValidationError);
    expect(run({ friction: 2, angle: 720 })).toThrow('--friction');
  });

  it.each([
    [2, 0.5, 0.3],
    [2, 0.25, 0.3],
    [3, 0.25, 0.1],
    [3, 0.25, 0.15],
    [3, 0.25, 0.3],
  ])('a fluid in %s dimensions, %s m deep and %s m wide, has the pressure of its depth', (dimension, depth, width) => {
    const { measured, exact } = runCase(byName('hydrostatic'), {
      dimension: `${dimension}`,
      depth,
      width,
    }) as {
      measured: Record<string, number>;
      exact: Record<string, number>;
    };
    for (const name of Object.keys(exact)) {
      const off = Math.abs(measured[name] / exact[name] - 1);
      // Height: compressed by 0.25 %, and the uppermost row sinks in by a fortieth of it. That is as much of the depth at a quarter of it
      // times four, and layers by turns have more and less: 3 %. At the sides that is one layer alone.
      expect(off).toBeLessThan(name === 'height' ? 0.006 : name.endsWith('sides') ? 0.05 : 0.03);
    }
  });

  it('a sheet below the critical angle does not creep at all', () => {
    expect(runCase(byName('incline'), { friction: 0.5, angle: 20 }).measured).toBeLessThan(1e-9); // 1 nm: rounding
  });

  it.each([0, 0.25, 0.8, 0.9, 1])('bounce with restitution %s', (restitution) => {
    expect(runCase(byName('bounce'), { restitution })).toMatchObject({ pass: true });
  });

  it.each([0.001, 0.01, 0.2, 0.5, 1])('hanging strip with load %s', (load) => {
    expect(runCase(byName('hanging-strip'), { load })).toMatchObject({ pass: true });
  });

  it.each([0.001, 0.3, 1])('hanging strip of cloth with load %s', (load) => {
    expect(runCase(byName('hanging-strip'), { model: 'adaptive-cloth', load })).toMatchObject({ pass: true });
  });

  it.each([1.001, 1.05, 2, 3])('cloth hung by two edges, %s times as long as their distance', (ratio) => {
    expect(runCase(byName('catenary'), { ratio })).toMatchObject({ pass: true });
  });

  it.each([0.3, 30])('cantilever of cloth at Γ = %s', (gamma) => {
    expect(runCase(byName('cantilever'), { model: 'adaptive-cloth', gamma })).toMatchObject({ pass: true });
  });

  it.each([
    // Independent solutions, ten digits.
    [1.001, 0.01937169314],
    [1.2, 0.2923437976],
    [3, 1.334155139],
  ])('the catenary of ratio %s', (ratio, sag) => {
    const a = catenaryOf(ratio);
    expect(a * (Math.cosh(1 / (2 * a)) - 1)).toBeCloseTo(sag, 9);
  });

  it.each([
    ['large-stretch', 0.2],
    ['large-stretch', 2],
    ['neo-hookean', 0.2],
    ['neo-hookean', 1],
  ])('bubble of a %s sheet, %s of a radius high', (law, height) => {
    expect(runCase(byName('bubble'), { law, height })).toMatchObject({ pass: true });
  });

  it('halving the step divides the error by two to the order', () => {
    const error = (dt: number) => runCase(byName('oscillator'), { integrator: 'rk4', dt }).relativeError;
    expect(error(0.02) / error(0.01)).toBeCloseTo(16, 0); // the next term of the error: 1 % at these steps
  });

  it.each([
    ['oscillator', { integrator: 'rk5' }, /--integrator: must be one of/],
    ['oscillator', { dt: -1 }, /--dt: must be from/],
    ['bounce', { restitution: Number.NaN }, /--restitution: must be a finite number/],
    ['hydrostatic', { depth: 0.05 }, /--depth: 0.05 m is too shallow .* at least 0.13 m/],
    ['rotation', { step: 0.1, spin: 100 }, /--step: 0.1 s at 100 rad\/s turns by 10 rad per step/],
    ['incline', { slope: 3 }, /--slope: case "incline" has only --friction, --angle/],
  ])('%s refuses %o', (name, options, message) => {
    expect(() => runCase(byName(name), options as never)).toThrow(ValidationError);
    expect(() => runCase(byName(name), options as never)).toThrow(message);
  });
});
