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
 * A linear law lets an impact of ρv² near E press a solid flat, once and for all. So a neighbourhood hardens from a strain of
 * about 15 % on: with S = Σ w |g − r|²/Σ w l², U = ¼ k s_i Σ w l² (S + (S − S₁)²/2S₀) beyond S₁, which is the force above
 * times 1 + (S − S₁)/S₀. It has no torque either.
 */
import { X } from '../../../layouts/generated/vector';
import {
  address,
  BONDS,
  BROKEN,
  BUFFER,
  COUNT,
  DOCKS,
  ELASTIC,
  F,
  FLAT,
  FRACTURE,
  HARDEST,
  HARDNESS,
  index,
  LABELS,
  materialOf,
  number,
  OCCUPIED,
  ORDER,
  put,
  RATES,
  RESTLESS,
  SHAPE,
  SITE_COUNT,
  SITE_LANES,
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
} from './record';
import { isOutdated } from './edges';
import { forgetTouching } from './pushes';
import { follow } from './rotation';

/** Bytes in the buffer: M, R, then two sites at a time: r and w s_j of both (x, y, z, w; two lanes each). */
const MOMENT: usize = 0;
const ROTATION: usize = 80;
const OFFSETS: usize = 160;

/** Of D: a neighbour that is nearer to its site than this sits on no other. */
export const QUIET: f64 = 0.3;

/** S₁, S₀ */
export const HARDENS: f64 = 0.0075;
export const HARDENING: f64 = 0.01;

/**
 * Adds elastic forces to F and their energy to ELASTIC; `shapes`: writes A too. Sites beyond their strain break off. Returns how
 * many neighbourhoods have hardened, or are soft again, by much since edges were written; how stiff each is now, over what it
 * is at rest, goes to HARDNESS.
 */
