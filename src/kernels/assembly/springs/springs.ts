/**
 * Damped springs: F = [k (L − L₀) + c (Δv·n)] n on particle a, −F on b; n = (x_b − x_a)/L.
 *
 * Springs are sorted into *runs* of (a₀, b₀, count): spring s of a run joins a₀+s and b₀+s. A family of a grid's springs
 * (all horizontal ones of a row, say) is one run, so both ends are contiguous in memory and two lanes are two springs,
 * without gathers. A net without such order degrades to short runs. Everything is f64 and summed in a fixed order.
 */
import * as SpringRun from '../../../layouts/generated/spring-run';
import { add, NEXT_F64, storeElongation } from '../memory';

export function springForces(
  runs: usize,
  runCount: i32,
  position: usize,
  velocity: usize,
  force: usize,
  stride: i32,
  stiffness: usize,
  rest: usize,
  damping: usize,
): void {
  const plane: usize = (<usize>stride) << 3;
  for (let r: i32 = 0; r < runCount; r++) {
    const record: usize = runs + <usize>r * SpringRun.BYTES;
    const a0: usize = (<usize>load<i32>(record, SpringRun.A)) << 3;
    const b0: usize = (<usize>load<i32>(record, SpringRun.B)) << 3;
    const bytes: usize = (<usize>load<i32>(record, SpringRun.COUNT)) << 3;
    const first: usize = (<usize>load<i32>(record, SpringRun.FIRST)) << 3;
    const paired: usize = bytes & ~15;
    if (b0 - a0 === 8) {
      chain(a0, paired, plane, position, velocity, force, stiffness + first, rest + first, damping + first);
    } else {
      pairs(
        a0,
        b0,
        paired,
        plane,
        position,
        velocity,
        force,
        stiffness + first,
        rest + first,
        damping + first,
      );
    }
    if (paired < bytes) {
      single(
        a0 + paired,
        b0 + paired,
        first + paired,
        plane,
        position,
        velocity,
        force,
        stiffness,
        rest,
        damping,
      );
    }
  }
}

/** Adds the forces of two springs at a time, whose lanes share no particle. */
// @inline
function pairs(
  a0: usize,
  b0: usize,
  paired: usize,
  plane: usize,
  position: usize,
  velocity: usize,
  force: usize,
  stiffness: usize,
  rest: usize,
  damping: usize,
): void {
  const plane2: usize = plane << 1;
  for (let s: usize = 0; s < paired; s += 16) {
    const pa: usize = position + a0 + s;
    const pb: usize = position + b0 + s;
    const va: usize = velocity + a0 + s;
    const vb: usize = velocity + b0 + s;
    const dx = f64x2.sub(v128.load(pb), v128.load(pa));
    const dy = f64x2.sub(v128.load(pb + plane), v128.load(pa + plane));
    const dz = f64x2.sub(v128.load(pb + plane2), v128.load(pa + plane2));
    const ux = f64x2.sub(v128.load(vb), v128.load(va));
    const uy = f64x2.sub(v128.load(vb + plane), v128.load(va + plane));
    const uz = f64x2.sub(v128.load(vb + plane2), v128.load(va + plane2));
    const t = tension(
      dx,
      dy,
      dz,
      ux,
      uy,
      uz,
      v128.load(stiffness + s),
      v128.load(rest + s),
      v128.load(damping + s),
    );
    const fx = f64x2.mul(t, dx);
    const fy = f64x2.mul(t, dy);
    const fz = f64x2.mul(t, dz);
    const fa: usize = force + a0 + s;
    const fb: usize = force + b0 + s;
    v128.store(fa, f64x2.add(v128.load(fa), fx));
    v128.store(fa + plane, f64x2.add(v128.load(fa + plane), fy));
    v128.store(fa + plane2, f64x2.add(v128.load(fa + plane2), fz));
    v128.store(fb, f64x2.sub(v128.load(fb), fx));
    v128.store(fb + plane, f64x2.sub(v128.load(fb + plane), fy));
    v128.store(fb + plane2, f64x2.sub(v128.load(fb + plane2), fz));
  }
}

