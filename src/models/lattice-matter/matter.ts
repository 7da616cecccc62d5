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
import { ANCHOR_NUMBERS, type ImplicitBody } from '../../core/implicit.ts';
import type { Cutting } from '../../core/knife.ts';
import type { BodyQuantity, ElementLines } from '../../core/quantities.ts';
import type { StepReport } from '../../core/report.ts';
import type {
  Body,
  BodySkin,
  BodyValue,
  Force,
  MatterGrain,
  Stage,
  StrainSum,
  World,
} from '../../core/world.ts';
import { matterCutting } from './cutting.ts';
import { partObjects } from './fracture.ts';
import type { MatterLattice } from './lattice.ts';
import { HEAT_CAPACITY, MATERIAL_NUMBERS } from './material.ts';
import { measureMatter } from './measured.ts';
import { matterLines, matterQuantities } from './quantities.ts';
import {
  BONDS,
  BROKEN,
  COMPRESSION,
  ELAPSED,
  ELASTIC,
  HARDEST,
  MatterRecord,
  PUSH_ENERGY,
  QUICKEST,
  SOLVE_SIZE,
  STEP,
  STRAIN,
  STRAIN_SQUARES,
  TICK,
} from './record.ts';
import { Rounds } from './rounds.ts';
import { shownOf } from './shown.ts';
import { Supports } from './supports.ts';
import type { TouchFriction } from './touch.ts';
import { Walls } from './walls.ts';

export interface LatticeSolver {
  /** Residual of a linear solve at its end over that at its start. */
  readonly tolerance: number;
  /** Most iterations of it. */
  readonly iterations: number;
  /** How often rotations are found anew in a sub-step at most: as often as what they change is worth it. */
  readonly rounds: number;
}

/** Indices into the clock block: steps so far, and s since the last one. */
const TICKS = 0;
const SINCE = 1;
/** s; as good as for ever: the sites of new matter are as whole as they will be. */
const LONG = 1e12;
/** Most further solves of a sub-step in which supports turned out to pull. */
const RELEASES = 2;
/** The same of what is carried: a stiff body on a face is let off most of it, and rubbed by what bears it in the end. */
const CARRIED_RELEASES = 6;
/** Of all that presses: friction by what it was before is not good enough where more than this has changed. */
const PRESSED_OTHERWISE = 0.02;
/** What a linear solve begins with, as in matter-solve.ts. */
const FIRST_ROUND = 0;
const SAME_SYSTEM = 1;
const NEW_FORCES = 2;
/** Neighbours of a particle beyond which they are not all listed, as in matter-pairs.ts. */
const MOST_LISTED = 512;
/** Who docks anew as lists are made. */
const RESTLESS = 1;
const ALL = 2;
/**
 * rad², of the last turn on the way to a rotation. Explicit steps and reports go on until nothing is left; a solve that itself
 * ends at a hundredth does not need more than the 1e-5 that are left of a turn of √1e-3, and momentum is put right after it.
 */
const EXACT = 1e-14;
const GOOD_ENOUGH = 1e-3;
/** Of a material's numbers: whether solids have the pressure of the fluid too. */
const PRESSED = 19;
/** Over the longest explicit step: in longer ones a piece turns by less than it should with rotations held, and is carried as a whole (matter-carry.ts). */
const STIFF = 4;
/**
 * The same of matter that lies on something: what a solve leaves over would be missing from the friction under it. That is less the more of it there
 * is: by the ratio of the moment of inertia of a neighbourhood to that of the whole.
 */
const STIFF_SUPPORTED = 1.4;
const STIFF_ACROSS = 0.25;
/** Nearly all of the right side of a stiff body's solve is what holds it together; of what turns it, a hundredth of that is much. */
const CLOSER = 0.01;
/** In still longer ones, the rounding of forces in f32 would move them. */
const VERY_STIFF = 100;
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

