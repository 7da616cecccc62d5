/**
 * Assembles a world from a checked scene: sheets, then what acts on them, then colliders, then the sub-steps,
 * for only a whole world can say how stiff it is.
 */
import {
  addBall,
  addRigidBodies,
  type Collider,
  type ColliderPath,
  contactStage,
  createCollider,
  loadRapier,
  MovingMesh,
  type RigidSolver,
  SurfaceContact,
} from '../contact/index.ts';
import { type Body, levelsInUse } from '../core/body.ts';
import { pinParticles } from '../core/pins.ts';
import { World, type WorldOptions } from '../core/world.ts';
import { airDamping, stepDamping } from '../forces/air.ts';
import { gravity } from '../forces/gravity.ts';
import { pressure } from '../forces/pressure.ts';
import { wind } from '../forces/wind.ts';
import { HeatExchange } from '../heat/index.ts';
import { createIntegrator, isImplicit } from '../integrators/index.ts';
import { stableSteps, substepsFor } from '../integrators/stability.ts';
import { resolveMaterial } from '../materials/presets.ts';
import type { ThermalMaterial } from '../materials/thermal.ts';
import { rotationAbout } from '../math/mat3.ts';
import { PI } from '../math/portable.ts';
import { random, seedRandom } from '../math/random.ts';
import type { AdaptiveGrid } from '../models/adaptive-grid/index.ts';
import { ColliderHeat } from '../models/lattice-matter/collider-heat.ts';
import { MatterImpacts } from '../models/lattice-matter/impacts.ts';
import { LatticeMatter } from '../models/lattice-matter/index.ts';
import { matterStep } from '../models/lattice-matter/longest-step.ts';
import { keepInPlane } from '../models/lattice-matter/plane.ts';
import { SheetHeat } from '../models/lattice-matter/sheet-heat.ts';
import type { LayeredSheet } from '../models/layered-sheet/index.ts';
import { addProvotSheet, type ProvotSheet } from '../models/provot-sheet/index.ts';
import { LIMITS } from '../schema/limits.ts';
import { buildAdaptiveCloth } from './adaptive-cloth.ts';
import { buildAdaptiveGrid, deepestLevel, thermalOfGrid } from './adaptive-grid.ts';
import { gridPoints } from './grid-place.ts';
import { addHeat, coldest, type HeatedSheet, withStiffest } from './heat.ts';
import { buildLatticeMatter, type LatticeMatterParameters } from './lattice-matter.ts';
import { buildLayeredSheet, thermalOfSheet } from './layered-sheet.ts';
import { buildMembraneSheet } from './membrane-sheet.ts';
import type { BodyParameters, ColliderParameters, ProvotSheetParameters, Scene } from './parameters.ts';
import { SceneError } from './problems.ts';
import { addSeams } from './seams.ts';
import { buildSheetFile, thermalOfFile } from './sheet-file-body.ts';

export interface BuildOptions extends WorldOptions {
  /** For scenes with rigid bodies: what `rigidSolverFor` answers. */
  readonly rigid?: RigidSolver;
  /** Paths of colliders that a program moves, by name; they replace the keyframes of the scene. */
  readonly paths?: ReadonlyMap<string, ColliderPath>;
}

/** What `buildScene` needs for the scene's rigid bodies; loads nothing for a scene without any. */
export async function rigidSolverFor(scene: Scene): Promise<RigidSolver | undefined> {
  return scene.rigidBodies.length > 0 ? loadRapier() : undefined;
}

export function buildScene(scene: Scene, options: BuildOptions = {}): World {
  const { name, tolerance, iterations } = scene.engine;
  const world = new World(createIntegrator(name, { tolerance, iterations }), options);
  const sheets = addSheets(world, scene);
  addForces(world, scene, sheets);
  addSeams(world, scene);
  const colliders = scene.colliders.map((spec) => {
    const collider = buildCollider(world, spec, scene.gravity);
    const path = options.paths?.get(spec.name);
    return path ? { ...collider, track: path } : collider;
  });
  const rigid = addRigid(world, scene, colliders, options.rigid);
  addContact(world, colliders, rigid, sheets, scene);
  for (const body of world.bodies) {
    const plane = body instanceof LatticeMatter ? keepInPlane(world, body) : undefined;
    if (plane && world.contact.length > 0) world.add(plane);
  }
  const heated = heatedSheets(scene, sheets);
  addHeat(
    world,
    scene.heat,
    heated,
    scene.colliders.map((spec, i) => ({ ...spec, collider: colliders[i] })),
  );
  addMatterHeat(world, scene, colliders, heated);
  const substeps =
    scene.engine.substeps === 'auto' ? stableSubsteps(world, scene, heated) : scene.engine.substeps;
  world.substeps = substeps * (1 << levelsInUse(world)); // sheets that begin refined take more
  addMatterImpacts(world, scene);
  return world;
}

