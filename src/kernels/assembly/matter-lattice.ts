/**
 * The rest state of a neighbourhood from its present state (Wicke et al. 2006). With r_j = p_j − p_i, the lattice points
 * l_j that neighbours sit on, and weights w_j = w(l_j) s_j (s the solid share):
 *
 *   M = Σ w r lᵀ     A = M (Σ w l lᵀ)⁻¹     R the rotation with the largest tr(RᵀM)     g = R l
 *   F_j = ½ k s_i w_j (g − r) on j, minus that on i;     U = ¼ k s_i Σ w |g − r|²
 *
 * R is the polar rotation of M: that of A where the neighbourhood is whole, for Σ w l lᵀ is isotropic there. It is the
 * best one for the weights that forces have (Müller et al. 2005), so that dU/dR = 0: F is the gradient of U, and its
 * torque Σ r × F is none. What torque is left all the same (a rotation that has not converged) is taken out:
 * F_j −= w_j (I⁻¹τ) × (p_j − c), c the w-weighted centre of the neighbourhood and i, I = Σ w (|r|² 1 − r rᵀ) about it.
 *
 * R is followed from the last one by Newton's method on tr(RᵀM), as a quaternion: always a rotation, however flat or
 * inverted the neighbourhood is (Müller et al. 2016 have the idea, with a gradient's step).
 */
import {
  address,
  BONDS,
  BUFFER,
  COUNT,
  DOCKS,
  ELASTIC,
  F,
  FLAT,
  FRACTURE,
  index,
  LABELS,
  materialOf,
  number,
  OCCUPIED,
  ORDER,
  put,
  RATES,
  SHAPE,
  SITE_COUNT,
  SITES,
  slot,
  SOLID,
  SPACING,
  STIFFNESS,
  STRAIN,
  STRAIN_SQUARES,
  TURN,
  V,
  word,
  X,
} from './matter-record';

/** Bytes in the buffer: M, R, then r of each site (four f64, the last one w s_j). */
const MOMENT: usize = 0;
const ROTATION: usize = 80;
const OFFSETS: usize = 160;
const MOST_TURNS: i32 = 12;

