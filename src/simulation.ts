/**
 * A simulation: bodies, colliders and rigid bodies that a program adds, moves and removes while time advances.
 *
 * It is a scene that can be edited while it runs. After an edit, the world is built from the scene again before the next
 * step and takes over the state. The bodies decide the engine: implicit for cloth, explicit for sheets, either for matter.
 */
import { contactOf } from './contact/index.ts';
import type { Pose } from './contact/pose.ts';
import { Track } from './contact/track.ts';
import type { Body } from './core/body.ts';
import { HELD, PINNED } from './core/particles.ts';
import { pinInPlace } from './core/pins.ts';
import type { Fault, StepReport } from './core/report.ts';
import { restore, snapshot } from './core/snapshot.ts';
import { step } from './core/step.ts';
import type { World } from './core/world.ts';
import type { WindForce } from './forces/wind.ts';
import { within } from './math/check.ts';
import { type BuildOptions, buildScene, needsRigidSolver } from './scene/build.ts';
import { FORMAT, type Scene, type SceneInput } from './scene/parameters.ts';
import { parseScene } from './scene/parse.ts';
import { SceneError } from './scene/problems.ts';
import { type PinTarget, SimulatedBody } from './simulation/body.ts';
import {
  DrivenPath,
  type PoseChange,
  rotationOf,
  SimulatedCollider,
  SimulatedRigidBody,
} from './simulation/collider.ts';
import { engineFor, found, freeName, inOptions, type Renamed } from './simulation/edits.ts';
import { mergeState } from './simulation/merge-state.ts';
import {
  type ClothOptions,
  type ColliderOptions,
  type ColliderShape,
  clothBody,
  type MatterOptions,
  matterBody,
  type RigidBodyOptions,
  type SheetOptions,
} from './simulation/options.ts';
import { isPoint, particlesAt } from './simulation/pins.ts';

type Vector = readonly [number, number, number];

/** Parts that a scene cannot describe. Colliders get their paths by `setPose`. */
type SimulationParts = Omit<BuildOptions, 'paths'>;

/** Sections of the scene format that apply to the whole simulation, and options of its construction. */
export interface SimulationOptions extends SimulationParts {
  /** Gravity, m/s²; default: [0, −9.80665, 0]. */
  gravity?: Vector;
  /** Density, wind, gusts, drag, lift and damping by the air; default: air at rest. */
  air?: SceneInput['air'];
  heat?: SceneInput['heat'];
  /** Contact; default: self-contact on. */
  contact?: SceneInput['contact'];
  /** Length of a step, s, which the engine divides into sub-steps as it needs; default: 1/60. */
  dt?: number;
  /** Seed of every random choice; default: 1. */
  seed?: number;
}

/** Events of a simulation and the arguments of their listeners. */
export interface SimulationEvents {
  /** Called after every step. */
  step: (report: StepReport) => void;
  /** Called when a step has failed: the simulation stays at its last good state until it is changed or restored. */
  fault: (fault: Fault) => void;
}

/** A member of a simulation, which `remove` takes out. */
export type SimulatedThing = SimulatedBody | SimulatedCollider | SimulatedRigidBody;

const OPTIONS =
  'Use gravity, air, heat, contact, dt, seed, rigid, clock, threads; add bodies by addCloth, addSheet and addMatter.';
/** Share of a step by which frames of the same length may fall short of it. */
const EARLY = 1e-6;

/**
 * Bodies and colliders in time.
 *
 * @example
 * const sim = new Simulation();
 * sim.addCollider({ kind: 'sphere', radius: 0.3 }, { friction: 0.4 });
 * const cloth = sim.addCloth({ size: [1.2, 1.2], fabric: 'cotton', position: [0, 0.5, 0] });
 * sim.on('fault', ({ cause, advice }) => console.warn(cause, advice));
 * sim.advance(2);
 * console.log(cloth.positions);
 */
