/**
 * Positions at which matter would continue if it had not broken. For each solid piece these are the particles around it that
 * were in one piece with it in the first frame and belong to another one now. Such a particle, at X in the first frame, is
 * carried along by the piece's own particles around it:
 *
 *   x = c + R (X − C)
 *
 * Symbols
 *   C, c  mean of the piece's particles around, in the first frame and now, m
 *   R     rotation that fits their motion best
 *
 * It needs positions and pieces only, so that recorded frames serve as well as a running world.
 */
import { fitRotation } from '../math/rotation-fit.ts';
import { CRUMB, NO_PIECE } from './matter-pieces.ts';
import { ParticleCells } from './particle-cells.ts';

/** Particles of matter and their pieces. */
export interface PiecedMatter {
  /** Positions x, y, z, m. */
  readonly positions: ArrayLike<number>;
  /** Solid piece of each particle, or NO_PIECE. */
  readonly piece: ArrayLike<number>;
}

export interface LostNeighbours {
  /** Piece that lost the particle. */
  readonly piece: readonly number[];
  /** Positions x, y, z, m. */
  readonly positions: readonly number[];
}

/** Reach of the field at a broken face over the spacing: half a layer beyond the piece's own particles. */
const REACH = 2.4;
/** Distance within which a piece's own particles carry a lost one, over the spacing. */
const CARRYING = REACH + 1;
/** Least number of carrying particles: fewer may be collinear and leave the rotation undetermined. */
const FEWEST = 4;
/** Root mean square error of the fit over the spacing above which matter has flowed, and the particle is dropped. */
const FLOWED = 0.4;

/** `first`: the first frame. */
export function lostNeighbours(first: PiecedMatter, now: PiecedMatter, spacing: number): LostNeighbours {
  return new Losses(first, now.piece, spacing).at(now.positions);
}

/** The pairs of pieces and lost particles, which frames share as long as the pieces are the same. */
export class Losses {
  readonly #first: PiecedMatter;
  readonly #spacing: number;
  /** Piece that lost a particle, and the particle, pair by pair. */
  readonly #piece: number[] = [];
  readonly #particle: number[] = [];
  /** Particles that carry pair n: members[end[n − 1]] to members[end[n] − 1]. */
  readonly #end: number[] = [];
  readonly #members: number[] = [];

  /** `first`: the first frame; `piece`: present piece of each particle. */
  constructor(first: PiecedMatter, piece: ArrayLike<number>, spacing: number) {
    this.#first = first;
    this.#spacing = spacing;
    const parted = partedPieces(first.piece, piece);
    if (parted.size > 0) this.#find(parted, piece);
  }

  #find(parted: ReadonlySet<number>, piece: ArrayLike<number>): void {
    const { positions, piece: former } = this.#first;
    // A piece that broke off has a new number. Matter that melted and froze joins a piece with an old one, and lost nothing.
    const before = new Set<number>();
    for (let p = 0; p < former.length; p++) before.add(former[p]);
    const sizes = new Map<number, number>();
    for (let p = 0; p < piece.length; p++) sizes.set(piece[p], (sizes.get(piece[p]) ?? 0) + 1);
    const isOld = Uint8Array.from(former, (_, p) => (before.has(piece[p]) ? 1 : 0));
    const carries = Uint8Array.from(former, (_, p) =>
      piece[p] !== NO_PIECE && sizes.get(piece[p])! >= CRUMB ? 1 : 0,
    );
    const reach = REACH * this.#spacing;
    const isNear = besideOthers(positions, piece, reach);
    const cells = new ParticleCells(positions, CARRYING * this.#spacing);
    const losers = new Set<number>();
    const members: number[] = [];
    for (let p = 0; p < piece.length; p++) {
      if (isNear[p] === 0 || piece[p] === NO_PIECE || !parted.has(former[p])) continue;
      losers.clear();
      members.length = 0;
      const [x, y, z] = [positions[3 * p], positions[3 * p + 1], positions[3 * p + 2]];
      for (let n = cells.findNear(x, y, z, CARRYING * this.#spacing) - 1; n >= 0; n--) {
        const other = cells.found[n];
        if (piece[other] === piece[p] || carries[other] === 0) continue;
        if (former[other] !== former[p] || (isOld[p] === 1 && isOld[other] === 1)) continue;
        members.push(other);
        if (cells.squares[n] < reach * reach) losers.add(piece[other]);
      }
      for (const loser of losers) this.#add(p, loser, members, piece);
    }
  }

  #add(p: number, loser: number, members: readonly number[], piece: ArrayLike<number>): void {
    const start = this.#members.length;
    for (let n = 0; n < members.length; n++) if (piece[members[n]] === loser) this.#members.push(members[n]);
    if (this.#members.length < start + FEWEST) {
      this.#members.length = start;
      return;
    }
    this.#piece.push(loser);
    this.#particle.push(p);
    this.#end.push(this.#members.length);
  }

