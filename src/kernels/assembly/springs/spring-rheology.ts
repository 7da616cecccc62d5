/**
 * Rheology of springs: creep of the rest length, yield, rupture. One pass over the springs a sub-step at their present
 * lengths; laws and symbols are those of src/forces/viscoelastic.ts and src/forces/plasticity.ts. Springs are in runs, see
 * springs.ts.
 */
import * as Dissipation from '../../../layouts/generated/dissipation';
import * as SpringRun from '../../../layouts/generated/spring-run';
import { add } from '../memory';

/**
 * Multiplies (s, κ) of every spring by the 2 × 2 matrix (e11 e12; e21 e22), s = L − l its elastic elongation and κ that of
 * its retarded element, at constant L: the unstressed length l grows as s shrinks. The rest length is L₀ = q l, q the
 * spring's prestress. L is the length `lag` seconds ago at the present velocities. Returns the energy lost,
 * Σ ½ k [(L − L₀)² − (L − L₀')² + (κ² − κ'²)/ratio], J. Broken springs (k = 0) do not change.
 */
export function relaxSprings(
  runs: usize,
  runCount: i32,
  position: usize,
  velocity: usize,
  lag: f64,
  stride: i32,
  stiffness: usize,
  rest: usize,
  prestress: usize,
  retarded: usize,
  e11: f64,
  e12: f64,
  e21: f64,
  e22: f64,
  ratio: f64,
): f64 {
  const plane: usize = (<usize>stride) << 3;
  const share: f64 = ratio > 0 ? 1 / ratio : 0;
  let lost = f64x2.splat(0);
  let lostSingle: f64 = 0;
  const m11 = f64x2.splat(e11);
  const m12 = f64x2.splat(e12);
  const m21 = f64x2.splat(e21);
  const m22 = f64x2.splat(e22);
  const weight = f64x2.splat(share);
  const zero = f64x2.splat(0);
  const ago = f64x2.splat(lag);
  const toVelocity: usize = velocity - position;
  for (let r: i32 = 0; r < runCount; r++) {
    const record: usize = runs + <usize>r * SpringRun.BYTES;
    let a: usize = position + ((<usize>load<i32>(record, SpringRun.A)) << 3);
    let b: usize = position + ((<usize>load<i32>(record, SpringRun.B)) << 3);
    let at: usize = (<usize>load<i32>(record, SpringRun.FIRST)) << 3;
    const end: usize = at + ((<usize>load<i32>(record, SpringRun.COUNT)) << 3);
    for (; at + 8 < end; at += 16, a += 16, b += 16) {
      let dx = f64x2.sub(v128.load(b), v128.load(a));
      let dy = f64x2.sub(v128.load(b + plane), v128.load(a + plane));
      let dz = f64x2.sub(v128.load(b + (plane << 1)), v128.load(a + (plane << 1)));
      if (lag > 0) {
        const u = a + toVelocity;
        const v = b + toVelocity;
        dx = f64x2.sub(dx, f64x2.mul(ago, f64x2.sub(v128.load(v), v128.load(u))));
        dy = f64x2.sub(dy, f64x2.mul(ago, f64x2.sub(v128.load(v + plane), v128.load(u + plane))));
        dz = f64x2.sub(
          dz,
          f64x2.mul(ago, f64x2.sub(v128.load(v + (plane << 1)), v128.load(u + (plane << 1)))),
        );
      }
      const k = v128.load(stiffness + at);
      const l0 = v128.load(rest + at);
      const q = v128.load(prestress + at);
      const kappa = v128.load(retarded + at);
      const length = f64x2.sqrt(
        f64x2.add(f64x2.add(f64x2.mul(dx, dx), f64x2.mul(dy, dy)), f64x2.mul(dz, dz)),
      );
      const whole = f64x2.gt(k, zero);
      const s = f64x2.sub(length, f64x2.div(l0, q));
      const sNext = v128.bitselect(f64x2.add(f64x2.mul(m11, s), f64x2.mul(m12, kappa)), s, whole);
      const kappaNext = v128.bitselect(f64x2.add(f64x2.mul(m21, s), f64x2.mul(m22, kappa)), kappa, whole);
      const flow = f64x2.mul(q, f64x2.sub(s, sNext));
      v128.store(rest + at, f64x2.add(l0, flow));
      v128.store(retarded + at, kappaNext);
      const stretch = f64x2.sub(length, l0);
      const squares = f64x2.add(
        f64x2.mul(flow, f64x2.sub(f64x2.add(stretch, stretch), flow)),
        f64x2.mul(weight, f64x2.mul(f64x2.sub(kappa, kappaNext), f64x2.add(kappa, kappaNext))),
      );
      lost = f64x2.add(lost, f64x2.mul(k, squares));
    }
    if (at < end) {
      const k = load<f64>(stiffness + at);
      if (k > 0) {
        const l0 = load<f64>(rest + at);
        const kappa = load<f64>(retarded + at);
        const q = load<f64>(prestress + at);
        const length = distanceAgo(a, b, plane, toVelocity, lag);
        const s = length - l0 / q;
        const sNext = e11 * s + e12 * kappa;
        const kappaNext = e21 * s + e22 * kappa;
        const flow = q * (s - sNext);
        store<f64>(rest + at, l0 + flow);
        store<f64>(retarded + at, kappaNext);
        lostSingle +=
          k * (flow * (2 * (length - l0) - flow) + share * ((kappa - kappaNext) * (kappa + kappaNext)));
      }
    }
  }
  return 0.5 * (lostSingle + f64x2.extract_lane(lost, 0) + f64x2.extract_lane(lost, 1));
}