export function matterLattice(w: usize, c: usize, shapes: i32, enough: f64): i32 {
  const n = word(w, COUNT);
  const labels = address(w, LABELS);
  const order = address(w, ORDER);
  const x = address(w, X);
  const v = address(w, V);
  const f = address(w, F);
  const lanes = address(w, SITE_LANES);
  const lanesEnd = lanes + (SITE_COUNT << 5);
  const buffer = address(w, BUFFER);
  const turns = address(w, TURN);
  const restless = address(w, RESTLESS);
  const flat = word(w, FLAT) !== 0;
  const spacing2 = number(c, SPACING) * number(c, SPACING);
  const zero = f64x2.splat(0);
  let energy: f64 = 0;
  let worst = zero;
  const far = QUIET * QUIET * spacing2;
  let squares = zero;
  let bonds: i32 = 0;
  let hardened: i32 = 0;
  let broken: i32 = 0;
  const hardness = address(w, HARDNESS);
  const hardest = number(c, HARDEST);
  for (let i: i32 = 0; i < n; i++) {
    store<i32>(restless + ((<usize>i) << 2), 0);
    if ((index(labels, i) & SOLID) === 0) continue;
    const brokenBefore = broken;
    const docks = address(w, DOCKS) + <usize>i * (SITE_COUNT << 2);
    const particle = index(order, i);
    const xi = slot(x, i);
    const px = f64x2.splat(load<f64>(xi));
    const py = f64x2.splat(load<f64>(xi, 8));
    const pz = f64x2.splat(load<f64>(xi, 16));
    let m0 = zero;
    let m1 = zero;
    let m2 = zero;
    let m3 = zero;
    let m4 = zero;
    let m5 = zero;
    let m6 = zero;
    let m7 = zero;
    let m8 = zero;
    let total = zero;
    let lengths = zero;
    let rests = zero;
    let filled: i32 = 0;
    let dock = docks;
    let offsets = buffer + OFFSETS;
    for (let site = lanes; site < lanesEnd; site += 64, dock += 8, offsets += 64) {
      const a = load<i32>(dock);
      const b = load<i32>(dock, 4);
      if ((a & b) < 0) {
        v128.store(offsets, zero, 48);
        continue;
      }
      // An empty site beside a filled one: i itself, which weighs nothing.
      const ja = a < 0 ? i : a;
      const jb = b < 0 ? i : b;
      const xa = slot(x, ja);
      const xb = slot(x, jb);
      const pa = v128.load(xa);
      const pb = v128.load(xb);
      const dx = f64x2.sub(v128.shuffle<f64>(pa, pb, 0, 2), px);
      const dy = f64x2.sub(v128.shuffle<f64>(pa, pb, 1, 3), py);
      const dz = f64x2.sub(v128.shuffle<f64>(v128.load(xa, 16), v128.load(xb, 16), 0, 2), pz);
      let weight = f64x2.mul(
        v128.load(site, 48),
        v128.shuffle<f64>(v128.load(slot(v, ja), 16), v128.load(slot(v, jb), 16), 1, 3),
      );
      if (a < 0) weight = f64x2.replace_lane(weight, 0, 0);
      else filled++;
      if (b < 0) weight = f64x2.replace_lane(weight, 1, 0);
      else filled++;
      v128.store(offsets, dx);
      v128.store(offsets, dy, 16);
      v128.store(offsets, dz, 32);
      v128.store(offsets, weight, 48);
      total = f64x2.add(total, weight);
      const sx = v128.load(site);
      const sy = v128.load(site, 16);
      const sz = v128.load(site, 32);
      const lx = f64x2.mul(sx, weight);
      const ly = f64x2.mul(sy, weight);
      const lz = f64x2.mul(sz, weight);
      const r2 = f64x2.add(f64x2.add(f64x2.mul(dx, dx), f64x2.mul(dy, dy)), f64x2.mul(dz, dz));
      lengths = f64x2.add(lengths, f64x2.mul(weight, r2));
      rests = f64x2.add(rests, f64x2.add(f64x2.add(f64x2.mul(lx, sx), f64x2.mul(ly, sy)), f64x2.mul(lz, sz)));
      m0 = f64x2.add(m0, f64x2.mul(dx, lx));
      m1 = f64x2.add(m1, f64x2.mul(dx, ly));
      m2 = f64x2.add(m2, f64x2.mul(dx, lz));
      m3 = f64x2.add(m3, f64x2.mul(dy, lx));
      m4 = f64x2.add(m4, f64x2.mul(dy, ly));
      m5 = f64x2.add(m5, f64x2.mul(dy, lz));
      m6 = f64x2.add(m6, f64x2.mul(dz, lx));
      m7 = f64x2.add(m7, f64x2.mul(dz, ly));
      m8 = f64x2.add(m8, f64x2.mul(dz, lz));
    }
    const sum = both(total);
    if (!(sum > 0)) continue; // nobody, or only those who have melted since they docked
    bonds += filled;
    const m = buffer + MOMENT;
    store<f64>(m, both(m0));
    store<f64>(m, both(m1), 8);
    store<f64>(m, both(m2), 16);
    store<f64>(m, both(m3), 24);
    store<f64>(m, both(m4), 32);
    store<f64>(m, both(m5), 40);
    store<f64>(m, both(m6), 48);
    store<f64>(m, both(m7), 56);
    // In the plane nothing turns out of it.
    store<f64>(m, flat ? sum * spacing2 : both(m8), 64);
    const converged = follow(m, turns + ((<usize>particle) << 5), buffer + ROTATION, enough);
    if (shapes !== 0) shape(w, particle, sum * spacing2, flat);

    const material = materialOf(w, particle);
    const rest = both(rests);
    const strain = (both(lengths) + rest - 2 * turned(buffer, flat)) / rest;
    let harder: f64 = 1;
    let now: f64 = 1; // as stiff as that to a little more of the same strain
    let stored: f64 = 1;
    if (strain > HARDENS) {
      const over = (strain - HARDENS) / HARDENING;
      harder = min(1 + over, hardest);
      now = min(1 + over + (2 * strain) / HARDENING, 3 * hardest);
      // Up to where it gets no harder, the parabola; beyond, its tangent.
      const curved = min(over, hardest - 1);
      stored = 1 + (HARDENING * curved * (over - 0.5 * curved)) / strain;
    }
    store<f64>(hardness + ((<usize>i) << 3), now);
    const written = load<f64>(hardness + ((<usize>(n + i)) << 3));
    if (isOutdated(now, written)) hardened++;
    const stiffness = 0.5 * harder * load<f64>(material, STIFFNESS) * load<f64>(slot(v, i), 24);
    const fracture = load<f64>(material, FRACTURE);
    const breaking = fracture * fracture * spacing2;
    const r = buffer + ROTATION;
    const r0 = v128.load_splat<f64>(r);
    const r1 = v128.load_splat<f64>(r, 8);
    const r2 = v128.load_splat<f64>(r, 16);
    const r3 = v128.load_splat<f64>(r, 24);
    const r4 = v128.load_splat<f64>(r, 32);
    const r5 = v128.load_splat<f64>(r, 40);
    const r6 = v128.load_splat<f64>(r, 48);
    const r7 = v128.load_splat<f64>(r, 56);
    const r8 = v128.load_splat<f64>(r, 64);
    const stiff = f64x2.splat(stiffness);
    let fx = zero;
    let fy = zero;
    let fz = zero;
    let held = zero;
    let most = zero;
    dock = docks;
    offsets = buffer + OFFSETS;
    for (let site = lanes; site < lanesEnd; site += 64, dock += 8, offsets += 64) {
      const a = load<i32>(dock);
      const b = load<i32>(dock, 4);
      if ((a & b) < 0) continue;
      const lx = v128.load(site);
      const ly = v128.load(site, 16);
      const lz = v128.load(site, 32);
      const ex = f64x2.sub(
        f64x2.add(f64x2.add(f64x2.mul(r0, lx), f64x2.mul(r1, ly)), f64x2.mul(r2, lz)),
        v128.load(offsets),
      );
      const ey = f64x2.sub(
        f64x2.add(f64x2.add(f64x2.mul(r3, lx), f64x2.mul(r4, ly)), f64x2.mul(r5, lz)),
        v128.load(offsets, 16),
      );
      const ez = f64x2.sub(
        f64x2.add(f64x2.add(f64x2.mul(r6, lx), f64x2.mul(r7, ly)), f64x2.mul(r8, lz)),
        v128.load(offsets, 32),
      );
      let weight = v128.load(offsets, 48);
      let e2 = f64x2.add(f64x2.add(f64x2.mul(ex, ex), f64x2.mul(ey, ey)), f64x2.mul(ez, ez));
      e2 = v128.and(e2, f64x2.gt(weight, zero));
      if (f64x2.extract_lane(e2, 0) > breaking) {
        bonds -= part(w, i, <i32>((site - lanes) >> 5));
        broken++;
        weight = f64x2.replace_lane(weight, 0, 0);
        e2 = f64x2.replace_lane(e2, 0, 0);
      }
      if (f64x2.extract_lane(e2, 1) > breaking) {
        bonds -= part(w, i, <i32>((site - lanes) >> 5) + 1);
        broken++;
        weight = f64x2.replace_lane(weight, 1, 0);
        e2 = f64x2.replace_lane(e2, 1, 0);
      }
      v128.store(offsets, weight, 48);
      most = f64x2.max(most, e2);
      squares = f64x2.add(squares, e2);
      const k = f64x2.mul(stiff, weight);
      held = f64x2.add(held, f64x2.mul(k, e2));
      const gx = f64x2.mul(k, ex);
      const gy = f64x2.mul(k, ey);
      const gz = f64x2.mul(k, ez);
      fx = f64x2.add(fx, gx);
      fy = f64x2.add(fy, gy);
      fz = f64x2.add(fz, gz);
      if (a >= 0) {
        const fa = slot(f, a);
        v128.store(fa, f64x2.add(v128.load(fa), v128.shuffle<f64>(gx, gy, 0, 2)));
        store<f64>(fa, load<f64>(fa, 16) + f64x2.extract_lane(gz, 0), 16);
      }
      if (b >= 0) {
        const fb = slot(f, b);
        v128.store(fb, f64x2.add(v128.load(fb), v128.shuffle<f64>(gx, gy, 1, 3)));
        store<f64>(fb, load<f64>(fb, 16) + f64x2.extract_lane(gz, 1), 16);
      }
    }
    worst = f64x2.max(worst, most);
    if (f64x2.extract_lane(most, 0) > far || f64x2.extract_lane(most, 1) > far) {
      store<i32>(restless + ((<usize>i) << 2), 1);
    }
    energy += (0.5 * stored * both(held)) / harder;
    const fi = slot(f, i);
    store<f64>(fi, load<f64>(fi) - both(fx));
    store<f64>(fi, load<f64>(fi, 8) - both(fy), 8);
    store<f64>(fi, load<f64>(fi, 16) - both(fz), 16);
    // R is that of all bonds, and what is left of them may turn.
    if (!converged || broken > brokenBefore) straighten(w, i, stiffness);
  }
  put(c, ELASTIC, number(c, ELASTIC) + energy);
  put(c, STRAIN, sqrt(max(f64x2.extract_lane(worst, 0), f64x2.extract_lane(worst, 1)) / spacing2));
  put(c, STRAIN_SQUARES, both(squares) / spacing2);
  put(c, BONDS, <f64>bonds);
  put(c, BROKEN, number(c, BROKEN) + <f64>broken);
  return hardened;
}

