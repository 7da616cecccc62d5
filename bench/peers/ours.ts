/**
 * Pliant through its public door: the one-layer sheet of springs (Provot 1995) with an explicit engine and as
 * many sub-steps as the stability guard finds necessary.
 *
 * Default is the material, the air and the limit on elongation of the flag scene; stiff has twice its moduli and
 * the damping of 1/s that the stiff settings of the other engines have.
 */
import { buildScene, defineScene, parseScene, step } from 'pliant';
import { installedVersion, type Peer, type PeerRun, type Setting } from './peer.ts';
import { density, frameTime, gravity, type Scenario, side } from './scenario.ts';

interface Sheet {
  stretch: number; // N/m
  shear: number; // N/m
  airRate: number; // 1/s
}

const sheets: Record<Setting, Sheet> = {
  default: { stretch: 300, shear: 60, airRate: 0.1 },
  stiff: { stretch: 600, shear: 120, airRate: 1 },
};

export const ours: Peer = {
  name: 'Pliant',
  version: installedVersion('pliant'),
  licence: 'MIT',
  settings: ['default', 'stiff'],
  about: (setting) =>
    `Euler–Cromer, sub-steps by the stability guard, stretch ${sheets[setting].stretch} N/m, elongation limit 10 %, air ${sheets[setting].airRate}/s`,
  async create(scenario, n, setting) {
    return build(scenario, n, sheets[setting]);
  },
};

function describe({ height, pinned, sphere }: Scenario, n: number, { stretch, shear, airRate }: Sheet) {
  return defineScene({
    format: 1,
    id: 'peers',
    title: 'Sheet beside other engines',
    seconds: 2,
    dt: frameTime,
    engine: { name: 'euler-cromer', substeps: 'auto' },
    gravity: [0, -gravity, 0],
    air: { rate: airRate, density: 0 }, // no wind: none of the others has it
    bodies: [
      {
        name: 'sheet',
        model: 'provot-sheet',
        size: [side, side],
        points: [n, n],
        position: [0, height, 0],
        rotation: { axis: [1, 0, 0], angle: -90 },
        material: { density, stretch, shear, bend: 10, damping: 0.05, thickness: 0.001 },
        elongationLimit: 0.1,
        pins: pinned ? [{ at: 'top-left' }, { at: 'top-right' }] : [],
      },
    ],
    colliders: sphere
      ? [
          {
            name: 'ball',
            shape: { kind: 'sphere', radius: sphere.radius },
            position: [...sphere.centre],
            friction: sphere.friction,
            restitution: 0,
          },
        ]
      : [],
  });
}

function build(scenario: Scenario, n: number, sheet: Sheet): PeerRun {
  const world = buildScene(parseScene(describe(scenario, n, sheet)));
  return {
    frame() {
      const { fault } = step(world, frameTime);
      // The world rests at its last good state then, which must not pass for a sheet that holds still.
      if (fault) throw new Error(`${fault.cause} at ${fault.time.toFixed(3)} s`);
    },
    positions(out) {
      const { x, y, z } = world.particles;
      for (let k = 0; k < n * n; k++) {
        out[3 * k] = x[k];
        out[3 * k + 1] = y[k];
        out[3 * k + 2] = z[k];
      }
    },
    dispose() {}, // left to the garbage collector
  };
}