/**
 * Adds the forces of a run with b = a + 1: spring s pulls particle s forward and s+1 back, so a particle gets F[s] − F[s−1].
 * The force of the lane before stays in a register; each particle is read and written once, and no load overlaps a recent
 * store.
 */
// @inline
function chain(
  a0: usize,
  paired: usize,
  plane: usize,
  position: usize,
  velocity: usize,
  force: usize,
  stiffness: usize,
  rest: usize,
  damping: usize,
): void {
  if (paired === 0) return;
  const plane2: usize = plane << 1;
  let lastX = f64x2.splat(0);
  let lastY = f64x2.splat(0);
  let lastZ = f64x2.splat(0);
  for (let s: usize = 0; s < paired; s += 16) {
    const pa: usize = position + a0 + s;
    const va: usize = velocity + a0 + s;
    const dx = f64x2.sub(v128.load(pa, NEXT_F64), v128.load(pa));
    const dy = f64x2.sub(v128.load(pa + plane, NEXT_F64), v128.load(pa + plane));
    const dz = f64x2.sub(v128.load(pa + plane2, NEXT_F64), v128.load(pa + plane2));
    const ux = f64x2.sub(v128.load(va, NEXT_F64), v128.load(va));
    const uy = f64x2.sub(v128.load(va + plane, NEXT_F64), v128.load(va + plane));
    const uz = f64x2.sub(v128.load(va + plane2, NEXT_F64), v128.load(va + plane2));
    const t = tension(
      dx,
      dy,
      dz,
      ux,
      uy,
      uz,
      v128.load(stiffness + s),
      v128.load(rest + s),
      v128.load(damping + s),
    );
    const fx = f64x2.mul(t, dx);
    const fy = f64x2.mul(t, dy);
    const fz = f64x2.mul(t, dz);
    const fa: usize = force + a0 + s;
    v128.store(fa, f64x2.add(v128.load(fa), f64x2.sub(fx, v128.shuffle<f64>(lastX, fx, 1, 2))));
    v128.store(
      fa + plane,
      f64x2.add(v128.load(fa + plane), f64x2.sub(fy, v128.shuffle<f64>(lastY, fy, 1, 2))),
    );
    v128.store(
      fa + plane2,
      f64x2.add(v128.load(fa + plane2), f64x2.sub(fz, v128.shuffle<f64>(lastZ, fz, 1, 2))),
    );
    lastX = fx;
    lastY = fy;
    lastZ = fz;
  }
  const end: usize = force + a0 + paired;
  store<f64>(end, load<f64>(end) - f64x2.extract_lane(lastX, 1));
  store<f64>(end + plane, load<f64>(end + plane) - f64x2.extract_lane(lastY, 1));
  store<f64>(end + plane2, load<f64>(end + plane2) - f64x2.extract_lane(lastZ, 1));
}

/**
 * Returns t = [k (L − L₀) + c (Δv·d)/L] / L, so that F = t d. With 1/L = w: k (1 − L₀ w) + c (Δv·d) w²: one root, one
 * division. A spring of no length has no direction and gets no force.
 */
// @inline
function tension(
  dx: v128,
  dy: v128,
  dz: v128,
  ux: v128,
  uy: v128,
  uz: v128,
  k: v128,
  rest: v128,
  c: v128,
): v128 {
  const square = f64x2.add(f64x2.add(f64x2.mul(dx, dx), f64x2.mul(dy, dy)), f64x2.mul(dz, dz));
  const rate = f64x2.add(f64x2.add(f64x2.mul(dx, ux), f64x2.mul(dy, uy)), f64x2.mul(dz, uz));
  const one = f64x2.splat(1);
  const w = f64x2.div(one, f64x2.sqrt(square));
  const t = f64x2.add(
    f64x2.mul(k, f64x2.sub(one, f64x2.mul(rest, w))),
    f64x2.mul(f64x2.mul(c, rate), f64x2.mul(w, w)),
  );
  return v128.and(t, f64x2.gt(square, f64x2.splat(0)));
}

