/**
 * Pliant through its public door: the one-layer sheet of springs (Provot 1995) with an explicit engine and as
 * many sub-steps as the stability guard finds necessary.
 *
 * Default has the material, the air and the limit on elongation of the scene of the same name (300 N/m); stiff
 * has twice the moduli, and the damping of 1/s by the air that the stiff settings of the other engines have.
 */
import { buildScene, defineScene, parseScene, resolveMaterial, step } from 'pliant';
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
  if (body.model !== 'provot-sheet') throw new Error(`scene ${name}: peers have no ${body.model}`);
  const { material, elongationLimit } = body;
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
