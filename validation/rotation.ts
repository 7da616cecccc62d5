/**
 * A ball of matter, its lattice turned any way, that spins about any axis.
 *
 * Put there turned by ever more, at rest: no strain, no elastic energy, and with the velocities of a rigid spin no damping. Let
 * go, spinning at ω: its angular momentum stays, and after t it has turned by ωt. Held together by E only, it grows a little
 * first, by some ρω²R²/E, and turns the slower; that and (ωh)² of the method, h its sub-step, are allowed for.
 */
import { matterStrain, step } from 'pliant';
import { type ValidationCase, verdict } from './case.ts';
import { ball, largest, MATTER_OPTIONS, matterBlock, motion, place, product, turnAbout } from './matter.ts';

const TURNS = 24;
/** So short that nothing moves by it. */
const INSTANT = 1e-9;
/** Rotations are followed to 1e-13, in units of strain. */
const STRAIN = 1e-11;

export const rotationCase: ValidationCase = {
  name: 'rotation',
  title: 'Rigid spin of matter: no strain, its angular momentum, and the angle ωt',
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
      help: 'to spin about; z in the plane',
    },
    { name: 'tilt', default: 40, unit: 'degrees', min: -360, max: 360, help: 'of the lattice at the start' },
    { name: 'step', default: 1e-3, unit: 's', min: 1e-6, max: 0.1, help: 'time step' },
    { name: 'time', default: 0.5, unit: 's', min: 1e-3, max: 10, help: 'of the spin' },
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
    const dimension = options.dimension === '2' ? 2 : 3;
    const axis = dimension === 2 ? [0, 0, 1] : String(options.axis).split(',').map(Number);
    const size = Math.hypot(...axis);
    const omega = axis.map((value) => (spin * value) / size);
    const flat = ball(particles, spacing, dimension);
    const [tiltAxis, angle] = [dimension === 2 ? [0, 0, 1] : [2, -1, 0.5], (tilt * Math.PI) / 180];
    const tilted = turned(flat, turnAbout(tiltAxis, angle));
    const half = Math.sin(angle / 2) / Math.hypot(...tiltAxis);
    const turn = [Math.cos(angle / 2), half * tiltAxis[0], half * tiltAxis[1], half * tiltAxis[2]] as const;
    const block = { spacing, dimension, points: tilted, material: { density, young, damping: 20 } } as const;
    const strain = Math.max(...strainsOfTurning({ ...block, object: { turn } }, axis));

    const { world, matter } = matterBlock({
      ...block,
      implicit: false,
      object: { turn, spin: omega as [number, number, number] },
    });
    world.substeps = Math.max(1, Math.ceil(dt / matter.stableStep));
    const before = motion(world);
    const steps = Math.max(1, Math.round(time / dt));
    let gone = 0;
    let last = world.particles.position.view.slice();
    for (let k = 0; k < steps; k++) {
      const { fault } = step(world, dt);
      if (fault)
        return verdict(this.name, Number.NaN, 0, Number.POSITIVE_INFINITY, 0, { notes: [fault.cause] });
      const now = world.particles.position.view.slice();
      gone += angleBetween(last, now, world.particles.stride, matter.count, axis);
      last = now;
    }
    const after = motion(world);
    const momentum =
      Math.hypot(...after.spin.map((value, k) => value - before.spin[k])) / Math.hypot(...before.spin);
    const radius = largest(flat);
    const h = dt / world.substeps;
    const allowed = 1e-9 + (density * spin * spin * radius * radius) / young + spin * spin * h * h;
    const t = steps * dt;
    const measured = { strain, 'change of angular momentum': momentum, angle: gone };
    const exact = { strain: 0, 'change of angular momentum': 0, angle: spin * t };
    // Each in units of what it may be.
    const worst = Math.max(
      strain / STRAIN,
      momentum / (1e-10 * steps),
      Math.abs(gone / (spin * t) - 1) / allowed,
    );
    const notes = [
      `rotation: strain within ${STRAIN}, momentum within 1e-10 a step, angle within ${allowed.toPrecision(2)}; the error is the largest share of these`,
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

/** The largest strain after each of many turns about the axis, a whole one in all. */
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

/** By how much places turned about the axis on the whole, rad. */
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
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [before[i], before[stride + i], before[2 * stride + i]];
    const [u, v, w] = [after[i], after[stride + i], after[2 * stride + i]];
    const deep = (a * x + b * y + c * z) * (a * u + b * v + c * w);
    along += x * u + y * v + z * w - deep;
    across += a * (y * w - z * v) + b * (z * u - x * w) + c * (x * v - y * u);
  }
  return Math.atan2(across, along);
}
