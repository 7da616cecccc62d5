/**
 * The stability guard: the largest step each explicit engine can take with a world as it stands.
 *
 * Forces are linearised about the present state: M ẍ = −K x − C v, with K u and C u from central differences of
 * the world's own forces, so every force counts, a user's too. Power iteration finds the stiffest mode
 * (ω² = λ_max of M⁻¹K), the most damped one (λ_max of M⁻¹C), the top of their sum, and the least damped for its
 * stiffness. An engine's step is then
 * an amplification matrix of one such mode (x, v); the engine holds while its spectral radius stays below
 * 1 + GROWTH. The first step length that breaks this, over these modes and softer ones, is the limit.
 *
 * A body that refines itself steps its level ℓ with 1/2^ℓ of the step; λ and c of level ℓ are those of an unrefined
 * piece of it times fixed factors a level. The limit is then the longest step of level 0 that no level breaks.
 */
import type { Block } from '../core/arena.ts';
import type { Body } from '../core/body.ts';
import { type LevelPieces, piecesOf } from '../core/dynamics.ts';
import { evaluateForces } from '../core/force.ts';
import type { World } from '../core/world.ts';
import { exp, log } from '../math/portable.ts';
import { random, seedRandom } from '../math/random.ts';
import { ENGINE_NAMES, type EngineName } from './index.ts';
import { CLASSICAL, DORMAND_PRINCE, MIDPOINT, type Tableau } from './runge-kutta.ts';

/**
 * Growth of an amplitude per step that still counts as stable: a factor e in 100,000 steps. Mid-point and
 * constant-acceleration steps of an undamped oscillator always grow a little; zero would forbid them entirely.
 */
export const GROWTH = 1e-5;

export interface StableStep {
  /** s; Infinity for a world without stiffness or damping. Where bodies refine themselves: the step of level 0. */
  step: number;
}

export interface Stability {
  /** rad/s of the stiffest mode. */
  frequency: number;
  /** 1/s: damping rate c/m of that mode. */
  damping: number;
  engines: Record<EngineName, StableStep>;
}

/** One mode: ẍ = −λ x − c v. */
interface Mode {
  lambda: number;
  c: number;
}

export function stableSteps(world: World): Stability {
  const fixed = world.bodies.filter((body) => !piecesOf(body));
  const { modes, drift } = atStiffest(fixed, () => findModes(world, fixed.length < world.bodies.length));
  const refining = world.bodies.flatMap((body) => {
    const pieces = piecesOf(body);
    return pieces ? [modesByLevel(pieces)] : [];
  });
  const top = [modes, ...refining.map((levels) => levels[0])]
    .map(([stiffest]) => stiffest)
    .reduce((most, mode) => (mode.lambda > most.lambda ? mode : most));
  const engines = {} as Record<EngineName, StableStep>;
  for (const name of ENGINE_NAMES) {
    let found: StableStep | undefined; // each takes a while to find, and most callers ask for one
    const find = () => {
      const steps = refining.map((levels) => refinedStep(name, levels, drift));
      return { step: Math.min(stableStep(name, modes), ...steps) };
    };
    Object.defineProperty(engines, name, { enumerable: true, get: () => (found ??= find()) });
  }
  return { frequency: Math.sqrt(Math.max(0, top.lambda)), damping: top.c, engines };
}

function modesByLevel({ maxLevel, piece }: LevelPieces): (readonly Mode[])[] {
  return Array.from({ length: maxLevel + 1 }, (_, level) => findModes(piece(level), false).modes);
}

/** s; the longest step of level 0 for which no level of the body is unstable. `drift`: damping by the air, 1/s. */
function refinedStep(name: EngineName, levels: readonly (readonly Mode[])[], drift: number): number {
  let step = Number.POSITIVE_INFINITY;
  levels.forEach((modes, level) => {
    const slowed = modes.map(({ lambda, c }) => ({ lambda, c: drift + c }));
    step = Math.min(step, (1 << level) * stableStep(name, slowed));
  });
  return step;
}