/** Adds elastic forces to F and their energy to ELASTIC; `shapes`: writes A too. Sites beyond their strain break off. */
export function matterLattice(w: usize, c: usize, shapes: i32): void {
  const n = word(w, COUNT);
  const labels = address(w, LABELS);
  const order = address(w, ORDER);
  const x = address(w, X);
  const v = address(w, V);
  const f = address(w, F);
  const sites = address(w, SITES);
  const buffer = address(w, BUFFER);
  const turns = address(w, TURN);
  const flat = word(w, FLAT) !== 0;
  const spacing2 = number(c, SPACING) * number(c, SPACING);
  let energy: f64 = 0;
  let worst: f64 = 0;
  let squares: f64 = 0;
  let bonds: i32 = 0;
  for (let i: i32 = 0; i < n; i++) {
    if ((index(labels, i) & SOLID) === 0) continue;
    const docks = address(w, DOCKS) + <usize>i * (SITE_COUNT << 2);
    const particle = index(order, i);
    const xi = slot(x, i);
    const p = v128.load(xi);
    const pz = load<f64>(xi, 16);
    // Two lanes of each row of M: columns x and y; the third column apart.
    let mx = f64x2.splat(0);
    let my = f64x2.splat(0);
    let mz = f64x2.splat(0);
    let m2: f64 = 0;
    let m5: f64 = 0;
    let m8: f64 = 0;
    let total: f64 = 0;
    let filled: i32 = 0;
    for (let s: i32 = 0; s < SITE_COUNT; s++) {
      const j = index(docks, s);
      const to = slot(buffer + OFFSETS, s);
      if (j < 0) {
        store<f64>(to, 0, 24);
        continue;
      }
      filled++;
      const xj = slot(x, j);
      const site = slot(sites, s);
      const weight = load<f64>(site, 24) * load<f64>(slot(v, j), 24);
      const d = f64x2.sub(v128.load(xj), p);
      const dz = load<f64>(xj, 16) - pz;
      v128.store(to, d);
      store<f64>(to, dz, 16);
      store<f64>(to, weight, 24);
      total += weight;
      const l = f64x2.mul(v128.load(site), f64x2.splat(weight));
      const lz = load<f64>(site, 16) * weight;
      const dx = f64x2.extract_lane(d, 0);
      const dy = f64x2.extract_lane(d, 1);
      mx = f64x2.add(mx, f64x2.mul(l, f64x2.splat(dx)));
      my = f64x2.add(my, f64x2.mul(l, f64x2.splat(dy)));
      mz = f64x2.add(mz, f64x2.mul(l, f64x2.splat(dz)));
      m2 += dx * lz;
      m5 += dy * lz;
      m8 += dz * lz;
    }
    if (filled === 0) continue;
    if (flat) m8 = total * spacing2; // nothing is out of the plane, and nothing turns out of it
    const m = buffer + MOMENT;
    store<f64>(m, f64x2.extract_lane(mx, 0));
    store<f64>(m, f64x2.extract_lane(mx, 1), 8);
    store<f64>(m, m2, 16);
    store<f64>(m, f64x2.extract_lane(my, 0), 24);
    store<f64>(m, f64x2.extract_lane(my, 1), 32);
    store<f64>(m, m5, 40);
    store<f64>(m, f64x2.extract_lane(mz, 0), 48);
    store<f64>(m, f64x2.extract_lane(mz, 1), 56);
    store<f64>(m, m8, 64);
    follow(m, turns + ((<usize>particle) << 5), buffer + ROTATION);
    if (shapes !== 0) shape(w, i, particle, total * spacing2, flat);

    const material = materialOf(w, particle);
    const stiffness = 0.5 * load<f64>(material, STIFFNESS) * load<f64>(slot(v, i), 24);
    const fracture = load<f64>(material, FRACTURE);
    const breaking = fracture * fracture * spacing2;
    const r = buffer + ROTATION;
    const r0 = load<f64>(r);
    const r1 = load<f64>(r, 8);
    const r2 = load<f64>(r, 16);
    const r3 = load<f64>(r, 24);
    const r4 = load<f64>(r, 32);
    const r5 = load<f64>(r, 40);
    const r6 = load<f64>(r, 48);
    const r7 = load<f64>(r, 56);
    const r8 = load<f64>(r, 64);
    let fx: f64 = 0;
    let fy: f64 = 0;
    let fz: f64 = 0;
    let tx: f64 = 0;
    let ty: f64 = 0;
    let tz: f64 = 0;
    let sum: f64 = 0;
    for (let s: i32 = 0; s < SITE_COUNT; s++) {
      const at = slot(buffer + OFFSETS, s);
      const weight = load<f64>(at, 24);
      if (!(weight > 0)) continue;
      const site = slot(sites, s);
      const lx = load<f64>(site);
      const ly = load<f64>(site, 8);
      const lz = load<f64>(site, 16);
      const ox = load<f64>(at);
      const oy = load<f64>(at, 8);
      const oz = load<f64>(at, 16);
      const ex = r0 * lx + r1 * ly + r2 * lz - ox;
      const ey = r3 * lx + r4 * ly + r5 * lz - oy;
      const ez = r6 * lx + r7 * ly + r8 * lz - oz;
      const e2 = ex * ex + ey * ey + ez * ez;
      if (e2 > breaking) {
        part(w, docks, particle, s);
        store<f64>(at, 0, 24);
        continue;
      }
      worst = max(worst, e2);
      squares += e2;
      bonds++;
      const k = stiffness * weight;
      sum += k * e2;
      const gx = k * ex;
      const gy = k * ey;
      const gz = k * ez;
      fx += gx;
      fy += gy;
      fz += gz;
      tx += oy * gz - oz * gy;
      ty += oz * gx - ox * gz;
      tz += ox * gy - oy * gx;
      const fj = slot(f, index(docks, s));
      store<f64>(fj, load<f64>(fj) + gx);
      store<f64>(fj, load<f64>(fj, 8) + gy, 8);
      store<f64>(fj, load<f64>(fj, 16) + gz, 16);
    }
    energy += 0.5 * sum;
    const fi = slot(f, i);
    store<f64>(fi, load<f64>(fi) - fx);
    store<f64>(fi, load<f64>(fi, 8) - fy, 8);
    store<f64>(fi, load<f64>(fi, 16) - fz, 16);
    // Rounding makes torques of 1e-14 k w D²; only what is more is worth taking out.
    const bound = 3e-14 * stiffness * total * spacing2;
    if (tx * tx + ty * ty + tz * tz > bound * bound) straighten(w, i, tx, ty, tz, total);
  }
  put(c, ELASTIC, number(c, ELASTIC) + energy);
  put(c, STRAIN, sqrt(worst / spacing2));
  put(c, STRAIN_SQUARES, squares / spacing2);
  put(c, BONDS, <f64>bonds);
}