/** tr(RᵀM); in the plane without what M has across it. */
// @inline
function turned(buffer: usize, flat: bool): f64 {
  const m = buffer + MOMENT;
  const r = buffer + ROTATION;
  const end: usize = flat ? 64 : 72;
  let sum: f64 = 0;
  for (let k: usize = 0; k < end; k += 8) sum += load<f64>(m + k) * load<f64>(r + k);
  return sum;
}

// @inline
function both(lanes: v128): f64 {
  return f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1);
}

/** Of a site, among what was kept in the buffer: coordinate 0 … 2 of r, or 3 for its weight. */
// @inline
function kept(buffer: usize, site: i32, what: usize): f64 {
  return load<f64>(buffer + OFFSETS + ((<usize>(site >> 1)) << 6) + (what << 4) + ((<usize>(site & 1)) << 3));
}

/**
 * A bond that is broken, on both sides: the sites are empty, and nobody docks there again. Returns by how many bonds the count
 * so far is too high: slots before i have been through.
 */
function part(w: usize, i: i32, site: i32): i32 {
  const docks = address(w, DOCKS);
  const j = index(docks, i * SITE_COUNT + site);
  close(w, i, site);
  for (let s: i32 = 0; s < SITE_COUNT; s++) {
    if (index(docks, j * SITE_COUNT + s) !== i) continue;
    close(w, j, s);
    return j < i ? 2 : 1;
  }
  return 1;
}

