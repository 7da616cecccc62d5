/**
 * A body of lattice matter (Wicke, Hatt, Pauly, Müller & Gross 2006): particles that are a stiff solid, a thin fluid or
 * anything between, without a stored rest state or connectivity. A solid is held together by its present neighbours
 * (kernels/assembly/matter/lattice.ts), a fluid is moved by its density (fluid.ts there).
 *
 * Its step runs after the engine has moved all particles by the other forces. With x, v of the start of the sub-step:
 *   in the first sub-step of a step, docking, heat, melting and freezing for the time since the last one;
 *   new lists of neighbours, also whenever they are out of date;
 *   forces at (x, v), then v += h F/m and x += h² F/m    (Euler–Cromer, whichever engine moves the rest),
 * or, implicitly, the same without elastic forces, which are those of the end of the sub-step (solve.ts).
 *
 * Only the state blocks go from one step to the next: neither the lists nor the docked neighbours do.
 */
import type { FrictionCoefficients } from '../../contact/friction.ts';
import type { Block } from '../../core/arena.ts';
import type { Body, BodySkin, MatterGrain, StrainSum, Thermal } from '../../core/body.ts';
import { ANCHOR_NUMBERS, type OwnStep } from '../../core/dynamics.ts';
import type { Energy } from '../../core/force.ts';
import type { Cutting } from '../../core/knife.ts';
import type { StepReport } from '../../core/report.ts';
import type { Moved, System } from '../../core/schedule.ts';
import type { ElementLines, ParticleView } from '../../core/views.ts';
import type { World } from '../../core/world.ts';
import * as Material from '../../layouts/generated/matter-material.ts';
import * as Numbers from '../../layouts/generated/matter-numbers.ts';
import { matterCutting } from './cutting.ts';
import type { MatterLattice } from './lattice.ts';
import { materialNumber } from './material.ts';
import { bondedSets, partObjects } from './pieces.ts';
import { EXACT, MatterRecord } from './record.ts';
import { measureMatter } from './refresh-energies.ts';
import { LatticeSolve, type LatticeSolver } from './solve.ts';
import { Supports } from './supports.ts';
import { matterLines, matterViews } from './views.ts';
import { Walls } from './walls.ts';

/** Indices into the clock block: number of steps so far, and time since the last one, s. */
const TICKS = 0;
const SINCE = 1;
/** Time that new matter has had to dock, s: the greatest number. */
const FOR_EVER = Number.MAX_VALUE;
/** Most neighbours of a particle that are listed, as in kernels/assembly/matter/pairs.ts. */
const MOST_LISTED = 512;
/** Neighbourhoods that dock again when lists are made: those with a particle far from its site, or all. */
const RESTLESS = 1;
const ALL = 2;

/** Number of implicit sub-steps whose damping is applied at once; with one, a drop that freezes to ice gains energy (phases.slow.test.ts). */
const DAMPED_TOGETHER = 4;

function square(value: number): number {
  return value * value;
}

export interface MatterParts {
  readonly name: string;
  readonly label: string;
  readonly first: number;
  readonly count: number;
  readonly lattice: MatterLattice;
  readonly materials: Float64Array;
  readonly seed: number;
  /** Undefined: elastic forces are those of the start of the sub-step. */
  readonly solver: LatticeSolver | undefined;
  /** Longest automatic sub-step, s. */
  readonly stableStep: number;
  /** Longest sub-step of explicit elastic forces, s. */
  readonly elastic: number;
  readonly conducts: boolean;
  readonly damps: boolean;
  /** Whether bonds may break. */
  readonly breaks: boolean;
  /** Stiffness of the stiffest bond, N/m. */
  readonly stiffness: number;
  readonly skins: readonly BodySkin[];
  readonly friction: FrictionCoefficients;
}

export class LatticeMatter implements Body, System {
  readonly name: string;
  readonly model = 'lattice-matter';
  readonly phase = 'matter';
  readonly first: number;
  readonly count: number;
  readonly triangles: Block<'i32'>;
  readonly lattice: MatterLattice;
  /** Distance of two layers, m: it touches at half of it, where its outermost cells end. */
  readonly thickness: number;
  readonly dynamics: OwnStep;
  readonly solver: LatticeSolver | undefined;
  /** State and scratch of the kernels: phase, solid share, object, deformation A and rotation R of each particle. */
  readonly record: MatterRecord;
  readonly drawing: { skins: readonly BodySkin[]; lines(world: World): ElementLines };
  /** Friction on matter of other spacings. */
  readonly friction: FrictionCoefficients;
  readonly thermal: Thermal | undefined;
  readonly #clock: Block<'f64'>;
  readonly #walls: Walls;
  /** Whether heat flows in any of it. */
  readonly conducts: boolean;
  readonly #elastic: number;
  readonly #damps: boolean;
  readonly #solve: LatticeSolve | undefined;
  /** Number of pairs that may push each other. */
  #candidates = 0;
  /** Number of particles that are at least partly solid. */
  #solids = 0;
  /** Whether a particle had more neighbours than are listed. */
  #crowded = false;
  /** Number of particles that walls stopped in the last sub-step. */
  #stopped = 0;
  /** Number of lists made since the start, for measurements. */
  listings = 0;

