/** Transfer between particles and slots, the explicit update, and damping of motion that is not locally rigid. */
import * as DampedMember from '../../../layouts/generated/damped-member';
import * as LatticeSite from '../../../layouts/generated/lattice-site';
import * as Material from '../../../layouts/generated/matter-material';
import * as Numbers from '../../../layouts/generated/matter-numbers';
import * as Words from '../../../layouts/generated/matter-words';
import * as SlotPosition from '../../../layouts/generated/slot-position';
import * as SlotShift from '../../../layouts/generated/slot-shift';
import * as SlotVector from '../../../layouts/generated/slot-vector';
import * as SlotVelocity from '../../../layouts/generated/slot-velocity';
import { Y, Z } from '../../../layouts/generated/vector';
import { index, number, putIndex } from '../memory';
import { angularVelocity } from './inertia';
import { address, materialOf, SITE_COUNT, SOLID, slot, WHOLE, word } from './record';

/** Fills SLOT_POSITION and SLOT_VELOCITY of all slots from planar arrays, clears SLOT_FORCE and SLOT_SHIFT. */
export function matterGather(w: usize, positions: usize, velocities: usize): void {
  const n = word(w, Words.COUNT);
  const plane: usize = (<usize>word(w, Words.STRIDE)) << 3;
  const first: usize = (<usize>word(w, Words.FIRST)) << 3;
  const order = address(w, Words.ORDER);
  const mass = address(w, Words.MASS) + first;
  const share = address(w, Words.SOLID_SHARE);
  const x = address(w, Words.SLOT_POSITION);
  const v = address(w, Words.SLOT_VELOCITY);
  const f = address(w, Words.SLOT_FORCE);
  const shift = address(w, Words.SLOT_SHIFT);
  const zero = f64x2.splat(0);
  for (let i: i32 = 0; i < n; i++) {
    const particle = index(order, i);
    const at: usize = (<usize>particle) << 3;
    const xi = slot(x, i);
    const from = positions + first + at;
    store<f64>(xi, load<f64>(from), SlotPosition.POSITION);
    store<f64>(xi, load<f64>(from + plane), SlotPosition.POSITION + Y);
    store<f64>(xi, load<f64>(from + (plane << 1)), SlotPosition.POSITION + Z);
    store<f64>(xi, load<f64>(mass + at), SlotPosition.MASS);
    const vi = slot(v, i);
    const speed = velocities + first + at;
    store<f64>(vi, load<f64>(speed), SlotVelocity.VELOCITY);
    store<f64>(vi, load<f64>(speed + plane), SlotVelocity.VELOCITY + Y);
    store<f64>(vi, load<f64>(speed + (plane << 1)), SlotVelocity.VELOCITY + Z);
    store<f64>(vi, load<f64>(share + at), SlotVelocity.SOLID_SHARE);
    const fi = slot(f, i);
    v128.store(fi, zero);
    v128.store(fi, zero, Z);
    const si = slot(shift, i);
    v128.store(si, zero, SlotShift.VELOCITY);
    store<f64>(si, 0, SlotShift.VELOCITY + Z);
    store<f64>(si, number(materialOf(w, particle), Material.SMOOTHING), SlotShift.SMOOTHING);
  }
}

/** Clears SLOT_FORCE. */
export function matterClear(w: usize): void {
  memory.fill(address(w, Words.SLOT_FORCE), 0, <usize>word(w, Words.COUNT) * SlotVector.BYTES);
}

/** Labels all slots; returns the number of those that are at least partly solid. */
export function matterLabel(w: usize): i32 {
  const n = word(w, Words.COUNT);
  const order = address(w, Words.ORDER);
  const labels = address(w, Words.LABELS);
  const object = address(w, Words.OBJECT_OF);
  const share = address(w, Words.SOLID_SHARE);
  let solids: i32 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const particle = index(order, i);
    const s = number(share, particle);
    const whole = s >= 1 && !(number(materialOf(w, particle), Material.SOLID_PRESSURE) > 0);
    const label = (index(object, particle) << 2) | (s > 0 ? SOLID : 0) | (whole ? WHOLE : 0);
    putIndex(labels, i, label);
    if (s > 0) solids++;
  }
  return solids;
}

/**
 * Adds h SLOT_FORCE/m to velocities, and the resulting displacement of the sub-step and that of XSPH to positions; the engine has
 * moved particles before. Planar matter stays in its plane.
 */
