/**
 * Matter as a fluid: smoothed particles (Monaghan 2005) with the kernel of Wendland (1995), which keeps particles from
 * pairing up (Dehnen & Aly 2012), of radius H, q = r/H:
 *
 *   W = N (1 − q)⁴ (1 + 4q)      −W'/r = 20 N G (1 − q)³/H²
 *
 * G a little more than 1: Σ V |W'| r = d is true of the continuum, and with G of the lattice with its few neighbours, which
 * then passes on exactly the pressure that its particles have.
 *
 *   density    ρ_i = Σ_j m_j W_ij
 *   pressure   p = B ((ρ/ρ₀)⁷ − 1), B = ρ₀c²/7, none below ρ₀: a free surface is not under tension
 *   forces     F_ij = m_i m_j (p_i/ρ_i² + p_j/ρ_j²) (W'/r) r
 *   viscosity  F_ij = 2(d + 2) μ V_i V_j (u·r)/(r² + H²/100) (−W'/r) r, u = v_j − v_i, along the line of centres: angular
 *              momentum stays (Monaghan 2005, Cleary 1998)
 *   XSPH       particles move with v_i + ε Σ_j (m_j/ρ₀) u W (Monaghan 1989): first, before forces are taken, so that these
 *              still act along the lines of centres and Σ m x × v stays as it is
 *
 * the last two times 1 − s_i s_j, s the solid shares: between solids the lattice does this work. Pairs of whole solids are not
 * here at all, unless their material has pressure as a solid too. Whoever has no place in the
 * other's lattice (another object, a broken face) is pushed off, F_ij = −c (D − r) r/|r| below the spacing D: the elastic
 * force of Wicke et al. (2006, eq. 14) with the site where it is, on the line of centres.
 */
import {
  address,
  BASE,
  BUFFER,
  BULK,
  CLOSE,
  CLOSE_STARTS,
  COMPRESSION,
  COUNT,
  DOCKS,
  drawn,
  ELASTIC,
  F,
  FIRST,
  FLAT,
  index,
  INVERSE_MASS,
  LABELS,
  materialOf,
  NEAR,
  NORM,
  number,
  ORDER,
  PAIRS,
  PUSH_ONLY,
  PUSH_ROOM,
  PUSHES,
  put,
  Q,
  REACH,
  REST_DENSITY,
  ROW_SLOTS,
  SHIFT,
  SITE_COUNT,
  SITES,
  SLOPE,
  slot,
  SPACING,
  STARTS,
  STEP,
  STIFFNESS,
  V,
  VISCOSITY,
  VOLUME,
  WHOLE,
  word,
  X,
} from './matter-record';

/** What docked neighbours add to densities: as much as at rest. Their pairs are not in the list. */
export function matterBase(w: usize, c: usize): void {
  const n = word(w, COUNT);
  const base = address(w, BASE);
  const labels = address(w, LABELS);
  const sites = address(w, SITES);
  const x = address(w, X);
  memory.fill(base, 0, (<usize>n) << 3);
  const inverse = 1 / number(c, REACH);
  const norm = number(c, NORM);
  // Half of what each site adds: the other half comes from the other side.
  const halves = address(w, BUFFER);
  for (let s: i32 = 0; s < SITE_COUNT; s++) {
    const site = slot(sites, s);
    const lx = load<f64>(site);
    const ly = load<f64>(site, 8);
    const lz = load<f64>(site, 16);
    const half = 0.5 * norm * bell(sqrt(lx * lx + ly * ly + lz * lz) * inverse);
    store<f64>(halves + ((<usize>s) << 3), half);
  }
  for (let i: i32 = 0; i < n; i++) {
    if ((index(labels, i) & WHOLE) === 0) continue;
    const mass = load<f64>(slot(x, i), 24);
    let sum: f64 = 0;
    const docks = address(w, DOCKS) + <usize>i * (SITE_COUNT << 2);
    for (let s: i32 = 0; s < SITE_COUNT; s++) {
      const j = index(docks, s);
      if (j < 0 || (index(labels, j) & WHOLE) === 0) continue;
      const half = load<f64>(halves + ((<usize>s) << 3));
      const bj = base + ((<usize>j) << 3);
      sum += half * load<f64>(slot(x, j), 24);
      store<f64>(bj, load<f64>(bj) + half * mass);
    }
    const bi = base + ((<usize>i) << 3);
    store<f64>(bi, load<f64>(bi) + sum);
  }
}