  constructor(world: World, parts: MatterParts) {
    const { name, label, first, count, lattice, materials, seed } = parts;
    this.name = name;
    this.first = first;
    this.count = count;
    this.lattice = lattice;
    this.drawing = { skins: parts.skins, lines: (w) => matterLines(w, this) };
    this.friction = parts.friction;
    this.thickness = lattice.layer;
    this.solver = parts.solver;
    this.conducts = parts.conducts;
    if (parts.conducts)
      this.thermal = { heatCapacity: (i) => materialNumber(this, i - first, Material.HEAT_CAPACITY) };
    this.#elastic = parts.elastic;
    this.#damps = parts.damps;
    this.triangles = world.arena.allocate(`${label}.triangles`, 'i32', 0, 'model');
    this.#clock = world.arena.allocate(`${label}.clock`, 'f64', 2);
    this.#walls = new Walls(world, label, lattice, this);
    this.record = new MatterRecord(world, label, count, materials.length, lattice, seed);
    this.record.materials.view.set(materials);
    const { stableStep, stiffness } = parts;
    const contacts = () => this.#stopped + (this.#solids > 0 ? this.record.supported : 0);
    if (!parts.solver) {
      this.dynamics = { kind: 'own', stableStep, contacts };
      return;
    }
    const anchors = world.arena.allocate(`${label}.anchors`, 'f64', ANCHOR_NUMBERS * count);
    const anchoring = { stiffness, anchors };
    this.dynamics = { kind: 'own', stableStep, contacts, anchoring };
    const solve = {
      record: this.record,
      first,
      solver: parts.solver,
      elastic: parts.elastic,
      short: lattice.dimension === 3 && !parts.breaks,
      pushes: (now: World, again: boolean) => this.#pushes(now, again),
    };
    this.#solve = new LatticeSolve(solve, new Supports(first, count, anchoring));
  }

  /** Iterations of linear solves since the start, for measurements. */
  get iterations(): number {
    return this.#solve?.iterations ?? 0;
  }

  get matter(): MatterGrain {
    return this.lattice;
  }

  get views(): readonly ParticleView[] {
    return matterViews(this);
  }

  /** Area with which a particle of a closely packed face touches, m²; in the plane that of a row in a slab 1 m thick. */
  get touchingArea(): number {
    const { spacing, dimension } = this.lattice;
    return dimension === 2 ? spacing : 0.5 * Math.sqrt(3) * spacing * spacing;
  }

  /** Number of docked neighbours, summed over the particles. */
  get elements(): number {
    return this.record.numbers.view[Numbers.BONDS];
  }

  cutting(): Cutting {
    return matterCutting(this);
  }

  /** Finds the bonds between steps, and leaves them in `docks` and `order` of the record. */
  findBonds(world: World): void {
    const { position, velocity } = world.particles;
    this.record.point(world, this.first);
    this.#list(world, position, velocity, 0);
  }

  restored(world: World): void {
    measureMatter(world, this);
  }

  /** Energy of pushes between objects and broken faces at the positions gathered last, J. */
  pushEnergy(world: World): number {
    return this.#pushes(world) > 0 ? this.record.numbers.view[Numbers.PUSH_ENERGY] : 0;
  }

  /** Finds the bonds of new matter: sites that are empty are its surface, and dock no particle. */
  prepare(world: World): void {
    this.record.point(world, this.first);
    const { position, velocity } = world.particles;
    this.#list(world, position, velocity, FOR_EVER);
    world.kernels.matterTouching(this.record.words.offset, this.record.numbers.offset, 1);
    this.#clock.view.fill(0);
  }

