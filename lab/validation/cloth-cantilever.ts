/**
 * A cloth laid over a rail and hanging down on both sides: each half is a cantilever, because by symmetry the cloth is
 * level at the rail and nothing is clamped beyond the effect of the other half (pinning two rows would act half a cell
 * too far). Its width is 1.5 times the length of a half: a narrow one would curl across (models/adaptive-cloth/energy.ts).
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

export function hangCloth(gamma: number, cells: number): { hOverL: number; wOverL: number } {
  const stretch = STIFFNESS * DENSITY * G * LENGTH;
  const rigidity = (DENSITY * G * LENGTH ** 3) / gamma;
  // Three Newton iterations: bending is as stiff as the threads here, and one would not converge for both.
  const world = new World(createIntegrator('implicit-euler', { corrections: 3, tolerance: 0.01 }));
  const cloth = addAdaptiveCloth(world, {
    name: 'cloth',
    shape: { size: [2 * LENGTH, WIDTH * LENGTH], cells: [2 * cells, Math.round(WIDTH * cells)] },
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
    place: (u, v) => [u, 0, v],
  });
  const where = (test: (u: number) => boolean) =>
    Array.from({ length: cloth.count }, (_, i) => i)
      .filter((i) => test(Math.abs(cloth.places[2 * i])))
      .map((i) => cloth.first + i);
  pinParticles(
    world,
    where((u) => u < 1e-9).map((particle) => ({ particle })),
  );
  const ends = where((u) => u > LENGTH - 1e-9);
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
