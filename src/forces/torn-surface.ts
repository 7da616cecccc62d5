/**
 * The triangles that a tear or a cut leaves of a sheet. Where some go, others must that
 *   - would be left without a neighbour across any edge, hanging by their corners,
 *   - would be in the smaller of two fans that meet in a mass only.
 * So what stays is a surface with clean rims: every mass of it has one fan of triangles around it, and every rim is a
 * closed line that passes no mass twice.
 */

/** The triangles a body was made with; edge k of a triangle goes from corner k to the next. */
export interface Surface {
  readonly corners: Int32Array;
  /** Triangle across each edge, −1 at the rim. */
  readonly across: Int32Array;
  /** Triangles around each mass of the body: those of mass i are `around` from `start[i]` to `start[i + 1]`. */
  readonly first: number;
  readonly start: Int32Array;
  readonly around: Int32Array;
}

/** Of the triangles of a body of `count` particles from `first` on. */
export function describeSurface(triangles: Int32Array, first: number, count: number): Surface {
  const corners = triangles.slice();
  const across = new Int32Array(corners.length).fill(-1);
  const open = new Map<number, number>();
  corners.forEach((a, e) => {
    const b = corners[nextCorner(e)];
    const edge = (Math.min(a, b) - first) * count + Math.max(a, b) - first;
    const other = open.get(edge);
    open.set(edge, e);
    if (other === undefined) return;
    across[e] = Math.floor(other / 3);
    across[other] = Math.floor(e / 3);
  });
  return { corners, across, ...fans(corners, first, count) };
}

/** The entry of the next corner of the same triangle. */
export function nextCorner(e: number): number {
  return e % 3 === 2 ? e - 2 : e + 1;
}

function fans(
  corners: Int32Array,
  first: number,
  count: number,
): Pick<Surface, 'first' | 'start' | 'around'> {
  const start = new Int32Array(count + 1);
  for (const i of corners) start[i - first + 1]++;
  for (let i = 0; i < count; i++) start[i + 1] += start[i];
  const next = start.slice(0, count);
  const around = new Int32Array(corners.length);
  corners.forEach((i, e) => {
    around[next[i - first]++] = Math.floor(e / 3);
  });
  return { first, start, around };
}

/** Takes out what hangs by corners, until nothing does; `isPresent`: 1 or 0 for each triangle. */
export function trim(surface: Surface, isPresent: Uint8Array): void {
  const { across, start } = surface;
  for (let again = true; again; ) {
    again = false;
    for (let t = 0; t < isPresent.length; t++) {
      if (isPresent[t] === 0) continue;
      const beside = [0, 1, 2].map((k) => across[3 * t + k]);
      // A body of one triangle has none; it is whole.
      if (beside.every((other) => other < 0) || beside.some((other) => other >= 0 && isPresent[other]))
        continue;
      isPresent[t] = 0;
      again = true;
    }
    for (let i = 0; i + 1 < start.length; i++) {
      const smaller = smallerFans(surface, isPresent, i);
      for (const t of smaller) isPresent[t] = 0;
      again ||= smaller.length > 0;
    }
  }
}

/** Triangles around mass i (of the body) that are not in its largest fan; the first, among equals. */
function smallerFans(
  { corners, across, start, around, first }: Surface,
  isPresent: Uint8Array,
  i: number,
): number[] {
  const rest = new Set<number>();
  for (let k = start[i]; k < start[i + 1]; k++) if (isPresent[around[k]] === 1) rest.add(around[k]);
  const found: number[][] = [];
  for (const seed of rest) {
    const fan = [seed];
    rest.delete(seed);
    for (let at = 0; at < fan.length; at++) {
      for (let k = 0; k < 3; k++) {
        const e = 3 * fan[at] + k;
        // Across the two edges that meet in the mass.
        const meets = corners[e] === first + i || corners[k === 2 ? 3 * fan[at] : e + 1] === first + i;
        if (meets && rest.delete(across[e])) fan.push(across[e]);
      }
    }
    found.push(fan);
  }
  if (found.length < 2) return [];
  const largest = found.reduce((best, fan) => (fan.length > best.length ? fan : best));
  return found.filter((fan) => fan !== largest).flat();
}