/** A bond that is broken: the site is empty, and nobody docks there again. */
function part(w: usize, docks: usize, particle: i32, site: i32): void {
  store<i32>(docks + ((<usize>site) << 2), -1);
  const occupied = address(w, OCCUPIED) + ((<usize>particle) << 2);
  store<i32>(occupied, load<i32>(occupied) & ~(1 << site));
  store<f32>(address(w, RATES) + ((<usize>(particle * SITE_COUNT + site)) << 2), 0);
}

/** Turns the quaternion at q to the largest tr(RᵀM); writes R. */
function follow(m: usize, q: usize, out: usize): void {
  let s = load<f64>(q);
  let x = load<f64>(q, 8);
  let y = load<f64>(q, 16);
  let z = load<f64>(q, 24);
  const m0 = load<f64>(m);
  const m1 = load<f64>(m, 8);
  const m2 = load<f64>(m, 16);
  const m3 = load<f64>(m, 24);
  const m4 = load<f64>(m, 32);
  const m5 = load<f64>(m, 40);
  const m6 = load<f64>(m, 48);
  const m7 = load<f64>(m, 56);
  const m8 = load<f64>(m, 64);
  for (let turn: i32 = 0; ; turn++) {
    const r0 = 1 - 2 * (y * y + z * z);
    const r1 = 2 * (x * y - s * z);
    const r2 = 2 * (x * z + s * y);
    const r3 = 2 * (x * y + s * z);
    const r4 = 1 - 2 * (x * x + z * z);
    const r5 = 2 * (y * z - s * x);
    const r6 = 2 * (x * z - s * y);
    const r7 = 2 * (y * z + s * x);
    const r8 = 1 - 2 * (x * x + y * y);
    // P = M Rᵀ; to second order in a turn ω, tr(RᵀM) gains g·ω − ½ ω·H ω
    const p00 = m0 * r0 + m1 * r1 + m2 * r2;
    const p01 = m0 * r3 + m1 * r4 + m2 * r5;
    const p02 = m0 * r6 + m1 * r7 + m2 * r8;
    const p10 = m3 * r0 + m4 * r1 + m5 * r2;
    const p11 = m3 * r3 + m4 * r4 + m5 * r5;
    const p12 = m3 * r6 + m4 * r7 + m5 * r8;
    const p20 = m6 * r0 + m7 * r1 + m8 * r2;
    const p21 = m6 * r3 + m7 * r4 + m8 * r5;
    const p22 = m6 * r6 + m7 * r7 + m8 * r8;
    const gx = p21 - p12;
    const gy = p02 - p20;
    const gz = p10 - p01;
    const size = abs(p00) + abs(p11) + abs(p22) + abs(p01) + abs(p02) + abs(p12);
    const g2 = gx * gx + gy * gy + gz * gz;
    if (turn === MOST_TURNS || !(g2 > 1e-28 * size * size)) {
      store<f64>(out, r0);
      store<f64>(out, r1, 8);
      store<f64>(out, r2, 16);
      store<f64>(out, r3, 24);
      store<f64>(out, r4, 32);
      store<f64>(out, r5, 40);
      store<f64>(out, r6, 48);
      store<f64>(out, r7, 56);
      store<f64>(out, r8, 64);
      break;
    }
    // A little more than H: neighbourhoods on a line leave a turn about it open.
    const trace = p00 + p11 + p22 + 1e-9 * size;
    const a = trace - p00;
    const b = -0.5 * (p01 + p10);
    const d = -0.5 * (p02 + p20);
    const e = trace - p11;
    const g = -0.5 * (p12 + p21);
    const h = trace - p22;
    const minor = a * e - b * b;
    const c0 = e * h - g * g;
    const c1 = g * d - b * h;
    const c2 = b * g - e * d;
    const determinant = a * c0 + b * c1 + d * c2;
    let wx: f64;
    let wy: f64;
    let wz: f64;
    if (a > 0 && minor > 1e-12 * size * size && determinant > 1e-18 * size * size * size) {
      const inverse = 1 / determinant;
      wx = (c0 * gx + c1 * gy + c2 * gz) * inverse;
      wy = (c1 * gx + (a * h - d * d) * gy + (b * d - a * g) * gz) * inverse;
      wz = (c2 * gx + (b * d - a * g) * gy + minor * gz) * inverse;
    } else {
      const along = 1 / size; // uphill; far from the best turn H is of no use
      wx = gx * along;
      wy = gy * along;
      wz = gz * along;
    }
    const w2 = wx * wx + wy * wy + wz * wz;
    // Half the turn as the vector part, at most 45°.
    const half = w2 > 1 ? 0.5 / sqrt(w2) : 0.5;
    wx *= half;
    wy *= half;
    wz *= half;
    const ns = s - wx * x - wy * y - wz * z;
    const nx = x + wx * s + wy * z - wz * y;
    const ny = y + wy * s + wz * x - wx * z;
    const nz = z + wz * s + wx * y - wy * x;
    const length = 1 / sqrt(ns * ns + nx * nx + ny * ny + nz * nz);
    s = ns * length;
    x = nx * length;
    y = ny * length;
    z = nz * length;
  }
  store<f64>(q, s);
  store<f64>(q, x, 8);
  store<f64>(q, y, 16);
  store<f64>(q, z, 24);
}

