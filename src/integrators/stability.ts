/**
 * Stability guard: the largest stable step of each explicit engine for a world in its present state.
 *
 * Forces are linearised, M ẍ = −K x − C v, with K u and C u from central differences of the world's own forces, custom ones
 * included. Power iteration finds the stiffest mode (ω² = λ_max of M⁻¹K), the most damped one (λ_max of M⁻¹C), the top of their sum,
 * and the least damped for its stiffness. A step of an engine is an amplification matrix of such a mode (x, v), and is stable while its
 * spectral radius is at most 1 + GROWTH. The limit is the first step length that violates this for these modes and softer ones.
 *
 * A body that refines itself steps level ℓ with 1/2^ℓ of the step. Its limit is the longest step of level 0 for which no level is
 * unstable, by the modes of a uniformly refined piece of each level.
 */
import type { Block } from '../core/arena.ts';
import type { Body } from '../core/body.ts';
import { type LevelPieces, piecesOf } from '../core/dynamics.ts';
import { evaluateForces } from '../core/force.ts';
import type { World } from '../core/world.ts';
import { exp, log } from '../math/portable.ts';
import { random, seedRandom } from '../math/random.ts';
import { norm } from '../math/vec3.ts';
import { ENGINE_NAMES, type EngineName } from './index.ts';
import { CLASSICAL, DORMAND_PRINCE, MIDPOINT, type Tableau } from './runge-kutta.ts';

/**
 * Growth of an amplitude per step that counts as stable: a factor e in 100,000 steps. Midpoint and constant-acceleration steps of an
 * undamped oscillator always grow a little, so 0 would forbid them.
 */
export const GROWTH = 1e-5;

export interface StableStep {
  /** Longest stable step, of level 0 if bodies refine themselves, s; Infinity without stiffness and damping. */
  step: number;
}