export class Simulation {
  readonly #options: SimulationParts;
  #scene: Scene;
  /** Models of the bodies by name, which decide the engine; undefined if the scene has chosen one. */
  #engines: ReadonlyMap<string, string> | undefined = new Map();
  readonly #bodies = new Map<string, SimulatedBody>();
  readonly #colliders = new Map<string, SimulatedCollider>();
  readonly #rigidBodies = new Map<string, SimulatedRigidBody>();
  /** Paths of the colliders that the program has moved since the start. */
  readonly #paths = new Map<string, DrivenPath>();
  readonly #listeners = {
    step: new Set<SimulationEvents['step']>(),
    fault: new Set<SimulationEvents['fault']>(),
  };
  /** The world and the scene it was built from, which is older than `#scene` after an edit. */
  #built: { readonly world: World; readonly scene: Scene } | undefined;
  /** Whether the state is another than that of the scene's start although no step was taken. */
  #isChanged = false;
  /** Time that the steps lag behind, s. */
  #owed = 0;
  #isDisposed = false;

  constructor(options: SimulationOptions = {}) {
    const { gravity, air, heat, contact, dt, seed, rigid, clock, threads, ...others } = options;
    for (const key of Object.keys(others))
      throw new RangeError(`new Simulation: ${key}: unknown option. ${OPTIONS}`);
    const settings = { gravity, air, heat, dt, seed, contact: { self: true, ...contact } };
    this.#options = { rigid, clock, threads };
    this.#scene = parseScene({ format: FORMAT, id: 'simulation', ...settings }, 'new Simulation');
  }

  /** Opens a scene. A scene with rigid bodies needs their solver: `{ rigid: await rigidSolverFor(scene) }`. */
  static fromScene(scene: SceneInput, options: SimulationParts = {}): Simulation {
    const sim = new Simulation(options);
    sim.#scene = parseScene(scene, undefined, { anyLength: true });
    sim.#engines = undefined;
    for (const { name } of sim.#scene.bodies) sim.#newBody(name);
    for (const { name } of sim.#scene.colliders) sim.#newCollider(name);
    for (const { name } of sim.#scene.rigidBodies) sim.#newRigidBody(name);
    return sim;
  }

  /** Simulated time, s. */
  get time(): number {
    return this.#built?.world.time ?? 0;
  }

  /** Number of steps taken. */
  get steps(): number {
    return this.#built?.world.steps ?? 0;
  }

  /** Length of a step, s. */
  get dt(): number {
    return this.#scene.dt;
  }

  /** Failure that has stopped the simulation. */
  get fault(): Fault | undefined {
    return this.#built?.world.fault;
  }

  get bodies(): SimulatedBody[] {
    return [...this.#bodies.values()];
  }

  get colliders(): SimulatedCollider[] {
    return [...this.#colliders.values()];
  }

  get rigidBodies(): SimulatedRigidBody[] {
    return [...this.#rigidBodies.values()];
  }

  /** Finds a body by its name. */
  body(name: string): SimulatedBody {
    return found(this.#bodies, 'body', name);
  }

  /** Finds a collider by its name. */
  collider(name: string): SimulatedCollider {
    return found(this.#colliders, 'collider', name);
  }

  /** Finds a rigid body by its name. */
  rigidBody(name: string): SimulatedRigidBody {
    return found(this.#rigidBodies, 'rigid body', name);
  }

  /** The world of `pliant/engine` that is stepped; adding or removing something replaces it. */
  get world(): World {
    return this.#build();
  }

  /** Velocity of the air, m/s. */
  get wind(): Vector {
    return this.#scene.air.wind;
  }

  set wind(velocity: Vector) {
    this.#refuseDisposed();
    for (const axis of [0, 1, 2]) within(`wind[${axis}]`, velocity[axis], -1e4, 1e4);
    const wind: [number, number, number] = [velocity[0], velocity[1], velocity[2]];
    const { air } = this.#scene;
    if (air.density === 0 || (air.drag === 0 && air.lift === 0))
      throw new RangeError(
        'wind: this air has no density, or neither drag nor lift, so wind has no force. Set `air` of the simulation.',
      );
    this.#set({ air: { ...air, wind } });
    const force = this.#built?.world.forces.find(({ name }) => name === 'wind') as WindForce | undefined;
    if (force) force.options = { ...force.options, velocity: wind };
  }

  /** Adds a cloth, which is stepped implicitly. Without pins it starts lying flat, with pins upright. */
  addCloth(options: ClothOptions = {}): SimulatedBody {
    return this.#addBody('addCloth', 'cloth', clothBody(options), { material: 'fabric' });
  }

  /** Adds a sheet of card, plastic or paper, or of another model, which is stepped explicitly. */
  addSheet(options: SheetOptions = {}): SimulatedBody {
    return this.#addBody('addSheet', 'sheet', { model: 'layered-sheet', ...options });
  }

  /** Adds lattice matter: a solid or fluid of particles that melts, freezes and breaks. */
  addMatter(options: MatterOptions): SimulatedBody {
    return this.#addBody('addMatter', 'matter', matterBody(options), { 'objects[0].': '' });
  }

  /** Adds a body of any model, such as one that the program has registered, by the rows of the scene format. */
  addBody(parameters: { model: string; name?: string } & Record<string, unknown>): SimulatedBody {
    return this.#addBody('addBody', parameters.model, parameters);
  }

  /** Adds a collider. */
  addCollider(shape: ColliderShape, options: ColliderOptions = {}): SimulatedCollider {
    if ('mass' in options) throw new RangeError('addCollider: a collider has no mass. Use addRigidBody.');
    const name = options.name ?? freeName('collider', [this.#colliders, this.#rigidBodies]);
    const colliders = [...this.#scene.colliders, { ...options, name, shape }];
    this.#edit('addCollider', { colliders }, { [`colliders[${colliders.length - 1}].`]: '' });
    return this.#newCollider(name);
  }

  /**
   * Adds a rigid body. To touch colliders or other rigid bodies it needs a solver:
   * `new Simulation({ rigid: await loadRapier() })`.
   */
  addRigidBody(options: RigidBodyOptions): SimulatedRigidBody {
    const name = options.name ?? freeName('rigid', [this.#colliders, this.#rigidBodies]);
    const rigidBodies = [...this.#scene.rigidBodies, { ...options, name }];
    if (!this.#options.rigid && needsRigidSolver({ ...this.#scene, rigidBodies } as Scene)) {
      throw new Error(
        'addRigidBody: the simulation has no solver for rigid bodies. Pass one: new Simulation({ rigid: await loadRapier() }).',
      );
    }
    this.#edit('addRigidBody', { rigidBodies }, { [`rigidBodies[${rigidBodies.length - 1}].`]: '' });
    return this.#newRigidBody(name);
  }

  /** Removes a body, a collider or a rigid body; the rest continues. */
  remove(thing: SimulatedThing): void {
    this.#check(thing);
    const { name } = thing;
    const others = (list: readonly { name: string }[]) => list.filter((one) => one.name !== name);
    const scene = this.#scene;
    if (thing instanceof SimulatedBody) {
      const engines = this.#engines && new Map([...this.#engines].filter(([one]) => one !== name));
      this.#edit('remove', { bodies: others(scene.bodies) }, {}, engines);
      this.#bodies.delete(name);
    } else if (thing instanceof SimulatedCollider) {
      this.#edit('remove', { colliders: others(scene.colliders) });
      this.#colliders.delete(name);
      this.#paths.delete(name);
    } else {
      this.#edit('remove', { rigidBodies: others(scene.rigidBodies) });
      this.#rigidBodies.delete(name);
    }
  }

  /**
   * Advances by a time in steps of `dt`; a remainder is kept for the next call. Returns the report of the last step, or
   * undefined if no step was due. After a fault it does nothing.
   */
  advance(seconds: number): StepReport | undefined {
    within('advance: seconds', seconds, 0);
    const { dt } = this;
    this.#owed += seconds;
    let last: StepReport | undefined;
    while (this.#owed >= (1 - EARLY) * dt) {
      const world = this.#build();
      if (world.fault) break;
      this.#owed = Math.max(0, this.#owed - dt);
      last = step(world, dt);
      if (last.fault) for (const listener of [...this.#listeners.fault]) listener(last.fault);
      else for (const listener of [...this.#listeners.step]) listener(last);
    }
    if (this.fault) this.#owed = 0;
    return last;
  }

  /** Calls a listener at every event; returns a function that ends it. */
  on<E extends keyof SimulationEvents>(event: E, listener: SimulationEvents[E]): () => void {
    const listeners = this.#listeners[event] as Set<SimulationEvents[E]> | undefined;
    if (!listeners) throw new RangeError(`on: event must be "step" or "fault", got "${event}"`);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** The scene as it starts, with everything added, removed and set so far; `snapshot` has the present state. */
  toScene(): Scene {
    return parseScene(this.#scene, undefined, { anyLength: true });
  }

  /** The present state. A simulation from the same scene restores it and continues with the same bytes. */
  snapshot(): Uint8Array<ArrayBuffer> {
    return snapshot(this.#build());
  }

  /** Returns to the state of a snapshot. Throws a `SnapshotError` if it is of another scene, and changes nothing. */
  restore(bytes: Uint8Array): void {
    restore(this.#build(), bytes);
    this.#isChanged = true;
    this.#owed = 0;
  }

  /** Frees the world and ends all listeners. The simulation and its members can no longer be used. */
  dispose(): void {
    this.#isDisposed = true;
    this.#built = undefined;
    const { step, fault } = this.#listeners;
    for (const all of [step, fault, this.#bodies, this.#colliders, this.#rigidBodies]) all.clear();
  }

  /** `renamed`: what the options call a field whose path begins so. */
  #addBody(
    method: string,
    kind: string,
    body: { readonly model: string; readonly name?: string },
    renamed: Renamed = {},
  ): SimulatedBody {
    const name = body.name ?? freeName(kind, [this.#bodies]);
    const bodies = [...this.#scene.bodies, { ...body, name }];
    const paths = { [`bodies[${bodies.length - 1}].`]: '', ...renamed };
    const engines = this.#engines && new Map([...this.#engines, [name, body.model]]);
    this.#edit(method, { bodies }, paths, engines);
    return this.#newBody(name);
  }

  /** The part of the simulation that its members use. */
  readonly #host = {
    find: (body: SimulatedBody) => this.#find(body),
    pin: (body: SimulatedBody, at: PinTarget) => this.#pin(body, at),
    unpin: (body: SimulatedBody, at: PinTarget | undefined) => this.#unpin(body, at),
    pose: (thing: SimulatedCollider | SimulatedRigidBody) => this.#pose(thing),
    setPose: (collider: SimulatedCollider, pose: PoseChange) => this.#setPose(collider, pose),
  };

  #newBody(name: string): SimulatedBody {
    return added(this.#bodies, new SimulatedBody(this.#host, name));
  }

  #newCollider(name: string): SimulatedCollider {
    return added(this.#colliders, new SimulatedCollider(this.#host, name));
  }

  #newRigidBody(name: string): SimulatedRigidBody {
    return added(this.#rigidBodies, new SimulatedRigidBody(this.#host, name));
  }

  /** Changes the scene and the engines that bodies need, or throws a `SceneError` and changes nothing. */
  #edit(method: string, changes: object, renamed: Renamed = {}, engines = this.#engines): void {
    this.#refuseDisposed();
    try {
      const engine = engines ? { name: engineFor(engines) } : this.#scene.engine;
      this.#scene = parseScene({ ...this.#scene, engine, ...changes }, method, { anyLength: true });
    } catch (error) {
      throw error instanceof SceneError ? inOptions(error, method, renamed) : error;
    }
    this.#engines = engines;
  }

  /** Changes what the world reads while it runs: it is not built again. */
  #set(changes: Partial<Scene>): void {
    const isCurrent = this.#built?.scene === this.#scene;
    this.#scene = { ...this.#scene, ...changes };
    if (this.#built && isCurrent) this.#built = { world: this.#built.world, scene: this.#scene };
  }

  /** The world of the present scene. */
  #build(): World {
    this.#refuseDisposed();
    const [old, scene] = [this.#built, this.#scene];
    if (old?.scene === scene) return old.world;
    const build = (of: Scene) => buildScene(of, { ...this.#options, paths: this.#paths });
    const world = build(scene);
    const start = () => snapshot(build(old!.scene));
    const disputed =
      old && this.#hasStarted ? mergeState(world, old.world, start, { otherBodies: true }) : [];
    if (disputed.length > 0)
      throw new Error(`The state cannot be continued after this change: ${disputed.join(', ')} differ.`);
    this.#built = { world, scene };
    return world;
  }

  get #hasStarted(): boolean {
    return this.#isChanged || this.steps > 0;
  }

  #find(body: SimulatedBody): { world: World; body: Body; index: number } {
    this.#check(body);
    const world = this.#build();
    const index = world.bodies.findIndex(({ name }) => name === body.name);
    return { world, body: world.bodies[index], index };
  }

  #check(thing: SimulatedThing): void {
    this.#refuseDisposed();
    const { name } = thing;
    const known = [this.#bodies, this.#colliders, this.#rigidBodies].map((things) => things.get(name));
    if (!known.includes(thing)) throw new Error(`"${name}" was removed from the simulation.`);
  }

  #refuseDisposed(): void {
    if (this.#isDisposed) throw new Error('The simulation was disposed of. Make a new one.');
  }

  #pose(thing: SimulatedCollider | SimulatedRigidBody): Pose {
    this.#check(thing);
    const { name } = thing;
    if (thing instanceof SimulatedRigidBody) {
      const rigid = contactOf(this.#build()).rigid;
      return rigid!.poseOf(rigid!.specs.findIndex((spec) => spec.name === name));
    }
    const path = this.#paths.get(name);
    if (path) return path.poseAt(this.time);
    const { position, rotation, keyframes } = this.#scene.colliders.find((one) => one.name === name)!;
    return new Track(position, rotation, keyframes).poseAt(this.time);
  }

  #setPose(collider: SimulatedCollider, change: PoseChange): void {
    this.#check(collider);
    const { name } = collider;
    const { colliders } = this.#scene;
    const known = colliders.find((one) => one.name === name)!;
    const { position, quaternion } = collider.pose;
    const from = { position, rotation: rotationOf(quaternion) };
    const to = { position: change.position ?? position, rotation: rotationOf(change.rotation ?? quaternion) };
    const moved = { ...known, ...to, keyframes: [] } as unknown as typeof known;
    const changed = { colliders: colliders.map((one) => (one === known ? moved : one)) };
    const driven = this.#paths.get(name);
    const path = driven ?? new DrivenPath(from);
    path.move(from, to, this.time, this.dt);
    if (this.#hasStarted) this.#paths.set(name, path);
    if (driven && this.#hasStarted) this.#set(changed);
    else this.#edit('setPose', changed);
  }

  #pin(body: SimulatedBody, at: PinTarget): number {
    if (!this.#hasStarted && !isPoint(at)) {
      this.#editPins(body, 'pin', (pins) => [...pins, { at }]);
      return this.#particles(body, at).length;
    }
    const particles = this.#particles(body, at);
    for (const i of particles) pinInPlace(this.#build(), i);
    this.#isChanged ||= particles.length > 0;
    return particles.length;
  }

  #unpin(body: SimulatedBody, at: PinTarget | undefined): number {
    const { world, body: found } = this.#find(body);
    const { flags } = world.particles;
    const near = at
      ? this.#particles(body, at)
      : Array.from({ length: found.count }, (_, i) => found.first + i);
    const chosen = near.filter((i) => (flags.view[i] & (PINNED | HELD)) === PINNED);
    if (!this.#hasStarted && !isPoint(at)) {
      const isKept = (pin: Pin) => at !== undefined && JSON.stringify(pin.at) !== JSON.stringify(at);
      this.#editPins(body, 'unpin', (pins) => pins.filter(isKept));
      return chosen.length;
    }
    for (const i of chosen) world.particles.unpin(i);
    this.#isChanged ||= chosen.length > 0;
    return chosen.length;
  }

  #editPins({ name }: SimulatedBody, method: string, change: (pins: readonly Pin[]) => unknown): void {
    const bodies = this.#scene.bodies.map((body) =>
      body.name === name ? { ...body, pins: change('pins' in body ? body.pins : []) } : body,
    );
    this.#edit(method, { bodies });
  }

  #particles(body: SimulatedBody, at: PinTarget): number[] {
    const { world, body: now } = this.#find(body);
    return particlesAt(world, now, this.#scene, at);
  }
}

type Pin = { readonly at: unknown };

function added<T extends { readonly name: string }>(things: Map<string, T>, thing: T): T {
  things.set(thing.name, thing);
  return thing;
}