  /** Returns where the lost particles would be; `positions`: x, y, z of all particles now, m. */
  at(positions: ArrayLike<number>): LostNeighbours {
    const lost = { piece: [] as number[], positions: [] as number[] };
    const place = new Float64Array(3);
    const first = this.#first.positions;
    for (let n = 0; n < this.#piece.length; n++) {
      const run = { members: this.#members, start: n === 0 ? 0 : this.#end[n - 1], end: this.#end[n] };
      if (!carry(this.#particle[n], run, first, positions, FLOWED * this.#spacing, place)) continue;
      lost.piece.push(this.#piece[n]);
      lost.positions.push(place[0], place[1], place[2]);
    }
    return lost;
  }
}

/** Particles members[start] to members[end − 1]. */
interface Run {
  readonly members: readonly number[];
  readonly start: number;
  readonly end: number;
}

/** Piece of a cell with particles of several pieces. */
const SEVERAL = -2;
/** Cells along an axis by which keys are made; cells that are farther apart may count as neighbours. */
const ROW = 131072;

/** Returns 1 for particles that may have one of another piece within `reach` (m): the others need no search. */
function besideOthers(places: ArrayLike<number>, piece: ArrayLike<number>, reach: number): Uint8Array {
  const keys = new Float64Array(piece.length);
  const pieceIn = new Map<number, number>();
  for (let p = 0; p < piece.length; p++) {
    const [i, j, k] = [places[3 * p] / reach, places[3 * p + 1] / reach, places[3 * p + 2] / reach];
    const key = (Math.floor(k) * ROW + Math.floor(j)) * ROW + Math.floor(i);
    keys[p] = key;
    if (piece[p] === NO_PIECE) continue;
    const one = pieceIn.get(key);
    if (one === undefined) pieceIn.set(key, piece[p]);
    else if (one !== piece[p]) pieceIn.set(key, SEVERAL);
  }
  const beside = new Set<number>();
  for (const [key, own] of pieceIn) {
    for (let around = 0; around < 27; around++) {
      const [i, j, k] = [(around % 3) - 1, (((around / 3) | 0) % 3) - 1, ((around / 9) | 0) - 1];
      const one = pieceIn.get(key + (k * ROW + j) * ROW + i);
      if (own === SEVERAL || (one !== undefined && one !== own)) beside.add(key);
    }
  }
  return Uint8Array.from(keys, (key) => (beside.has(key) ? 1 : 0));
}

/** Returns the pieces of the first frame whose particles are no longer in one piece. */
function partedPieces(first: ArrayLike<number>, now: ArrayLike<number>): Set<number> {
  const known = new Map<number, number>();
  const parted = new Set<number>();
  for (let p = 0; p < now.length; p++) {
    if (first[p] === NO_PIECE || now[p] === NO_PIECE) continue;
    const one = known.get(first[p]);
    if (one === undefined) known.set(first[p], now[p]);
    else if (one !== now[p]) parted.add(first[p]);
  }
  return parted;
}

/** Writes where particle `p` would be if it had moved with some others; returns false if they did not move together. */
function carry(
  p: number,
  run: Run,
  first: ArrayLike<number>,
  now: ArrayLike<number>,
  flowed: number,
  into: Float64Array,
): boolean {
  const { members, start, end } = run;
  const from = meanOf(run, first, FROM);
  const to = meanOf(run, now, TO);
  const s = MOMENTS.fill(0);
  for (let n = start; n < end; n++) {
    const m = 3 * members[n];
    for (let a = 0; a < 3; a++) {
      const x = first[m + a] - from[a];
      for (let b = 0; b < 3; b++) s[3 * a + b] += x * (now[m + b] - to[b]);
    }
  }
  const r = ROTATION;
  fitRotation(s, r);
  let squares = 0;
  for (let n = start; n < end; n++) {
    const m = 3 * members[n];
    const [x, y, z] = [first[m] - from[0], first[m + 1] - from[1], first[m + 2] - from[2]];
    for (let c = 0; c < 3; c++) {
      const off = to[c] + r[3 * c] * x + r[3 * c + 1] * y + r[3 * c + 2] * z - now[m + c];
      squares += off * off;
    }
  }
  if (squares > (end - start) * flowed * flowed) return false;
  const [x, y, z] = [first[3 * p] - from[0], first[3 * p + 1] - from[1], first[3 * p + 2] - from[2]];
  for (let c = 0; c < 3; c++) into[c] = to[c] + r[3 * c] * x + r[3 * c + 1] * y + r[3 * c + 2] * z;
  return true;
}

/** Scratch of `carry`, which is called for thousands of particles per frame. */
const [FROM, TO] = [new Float64Array(3), new Float64Array(3)];
const [MOMENTS, ROTATION] = [new Float64Array(9), new Float64Array(9)];

function meanOf({ members, start, end }: Run, places: ArrayLike<number>, into: Float64Array): Float64Array {
  let [x, y, z] = [0, 0, 0];
  for (let n = start; n < end; n++) {
    x += places[3 * members[n]];
    y += places[3 * members[n] + 1];
    z += places[3 * members[n] + 2];
  }
  into[0] = x / (end - start);
  into[1] = y / (end - start);
  into[2] = z / (end - start);
  return into;
}