  run(world: World, h: number, report: StepReport): Moved {
    const { particles: p, kernels } = world;
    const { record, solver } = this;
    const clock = this.#clock;
    record.point(world, this.first);
    record.numbers.view[Numbers.STEP] = h;
    // Explicit steps need h²ω²/4 + ηh/2 < 1, with ω of the lattice at rest and its hardening, which counts three times for
    // small changes: ¾ goes to elasticity, ¼ to damping η.
    if (!solver) record.numbers.view[Numbers.HARDEST] = Math.max(1, 0.25 * square(this.#elastic / h));
    if (world.substep > 0) {
      if (this.#strayed(world)) {
        this.#relist(world);
        this.#findWalls(world, h);
      }
    } else {
      this.#list(world, p.startPosition, p.startVelocity, clock.view[SINCE]);
      this.#findWalls(world, h);
      record.numbers.view[Numbers.BROKEN_BONDS] = 0;
      clock.view[TICKS]++;
      clock.view[SINCE] = 0;
      if (this.conducts) this.#conduct(world);
      if (kernels.matterPhases(record.words.offset, record.numbers.offset) > 0) this.#dockFrozen(world);
    }
    if (this.#crowded) {
      report.failure = `more than ${MOST_LISTED} particles of "${this.name}" are in one place`;
      this.#crowded = false;
    }
    clock.view[SINCE] += h;
    const [w, c] = [record.words.offset, record.numbers.offset];
    const isLast = world.substep + 1 === world.substeps;
    record.numbers.view[Numbers.ELASTIC_ENERGY] = 0;
    const close = kernels.matterDensity(w, c);
    this.#walls.measure(world, h);
    kernels.matterWalls(w, c, this.#walls.records.offset, this.#walls.count);
    kernels.matterPressure(w, c);
    if (close > 0) kernels.matterForces(w, c);
    kernels.matterWallPush(w, c, this.#walls.records.offset, this.#walls.count);
    if (!solver) {
      kernels.matterPush(w, c, this.#pushes(world));
      kernels.matterLattice(w, c, isLast ? 1 : 0, EXACT);
    }
    if (this.#damps) this.#damp(world, h);
    kernels.matterAdvance(w, c);
    this.#stopped = kernels.matterStop(w, c, this.#walls.records.offset, this.#walls.count, solver ? 0 : 1);
    if (this.#solve && this.#solids > 0) this.#solve.run(world, report, this.#solids);
    if (isLast) this.finish(world);
    return 'moved';
  }

  /** Ends a step: finds energy, strain and A at its final positions, and makes pieces that broke off objects. */
  finish(world: World): void {
    const { particles: p, kernels } = world;
    const { words, numbers } = this.record;
    if (this.solver) {
      if (this.#solids > 0) kernels.matterGather(words.offset, p.position.offset, p.velocity.offset);
      numbers.view[Numbers.ELASTIC_ENERGY] = 0;
      kernels.matterLattice(words.offset, numbers.offset, 1, EXACT);
      numbers.view[Numbers.ELASTIC_ENERGY] += this.pushEnergy(world);
    }
    if (numbers.view[Numbers.BROKEN_BONDS] === 0) return;
    partObjects(
      this,
      bondedSets(this, () => true),
      (i) => materialNumber(this, i, Material.FRACTURE) < Infinity,
    );
  }

  /** Finds the colliders near particles that walls stop or that have a pressure, solid ones if their material says so. */
  #findWalls(world: World, h: number): void {
    const { record, first, count } = this;
    const share = record.share.view;
    const meets = (i: number) =>
      !this.solver || share[i] < 1 || materialNumber(this, i, Material.SOLID_PRESSURE) > 0;
    const remaining = h * (world.substeps - world.substep);
    this.#walls.find(world, { first, count, order: record.order, meets, h, remaining });
    this.#solve?.supports.choose(record);
    record.point(world, first);
  }

  /** Damps motion that is not locally rigid; implicit matter for a few sub-steps at once, as it is slow against one. */
  #damp(world: World, h: number): void {
    const { words, numbers } = this.record;
    const { kernels, substep, substeps } = world;
    if (!this.solver) {
      numbers.view[Numbers.LARGEST_DAMPING] = Math.max(0, Math.min(0.5, 1 - square(h / this.#elastic))) / h;
      kernels.matterDamp(words.offset, numbers.offset, 1);
    } else if (substep % DAMPED_TOGETHER === 0) {
      const together = Math.min(DAMPED_TOGETHER, substeps - substep);
      numbers.view[Numbers.LARGEST_DAMPING] = 1 / (together * h);
      kernels.matterDamp(words.offset, numbers.offset, together);
    }
  }

  #conduct(world: World): void {
    const { record } = this;
    const flow = () => world.kernels.matterHeat(record.words.offset, record.numbers.offset);
    this.#fitted(world, flow, record.conductRoom, (pairs) => record.makeConductRoom(pairs));
  }

  /** Leaves docked pairs to the lattice, and finds those of the others that may push each other. */
  #sift(world: World): void {
    const { record } = this;
    world.kernels.matterSift(record.words.offset);
    const find = () => world.kernels.matterCandidates(record.words.offset);
    const make = (pairs: number) => record.makeCandidateRoom(pairs);
    this.#candidates = this.#fitted(world, find, record.candidateRoom, make);
  }

  /** Finds the pushes and returns their number. `again`: in a further round of a solve. */
  #pushes(world: World, again = false): number {
    if (this.#candidates === 0) return 0;
    const { record } = this;
    const find = () => world.kernels.matterPushes(record.words.offset, record.numbers.offset, again ? 1 : 0);
    return this.#fitted(world, find, record.pushRoom, (pushes) => record.makePushRoom(pushes));
  }

  /** Runs a kernel that returns the number of entries it needs. If there is no room for them, makes it and runs again. */
  #fitted(world: World, run: () => number, room: number, make: (entries: number) => void): number {
    const entries = run();
    if (entries <= room) return entries;
    make(Math.ceil(1.25 * entries));
    this.record.point(world, this.first);
    return run();
  }

  /** Gathers the start of the sub-step; returns whether the lists are out of date. */
  #strayed(world: World): boolean {
    const { particles: p, kernels } = world;
    const { words, numbers } = this.record;
    kernels.matterGather(words.offset, p.startPosition.offset, p.startVelocity.offset);
    return !(kernels.matterStrayed(words.offset, numbers.offset) < 1);
  }

  /** Sorts, lists and docks particles at the given positions. */
  #list(world: World, positions: Block<'f64'>, velocities: Block<'f64'>, elapsed: number): void {
    const { record } = this;
    const { kernels } = world;
    const [w, c] = [record.words.offset, record.numbers.offset];
    record.numbers.view[Numbers.TICK] = this.#clock.view[TICKS];
    record.numbers.view[Numbers.ELAPSED] = elapsed;
    record.point(world, this.first, positions);
    kernels.matterSort(w, c, 0);
    kernels.matterGather(w, positions.offset, velocities.offset);
    this.#solids = kernels.matterLabel(w);
    this.#neighbours(world, ALL);
    kernels.matterDock(record.words.offset, record.numbers.offset, 1);
    this.#sift(world);
    kernels.matterTouching(record.words.offset, record.numbers.offset, 0);
    kernels.matterBase(record.words.offset, record.numbers.offset);
    this.#solve?.forgetBonds();
  }

  /** Lists pairs again in the present slots; neighbourhoods with a particle far from its site dock again. */
  #relist(world: World): void {
    const { record } = this;
    const { kernels } = world;
    record.numbers.view[Numbers.ELAPSED] = 0;
    kernels.matterSort(record.words.offset, record.numbers.offset, 1);
    this.#neighbours(world, RESTLESS);
    const docked = kernels.matterDock(record.words.offset, record.numbers.offset, 0);
    this.#sift(world);
    kernels.matterTouching(record.words.offset, record.numbers.offset, 0);
    if (docked === 0) return;
    kernels.matterBase(record.words.offset, record.numbers.offset);
    this.#solve?.forgetBonds();
  }

  /** Docks particles that have just frozen: in a stream they would be elsewhere a step later. */
  #dockFrozen(world: World): void {
    const { particles: p, kernels } = world;
    const { words } = this.record;
    kernels.matterGather(words.offset, p.startPosition.offset, p.startVelocity.offset);
    this.#solids = kernels.matterLabel(words.offset);
    this.#relist(world);
  }

  #neighbours(world: World, docking: number): void {
    const { record } = this;
    const list = () => world.kernels.matterNeighbours(record.words.offset, record.numbers.offset, docking);
    this.#fitted(world, list, record.pairRoom, (entries) => record.makePairRoom(entries));
    record.point(world, this.first);
    this.#crowded ||= record.mostListed >= MOST_LISTED;
    this.listings++;
  }

  addStrain(_world: World, sum: StrainSum): void {
    const { view } = this.record.numbers;
    const bonds = view[Numbers.BONDS];
    if (!(bonds > 0)) return;
    sum.max = Math.max(sum.max, view[Numbers.LARGEST_STRAIN]);
    sum.sum += Math.sqrt(bonds * view[Numbers.STRAIN_SQUARES]); // the root of the mean square stands for the mean
    sum.count += bonds;
  }

  get energies(): Energy[] {
    const { numbers } = this.record;
    return [
      { name: 'lattice', energy: () => numbers.view[Numbers.ELASTIC_ENERGY] },
      { name: 'compression', energy: () => numbers.view[Numbers.COMPRESSION_ENERGY] },
    ];
  }
}