export function matterAdvance(w: usize, c: usize): void {
  const n = word(w, Words.COUNT);
  const plane: usize = (<usize>word(w, Words.STRIDE)) << 3;
  const first: usize = (<usize>word(w, Words.FIRST)) << 3;
  const order = address(w, Words.ORDER);
  const inverse = address(w, Words.INVERSE_MASS) + first;
  const x = address(w, Words.POSITION) + first;
  const v = address(w, Words.VELOCITY) + first;
  const f = address(w, Words.SLOT_FORCE);
  const shift = address(w, Words.SLOT_SHIFT);
  const flat = word(w, Words.FLAT) !== 0;
  const h = number(c, Numbers.STEP);
  for (let i: i32 = 0; i < n; i++) {
    const at: usize = (<usize>index(order, i)) << 3;
    const k = load<f64>(inverse + at);
    if (k === 0) continue;
    const fi = slot(f, i);
    const si = slot(shift, i);
    for (let axis: usize = 0; axis < 3; axis++) {
      const xa = x + at + axis * plane;
      const va = v + at + axis * plane;
      if (flat && axis === 2) {
        store<f64>(xa, load<f64>(slot(address(w, Words.SLOT_POSITION), i), Z));
        store<f64>(va, 0);
        continue;
      }
      const gain = h * k * load<f64>(fi + (axis << 3));
      store<f64>(va, load<f64>(va) + gain);
      store<f64>(xa, load<f64>(xa) + h * (gain + load<f64>(si + (axis << 3))));
    }
  }
}

/** Damping rate η of freezing matter, in units of its freezing rate. */
const SETTLING: f64 = 50;

/**
 * Damps motion that is not locally rigid. In each neighbourhood, where i has the weight w(0) of all its neighbours,
 *
 *   v̄ = Σ m w v/Σ m w   c = Σ m w p/Σ m w   ω = I⁻¹ Σ m w (p − c) × (v − v̄)   v_n = v − v̄ − ω × (p − c)
 *   F = −η m w v_n/Σ w, without total force and torque
 *
 * η is at most LARGEST_DAMPING, beyond which it would reverse motion. One call stands for `steps` sub-steps.
 */
