/**
 * Vector operations over f64 arrays, two lanes at a time; `n` is a number of f64, always even (the particle
 * stride is). Sums run in a fixed order: four pairs of lanes, then lanes left to right.
 */

/** Computes out = a + h b. Four lanes per round share their addresses. */
export function addScaled(out: usize, a: usize, b: usize, h: f64, n: i32): void {
  const factor = f64x2.splat(h);
  const end: usize = (<usize>n) << 3;
  const blocks: usize = end & ~63;
  let i: usize = 0;
  for (; i < blocks; i += 64) {
    const pa: usize = a + i;
    const pb: usize = b + i;
    const po: usize = out + i;
    v128.store(po, f64x2.add(v128.load(pa), f64x2.mul(factor, v128.load(pb))));
    v128.store(po, f64x2.add(v128.load(pa, 16), f64x2.mul(factor, v128.load(pb, 16))), 16);
    v128.store(po, f64x2.add(v128.load(pa, 32), f64x2.mul(factor, v128.load(pb, 32))), 32);
    v128.store(po, f64x2.add(v128.load(pa, 48), f64x2.mul(factor, v128.load(pb, 48))), 48);
  }
  for (; i < end; i += 16) {
    v128.store(out + i, f64x2.add(v128.load(a + i), f64x2.mul(factor, v128.load(b + i))));
  }
}

/** Computes a *= factor. */
export function scale(a: usize, factor: f64, n: i32): void {
  const f = f64x2.splat(factor);
  const end: usize = a + ((<usize>n) << 3);
  for (let i: usize = a; i < end; i += 16) v128.store(i, f64x2.mul(v128.load(i), f));
}

/** Acceleration: out = w f, for the three planes of f; w is the inverse mass of each particle. */
export function accelerate(out: usize, f: usize, w: usize, stride: i32): void {
  const plane: usize = (<usize>stride) << 3;
  for (let i: usize = 0; i < plane; i += 16) {
    const inverse = v128.load(w + i);
    v128.store(out + i, f64x2.mul(inverse, v128.load(f + i)));
    v128.store(out + i + plane, f64x2.mul(inverse, v128.load(f + i + plane)));
    v128.store(out + i + (plane << 1), f64x2.mul(inverse, v128.load(f + i + (plane << 1))));
  }
}

/** Computes f −= rate m v, for the three planes. */
export function airForces(f: usize, v: usize, mass: usize, rate: f64, stride: i32): void {
  const share = f64x2.splat(rate);
  const plane: usize = (<usize>stride) << 3;
  for (let axis: i32 = 0; axis < 3; axis++) {
    for (let i: usize = 0; i < plane; i += 16) {
      const pull = f64x2.mul(f64x2.mul(share, v128.load(mass + i)), v128.load(v + i));
      v128.store(f + i, f64x2.sub(v128.load(f + i), pull));
    }
    f += plane;
    v += plane;
  }
}

/** Computes v += h w f, then x += h v (Euler–Cromer). Two pairs of lanes per round share their addresses. */
export function kickDrift(x: usize, v: usize, f: usize, w: usize, h: f64, stride: i32): void {
  const step = f64x2.splat(h);
  const plane: usize = (<usize>stride) << 3;
  const blocks: usize = plane & ~31;
  for (let axis: i32 = 0; axis < 3; axis++) {
    let i: usize = 0;
    for (; i < blocks; i += 32) {
      const pv: usize = v + i;
      const px: usize = x + i;
      const pf: usize = f + i;
      const pw: usize = w + i;
      const v0 = f64x2.add(v128.load(pv), f64x2.mul(step, f64x2.mul(v128.load(pw), v128.load(pf))));
      const v1 = f64x2.add(
        v128.load(pv, 16),
        f64x2.mul(step, f64x2.mul(v128.load(pw, 16), v128.load(pf, 16))),
      );
      v128.store(pv, v0);
      v128.store(pv, v1, 16);
      v128.store(px, f64x2.add(v128.load(px), f64x2.mul(step, v0)));
      v128.store(px, f64x2.add(v128.load(px, 16), f64x2.mul(step, v1)), 16);
    }
    if (i < plane) {
      const speed = f64x2.add(
        v128.load(v + i),
        f64x2.mul(step, f64x2.mul(v128.load(w + i), v128.load(f + i))),
      );
      v128.store(v + i, speed);
      v128.store(x + i, f64x2.add(v128.load(x + i), f64x2.mul(step, speed)));
    }
    x += plane;
    v += plane;
    f += plane;
  }
}

/** Computes x += h v + ½h² w f, then v += h w f (constant acceleration). */
export function constantAcceleration(x: usize, v: usize, f: usize, w: usize, h: f64, stride: i32): void {
  const step = f64x2.splat(h);
  const half = f64x2.splat(0.5 * h);
  const plane: usize = (<usize>stride) << 3;
  for (let axis: i32 = 0; axis < 3; axis++) {
    for (let i: usize = 0; i < plane; i += 16) {
      const a = f64x2.mul(v128.load(w + i), v128.load(f + i));
      const speed = v128.load(v + i);
      v128.store(x + i, f64x2.add(v128.load(x + i), f64x2.mul(step, f64x2.add(speed, f64x2.mul(half, a)))));
      v128.store(v + i, f64x2.add(speed, f64x2.mul(step, a)));
    }
    x += plane;
    v += plane;
    f += plane;
  }
}