/** Returns the energy of the retarded elements of n springs, Σ ½ (k/ratio) κ², J. */
export function retardedEnergy(stiffness: usize, retarded: usize, ratio: f64, n: i32): f64 {
  let sum: f64 = 0;
  const end: usize = (<usize>n) << 3;
  for (let at: usize = 0; at < end; at += 8) {
    const kappa = load<f64>(retarded + at);
    sum += load<f64>(stiffness + at) * kappa * kappa;
  }
  return ratio > 0 ? (0.5 * sum) / ratio : 0;
}

/**
 * Applies yield and rupture at the present lengths L. L₁ is the original length of a spring, l its present length without
 * force (rest length L₀ = q l, q its prestress), α its accumulated plastic strain.
 *   rupture: L > (1 + rupture) L₁ → stiffness and damping 0
 *   yield: |L − l| > (yield + hardening α) L₁ → l changes until both are equal, with the α that results
 * Adds the energies lost in yield and in rupture (J) to `out`. Returns the number of springs that broke.
 */
export function yieldSprings(
  runs: usize,
  runCount: i32,
  position: usize,
  stride: i32,
  stiffness: usize,
  rest: usize,
  damping: usize,
  prestress: usize,
  made: usize,
  plastic: usize,
  yieldStrain: f64,
  hardening: f64,
  rupture: f64,
  out: usize,
): i32 {
  const plane: usize = (<usize>stride) << 3;
  let broken: i32 = 0;
  let lostInYield: f64 = 0;
  let lostInRupture: f64 = 0;
  for (let r: i32 = 0; r < runCount; r++) {
    const record: usize = runs + <usize>r * SpringRun.BYTES;
    let a: usize = position + ((<usize>load<i32>(record, SpringRun.A)) << 3);
    let b: usize = position + ((<usize>load<i32>(record, SpringRun.B)) << 3);
    let at: usize = (<usize>load<i32>(record, SpringRun.FIRST)) << 3;
    const end: usize = at + ((<usize>load<i32>(record, SpringRun.COUNT)) << 3);
    for (; at < end; at += 8, a += 8, b += 8) {
      const k = load<f64>(stiffness + at);
      if (!(k > 0)) continue;
      const l0 = load<f64>(rest + at);
      const l1 = load<f64>(made + at);
      const q = load<f64>(prestress + at);
      const length = distance(a, b, plane);
      if (length > (1 + rupture) * l1) {
        store<f64>(stiffness + at, 0);
        store<f64>(damping + at, 0);
        lostInRupture += 0.5 * k * (length - l0) * (length - l0);
        broken++;
        continue;
      }
      const alpha = load<f64>(plastic + at);
      const s = length - l0 / q;
      const excess = abs(s) - (yieldStrain + hardening * alpha) * l1;
      if (!(excess > 0)) continue;
      const slip = excess / (1 + hardening);
      const flow = s > 0 ? q * slip : -q * slip;
      store<f64>(rest + at, l0 + flow);
      store<f64>(plastic + at, alpha + slip / l1);
      lostInYield += 0.5 * k * flow * (2 * (length - l0) - flow);
    }
  }
  add(out + Dissipation.YIELD, lostInYield);
  add(out + Dissipation.RUPTURE, lostInRupture);
  return broken;
}

// @inline
function distanceAgo(a: usize, b: usize, plane: usize, toVelocity: usize, lag: f64): f64 {
  const u = a + toVelocity;
  const v = b + toVelocity;
  const plane2: usize = plane << 1;
  const dx = load<f64>(b) - load<f64>(a) - lag * (load<f64>(v) - load<f64>(u));
  const dy =
    load<f64>(b + plane) - load<f64>(a + plane) - lag * (load<f64>(v + plane) - load<f64>(u + plane));
  const dz =
    load<f64>(b + plane2) - load<f64>(a + plane2) - lag * (load<f64>(v + plane2) - load<f64>(u + plane2));
  return sqrt(dx * dx + dy * dy + dz * dz);
}

// @inline
function distance(a: usize, b: usize, plane: usize): f64 {
  const dx = load<f64>(b) - load<f64>(a);
  const dy = load<f64>(b + plane) - load<f64>(a + plane);
  const dz = load<f64>(b + (plane << 1)) - load<f64>(a + (plane << 1));
  return sqrt(dx * dx + dy * dy + dz * dz);
}