export function matterDamp(w: usize, c: usize, steps: f64): void {
  const n = word(w, Words.COUNT);
  const labels = address(w, Words.LABELS);
  const order = address(w, Words.ORDER);
  const x = address(w, Words.SLOT_POSITION);
  const v = address(w, Words.SLOT_VELOCITY);
  const f = address(w, Words.SLOT_FORCE);
  const sites = address(w, Words.SITES);
  const buffer = address(w, Words.SCRATCH);
  const most = number(c, Numbers.LARGEST_DAMPING);
  const whole = number(c, Numbers.SITE_WEIGHTS);
  for (let i: i32 = 0; i < n; i++) {
    if ((index(labels, i) & SOLID) === 0) continue;
    const particle = index(order, i);
    const material = materialOf(w, particle);
    const share = load<f64>(slot(v, i), SlotVelocity.SOLID_SHARE);
    // Growing forces pull freezing particles to their sites: damping keeps them slow until they are bound.
    const freezes = share < 1 && index(address(w, Words.PHASE), particle) !== 0;
    const damping = share * number(material, Material.DAMPING);
    const rate =
      steps * min(freezes ? max(damping, SETTLING * number(material, Material.FADING_RATE)) : damping, most);
    if (!(rate > 0)) continue;
    const docks = address(w, Words.DOCKS) + <usize>i * (SITE_COUNT << 2);
    const xi = slot(x, i);
    const vi = slot(v, i);
    // Members: slot and weight m w; relative to i, so that large coordinates lose no precision.
    let members: i32 = 0;
    let total: f64 = 0;
    let plain: f64 = 0;
    let p = f64x2.splat(0);
    let pz: f64 = 0;
    let u = f64x2.splat(0);
    let uz: f64 = 0;
    for (let s: i32 = 0; s < SITE_COUNT; s++) {
      const j = index(docks, s);
      if (j < 0) continue;
      const xj = slot(x, j);
      const vj = slot(v, j);
      const weight = load<f64>(slot(sites, s), LatticeSite.WEIGHT) * load<f64>(vj, SlotVelocity.SOLID_SHARE);
      const heavy = weight * load<f64>(xj, SlotPosition.MASS);
      const to = buffer + <usize>members * DampedMember.BYTES;
      const d = f64x2.sub(v128.load(xj, SlotPosition.POSITION), v128.load(xi, SlotPosition.POSITION));
      const dz = load<f64>(xj, SlotPosition.POSITION + Z) - load<f64>(xi, SlotPosition.POSITION + Z);
      const e = f64x2.sub(v128.load(vj, SlotVelocity.VELOCITY), v128.load(vi, SlotVelocity.VELOCITY));
      const ez = load<f64>(vj, SlotVelocity.VELOCITY + Z) - load<f64>(vi, SlotVelocity.VELOCITY + Z);
      v128.store(to, d, DampedMember.POSITION);
      store<f64>(to, dz, DampedMember.POSITION + Z);
      store<f64>(to, heavy, DampedMember.MASS);
      v128.store(to, e, DampedMember.VELOCITY);
      store<f64>(to, ez, DampedMember.VELOCITY + Z);
      store<i32>(to, j, DampedMember.SLOT);
      members++;
      plain += weight;
      total += heavy;
      const k = f64x2.splat(heavy);
      p = f64x2.add(p, f64x2.mul(k, d));
      pz += heavy * dz;
      u = f64x2.add(u, f64x2.mul(k, e));
      uz += heavy * ez;
    }
    if (!(plain > 0)) continue; // no neighbours, or only molten ones
    const own = buffer + <usize>members * DampedMember.BYTES;
    v128.store(own, f64x2.splat(0), DampedMember.POSITION);
    store<f64>(own, 0, DampedMember.POSITION + Z);
    store<f64>(own, plain * load<f64>(xi, SlotPosition.MASS), DampedMember.MASS);
    v128.store(own, f64x2.splat(0), DampedMember.VELOCITY);
    store<f64>(own, 0, DampedMember.VELOCITY + Z);
    store<i32>(own, i, DampedMember.SLOT);
    total += plain * load<f64>(xi, SlotPosition.MASS);
    members++;
    const cx = f64x2.extract_lane(p, 0) / total;
    const cy = f64x2.extract_lane(p, 1) / total;
    const cz = pz / total;
    const bx = f64x2.extract_lane(u, 0) / total;
    const by = f64x2.extract_lane(u, 1) / total;
    const bz = uz / total;
    let xx: f64 = 0;
    let xy: f64 = 0;
    let xz: f64 = 0;
    let yy: f64 = 0;
    let yz: f64 = 0;
    let zz: f64 = 0;
    let lx: f64 = 0;
    let ly: f64 = 0;
    let lz: f64 = 0;
    for (let k: i32 = 0; k < members; k++) {
      const at = buffer + <usize>k * DampedMember.BYTES;
      const heavy = load<f64>(at, DampedMember.MASS);
      const px = load<f64>(at, DampedMember.POSITION) - cx;
      const py = load<f64>(at, DampedMember.POSITION + Y) - cy;
      const pz2 = load<f64>(at, DampedMember.POSITION + Z) - cz;
      const vx = load<f64>(at, DampedMember.VELOCITY) - bx;
      const vy = load<f64>(at, DampedMember.VELOCITY + Y) - by;
      const vz = load<f64>(at, DampedMember.VELOCITY + Z) - bz;
      const hx = heavy * px;
      const hy = heavy * py;
      const hz = heavy * pz2;
      xx += hx * px;
      xy += hx * py;
      xz += hx * pz2;
      yy += hy * py;
      yz += hy * pz2;
      zz += hz * pz2;
      lx += hy * vz - hz * vy;
      ly += hz * vx - hx * vz;
      lz += hx * vy - hy * vx;
    }
    const spin = own + DampedMember.BYTES;
    angularVelocity(spin, xx, xy, xz, yy, yz, zz, lx, ly, lz);
    const ox = load<f64>(spin);
    const oy = load<f64>(spin, Y);
    const oz = load<f64>(spin, Z);
    // An incomplete neighbourhood damps each member as a complete one does: the sum over all is at most η.
    const scale = rate / (2 * max(plain, whole));
    for (let k: i32 = 0; k < members; k++) {
      const at = buffer + <usize>k * DampedMember.BYTES;
      const px = load<f64>(at, DampedMember.POSITION) - cx;
      const py = load<f64>(at, DampedMember.POSITION + Y) - cy;
      const pz2 = load<f64>(at, DampedMember.POSITION + Z) - cz;
      const pull = scale * load<f64>(at, DampedMember.MASS);
      const fj = slot(f, load<i32>(at, DampedMember.SLOT));
      store<f64>(
        fj,
        load<f64>(fj) - pull * (load<f64>(at, DampedMember.VELOCITY) - bx - (oy * pz2 - oz * py)),
      );
      store<f64>(
        fj,
        load<f64>(fj, Y) - pull * (load<f64>(at, DampedMember.VELOCITY + Y) - by - (oz * px - ox * pz2)),
        Y,
      );
      store<f64>(
        fj,
        load<f64>(fj, Z) - pull * (load<f64>(at, DampedMember.VELOCITY + Z) - bz - (ox * py - oy * px)),
        Z,
      );
    }
  }
}
