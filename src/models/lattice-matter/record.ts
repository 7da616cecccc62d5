/** The blocks of a body of lattice matter, and the two records that tell kernels where they are. */
import type { Arena, Block } from '../../core/arena.ts';
import { type Constraints, SUPPORT_NUMBERS } from '../../core/implicit.ts';
import type { World } from '../../core/world.ts';
import { type MatterLattice, SITES } from './lattice.ts';

/** Words of the record in their order; the same list is in kernels/assembly/matter-record.ts. */
const WORDS = 75;
const NUMBERS = 31;
/** Cells a particle that the grid may have: enough for a dozen bodies far apart. */
const CELLS_EACH = 8;
const LEAST_CELLS = 4096;
/** Bytes for one neighbourhood: offsets, weights and moments, or members with their velocities. */
const BUFFER = 4096;

/** Skin of the neighbour lists in units of D; see matterStrayed for how long they hold. */
export const SKIN = 0.4;
/** Solids that may push each other are listed up to here, in units of D: beyond all who are docked in a solid at rest, and nearer than those behind them. */
const NEAR = 1.7;

/** Numbers of `c`, as in matter-record.ts. */
export const SEED = 6;
export const TICK = 7;
export const ELAPSED = 8;
export const STEP = 9;
export const ELASTIC = 10;
export const COMPRESSION = 11;
export const STRAIN = 13;
export const STRAIN_SQUARES = 14;
export const BONDS = 15;
export const HARDEST = 19;
export const QUICKEST = 20;
export const BROKEN = 21;
export const SOLVE_SIZE = 22;
export const PUSH_ENERGY = 29;

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
    this.words = scratch('words', 'i32', WORDS);
    this.numbers = scratch('numbers', 'f64', NUMBERS);
    this.#sites = scratch('sites', 'f64', 4 * SITES);
    this.#lanes = scratch('lanes', 'f64', 4 * SITES);
    this.#table = scratch('table', 'i32', 125);
    const cells = Math.max(LEAST_CELLS, CELLS_EACH * count);
    // Loads of four rows may read past the last.
    const stride = 4 * Math.ceil((count + 4) / 4);
    this.#scratch = new Map<number, Block>([
      [9, scratch('order', 'i32', count)],
      [10, scratch('cells', 'i32', cells + 2)],
      [12, scratch('local', 'f32', 3 * stride)],
      [STARTS, scratch('starts', 'i32', count + 1)],
      [PAIRS, scratch('pairs', 'i32', PAIRS_EACH * count + FILLED)],
      [20, scratch('docks', 'i32', SITES * (count + 1))],
      [21, scratch('x', 'f64', 4 * count)],
      [22, scratch('v', 'f64', 4 * count)],
      [23, scratch('q', 'f64', 4 * count)],
      [24, scratch('f', 'f64', 4 * (count + 1))],
      [25, scratch('shift', 'f64', 4 * count)],
      [36, scratch('buffer', 'f64', BUFFER / 8)],
      [37, scratch('built', 'f64', 4 * count)],
      [38, scratch('labels', 'i32', count)],
      [39, scratch('base', 'f64', count)],
      [41, scratch('solve', 'f64', 16 * count)],
      [PUSHES, scratch('pushes', 'f64', PUSH_NUMBERS * count)],
      [44, scratch('pieces', 'i32', 3 * count)],
      [SUMS, scratch('sums', 'f64', 16 * count)],
      [EDGES, scratch('edges', 'f64', EDGES_EACH * count)],
      [EDGE_STARTS, scratch('edgeStarts', 'i32', count + 2)],
      [73, scratch('edgeSums', 'f64', count)],
      [CLOSE, scratch('close', 'i32', (PAIRS_EACH + FILLED) * count + FILLED)],
      [CLOSE_SQUARES, scratch('closeSquares', 'f32', PAIRS_EACH * count + FILLED)],
      [49, scratch('closeStarts', 'i32', count + 1)],
      [55, scratch('rowSlots', 'i32', stride)],
      [56, scratch('rowLabels', 'i32', stride)],
      [57, scratch('restless', 'i32', count)],
      [SUPPORTS, scratch('supports', 'f64', 0)],
      [54, scratch('hardness', 'f64', 2 * count)],
      [58, scratch('places', 'i32', 4 * (count + 1))],
      [59, scratch('paces', 'f32', 4 * (count + 1))],
      [60, scratch('drifts', 'f32', 4 * (count + 1))],
      [61, scratch('states', 'f32', 4 * (count + 1))],
      [CONDUCTS, scratch('conducts', 'f64', 0)],
      [CANDIDATES, scratch('candidates', 'i32', 2 * count)],
      [63, scratch('smoothings', 'f32', count + 1)],
    ]);
    this.#sites.view.set(lattice.sites);
    lattice.sites.forEach((value, k) => {
      const site = Math.floor(k / 4);
      this.#lanes.view[8 * Math.floor(site / 2) + 2 * (k % 4) + (site % 2)] = value;
    });
    this.#table.view.set(lattice.table);
    const { spacing, reach, norm, heat } = lattice;
    const listed = reach + SKIN * spacing;
    this.numbers.view.set([listed, spacing, reach, listed, NEAR * spacing, norm, seed]);
    this.numbers.view[12] = heat;
    this.numbers.view[16] = lattice.volume;
    this.numbers.view[17] = lattice.slope;
    this.numbers.view[18] = lattice.weight;
    this.numbers.view[24] = lattice.wall;
    this.numbers.view[26] = lattice.wallPairs;
    this.numbers.view[27] = lattice.touch;
    this.numbers.view[28] = lattice.push;
    this.numbers.view[30] = (lattice.push * lattice.moment) / (2 * lattice.dimension * lattice.volume);
    this.words.view[11] = cells;
    this.words.view[13] = stride;
  }

  get pairRoom(): number {
    return (this.#scratch.get(PAIRS) as Block).length - FILLED;
  }
  /** Entries of the longest row of the list of pairs. */
  get mostListed(): number {
    const { view } = this.#scratch.get(STARTS) as Block<'i32'>;
    let most = 0;
    for (let row = 0; row < this.#count; row++) most = Math.max(most, view[row + 1] - view[row]);
    return most;
  }
  get edgeRoom(): number {
    return (this.#scratch.get(EDGES) as Block).length;
  }
  get conductRoom(): number {
    return (this.#scratch.get(CONDUCTS) as Block).length / CONDUCT_NUMBERS;
  }
  get candidateRoom(): number {
    return (this.#scratch.get(CANDIDATES) as Block).length / 2;
  }
  get pushRoom(): number {
    return (this.#scratch.get(PUSHES) as Block).length / PUSH_NUMBERS;
  }
  /** Slot by slot: the particles of the body in the order of the grid. */
  get order(): Int32Array {
    return (this.#scratch.get(9) as Block<'i32'>).view;
  }
  /** Slots that sit on the sites of each slot; −1 for none. */
  get docks(): Int32Array {
    return (this.#scratch.get(20) as Block<'i32'>).view;
  }
  /** Slot by slot, four numbers: volume (m³), p/ρ² and more. */
  get densities(): Float64Array {
    return (this.#scratch.get(23) as Block<'f64'>).view;
  }

  /** Docked pairs as the last solve knew them, row by row of slots: two words an entry, the other slot and, as f32, N/m. */
  get edges(): { starts: Int32Array; slots: Int32Array; stiffness: Float32Array } {
    const starts = (this.#scratch.get(EDGE_STARTS) as Block<'i32'>).view;
    const { view } = this.#scratch.get(EDGES) as Block<'f64'>;
    return {
      starts,
      slots: new Int32Array(view.buffer, view.byteOffset, 2 * view.length),
      stiffness: new Float32Array(view.buffer, view.byteOffset, 2 * view.length),
    };
  }
  /** Supports of the last solve: their slots, and where in `numbers` their stiffness is (xx xy xz yy yz zz, N/m). */
  eachSupport(look: (slot: number, numbers: Float64Array, at: number) => void): void {
    const { view } = this.#scratch.get(SUPPORTS) as Block<'f64'>;
    for (let k = 0; k < this.words.view[SUPPORT_COUNT]; k++) {
      look(view[SUPPORT_RECORD * k], view, SUPPORT_RECORD * k + SUPPORT_STIFFNESS);
    }
  }

  makePairRoom(entries: number): void {
    const room = (word: number) => this.#scratch.get(word) as Block;
    this.#arena.resize(
      new Map([
        [room(PAIRS), entries + FILLED],
        [room(CLOSE), entries + FILLED * (this.#count + 1)],
        [room(CLOSE_SQUARES), entries + FILLED],
      ]),
    );
  }
  makeConductRoom(pairs: number): void {
    this.#arena.resize(new Map([[this.#scratch.get(CONDUCTS) as Block, CONDUCT_NUMBERS * pairs]]));
  }
  makeEdgeRoom(entries: number): void {
    this.#arena.resize(new Map([[this.#scratch.get(EDGES) as Block, entries]]));
  }
  makeCandidateRoom(pairs: number): void {
    this.#arena.resize(new Map([[this.#scratch.get(CANDIDATES) as Block, 2 * pairs]]));
  }
  /** For the sums of so many pieces that are carried as wholes: 64 numbers each, see matter-carry.ts. */
  makePieceRoom(pieces: number): boolean {
    const block = this.#scratch.get(SUMS) as Block;
    if (64 * pieces <= block.length) return false;
    this.#arena.resize(new Map([[block, 64 * pieces]]));
    return true;
  }
  /** Whether pieces are so stiff that they are carried as wholes. */
  get carries(): boolean {
    return this.words.view[CARRIES] !== 0;
  }
  set carries(does: boolean) {
    this.words.view[CARRIES] = does ? 1 : 0;
  }
  makePushRoom(records: number): void {
    this.#arena.resize(new Map([[this.#scratch.get(PUSHES) as Block, PUSH_NUMBERS * records]]));
  }

  /** Slots that something supports. */
  get supported(): number {
    return this.words.view[SUPPORT_COUNT];
  }

  /** Hands the solve what supports the particles of the body, whose first one has the index `first`. */
  support(constraints: Constraints, first: number): void {
    const { supportIndex, supports, normals, presses, supportCount } = constraints;
    const block = this.#scratch.get(SUPPORTS) as Block<'f64'>;
    this.words.view[SUPPORT_COUNT] = 0;
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
        view[SUPPORT_RECORD * found + 1 + part] = supports[SUPPORT_NUMBERS * k + part];
      }
      for (let axis = 0; axis < 3; axis++) {
        view[SUPPORT_RECORD * found + 1 + SUPPORT_NUMBERS + axis] = normals[3 * k + axis];
      }
      view[SUPPORT_RECORD * (found + 1) - 1] = presses[k];
      found++;
    }
    this.words.view[SUPPORT_COUNT] = found;
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
    w[0] = positions.offset;
    w[1] = p.velocity.offset;
    w[2] = p.mass.offset;
    w[3] = p.inverseMass.offset;
    w[4] = p.temperature.offset;
    w[5] = p.stride;
    w[6] = first;
    w[7] = this.#count;
    w[8] = this.#flat ? 1 : 0;
    w[19] = this.pairRoom;
    w[26] = this.materials.offset;
    w[27] = this.materialOf.offset;
    w[28] = this.objectOf.offset;
    w[29] = this.share.offset;
    w[30] = this.turn.offset;
    w[31] = this.shape.offset;
    w[32] = this.occupied.offset;
    w[33] = this.rates.offset;
    w[34] = this.#sites.offset;
    w[35] = this.#table.offset;
    w[50] = this.#lanes.offset;
    w[72] = this.objectBefore?.offset ?? 0;
    w[40] = this.phase.offset;
    w[43] = this.pushRoom;
    w[53] = this.edgeRoom;
    w[74] = this.touching.offset;
    w[66] = this.conductRoom;
    w[68] = this.candidateRoom;
    for (const [word, block] of this.#scratch) w[word] = block.offset;
  }
}

const STARTS = 17;
const PAIRS = 18;
const PUSHES = 42;
const EDGES = 46;
const EDGE_STARTS = 47;
const CLOSE = 48;
const CLOSE_SQUARES = 62;
const SUMS = 45;
const CONDUCTS = 65;
const CARRIES = 71;
const CANDIDATES = 67;
const CONDUCT_NUMBERS = 2;
const SUPPORTS = 51;
const SUPPORT_COUNT = 52;
/** Slot, force (3), stiffness (6), the way it pushes (3), room for the solve (9), what presses if it slides. */
const SUPPORT_RECORD = 14 + SUPPORT_NUMBERS;
const SUPPORT_STIFFNESS = 4;
/** Two slots, n (3), stiffness, force over it. */
const PUSH_NUMBERS = 6;
/** To begin with; a fluid has twenty. */
const PAIRS_EACH = 24;
/** Rows are read and written by four: so many entries are beyond their ends at most. */
const FILLED = 4;
/** Docked neighbours, to begin with: all sites, and a few who sit on theirs one-sidedly. */
const EDGES_EACH = SITES + 2;
