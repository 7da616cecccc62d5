/**
 * The kernels' loops in plain TypeScript, as one would write them first: springs one by one over index arrays and f64
 * arrays. The baseline of the kernel benchmark and the oracle of the kernel tests; not part of the product.
 */
export interface NaiveState {
  x: Float64Array;
  v: Float64Array;
  f: Float64Array;
  inverseMass: Float64Array;
  stride: number;
}

export interface NaiveSprings {
  ends: Int32Array;
  stiffness: Float64Array;
  rest: Float64Array;
  damping: Float64Array;
}

/** Spring forces on planar vectors: x at [i], y at [stride + i], z at [2 stride + i]. */
export function naiveSpringForces(s: NaiveState, springs: NaiveSprings): void {
  const { x, v, f, stride } = s;
  const { ends, stiffness, rest, damping } = springs;
  for (let e = 0; e < stiffness.length; e++) {
    const a = ends[2 * e];
    const b = ends[2 * e + 1];
    const dx = x[b] - x[a];
    const dy = x[stride + b] - x[stride + a];
    const dz = x[2 * stride + b] - x[2 * stride + a];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const rate =
      (dx * (v[b] - v[a]) +
        dy * (v[stride + b] - v[stride + a]) +
        dz * (v[2 * stride + b] - v[2 * stride + a])) /
      length;
    const t = (stiffness[e] * (length - rest[e]) + damping[e] * rate) / length;
    f[a] += t * dx;
    f[stride + a] += t * dy;
    f[2 * stride + a] += t * dz;
    f[b] -= t * dx;
    f[stride + b] -= t * dy;
    f[2 * stride + b] -= t * dz;
  }
}

/** Euler–Cromer: v += h f/m, x += h v. */
export function naiveKickDrift(s: NaiveState, h: number): void {
  const { x, v, f, inverseMass, stride } = s;
  for (let axis = 0; axis < 3; axis++) {
    for (let i = 0; i < stride; i++) {
      const at = axis * stride + i;
      v[at] += h * inverseMass[i] * f[at];
      x[at] += h * v[at];
    }
  }
}

export function naiveAddScaled(out: Float64Array, a: Float64Array, b: Float64Array, h: number): void {
  for (let i = 0; i < out.length; i++) out[i] = a[i] + h * b[i];
}

export function naiveDot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

export function naiveLargest(a: Float64Array): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i]));
  return most;
}
