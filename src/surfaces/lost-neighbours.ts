/**
 * Where matter would go on, had it not broken: the places, as seen from each solid piece, of the particles around it that
 * were solid with it in the first frame and now belong to another piece. Their places X then and those of the piece's own
 * particles around tell where: x = c + R (X − C), C and c the middles of those then and now, R the turn that carries them
 * over best (Horn 1987: the quaternion of the largest eigenvalue of a symmetric 4 × 4 matrix). Frames that were recorded
 * tell as much of it as a world that runs.
 */
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
  const lost = { piece: [] as number[], positions: [] as number[] };
  const parted = partedPieces(first.piece, now.piece);
  if (parted.size === 0) return lost;
  // What breaks off has a number that nothing had before; what melts and freezes joins what there is, and lost nothing.
  const before = new Set<number>();
  for (let p = 0; p < first.piece.length; p++) before.add(first.piece[p]);
  const sizes = new Map<number, number>();
  for (let p = 0; p < now.piece.length; p++) sizes.set(now.piece[p], (sizes.get(now.piece[p]) ?? 0) + 1);
  const isNear = besideOthers(first.positions, now.piece, REACH * spacing);
  const near = new ParticleCells(first.positions, REACH * spacing);
  const around = new ParticleCells(first.positions, TELLS * spacing);
  const losers = new Map<number, number[]>();
  const place = new Float64Array(3);
  for (let p = 0; p < now.piece.length; p++) {
    if (isNear[p] === 0 || now.piece[p] === NO_PIECE || !parted.has(first.piece[p])) continue;
    const hasLost = (other: number) =>
      now.piece[other] !== now.piece[p] &&
      now.piece[other] !== NO_PIECE &&
      first.piece[other] === first.piece[p] &&
      !(before.has(now.piece[p]) && before.has(now.piece[other])) &&
      sizes.get(now.piece[other])! >= CRUMB;
    const [x, y, z] = [first.positions[3 * p], first.positions[3 * p + 1], first.positions[3 * p + 2]];
    losers.clear();
    for (let n = near.look(x, y, z, REACH * spacing) - 1; n >= 0; n--) {
      const piece = now.piece[near.found[n]];
      if (piece !== now.piece[p] && !losers.has(piece) && hasLost(near.found[n])) losers.set(piece, []);
    }
    if (losers.size === 0) continue;
    for (let n = around.look(x, y, z, TELLS * spacing) - 1; n >= 0; n--) {
      const other = around.found[n];
      if (now.piece[other] !== now.piece[p] && hasLost(other)) losers.get(now.piece[other])?.push(other);
    }
    for (const [piece, members] of losers) {
      if (members.length < FEWEST) continue;
      if (!carry(p, members, first.positions, now.positions, FLOWED * spacing, place)) continue;
      lost.piece.push(piece);
      lost.positions.push(place[0], place[1], place[2]);
    }
  }
  return lost;
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

/** Where particle `p` would be if it had moved with the members; false if they did not move together. */
function carry(
  p: number,
  members: readonly number[],
  first: ArrayLike<number>,
  now: ArrayLike<number>,
  flowed: number,
  into: Float64Array,
): boolean {
  const from = middleOf(members, first, FROM);
  const to = middleOf(members, now, TO);
  const s = MOMENTS.fill(0);
  for (let n = 0; n < members.length; n++) {
    const m = 3 * members[n];
    for (let a = 0; a < 3; a++) {
      const x = first[m + a] - from[a];
      for (let b = 0; b < 3; b++) s[3 * a + b] += x * (now[m + b] - to[b]);
    }
  }
  const turn = bestTurn(s);
  let squares = 0;
  for (let n = 0; n < members.length; n++) {
    const m = 3 * members[n];
    const [x, y, z] = [first[m] - from[0], first[m + 1] - from[1], first[m + 2] - from[2]];
    for (let c = 0; c < 3; c++) {
      const off = to[c] + turn[3 * c] * x + turn[3 * c + 1] * y + turn[3 * c + 2] * z - now[m + c];
      squares += off * off;
    }
  }
  if (squares > members.length * flowed * flowed) return false;
  const [x, y, z] = [first[3 * p] - from[0], first[3 * p + 1] - from[1], first[3 * p + 2] - from[2]];
  for (let c = 0; c < 3; c++) into[c] = to[c] + turn[3 * c] * x + turn[3 * c + 1] * y + turn[3 * c + 2] * z;
  return true;
}

/** Room of `carry`, which is called for thousands of particles a frame. */
const [FROM, TO, MOMENTS] = [new Float64Array(3), new Float64Array(3), new Float64Array(9)];
const [MATRIX, VECTORS] = [new Float64Array(16), new Float64Array(16)];

function middleOf(members: readonly number[], places: ArrayLike<number>, into: Float64Array): Float64Array {
  let [x, y, z] = [0, 0, 0];
  for (let n = 0; n < members.length; n++) {
    x += places[3 * members[n]];
    y += places[3 * members[n] + 1];
    z += places[3 * members[n] + 2];
  }
  into[0] = x / members.length;
  into[1] = y / members.length;
  into[2] = z / members.length;
  return into;
}

/** R, row by row, with the largest Σ y · R x; `s`: Σ x yᵀ. */
function bestTurn(s: Float64Array): number[] {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = s;
  MATRIX.set([xx + yy + zz, yz - zy, zx - xz, xy - yx], 0);
  MATRIX.set([yz - zy, xx - yy - zz, xy + yx, zx + xz], 4);
  MATRIX.set([zx - xz, xy + yx, yy - xx - zz, yz + zy], 8);
  MATRIX.set([xy - yx, zx + xz, yz + zy, zz - xx - yy], 12);
  const best = largestEigenvector(MATRIX, VECTORS);
  const [w, x, y, z] = [VECTORS[best], VECTORS[4 + best], VECTORS[8 + best], VECTORS[12 + best]];
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ];
}

/** Sweeps of Jacobi's rotations double the good digits: six are more than enough. */
const SWEEPS = 8;
/** Over the elements of the diagonal: what is less turns nothing. */
const NOTHING = 1e-17;

/** Of a symmetric 4 × 4 matrix, which is lost: the column of `v` that it is in. */
function largestEigenvector(m: Float64Array, v: Float64Array): number {
  v.fill(0);
  for (let k = 0; k < 16; k += 5) v[k] = 1;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let turned = false;
    for (let p = 0; p < 3; p++) {
      for (let q = p + 1; q < 4; q++) {
        const off = m[4 * p + q];
        if (Math.abs(off) <= NOTHING * (Math.abs(m[5 * p]) + Math.abs(m[5 * q]))) continue;
        turned = true;
        const theta = (m[5 * q] - m[5 * p]) / (2 * off);
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        turnLines(m, p, q, 4, c, t);
        turnLines(m, 4 * p, 4 * q, 1, c, t);
        turnLines(v, p, q, 4, c, t);
      }
    }
    if (!turned) break;
  }
  let best = 0;
  for (let k = 1; k < 4; k++) if (m[5 * k] > m[5 * best]) best = k;
  return best;
}

/** Turns two columns (`stride` 4) or rows (1) of a 4 × 4 matrix, from elements `p` and `q` on, into each other. */
function turnLines(m: Float64Array, p: number, q: number, stride: number, c: number, t: number): void {
  for (let k = 0; k < 4 * stride; k += stride) {
    const [one, other] = [m[p + k], m[q + k]];
    m[p + k] = c * (one - t * other);
    m[q + k] = c * (other + t * one);
  }
}
