/**
 * A ball of matter with a lattice of any orientation that spins about any axis.
 *
 * Rotated step by step at rest: no strain, no elastic energy, and with rigid velocities no damping. Released at ω: angular
 * momentum is conserved, and after t it has turned as a rigid body of the same points does (Euler's equations), by ωt,
 * with a wobble if few points make an uneven ball. Held together by E alone it first grows by about ρω²R²/E, R the radius
 * at which its cells end, and turns more slowly; that and (ωh)² of the method, h its sub-step, are allowed for.
 */
import { step } from 'pliant';
import { mat3, matterStrain } from 'pliant/engine';
import { type ValidationCase, ValidationError, verdict } from './case.ts';
import {
  ball,
  largest,
  MATTER_OPTIONS,
  type Matrix,
  matterBlock,
  motion,
  place,
  product,
  turnAbout,
} from './matter.ts';

const TURNS = 24;
/** Largest turn per step, rad: more than half a turn would be indistinguishable from one the other way. */
const MOST_TURN = 1;
/** Time so short that nothing moves, s. */
const INSTANT = 1e-9;
/** Tolerance of the strain; rotations are accurate to 1e-13. */
const STRAIN = 1e-11;

export const rotationCase: ValidationCase = {
  name: 'rotation',
  title: 'Rigid spin of matter: no strain, conserved angular momentum, and the turn of a rigid body',
  options: [
    MATTER_OPTIONS.particles,
    MATTER_OPTIONS.spacing,
    MATTER_OPTIONS.density,
    MATTER_OPTIONS.dimension,
    { name: 'young', default: 1e7, unit: 'Pa', min: 1, max: 1e11, help: 'Young’s modulus' },
    { name: 'spin', default: 3, unit: 'rad/s', min: 1e-3, max: 100, help: 'ω' },
    {
      name: 'axis',
      default: '1,2,3',
      choices: ['1,0,0', '0,1,0', '0,0,1', '1,1,0', '1,2,3'],
      help: 'axis of the spin; z in the plane',
    },
    {
      name: 'tilt',
      default: 40,
      unit: 'degrees',
      min: -360,
      max: 360,
      help: 'rotation of the lattice at the start',
    },
    { name: 'step', default: 1e-3, unit: 's', min: 1e-6, max: 0.1, help: 'time step' },
    { name: 'time', default: 0.5, unit: 's', min: 1e-3, max: 10, help: 'duration of the spin' },
  ],
  run(options) {
    const {
      particles,
      spacing,
      density,
      young,
      spin,
      tilt,
      step: dt,
      time,
    } = options as Record<string, number>;
    if (spin * dt > MOST_TURN)
      throw new ValidationError(
        `--step: ${dt} s at ${spin} rad/s turns by ${Number((spin * dt).toPrecision(3))} rad per step, more than ${MOST_TURN}; use at most ${Number((MOST_TURN / spin).toPrecision(3))} s`,
      );
    const dimension = options.dimension === '2' ? 2 : 3;
    const axis = dimension === 2 ? [0, 0, 1] : String(options.axis).split(',').map(Number);
    const size = Math.hypot(...axis);
    const omega = axis.map((value) => (spin * value) / size);
    const flat = ball(particles, spacing, dimension);
    const [tiltAxis, angle] = [dimension === 2 ? [0, 0, 1] : [2, -1, 0.5], (tilt * Math.PI) / 180];
    const tilted = turned(flat, turnAbout(tiltAxis, angle));
    const half = Math.sin(angle / 2) / Math.hypot(...tiltAxis);
    const quaternion = [
      half * tiltAxis[0],
      half * tiltAxis[1],
      half * tiltAxis[2],
      Math.cos(angle / 2),
    ] as const;
    const block = { spacing, dimension, points: tilted, material: { density, young, damping: 20 } } as const;
    const strain = Math.max(...strainsOfTurning({ ...block, object: { quaternion } }, axis));

    const { world, matter } = matterBlock({
      ...block,
      implicit: false,
      object: { quaternion, spin: omega as [number, number, number] },
    });
    world.substeps = Math.max(1, Math.ceil(dt / matter.dynamics.stableStep));
    const before = motion(world);
    const steps = Math.max(1, Math.round(time / dt));
    let gone = 0;
    let due = 0;
    let last = world.particles.position.view.slice();
    const { stride } = world.particles;
    const rigid = rigidTurns(last, stride, matter.count, omega, dt);
    for (let k = 0; k < steps; k++) {
      const { fault } = step(world, dt);
      if (fault)
        return verdict(this.name, Number.NaN, 0, Number.POSITIVE_INFINITY, 0, { notes: [fault.cause] });
      const now = world.particles.position.view.slice();
      gone += angleBetween(last, now, stride, matter.count, axis);
      due += rigid(axis);
      last = now;
    }
    const after = motion(world);
    const momentum =
      Math.hypot(...after.spin.map((value, k) => value - before.spin[k])) / Math.hypot(...before.spin);
    const radius = farthest(flat) + spacing / 2;
    const h = dt / world.substeps;
    const allowed = 1e-9 + (density * spin * spin * radius * radius) / young + spin * spin * h * h;
    const measured = { strain, 'change of angular momentum': momentum, angle: gone };
    const exact = { strain: 0, 'change of angular momentum': 0, angle: due };
    // Each relative to its tolerance.
    const worst = Math.max(strain / STRAIN, momentum / (1e-10 * steps), Math.abs(gone / due - 1) / allowed);
    const notes = [
      `rotation: strain within ${STRAIN}, momentum within 1e-10 per step, angle within ${allowed.toPrecision(2)}; the error is the largest share of these`,
    ];
    return verdict(this.name, measured, exact, worst, 1, { notes });
  },
};