/**
 * Computes out = base + h Σ c_s k_s, the stages k_s `n` numbers apart and the coefficients f64 at `c`: one pass over
 * memory for a Runge–Kutta stage.
 */
export function combine(out: usize, base: usize, k: usize, c: usize, stages: i32, h: f64, n: i32): void {
  const step = f64x2.splat(h);
  const bytes: usize = (<usize>n) << 3;
  for (let i: usize = 0; i < bytes; i += 16) {
    let sum = f64x2.splat(0);
    let at: usize = k + i;
    for (let s: i32 = 0; s < stages; s++) {
      sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(c + ((<usize>s) << 3)), v128.load(at)));
      at += bytes;
    }
    v128.store(out + i, f64x2.add(v128.load(base + i), f64x2.mul(step, sum)));
  }
}

/** Σ aᵢ bᵢ */
export function dot(a: usize, b: usize, n: i32): f64 {
  let s0 = f64x2.splat(0);
  let s1 = s0;
  let s2 = s0;
  let s3 = s0;
  const bytes: usize = (<usize>n) << 3;
  const blocks: usize = bytes & ~63;
  let i: usize = 0;
  for (; i < blocks; i += 64) {
    s0 = f64x2.add(s0, f64x2.mul(v128.load(a + i), v128.load(b + i)));
    s1 = f64x2.add(s1, f64x2.mul(v128.load(a + i, 16), v128.load(b + i, 16)));
    s2 = f64x2.add(s2, f64x2.mul(v128.load(a + i, 32), v128.load(b + i, 32)));
    s3 = f64x2.add(s3, f64x2.mul(v128.load(a + i, 48), v128.load(b + i, 48)));
  }
  for (; i < bytes; i += 16) s0 = f64x2.add(s0, f64x2.mul(v128.load(a + i), v128.load(b + i)));
  return lanes(f64x2.add(f64x2.add(s0, s1), f64x2.add(s2, s3)));
}

/** Σ ½ m v² over the three planes of v. */
export function kineticEnergy(mass: usize, v: usize, stride: i32): f64 {
  const plane: usize = (<usize>stride) << 3;
  let sum = f64x2.splat(0);
  for (let i: usize = 0; i < plane; i += 16) {
    const x = v128.load(v + i);
    const y = v128.load(v + i + plane);
    const z = v128.load(v + i + (plane << 1));
    const square = f64x2.add(f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y)), f64x2.mul(z, z));
    sum = f64x2.add(sum, f64x2.mul(v128.load(mass + i), square));
  }
  return 0.5 * lanes(sum);
}

/**
 * Returns max |aᵢ|; NaN if any of them is NaN or infinite. The fast lane-wise maximum forgets NaN, so 0·aᵢ is summed
 * beside it: that is 0 for finite numbers only.
 */
export function largest(a: usize, n: i32): f64 {
  const zero = f64x2.splat(0);
  let m0 = zero;
  let m1 = zero;
  let finite0 = zero;
  let finite1 = zero;
  const bytes: usize = (<usize>n) << 3;
  const blocks: usize = bytes & ~31;
  let i: usize = 0;
  for (; i < blocks; i += 32) {
    const v0 = v128.load(a + i);
    const v1 = v128.load(a + i, 16);
    m0 = f64x2.pmax(m0, f64x2.abs(v0));
    m1 = f64x2.pmax(m1, f64x2.abs(v1));
    finite0 = f64x2.add(finite0, f64x2.mul(v0, zero));
    finite1 = f64x2.add(finite1, f64x2.mul(v1, zero));
  }
  if (i < bytes) {
    const v0 = v128.load(a + i);
    m0 = f64x2.pmax(m0, f64x2.abs(v0));
    finite0 = f64x2.add(finite0, f64x2.mul(v0, zero));
  }
  if (lanes(f64x2.add(finite0, finite1)) !== 0) return NaN;
  const most = f64x2.pmax(m0, m1);
  return max(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1));
}

/** Returns max |aᵢ| / (absolute + relative max(|bᵢ|, |cᵢ|)): an error against its tolerance. NaN if any is. */
export function errorRatio(a: usize, b: usize, c: usize, absolute: f64, relative: f64, n: i32): f64 {
  let most = f64x2.splat(0);
  const least = f64x2.splat(absolute);
  const share = f64x2.splat(relative);
  const bytes: usize = (<usize>n) << 3;
  for (let i: usize = 0; i < bytes; i += 16) {
    const size = f64x2.max(f64x2.abs(v128.load(b + i)), f64x2.abs(v128.load(c + i)));
    const allowed = f64x2.add(least, f64x2.mul(share, size));
    most = f64x2.max(most, f64x2.div(f64x2.abs(v128.load(a + i)), allowed));
  }
  return max(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1));
}

// @inline
function lanes(v: v128): f64 {
  return f64x2.extract_lane(v, 0) + f64x2.extract_lane(v, 1);
}