/** (1 − q)⁴ (1 + 4q) */
// @ts-ignore: decorator
@inline
function bell(q: f64): f64 {
  const u = max(1 - q, 0);
  const u2 = u * u;
  return u2 * u2 * (1 + 4 * q);
}

/**
 * Densities at X, and XSPH's velocities into SHIFT; then X is where these lead. Writes who is within reach now into CLOSE,
 * row by row as the list; returns how many pairs these are.
 */
export function matterDensity(w: usize, c: usize): i32 {
  const n = word(w, COUNT);
  const starts = address(w, STARTS);
  const pairs = address(w, PAIRS);
  const x = address(w, X);
  const v = address(w, V);
  const q = address(w, Q);
  const shift = address(w, SHIFT);
  const base = address(w, BASE);
  const reach = number(c, REACH);
  const reach2 = reach * reach;
  const inverse = 1 / reach;
  const norm = number(c, NORM);
  const volume = 0.5 * norm * number(c, VOLUME); // half, for ε of both sides
  const near2 = number(c, NEAR) * number(c, NEAR);
  const close = address(w, CLOSE);
  const closeStarts = address(w, CLOSE_STARTS);
  let total: i32 = 0;
  for (let i: i32 = 0; i < n; i++) {
    store<f64>(slot(q, i), load<f64>(base + ((<usize>i) << 3)) + norm * load<f64>(slot(x, i), 24));
  }
  const rows = address(w, ROW_SLOTS);
  for (let row: i32 = 0; row < n; row++) {
    const i = index(rows, row);
    const xi = slot(x, i);
    const vi = slot(v, i);
    const si = slot(shift, i);
    const pi = v128.load(xi);
    const pz = load<f64>(xi, 16);
    const ui = v128.load(vi);
    const uz = load<f64>(vi, 16);
    const solid = load<f64>(vi, 24);
    const smoothing = load<f64>(si, 24);
    const mass = load<f64>(xi, 24);
    store<i32>(closeStarts + ((<usize>row) << 2), total);
    let sum: f64 = 0;
    let drift = f64x2.splat(0);
    let driftZ: f64 = 0;
    let at = pairs + ((<usize>index(starts, row)) << 2);
    const end = pairs + ((<usize>index(starts, row + 1)) << 2);
    for (; at < end; at += 4) {
      const entry = load<i32>(at);
      const j = entry & ~PUSH_ONLY;
      const xj = slot(x, j);
      const d = f64x2.sub(v128.load(xj), pi);
      const dz = load<f64>(xj, 16) - pz;
      const d2 = f64x2.mul(d, d);
      const r2 = f64x2.extract_lane(d2, 0) + f64x2.extract_lane(d2, 1) + dz * dz;
      const isPush = entry !== j;
      const most = isPush ? near2 : reach2;
      if (!(r2 < most)) continue;
      store<i32>(close + ((<usize>total) << 2), entry);
      total++;
      if (isPush) continue;
      const weight = bell(sqrt(r2) * inverse);
      const mj = load<f64>(xj, 24);
      sum += weight * mj;
      const qj = slot(q, j);
      store<f64>(qj, load<f64>(qj) + norm * weight * mass);
      const sj = slot(shift, j);
      const both = smoothing + load<f64>(sj, 24);
      if (both > 0) {
        const vj = slot(v, j);
        // Of unlike masses the lighter one gives way more: m_i δ_i = −m_j δ_j.
        const share = (2 * volume * both * weight * (1 - solid * load<f64>(vj, 24))) / (mass + mj);
        const du = f64x2.sub(v128.load(vj), ui);
        const dw = load<f64>(vj, 16) - uz;
        drift = f64x2.add(drift, f64x2.mul(f64x2.splat(share * mj), du));
        driftZ += share * mj * dw;
        v128.store(sj, f64x2.sub(v128.load(sj), f64x2.mul(f64x2.splat(share * mass), du)));
        store<f64>(sj, load<f64>(sj, 16) - share * mass * dw, 16);
      }
    }
    const qi = slot(q, i);
    store<f64>(qi, load<f64>(qi) + norm * sum);
    v128.store(si, f64x2.add(v128.load(si), drift));
    store<f64>(si, load<f64>(si, 16) + driftZ, 16);
  }
  store<i32>(closeStarts + ((<usize>n) << 2), total);
  const order = address(w, ORDER);
  const free = address(w, INVERSE_MASS) + ((<usize>word(w, FIRST)) << 3);
  const step = number(c, STEP);
  for (let i: i32 = 0; i < n; i++) {
    if (load<f64>(free + ((<usize>index(order, i)) << 3)) === 0) continue;
    const xi = slot(x, i);
    const si = slot(shift, i);
    v128.store(xi, f64x2.add(v128.load(xi), f64x2.mul(f64x2.splat(step), v128.load(si))));
    store<f64>(xi, load<f64>(xi, 16) + step * load<f64>(si, 16), 16);
  }
  return total;
}

