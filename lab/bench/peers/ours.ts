/**
 * Pliant through its public API: the one-layer sheet of springs (Provot 1995) with an explicit engine and the sub-steps of
 * the stability guard.
 *
 * Default has the material, the air and the elongation limit of the scene of the same name (300 N/m); stiff has twice the
 * moduli, and the air damping of 1/s of the other engines' stiff settings.
 */
import { buildScene, defineScene, parseScene, step } from 'pliant';
import { resolveMaterial } from 'pliant/engine';
import { sceneById } from 'pliant/scenes';
import { installedVersion, type Peer, type PeerRun, type Setting } from './peer.ts';
import { density, frameTime, gravity, type Scenario, side } from './scenario.ts';

export const ours: Peer = {
  name: 'Pliant',
  version: installedVersion('pliant'),
  licence: 'MIT',
  settings: ['default', 'stiff'],
  about: (setting) =>
    setting === 'default'
      ? 'material, air and elongation limit of the scene, sub-steps by the stability guard'
      : 'twice the moduli, air 1/s, sub-steps by the stability guard',
  async create(scenario, n, setting) {
    return build(scenario, n, setting);
  },
};

function describe({ name, height, pinned, sphere }: Scenario, n: number, setting: Setting) {
  const scene = sceneById(name)!;
  const [body] = scene.bodies;
  const { material, elongationLimit } = body as Extract<typeof body, { model: 'provot-sheet' }>;
  const { stretch, shear, ...rest } = resolveMaterial(material);
  const factor = setting === 'stiff' ? 2 : 1;
  return defineScene({
    format: 1,
    id: 'peers',
    title: 'Sheet beside other engines',
    seconds: 2,
    dt: frameTime,
    engine: { name: 'euler-cromer', substeps: 'auto' },
    gravity: [0, -gravity, 0],
    air: { rate: setting === 'stiff' ? 1 : scene.air.rate, density: 0 }, // no wind: none of the others has it
    contact: { self: false, edges: false }, // the sheets of the others do not meet themselves either
    bodies: [
      {
        name: 'sheet',
        model: 'provot-sheet',
        size: [side, side],
        points: [n, n],
        position: [0, height, 0],
        rotation: { axis: [1, 0, 0], angle: -90 },
        material: { ...rest, density, stretch: factor * stretch, shear: factor * shear },
        elongationLimit,
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

function build(scenario: Scenario, n: number, setting: Setting): PeerRun {
  const world = buildScene(parseScene(describe(scenario, n, setting)));
  return {
    frame() {
      const { fault } = step(world, frameTime);
      // The world then stays at its last good state, which must not pass for a sheet at rest.
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