/** Last of what adapts, so that it knows how many sub-steps there will be. */
function addMatterImpacts(world: World, { engine, dt }: Scene): void {
  if (!world.bodies.some((body) => body instanceof LatticeMatter)) return;
  const impacts = new MatterImpacts(world, engine.substeps === 'auto');
  world.add(impacts);
  impacts.look(world, dt);
}

/** Colliders that have a temperature, and sheets that answer to heat, warm or cool the matter on them. */
function addMatterHeat(
  world: World,
  scene: Scene,
  colliders: readonly Collider[],
  heated: readonly HeatedSheet[],
): void {
  const hot = scene.colliders.flatMap(({ temperature, conductance }, i) =>
    temperature === undefined ? [] : [{ collider: colliders[i], temperature, conductance }],
  );
  const exchange = world.schedule.in('heat').find((system) => system instanceof HeatExchange);
  const warm = heated.map(({ sheet: body, radius }) => ({ body, radius }));
  const { matter, conductance: touch } = scene.contact;
  for (const body of world.bodies) {
    if (!(body instanceof LatticeMatter && body.conducts)) continue;
    if (hot.length > 0) world.add(new ColliderHeat(world, body, hot));
    if (exchange && matter) world.add(new SheetHeat(world, body, warm, exchange, touch));
  }
}

/** The sheets that answer to heat. */
function heatedSheets(scene: Scene, sheets: readonly Sheet[]): HeatedSheet[] {
  return scene.bodies.flatMap((body, i) => {
    const thermal = thermalOfBody(body);
    if (!thermal) return [];
    const sheet = sheets[i] as LayeredSheet | AdaptiveGrid;
    return [{ sheet, thermal, radius: sheet.thickness / 2, path: `bodies[${i}].thermal` }];
  });
}

function thermalOfBody(body: BodyParameters): ThermalMaterial | undefined {
  switch (body.model) {
    case 'layered-sheet':
      return thermalOfSheet(body);
    case 'sheet-file':
      return thermalOfFile(body);
    case 'adaptive-grid':
      return thermalOfGrid(body);
    default:
      return undefined;
  }
}

type Vector = readonly [number, number, number];
type SheetParameters = Exclude<BodyParameters, LatticeMatterParameters>;

/** A body with half a thickness to touch with; most have a grid of masses. */
interface Sheet extends Body {
  readonly thickness: number;
  index?(column: number, row: number): number;
}

function addSheets(world: World, scene: Scene): Sheet[] {
  const generator = new Int32Array(4);
  seedRandom(generator, scene.seed);
  const sheets = scene.bodies.map((body, i) => {
    try {
      if (body.model === 'lattice-matter') return buildLatticeMatter(world, body, scene.seed, scene.contact);
      return addSheet(world, body, generator, scene.heat.mode !== 'off');
    } catch (error) {
      // What only the making of a sheet can tell, such as springs that no rest length could balance.
      if (!(error instanceof RangeError)) throw error;
      throw new SceneError([{ path: `bodies[${i}]`, message: error.message }]);
    }
  });
  sheets.forEach((sheet, i) => {
    const body = scene.bodies[i];
    if (body.model !== 'provot-sheet') return;
    setVelocity(world, sheet, body.velocity);
    pinSheet(world, sheet as ProvotSheet, body);
  });
  return sheets;
}