/** Pressures from densities; viscosities and stiffnesses beside them. Writes the energy of compression. */
export function matterPressure(w: usize, c: usize): void {
  const n = word(w, COUNT);
  const order = address(w, ORDER);
  const q = address(w, Q);
  const x = address(w, X);
  const v = address(w, V);
  let energy: f64 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const material = materialOf(w, index(order, i));
    const qi = slot(q, i);
    const density = load<f64>(qi);
    const bulk = load<f64>(material, BULK);
    const rest = load<f64>(material, REST_DENSITY);
    // Up to about ρ₀c², the pressure that stops what comes at the speed of sound: a fluid that is slower than its sound has
    // no more, and a heap that something else squeezed is not to burst.
    const share = min(density / rest, 1.35);
    const s2 = share * share;
    const power = s2 * s2 * s2 * share;
    const pressure = max(0, bulk * (power - 1));
    store<f64>(qi, pressure / (density * density), 8);
    store<f64>(qi, load<f64>(slot(x, i), 24) / density);
    store<f64>(qi, load<f64>(material, VISCOSITY), 16);
    const s = load<f64>(slot(v, i), 24);
    store<f64>(qi, 0.5 * s * load<f64>(material, STIFFNESS), 24);
    if (pressure > 0) energy += (load<f64>(slot(x, i), 24) * bulk * ((power / 6 + 1) / share - 7 / 6.0) * (1 - s)) / rest;
  }
  put(c, COMPRESSION, energy);
}

/** Adds the forces of all listed pairs to F; without pushes apart where `apart` is 0. */
export function matterForces(w: usize, c: usize, apart: i32): void {
  const n = word(w, COUNT);
  const order = address(w, ORDER);
  const starts = address(w, CLOSE_STARTS);
  const pairs = address(w, CLOSE);
  const labels = address(w, LABELS);
  const x = address(w, X);
  const v = address(w, V);
  const q = address(w, Q);
  const f = address(w, F);
  const reach = number(c, REACH);
  const reach2 = reach * reach;
  const inverse = 1 / reach;
  const norm = number(c, NORM);
  const slope = (20 * norm * number(c, SLOPE)) / reach2;
  const softening = 0.01 * reach2;
  const spacing = number(c, SPACING);
  const spacing2 = spacing * spacing;
  const close2 = 1e-6 * spacing2;
  const viscous: f64 = word(w, FLAT) !== 0 ? 4 : 5; // half of 2(d + 2), for μ of both sides
  const step = number(c, STEP);
  // A pair takes at most this share of its relative speed away in a step; a neighbourhood of thirty then cannot overshoot.
  const brake = 1 / (32 * step);
  let energy: f64 = 0;
  const rows = address(w, ROW_SLOTS);
  for (let row: i32 = 0; row < n; row++) {
    const i = index(rows, row);
    const xi = slot(x, i);
    const vi = slot(v, i);
    const qi = slot(q, i);
    const pi = v128.load(xi);
    const pz = load<f64>(xi, 16);
    const mass = load<f64>(xi, 24);
    const ui = v128.load(vi);
    const uz = load<f64>(vi, 16);
    const solid = load<f64>(vi, 24);
    const volume = load<f64>(qi);
    const pressure = load<f64>(qi, 8);
    const viscosity = load<f64>(qi, 16);
    const stiffness = load<f64>(qi, 24);
    const label = index(labels, i);
    let sum = f64x2.splat(0);
    let sumZ: f64 = 0;
    let at = pairs + ((<usize>index(starts, row)) << 2);
    const end = pairs + ((<usize>index(starts, row + 1)) << 2);
    for (; at < end; at += 4) {
      const entry = load<i32>(at);
      const j = entry & ~PUSH_ONLY;
      const xj = slot(x, j);
      let d = f64x2.sub(v128.load(xj), pi);
      let dz = load<f64>(xj, 16) - pz;
      const d2 = f64x2.mul(d, d);
      let r2 = f64x2.extract_lane(d2, 0) + f64x2.extract_lane(d2, 1) + dz * dz;
      if (r2 < close2) {
        // In one place: apart along a direction of their own.
        const angle = drawn(7, 0, index(order, i), index(order, j)) - 0.5;
        const size = 1e-3 * spacing;
        d = f64x2.replace_lane(f64x2.splat(0.8 * size), 1, angle * size);
        dz = word(w, FLAT) !== 0 ? 0 : 0.5 * size;
        r2 = size * size;
      }
      const r = sqrt(r2);
      const qj = slot(q, j);
      let factor: f64 = 0;
      if ((entry & PUSH_ONLY) === 0) {
        const vj = slot(v, j);
        const fluid = 1 - solid * load<f64>(vj, 24);
        const mj = load<f64>(xj, 24);
        const u = max(1 - r * inverse, 0);
        const pull = slope * u * u * u;
        const pressed = mass * mj * (pressure + load<f64>(qj, 8)) * pull;
        const mu = viscosity + load<f64>(qj, 16);
        if (mu > 0) {
          const du = f64x2.mul(f64x2.sub(v128.load(vj), ui), d);
          const rate =
            f64x2.extract_lane(du, 0) + f64x2.extract_lane(du, 1) + (load<f64>(vj, 16) - uz) * dz;
          const drag = min(viscous * mu * volume * load<f64>(qj) * pull * r2, brake * min(mass, mj) * (r2 + softening));
          factor = (fluid * drag * rate) / ((r2 + softening) * r2);
        }
        factor -= pressed;
      }
      if (apart !== 0 && r2 < spacing2 && ((entry & PUSH_ONLY) !== 0 || label >> 2 !== index(labels, j) >> 2)) {
        const push = stiffness + load<f64>(qj, 24);
        factor -= (push * (spacing - r)) / r;
        energy += 0.5 * push * (spacing - r) * (spacing - r);
      }
      const force = f64x2.mul(f64x2.splat(factor), d);
      const forceZ = factor * dz;
      sum = f64x2.add(sum, force);
      sumZ += forceZ;
      const fj = slot(f, j);
      v128.store(fj, f64x2.sub(v128.load(fj), force));
      store<f64>(fj, load<f64>(fj, 16) - forceZ, 16);
    }
    const fi = slot(f, i);
    v128.store(fi, f64x2.add(v128.load(fi), sum));
    store<f64>(fi, load<f64>(fi, 16) + sumZ, 16);
  }
  put(c, ELASTIC, energy);
}

