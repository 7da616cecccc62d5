/**
 * Jolt in WebAssembly: a soft body of distance constraints solved by extended position-based dynamics (Macklin, Müller &
 * Chentanez 2016); each of its iterations is a sub-step of the frame with one sweep.
 *
 * The default of its cloth samples, 5 iterations and a compliance of 1e-5 m/N, is made for masses of 1 kg. Ours weigh 28 mg
 * at n = 73, for which 1e-5 m/N is nearly rigid, and one sweep per sub-step in a fixed order then gains energy: it
 * explodes, and sooner with more iterations or less compliance. Stiff therefore has the compliance of a cloth of about
 * 330 N/m, 3e-3 m/N, with as many sub-steps as bring the mean strain to 0.5 %. The SIMD build (jolt-build.ts) runs on one
 * thread as all engines do.
 */
import type Jolt from 'jolt-physics';
import { loadJolt } from './jolt-build.ts';
import { installedVersion, type Peer, type PeerRun, type Setting } from './peer.ts';
import {
  frameTime,
  gravity,
  pinnedMasses,
  pointMass,
  restPositions,
  type Scenario,
  type ScenarioName,
} from './scenario.ts';

type Library = typeof Jolt;

interface Solver {
  iterations: number; // sub-steps per frame
  compliance: number; // m/N, of structural edges
  shearCompliance: number; // m/N, of diagonals
  damping: number; // 1/s, of the velocity
}

/**
 * Sub-steps that bring the mean strain to 0.5 %, by size: the strain was 0.51, 0.49 and 0.50 % on the flag, 0.50, 0.50 and
 * 0.41 % on the drape. On the drape at 129 × 129, 53 give 0.61 % and a largest strain of 28 %, and 46 explode.
 */
const stiffIterations: Record<ScenarioName, { found: Record<number, number>; otherwise: number }> = {
  flag: { found: { 33: 18, 73: 42, 129: 75 }, otherwise: 0.57 },
  drape: { found: { 33: 16, 73: 28, 129: 54 }, otherwise: 0.42 },
};

function iterationsFor(scenario: ScenarioName, n: number): number {
  const { found, otherwise } = stiffIterations[scenario];
  return found[n] ?? Math.round(otherwise * n);
}

const solvers: Record<Setting, (scenario: ScenarioName, n: number) => Solver> = {
  default: () => ({ iterations: 5, compliance: 1e-5, shearCompliance: 1e-5, damping: 0.1 }),
  stiff: (scenario, n) => ({
    iterations: iterationsFor(scenario, n),
    compliance: 3e-3,
    shearCompliance: 1e-2,
    damping: 1,
  }),
};

export const jolt: Peer = {
  name: 'Jolt',
  version: installedVersion('jolt-physics'),
  licence: 'MIT',
  settings: ['default', 'stiff'],
  about: (setting) =>
    setting === 'default'
      ? 'SIMD, 5 iterations, compliance 1e-5 m/N, damping 0.1/s'
      : 'SIMD, iterations for 0.5 % mean strain (0.57 n flag, 0.42 n drape), compliance 3e-3 m/N (diagonals 1e-2), damping 1/s',
  async create(scenario, n, setting) {
    return build(await loadJolt(), scenario, n, solvers[setting](scenario.name, n));
  },
};

const LAYER = 0; // the only layer: everything meets everything

function createWorld(J: Library): Jolt.JoltInterface {
  const pairs = new J.ObjectLayerPairFilterTable(1);
  pairs.EnableCollision(LAYER, LAYER);
  const broadLayer = new J.BroadPhaseLayer(0);
  const broad = new J.BroadPhaseLayerInterfaceTable(1, 1);
  broad.MapObjectToBroadPhaseLayer(LAYER, broadLayer);
  J.destroy(broadLayer);
  const settings = new J.JoltSettings();
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = broad;
  settings.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(broad, 1, pairs, 1);
  settings.mMaxWorkerThreads = 0; // one thread, as for all engines
  const world = new J.JoltInterface(settings); // now owns the three filters
  J.destroy(settings);
  const down = new J.Vec3(0, -gravity, 0);
  world.GetPhysicsSystem().SetGravity(down);
  J.destroy(down);
  return world;
}

