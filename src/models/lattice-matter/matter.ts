/**
 * A body of lattice matter (Wicke, Hatt, Pauly, Müller & Gross 2006): particles that are a stiff solid, a thin fluid or
 * anything between, without a stored rest state or connectivity. What holds a solid together is who its neighbours are now
 * (kernels/assembly/matter-lattice.ts), what moves a fluid its density (matter-fluid.ts).
 *
 * It acts in a stage of its own, after the engine has moved all particles by what else acts on them: with x, v of the
 * sub-step's start,
 *   in the first sub-step of a step: sites, heat, melting and freezing for the time since the last; lists of neighbours,
 *   also where they are out of date
 *   forces at (x, v) → v += h F/m, x += h² F/m         (Euler–Cromer, whichever engine moves the rest)
 * or, implicitly: the same without elastic forces, which are taken at the end of the sub-step instead (matter-solve.ts).
 *
 * Nothing but the state blocks goes from one step to the next: not the lists, nor who is docked where.
 */
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
import type { TouchFriction } from './cross-lattice/cross-lattice.ts';
import { matterCutting } from './cutting.ts';
import { partObjects } from './fracture.ts';
import type { MatterLattice } from './lattice.ts';
import { MatterRecord } from './record.ts';
import { measureMatter } from './refresh-energies.ts';
import { LatticeSolve, type LatticeSolver } from './solve.ts';
import { Supports } from './supports.ts';
import { matterLines, matterViews } from './views.ts';
import { Walls } from './walls.ts';

/** Indices into the clock block: steps so far, and s since the last one. */
const TICKS = 0;
const SINCE = 1;
/** s; as good as for ever: the sites of new matter are as whole as they will be. */
const LONG = 1e12;
/** Neighbours of a particle beyond which they are not all listed, as in matter-pairs.ts. */
const MOST_LISTED = 512;
/** Who docks anew as lists are made. */
const RESTLESS = 1;
const ALL = 2;
/** rad², of the last turn on the way to a rotation: explicit steps and reports go on until nothing is left. */
const EXACT = 1e-14;
/** Sub-steps whose damping is done at once. */
const DAMPED_TOGETHER = 4;
/**
 * How many times as stiff as at rest a neighbourhood gets at most. Explicitly, with ω² of the lattice at rest and what it gains
 * on hardening, three times as much to small changes, h²ω²/4 + ηh/2 < 1 is to hold: ¾ of that is left to it, and ¼ to damping.
 */
const MOST_HARD = 40;

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
  /** Left out: elastic forces are those of the sub-step's start. */
  readonly solver: LatticeSolver | undefined;
  /** s */
  readonly stableStep: number;
  /** s; of explicit elastic forces. */
  readonly elastic: number;
  readonly conducts: boolean;
  readonly damps: boolean;
  /** Whether bonds may break. */
  readonly breaks: boolean;
  /** N/m of the stiffest bond. */
  readonly stiffness: number;
  readonly skins: readonly BodySkin[];
  readonly friction: TouchFriction;
}