/**
 * Lists who is to be pushed apart, with positions as they are in X, for the implicit solve: i32 i, j; f64 n (from i to
 * j), stiffness c (N/m), D − r (m): 48 bytes. Returns their number, of which at most PUSH_ROOM are there.
 */
export function matterPushes(w: usize, c: usize): i32 {
  const n = word(w, COUNT);
  const starts = address(w, STARTS);
  const pairs = address(w, PAIRS);
  const labels = address(w, LABELS);
  const x = address(w, X);
  const q = address(w, Q);
  const room = word(w, PUSH_ROOM);
  const pushes = address(w, PUSHES);
  const spacing = number(c, SPACING);
  const close2 = 1e-6 * spacing * spacing;
  let count: i32 = 0;
  const rows = address(w, ROW_SLOTS);
  for (let row: i32 = 0; row < n; row++) {
    const i = index(rows, row);
    const xi = slot(x, i);
    const stiffness = load<f64>(slot(q, i), 24);
    let at = pairs + ((<usize>index(starts, row)) << 2);
    const end = pairs + ((<usize>index(starts, row + 1)) << 2);
    for (; at < end; at += 4) {
      const entry = load<i32>(at);
      const j = entry & ~PUSH_ONLY;
      if ((entry & PUSH_ONLY) === 0 && index(labels, i) >> 2 === index(labels, j) >> 2) continue;
      const push = stiffness + load<f64>(slot(q, j), 24);
      const xj = slot(x, j);
      const dx = load<f64>(xj) - load<f64>(xi);
      const dy = load<f64>(xj, 8) - load<f64>(xi, 8);
      const dz = load<f64>(xj, 16) - load<f64>(xi, 16);
      const r2 = dx * dx + dy * dy + dz * dz;
      if (!(push > 0 && r2 > close2 && r2 < spacing * spacing)) continue;
      if (count < room) {
        const to = pushes + <usize>count * 48;
        const r = sqrt(r2);
        store<i32>(to, i);
        store<i32>(to, j, 4);
        store<f64>(to, dx / r, 8);
        store<f64>(to, dy / r, 16);
        store<f64>(to, dz / r, 24);
        store<f64>(to, push, 32);
        store<f64>(to, spacing - r, 40);
      }
      count++;
    }
  }
  return count;
}
