/**
 * Groups the particles of matter that share a surface. A solid piece has a surface of its own, so that touching pieces look
 * separate and a crack is visible. A fluid and the pieces that it wets have one surface, like a drop on the ice to which it
 * freezes. All crumbs of a few particles share one surface, because each would cost as much as a large piece.
 */
import { ParticleCells } from './particle-cells.ts';
import { picked } from './places.ts';

/** Piece of a particle that is not solid. */
export const NO_PIECE = -1;
/** Distance within which a fluid particle wets a piece, over the spacing. */
const WET = 1.3;
/** Pieces with fewer particles are crumbs. */
export const CRUMB = 8;

/** `particles`: x, y, z each, m. Returns lists of particles, first the fluid with the pieces that it wets. */
export function surfaceGroups(
  particles: ArrayLike<number>,
  piece: ArrayLike<number>,
  spacing: number,
): Int32Array[] {
  const sizes = new Map<number, number>();
  for (let p = 0; p < piece.length; p++) sizes.set(piece[p], (sizes.get(piece[p]) ?? 0) + 1);
  const fluid = sizes.get(NO_PIECE) ?? 0;
  const wetted = fluid > 0 && sizes.size > 1 ? wettedPieces(particles, piece, spacing) : new Set<number>();
  const groupOf = new Map<number, number>([[NO_PIECE, 0]]);
  const counts = [0, 0];
  for (const [one, size] of sizes) {
    const group = one === NO_PIECE || wetted.has(one) ? 0 : size < CRUMB ? 1 : counts.length;
    groupOf.set(one, group);
    counts[group] = (counts[group] ?? 0) + size;
  }
  const groups = counts.map((count) => new Int32Array(count));
  const next = counts.map(() => 0);
  for (let p = 0; p < piece.length; p++) {
    const group = groupOf.get(piece[p])!;
    groups[group][next[group]++] = p;
  }
  return groups.filter(({ length }) => length > 0);
}

function wettedPieces(particles: ArrayLike<number>, piece: ArrayLike<number>, spacing: number): Set<number> {
  const wetted = new Set<number>();
  const solid = Int32Array.from({ length: piece.length }, (_, p) => p).filter((p) => piece[p] !== NO_PIECE);
  const cells = new ParticleCells(picked(particles, solid), WET * spacing);
  for (let p = 0; p < piece.length; p++) {
    if (piece[p] !== NO_PIECE) continue;
    const near = cells.findNear(particles[3 * p], particles[3 * p + 1], particles[3 * p + 2], WET * spacing);
    for (let n = 0; n < near; n++) wetted.add(piece[solid[cells.found[n]]]);
  }
  return wetted;
}