/** A = M (Σ w l lᵀ)⁻¹ of slot i; the rotation where neighbours leave a direction open. */
function shape(w: usize, i: i32, particle: i32, total: f64, flat: bool): void {
  const buffer = address(w, BUFFER);
  const sites = address(w, SITES);
  let xx: f64 = 0;
  let xy: f64 = 0;
  let xz: f64 = 0;
  let yy: f64 = 0;
  let yz: f64 = 0;
  let zz: f64 = flat ? total : 0;
  for (let s: i32 = 0; s < SITE_COUNT; s++) {
    const weight = load<f64>(slot(buffer + OFFSETS, s), 24);
    if (!(weight > 0)) continue;
    const site = slot(sites, s);
    const x = load<f64>(site);
    const y = load<f64>(site, 8);
    const z = load<f64>(site, 16);
    xx += weight * x * x;
    xy += weight * x * y;
    xz += weight * x * z;
    yy += weight * y * y;
    yz += weight * y * z;
    zz += weight * z * z;
  }
  const c0 = yy * zz - yz * yz;
  const c1 = yz * xz - xy * zz;
  const c2 = xy * yz - yy * xz;
  const determinant = xx * c0 + xy * c1 + xz * c2;
  const out = address(w, SHAPE) + <usize>particle * 72;
  const size = xx + yy + zz;
  if (!(determinant > 1e-6 * size * size * size)) {
    memory.copy(out, buffer + ROTATION, 72);
    return;
  }
  const inverse = 1 / determinant;
  const i0 = c0 * inverse;
  const i1 = c1 * inverse;
  const i2 = c2 * inverse;
  const i4 = (xx * zz - xz * xz) * inverse;
  const i5 = (xy * xz - xx * yz) * inverse;
  const i8 = (xx * yy - xy * xy) * inverse;
  for (let row: usize = 0; row < 72; row += 24) {
    const x = load<f64>(buffer + MOMENT + row);
    const y = load<f64>(buffer + MOMENT + row, 8);
    const z = load<f64>(buffer + MOMENT + row, 16);
    store<f64>(out + row, x * i0 + y * i1 + z * i2);
    store<f64>(out + row, x * i1 + y * i4 + z * i5, 8);
    store<f64>(out + row, x * i2 + y * i5 + z * i8, 16);
  }
}