function addSheet(world: World, body: SheetParameters, generator: Int32Array, hot: boolean): Sheet {
  const place = placement(body);
  // Out of the plane, drawn from the seed.
  const shifted = (jitter: number) => () => (jitter === 0 ? 0 : jitter * (2 * random(generator) - 1));
  switch (body.model) {
    case 'adaptive-cloth':
      return buildAdaptiveCloth(world, body, place, shifted(body.jitter));
    case 'adaptive-grid':
      return buildAdaptiveGrid(world, body, place, shifted(body.jitter));
    case 'layered-sheet':
      return buildLayeredSheet(world, body, place, hot);
    case 'membrane-sheet':
      return buildMembraneSheet(world, body, place);
    case 'sheet-file':
      return buildSheetFile(world, body, place, hot);
    case 'provot-sheet': {
      const { name, size, points, elongationLimit, jitter } = body;
      const material = resolveMaterial(body.material);
      const shift = shifted(jitter);
      const jittered = (u: number, v: number) => place(u, v, shift());
      return addProvotSheet(world, { name, size, points, material, elongationLimit, place: jittered });
    }
  }
}

/** From the body's own frame into the room: rotation, then position. */
function placement(body: SheetParameters): (x: number, y: number, z: number) => Vector {
  const turn = rotationAbout(body.rotation.axis, (body.rotation.angle * PI) / 180);
  const [px, py, pz] = body.position;
  return (u, v, w) => {
    const [x, y, z] = turn(u, v, w);
    return [px + x, py + y, pz + z];
  };
}

function setVelocity({ particles }: World, { first, count }: Sheet, velocity: Vector): void {
  [particles.vx, particles.vy, particles.vz].forEach((component, axis) => {
    component.fill(velocity[axis], first, first + count);
  });
}

/** A mass that two pins hold follows the later one. */
function pinSheet(world: World, sheet: ProvotSheet, body: ProvotSheetParameters): void {
  const pins = new Map<number, ProvotSheetParameters['pins'][number]['keyframes']>();
  for (const { at, keyframes } of body.pins) {
    for (const [column, row] of gridPoints(at, body.points)) pins.set(sheet.index(column, row), keyframes);
  }
  pinParticles(
    world,
    [...pins].map(([particle, keyframes]) => ({ particle, keyframes })),
  );
}

function addForces(world: World, scene: Scene, sheets: readonly Sheet[]): void {
  const { air } = scene;
  if (scene.gravity.some((g) => g !== 0)) world.addForce(gravity(scene.gravity));
  if (air.rate > 0) world.addForce(airDamping(air.rate));
  if (air.density > 0 && (air.drag > 0 || air.lift > 0)) {
    const { wind: velocity, density, drag, lift, gust, gustPeriod } = air;
    world.addForce(wind(sheets, { velocity, density, drag, lift, gust, gustPeriod }));
  }
  sheets.forEach((sheet, i) => {
    const body = scene.bodies[i];
    if (body.model !== 'provot-sheet' || body.pressure === 0) return;
    world.addForce(pressure(sheet.triangles, body.pressure));
  });
  if (air.factor < 1) world.add(stepDamping(air.factor));
}

function buildCollider(world: World, spec: ColliderParameters, gravity: Vector): Collider {
  const { mass, shape } = spec;
  if (mass === undefined || shape.kind !== 'sphere') return createCollider(spec);
  return addBall(world, { ...spec, mass, radius: shape.radius, gravity });
}

function addRigid(
  world: World,
  { rigidBodies, gravity }: Scene,
  colliders: readonly Collider[],
  solver: RigidSolver | undefined,
): readonly Collider[] {
  if (rigidBodies.length === 0) return [];
  if (!solver) {
    const message =
      'a scene with rigid bodies is built with their solver: buildScene(scene, { rigid: await rigidSolverFor(scene) })';
    throw new SceneError([{ path: 'rigidBodies', message }]);
  }
  return addRigidBodies(world, rigidBodies, { gravity, colliders, solver }).colliders;
}