function turned(points: Float64Array, r: readonly number[]): Float64Array {
  return points.map((_, k) => {
    const [at, row] = [k - (k % 3), 3 * (k % 3)];
    return r[row] * points[at] + r[row + 1] * points[at + 1] + r[row + 2] * points[at + 2];
  });
}

/** Largest strain after each of many small rotations about the axis, a full turn in all. */
function strainsOfTurning(block: Parameters<typeof matterBlock>[0], axis: readonly number[]): number[] {
  const { world, matter } = matterBlock({ ...block, implicit: false });
  const part = turnAbout(axis, (2 * Math.PI) / TURNS);
  let all: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  return Array.from({ length: TURNS }, () => {
    all = product(part, all);
    place(world, block.points, all);
    step(world, INSTANT);
    let most = 0;
    for (let i = 0; i < matter.count; i++) {
      const { linear, green } = matterStrain(matter, i);
      most = Math.max(most, largest(linear), largest(green));
    }
    return most;
  });
}

/** Mean rotation of the positions about the axis through their centre, rad. */
function angleBetween(
  before: Float64Array,
  after: Float64Array,
  stride: number,
  count: number,
  axis: readonly number[],
): number {
  const size = Math.hypot(...axis);
  const [a, b, c] = axis.map((value) => value / size);
  let along = 0;
  let across = 0;
  const [from, to] = [middleOf(before, stride, count), middleOf(after, stride, count)];
  for (let i = 0; i < count; i++) {
    const [x, y, z] = from.map((middle, k) => before[k * stride + i] - middle);
    const [u, v, w] = to.map((middle, k) => after[k * stride + i] - middle);
    const deep = (a * x + b * y + c * z) * (a * u + b * v + c * w);
    along += x * u + y * v + z * w - deep;
    across += a * (y * w - z * v) + b * (z * u - x * w) + c * (x * v - y * u);
  }
  return Math.atan2(across, along);
}

/**
 * Advances a free rigid body of these points by `dt` per call and returns its angle about an axis; I ω is
 * conserved.
 */
function rigidTurns(
  places: Float64Array,
  stride: number,
  count: number,
  omega: readonly number[],
  dt: number,
): (axis: readonly number[]) => number {
  const middle = middleOf(places, stride, count);
  const start = places.slice();
  for (let k = 0; k < 3; k++) for (let i = 0; i < count; i++) start[k * stride + i] -= middle[k];
  const spinOf = (turn: Matrix, momentum: readonly number[]) => {
    const inertia = inertiaOf(moved(start, stride, count, turn), stride, count);
    return mat3.solve(inertia, momentum);
  };
  let turn: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const momentum = times(inertiaOf(start, stride, count), omega);
  return (axis) => {
    const before = moved(start, stride, count, turn);
    // Midpoint rule on rotations: the error is (ω dt)² times the unevenness of the body, far below the tolerance.
    const first = spinOf(turn, momentum);
    const half = product(turnAbout(first, (Math.hypot(...first) * dt) / 2), turn);
    const mean = spinOf(half, momentum);
    turn = product(turnAbout(mean, Math.hypot(...mean) * dt), turn);
    return angleBetween(before, moved(start, stride, count, turn), stride, count, axis);
  };
}

function moved(places: Float64Array, stride: number, count: number, turn: Matrix): Float64Array {
  const out = places.slice();
  for (let i = 0; i < count; i++) {
    const at = times(turn, [places[i], places[stride + i], places[2 * stride + i]]);
    for (let k = 0; k < 3; k++) out[k * stride + i] = at[k];
  }
  return out;
}

function times(m: Matrix, v: readonly number[]): number[] {
  return [0, 3, 6].map((row) => m[row] * v[0] + m[row + 1] * v[1] + m[row + 2] * v[2]);
}

/** Inertia Σ (|x|² 1 − x xᵀ). */
function inertiaOf(places: Float64Array, stride: number, count: number): Matrix {
  const sum = new Array<number>(9).fill(0);
  for (let i = 0; i < count; i++) {
    const x = [places[i], places[stride + i], places[2 * stride + i]];
    const square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    for (let k = 0; k < 9; k++) sum[k] += (k % 4 === 0 ? square : 0) - x[Math.floor(k / 3)] * x[k % 3];
  }
  return sum;
}

function farthest(points: Float64Array): number {
  let most = 0;
  for (let k = 0; k < points.length; k += 3) {
    most = Math.max(most, Math.hypot(points[k], points[k + 1], points[k + 2]));
  }
  return most;
}

function middleOf(places: Float64Array, stride: number, count: number): number[] {
  return [0, stride, 2 * stride].map((at) => {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += places[at + i];
    return sum / count;
  });
}
