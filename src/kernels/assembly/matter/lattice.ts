/**
 * The rest state of a neighbourhood from its present state (Wicke et al. 2006). With r_j = p_j − p_i, the lattice points
 * l_j that neighbours sit on, and weights w_j = w(l_j) s_j (s the solid share):
 *
 *   M = Σ w r lᵀ     A = M (Σ w l lᵀ)⁻¹     R the rotation with the largest tr(RᵀM)     g = R l
 *   F_j = ½ k s_i w_j (g − r) on j, minus that on i;     U = ¼ k s_i Σ w |g − r|²
 *
 * R is the polar rotation of M: that of A where the neighbourhood is whole, for Σ w l lᵀ is isotropic there. It is the
 * best one for the weights that forces have (Müller et al. 2005), so that dU/dR = 0: SLOT_FORCE is the gradient of U, and its
 * torque Σ r × SLOT_FORCE is none. What torque is left all the same (a rotation that has not converged) is taken out:
 * F_j −= w_j (I⁻¹τ) × (p_j − c), c the w-weighted centre of the neighbourhood and i, I = Σ w (|r|² 1 − r rᵀ) about it.
 *
 * A linear law lets an impact of ρv² near E press a solid flat, once and for all. So a neighbourhood hardens from a strain of
 * about 15 % on: with S = Σ w |g − r|²/Σ w l², U = ¼ k s_i Σ w l² (S + (S − S₁)²/2S₀) beyond S₁, which is the force above
 * times 1 + (S − S₁)/S₀. It has no torque either.
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
import { index, number, put, VECTOR } from '../memory';
import { isOutdated } from './edges';
import { forgetTouching } from './pushes';
import { address, materialOf, SITE_COUNT, SOLID, slot, word } from './record';
import { follow } from './rotation';

/** Of D: a neighbour that is nearer to its site than this sits on no other. */
export const QUIET: f64 = 0.3;

/** S₁, S₀ */
export const HARDENS: f64 = 0.0075;
export const HARDENING: f64 = 0.01;

/**
 * Adds elastic forces to SLOT_FORCE and their energy to ELASTIC_ENERGY; `shapes`: writes A too. Sites beyond their strain break off. Returns how
 * many neighbourhoods have hardened, or are soft again, by much since edges were written; how stiff each is now, over what it
 * is at rest, goes to HARDNESS.
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
    store<i32>(restless + ((<usize>i) << 2), 0);
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
      // An empty site beside a filled one: i itself, which weighs nothing.
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
    if (!(sum > 0)) continue; // nobody, or only those who have melted since they docked
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
    // In the plane nothing turns out of it.
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
      store<i32>(restless + ((<usize>i) << 2), 1);
    }
    energy += (0.5 * stored * both(held)) / harder;
    const fi = slot(f, i);
    store<f64>(fi, load<f64>(fi) - both(fx));
    store<f64>(fi, load<f64>(fi, Y) - both(fy), Y);
    store<f64>(fi, load<f64>(fi, Z) - both(fz), Z);
    // R is that of all bonds, and what is left of them may turn.
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

/** tr(RᵀM); in the plane without what M has across it. */
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

/** Of a site, among what was kept in the buffer: a field of SiteLanes. */
// @inline
function kept(buffer: usize, site: i32, what: usize): f64 {
  return load<f64>(
    buffer + Neighbourhood.OFFSETS + <usize>(site >> 1) * SiteLanes.BYTES + what + ((<usize>(site & 1)) << 3),
  );
}

/**
 * A bond that is broken, on both sides: the sites are empty, and nobody docks there again. Returns by how many bonds the count
 * so far is too high: slots before i have been through.
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

/** A = M (Σ w l lᵀ)⁻¹ of a particle; the rotation where neighbours leave a direction open. */
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

/** Takes the torque of slot i's neighbourhood out again, k Σ w r × R l. Its offsets and weights are in the buffer. */
function straighten(w: usize, i: i32, stiffness: f64): void {
  const buffer = address(w, Words.SCRATCH);
  const docks = address(w, Words.DOCKS) + <usize>i * (SITE_COUNT << 2);
  const f = address(w, Words.SLOT_FORCE);
  // i itself weighs as much as all others: it is the one that all forces were taken from.
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
    const weight = kept(buffer, s, SiteLanes.WEIGHT);
    if (index(docks, s) < 0 || !(weight > 0)) continue;
    const x = kept(buffer, s, SiteLanes.X) - cx;
    const y = kept(buffer, s, SiteLanes.Y) - cy;
    const z = kept(buffer, s, SiteLanes.Z) - cz;
    turnBack(slot(f, index(docks, s)), weight, ox, oy, oz, x, y, z);
  }
}

/** SLOT_FORCE −= w ω × r */
// @inline
function turnBack(f: usize, weight: f64, ox: f64, oy: f64, oz: f64, x: f64, y: f64, z: f64): void {
  store<f64>(f, load<f64>(f) - weight * (oy * z - oz * y));
  store<f64>(f, load<f64>(f, Y) - weight * (oz * x - ox * z), Y);
  store<f64>(f, load<f64>(f, Z) - weight * (ox * y - oy * x), Z);
}