export interface Stability {
  /** Angular frequency of the stiffest mode, rad/s. */
  frequency: number;
  /** Damping rate of that mode, 1/s. */
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
    let found: StableStep | undefined; // computed on demand: most callers ask for one engine
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

/** Returns the longest step of level 0 for which no level is unstable, s; `drift`: damping by the air, 1/s. */
function refinedStep(name: EngineName, levels: readonly (readonly Mode[])[], drift: number): number {
  let step = Number.POSITIVE_INFINITY;
  levels.forEach((modes, level) => {
    const slowed = modes.map(({ lambda, c }) => ({ lambda, c: drift + c }));
    step = Math.min(step, (1 << level) * stableStep(name, slowed));
  });
  return step;
}

/** Measures with every body at the stiffest it may become, such as by cooling. */
function atStiffest<T>(bodies: readonly Body[], measure: () => T): T {
  const [first, ...rest] = bodies;
  if (!first) return measure();
  const others = () => atStiffest(rest, measure);
  const { dynamics } = first;
  return dynamics.kind === 'explicit' && dynamics.atStiffest ? dynamics.atStiffest(others) : others();
}

/** Returns the number of sub-steps of `dt` that stay within 90 % of the limit: sheets stiffen as they stretch. */
export function substepsFor(dt: number, limit: number): number {
  return Number.isFinite(limit) ? Math.max(1, Math.ceil(dt / (0.9 * limit))) : 1;
}

/** Iterations after which the Rayleigh quotient of a grid's crowded upper spectrum has converged to 1 %. */
const ITERATIONS = 120;

/** Returns the modes, with `leavesOut` without bodies that refine themselves, and the uniform damping rate, 1/s. */
function findModes(world: World, leavesOut: boolean): { modes: Mode[]; drift: number } {
  const probe = openProbe(world, leavesOut);
  try {
    let stiff = probe.iterate(1, 0);
    // Compressed springs have negative modes: if one has the largest magnitude, a shift makes the stiffest the largest.
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
 * Returns the mode of the largest λ/c by Dinkelbach's (1967) method: s is raised to the ratio of the top mode of K − s C until it
 * stays. A shift by the largest damping keeps that mode the largest in magnitude.
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

/** Uses the world's arrays for trial displacements; `close` restores them. */
function openProbe(world: World, leavesOut: boolean) {
  const { particles: p, arena, kernels } = world;
  const n = p.numbers;
  const u = arena.scratchOf('stability.u', n);
  const product = arena.scratchOf('stability.product', n);
  const x0 = p.position.view.slice();
  const v0 = p.velocity.view.slice();
  const f0 = p.force.view.slice();
  // Small compared with a spacing, and large compared with the rounding of distant coordinates.
  const scale = Math.max(1e-6 * typicalLength(world), 1e-12 * kernels.largest(p.position.offset, n));

  /** Adds weight · M⁻¹ (f(−u) − f(+u)) / 2ε to the product, u a change of positions or of velocities. */
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

  /** Returns the Rayleigh quotient of u in the mass metric, in which M⁻¹K and M⁻¹C are symmetric. */
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

  /** Sets u to the normalised product and returns its size; 0 if it vanishes. */
  function follow(): number {
    const size = kernels.largest(product.offset, n);
    if (!(size > 0)) return 0;
    for (let i = 0; i < n; i++) {
      const value = product.view[i] / size;
      // Avoids denormal numbers, which are slow.
      u.view[i] = Math.abs(value) < 1e-30 ? 0 : value;
    }
    return size;
  }

  /** Returns the top mode of stiffnessWeight·M⁻¹K + dampingWeight·M⁻¹C + shift. */
  function iterate(stiffnessWeight: number, dampingWeight: number, shift = 0): Mode {
    const generator = new Int32Array(4);
    seedRandom(generator, 1);
    for (let axis = 0; axis < 3; axis++) {
      for (let i = 0; i < p.count; i++) {
        u.view[axis * p.stride + i] = p.inverseMass.view[i] === 0 ? 0 : random(generator) - 0.5;
      }
      // Forces do not couple bodies: a body that starts at 0 stays there.
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

/** Returns an edge length of the bodies' triangles, m; 1 without triangles. */
function typicalLength(world: World): number {
  const { x, y, z } = world.particles;
  for (const body of world.bodies) {
    const [a, b] = body.triangles.view;
    if (body.triangles.length === 0) continue;
    const length = norm(x[a] - x[b], y[a] - y[b], z[a] - z[b]);
    if (length > 0) return length;
  }
  return 1;
}

function stableStep(name: EngineName, modes: readonly Mode[]): number {
  const limits = modes
    .map(({ lambda, c }) => ({ lambda: Math.max(0, lambda), c: Math.max(0, c) })) // buckling is not an instability
    .filter((m) => m.lambda > 0 || m.c > 0)
    .map((m) => firstUnstable((h) => spectralRadius(amplification(name, m, h)), m));
  return limits.length > 0 ? Math.min(...limits) : Number.POSITIVE_INFINITY;
}

/** Raises h by 5 % at a time from a length at which every engine is stable, then bisects. */
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

/** Returns the linear map of one step on (x, v), or on (x, v, a) for Verlet, which reuses its acceleration. */
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
 * Returns lim ‖Aᵐ‖^(1/m) by repeated squaring (Gelfand's formula); m = 2²⁴ resolves growth above 1e-6. Matrices are padded with
 * zeros to 3 × 3.
 */
function spectralRadius(matrix: Matrix): number {
  const balanced = balance(matrix);
  let power = new Float64Array(9);
  let square = new Float64Array(9);
  for (let i = 0; i < balanced.length; i++) power.set(balanced[i], 3 * i);
  let logarithm = 0; // of the factors removed, over the power
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

/** Scales x and v such that off-diagonal entries are of equal size, which keeps the entries of powers comparable. */
function balance(matrix: Matrix): Matrix {
  const ratio = Math.sqrt(Math.abs(matrix[1][0]) / Math.max(Math.abs(matrix[0][1]), Number.MIN_VALUE));
  if (!(ratio > 0) || !Number.isFinite(ratio)) return matrix;
  const unit = matrix.map((_, i) => (i === 0 ? 1 : i === 1 ? 1 / ratio : 1 / (ratio * ratio)));
  return matrix.map((row, i) => row.map((value, j) => (value * unit[i]) / unit[j]));
}
