/** The blocks of a body of lattice matter, and the two records that tell kernels where they are. */
import type { Arena, Block } from '../../core/arena.ts';
import { type Constraints, SUPPORT_NUMBERS } from '../../core/implicit.ts';
import type { World } from '../../core/world.ts';
import * as HeatConduction from '../../layouts/generated/heat-conduction.ts';
import * as Numbers from '../../layouts/generated/matter-numbers.ts';
import * as MatterPush from '../../layouts/generated/matter-push.ts';
import * as MatterSupport from '../../layouts/generated/matter-support.ts';
import * as Words from '../../layouts/generated/matter-words.ts';
import * as PushCandidate from '../../layouts/generated/push-candidate.ts';
import * as RigidPiece from '../../layouts/generated/rigid-piece.ts';
import { type MatterLattice, SITES } from './lattice.ts';

/** Cells a particle that the grid may have: enough for a dozen bodies far apart. */
const CELLS_EACH = 8;
const LEAST_CELLS = 4096;
/** Bytes for one neighbourhood: offsets, weights and moments, or members with their velocities. */
const BUFFER = 4096;

/** Skin of the neighbour lists in units of D; see matterStrayed for how long they hold. */
export const SKIN = 0.4;
/** Solids that may push each other are listed up to here, in units of D: beyond all who are docked in a solid at rest, and nearer than those behind them. */
const NEAR = 1.7;

export class MatterRecord {
  readonly #arena: Arena;
  readonly words: Block<'i32'>;
  readonly numbers: Block<'f64'>;
  /** Numbers of each material. */
  readonly materials: Block<'f64'>;
  readonly materialOf: Block<'i32'>;
  /** The object that a particle belongs to; who freezes joins another. */
  readonly objectOf: Block<'i32'>;
  /** The one it was of before it began to freeze, until all of it is frozen; −1 of all others. Only of matter that can freeze. */
  objectBefore: Block<'i32'> | undefined;
  /** 1 for solid, 0 for fluid, and the share s that follows it. */
  readonly phase: Block<'i32'>;
  readonly share: Block<'f64'>;
  /** R as a quaternion (scalar first), A row by row. */
  readonly turn: Block<'f64'>;
  readonly shape: Block<'f64'>;
  /** Bits of sites that somebody sits on, and λ_d of each site, 1/s. */
  readonly occupied: Block<'i32'>;
  readonly rates: Block<'f32'>;
  /** How much of others' matter may be around it before they push each other. */
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
    // Loads of four rows may read past the last.
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
      [Words.SCRATCH, scratch('buffer', 'f64', BUFFER / 8)],
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