export class LatticeMatter implements Body, Stage {
  readonly name: string;
  readonly model = 'lattice-matter';
  readonly first: number;
  readonly count: number;
  readonly triangles: Block<'i32'>;
  readonly lattice: MatterLattice;
  /** m; it touches with half of it: where its outermost cells end. */
  readonly thickness: number;
  /** s; the longest sub-step that it holds. */
  readonly stableStep: number;
  readonly solver: LatticeSolver | undefined;
  /** For kernels, and for who reads what particles are: phase, share, objectOf, shape (A), turn (R). */
  readonly record: MatterRecord;
  readonly skins: readonly BodySkin[];
  /** On matter of other spacings. */
  readonly friction: TouchFriction;
  readonly heatCapacity: ((particle: number) => number) | undefined;
  readonly #clock: Block<'f64'>;
  readonly #walls: Walls;
  /** Whether heat flows in any of it. */
  readonly conducts: boolean;
  readonly #elastic: number;
  readonly #damps: boolean;
  /** Whether elastic forces of solves are found in f32. */
  readonly #short: boolean;
  /** For contact, which remembers here where friction holds particles; the matter itself moves in its own stage. */
  readonly implicit: ImplicitBody | undefined;
  readonly #supports: Supports | undefined;
  /** Pairs that may push each other. */
  #candidates = 0;
  /** Particles that are solid, in part at least. */
  #solids = 0;
  /** Bonds when the pairs of the implicit solve were written; −1: they are to be written anew. */
  #edged = -1;
  readonly #rounds = new Rounds();
  /** Whether there were more neighbours than lists take. */
  #crowded = false;
  /** How many lists were made, and iterations of linear solves, since the start; for measurements. */
  listings = 0;
  iterations = 0;

  constructor(world: World, parts: MatterParts) {
    const { name, label, first, count, lattice, materials, seed } = parts;
    this.name = name;
    this.first = first;
    this.count = count;
    this.lattice = lattice;
    this.skins = parts.skins;
    this.friction = parts.friction;
    this.thickness = lattice.layer;
    this.stableStep = parts.stableStep;
    this.solver = parts.solver;
    this.conducts = parts.conducts;
    if (parts.conducts) {
      this.heatCapacity = (particle) => {
        const { materials: numbers, materialOf } = this.record;
        return Math.max(
          0,
          numbers.view[MATERIAL_NUMBERS * materialOf.view[particle - first] + HEAT_CAPACITY],
        );
      };
    }
    this.#elastic = parts.elastic;
    this.#damps = parts.damps;
    this.#short = lattice.dimension === 3 && !parts.breaks;
    this.triangles = world.arena.allocate(`${label}.triangles`, 'i32', 0, 'model');
    this.#clock = world.arena.allocate(`${label}.clock`, 'f64', 2);
    this.#walls = new Walls(world, label, lattice, parts.solver !== undefined);
    this.record = new MatterRecord(world, label, count, materials.length, lattice, seed);
    this.record.materials.view.set(materials);
    if (!parts.solver) return;
    this.implicit = {
      own: true,
      stiffness: parts.stiffness,
      anchors: world.arena.allocate(`${label}.anchors`, 'f64', ANCHOR_NUMBERS * count),
      begin() {},
      solve: () => ({ iterations: 0, converged: true, stretchChange: 0, rises: false }),
    };
    this.#supports = new Supports(first, count, this.implicit);
  }

  get matter(): MatterGrain {
    return this.lattice;
  }

  get shown(): readonly BodyValue[] {
    return shownOf(this);
  }

  get quantities(): readonly BodyQuantity[] {
    return matterQuantities(this);
  }

  lines(world: World): ElementLines {
    return matterLines(world, this);
  }

  /** m²; of a particle in a closely packed face: what it touches others with. In the plane that of a row, in a slab 1 m thick. */
  get touchingArea(): number {
    const { spacing, dimension } = this.lattice;
    return dimension === 2 ? spacing : 0.5 * Math.sqrt(3) * spacing * spacing;
  }

  /** Docked pairs, each side for itself. */
  get elements(): number {
    return this.record.numbers.view[BONDS];
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
    return this.#pushes(world) > 0 ? this.record.numbers.view[PUSH_ENERGY] : 0;
  }

  /** Finds who sits where as the matter is made: sites that are empty then are its surface, and dock nobody. */
  prepare(world: World): void {
    this.record.point(world, this.first);
    const { position, velocity } = world.particles;
    this.#list(world, position, velocity, LONG);
    world.kernels.matterTouching(this.record.words.offset, this.record.numbers.offset, 1);
    this.#clock.view.fill(0);
  }