/** Rigid bodies are for surfaces only: particles alone would take them for what nothing stops. */
function addContact(
  world: World,
  colliders: readonly Collider[],
  rigid: readonly Collider[],
  sheets: readonly Sheet[],
  { contact }: Scene,
): void {
  const bodies = sheets.map((body) => ({ body, radius: body.thickness / 2 }));
  const surfaces = contact.edges && !world.integrator.implicit;
  const swept = colliders.filter(
    (collider) => !(collider.shape instanceof MovingMesh) && !(surfaces && isLeftToSurfaces(collider, world)),
  );
  if (swept.length > 0) world.contact.push(contactStage(swept, bodies, world));
  // Free balls push and are pushed by masses alone.
  const obstacles = [...(contact.edges ? colliders.filter(({ ball }) => !ball) : []), ...rigid];
  const surfaced = bodies.filter(({ body }) => body.model !== 'lattice-matter');
  const grains = contact.matter ? bodies.filter(({ body }) => body.model === 'lattice-matter') : [];
  const isMet = contact.self || obstacles.length > 0 || grains.length > 0;
  const isSwept = rigid.length === 0 && swept.length === colliders.length;
  const isNeeded = surfaced.length > 0 ? isMet : grains.length > 0 && !isSwept;
  if (!isNeeded) return;
  const lying = swept.length < colliders.length;
  world.contact.push(new SurfaceContact(world, obstacles, surfaced, { ...contact, grains, lying }));
}

/**
 * Meshes of many triangles, which surface contact finds a dozen times quicker than sweeps of single particles do; but for
 * what only the sweeps know of: bounces, sticking, sheets that ask how deep places are.
 */
function isLeftToSurfaces({ shape, restitution, stick }: Collider, { bodies }: World): boolean {
  return shape.kind === 'mesh' && restitution === 0 && !stick && !bodies.some(needsSweeps);
}

/** Sheets that refine themselves ask how deep places are; matter has no surface to touch with. */
function needsSweeps({ levels, model }: Body): boolean {
  return levels !== undefined || model === 'lattice-matter';
}

/**
 * s; an implicit step does not know of rigid bodies, so that stiff cloth and body meet after it, by masses alone. A box on
 * cotton gained energy at steps of 1/480 s and above, and none at this.
 */
const RIGID_STEP = 1 / 960;

/**
 * s; the solve of an implicit cloth knows grains of matter, and not what stands behind them. A kilogram of it that fell 0.1 m on
 * a cloth of 0.4 m stored 1.7 times its energy there at steps of 1/780 s, and all but none too much at these.
 */
const MATTER_STEP = 1 / 1920;

/** As few sub-steps as the engine is stable with. */
function stableSubsteps(world: World, scene: Scene, heated: readonly HeatedSheet[]): number {
  const own = Math.min(...world.bodies.map(({ stableStep = Number.POSITIVE_INFINITY }) => stableStep));
  if (isImplicit(scene.engine.name)) {
    if (own < Infinity) return affordable(world, scene, Math.min(own, MATTER_STEP), own);
    return scene.rigidBodies.length > 0 ? Math.ceil(scene.dt / RIGID_STEP) : 1;
  }
  const lowest = coldest(scene.heat, scene.colliders);
  const stability = withStiffest(scene.heat, heated, lowest, () => stableSteps(world));
  return affordable(world, scene, Math.min(stability.engines[scene.engine.name].step, own), own);
}

/** Sub-steps of at most `limit` s; `own`: what bodies with a stage of their own hold. */
function affordable(world: World, scene: Scene, limit: number, own: number): number {
  const substeps = substepsFor(scene.dt, limit);
  const deepest = deepestLevel(scene.bodies);
  const most = substeps * (1 << deepest);
  if (most <= LIMITS.substeps) return substeps;
  const where = deepest > 0 ? ` at level ${deepest}` : '';
  const slowest = world.bodies.find(({ stableStep }) => limit === own && stableStep === own);
  const matter = slowest instanceof LatticeMatter ? matterStep(slowest) : undefined;
  const whose = slowest ? `"${slowest.name}"` : `engine "${scene.engine.name}"`;
  const cause = matter ? ` by its ${matter.cause}` : '';
  const advice = matter?.advice ?? 'a softer or heavier material, fewer points';
  const message = `${whose} is stable up to ${limit} s here${cause}: ${most} sub-steps a frame${where}; the limit is ${LIMITS.substeps}. Use ${advice} or a shorter dt`;
  throw new SceneError([{ path: 'engine.substeps', message }]);
}
