/**
 * What the kernels of lattice matter share: where things are. A call gets two records, `w` of i32 words (byte offsets
 * and counts) and `c` of f64 numbers; src/models/lattice-matter/record.ts fills them and has the same lists.
 *
 * Particles are worked on in the order of the grid's cells: a *slot* is a place in that order. Slots have four f64 each
 * of x, y, z and one more number, so that a pair of lanes and one further load fetch a vector:
 *   X  position (m), mass (kg)      V  velocity (m/s), solid share s      F  force (N), –
 *   Q  density ρ (kg/m³), from matterPressure on the volume m/ρ, p/ρ², viscosity (Pa·s), κ of a push apart (J)
 *   SHIFT  velocity that XSPH adds (m/s), ε
 */
import { X } from '../../../layouts/generated/vector';
export const POSITION: i32 = 0;
export const VELOCITY: i32 = 1;
export const MASS: i32 = 2;
export const INVERSE_MASS: i32 = 3;
export const TEMPERATURE: i32 = 4;
export const STRIDE: i32 = 5;
export const FIRST: i32 = 6;
export const COUNT: i32 = 7;
export const FLAT: i32 = 8;
export const ORDER: i32 = 9;
export const CELLS: i32 = 10;
export const CELL_ROOM: i32 = 11;
export const LOCAL: i32 = 12;
export const LOCAL_STRIDE: i32 = 13;
export const COLUMNS: i32 = 14;
export const ROWS: i32 = 15;
export const DECKS: i32 = 16;
export const STARTS: i32 = 17;
export const PAIRS: i32 = 18;
export const PAIR_ROOM: i32 = 19;
export const DOCKS: i32 = 20;
export const X: i32 = 21;
export const V: i32 = 22;
export const Q: i32 = 23;
export const F: i32 = 24;
export const SHIFT: i32 = 25;
export const MATERIALS: i32 = 26;
export const MATERIAL_OF: i32 = 27;
export const OBJECT_OF: i32 = 28;
export const SHARE: i32 = 29;
export const TURN: i32 = 30;
export const SHAPE: i32 = 31;
export const OCCUPIED: i32 = 32;
export const RATES: i32 = 33;
export const SITES: i32 = 34;
export const SITE_TABLE: i32 = 35;
export const BUFFER: i32 = 36;
export const BUILT: i32 = 37;
export const LABELS: i32 = 38;
export const BASE: i32 = 39;
export const PHASE: i32 = 40;
export const SOLVE: i32 = 41;
export const PUSHES: i32 = 42;
export const PUSH_ROOM: i32 = 43;
export const PIECES: i32 = 44;
export const SUMS: i32 = 45;
export const EDGES: i32 = 46;
export const EDGE_STARTS: i32 = 47;
export const CLOSE: i32 = 48;
export const CLOSE_STARTS: i32 = 49;
/** SITES, two at a time: x of both, then y, z and w. */
export const SITE_LANES: i32 = 50;
/** What contact pushes with: ten f64 each, the slot, then as SUPPORT_NUMBERS of core/implicit.ts; and how many there are. */
export const SUPPORTS: i32 = 51;
export const SUPPORT_COUNT: i32 = 52;
export const EDGE_ROOM: i32 = 53;
/** Of a slot: how many times as stiff its neighbourhood is as at rest; after them, how stiff it was as edges were written. */
export const HARDNESS: i32 = 54;
/** Rows of the list of pairs go cell by cell: the slot of each, and its label. */
export const ROW_SLOTS: i32 = 55;
export const ROW_LABELS: i32 = 56;
/** Of each slot: 1 where a neighbour is so far from its site that it may sit on another by now. */
export const RESTLESS: i32 = 57;

