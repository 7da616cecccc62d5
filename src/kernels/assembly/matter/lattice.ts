/**
 * Rest state of a neighbourhood from its present state (Wicke et al. 2006):
 *
 *   M = Σ w r lᵀ     A = M (Σ w l lᵀ)⁻¹     R = argmax tr(RᵀM)     g = R l
 *   F_j = ½ k s_i w_j (g − r) on j, −F_j on i;     U = ¼ k s_i Σ w |g − r|²
 *
 * R is the polar rotation of M, equal to that of A in a complete neighbourhood, where Σ w l lᵀ is isotropic. It is optimal for the
 * weights of the forces (Müller et al. 2005), so that dU/dR = 0: F is the gradient of U and has no torque. The torque τ of a
 * rotation that has not converged is removed: F_j −= w_j (I⁻¹τ) × (p_j − c).
 *
 * With a linear law an impact of ρv² near E would flatten a solid permanently. So a neighbourhood hardens beyond a strain of about
 * 15 %: with S = Σ w |g − r|²/Σ w l², U = ¼ k s_i Σ w l² (S + (S − S₁)²/2S₀) for S > S₁, which multiplies F by 1 + (S − S₁)/S₀ and
 * has no torque either.
 *
 * Symbols
 *   r   offset p_j − p_i of a neighbour, m
 *   l   lattice point of its site, m
 *   w   weight w(l) s_j
 *   s   solid share
 *   k   stiffness of a bond, N/m
 *   c   w-weighted centre of the neighbourhood and i; I = Σ w (|p|² 1 − p pᵀ) about it
 */
import * as Edge from '../../../layouts/generated/edge';
import * as Matrix from '../../../layouts/generated/matrix';
import * as Material from '../../../layouts/generated/matter-material';
import * as Numbers from '../../../layouts/generated/matter-numbers';
import * as Words from '../../../layouts/generated/matter-words';
import * as Neighbourhood from '../../../layouts/generated/neighbourhood';
import * as Quaternion from '../../../layouts/generated/quaternion';
import * as SiteLanes from '../../../layouts/generated/site-lanes';
import * as SlotPosition from '../../../layouts/generated/slot-position';
import * as SlotVelocity from '../../../layouts/generated/slot-velocity';
import { Y, Z } from '../../../layouts/generated/vector';
import { index, number, put, putIndex, VECTOR } from '../memory';
import { isOutdated } from './edges';
import { angularVelocity } from './inertia';
import { forgetTouching } from './pushes';
import { address, materialOf, SITE_COUNT, SOLID, slot, word } from './record';
import { follow } from './rotation';

/** Largest distance from its site, in units of D, at which a neighbour cannot occupy another one. */
export const QUIET: f64 = 0.3;

/** Strains S₁, from which matter hardens, and S₀, over which its stiffness doubles. */
export const HARDENS: f64 = 0.0075;
export const HARDENING: f64 = 0.01;

/**
 * Adds elastic forces to SLOT_FORCE and their energy to ELASTIC_ENERGY; writes A too with `shapes`. Bonds beyond their fracture strain
 * break. Writes the tangent stiffness of each neighbourhood over that at rest to HARDNESS; returns the number of those for which EDGES
 * are outdated. `enough` is the square of the last rotation step, rad².
 */
