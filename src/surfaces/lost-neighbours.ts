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
  const near = new ParticleCells(first.positions, REACH * spacing);
  const around = new ParticleCells(first.positions, TELLS * spacing);
  for (let p = 0; p < now.piece.length; p++) {
    if (now.piece[p] === NO_PIECE || !parted.has(first.piece[p])) continue;
    const hasLost = (other: number) =>
      now.piece[other] !== now.piece[p] &&
      now.piece[other] !== NO_PIECE &&
      first.piece[other] === first.piece[p] &&
      !(before.has(now.piece[p]) && before.has(now.piece[other])) &&
      sizes.get(now.piece[other])! >= CRUMB;
    const [x, y, z] = [first.positions[3 * p], first.positions[3 * p + 1], first.positions[3 * p + 2]];
    const losers = new Map<number, number[]>();
    for (let n = near.look(x, y, z, REACH * spacing) - 1; n >= 0; n--) {
      if (hasLost(near.found[n])) losers.set(now.piece[near.found[n]], []);
    }
    if (losers.size === 0) continue;
    for (let n = around.look(x, y, z, TELLS * spacing) - 1; n >= 0; n--) {
      if (hasLost(around.found[n])) losers.get(now.piece[around.found[n]])?.push(around.found[n]);
    }
    for (const [piece, members] of losers) {
      const place =
        members.length < FEWEST
          ? undefined
          : carried(p, members, first.positions, now.positions, FLOWED * spacing);
      if (!place) continue;
      lost.piece.push(piece);
      lost.positions.push(...place);
    }
  }
  return lost;
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

/** Where particle `p` would be if it had moved with the members; nowhere if they did not move together. */
function carried(
  p: number,
  members: readonly number[],
  first: ArrayLike<number>,
  now: ArrayLike<number>,
  flowed: number,
): number[] | undefined {
  const [from, to] = [middleOf(members, first), middleOf(members, now)];
  const s = new Float64Array(9);
  for (const m of members) {
    for (let k = 0; k < 9; k++) {
      const [a, b] = [(k / 3) | 0, k % 3];
      s[k] += (first[3 * m + a] - from[a]) * (now[3 * m + b] - to[b]);
    }
  }
  const turn = bestTurn(s);
  const at = (particle: number, c: number) =>
    to[c] +
    turn[3 * c] * (first[3 * particle] - from[0]) +
    turn[3 * c + 1] * (first[3 * particle + 1] - from[1]) +
    turn[3 * c + 2] * (first[3 * particle + 2] - from[2]);
  let squares = 0;
  for (const m of members) {
    for (let c = 0; c < 3; c++) {
      const off = at(m, c) - now[3 * m + c];
      squares += off * off;
    }
  }
  return squares > members.length * flowed * flowed ? undefined : [at(p, 0), at(p, 1), at(p, 2)];
}

function middleOf(members: readonly number[], places: ArrayLike<number>): number[] {
  const sum = [0, 0, 0];
  for (const m of members) for (let c = 0; c < 3; c++) sum[c] += places[3 * m + c];
  return sum.map((value) => value / members.length);
}

/** R, row by row, with the largest Σ y · R x; `s`: Σ x yᵀ. */
function bestTurn(s: Float64Array): number[] {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = s;
  const [w, x, y, z] = largestEigenvector([
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, yy - xx - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, zz - xx - yy],
  ]);
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

/** Of a symmetric 4 × 4 matrix, which is lost. */
function largestEigenvector(m: number[][]): number[] {
  const v = [0, 1, 2, 3].map((row) => [0, 1, 2, 3].map((column): number => (row === column ? 1 : 0)));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let p = 0; p < 3; p++) {
      for (let q = p + 1; q < 4; q++) {
        if (m[p][q] === 0) continue;
        const theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        for (let k = 0; k < 4; k++) {
          [m[k][p], m[k][q]] = [c * (m[k][p] - t * m[k][q]), c * (m[k][q] + t * m[k][p])];
        }
        for (let k = 0; k < 4; k++) {
          [m[p][k], m[q][k]] = [c * (m[p][k] - t * m[q][k]), c * (m[q][k] + t * m[p][k])];
          [v[k][p], v[k][q]] = [c * (v[k][p] - t * v[k][q]), c * (v[k][q] + t * v[k][p])];
        }
      }
    }
  }
  let best = 0;
  for (let k = 1; k < 4; k++) if (m[k][k] > m[best][best]) best = k;
  return v.map((row) => row[best]);
}
