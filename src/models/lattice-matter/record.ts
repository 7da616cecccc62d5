/** Blocks of a body of lattice matter, and the two records through which kernels access them (layouts/matter.ts). */
import type { Arena, Block } from '../../core/arena.ts';
import { SUPPORT_NUMBERS, type SupportSprings } from '../../core/implicit.ts';
import type { World } from '../../core/world.ts';
import * as HeatConduction from '../../layouts/generated/heat-conduction.ts';
import * as Numbers from '../../layouts/generated/matter-numbers.ts';
import * as MatterPush from '../../layouts/generated/matter-push.ts';
import * as MatterSupport from '../../layouts/generated/matter-support.ts';
import * as Words from '../../layouts/generated/matter-words.ts';
import * as Neighbourhoods from '../../layouts/generated/neighbourhoods.ts';
import * as PushCandidate from '../../layouts/generated/push-candidate.ts';
import * as RigidPiece from '../../layouts/generated/rigid-piece.ts';
import { type MatterLattice, SITES } from './lattice.ts';

/** Capacity of the grid in cells per particle: enough for a dozen bodies far apart. */
const CELLS_EACH = 8;
const LEAST_CELLS = 4096;

/** Margin of the neighbour lists, in units of D; kernels/assembly/matter/list-validity.ts checks whether it is used up. */
export const SKIN = 0.4;
/**
 * Square of the last correction of a rotation, rad², at which explicit steps and reports stop iterating: Newton's method
 * squares it, so that the error left is that of rounding.
 */
export const EXACT = Number.EPSILON;
/** Greatest hardening of a neighbourhood in implicit steps, relative to its stiffness at rest. */
const MOST_HARD = 40;
/** Largest distance of listed pairs of solids, in units of D: between the second and the third shell of the lattice. */
const NEAR = 1.7;

export class MatterRecord {
  readonly #arena: Arena;
  readonly words: Block<'i32'>;
  readonly numbers: Block<'f64'>;
  /** Materials (matterMaterial). */
  readonly materials: Block<'f64'>;
  readonly materialOf: Block<'i32'>;
  /** Object of each particle; a freezing particle joins another. */
  readonly objectOf: Block<'i32'>;
  /** Former object of a particle that is freezing, otherwise −1; absent in matter that cannot freeze. */
  objectBefore: Block<'i32'> | undefined;
  /** Phase, 1 for solid and 0 for fluid, and the solid share s that follows it. */
  readonly phase: Block<'i32'>;
  readonly share: Block<'f64'>;
  /** R as a quaternion (scalar first), A by rows. */
  readonly turn: Block<'f64'>;
  readonly shape: Block<'f64'>;
  /** Bits of occupied sites, and docking rate λ_d of each site, 1/s. */
  readonly occupied: Block<'i32'>;
  readonly rates: Block<'f32'>;
  /** Tolerated overlap t with other objects. */
  readonly touching: Block<'f64'>;
  readonly #sites: Block<'f64'>;
  readonly #lanes: Block<'f64'>;
  readonly #table: Block<'i32'>;
  readonly #scratch: Map<number, Block>;
  readonly #count: number;
  readonly #flat: boolean;