export class LatticeMatter implements Body, System {
  readonly name: string;
  readonly model = 'lattice-matter';
  readonly phase = 'matter';
  readonly first: number;
  readonly count: number;
  readonly triangles: Block<'i32'>;
  readonly lattice: MatterLattice;
  /** m; it touches with half of it: where its outermost cells end. */
  readonly thickness: number;
  readonly dynamics: OwnStep;
  readonly solver: LatticeSolver | undefined;
  /** For kernels, and for who reads what particles are: phase, share, objectOf, shape (A), turn (R). */
  readonly record: MatterRecord;
  readonly drawing: { skins: readonly BodySkin[]; lines(world: World): ElementLines };
  /** On matter of other spacings. */
  readonly friction: TouchFriction;
  readonly thermal: Thermal | undefined;
  readonly #clock: Block<'f64'>;
  readonly #walls: Walls;
  /** Whether heat flows in any of it. */
  readonly conducts: boolean;
  readonly #elastic: number;
  readonly #damps: boolean;
  readonly #solve: LatticeSolve | undefined;
  /** Pairs that may push each other. */
  #candidates = 0;
  /** Particles that are solid, in part at least. */
  #solids = 0;
  /** Whether there were more neighbours than lists take. */
  #crowded = false;
  /** How many lists were made since the start; for measurements. */
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
    if (parts.conducts) this.thermal = { heatCapacity: (particle) => this.#heatCapacity(particle - first) };
    this.#elastic = parts.elastic;
    this.#damps = parts.damps;
    this.triangles = world.arena.allocate(`${label}.triangles`, 'i32', 0, 'model');
    this.#clock = world.arena.allocate(`${label}.clock`, 'f64', 2);
    this.#walls = new Walls(world, label, lattice, parts.solver !== undefined);
    this.record = new MatterRecord(world, label, count, materials.length, lattice, seed);
    this.record.materials.view.set(materials);
    const { stableStep, stiffness } = parts;
    if (!parts.solver) {
      this.dynamics = { kind: 'own', stableStep };
      return;
    }
    const anchors = world.arena.allocate(`${label}.anchors`, 'f64', ANCHOR_NUMBERS * count);
    const anchoring = { stiffness, anchors };
    this.dynamics = { kind: 'own', stableStep, anchoring };
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

  /** Of linear solves since the start; for measurements. */
  get iterations(): number {
    return this.#solve?.iterations ?? 0;
  }

  get matter(): MatterGrain {
    return this.lattice;
  }

  get views(): readonly ParticleView[] {
    return matterViews(this);
  }

  /** m²; of a particle in a closely packed face: what it touches others with. In the plane that of a row, in a slab 1 m thick. */
  get touchingArea(): number {
    const { spacing, dimension } = this.lattice;
    return dimension === 2 ? spacing : 0.5 * Math.sqrt(3) * spacing * spacing;
  }

  /** Docked pairs, each side for itself. */
  get elements(): number {
    return this.record.numbers.view[Numbers.BONDS];
  }

  /** J/K of one of its particles. */
  #heatCapacity(i: number): number {
    const { materials, materialOf } = this.record;
    return Math.max(0, materials.view[Material.LENGTH * materialOf.view[i] + Material.HEAT_CAPACITY]);
  }

  cutting(): Cutting {
    return matterCutting(this);
  }

  /** Finds who sits where now, between steps: `docks` and `order` of the record then say it. */
  findBonds(world: World): void {
    const { position, velocity } = world.particles;
    this.record.point(world, this.first);
    this.#list(world, position, velocity, 0);
  }

  restored(world: World): void {
    measureMatter(world, this);
  }

  /** J, between objects and broken faces that push each other off, at the positions gathered last. */
  pushEnergy(world: World): number {
    return this.#pushes(world) > 0 ? this.record.numbers.view[Numbers.PUSH_ENERGY] : 0;
  }

  /** Finds who sits where as the matter is made: sites that are empty then are its surface, and dock nobody. */
  prepare(world: World): void {
    this.record.point(world, this.first);
    const { position, velocity } = world.particles;
    this.#list(world, position, velocity, LONG);
    world.kernels.matterTouching(this.record.words.offset, this.record.numbers.offset, 1);
    this.#clock.view.fill(0);
  }