function close(w: usize, i: i32, site: i32): void {
  const particle = index(address(w, ORDER), i);
  store<i32>(address(w, DOCKS) + ((<usize>(i * SITE_COUNT + site)) << 2), -1);
  const occupied = address(w, OCCUPIED) + ((<usize>particle) << 2);
  store<i32>(occupied, load<i32>(occupied) & ~(1 << site));
  store<f32>(address(w, RATES) + ((<usize>(particle * SITE_COUNT + site)) << 2), 0);
  forgetTouching(w, particle);
}

/** A = M (Σ w l lᵀ)⁻¹ of a particle; the rotation where neighbours leave a direction open. */
function shape(w: usize, particle: i32, total: f64, flat: bool): void {
  const buffer = address(w, BUFFER);
  const sites = address(w, SITES);
  let xx: f64 = 0;
  let xy: f64 = 0;
  let xz: f64 = 0;
  let yy: f64 = 0;
  let yz: f64 = 0;
  let zz: f64 = flat ? total : 0;
  for (let s: i32 = 0; s < SITE_COUNT; s++) {
    const weight = kept(buffer, s, 3);
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

/** Takes the torque of slot i's neighbourhood out again, k Σ w r × R l. Its offsets and weights are in the buffer. */
function straighten(w: usize, i: i32, stiffness: f64): void {
  const buffer = address(w, BUFFER);
  const docks = address(w, DOCKS) + <usize>i * (SITE_COUNT << 2);
  const f = address(w, F);
  // i itself weighs as much as all others: it is the one that all forces were taken from.
  let cx: f64 = 0;
  let cy: f64 = 0;
  let cz: f64 = 0;
  let total: f64 = 0;
  let tx: f64 = 0;
  let ty: f64 = 0;
  let tz: f64 = 0;
  const r = buffer + ROTATION;
  for (let s: i32 = 0; s < SITE_COUNT; s++) {
    const weight = kept(buffer, s, 3);
    if (index(docks, s) < 0 || !(weight > 0)) continue;
    const site = slot(address(w, SITES), s);
    const lx = load<f64>(site);
    const ly = load<f64>(site, 8);
    const lz = load<f64>(site, 16);
    const gx = load<f64>(r) * lx + load<f64>(r, 8) * ly + load<f64>(r, 16) * lz;
    const gy = load<f64>(r, 24) * lx + load<f64>(r, 32) * ly + load<f64>(r, 40) * lz;
    const gz = load<f64>(r, 48) * lx + load<f64>(r, 56) * ly + load<f64>(r, 64) * lz;
    const x = kept(buffer, s, 0);
    const y = kept(buffer, s, 1);
    const z = kept(buffer, s, 2);
    const k = stiffness * weight;
    tx += k * (y * gz - z * gy);
    ty += k * (z * gx - x * gz);
    tz += k * (x * gy - y * gx);
    total += weight;
    cx += weight * x;
    cy += weight * y;
    cz += weight * z;
  }
  const sum = 2 * total;
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
    const weight = kept(buffer, s, 3);
    if (index(docks, s) < 0 || !(weight > 0)) continue;
    const x = kept(buffer, s, 0) - cx;
    const y = kept(buffer, s, 1) - cy;
    const z = kept(buffer, s, 2) - cz;
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
    const weight = kept(buffer, s, 3);
    if (index(docks, s) < 0 || !(weight > 0)) continue;
    const x = kept(buffer, s, 0) - cx;
    const y = kept(buffer, s, 1) - cy;
    const z = kept(buffer, s, 2) - cz;
    turnBack(slot(f, index(docks, s)), weight, ox, oy, oz, x, y, z);
  }
}

/** F −= w ω × r */
// @inline
function turnBack(f: usize, weight: f64, ox: f64, oy: f64, oz: f64, x: f64, y: f64, z: f64): void {
  store<f64>(f, load<f64>(f) - weight * (oy * z - oz * y));
  store<f64>(f, load<f64>(f, 8) - weight * (oz * x - ox * z), 8);
  store<f64>(f, load<f64>(f, 16) - weight * (ox * y - oy * x), 16);
}