/** Takes the torque t (N m) of slot i's neighbourhood out again. Its offsets and weights are in the buffer. */
function straighten(w: usize, i: i32, tx: f64, ty: f64, tz: f64, total: f64): void {
  const buffer = address(w, BUFFER);
  const docks = address(w, DOCKS) + <usize>i * (SITE_COUNT << 2);
  const f = address(w, F);
  // i itself weighs as much as all others: it is the one that all forces were taken from.
  let cx: f64 = 0;
  let cy: f64 = 0;
  let cz: f64 = 0;
  let sum = total;
  for (let s: i32 = 0; s < SITE_COUNT; s++) {
    const at = slot(buffer + OFFSETS, s);
    const weight = load<f64>(at, 24);
    if (!(weight > 0)) continue;
    sum += weight;
    cx += weight * load<f64>(at);
    cy += weight * load<f64>(at, 8);
    cz += weight * load<f64>(at, 16);
  }
  cx /= sum;
  cy /= sum;
  cz /= sum;
  let xx = total * cx * cx;
  let xy = total * cx * cy;
  let xz = total * cx * cz;
  let yy = total * cy * cy;
  let yz = total * cy * cz;
  let zz = total * cz * cz;
  for (let s: i32 = 0; s < SITE_COUNT; s++) {
    const at = slot(buffer + OFFSETS, s);
    const weight = load<f64>(at, 24);
    if (!(weight > 0)) continue;
    const x = load<f64>(at) - cx;
    const y = load<f64>(at, 8) - cy;
    const z = load<f64>(at, 16) - cz;
    xx += weight * x * x;
    xy += weight * x * y;
    xz += weight * x * z;
    yy += weight * y * y;
    yz += weight * y * z;
    zz += weight * z * z;
  }
  const size = xx + yy + zz;
  // Particles on a line have no inertia about it, and make no torque about it: a little keeps the inverse finite.
  const a = yy + zz + 1e-12 * size;
  const e = xx + zz + 1e-12 * size;
  const h = xx + yy + 1e-12 * size;
  const b = -xy;
  const d = -xz;
  const g = -yz;
  const c0 = e * h - g * g;
  const c1 = g * d - b * h;
  const c2 = b * g - e * d;
  const determinant = a * c0 + b * c1 + d * c2;
  if (!(determinant > 0)) return;
  const inverse = 1 / determinant;
  const ox = (c0 * tx + c1 * ty + c2 * tz) * inverse;
  const oy = (c1 * tx + (a * h - d * d) * ty + (b * d - a * g) * tz) * inverse;
  const oz = (c2 * tx + (b * d - a * g) * ty + (a * e - b * b) * tz) * inverse;
  turnBack(slot(f, i), total, ox, oy, oz, -cx, -cy, -cz);
  for (let s: i32 = 0; s < SITE_COUNT; s++) {
    const at = slot(buffer + OFFSETS, s);
    const weight = load<f64>(at, 24);
    if (!(weight > 0)) continue;
    const x = load<f64>(at) - cx;
    const y = load<f64>(at, 8) - cy;
    const z = load<f64>(at, 16) - cz;
    turnBack(slot(f, index(docks, s)), weight, ox, oy, oz, x, y, z);
  }
}

/** F −= w ω × r */
// @ts-ignore: decorator
@inline
function turnBack(f: usize, weight: f64, ox: f64, oy: f64, oz: f64, x: f64, y: f64, z: f64): void {
  store<f64>(f, load<f64>(f) - weight * (oy * z - oz * y));
  store<f64>(f, load<f64>(f, 8) - weight * (oz * x - ox * z), 8);
  store<f64>(f, load<f64>(f, 16) - weight * (ox * y - oy * x), 16);
}