function addSphere(J: Library, bodies: Jolt.BodyInterface, { sphere }: Scenario): void {
  if (!sphere) return;
  const shape = new J.SphereShape(sphere.radius);
  const centre = new J.RVec3(...sphere.centre);
  const rotation = J.Quat.prototype.sIdentity();
  const settings = new J.BodyCreationSettings(shape, centre, rotation, J.EMotionType_Static, LAYER);
  settings.mFriction = sphere.friction;
  bodies.CreateAndAddBody(settings, J.EActivation_DontActivate);
  J.destroy(settings);
  J.destroy(centre);
}

function addVertices(J: Library, sheet: Jolt.SoftBodySharedSettings, scenario: Scenario, n: number): void {
  const pins = new Set(pinnedMasses(scenario, n));
  const rest = restPositions(scenario, n);
  const vertex = new J.SoftBodySharedSettingsVertex();
  for (let k = 0; k < n * n; k++) {
    vertex.mPosition.x = rest[3 * k];
    vertex.mPosition.y = rest[3 * k + 1];
    vertex.mPosition.z = rest[3 * k + 2];
    vertex.mInvMass = pins.has(k) ? 0 : 1 / pointMass(n);
    sheet.mVertices.push_back(vertex);
  }
  J.destroy(vertex);
}

function addFaces(J: Library, sheet: Jolt.SoftBodySharedSettings, n: number): void {
  const face = new J.SoftBodySharedSettingsFace(0, 0, 0, 0);
  const add = (a: number, b: number, c: number) => {
    face.set_mVertex(0, a);
    face.set_mVertex(1, b);
    face.set_mVertex(2, c);
    sheet.AddFace(face);
  };
  for (let row = 0; row < n - 1; row++) {
    for (let k = row * n; k < row * n + n - 1; k++) {
      add(k, k + n, k + n + 1);
      add(k, k + n + 1, k + 1);
    }
  }
  J.destroy(face);
}

function addSheet(J: Library, bodies: Jolt.BodyInterface, scenario: Scenario, n: number, solver: Solver) {
  const sheet = new J.SoftBodySharedSettings();
  addVertices(J, sheet, scenario, n);
  addFaces(J, sheet, n);
  const attributes = new J.SoftBodySharedSettingsVertexAttributes();
  attributes.mCompliance = solver.compliance;
  attributes.mShearCompliance = solver.shearCompliance;
  sheet.CreateConstraints(attributes, 1, J.SoftBodySharedSettings_EBendType_None);
  J.destroy(attributes);
  sheet.Optimize();
  const origin = new J.RVec3(0, 0, 0);
  const settings = new J.SoftBodyCreationSettings(sheet, origin, J.Quat.prototype.sIdentity(), LAYER);
  J.destroy(origin);
  settings.mNumIterations = solver.iterations;
  settings.mLinearDamping = solver.damping;
  settings.mUpdatePosition = false; // vertices stay in world coordinates
  settings.mAllowSleeping = false; // a sleeping sheet costs nothing
  if (scenario.sphere) settings.mFriction = scenario.sphere.friction;
  const body = bodies.CreateSoftBody(settings);
  J.destroy(settings);
  bodies.AddBody(body.GetID(), J.EActivation_Activate);
  return J.castObject(body.GetMotionProperties(), J.SoftBodyMotionProperties).GetVertices();
}

function build(J: Library, scenario: Scenario, n: number, solver: Solver): PeerRun {
  const world = createWorld(J);
  const bodies = world.GetPhysicsSystem().GetBodyInterface();
  addSphere(J, bodies, scenario);
  const vertices = addSheet(J, bodies, scenario, n, solver);
  const first = J.getPointer(vertices.at(0)) / 4;
  const stride = J.getPointer(vertices.at(1)) / 4 - first;
  const offset = J.SoftBodyVertexTraits.prototype.mPositionOffset / 4;
  return {
    frame: () => world.Step(frameTime, 1),
    positions(out) {
      const heap = J.HEAPF32; // read every time: growth of the memory replaces it
      for (let k = 0, at = first + offset; k < n * n; k++, at += stride) {
        out[3 * k] = heap[at];
        out[3 * k + 1] = heap[at + 1];
        out[3 * k + 2] = heap[at + 2];
      }
    },
    dispose: () => J.destroy(world),
  };
}