export function matterLattice(w: usize, c: usize, shapes: i32, enough: f64): i32 {
  const n = word(w, Words.COUNT);
  const labels = address(w, Words.LABELS);
  const order = address(w, Words.ORDER);
  const x = address(w, Words.SLOT_POSITION);
  const v = address(w, Words.SLOT_VELOCITY);
  const f = address(w, Words.SLOT_FORCE);
  const lanes = address(w, Words.SITE_LANES);
  const lanesEnd = lanes + (SITE_COUNT >> 1) * SiteLanes.BYTES;
  const buffer = address(w, Words.SCRATCH);
  const turns = address(w, Words.ROTATION);
  const restless = address(w, Words.RESTLESS);
  const flat = word(w, Words.FLAT) !== 0;
  const spacing2 = number(c, Numbers.SPACING) * number(c, Numbers.SPACING);
  const zero = f64x2.splat(0);
  let energy: f64 = 0;
  let worst = zero;
  const far = QUIET * QUIET * spacing2;
  let squares = zero;
  let bonds: i32 = 0;
  let hardened: i32 = 0;
  let broken: i32 = 0;
  const hardness = address(w, Words.HARDNESS);
  const hardest = number(c, Numbers.HARDEST);
  for (let i: i32 = 0; i < n; i++) {
    putIndex(restless, i, 0);
    if ((index(labels, i) & SOLID) === 0) continue;
    const brokenBefore = broken;
    const docks = address(w, Words.DOCKS) + <usize>i * (SITE_COUNT << 2);
    const particle = index(order, i);
    const xi = slot(x, i);
    const px = f64x2.splat(load<f64>(xi));
    const py = f64x2.splat(load<f64>(xi, Y));
    const pz = f64x2.splat(load<f64>(xi, Z));
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
    let offsets = buffer + Neighbourhood.OFFSETS;
    for (
      let site = lanes;
      site < lanesEnd;
      site += SiteLanes.BYTES, dock += Edge.BYTES, offsets += SiteLanes.BYTES
    ) {
      const a = load<i32>(dock, Edge.A);
      const b = load<i32>(dock, Edge.B);
      if ((a & b) < 0) {
        v128.store(offsets, zero, SiteLanes.WEIGHT);
        continue;
      }
      // The slot itself stands for an empty site of a pair, with weight 0.
      const ja = a < 0 ? i : a;
      const jb = b < 0 ? i : b;
      const xa = slot(x, ja);
      const xb = slot(x, jb);
      const pa = v128.load(xa, SlotPosition.POSITION);
      const pb = v128.load(xb, SlotPosition.POSITION);
      const dx = f64x2.sub(v128.shuffle<f64>(pa, pb, 0, 2), px);
      const dy = f64x2.sub(v128.shuffle<f64>(pa, pb, 1, 3), py);
      const dz = f64x2.sub(
        v128.shuffle<f64>(
          v128.load(xa, SlotPosition.POSITION + Z),
          v128.load(xb, SlotPosition.POSITION + Z),
          0,
          2,
        ),
        pz,
      );
      let weight = f64x2.mul(
        v128.load(site, SiteLanes.WEIGHT),
        v128.shuffle<f64>(
          v128.load(slot(v, ja), SlotVelocity.VELOCITY + Z),
          v128.load(slot(v, jb), SlotVelocity.VELOCITY + Z),
          1,
          3,
        ),
      );
      if (a < 0) weight = f64x2.replace_lane(weight, 0, 0);
      else filled++;
      if (b < 0) weight = f64x2.replace_lane(weight, 1, 0);
      else filled++;
      v128.store(offsets, dx, SiteLanes.X);
      v128.store(offsets, dy, SiteLanes.Y);
      v128.store(offsets, dz, SiteLanes.Z);
      v128.store(offsets, weight, SiteLanes.WEIGHT);
      total = f64x2.add(total, weight);
      const sx = v128.load(site, SiteLanes.X);
      const sy = v128.load(site, SiteLanes.Y);
      const sz = v128.load(site, SiteLanes.Z);
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
    if (!(sum > 0)) continue; // no neighbours, or only molten ones
    bonds += filled;
    const m = buffer + Neighbourhood.MOMENT;
    store<f64>(m, both(m0), Matrix.XX);
    store<f64>(m, both(m1), Matrix.XY);
    store<f64>(m, both(m2), Matrix.XZ);
    store<f64>(m, both(m3), Matrix.YX);
    store<f64>(m, both(m4), Matrix.YY);
    store<f64>(m, both(m5), Matrix.YZ);
    store<f64>(m, both(m6), Matrix.ZX);
    store<f64>(m, both(m7), Matrix.ZY);
    // Planar matter rotates in its plane.
    store<f64>(m, flat ? sum * spacing2 : both(m8), Matrix.ZZ);
    const converged = follow(
      m,
      turns + <usize>particle * Quaternion.BYTES,
      buffer + Neighbourhood.ROTATION,
      enough,
    );
    if (shapes !== 0) shape(w, particle, sum * spacing2, flat);

    const material = materialOf(w, particle);
    const rest = both(rests);
    const strain = (both(lengths) + rest - 2 * turned(buffer, flat)) / rest;
    let harder: f64 = 1;
    let now: f64 = 1; // tangent stiffness over that at rest
    let stored: f64 = 1;
    if (strain > HARDENS) {
      const over = (strain - HARDENS) / HARDENING;
      harder = min(1 + over, hardest);
      now = min(1 + over + (2 * strain) / HARDENING, 3 * hardest);
      // A parabola up to the largest hardness, then its tangent.
      const curved = min(over, hardest - 1);
      stored = 1 + (HARDENING * curved * (over - 0.5 * curved)) / strain;
    }
    put(hardness, i, now);
    const written = number(hardness, n + i);
    if (isOutdated(now, written)) hardened++;
    const stiffness =
      0.5 * harder * number(material, Material.STIFFNESS) * load<f64>(slot(v, i), SlotVelocity.SOLID_SHARE);
    const fracture = number(material, Material.FRACTURE);
    const breaking = fracture * fracture * spacing2;
    const r = buffer + Neighbourhood.ROTATION;
    const r0 = v128.load_splat<f64>(r, Matrix.XX);
    const r1 = v128.load_splat<f64>(r, Matrix.XY);
    const r2 = v128.load_splat<f64>(r, Matrix.XZ);
    const r3 = v128.load_splat<f64>(r, Matrix.YX);
    const r4 = v128.load_splat<f64>(r, Matrix.YY);
    const r5 = v128.load_splat<f64>(r, Matrix.YZ);
    const r6 = v128.load_splat<f64>(r, Matrix.ZX);
    const r7 = v128.load_splat<f64>(r, Matrix.ZY);
    const r8 = v128.load_splat<f64>(r, Matrix.ZZ);
    const stiff = f64x2.splat(stiffness);
    let fx = zero;
    let fy = zero;
    let fz = zero;
    let held = zero;
    let most = zero;
    dock = docks;
    offsets = buffer + Neighbourhood.OFFSETS;
    for (
      let site = lanes;
      site < lanesEnd;
      site += SiteLanes.BYTES, dock += Edge.BYTES, offsets += SiteLanes.BYTES
    ) {
      const a = load<i32>(dock, Edge.A);
      const b = load<i32>(dock, Edge.B);
      if ((a & b) < 0) continue;
      const lx = v128.load(site, SiteLanes.X);
      const ly = v128.load(site, SiteLanes.Y);
      const lz = v128.load(site, SiteLanes.Z);
      const ex = f64x2.sub(
        f64x2.add(f64x2.add(f64x2.mul(r0, lx), f64x2.mul(r1, ly)), f64x2.mul(r2, lz)),
        v128.load(offsets, SiteLanes.X),
      );
      const ey = f64x2.sub(
        f64x2.add(f64x2.add(f64x2.mul(r3, lx), f64x2.mul(r4, ly)), f64x2.mul(r5, lz)),
        v128.load(offsets, SiteLanes.Y),
      );
      const ez = f64x2.sub(
        f64x2.add(f64x2.add(f64x2.mul(r6, lx), f64x2.mul(r7, ly)), f64x2.mul(r8, lz)),
        v128.load(offsets, SiteLanes.Z),
      );
      let weight = v128.load(offsets, SiteLanes.WEIGHT);
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
      v128.store(offsets, weight, SiteLanes.WEIGHT);
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
        store<f64>(fa, load<f64>(fa, Z) + f64x2.extract_lane(gz, 0), Z);
      }
      if (b >= 0) {
        const fb = slot(f, b);
        v128.store(fb, f64x2.add(v128.load(fb), v128.shuffle<f64>(gx, gy, 1, 3)));
        store<f64>(fb, load<f64>(fb, Z) + f64x2.extract_lane(gz, 1), Z);
      }
    }
    worst = f64x2.max(worst, most);
    if (f64x2.extract_lane(most, 0) > far || f64x2.extract_lane(most, 1) > far) {
      putIndex(restless, i, 1);
    }
    energy += (0.5 * stored * both(held)) / harder;
    const fi = slot(f, i);
    store<f64>(fi, load<f64>(fi) - both(fx));
    store<f64>(fi, load<f64>(fi, Y) - both(fy), Y);
    store<f64>(fi, load<f64>(fi, Z) - both(fz), Z);
    // R was computed with all bonds; those that are left may exert a torque.
    if (!converged || broken > brokenBefore) straighten(w, i, stiffness);
  }
  put(c, Numbers.ELASTIC_ENERGY, number(c, Numbers.ELASTIC_ENERGY) + energy);
  put(
    c,
    Numbers.LARGEST_STRAIN,
    sqrt(max(f64x2.extract_lane(worst, 0), f64x2.extract_lane(worst, 1)) / spacing2),
  );
  put(c, Numbers.STRAIN_SQUARES, both(squares) / spacing2);
  put(c, Numbers.BONDS, <f64>bonds);
  put(c, Numbers.BROKEN_BONDS, number(c, Numbers.BROKEN_BONDS) + <f64>broken);
  return hardened;
}

