/**
 * What triangles carry through bisecting and merging. Numbers of corners are interpolated to the middle of the broken
 * edge; numbers of edges (at the corner opposite) go to both halves of a broken edge, and the edge that is new inside the
 * triangle begins with 0. Merging undoes both: corners come back bit by bit, an edge gets the mean of its halves.
 */
type Numbers = Float64Array | Int32Array;

/** (a, e0, e1) of triangle t becomes (m, a, e0) in its place and (m, e1, a) at `added`; `size` numbers a corner. */
export function halveCorners(values: Numbers, size: number, t: number, added: number): void {
  let i = 3 * size * t;
  let j = 3 * size * added;
  for (let k = 0; k < size; k++, i++, j++) {
    const a = values[i];
    const e0 = values[i + size];
    const e1 = values[i + 2 * size];
    const middle = 0.5 * (e0 + e1);
    values[i] = middle;
    values[i + size] = a;
    values[i + 2 * size] = e0;
    values[j] = middle;
    values[j + size] = e1;
    values[j + 2 * size] = a;
  }
}

/** (m, a, e0) of `first` and (m, e1, a) of `second` become (a, e0, e1) in the place of the first. */
export function joinCorners(values: Numbers, size: number, first: number, second: number): void {
  let i = 3 * size * first;
  let j = 3 * size * second;
  for (let k = 0; k < size; k++, i++, j++) {
    values[i] = values[i + size];
    values[i + size] = values[i + 2 * size];
    values[i + 2 * size] = values[j + size];
  }
}

/** One number an edge, at the corner opposite. */
export function halveEdges(values: Numbers, t: number, added: number): void {
  const i = 3 * t;
  const j = 3 * added;
  const broken = values[i];
  values[j] = values[i + 1];
  values[j + 1] = 0;
  values[j + 2] = broken;
  values[i] = values[i + 2];
  values[i + 1] = broken;
  values[i + 2] = 0;
}

export function joinEdges(values: Numbers, first: number, second: number): void {
  const i = 3 * first;
  const j = 3 * second;
  const mended = 0.5 * (values[i + 1] + values[j + 2]);
  values[i + 2] = values[i];
  values[i + 1] = values[j];
  values[i] = mended;
}

/** As `joinEdges` for what has a number or none: where the halves are no longer of one border, the edge is of none. */
export function joinBorders(values: Int32Array, first: number, second: number): void {
  const same = values[3 * first + 1] === values[3 * second + 2];
  joinEdges(values, first, second);
  if (!same) values[3 * first] = 0;
}

/** Copies all `size` numbers of a triangle to another. */
export function moveRecord(values: Numbers, size: number, from: number, to: number): void {
  values.copyWithin(size * to, size * from, size * (from + 1));
}
