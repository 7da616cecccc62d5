/**
 * Ammo, which is Bullet in WebAssembly: a soft body of links solved by position-based dynamics (Müller et al. 2007),
 * `piterations` sweeps per step.
 *
 * The world is ten times as large as the scenario, lengths and gravity alike, which leaves times and strains unchanged:
 * Bullet stores the distance field of a rigid body in voxels of 0.25 units, and a sheet falls through a sphere of
 * radius 0.25.
 */
import type Ammo from 'ammojs-typed';
import { installedVersion, type Peer, type PeerRun, type Setting, silent } from './peer.ts';
import { density, frameTime, gravity, pinnedMasses, type Scenario, side } from './scenario.ts';

type Library = typeof Ammo;

interface Solver {
  steps: number; // per frame
  iterations: number; // per step
  damping: number; // 1/s, of the velocity
}

const solvers: Record<Setting, (n: number) => Solver> = {
  default: () => ({ steps: 1, iterations: 10, damping: 0 }),
  stiff: (n) => ({ steps: Math.round(0.26 * n), iterations: 4, damping: 1 }),
};

export const ammo: Peer = {
  name: 'Ammo',
  version: installedVersion('ammojs-typed'),
  licence: 'zlib',
  settings: ['default', 'stiff'],
  about: (setting) =>
    setting === 'default'
      ? '1 step of 10 iterations, link stiffness 1'
      : '0.26 n steps of 4 iterations, link stiffness 1, damping 1/s',
  async create(scenario, n, setting) {
    return build(await load(), scenario, n, solvers[setting](n));
  },
};

let library: Promise<Library> | undefined;

function load(): Promise<Library> {
  library ??= import('ammojs-typed/wasm').then(
    ({ default: init }) => init({ ...silent }) as unknown as Promise<Library>,
  );
  return library;
}

const scale = 10; // units per metre
const margin = 0.01; // m
const DISABLE_DEACTIVATION = 4;

function build(A: Library, scenario: Scenario, n: number, solver: Solver): PeerRun {
  const made: unknown[] = []; // destroyed in reverse
  const own = <T>(thing: T): T => {
    made.push(thing);
    return thing;
  };
  const vector = (x: number, y: number, z: number) => own(new A.btVector3(scale * x, scale * y, scale * z));

  const configuration = own(new A.btSoftBodyRigidBodyCollisionConfiguration());
  const world = own(
    new A.btSoftRigidDynamicsWorld(
      own(new A.btCollisionDispatcher(configuration)),
      own(new A.btDbvtBroadphase()),
      own(new A.btSequentialImpulseConstraintSolver()),
      configuration,
      own(new A.btDefaultSoftBodySolver()),
    ),
  );
  const down = vector(0, -gravity, 0);
  world.setGravity(down);
  world.getWorldInfo().set_m_gravity(down);

  if (scenario.sphere) {
    const { centre, radius, friction } = scenario.sphere;
    const place = own(new A.btTransform());
    place.setIdentity();
    place.setOrigin(vector(...centre));
    const shape = own(new A.btSphereShape(scale * radius));
    const state = own(new A.btDefaultMotionState(place));
    const info = own(new A.btRigidBodyConstructionInfo(0, state, shape, vector(0, 0, 0)));
    const ball = own(new A.btRigidBody(info));
    ball.setFriction(friction);
    world.addRigidBody(ball);
  }

  const half = side / 2;
  const corner = (x: number, z: number) => vector(x, scenario.height, z);
  const sheet = own(new A.btSoftBodyHelpers()).CreatePatch(
    world.getWorldInfo(),
    corner(-half, -half),
    corner(half, -half),
    corner(-half, half),
    corner(half, half),
    n,
    n,
    0,
    true, // diagonals
  );
  const config = sheet.get_m_cfg();
  config.set_viterations(10);
  config.set_piterations(solver.iterations);
  config.set_kDP((solver.damping * frameTime) / solver.steps); // share of the velocity per step
  config.set_kDF(1); // multiplied by the ball's friction
  sheet.setTotalMass(density * side * side, false);
  for (const k of pinnedMasses(scenario, n)) sheet.setMass(k, 0);
  A.castObject(sheet, A.btCollisionObject)
    .getCollisionShape()
    .setMargin(scale * margin);
  world.addSoftBody(sheet, 1, -1);
  sheet.setActivationState(DISABLE_DEACTIVATION);

  const nodes = sheet.get_m_nodes();
  const first = A.getPointer(nodes.at(0).get_m_x()) / 4;
  const stride = A.getPointer(nodes.at(1).get_m_x()) / 4 - first;
  const stepTime = frameTime / solver.steps;
  return {
    frame() {
      // One step per call: with a fixed step inside, Bullet would rely on rounding to complete them.
      for (let i = 0; i < solver.steps; i++) world.stepSimulation(stepTime, 0);
    },
    positions(out) {
      const heap = A.HEAPF32; // read every time: growth of the memory replaces it
      for (let k = 0, at = first; k < n * n; k++, at += stride) {
        out[3 * k] = heap[at] / scale;
        out[3 * k + 1] = heap[at + 1] / scale;
        out[3 * k + 2] = heap[at + 2] / scale;
      }
    },
    dispose() {
      world.removeSoftBody(sheet);
      A.destroy(sheet);
      for (const thing of made.reverse()) A.destroy(thing);
    },
  };
}