/** Returns tr(RᵀM); in the plane without the component across it. */
// @inline
function turned(buffer: usize, flat: bool): f64 {
  const m = buffer + Neighbourhood.MOMENT;
  const r = buffer + Neighbourhood.ROTATION;
  const end: usize = flat ? Matrix.ZZ : Matrix.BYTES;
  let sum: f64 = 0;
  for (let k: usize = 0; k < end; k += 8) sum += load<f64>(m + k) * load<f64>(r + k);
  return sum;
}

// @inline
function both(lanes: v128): f64 {
  return f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1);
}

/** Returns a field of SiteLanes of a site in SCRATCH. */
// @inline
function kept(buffer: usize, site: i32, what: usize): f64 {
  return load<f64>(
    buffer + Neighbourhood.OFFSETS + <usize>(site >> 1) * SiteLanes.BYTES + what + ((<usize>(site & 1)) << 3),
  );
}

/**
 * Breaks a bond in both directions: its sites are empty and dock no more. Returns the correction to the count of bonds: slots before i
 * have been counted.
 */
function part(w: usize, i: i32, site: i32): i32 {
  const docks = address(w, Words.DOCKS);
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
  const particle = index(address(w, Words.ORDER), i);
  store<i32>(address(w, Words.DOCKS) + ((<usize>(i * SITE_COUNT + site)) << 2), -1);
  const occupied = address(w, Words.OCCUPIED) + ((<usize>particle) << 2);
  store<i32>(occupied, load<i32>(occupied) & ~(1 << site));
  store<f32>(address(w, Words.DOCKING_RATES) + ((<usize>(particle * SITE_COUNT + site)) << 2), 0);
  forgetTouching(w, particle);
}

