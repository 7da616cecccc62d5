/**
 * Attributes of triangles through bisecting and merging. Values at corners are interpolated to the middle of the broken
 * edge. Values of edges, stored at the corner opposite, are copied to both halves of a broken edge; the new edge inside the
 * triangle gets 0. Merging restores corners bit by bit and gives an edge the mean of its halves.
 */
type Numbers = Float64Array | Int32Array;

/** Splits (a, e0, e1) of triangle t into (m, a, e0) in its place and (m, e1, a) at `added`; `size` numbers a corner. */
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

/** Joins (m, a, e0) of `first` and (m, e1, a) of `second` to (a, e0, e1) in the place of the first. */
export function joinCorners(values: Numbers, size: number, first: number, second: number): void {
  let i = 3 * size * first;
  let j = 3 * size * second;
  for (let k = 0; k < size; k++, i++, j++) {
    values[i] = values[i + size];
    values[i + size] = values[i + 2 * size];
    values[i + 2 * size] = values[j + size];
  }
}

/** Splits the values of edges, one each. */
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

/** Joins numbers of borders; an edge whose halves belong to different ones gets 0. */
export function joinBorders(values: Int32Array, first: number, second: number): void {
  const same = values[3 * first + 1] === values[3 * second + 2];
  joinEdges(values, first, second);
  if (!same) values[3 * first] = 0;
}
