/**
 * A sheet on an incline of angle φ, friction μ, from rest: it stays where tan φ ≤ μ, and else has slid
 * ½ g (sin φ − μ cos φ) t² after t = 1 s. Distances are compared with ½ g t² in the case of rest.
 */
import { buildScene, parseScene, run } from 'pliant';
import { type ValidationCase, verdict } from './case.ts';

const G = 9.80665;
const SECONDS = 1;
const DT = 1 / 200;
/** m; the sheet's middle plane lies half of it over the incline. */
const THICKNESS = 1e-3;

function sheetOnIncline(friction: number, degrees: number) {
  const rotation = { axis: [0, 0, 1], angle: -degrees };
  const radians = (degrees * Math.PI) / 180;
  const lift = THICKNESS / 2;
  return buildScene(
    parseScene({
      format: 1,
      id: 'incline-case',
      title: 'Sheet on an incline',
      seconds: SECONDS,
      dt: DT,
      engine: { name: 'verlet', substeps: 'auto' },
      gravity: [0, -G, 0],
      air: { density: 0 },
      bodies: [
        {
          name: 'sheet',
          model: 'provot-sheet',
          size: [0.2, 0.2],
          points: [5, 5],
          // Flat on the incline: turned from its x–y plane onto the ground, then with the slope.
          position: [Math.sin(radians) * lift, Math.cos(radians) * lift, 0],
          rotation: flatThenTilted(degrees),
          material: { density: 0.2, stretch: 100, shear: 40, bend: 1, damping: 0.1, thickness: THICKNESS },
        },
      ],
      colliders: [{ name: 'slope', shape: { kind: 'plane' }, rotation, friction, restitution: 0 }],
    }),
  );
}

/** One turn that equals −90° about x followed by −φ about z, as axis and angle (degrees). */
function flatThenTilted(degrees: number) {
  const half = (-degrees * Math.PI) / 360;
  const [c, s, r] = [Math.cos(half), Math.sin(half), Math.SQRT1_2];
  // Quaternion (0, 0, s; c) · (−r, 0, 0; r).
  const [x, y, z, w] = [-r * c, -r * s, r * s, r * c];
  const angle = (2 * Math.acos(w) * 180) / Math.PI;
  return { axis: [x, y, z], angle };
}

export const inclineCase: ValidationCase = {
  name: 'incline',
  title: 'Sheet on an incline after 1 s, against Coulomb',
  options: [
    { name: 'friction', default: 0.3, min: 0, max: 10, help: 'coefficient μ, static and kinetic' },
    { name: 'angle', default: 30, unit: '°', min: 0, max: 85, help: 'slope' },
  ],
  run(options) {
    const [friction, degrees] = [options.friction as number, options.angle as number];
    const world = sheetOnIncline(friction, degrees);
    const radians = (degrees * Math.PI) / 180;
    const downhill = () => {
      const { x, y, count } = world.particles;
      let sum = 0;
      for (let i = 0; i < count; i++) sum += x[i] * Math.cos(radians) - y[i] * Math.sin(radians);
      return sum / count;
    };
    const start = downhill();
    run(world, DT, Math.round(SECONDS / DT));
    const measured = downhill() - start;
    const pull = Math.sin(radians) - friction * Math.cos(radians);
    const exact = Math.max(0, 0.5 * G * pull * SECONDS * SECONDS);
    const fall = 0.5 * G * SECONDS * SECONDS;
    const relativeError = Math.abs(measured - exact) / (exact > 0 ? exact : fall);
    return verdict(this.name, measured, exact, relativeError, 0.02, { state: exact > 0 ? 'slide' : 'stick' });
  },
};