/** Writes A = M (Σ w l lᵀ)⁻¹ of a particle; the rotation if its neighbours do not span space. */
function shape(w: usize, particle: i32, total: f64, flat: bool): void {
  const buffer = address(w, Words.SCRATCH);
  const sites = address(w, Words.SITES);
  let xx: f64 = 0;
  let xy: f64 = 0;
  let xz: f64 = 0;
  let yy: f64 = 0;
  let yz: f64 = 0;
  let zz: f64 = flat ? total : 0;
  for (let s: i32 = 0; s < SITE_COUNT; s++) {
    const weight = kept(buffer, s, SiteLanes.WEIGHT);
    if (!(weight > 0)) continue;
    const site = slot(sites, s);
    const x = load<f64>(site);
    const y = load<f64>(site, Y);
    const z = load<f64>(site, Z);
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
  const out = address(w, Words.DEFORMATION) + <usize>particle * Matrix.BYTES;
  const size = xx + yy + zz;
  if (!(determinant > 1e-6 * size * size * size)) {
    memory.copy(out, buffer + Neighbourhood.ROTATION, Matrix.BYTES);
    return;
  }
  const inverse = 1 / determinant;
  const i0 = c0 * inverse;
  const i1 = c1 * inverse;
  const i2 = c2 * inverse;
  const i4 = (xx * zz - xz * xz) * inverse;
  const i5 = (xy * xz - xx * yz) * inverse;
  const i8 = (xx * yy - xy * xy) * inverse;
  for (let row: usize = 0; row < <usize>Matrix.BYTES; row += VECTOR) {
    const x = load<f64>(buffer + Neighbourhood.MOMENT + row);
    const y = load<f64>(buffer + Neighbourhood.MOMENT + row, Y);
    const z = load<f64>(buffer + Neighbourhood.MOMENT + row, Z);
    store<f64>(out + row, x * i0 + y * i1 + z * i2);
    store<f64>(out + row, x * i1 + y * i4 + z * i5, Y);
    store<f64>(out + row, x * i2 + y * i5 + z * i8, Z);
  }
}

/** Removes the torque k Σ w r × R l of slot i's neighbourhood, whose offsets and weights are in SCRATCH. */
function straighten(w: usize, i: i32, stiffness: f64): void {
  const buffer = address(w, Words.SCRATCH);
  const docks = address(w, Words.DOCKS) + <usize>i * (SITE_COUNT << 2);
  const f = address(w, Words.SLOT_FORCE);
  // Slot i weighs as much as all others together, since it bears the opposite of all forces.
  let cx: f64 = 0;
  let cy: f64 = 0;
  let cz: f64 = 0;
  let total: f64 = 0;
  let tx: f64 = 0;
  let ty: f64 = 0;
  let tz: f64 = 0;
  const r = buffer + Neighbourhood.ROTATION;
  for (let s: i32 = 0; s < SITE_COUNT; s++) {
    const weight = kept(buffer, s, SiteLanes.WEIGHT);
    if (index(docks, s) < 0 || !(weight > 0)) continue;
    const site = slot(address(w, Words.SITES), s);
    const lx = load<f64>(site);
    const ly = load<f64>(site, Y);
    const lz = load<f64>(site, Z);
    const gx = load<f64>(r, Matrix.XX) * lx + load<f64>(r, Matrix.XY) * ly + load<f64>(r, Matrix.XZ) * lz;
    const gy = load<f64>(r, Matrix.YX) * lx + load<f64>(r, Matrix.YY) * ly + load<f64>(r, Matrix.YZ) * lz;
    const gz = load<f64>(r, Matrix.ZX) * lx + load<f64>(r, Matrix.ZY) * ly + load<f64>(r, Matrix.ZZ) * lz;
    const x = kept(buffer, s, SiteLanes.X);
    const y = kept(buffer, s, SiteLanes.Y);
    const z = kept(buffer, s, SiteLanes.Z);
    const k = stiffness * weight;
    tx += k * (y * gz - z * gy);
    ty += k * (z * gx - x * gz);
    tz += k * (x * gy - y * gx);
    total += weight;
    cx += weight * x;
    cy += weight * y;
    cz += weight * z;
  }
  if (!(total > 0)) return; // all bonds broke
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
    const weight = kept(buffer, s, SiteLanes.WEIGHT);
    if (index(docks, s) < 0 || !(weight > 0)) continue;
    const x = kept(buffer, s, SiteLanes.X) - cx;
    const y = kept(buffer, s, SiteLanes.Y) - cy;
    const z = kept(buffer, s, SiteLanes.Z) - cz;
    xx += weight * x * x;
    xy += weight * x * y;
    xz += weight * x * z;
    yy += weight * y * y;
    yz += weight * y * z;
    zz += weight * z * z;
  }
  const spin = buffer + Neighbourhood.MOMENT; // no longer needed
  angularVelocity(spin, xx, xy, xz, yy, yz, zz, tx, ty, tz);
  const ox = load<f64>(spin);
  const oy = load<f64>(spin, Y);
  const oz = load<f64>(spin, Z);
  turnBack(slot(f, i), total, ox, oy, oz, -cx, -cy, -cz);
  for (let s: i32 = 0; s < SITE_COUNT; s++) {
    const weight = kept(buffer, s, SiteLanes.WEIGHT);
    if (index(docks, s) < 0 || !(weight > 0)) continue;
    const x = kept(buffer, s, SiteLanes.X) - cx;
    const y = kept(buffer, s, SiteLanes.Y) - cy;
    const z = kept(buffer, s, SiteLanes.Z) - cz;
    turnBack(slot(f, index(docks, s)), weight, ox, oy, oz, x, y, z);
  }
}

/** Computes F −= w ω × r. */
// @inline
function turnBack(f: usize, weight: f64, ox: f64, oy: f64, oz: f64, x: f64, y: f64, z: f64): void {
  store<f64>(f, load<f64>(f) - weight * (oy * z - oz * y));
  store<f64>(f, load<f64>(f, Y) - weight * (oz * x - ox * z), Y);
  store<f64>(f, load<f64>(f, Z) - weight * (ox * y - oy * x), Z);
}