  constructor(
    world: World,
    label: string,
    count: number,
    materials: number,
    lattice: MatterLattice,
    seed: number,
  ) {
    const { arena } = world;
    this.#arena = arena;
    this.#count = count;
    this.#flat = lattice.dimension === 2;
    const state = <K extends 'f64' | 'f32' | 'i32'>(name: string, kind: K, length: number) =>
      arena.allocate(`${label}.${name}`, kind, length);
    const scratch = <K extends 'f64' | 'f32' | 'i32'>(name: string, kind: K, length: number) =>
      arena.scratch(`${label}.${name}`, kind, length);
    this.phase = state('phase', 'i32', count);
    this.share = state('share', 'f64', count);
    this.objectOf = state('objectOf', 'i32', count);
    this.turn = state('turn', 'f64', 4 * count);
    this.shape = state('shape', 'f64', 9 * count);
    this.occupied = state('occupied', 'i32', count);
    this.rates = state('rates', 'f32', SITES * count);
    this.touching = state('touching', 'f64', count);
    this.materials = arena.allocate(`${label}.materials`, 'f64', materials, 'model');
    this.materialOf = arena.allocate(`${label}.materialOf`, 'i32', count, 'model');
    this.words = scratch('words', 'i32', Words.LENGTH);
    this.numbers = scratch('numbers', 'f64', Numbers.LENGTH);
    this.#sites = scratch('sites', 'f64', 4 * SITES);
    this.#lanes = scratch('lanes', 'f64', 4 * SITES);
    this.#table = scratch('table', 'i32', 125);
    const cells = Math.max(LEAST_CELLS, CELLS_EACH * count);
    // Loads of four rows may read beyond the last.
    const stride = 4 * Math.ceil((count + 4) / 4);
    this.#scratch = new Map<number, Block>([
      [Words.ORDER, scratch('order', 'i32', count)],
      [Words.CELL_STARTS, scratch('cells', 'i32', cells + 2)],
      [Words.LOCAL, scratch('local', 'f32', 3 * stride)],
      [Words.PAIR_STARTS, scratch('starts', 'i32', count + 1)],
      [Words.PAIRS, scratch('pairs', 'i32', PAIRS_EACH * count + FILLED)],
      [Words.DOCKS, scratch('docks', 'i32', SITES * (count + 1))],
      [Words.SLOT_POSITION, scratch('x', 'f64', 4 * count)],
      [Words.SLOT_VELOCITY, scratch('v', 'f64', 4 * count)],
      [Words.SLOT_FLUID, scratch('q', 'f64', 4 * count)],
      [Words.SLOT_FORCE, scratch('f', 'f64', 4 * (count + 1))],
      [Words.SLOT_SHIFT, scratch('shift', 'f64', 4 * count)],
      [Words.SCRATCH, scratch('buffer', 'f64', Neighbourhoods.BYTES / 8)],
      [Words.LISTED_POSITION, scratch('built', 'f64', 4 * count)],
      [Words.LABELS, scratch('labels', 'i32', count)],
      [Words.DOCKED_DENSITY, scratch('base', 'f64', count)],
      [Words.SOLVE, scratch('solve', 'f64', 16 * count)],
      [Words.PUSHES, scratch('pushes', 'f64', PUSH_NUMBERS * count)],
      [Words.PIECES, scratch('pieces', 'i32', 3 * count)],
      [Words.SUMS, scratch('sums', 'f64', 16 * count)],
      [Words.EDGES, scratch('edges', 'f64', EDGES_EACH * count)],
      [Words.EDGE_STARTS, scratch('edgeStarts', 'i32', count + 2)],
      [Words.EDGE_SUMS, scratch('edgeSums', 'f64', count)],
      [Words.CLOSE_PAIRS, scratch('close', 'i32', (PAIRS_EACH + FILLED) * count + FILLED)],
      [Words.CLOSE_SQUARES, scratch('closeSquares', 'f32', PAIRS_EACH * count + FILLED)],
      [Words.CLOSE_STARTS, scratch('closeStarts', 'i32', count + 1)],
      [Words.ROW_SLOTS, scratch('rowSlots', 'i32', stride)],
      [Words.ROW_LABELS, scratch('rowLabels', 'i32', stride)],
      [Words.RESTLESS, scratch('restless', 'i32', count)],
      [Words.SUPPORTS, scratch('supports', 'f64', 0)],
      [Words.HARDNESS, scratch('hardness', 'f64', 2 * count)],
      [Words.FIXED_POSITION, scratch('places', 'i32', 4 * (count + 1))],
      [Words.FLOAT_VELOCITY, scratch('paces', 'f32', 4 * (count + 1))],
      [Words.DRIFT, scratch('drifts', 'f32', 4 * (count + 1))],
      [Words.FLUID_STATE, scratch('states', 'f32', 4 * (count + 1))],
      [Words.CONDUCTIONS, scratch('conducts', 'f64', 0)],
      [Words.CANDIDATES, scratch('candidates', 'i32', CANDIDATE_WORDS * count)],
      [Words.SMOOTHING, scratch('smoothings', 'f32', count + 1)],
    ]);
    this.#sites.view.set(lattice.sites);
    lattice.sites.forEach((value, k) => {
      const site = Math.floor(k / 4);
      this.#lanes.view[8 * Math.floor(site / 2) + 2 * (k % 4) + (site % 2)] = value;
    });
    this.#table.view.set(lattice.table);
    const { spacing, reach, norm, heat } = lattice;
    const listed = reach + SKIN * spacing;
    const numbers = this.numbers.view;
    numbers[Numbers.CELL_SIZE] = listed;
    numbers[Numbers.SPACING] = spacing;
    numbers[Numbers.REACH] = reach;
    numbers[Numbers.LIST_REACH] = listed;
    numbers[Numbers.SOLID_REACH] = NEAR * spacing;
    numbers[Numbers.KERNEL_NORM] = norm;
    numbers[Numbers.SEED] = seed;
    numbers[Numbers.HARDEST] = MOST_HARD;
    numbers[Numbers.HEAT_LENGTH] = heat;
    numbers[Numbers.VOLUME] = lattice.volume;
    numbers[Numbers.KERNEL_SLOPE] = lattice.slope;
    numbers[Numbers.SITE_WEIGHTS] = lattice.weight;
    numbers[Numbers.WALL_DENSITY] = lattice.wall;
    numbers[Numbers.WALL_PAIRS] = lattice.wallPairs;
    numbers[Numbers.TOUCH] = lattice.touch;
    numbers[Numbers.PUSH_VOLUME] = lattice.push;
    numbers[Numbers.PUSH_AREA] = (lattice.push * lattice.moment) / (2 * lattice.dimension * lattice.volume);
    this.words.view[Words.CELL_CAPACITY] = cells;
    this.words.view[Words.LOCAL_STRIDE] = stride;
  }

  #block<K extends 'f64' | 'f32' | 'i32'>(word: number): Block<K> {
    return this.#scratch.get(word) as Block<K>;
  }

  #resize(word: number, length: number): void {
    this.#arena.resize(new Map([[this.#block(word), length]]));
  }

  get pairRoom(): number {
    return this.#block(Words.PAIRS).length - FILLED;
  }
  /** Length of the longest row in the list of pairs. */
  get mostListed(): number {
    const { view } = this.#block<'i32'>(Words.PAIR_STARTS);
    let most = 0;
    for (let row = 0; row < this.#count; row++) most = Math.max(most, view[row + 1] - view[row]);
    return most;
  }
  get edgeRoom(): number {
    return this.#block(Words.EDGES).length;
  }
  get conductRoom(): number {
    return this.#block(Words.CONDUCTIONS).length / CONDUCTION_NUMBERS;
  }
  get candidateRoom(): number {
    return this.#block(Words.CANDIDATES).length / CANDIDATE_WORDS;
  }
  get pushRoom(): number {
    return this.#block(Words.PUSHES).length / PUSH_NUMBERS;
  }
  /** Particle of each slot, in the order of the grid. */
  get order(): Int32Array {
    return this.#block<'i32'>(Words.ORDER).view;
  }
  /** Occupants of the sites of each slot; −1 for none. */
  get docks(): Int32Array {
    return this.#block<'i32'>(Words.DOCKS).view;
  }
  /** State of each slot as a fluid (slotFluid). */
  get densities(): Float64Array {
    return this.#block<'f64'>(Words.SLOT_FLUID).view;
  }

  /** Docked pairs of the last solve, by rows of slots: two words per entry, the other slot and the stiffness (f32, N/m). */
  get edges(): { starts: Int32Array; slots: Int32Array; stiffness: Float32Array } {
    const starts = this.#block<'i32'>(Words.EDGE_STARTS).view;
    const { view } = this.#block<'f64'>(Words.EDGES);
    return {
      starts,
      slots: new Int32Array(view.buffer, view.byteOffset, 2 * view.length),
      stiffness: new Float32Array(view.buffer, view.byteOffset, 2 * view.length),
    };
  }
  /** Calls `look` with the slot of each support of the last solve and the index of its stiffness in `numbers` (xx xy xz yy yz zz, N/m). */
  eachSupport(look: (slot: number, numbers: Float64Array, at: number) => void): void {
    const { view } = this.#block<'f64'>(Words.SUPPORTS);
    for (let k = 0; k < this.words.view[Words.SUPPORT_COUNT]; k++) {
      look(view[SUPPORT_RECORD * k], view, SUPPORT_RECORD * k + SUPPORT_STIFFNESS);
    }
  }

  makePairRoom(entries: number): void {
    this.#arena.resize(
      new Map([
        [this.#block(Words.PAIRS), entries + FILLED],
        [this.#block(Words.CLOSE_PAIRS), entries + FILLED * (this.#count + 1)],
        [this.#block(Words.CLOSE_SQUARES), entries + FILLED],
      ]),
    );
  }
  makeConductRoom(pairs: number): void {
    this.#resize(Words.CONDUCTIONS, CONDUCTION_NUMBERS * pairs);
  }
  makeEdgeRoom(entries: number): void {
    this.#resize(Words.EDGES, entries);
  }
  makeCandidateRoom(pairs: number): void {
    this.#resize(Words.CANDIDATES, CANDIDATE_WORDS * pairs);
  }
  /** Ensures space for the sums of pieces that move rigidly; returns whether blocks have moved. */
  makePieceRoom(pieces: number): boolean {
    const block = this.#block(Words.SUMS);
    if (PIECE_NUMBERS * pieces <= block.length) return false;
    this.#arena.resize(new Map([[block, PIECE_NUMBERS * pieces]]));
    return true;
  }
  /** Whether pieces are so stiff that they move rigidly before a solve. */
  get carries(): boolean {
    return this.words.view[Words.RIGID_MODES] !== 0;
  }
  set carries(does: boolean) {
    this.words.view[Words.RIGID_MODES] = does ? 1 : 0;
  }
  makePushRoom(records: number): void {
    this.#resize(Words.PUSHES, PUSH_NUMBERS * records);
  }

  /** Number of supported slots. */
  get supported(): number {
    return this.words.view[Words.SUPPORT_COUNT];
  }

  /** Writes the supports of the body's particles for the solve; `first` is its first particle. */
  support(springs: SupportSprings, first: number): void {
    const { supportIndex, supports, normals, presses, supportCount } = springs;
    const block = this.#block<'f64'>(Words.SUPPORTS);
    this.words.view[Words.SUPPORT_COUNT] = 0;
    if (supportCount === 0) return;
    const length = SUPPORT_RECORD * supportCount;
    if (block.length < length) this.#arena.resize(new Map([[block, 2 * length]]));
    const { view } = block;
    const { order } = this;
    let found = 0;
    for (let slot = 0; slot < this.#count; slot++) {
      const k = supportIndex[first + order[slot]];
      if (k < 0) continue;
      view[SUPPORT_RECORD * found] = slot;
      for (let part = 0; part < SUPPORT_NUMBERS; part++) {
        view[SUPPORT_RECORD * found + SUPPORT_FORCE + part] = supports[SUPPORT_NUMBERS * k + part];
      }
      for (let axis = 0; axis < 3; axis++) {
        view[SUPPORT_RECORD * found + SUPPORT_NORMAL + axis] = normals[3 * k + axis];
      }
      view[SUPPORT_RECORD * found + SUPPORT_PRESSURE] = presses[k];
      found++;
    }
    this.words.view[Words.SUPPORT_COUNT] = found;
  }

  /** Allocates the state of matter that can freeze. */
  keepObjectsBefore(label: string): void {
    this.objectBefore = this.#arena.allocate(`${label}.objectBefore`, 'i32', this.#count);
    this.objectBefore.view.fill(-1);
  }

  /** Writes the words again, since blocks move when the arena grows. Particles are sorted by `positions`. */
  point(world: World, first: number, positions = world.particles.position): void {
    const { particles: p } = world;
    const w = this.words.view;
    w[Words.POSITION] = positions.offset;
    w[Words.VELOCITY] = p.velocity.offset;
    w[Words.MASS] = p.mass.offset;
    w[Words.INVERSE_MASS] = p.inverseMass.offset;
    w[Words.TEMPERATURE] = p.temperature.offset;
    w[Words.STRIDE] = p.stride;
    w[Words.FIRST] = first;
    w[Words.COUNT] = this.#count;
    w[Words.FLAT] = this.#flat ? 1 : 0;
    w[Words.PAIR_CAPACITY] = this.pairRoom;
    w[Words.MATERIALS] = this.materials.offset;
    w[Words.MATERIAL_OF] = this.materialOf.offset;
    w[Words.OBJECT_OF] = this.objectOf.offset;
    w[Words.SOLID_SHARE] = this.share.offset;
    w[Words.ROTATION] = this.turn.offset;
    w[Words.DEFORMATION] = this.shape.offset;
    w[Words.OCCUPIED] = this.occupied.offset;
    w[Words.DOCKING_RATES] = this.rates.offset;
    w[Words.SITES] = this.#sites.offset;
    w[Words.SITE_TABLE] = this.#table.offset;
    w[Words.SITE_LANES] = this.#lanes.offset;
    w[Words.PREVIOUS_OBJECT] = this.objectBefore?.offset ?? 0;
    w[Words.PHASE] = this.phase.offset;
    w[Words.PUSH_CAPACITY] = this.pushRoom;
    w[Words.EDGE_CAPACITY] = this.edgeRoom;
    w[Words.TOUCHING] = this.touching.offset;
    w[Words.CONDUCTION_CAPACITY] = this.conductRoom;
    w[Words.CANDIDATE_CAPACITY] = this.candidateRoom;
    for (const [word, block] of this.#scratch) w[word] = block.offset;
  }
}

/** Lengths of records and offsets of their fields, in f64. */
const CONDUCTION_NUMBERS = HeatConduction.BYTES / 8;
const PUSH_NUMBERS = MatterPush.BYTES / 8;
const PIECE_NUMBERS = RigidPiece.BYTES / 8;
const SUPPORT_RECORD = MatterSupport.BYTES / 8;
const SUPPORT_FORCE = MatterSupport.FORCE / 8;
const SUPPORT_STIFFNESS = MatterSupport.STIFFNESS / 8;
const SUPPORT_NORMAL = MatterSupport.NORMAL / 8;
const SUPPORT_PRESSURE = MatterSupport.PRESSURE / 8;
/** Length of a push candidate, in i32. */
const CANDIDATE_WORDS = PushCandidate.BYTES / 4;
/** Initial capacity in listed pairs per particle; a fluid has twenty. */
const PAIRS_EACH = 24;
/** Entries beyond the end of rows, which are read and written four at a time. */
const FILLED = 4;
/** Initial capacity in docked neighbours per particle: all sites, and a few pairs docked in one direction only. */
const EDGES_EACH = SITES + 2;
