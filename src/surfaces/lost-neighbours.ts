/**
 * Where matter would go on, had it not broken: the places, as seen from each solid piece, of the particles around it that
 * were solid with it in the first frame and now belong to another piece. Their places X then and those of the piece's own
 * particles around tell where: x = c + R (X − C), C and c the middles of those then and now, R the turn that carries them
 * over best. Frames that were recorded
 * tell as much of it as a world that runs.
 */
import { fitRotation } from '../math/rotation-fit.ts';
import { CRUMB, NO_PIECE } from './matter-pieces.ts';
import { ParticleCells } from './particle-cells.ts';

/** Particles of matter: x, y, z each, m, and the solid piece of each or NO_PIECE. */
export interface PiecedMatter {
  readonly positions: ArrayLike<number>;
  readonly piece: ArrayLike<number>;
}

export interface LostNeighbours {
  /** The piece that lost it. */
  readonly piece: readonly number[];
  /** x, y, z of each, m. */
  readonly positions: readonly number[];
}

/** Over the spacing: as far as the field at a broken face reaches, half a layer beyond the piece's own particles. */
const REACH = 2.4;
/** Over the spacing: of the particles that tell where a lost one would be. */
const TELLS = REACH + 1;
/** Fewer than so many may lie on one line, about which they tell no turn. */
const FEWEST = 4;
/** Over the spacing: where particles are farther from their places, root mean square, matter has flowed since. */
const FLOWED = 0.4;

/** `first`: what all was in the first frame. */
export function lostNeighbours(first: PiecedMatter, now: PiecedMatter, spacing: number): LostNeighbours {
  return new Losses(first, now.piece, spacing).at(now.positions);
}

/** Who lost whom, which frames have in common as long as their pieces are the same. */
export class Losses {
  readonly #first: PiecedMatter;
  readonly #spacing: number;
  /** One after another: the piece that lost a particle, that particle, and where those end in `members` who tell its place. */
  readonly #piece: number[] = [];
  readonly #particle: number[] = [];
  readonly #end: number[] = [];
  readonly #members: number[] = [];

  /** `first`: what all was in the first frame; `piece`: of each particle, now. */
  constructor(first: PiecedMatter, piece: ArrayLike<number>, spacing: number) {
    this.#first = first;
    this.#spacing = spacing;
    const parted = partedPieces(first.piece, piece);
    if (parted.size > 0) this.#find(parted, piece);
  }

  #find(parted: ReadonlySet<number>, piece: ArrayLike<number>): void {
    const { positions, piece: former } = this.#first;
    // What breaks off has a number that nothing had before; what melts and freezes joins what there is, and lost nothing.
    const before = new Set<number>();
    for (let p = 0; p < former.length; p++) before.add(former[p]);
    const sizes = new Map<number, number>();
    for (let p = 0; p < piece.length; p++) sizes.set(piece[p], (sizes.get(piece[p]) ?? 0) + 1);
    const isOld = Uint8Array.from(former, (_, p) => (before.has(piece[p]) ? 1 : 0));
    const tells = Uint8Array.from(former, (_, p) =>
      piece[p] !== NO_PIECE && sizes.get(piece[p])! >= CRUMB ? 1 : 0,
    );
    const reach = REACH * this.#spacing;
    const isNear = besideOthers(positions, piece, reach);
    const cells = new ParticleCells(positions, TELLS * this.#spacing);
    const losers = new Set<number>();
    const members: number[] = [];
    for (let p = 0; p < piece.length; p++) {
      if (isNear[p] === 0 || piece[p] === NO_PIECE || !parted.has(former[p])) continue;
      losers.clear();
      members.length = 0;
      const [x, y, z] = [positions[3 * p], positions[3 * p + 1], positions[3 * p + 2]];
      for (let n = cells.look(x, y, z, TELLS * this.#spacing) - 1; n >= 0; n--) {
        const other = cells.found[n];
        if (piece[other] === piece[p] || tells[other] === 0) continue;
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

  /** Where the lost ones would be; `positions` of all now. */
  at(positions: ArrayLike<number>): LostNeighbours {
    const lost = { piece: [] as number[], positions: [] as number[] };
    const place = new Float64Array(3);
    const first = this.#first.positions;
    for (let n = 0; n < this.#piece.length; n++) {
      const told = { members: this.#members, start: n === 0 ? 0 : this.#end[n - 1], end: this.#end[n] };
      if (!carry(this.#particle[n], told, first, positions, FLOWED * this.#spacing, place)) continue;
      lost.piece.push(this.#piece[n]);
      lost.positions.push(place[0], place[1], place[2]);
    }
    return lost;
  }
}

/** Particles: members[start] to members[end − 1]. */
interface Some {
  readonly members: readonly number[];
  readonly start: number;
  readonly end: number;
}

/** Of a cell with particles of more than one piece. */
const SEVERAL = -2;
/** Cells along an axis that keys have room for; farther ones are taken for neighbours that they are not. */
const ROW = 131072;

/** 1 for particles that may have one of another piece within `reach`: only they need be looked at. */
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

/** Those of the first frame whose particles are no longer of one piece. */
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

/** Where particle `p` would be if it had moved with some others; false if they did not move together. */
function carry(
  p: number,
  some: Some,
  first: ArrayLike<number>,
  now: ArrayLike<number>,
  flowed: number,
  into: Float64Array,
): boolean {
  const { members, start, end } = some;
  const from = middleOf(some, first, FROM);
  const to = middleOf(some, now, TO);
  const s = MOMENTS.fill(0);
  for (let n = start; n < end; n++) {
    const m = 3 * members[n];
    for (let a = 0; a < 3; a++) {
      const x = first[m + a] - from[a];
      for (let b = 0; b < 3; b++) s[3 * a + b] += x * (now[m + b] - to[b]);
    }
  }
  const turn = ROTATION;
  fitRotation(s, turn);
  let squares = 0;
  for (let n = start; n < end; n++) {
    const m = 3 * members[n];
    const [x, y, z] = [first[m] - from[0], first[m + 1] - from[1], first[m + 2] - from[2]];
    for (let c = 0; c < 3; c++) {
      const off = to[c] + turn[3 * c] * x + turn[3 * c + 1] * y + turn[3 * c + 2] * z - now[m + c];
      squares += off * off;
    }
  }
  if (squares > (end - start) * flowed * flowed) return false;
  const [x, y, z] = [first[3 * p] - from[0], first[3 * p + 1] - from[1], first[3 * p + 2] - from[2]];
  for (let c = 0; c < 3; c++) into[c] = to[c] + turn[3 * c] * x + turn[3 * c + 1] * y + turn[3 * c + 2] * z;
  return true;
}

/** Room of `carry`, which is called for thousands of particles a frame. */
const [FROM, TO] = [new Float64Array(3), new Float64Array(3)];
const [MOMENTS, ROTATION] = [new Float64Array(9), new Float64Array(9)];

function middleOf(some: Some, places: ArrayLike<number>, into: Float64Array): Float64Array {
  const { members, start, end } = some;
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