/** 16 bytes a slot, and one slot more: see matter-places.ts and matter-density.ts. */
export const PLACES: i32 = 58;
export const PACES: i32 = 59;
export const DRIFTS: i32 = 60;
/** f32: volume, pressure, viscosity in the units of matterForces; c of walls. */
export const STATES: i32 = 61;
/** Squares of distances, of one row of CLOSE at a time; ε of every slot (f32 each). */
export const CLOSE_SQUARES: i32 = 62;
export const SMOOTHINGS: i32 = 63;
/** Whether particles are spread over more than PLACES can tell. */
export const FAR: i32 = 64;
/** Pairs that heat flows between: see matter-heat.ts. */
export const CONDUCTS: i32 = 65;
export const CONDUCTS_ROOM: i32 = 66;
/** Pairs that may push each other: see matter-pushes.ts. */
export const CANDIDATES: i32 = 67;
export const CANDIDATE_ROOM: i32 = 68;
export const CANDIDATE_COUNT: i32 = 69;
/** How many pieces of docked slots there are, and whether stiff ones are carried as wholes (matter-carry.ts). */
export const PIECE_COUNT: i32 = 70;
export const CARRIES: i32 = 71;
/** Of matter that can freeze: see matter-phases.ts. */
export const OBJECT_BEFORE: i32 = 72;
/** Of each row of EDGES: Σ c, N/m. */
export const EDGE_SUMS: i32 = 73;
/** Of each particle: what it bears of others' matter without being pushed, see matter-pushes.ts. */
export const TOUCHING: i32 = 74;

/** Numbers of `c`; lengths in m. */
export const CELL: i32 = 0;
export const SPACING: i32 = 1;
/** H, the kernel's radius. */
export const REACH: i32 = 2;
/** H and what particles may come nearer each other before lists are made anew. */
export const LIST_REACH: i32 = 3;
/** Solids that are not docked are listed up to here. */
export const NEAR: i32 = 4;
/** W(q) = NORM (1 − q)⁴ (1 + 4q), 1/m³. */
export const NORM: i32 = 5;
export const SEED: i32 = 6;
export const TICK: i32 = 7;
/** s since lists were made before. */
export const ELAPSED: i32 = 8;
/** Length of this sub-step, s. */
export const STEP: i32 = 9;
/** Results: energies in J. */
export const ELASTIC: i32 = 10;
export const COMPRESSION: i32 = 11;
/** κ: heat that flows through a pair at q = 0, over conductivity times temperature difference, m. */
export const HEAT: i32 = 12;
/** Results: the largest |r − g|/D of a docked pair, the sum of their squares, and how many there are. */
export const STRAIN: i32 = 13;
export const STRAIN_SQUARES: i32 = 14;
export const BONDS: i32 = 15;
/** m³ of a particle at rest. */
export const VOLUME: i32 = 16;
/** What slopes of W are multiplied by, so that a lattice passes on the pressure that it has. */
export const SLOPE: i32 = 17;
/** Σ w of a whole neighbourhood. */
export const WEIGHT: i32 = 18;
/** How many times as stiff a neighbourhood gets at most, and the greatest η that damping may have, 1/s. */
export const HARDEST: i32 = 19;
export const QUICKEST: i32 = 20;
/** Result: bonds that broke since somebody set it to none. */
export const BROKEN: i32 = 21;
/** Of the last solve: the unit of its residual, and the square of its length in that at the start. */
export const SOLVE_SIZE: i32 = 22;
export const SOLVE_GOAL: i32 = 23;
/** λ and κ of a wall. */
export const WALL: i32 = 24;
/** Mean mass, kg. */
export const UNIT_MASS: i32 = 25;
export const WALL_PAIRS: i32 = 26;
/** What a face at rest has of the matter that it touches; κ over Young's modulus or ρ₀c², m³, and over k w(D), m²: see matter-pushes.ts. */
export const TOUCH: i32 = 27;
export const PUSH_VOLUME: i32 = 28;
export const PUSH_AREA: i32 = 30;
/** Result: J of those who push each other apart. */
export const PUSH_ENERGY: i32 = 29;

