/**
 * Writes the unit normal n of a triangle whose corners move, and its rate of change (1/s): with sides p, q from one corner and
 * m = p × q,
 *
 *   n = m / |m|,   ṅ = (ṁ − (ṁ·n) n) / |m|,   ṁ = ṗ × q + p × q̇.
 *
 * Both are zero if the triangle has no area.
 */
export function turningNormal(
  x: Float64Array,
  v: Float64Array,
  stride: number,
  a: number,
  b: number,
  c: number,
  normal: Float64Array,
  turn: Float64Array,
): void {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const i = ((axis + 1) % 3) * stride;
    const j = ((axis + 2) % 3) * stride;
    const [pi, pj] = [x[i + b] - x[i + a], x[j + b] - x[j + a]];
    const [qi, qj] = [x[i + c] - x[i + a], x[j + c] - x[j + a]];
    const [ri, rj] = [v[i + b] - v[i + a], v[j + b] - v[j + a]];
    const [si, sj] = [v[i + c] - v[i + a], v[j + c] - v[j + a]];
    normal[axis] = pi * qj - pj * qi;
    turn[axis] = ri * qj - rj * qi + pi * sj - pj * si;
    square += normal[axis] * normal[axis];
  }
  const length = Math.sqrt(square);
  if (length === 0) {
    turn.fill(0);
    return;
  }
  let along = 0;
  for (let axis = 0; axis < 3; axis++) {
    normal[axis] /= length;
    turn[axis] /= length;
    along += turn[axis] * normal[axis];
  }
  for (let axis = 0; axis < 3; axis++) turn[axis] -= along * normal[axis];
}