  get pairRoom(): number {
    return (this.#scratch.get(Words.PAIRS) as Block).length - FILLED;
  }
  /** Entries of the longest row of the list of pairs. */
  get mostListed(): number {
    const { view } = this.#scratch.get(Words.PAIR_STARTS) as Block<'i32'>;
    let most = 0;
    for (let row = 0; row < this.#count; row++) most = Math.max(most, view[row + 1] - view[row]);
    return most;
  }
  get edgeRoom(): number {
    return (this.#scratch.get(Words.EDGES) as Block).length;
  }
  get conductRoom(): number {
    return (this.#scratch.get(Words.CONDUCTIONS) as Block).length / CONDUCTION_NUMBERS;
  }
  get candidateRoom(): number {
    return (this.#scratch.get(Words.CANDIDATES) as Block).length / CANDIDATE_WORDS;
  }
  get pushRoom(): number {
    return (this.#scratch.get(Words.PUSHES) as Block).length / PUSH_NUMBERS;
  }
  /** Slot by slot: the particles of the body in the order of the grid. */
  get order(): Int32Array {
    return (this.#scratch.get(Words.ORDER) as Block<'i32'>).view;
  }
  /** Slots that sit on the sites of each slot; −1 for none. */
  get docks(): Int32Array {
    return (this.#scratch.get(Words.DOCKS) as Block<'i32'>).view;
  }
  /** Slot by slot, four numbers: volume (m³), p/ρ² and more. */
  get densities(): Float64Array {
    return (this.#scratch.get(Words.SLOT_FLUID) as Block<'f64'>).view;
  }

  /** Docked pairs as the last solve knew them, row by row of slots: two words an entry, the other slot and, as f32, N/m. */
  get edges(): { starts: Int32Array; slots: Int32Array; stiffness: Float32Array } {
    const starts = (this.#scratch.get(Words.EDGE_STARTS) as Block<'i32'>).view;
    const { view } = this.#scratch.get(Words.EDGES) as Block<'f64'>;
    return {
      starts,
      slots: new Int32Array(view.buffer, view.byteOffset, 2 * view.length),
      stiffness: new Float32Array(view.buffer, view.byteOffset, 2 * view.length),
    };
  }
  /** Supports of the last solve: their slots, and where in `numbers` their stiffness is (xx xy xz yy yz zz, N/m). */
  eachSupport(look: (slot: number, numbers: Float64Array, at: number) => void): void {
    const { view } = this.#scratch.get(Words.SUPPORTS) as Block<'f64'>;
    for (let k = 0; k < this.words.view[Words.SUPPORT_COUNT]; k++) {
      look(view[SUPPORT_RECORD * k], view, SUPPORT_RECORD * k + SUPPORT_STIFFNESS);
    }
  }

  makePairRoom(entries: number): void {
    const room = (word: number) => this.#scratch.get(word) as Block;
    this.#arena.resize(
      new Map([
        [room(Words.PAIRS), entries + FILLED],
        [room(Words.CLOSE_PAIRS), entries + FILLED * (this.#count + 1)],
        [room(Words.CLOSE_SQUARES), entries + FILLED],
      ]),
    );
  }
  makeConductRoom(pairs: number): void {
    this.#arena.resize(
      new Map([[this.#scratch.get(Words.CONDUCTIONS) as Block, CONDUCTION_NUMBERS * pairs]]),
    );
  }
  makeEdgeRoom(entries: number): void {
    this.#arena.resize(new Map([[this.#scratch.get(Words.EDGES) as Block, entries]]));
  }
  makeCandidateRoom(pairs: number): void {
    this.#arena.resize(new Map([[this.#scratch.get(Words.CANDIDATES) as Block, CANDIDATE_WORDS * pairs]]));
  }
  /** For the sums of so many pieces that are carried as wholes: 64 numbers each, see matter-carry.ts. */
  makePieceRoom(pieces: number): boolean {
    const block = this.#scratch.get(Words.SUMS) as Block;
    if (PIECE_NUMBERS * pieces <= block.length) return false;
    this.#arena.resize(new Map([[block, PIECE_NUMBERS * pieces]]));
    return true;
  }
  /** Whether pieces are so stiff that they are carried as wholes. */
  get carries(): boolean {
    return this.words.view[Words.RIGID_MODES] !== 0;
  }
  set carries(does: boolean) {
    this.words.view[Words.RIGID_MODES] = does ? 1 : 0;
  }
  makePushRoom(records: number): void {
    this.#arena.resize(new Map([[this.#scratch.get(Words.PUSHES) as Block, PUSH_NUMBERS * records]]));
  }

  /** Slots that something supports. */
  get supported(): number {
    return this.words.view[Words.SUPPORT_COUNT];
  }

  /** Hands the solve what supports the particles of the body, whose first one has the index `first`. */
  support(constraints: Constraints, first: number): void {
    const { supportIndex, supports, normals, presses, supportCount } = constraints;
    const block = this.#scratch.get(Words.SUPPORTS) as Block<'f64'>;
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

  /** For matter that can freeze, as it is made: other matter has no such state. */
  keepObjectsBefore(label: string): void {
    this.objectBefore = this.#arena.allocate(`${label}.objectBefore`, 'i32', this.#count);
    this.objectBefore.view.fill(-1);
  }

  /** Writes the words anew: blocks move when the arena grows. `positions`: those that are sorted by. */
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

/** f64 of records of kernels. */
const CONDUCTION_NUMBERS = HeatConduction.BYTES / 8;
const PUSH_NUMBERS = MatterPush.BYTES / 8;
const PIECE_NUMBERS = RigidPiece.BYTES / 8;
const SUPPORT_RECORD = MatterSupport.BYTES / 8;
const SUPPORT_FORCE = MatterSupport.FORCE / 8;
const SUPPORT_STIFFNESS = MatterSupport.STIFFNESS / 8;
const SUPPORT_NORMAL = MatterSupport.NORMAL / 8;
const SUPPORT_PRESSURE = MatterSupport.PRESSURE / 8;
/** i32 of a pair that may push. */
const CANDIDATE_WORDS = PushCandidate.BYTES / 4;
/** To begin with; a fluid has twenty. */
const PAIRS_EACH = 24;
/** Rows are read and written by four: so many entries are beyond their ends at most. */
const FILLED = 4;
/** Docked neighbours, to begin with: all sites, and a few who sit on theirs one-sidedly. */
const EDGES_EACH = SITES + 2;