// @inline
function single(
  a: usize,
  b: usize,
  s: usize,
  plane: usize,
  position: usize,
  velocity: usize,
  force: usize,
  stiffness: usize,
  rest: usize,
  damping: usize,
): void {
  const plane2: usize = plane << 1;
  const dx = load<f64>(position + b) - load<f64>(position + a);
  const dy = load<f64>(position + plane + b) - load<f64>(position + plane + a);
  const dz = load<f64>(position + plane2 + b) - load<f64>(position + plane2 + a);
  const square = dx * dx + dy * dy + dz * dz;
  if (!(square > 0)) return;
  const rate =
    dx * (load<f64>(velocity + b) - load<f64>(velocity + a)) +
    dy * (load<f64>(velocity + plane + b) - load<f64>(velocity + plane + a)) +
    dz * (load<f64>(velocity + plane2 + b) - load<f64>(velocity + plane2 + a));
  const w = 1 / sqrt(square);
  const t =
    load<f64>(stiffness + s) * (1 - load<f64>(rest + s) * w) + load<f64>(damping + s) * rate * (w * w);
  add(force + a, t * dx);
  add(force + plane + a, t * dy);
  add(force + plane2 + a, t * dz);
  add(force + b, -t * dx);
  add(force + plane + b, -t * dy);
  add(force + plane2 + b, -t * dz);
}

/** Writes the energy Σ ½ k (L − L₀)², Σ |L − L₀|/L₀, the largest strain and the number of unbroken springs (k > 0). */
export function springMeasures(
  runs: usize,
  runCount: i32,
  position: usize,
  stride: i32,
  stiffness: usize,
  rest: usize,
  out: usize,
): void {
  const plane: usize = (<usize>stride) << 3;
  const plane2: usize = plane << 1;
  let energy: f64 = 0;
  let sum: f64 = 0;
  let most: f64 = 0;
  let whole: f64 = 0;
  for (let r: i32 = 0; r < runCount; r++) {
    const record: usize = runs + <usize>r * SpringRun.BYTES;
    let a: usize = position + ((<usize>load<i32>(record, SpringRun.A)) << 3);
    let b: usize = position + ((<usize>load<i32>(record, SpringRun.B)) << 3);
    let s: usize = (<usize>load<i32>(record, SpringRun.FIRST)) << 3;
    const end: usize = s + ((<usize>load<i32>(record, SpringRun.COUNT)) << 3);
    for (; s < end; s += 8, a += 8, b += 8) {
      const k = load<f64>(stiffness + s);
      if (!(k > 0)) continue;
      const dx = load<f64>(b) - load<f64>(a);
      const dy = load<f64>(b + plane) - load<f64>(a + plane);
      const dz = load<f64>(b + plane2) - load<f64>(a + plane2);
      const stretch = sqrt(dx * dx + dy * dy + dz * dz) - load<f64>(rest + s);
      const strain = abs(stretch) / load<f64>(rest + s);
      energy += 0.5 * k * stretch * stretch;
      sum += strain;
      most = max(most, strain);
      whole += 1;
    }
  }
  storeElongation(out, energy, sum, most, whole);
}

/**
 * Limits the elongation of springs (Provot 1995): a spring longer than (1 + limit) L₀ is shortened to that length by moving
 * its ends along it, in inverse proportion to their masses; one after another, so that later springs see the correction.
 * Velocities change by the correction over h. A broken spring (k = 0) has no limit. Returns the number of corrected springs.
 */
