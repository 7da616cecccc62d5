/**
 * Constraint (2) of Hutchinson et al. 1996: a part of the sheet behaves as one of constant mass however it is refined.
 * A sheet hung by its top: its length at rest, the period T = 4L/c of its bounce along itself, and of its swing.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { airDamping, gravity } from '../../src/engine.ts';
import { type EngineName, run, step } from '../../src/index.ts';
import type { Scaling } from '../../src/models/adaptive-grid/index.ts';
import { bands, FIXED, MATERIAL, row, type SheetWorld, sheetWorld, takeSubsteps } from './adaptive-world.ts';

const G = 9.81;
const COLUMNS = 4;
const DT = 0.004;

const GRIDS = {
  unrefined: undefined,
  'two bands at level 2': bands(2),
  'two bands at level 3': bands(3),
  'all at level 2': () => 2,
} as const;
type Grid = keyof typeof GRIDS;

/** J₀(2.405 √s): the slowest swing of a chain, s of its length above the free end (Bernoulli 1733). */
function swingShape(s: number): number {
  let [sum, term] = [1, 1];
  for (let k = 1; k < 12; k++) {
    term *= (-2.404826 * 2.404826 * s) / (4 * k * k);
    sum += term;
  }
  return sum;
}

/** A strip hung by its top; `out`: as long as its weight makes it, and as far out at its lower edge, m. */
function hung(grid: Grid, scaling: Scaling, out = 0, engine: EngineName = 'euler-cromer'): SheetWorld {
  const sag = out === 0 ? 0 : (MATERIAL.density * G) / MATERIAL.stretch;
  const made = sheetWorld(
    {
      ...FIXED,
      size: [(COLUMNS - 1) / 9, 1],
      points: [COLUMNS, 10],
      scaling,
      startLevel: GRIDS[grid],
      place: (u, v) => {
        const down = 0.5 - v;
        return [u, -down - sag * (down - 0.5 * down * down), out * swingShape(1 - down)];
      },
    },
    engine,
  );
  made.sheet.pin(row(COLUMNS, 0));
  made.world.addForce(gravity([0, -G, 0]));
  takeSubsteps(made.world, DT);
  return made;
}

/** Means over the lower edge: how far down it is, and how far out, m. */
function edge({ world: { particles: p }, sheet }: SheetWorld): { down: number; out: number } {
  let [down, out] = [0, 0];
  for (const { column } of row(COLUMNS, 9)) {
    down -= p.y[sheet.index(column, 9)] / COLUMNS;
    out += p.z[sheet.index(column, 9)] / COLUMNS;
  }
  return { down, out };
}

/** s: from the first pass of `value` through `level` to the third; linear between steps. */
function period({ world }: SheetWorld, value: () => number, level: number, most: number): number {
  const passes: number[] = [];
  let before = value() - level;
  for (let k = 0; k < most && passes.length < 3; k++) {
    step(world, DT);
    const now = value() - level;
    if (before * now <= 0 && before !== 0) passes.push(world.time - (DT * now) / (now - before));
    before = now;
  }
  return passes[2] - passes[0];
}

/** m at rest, and s: periods of the bounce and of the swing. */
function hang(grid: Grid, scaling: Scaling) {
  // Air of 20/s leaves e⁻¹⁰ of any mode in 1 s: the slowest, of a sheet scaled as published, has ω ≈ 11 rad/s. All masses at
  // the finest step: strong air would see the velocities between kicks, and bear down on the edges of a band.
  const resting = hung(grid, scaling, 0, 'verlet');
  resting.world.addForce(airDamping(20));
  run(resting.world, DT, 250);
  const length = edge(resting).down;
  const bouncing = hung(grid, scaling);
  const bounce = period(bouncing, () => edge(bouncing).down, length, 250);
  if (scaling === 'paper') return { length, bounce, swing: Number.NaN }; // its two other figures are far off already
  const swinging = hung(grid, scaling, 0.02);
  return { length, bounce, swing: period(swinging, () => edge(swinging).out, 0, 600) };
}

describe('a sheet hung by its top, masses by area', () => {
  let plain: ReturnType<typeof hang>;
  beforeAll(() => {
    plain = hang('unrefined', 'consistent');
  });

  it('bounces and swings as an elastic band and a chain do: 4L/c and 4π/2.405 √(L/g)', () => {
    // 1 %: ten masses along it, whose lowest row weighs half; the pinned top can't narrow. 0.5 and 0.4 % measured.
    const band = 4 * Math.sqrt(MATERIAL.density / MATERIAL.stretch);
    expect(Math.abs(plain.bounce / band - 1)).toBeLessThan(0.01);
    const chain = ((4 * Math.PI) / 2.404826) * Math.sqrt(plain.length / G);
    expect(Math.abs(plain.swing / chain - 1)).toBeLessThan(0.01);
  });

  it.each([
    'two bands at level 2',
    'two bands at level 3',
    'all at level 2',
  ] as const)('has the length and periods of the unrefined one, %s', (grid) => {
    const { length, bounce, swing } = hang(grid, 'consistent');
    // 2 % of length and periods is what is asked. Measured: 0.15 % of what it lengthens by, 1.3 % of the bounce with bands,
    // whose coarse cells take steps four or eight times as long as the fine ones beside them, 0.2 % of the swing.
    expect(Math.abs((length - 1) / (plain.length - 1) - 1)).toBeLessThan(0.005);
    expect(Math.abs(bounce / plain.bounce - 1)).toBeLessThan(0.02);
    expect(Math.abs(swing / plain.swing - 1)).toBeLessThan(0.02);
  });
});

describe('a sheet hung by its top, equal masses as published', () => {
  it('is longer and slower where it is refined: at level 2 by √(16/4) in its period', () => {
    const [plain, banded, uniform] = (['unrefined', 'two bands at level 2', 'all at level 2'] as const).map(
      (grid) => hang(grid, 'paper'),
    );
    // 4 times the mass and twice the stiffness a level: c is halved over two, and elongation four times as large but for
    // the rim, whose masses of a whole cell are fewer. Measured 1.71, elongation 2.97 times; with bands 1.61 and 2.78.
    expect(uniform.bounce / plain.bounce).toBeGreaterThan(1.6);
    expect(uniform.bounce / plain.bounce).toBeLessThan(2);
    expect((uniform.length - 1) / (plain.length - 1)).toBeGreaterThan(2.8);
    expect((uniform.length - 1) / (plain.length - 1)).toBeLessThan(4);
    expect(banded.bounce / plain.bounce).toBeGreaterThan(1.5);
    expect((banded.length - 1) / (plain.length - 1)).toBeGreaterThan(2.4);
  });
});