/** Bodies that will stiffen (as they cool) are measured so. */
function atStiffest<T>(bodies: readonly Body[], measure: () => T): T {
  const [first, ...rest] = bodies;
  if (!first) return measure();
  const others = () => atStiffest(rest, measure);
  const { dynamics } = first;
  return dynamics.kind === 'explicit' && dynamics.atStiffest ? dynamics.atStiffest(others) : others();
}

/** Sub-steps of `dt` that keep an engine at most 90 % of its limit: forces stiffen as a sheet stretches. */
export function substepsFor(dt: number, limit: number): number {
  return Number.isFinite(limit) ? Math.max(1, Math.ceil(dt / (0.9 * limit))) : 1;
}

// ---- modes of the world ---------------------------------------------------------------------------------

/** Enough for the Rayleigh quotient of a grid's crowded upper spectrum to settle within 1 %. */
const ITERATIONS = 120;

/** Modes, where asked for without bodies that refine themselves; and how fast all of it together is slowed down, 1/s. */
function findModes(world: World, leavesOut: boolean): { modes: Mode[]; drift: number } {
  const probe = openProbe(world, leavesOut);
  try {
    let stiff = probe.iterate(1, 0);
    // Compressed springs push sideways: if such a mode is the largest in size, a shift brings the stiffest on top.
    if (stiff.lambda < 0) stiff = probe.iterate(1, 0, -stiff.lambda);
    const damped = probe.iterate(0, 1);
    const both = stiff.lambda > 0 && damped.c > 0;
    const mixed = both ? [probe.iterate(1, stiff.lambda / damped.c)] : [];
    const least = both ? leastDamped(probe, stiff, damped.c) : [];
    const drift = probe.uniformDamping();
    const softer = [0.5, 0.25, 0.1].map((share) => ({
      lambda: share * stiff.lambda,
      c: drift + share * (stiff.c - drift),
    }));
    return { modes: [stiff, damped, ...mixed, ...least, ...softer], drift };
  } finally {
    probe.close();
  }
}

/**
 * The mode with the largest λ/c, by Dinkelbach's (1967) method: raise the ratio s to that of the top mode of
 * K − s C until it stops. A shift by the largest damping keeps that mode the largest in size too.
 */
function leastDamped(probe: Probe, start: Mode, mostDamped: number): Mode[] {
  let best = start;
  for (let round = 0; round < 4 && best.c > 0; round++) {
    const ratio = best.lambda / best.c;
    const next = probe.iterate(1, -ratio, ratio * mostDamped);
    if (!(next.lambda / next.c > 1.01 * ratio)) break;
    best = next;
  }
  return [best];
}

type Probe = ReturnType<typeof openProbe>;

