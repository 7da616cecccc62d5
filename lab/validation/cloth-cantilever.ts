/**
 * A cloth as a cantilever, clamped in one of two ways. Over a rail it hangs down on both sides: each half is a cantilever, because
 * by symmetry the cloth is level at the rail. Clamped by rows, the cells behind the free length have all their corners pinned. Its
 * width is 1.5 times the free length: a narrow one would curl across (models/adaptive-cloth/energy.ts).
 */
import { step, World } from 'pliant';
import { addAdaptiveCloth, airDamping, createIntegrator, gravity, pinParticles } from 'pliant/engine';

const G = 9.80665;
const DENSITY = 0.5;
const LENGTH = 0.2;
const WIDTH = 1.5;
/** Stretch stiffness over weight, so large that stretching moves the end by far less than a percent. */
const STIFFNESS = 300;
/** Duration of the load's growth, in periods of the slowest mode: a sudden load would overshoot. */
const RAMP = 4;

/** Ways to clamp the cloth. */
export const CLAMPS = ['rail', 'rows'] as const;

export function hangCloth(
  gamma: number,
  cells: number,
  clamp: (typeof CLAMPS)[number] = 'rail',
): { hOverL: number; wOverL: number } {
  // Cells behind the clamp, where u < 0.
  const behind = clamp === 'rail' ? cells : 1;
  const middle = (LENGTH * (cells - behind)) / cells / 2;
  const stretch = STIFFNESS * DENSITY * G * LENGTH;
  const rigidity = (DENSITY * G * LENGTH ** 3) / gamma;
  // Three Newton iterations: bending is as stiff as the threads here, and one would not converge for both.
  const world = new World(createIntegrator('implicit-euler', { corrections: 3, tolerance: 0.01 }));
  const cloth = addAdaptiveCloth(world, {
    name: 'cloth',
    shape: {
      size: [LENGTH * (1 + behind / cells), WIDTH * LENGTH],
      cells: [cells + behind, Math.round(WIDTH * cells)],
    },
    material: {
      density: DENSITY,
      thickness: 1e-3,
      stretchWarp: stretch,
      stretchWeft: stretch,
      shear: stretch / 3,
      bendWarp: rigidity,
      bendWeft: rigidity,
      damping: 0,
    },
    place: (u, v) => [u + middle, 0, v],
  });
  const where = (test: (u: number) => boolean) =>
    Array.from({ length: cloth.count }, (_, i) => i)
      .filter((i) => test(cloth.places[2 * i] + middle))
      .map((i) => cloth.first + i);
  pinParticles(
    world,
    where((u) => (clamp === 'rail' ? Math.abs(u) : u) < 1e-9).map((particle) => ({ particle })),
  );
  const ends = where((u) => (clamp === 'rail' ? Math.abs(u) : u) > LENGTH - 1e-9);
  // First mode of the beam for small Γ, of a hanging chain for large.
  const swing = 1 / Math.sqrt((3.516 * 3.516 * G) / (gamma * LENGTH) + (1.45 * G) / LENGTH);
  world.addForce(airDamping(2 / swing));
  world.addForce({
    name: 'weight',
    add: (w, time) => gravity([0, -G * Math.min(1, time / (RAMP * swing)), 0]).add(w, time),
    energy: { none: 'growing load' },
  });
  const mean = (of: (i: number) => number) => ends.reduce((sum, i) => sum + of(i), 0) / ends.length;
  const drop = () => -mean((i) => world.particles.y[i]);
  // At rest when the ends have moved by less than 1e-5 of the length in a period.
  let last = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 100; k++) {
    for (let i = 0; i < 4; i++) {
      const { fault } = step(world, swing / 4);
      if (fault) throw new Error(fault.cause);
    }
    if (k > RAMP && Math.abs(drop() - last) < 1e-5 * LENGTH) break;
    last = drop();
  }
  return { hOverL: drop() / LENGTH, wOverL: mean((i) => Math.abs(world.particles.x[i])) / LENGTH };
}