export function limitElongation(
  runs: usize,
  runCount: i32,
  position: usize,
  velocity: usize,
  inverseMass: usize,
  stride: i32,
  stiffness: usize,
  rest: usize,
  limit: f64,
  inverseStep: f64,
): i32 {
  const plane: usize = (<usize>stride) << 3;
  const most: f64 = 1 + limit;
  let found: i32 = 0;
  for (let r: i32 = 0; r < runCount; r++) {
    const record: usize = runs + <usize>r * SpringRun.BYTES;
    let a: usize = (<usize>load<i32>(record, SpringRun.A)) << 3;
    let b: usize = (<usize>load<i32>(record, SpringRun.B)) << 3;
    let s: usize = (<usize>load<i32>(record, SpringRun.FIRST)) << 3;
    const end: usize = s + ((<usize>load<i32>(record, SpringRun.COUNT)) << 3);
    for (; s + 8 < end; s += 16, a += 16, b += 16) {
      if (!someTooLong(position, plane, a, b, v128.load(rest + s), most)) continue;
      // One by one: the second may share a mass with the first.
      const first = most * load<f64>(rest + s);
      const second = most * load<f64>(rest + s, NEXT_F64);
      if (load<f64>(stiffness + s) > 0)
        found += shorten(position, velocity, inverseMass, plane, a, b, first, inverseStep);
      if (load<f64>(stiffness + s, NEXT_F64) > 0)
        found += shorten(position, velocity, inverseMass, plane, a + 8, b + 8, second, inverseStep);
    }
    if (s < end && load<f64>(stiffness + s) > 0) {
      found += shorten(position, velocity, inverseMass, plane, a, b, most * load<f64>(rest + s), inverseStep);
    }
  }
  return found;
}

// @inline
function someTooLong(position: usize, plane: usize, a: usize, b: usize, rest: v128, most: f64): bool {
  const pa: usize = position + a;
  const pb: usize = position + b;
  const dx = f64x2.sub(v128.load(pb), v128.load(pa));
  const dy = f64x2.sub(v128.load(pb + plane), v128.load(pa + plane));
  const dz = f64x2.sub(v128.load(pb + (plane << 1)), v128.load(pa + (plane << 1)));
  const square = f64x2.add(f64x2.add(f64x2.mul(dx, dx), f64x2.mul(dy, dy)), f64x2.mul(dz, dz));
  const longest = f64x2.mul(f64x2.splat(most), rest);
  return v128.any_true(f64x2.gt(square, f64x2.mul(longest, longest)));
}

/** Shortens a spring to `longest` if it is longer. Returns 1 if it was. */
function shorten(
  position: usize,
  velocity: usize,
  inverseMass: usize,
  plane: usize,
  a: usize,
  b: usize,
  longest: f64,
  inverseStep: f64,
): i32 {
  const plane2: usize = plane << 1;
  const dx = load<f64>(position + b) - load<f64>(position + a);
  const dy = load<f64>(position + plane + b) - load<f64>(position + plane + a);
  const dz = load<f64>(position + plane2 + b) - load<f64>(position + plane2 + a);
  const square = dx * dx + dy * dy + dz * dz;
  if (!(square > longest * longest)) return 0;
  const wa = load<f64>(inverseMass + a);
  const wb = load<f64>(inverseMass + b);
  if (wa + wb === 0) return 0;
  const length = sqrt(square);
  const t = (length - longest) / (length * (wa + wb));
  moveEnd(position, velocity, a, plane, wa * t * dx, wa * t * dy, wa * t * dz, inverseStep);
  moveEnd(position, velocity, b, plane, -wb * t * dx, -wb * t * dy, -wb * t * dz, inverseStep);
  return 1;
}

// @inline
function moveEnd(
  position: usize,
  velocity: usize,
  at: usize,
  plane: usize,
  x: f64,
  y: f64,
  z: f64,
  inverseStep: f64,
): void {
  add(position + at, x);
  add(position + plane + at, y);
  add(position + (plane << 1) + at, z);
  add(velocity + at, x * inverseStep);
  add(velocity + plane + at, y * inverseStep);
  add(velocity + (plane << 1) + at, z * inverseStep);
}