/** Borrows the world's arrays for trial displacements; `close` puts everything back. */
function openProbe(world: World, leavesOut: boolean) {
  const { particles: p, arena, kernels } = world;
  const n = p.numbers;
  const u = arena.scratchOf('stability.u', n);
  const product = arena.scratchOf('stability.product', n);
  const x0 = p.position.view.slice();
  const v0 = p.velocity.view.slice();
  const f0 = p.force.view.slice();
  // Small against a spacing, and large against the rounding of coordinates far out.
  const scale = Math.max(1e-6 * typicalLength(world), 1e-12 * kernels.largest(p.position.offset, n));

  /** product += weight · M⁻¹ (f(−u) − f(+u)) / 2ε, with u added to positions or to velocities. */
  function accumulate(target: Block<'f64'>, home: Float64Array, epsilon: number, weight: number): void {
    for (const sign of [1, -1]) {
      target.view.set(home);
      kernels.addScaled(target.offset, target.offset, u.offset, sign * epsilon, n);
      evaluateForces(world, world.time);
      kernels.accelerate(p.force.offset, p.force.offset, p.inverseMass.offset, p.stride);
      kernels.addScaled(product.offset, product.offset, p.force.offset, (-sign * weight) / (2 * epsilon), n);
    }
    target.view.set(home);
  }

  /** Rayleigh quotients of u in the mass metric, where M⁻¹K and M⁻¹C are symmetric. */
  function quotient(target: Block<'f64'>, home: Float64Array, epsilon: number): number {
    product.view.fill(0);
    accumulate(target, home, epsilon, 1);
    let num = 0;
    let den = 0;
    for (let axis = 0; axis < 3; axis++) {
      for (let i = 0; i < p.count; i++) {
        const at = axis * p.stride + i;
        num += p.mass.view[i] * u.view[at] * product.view[at];
        den += p.mass.view[i] * u.view[at] * u.view[at];
      }
    }
    return den > 0 ? num / den : 0;
  }

  /** u becomes the product over its size, which is returned; 0 where nothing is left. */
  function follow(): number {
    const size = kernels.largest(product.offset, n);
    if (!(size > 0)) return 0;
    for (let i = 0; i < n; i++) {
      const value = product.view[i] / size;
      // Parts that die out would end as denormal numbers, which processors are slow with.
      u.view[i] = Math.abs(value) < 1e-30 ? 0 : value;
    }
    return size;
  }

  /** Top mode of stiffnessWeight·M⁻¹K + dampingWeight·M⁻¹C + shift. */
  function iterate(stiffnessWeight: number, dampingWeight: number, shift = 0): Mode {
    const generator = new Int32Array(4);
    seedRandom(generator, 1);
    for (let axis = 0; axis < 3; axis++) {
      for (let i = 0; i < p.count; i++) {
        u.view[axis * p.stride + i] = p.inverseMass.view[i] === 0 ? 0 : random(generator) - 0.5;
      }
      // Nothing joins bodies to each other: what begins at 0 in one stays there.
      for (const body of world.bodies) {
        const from = axis * p.stride + body.first;
        if (leavesOut && piecesOf(body)) u.view.fill(0, from, from + body.count);
      }
    }
    let settled = 0;
    let last = 0;
    for (let k = 0; k < ITERATIONS && settled < 5; k++) {
      product.view.fill(0);
      if (stiffnessWeight !== 0) accumulate(p.position, x0, scale, stiffnessWeight);
      if (dampingWeight !== 0) accumulate(p.velocity, v0, 1, dampingWeight);
      if (shift !== 0) kernels.addScaled(product.offset, product.offset, u.offset, shift, n);
      const size = follow();
      if (size === 0) break;
      settled = Math.abs(size / last - 1) < 1e-4 ? settled + 1 : 0;
      last = size;
    }
    return { lambda: quotient(p.position, x0, scale), c: quotient(p.velocity, v0, 1) };
  }

  function uniformDamping(): number {
    for (let axis = 0; axis < 3; axis++) {
      for (let i = 0; i < p.count; i++) u.view[axis * p.stride + i] = p.inverseMass.view[i] === 0 ? 0 : 1;
    }
    return Math.max(0, quotient(p.velocity, v0, 1));
  }

  return {
    iterate,
    uniformDamping,
    close() {
      p.position.view.set(x0);
      p.velocity.view.set(v0);
      p.force.view.set(f0);
    },
  };
}

/** m: a spacing between particles, from the bodies' triangles; 1 where there are none. */
function typicalLength(world: World): number {
  const { x, y, z } = world.particles;
  for (const body of world.bodies) {
    const [a, b] = body.triangles.view;
    if (body.triangles.length === 0) continue;
    const d = [x[a] - x[b], y[a] - y[b], z[a] - z[b]];
    const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    if (length > 0) return length;
  }
  return 1;
}

// ---- engines on one mode --------------------------------------------------------------------------------

function stableStep(name: EngineName, modes: readonly Mode[]): number {
  const limits = modes
    .map(({ lambda, c }) => ({ lambda: Math.max(0, lambda), c: Math.max(0, c) })) // growth of buckling is no instability
    .filter((m) => m.lambda > 0 || m.c > 0)
    .map((m) => firstUnstable((h) => spectralRadius(amplification(name, m, h)), m));
  return limits.length > 0 ? Math.min(...limits) : Number.POSITIVE_INFINITY;
}

