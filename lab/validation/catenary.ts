/**
 * A cloth hung by two level edges, longer than their distance S by the ratio L/S, sags as a catenary: with a the tension
 * over the weight, L = 2 a sinh(S/2a) and the sag is a (cosh(S/2a) − 1). Bending is negligible. The threads are so stiff
 * that they lengthen by 0.5 % of the excess length; the sag grows with the square root of that.
 */
import { step, World } from 'pliant';
import { addAdaptiveCloth, airDamping, createIntegrator, gravity, pinParticles } from 'pliant/engine';
import { type ValidationCase, verdict } from './case.ts';

const G = 9.80665;
const DENSITY = 0.2;
const SPAN = 1;
const CELLS = 32;
const ROWS = 4;
const LENGTHENING = 0.005;

/** Returns a/S of the catenary whose length is `ratio` times its span. */
export function catenaryOf(ratio: number): number {
  let low = 1e-2;
  let high = 1e4;
  for (let i = 0; i < 200; i++) {
    const a = Math.sqrt(low * high);
    if (2 * a * Math.sinh(1 / (2 * a)) > ratio) low = a;
    else high = a;
  }
  return low;
}

function hang(ratio: number, a: number): number {
  const length = ratio * SPAN;
  const stretch = Math.max(
    500 * DENSITY * G * length,
    (a * SPAN * DENSITY * G) / (LENGTHENING * (ratio - 1)),
  );
  const world = new World(createIntegrator('implicit-euler', { corrections: 3, tolerance: 0.01 }));
  // The start shape is a V of the right length.
  const deep = 0.5 * Math.sqrt(length * length - SPAN * SPAN);
  const cloth = addAdaptiveCloth(world, {
    name: 'cloth',
    shape: { size: [length, (length * ROWS) / CELLS], cells: [CELLS, ROWS] },
    material: {
      density: DENSITY,
      thickness: 1e-3,
      stretchWarp: stretch,
      stretchWeft: stretch,
      shear: stretch / 10,
      bendWarp: 1e-7,
      bendWeft: 1e-7,
      damping: 0,
    },
    place: (u, v) => [(u * SPAN) / length, deep * ((2 * Math.abs(u)) / length - 1), v],
  });
  const where = (test: (u: number) => boolean) =>
    Array.from({ length: cloth.count }, (_, i) => i)
      .filter((i) => test(Math.abs(cloth.places[2 * i])))
      .map((i) => cloth.first + i);
  pinParticles(
    world,
    where((u) => u > length / 2 - 1e-9).map((particle) => ({ particle })),
  );
  world.addForce(gravity([0, -G, 0]));
  world.addForce(airDamping(6));
  const middle = where((u) => u < 1e-9);
  const sag = () => -middle.reduce((sum, i) => sum + world.particles.y[i], 0) / middle.length;
  // At rest when the middle has moved by less than 1e-6 of the span in a step.
  let last = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 600; k++) {
    const { fault } = step(world, 0.05);
    if (fault) throw new Error(fault.cause);
    if (k > 10 && Math.abs(sag() - last) < 1e-6 * SPAN) break;
    last = sag();
  }
  return sag() / SPAN;
}

export const catenaryCase: ValidationCase = {
  name: 'catenary',
  title: 'Cloth hung by two level edges, against the catenary',
  options: [
    { name: 'model', default: 'adaptive-cloth', choices: ['adaptive-cloth'], help: 'model of the sheet' },
    {
      name: 'ratio',
      default: 1.2,
      min: 1.001,
      max: 3,
      help: 'L/S: length of the cloth over the distance of its edges',
    },
  ],
  run({ ratio }) {
    const a = catenaryOf(ratio as number);
    const exact = a * (Math.cosh(1 / (2 * a)) - 1);
    const sag = hang(ratio as number, a);
    // 32 chords for the curve and the stretch of the threads: half a percent together
    return verdict(this.name, sag, exact, Math.abs(sag / exact - 1), 0.03, { sagOverS: sag });
  },
};