  run(world: World, h: number, report: StepReport): Moved {
    const { particles: p, kernels } = world;
    const { record, solver } = this;
    const clock = this.#clock;
    record.point(world, this.first);
    record.numbers.view[Numbers.STEP] = h;
    record.numbers.view[Numbers.HARDEST] = solver ? MOST_HARD : Math.max(1, 0.25 * square(this.#elastic / h));
    if (world.substep > 0) {
      if (this.#strayed(world)) {
        this.#relist(world);
        this.#findWalls(world);
      }
    } else {
      this.#list(world, p.startPosition, p.startVelocity, clock.view[SINCE]);
      this.#findWalls(world);
      record.numbers.view[Numbers.BROKEN_BONDS] = 0;
      this.#solve?.begin();
      clock.view[TICKS]++;
      clock.view[SINCE] = 0;
      if (this.conducts) this.#conduct(world);
      if (kernels.matterPhases(record.words.offset, record.numbers.offset) > 0) this.#takeIn(world);
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
    if (solver) {
      if (this.#walls.count > 0) kernels.matterRest(w, c, this.#walls.records.offset, this.#walls.count);
      if (this.#solve && (this.#solids > 0 || this.#solve.supports.count > 0))
        this.#solve.run(world, report, this.#solids);
    }
    if (isLast) this.finish(world);
    return 'moved';
  }

  /** Of a step: energy, strain and A as it leaves them, not as its last solve found them; and who has broken off. */
  finish(world: World): void {
    const { particles: p, kernels } = world;
    const { words, numbers } = this.record;
    if (this.solver) {
      if (this.#solids > 0) kernels.matterGather(words.offset, p.position.offset, p.velocity.offset);
      numbers.view[Numbers.ELASTIC_ENERGY] = 0;
      kernels.matterLattice(words.offset, numbers.offset, 1, EXACT);
      numbers.view[Numbers.ELASTIC_ENERGY] += this.pushEnergy(world);
    }
    if (numbers.view[Numbers.BROKEN_BONDS] > 0) partObjects(this.record, this.count);
  }

  /** Whole solids have no pressure, unless their material says so. */
  #findWalls(world: World): void {
    const { record } = this;
    const [share, materials, materialOf] = [record.share.view, record.materials.view, record.materialOf.view];
    const isFluid = (i: number) =>
      share[i] < 1 || materials[Material.LENGTH * materialOf[i] + Material.SOLID_PRESSURE] > 0;
    this.#walls.find(world, this, world.particles.startPosition, record.order, isFluid);
    this.#solve?.supports.choose(record, this.#walls.others);
    record.point(world, this.first);
  }

  /** Slow against an implicit sub-step, it is done for a few of them at once. */
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
    const pairs = flow();
    if (pairs <= record.conductRoom) return;
    record.makeConductRoom(Math.ceil(1.25 * pairs));
    record.point(world, this.first);
    flow();
  }

  /** Leaves docked pairs to the lattice, and finds who of the others may push each other. */
  #sift(world: World): void {
    const { record } = this;
    world.kernels.matterSift(record.words.offset);
    this.#candidates = world.kernels.matterCandidates(record.words.offset);
    if (this.#candidates <= record.candidateRoom) return;
    record.makeCandidateRoom(Math.ceil(1.25 * this.#candidates));
    record.point(world, this.first);
    world.kernels.matterCandidates(record.words.offset);
  }

  /** `again`: in a further round of a solve. */
  #pushes(world: World, again = false): number {
    if (this.#candidates === 0) return 0;
    const { record } = this;
    const find = () => world.kernels.matterPushes(record.words.offset, record.numbers.offset, again ? 1 : 0);
    const count = find();
    if (count <= record.pushRoom) return count;
    record.makePushRoom(Math.ceil(1.25 * count));
    record.point(world, this.first);
    return find();
  }

  /** Gathers the start of the sub-step; true where lists no longer cover it. */
  #strayed(world: World): boolean {
    const { particles: p, kernels } = world;
    const { words, numbers } = this.record;
    kernels.matterGather(words.offset, p.startPosition.offset, p.startVelocity.offset);
    return !(kernels.matterStrayed(words.offset, numbers.offset) < 1);
  }

  /** Sorts, lists and docks by positions as they are given. */
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

  /** Lists pairs again for slots as they are; who has gone far from a site docks anew, in no time. */
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

  /** Who froze is a solid from now on, and sits where it can: in a stream it were elsewhere a step later. */
  #takeIn(world: World): void {
    const { particles: p, kernels } = world;
    const { words } = this.record;
    kernels.matterGather(words.offset, p.startPosition.offset, p.startVelocity.offset);
    this.#solids = kernels.matterLabel(words.offset);
    this.#relist(world);
  }

  #neighbours(world: World, docking: number): void {
    const { record } = this;
    const list = () => world.kernels.matterNeighbours(record.words.offset, record.numbers.offset, docking);
    const entries = list();
    if (entries > record.pairRoom) {
      record.makePairRoom(Math.ceil(1.25 * entries));
      record.point(world, this.first);
      list();
    }
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