  run(world: World, h: number, report: StepReport): void {
    const { particles: p, kernels } = world;
    const { record, solver } = this;
    const clock = this.#clock;
    record.point(world, this.first);
    record.numbers.view[STEP] = h;
    record.numbers.view[HARDEST] = solver ? MOST_HARD : Math.max(1, 0.25 * square(this.#elastic / h));
    if (world.substep > 0) {
      if (this.#strayed(world)) {
        this.#relist(world);
        this.#findWalls(world);
      }
    } else {
      this.#list(world, p.startPosition, p.startVelocity, clock.view[SINCE]);
      this.#findWalls(world);
      record.numbers.view[BROKEN] = 0;
      this.#rounds.begin();
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
    record.numbers.view[ELASTIC] = 0;
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
      if (this.#solids > 0 || this.#supports?.count) this.#solve(world, solver, report);
    }
    if (isLast) this.finish(world);
  }

  /** Of a step: energy, strain and A as it leaves them, not as its last solve found them; and who has broken off. */
  finish(world: World): void {
    const { particles: p, kernels } = world;
    const { words, numbers } = this.record;
    if (this.solver) {
      if (this.#solids > 0) kernels.matterGather(words.offset, p.position.offset, p.velocity.offset);
      numbers.view[ELASTIC] = 0;
      kernels.matterLattice(words.offset, numbers.offset, 1, EXACT);
      numbers.view[ELASTIC] += this.pushEnergy(world);
    }
    if (numbers.view[BROKEN] > 0) partObjects(this.record, this.count);
  }

  /** Whole solids have no pressure, unless their material says so. */
  #findWalls(world: World): void {
    const { record } = this;
    const [share, materials, materialOf] = [record.share.view, record.materials.view, record.materialOf.view];
    const isFluid = (i: number) => share[i] < 1 || materials[MATERIAL_NUMBERS * materialOf[i] + PRESSED] > 0;
    this.#walls.find(world, this, world.particles.startPosition, record.order, isFluid);
    this.#supports?.choose(record, this.#walls.others);
    record.point(world, this.first);
  }

  /** Slow against an implicit sub-step, it is done for a few of them at once. */
  #damp(world: World, h: number): void {
    const { words, numbers } = this.record;
    const { kernels, substep, substeps } = world;
    if (!this.solver) {
      numbers.view[QUICKEST] = Math.max(0, Math.min(0.5, 1 - square(h / this.#elastic))) / h;
      kernels.matterDamp(words.offset, numbers.offset, 1);
    } else if (substep % DAMPED_TOGETHER === 0) {
      const together = Math.min(DAMPED_TOGETHER, substeps - substep);
      numbers.view[QUICKEST] = 1 / (together * h);
      kernels.matterDamp(words.offset, numbers.offset, together);
    }
  }

  /** Elastic forces at the end of the sub-step. Positions hold x̂. */
  #solve(world: World, solver: LatticeSolver, report: StepReport): void {
    const { particles: p, kernels } = world;
    const { record } = this;
    this.#supports?.find(world, record);
    const ratio = record.numbers.view[STEP] / this.#elastic;
    const across = ratio / STIFF_ACROSS; // spacings
    const lies = record.supported > 0 && ratio > STIFF_SUPPORTED && across * across * across > this.#solids;
    record.carries = lies || ratio > STIFF;
    kernels.matterGather(record.words.offset, p.position.offset, p.velocity.offset);
    kernels.matterSolveBegin(record.words.offset, record.numbers.offset);
    let pushes = 0;
    /** Whether nothing has moved. */
    let isStill = false;
    // Of a fluid alone, where the solve begins it also ends: every support for itself.
    const rounds = this.#solids > 0 ? solver.rounds : 0;
    const short = this.#short && record.numbers.view[STEP] < VERY_STIFF * this.#elastic;
    for (let round = 0; round < rounds; round++) {
      if (round > 0) kernels.matterClear(record.words.offset);
      pushes = this.#findForces(world, short, round > 0);
      const iterations = this.#solveOnce(world, solver, pushes, round > 0 ? NEW_FORCES : FIRST_ROUND, report);
      const size = record.numbers.view[SOLVE_SIZE];
      if (round === 0) isStill = size === 0;
      if (this.#rounds.isSolved(round, iterations, size)) break;
    }
    if (rounds === 0 && this.#edged !== 0) {
      this.#edges(world);
      this.#edged = 0;
    }
    const releases = record.carries ? CARRIED_RELEASES : RELEASES;
    for (let k = 0; k < releases && rounds > 0; k++) {
      const released = kernels.matterRelease(record.words.offset, record.numbers.offset);
      const otherwise = record.carries ? kernels.matterRub(record.words.offset) : 0;
      if (released === 0 && otherwise < PRESSED_OTHERWISE) break;
      if (record.carries) {
        // What was let go may turn the whole, which only a round of its own finds.
        kernels.matterClear(record.words.offset);
        pushes = this.#findForces(world, short, true);
        this.#solveOnce(world, solver, pushes, NEW_FORCES, report);
      } else this.#solveOnce(world, solver, pushes, SAME_SYSTEM, report);
    }
    // As in free fall.
    if (isStill && record.supported === 0) return;
    kernels.matterSettle(record.words.offset, record.numbers.offset, pushes);
  }

  /** Elastic forces with rotations found anew, and the system that goes with them; answers how many pairs push each other. */
  #findForces(world: World, short: boolean, again: boolean): number {
    const { kernels } = world;
    const { record } = this;
    record.numbers.view[ELASTIC] = 0;
    const hardened = short
      ? kernels.matterElastic(record.words.offset, record.numbers.offset, GOOD_ENOUGH)
      : kernels.matterLattice(record.words.offset, record.numbers.offset, 0, GOOD_ENOUGH);
    const pushes = this.#pushes(world, again);
    // Bonds change where lists are made, and where one breaks; how stiff they are, where matter hardens.
    const bonds = record.numbers.view[BONDS];
    if (bonds !== this.#edged) {
      this.#edges(world);
      this.#edged = bonds;
    } else if (hardened > 0) kernels.matterHarden(record.words.offset);
    return pushes;
  }

  #solveOnce(
    world: World,
    solver: LatticeSolver,
    pushes: number,
    begins: number,
    report: StepReport,
  ): number {
    const { words, numbers } = this.record;
    const { iterations: most } = solver;
    const tolerance = solver.tolerance * (numbers.view[STEP] > STIFF * this.#elastic ? CLOSER : 1);
    const iterations = world.kernels.matterSolve(
      words.offset,
      numbers.offset,
      pushes,
      tolerance,
      most,
      begins,
    );
    this.iterations += iterations;
    report.solver ??= { solves: 0, iterations: 0, unsolved: 0 };
    report.solver.solves++;
    report.solver.iterations += iterations;
    if (iterations === most) report.solver.unsolved++;
    return iterations;
  }

  /** Writes down who is bound to whom, and the pieces that they make. */
  #edges(world: World): void {
    const { record } = this;
    const entries = world.kernels.matterEdges(record.words.offset);
    if (entries > record.edgeRoom) {
      record.makeEdgeRoom(Math.ceil(1.25 * entries));
      record.point(world, this.first);
      world.kernels.matterEdges(record.words.offset);
    }
    const pieces = world.kernels.matterJoin(record.words.offset);
    const mayCarry = record.numbers.view[STEP] > STIFF_SUPPORTED * this.#elastic;
    if (mayCarry && record.makePieceRoom(pieces)) record.point(world, this.first);
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
    record.numbers.view[TICK] = this.#clock.view[TICKS];
    record.numbers.view[ELAPSED] = elapsed;
    record.point(world, this.first, positions);
    kernels.matterSort(w, c, 0);
    kernels.matterGather(w, positions.offset, velocities.offset);
    this.#solids = kernels.matterLabel(w);
    this.#neighbours(world, ALL);
    kernels.matterDock(record.words.offset, record.numbers.offset, 1);
    this.#sift(world);
    kernels.matterTouching(record.words.offset, record.numbers.offset, 0);
    kernels.matterBase(record.words.offset, record.numbers.offset);
    this.#edged = -1;
  }

  /** Lists pairs again for slots as they are; who has gone far from a site docks anew, in no time. */
  #relist(world: World): void {
    const { record } = this;
    const { kernels } = world;
    record.numbers.view[ELAPSED] = 0;
    kernels.matterSort(record.words.offset, record.numbers.offset, 1);
    this.#neighbours(world, RESTLESS);
    const docked = kernels.matterDock(record.words.offset, record.numbers.offset, 0);
    this.#sift(world);
    kernels.matterTouching(record.words.offset, record.numbers.offset, 0);
    if (docked === 0) return;
    kernels.matterBase(record.words.offset, record.numbers.offset);
    this.#edged = -1;
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
    const bonds = view[BONDS];
    if (!(bonds > 0)) return;
    sum.max = Math.max(sum.max, view[STRAIN]);
    sum.sum += Math.sqrt(bonds * view[STRAIN_SQUARES]); // the root of the mean square stands for the mean
    sum.count += bonds;
  }

  /** For the energy report; the forces themselves are the stage's. */
  get forces(): Force[] {
    const { numbers } = this.record;
    return [
      { name: 'lattice', add() {}, energy: () => numbers.view[ELASTIC] },
      { name: 'compression', add() {}, energy: () => numbers.view[COMPRESSION] },
    ];
  }
}