/** Numbers of a material. */
export const MATERIAL: usize = 192;
export const REST_DENSITY: usize = 0;
/** ρ₀ c²/7, Pa. */
export const BULK: usize = 8;
/** k w(D), N/m; k is that of all sites. */
export const STIFFNESS: usize = 16;
/** 1/s */
export const DAMPING: usize = 24;
/** Pa·s */
export const VISCOSITY: usize = 32;
export const SMOOTHING: usize = 40;
/** λ_d at most, 1/s; < 0 where sites dock whatever comes. */
export const DOCKING: usize = 48;
/** Δλ_d a second, 1/s². */
export const DOCKING_CHANGE: usize = 56;
/** |r − g|/D from which a bond is broken. */
export const FRACTURE: usize = 64;
/** W/(m K) and J/K of a particle; a capacity of 0 stands for a temperature that is fixed. */
export const CONDUCTIVITY: usize = 72;
export const CAPACITY: usize = 80;
export const MELTING_RATE: usize = 88;
export const MELTING_POINT: usize = 96;
export const FREEZING_RATE: usize = 104;
export const FREEZING_POINT: usize = 112;
/** n₀ */
export const FREEZING_NEIGHBOURS: usize = 120;
/** v_max, m/s, and F_max, N */
export const FREEZING_SPEED: usize = 128;
export const FREEZING_FORCE: usize = 136;
/** 1/s: how fast a particle's share follows its phase. */
export const FADING: usize = 144;
/** 1 where solids have the pressure of the fluid too. */
export const PRESSED: usize = 152;
/** K: latent heat over specific heat. */
export const LATENT: usize = 160;

/** Sites of a neighbourhood: 12 + 6 in space, 6 + 6 + 6 in the plane. Four f64 each: l (m), w(l). */
export const SITE_COUNT: i32 = 18;
/** Bits of a label: some of it is solid, all of it is and the lattice alone holds it; above them the object's number. */
export const SOLID: i32 = 1;
export const WHOLE: i32 = 2;
/** Bit of a listed pair: both are whole solids, which only push apart. */
export const PUSH_ONLY: i32 = 1 << 30;
/** Bit of an entry that is there for docking only. */
export const DOCK_ONLY: i32 = 1 << 29;

// @inline
export function word(w: usize, k: i32): i32 {
  return load<i32>(w + ((<usize>k) << 2));
}

// @inline
export function address(w: usize, k: i32): usize {
  return <usize>load<u32>(w + ((<usize>k) << 2));
}

// @inline
export function number(c: usize, k: i32): f64 {
  return load<f64>(c + ((<usize>k) << 3));
}

// @inline
export function put(c: usize, k: i32, value: f64): void {
  store<f64>(c + ((<usize>k) << 3), value);
}

// @inline
export function index(at: usize, k: i32): i32 {
  return load<i32>(at + ((<usize>k) << 2));
}

// @inline
export function slot(at: usize, k: i32): usize {
  return at + ((<usize>k) << 5);
}

// @inline
export function materialOf(w: usize, particle: i32): usize {
  return address(w, MATERIALS) + <usize>index(address(w, MATERIAL_OF), particle) * MATERIAL;
}

/** e^(−x) for x ≥ 0, to 1e-13: the series at x/2ᵏ ≤ ¼, squared k times. */
export function decay(x: f64): f64 {
  if (!(x < 700)) return 0;
  let halvings: i32 = 0;
  while (x > 0.25) {
    x *= 0.5;
    halvings++;
  }
  let term: f64 = 1;
  let sum: f64 = 1;
  for (let k: i32 = 1; k < 11; k++) {
    term *= -x / <f64>k;
    sum += term;
  }
  for (; halvings > 0; halvings--) sum *= sum;
  return sum;
}

/**
 * Uniform in [0, 1) from a seed, a count of draws, a particle and a purpose, and from nothing else: the order in which
 * particles draw, and where a run was resumed, do not matter (Salmon et al. 2011; mixing by Steele et al. 2014).
 */
export function drawn(seed: f64, tick: f64, particle: i32, purpose: i32): f64 {
  let z: u64 = (<u64>seed) * 0x9e3779b97f4a7c15 + (<u64>tick);
  z = mixed(z) + (<u64>(<u32>particle)) * 0xd1342543de82ef95;
  z = mixed(z) + (<u64>(<u32>purpose)) * 0x2545f4914f6cdd1d;
  return <f64>(mixed(z) >> 11) * 1.1102230246251565e-16;
}

// @inline
function mixed(z: u64): u64 {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}