/** Walks h up in steps of 5 % from a length where any engine is stable, then bisects. */
function firstUnstable(radius: (h: number) => number, mode: Mode): number {
  const rate = Math.max(Math.sqrt(Math.max(0, mode.lambda)), mode.c);
  let low = 1e-3 / rate;
  while (radius(low * 1.05) <= 1 + GROWTH) low *= 1.05;
  let high = low * 1.05;
  for (let k = 0; k < 20; k++) {
    const middle = 0.5 * (low + high);
    if (radius(middle) <= 1 + GROWTH) low = middle;
    else high = middle;
  }
  return low;
}

type Matrix = readonly (readonly number[])[];

/** The linear map of one step on (x, v), or (x, v, a) for Verlet, which carries its acceleration along. */
function amplification(name: EngineName, { lambda, c }: Mode, h: number): Matrix {
  switch (name) {
    case 'analytical':
      return [
        [1 - (h * h * lambda) / 2, h - (h * h * c) / 2],
        [-h * lambda, 1 - h * c],
      ];
    case 'euler-cromer': {
      const v = [-h * lambda, 1 - h * c];
      return [[1 + h * v[0], h * v[1]], v];
    }
    case 'euler-richardson':
      return tableauMatrix(MIDPOINT, lambda, c, h);
    case 'rk4':
      return tableauMatrix(CLASSICAL, lambda, c, h);
    case 'rk45':
      return tableauMatrix(DORMAND_PRINCE, lambda, c, h);
    case 'verlet': {
      const x = [1, h, (h * h) / 2];
      const predicted = [0, 1, h];
      const a = x.map((value, i) => -lambda * value - c * predicted[i]);
      return [x, a.map((value, i) => (i === 1 ? 1 : 0) + (h / 2) * (value + (i === 2 ? 1 : 0))), a];
    }
  }
}

function tableauMatrix(tableau: Tableau, lambda: number, c: number, h: number): Matrix {
  const columns = [
    [1, 0],
    [0, 1],
  ].map((start) => {
    const k: number[][] = [];
    const weigh = (weights: readonly number[]) =>
      [0, 1].map((d) => start[d] + h * weights.reduce((sum, w, s) => sum + w * k[s][d], 0));
    for (const row of tableau.a) {
      const [x, v] = weigh(row);
      k.push([v, -lambda * x - c * v]);
    }
    return weigh(tableau.b);
  });
  return [0, 1].map((row) => columns.map((column) => column[row]));
}

/**
 * lim ‖Aᵐ‖^(1/m) by repeated squaring (Gelfand); 2²⁴ factors hide no growth above 1e-6. Matrices are filled up
 * with zeros to 3 × 3.
 */
function spectralRadius(matrix: Matrix): number {
  const balanced = balance(matrix);
  let power = new Float64Array(9);
  let square = new Float64Array(9);
  for (let i = 0; i < balanced.length; i++) power.set(balanced[i], 3 * i);
  let logarithm = 0; // of the factors taken out, divided by the power
  for (let k = 0, share = 1; k < 24; k++, share /= 2) {
    let size = 0;
    for (let i = 0; i < 9; i++) size = Math.max(size, Math.abs(power[i]));
    if (!(size > 0)) return 0;
    logarithm += share * log(size);
    for (let i = 0; i < 9; i++) power[i] /= size;
    for (let i = 0; i < 9; i++) {
      const [row, column] = [3 * Math.floor(i / 3), i % 3];
      square[i] =
        power[row] * power[column] + power[row + 1] * power[3 + column] + power[row + 2] * power[6 + column];
    }
    [power, square] = [square, power];
  }
  return exp(logarithm);
}

/** x and v have different units; equal off-diagonal sizes keep the powers' entries comparable. */
function balance(matrix: Matrix): Matrix {
  const ratio = Math.sqrt(Math.abs(matrix[1][0]) / Math.max(Math.abs(matrix[0][1]), Number.MIN_VALUE));
  if (!(ratio > 0) || !Number.isFinite(ratio)) return matrix;
  const unit = matrix.map((_, i) => (i === 0 ? 1 : i === 1 ? 1 / ratio : 1 / (ratio * ratio)));
  return matrix.map((row, i) => row.map((value, j) => (value * unit[i]) / unit[j]));
}
