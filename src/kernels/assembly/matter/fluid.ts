/**
 * Matter as a fluid: smoothed particles (Monaghan 2005) with the kernel of Wendland (1995), which keeps particles from
 * pairing up (Dehnen & Aly 2012):
 *
 *   W = N (1 − q)⁴ (1 + 4q)      −W'/r = 20 N G (1 − q)³/H²
 *
 *   density      ρ_i = Σ_j m_j W_ij
 *   pressure     p = φ B ((ρ/ρ₀)⁷ − 1), 0 below ρ₀: a free surface is not under tension
 *   pressing     F_ij = m_i m_j (p_i/ρ_i² + p_j/ρ_j²) (W'/r) r
 *   viscosity    F_ij = 2(d + 2) μ V_i V_j (u·r)/(r² + H²/100) (−W'/r) r along the line of centres, which conserves angular
 *                momentum (Monaghan 2005, Cleary 1998)
 *   XSPH         particles move with v_i + ε Σ_j (m_j/ρ₀) u W (Monaghan 1989) before forces are evaluated, which then still
 *                act along the lines of centres and conserve Σ m x × v
 *
 * Symbols
 *   H   radius of the kernel, m; q = r/H
 *   G   factor slightly above 1, such that Σ V |W'| r = d holds for the lattice with its few neighbours as it does for the
 *       continuum: the lattice then transmits exactly the pressure of its particles
 *   B   ρ₀c²/7, Pa
 *   s   solid share
 *   φ   1 − s of melting particles, whose solid share the lattice bears; otherwise 1. A freezing particle may be released at once and
 *       keeps the pressure of a fluid until it is whole
 *   u   v_j − v_i, m/s
 *   d   dimension
 *
 * Pressing is multiplied by 1 + c_i c_j at walls (models/lattice-matter/walls.ts), viscosity and XSPH by 1 − s_i s_j. Pairs of whole
 * solids are not listed unless their material has pressure as a solid. Particles without a site in each other's lattice push each
 * other apart (pushes.ts).
 */
import * as FixedPosition from '../../../layouts/generated/fixed-position';
import * as FloatVelocity from '../../../layouts/generated/float-velocity';
import * as FluidState from '../../../layouts/generated/fluid-state';
import * as Material from '../../../layouts/generated/matter-material';
import * as Numbers from '../../../layouts/generated/matter-numbers';
import * as Words from '../../../layouts/generated/matter-words';
import * as Quad32 from '../../../layouts/generated/quad32';
import * as SlotFluid from '../../../layouts/generated/slot-fluid';
import * as SlotPosition from '../../../layouts/generated/slot-position';
import * as SlotVector from '../../../layouts/generated/slot-vector';
import * as SlotVelocity from '../../../layouts/generated/slot-velocity';
import { Y, Z } from '../../../layouts/generated/vector';
import * as VectorLanes from '../../../layouts/generated/vector-lanes';
import * as Vector32 from '../../../layouts/generated/vector32';
import { index, number, put } from '../memory';
import { even, high, low, odd, UNIT, writePlaces } from './places';
import { crowding } from './pushes';
import { address, drawn, materialOf, SITE_COUNT, slot, WHOLE, word } from './record';

/** Computes the density due to docked neighbours, which are not listed as pairs: that of the lattice at rest. */
export function matterBase(w: usize, c: usize): void {
  const n = word(w, Words.COUNT);
  const base = address(w, Words.DOCKED_DENSITY);
  const labels = address(w, Words.LABELS);
  const sites = address(w, Words.SITES);
  const x = address(w, Words.SLOT_POSITION);
  memory.fill(base, 0, (<usize>n) << 3);
  const inverse = 1 / number(c, Numbers.REACH);
  const norm = number(c, Numbers.KERNEL_NORM);
  // Half of the contribution of each site: the other half comes from the other direction.
  const halves = address(w, Words.SCRATCH);
  for (let s: i32 = 0; s < SITE_COUNT; s++) {
    const site = slot(sites, s);
    const lx = load<f64>(site);
    const ly = load<f64>(site, Y);
    const lz = load<f64>(site, Z);
    const half = 0.5 * norm * bell(sqrt(lx * lx + ly * ly + lz * lz) * inverse);
    put(halves, s, half);
  }
  for (let i: i32 = 0; i < n; i++) {
    if ((index(labels, i) & WHOLE) === 0) continue;
    const mass = load<f64>(slot(x, i), SlotPosition.MASS);
    let sum: f64 = 0;
    const docks = address(w, Words.DOCKS) + <usize>i * (SITE_COUNT << 2);
    for (let s: i32 = 0; s < SITE_COUNT; s++) {
      const j = index(docks, s);
      if (j < 0 || (index(labels, j) & WHOLE) === 0) continue;
      const half = number(halves, s);
      const bj = base + ((<usize>j) << 3);
      sum += half * load<f64>(slot(x, j), SlotPosition.MASS);
      store<f64>(bj, load<f64>(bj) + half * mass);
    }
    const bi = base + ((<usize>i) << 3);
    store<f64>(bi, load<f64>(bi) + sum);
  }
}

/** Returns (1 − q)⁴ (1 + 4q). */
// @inline
export function bell(q: f64): f64 {
  const u = max(1 - q, 0);
  const u2 = u * u;
  return u2 * u2 * (1 + 4 * q);
}

/**
 * Ratios of the sum of (1 − q)⁴ (1 + 4q), over H, to that of (1 − q)² over the reach of pushes, in space and in the plane, as a face enters
 * another by up to D/4. Overlap that matter was created with causes no pressure.
 */
const CROWD: f64 = 1.5;
const CROWD_FLAT: f64 = 1.9;

/**
 * Greatest density over that at rest that counts, 8^(1/7): the pressure is then ρ₀c², which stops matter at the speed of sound. A
 * fluid slower than its sound never exceeds it, and a heap that something else has squeezed does not burst.
 */
export const DENSEST: f64 = 1.3459001926323562;

/** Computes pressures from densities, viscosities and stiffnesses of pushes. Writes the energy of compression. */
export function matterPressure(w: usize, c: usize): void {
  const n = word(w, Words.COUNT);
  const order = address(w, Words.ORDER);
  const phases = address(w, Words.PHASE);
  const q = address(w, Words.SLOT_FLUID);
  const x = address(w, Words.SLOT_POSITION);
  const v = address(w, Words.SLOT_VELOCITY);
  const crowd = number(c, Numbers.KERNEL_NORM) * (word(w, Words.FLAT) !== 0 ? CROWD_FLAT : CROWD);
  const area = number(c, Numbers.PUSH_AREA);
  const volume = number(c, Numbers.PUSH_VOLUME);
  let energy: f64 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const particle = index(order, i);
    const material = materialOf(w, particle);
    const qi = slot(q, i);
    const density =
      load<f64>(qi, SlotFluid.VOLUME) -
      crowd * load<f64>(slot(x, i), SlotPosition.MASS) * crowding(w, c, particle);
    const bulk = number(material, Material.BULK);
    const rest = number(material, Material.REST_DENSITY);
    const share = min(density / rest, DENSEST);
    const s2 = share * share;
    const power = s2 * s2 * s2 * share;
    const s = load<f64>(slot(v, i), SlotVelocity.SOLID_SHARE);
    const melts = index(phases, particle) === 0 && !(number(material, Material.SOLID_PRESSURE) > 0);
    const pressure = (melts ? 1 - s : 1) * max(0, bulk * (power - 1));
    store<f64>(qi, pressure / (density * density), SlotFluid.PRESSURE);
    store<f64>(qi, load<f64>(slot(x, i), SlotPosition.MASS) / density, SlotFluid.VOLUME);
    store<f64>(qi, number(material, Material.VISCOSITY), SlotFluid.VISCOSITY);
    store<f64>(
      qi,
      s * area * number(material, Material.STIFFNESS) + (1 - s) * 7 * bulk * volume,
      SlotFluid.PUSH_STIFFNESS,
    );
    if (pressure > 0)
      energy +=
        (load<f64>(slot(x, i), SlotPosition.MASS) * bulk * ((power / 6 + 1) / share - 7 / 6.0) * (1 - s)) /
        rest;
  }
  put(c, Numbers.COMPRESSION_ENERGY, energy);
}

/**
 * Adds the forces of all pairs in CLOSE_PAIRS at SLOT_POSITION to SLOT_FORCE, four pairs at a time in f32, in units of D, the mean
 * mass and the sub-step. Both sides of a pair get the same f64, which conserves momentum.
 */
export function matterForces(w: usize, c: usize): void {
  const n = word(w, Words.COUNT);
  const starts = address(w, Words.CLOSE_STARTS);
  const pairs = address(w, Words.CLOSE_PAIRS);
  const places = address(w, Words.FIXED_POSITION);
  const paces = address(w, Words.FLOAT_VELOCITY);
  const states = address(w, Words.FLUID_STATE);
  const f = address(w, Words.SLOT_FORCE);
  const rows = address(w, Words.ROW_SLOTS);
  const reach = number(c, Numbers.REACH) / number(c, Numbers.SPACING);
  const inverse = f32x4.splat(<f32>(1 / reach));
  const softening = f32x4.splat(<f32>(0.01 * reach * reach));
  // Share of its relative speed that a pair loses in a sub-step at most: a neighbourhood of thirty cannot reverse a motion.
  const brake = f32x4.splat(1 / 32.0);
  const unit = f32x4.splat(UNIT);
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const close2 = f32x4.splat(1e-6);
  const step = number(c, Numbers.STEP);
  const newton = f64x2.splat((number(c, Numbers.MEAN_MASS) * number(c, Numbers.SPACING)) / (step * step));
  writeStates(w, c);
  for (let row: i32 = 0; row < n; row++) {
    let at = pairs + ((<usize>index(starts, row)) << 2);
    const end = pairs + ((<usize>index(starts, row + 1)) << 2);
    if (at === end) continue;
    const i = index(rows, row);
    const pi = places + <usize>i * FixedPosition.BYTES;
    const ui = paces + <usize>i * FloatVelocity.BYTES;
    const si = states + <usize>i * FluidState.BYTES;
    const px = v128.load32_splat(pi, FixedPosition.X);
    const py = v128.load32_splat(pi, FixedPosition.Y);
    const pz = v128.load32_splat(pi, FixedPosition.Z);
    const mass = v128.load32_splat(pi, FixedPosition.VALUE);
    const ux = v128.load32_splat(ui, FloatVelocity.VELOCITY);
    const uy = v128.load32_splat(ui, FloatVelocity.VELOCITY + Vector32.Y);
    const uz = v128.load32_splat(ui, FloatVelocity.VELOCITY + Vector32.Z);
    const solid = v128.load32_splat(ui, FloatVelocity.SOLID_SHARE);
    const volume = v128.load32_splat(si, FluidState.VOLUME);
    const pressure = v128.load32_splat(si, FluidState.PRESSURE);
    const viscosity = v128.load32_splat(si, FluidState.VISCOSITY);
    const wall = v128.load32_splat(si, FluidState.WALL);
    let sumX = f64x2.splat(0);
    let sumY = f64x2.splat(0);
    let sumZ = f64x2.splat(0);
    for (; at < end; at += 16) {
      const ja = <usize>load<i32>(at, Quad32.A);
      const jb = <usize>load<i32>(at, Quad32.B);
      const jc = <usize>load<i32>(at, Quad32.C);
      const jd = <usize>load<i32>(at, Quad32.D);
      const pa = v128.load(places + ja * FixedPosition.BYTES);
      const pb = v128.load(places + jb * FixedPosition.BYTES);
      const pc = v128.load(places + jc * FixedPosition.BYTES);
      const pd = v128.load(places + jd * FixedPosition.BYTES);
      const p0 = low(pa, pb);
      const p1 = low(pc, pd);
      const p2 = high(pa, pb);
      const p3 = high(pc, pd);
      let dx = f32x4.mul(unit, f32x4.convert_i32x4_s(i32x4.sub(even(p0, p1), px)));
      let dy = f32x4.mul(unit, f32x4.convert_i32x4_s(i32x4.sub(odd(p0, p1), py)));
      let dz = f32x4.mul(unit, f32x4.convert_i32x4_s(i32x4.sub(even(p2, p3), pz)));
      const masses = odd(p2, p3);
      let r2 = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
      const together = f32x4.lt(r2, close2);
      if (v128.any_true(together)) {
        const apart = address(w, Words.SCRATCH);
        part(w, i, at, apart);
        dx = v128.bitselect(v128.load(apart, VectorLanes.X), dx, together);
        dy = v128.bitselect(v128.load(apart, VectorLanes.Y), dy, together);
        dz = v128.bitselect(v128.load(apart, VectorLanes.Z), dz, together);
        r2 = v128.bitselect(close2, r2, together);
      }
      const ua = v128.load(paces + ja * FloatVelocity.BYTES);
      const ub = v128.load(paces + jb * FloatVelocity.BYTES);
      const uc = v128.load(paces + jc * FloatVelocity.BYTES);
      const ud = v128.load(paces + jd * FloatVelocity.BYTES);
      const u0 = low(ua, ub);
      const u1 = low(uc, ud);
      const u2 = high(ua, ub);
      const u3 = high(uc, ud);
      const rate = f32x4.add(
        f32x4.add(f32x4.mul(f32x4.sub(even(u0, u1), ux), dx), f32x4.mul(f32x4.sub(odd(u0, u1), uy), dy)),
        f32x4.mul(f32x4.sub(even(u2, u3), uz), dz),
      );
      const fluid = f32x4.sub(one, f32x4.mul(solid, odd(u2, u3)));
      const sa = v128.load(states + ja * FluidState.BYTES);
      const sb = v128.load(states + jb * FluidState.BYTES);
      const sc = v128.load(states + jc * FluidState.BYTES);
      const sd = v128.load(states + jd * FluidState.BYTES);
      const s0 = low(sa, sb);
      const s1 = low(sc, sd);
      const s2 = high(sa, sb);
      const s3 = high(sc, sd);
      const mu = f32x4.add(viscosity, even(s2, s3));
      const gain = f32x4.add(one, f32x4.mul(wall, odd(s2, s3)));
      const u = f32x4.max(f32x4.sub(one, f32x4.mul(f32x4.sqrt(r2), inverse)), zero);
      const pull = f32x4.mul(u, f32x4.mul(u, u));
      const pressed = f32x4.mul(
        f32x4.mul(gain, f32x4.mul(mass, masses)),
        f32x4.mul(f32x4.add(pressure, odd(s0, s1)), pull),
      );
      const soft = f32x4.add(r2, softening);
      const drag = f32x4.min(
        f32x4.mul(f32x4.mul(mu, f32x4.mul(volume, even(s0, s1))), f32x4.mul(pull, r2)),
        f32x4.mul(f32x4.mul(brake, f32x4.min(mass, masses)), soft),
      );
      const slowed = f32x4.div(f32x4.mul(f32x4.mul(fluid, drag), rate), f32x4.mul(soft, r2));
      const factor = f32x4.sub(slowed, pressed);
      const fx = f32x4.mul(factor, dx);
      const fy = f32x4.mul(factor, dy);
      const fz = f32x4.mul(factor, dz);
      // The first two pairs, then the other two.
      const x0 = f64x2.mul(newton, f64x2.promote_low_f32x4(fx));
      const y0 = f64x2.mul(newton, f64x2.promote_low_f32x4(fy));
      const z0 = f64x2.mul(newton, f64x2.promote_low_f32x4(fz));
      const x1 = f64x2.mul(newton, f64x2.promote_low_f32x4(v128.shuffle<f32>(fx, fx, 2, 3, 2, 3)));
      const y1 = f64x2.mul(newton, f64x2.promote_low_f32x4(v128.shuffle<f32>(fy, fy, 2, 3, 2, 3)));
      const z1 = f64x2.mul(newton, f64x2.promote_low_f32x4(v128.shuffle<f32>(fz, fz, 2, 3, 2, 3)));
      sumX = f64x2.add(sumX, f64x2.add(x0, x1));
      sumY = f64x2.add(sumY, f64x2.add(y0, y1));
      sumZ = f64x2.add(sumZ, f64x2.add(z0, z1));
      take(f + ja * SlotVector.BYTES, v128.shuffle<f64>(x0, y0, 0, 2), f64x2.extract_lane(z0, 0));
      take(f + jb * SlotVector.BYTES, v128.shuffle<f64>(x0, y0, 1, 3), f64x2.extract_lane(z0, 1));
      take(f + jc * SlotVector.BYTES, v128.shuffle<f64>(x1, y1, 0, 2), f64x2.extract_lane(z1, 0));
      take(f + jd * SlotVector.BYTES, v128.shuffle<f64>(x1, y1, 1, 3), f64x2.extract_lane(z1, 1));
    }
    const fi = slot(f, i);
    store<f64>(fi, load<f64>(fi) + f64x2.extract_lane(sumX, 0) + f64x2.extract_lane(sumX, 1));
    store<f64>(fi, load<f64>(fi, Y) + f64x2.extract_lane(sumY, 0) + f64x2.extract_lane(sumY, 1), Y);
    store<f64>(fi, load<f64>(fi, Z) + f64x2.extract_lane(sumZ, 0) + f64x2.extract_lane(sumZ, 1), Z);
  }
}

// @inline
function take(at: usize, xy: v128, z: f64): void {
  v128.store(at, f64x2.sub(v128.load(at), xy));
  store<f64>(at, load<f64>(at, Z) - z, Z);
}

/** Writes directions for coincident pairs: x, y and z of four in units of D. */
function part(w: usize, i: i32, pairs: usize, to: usize): void {
  const order = address(w, Words.ORDER);
  const flat = word(w, Words.FLAT) !== 0;
  for (let k: i32 = 0; k < 4; k++) {
    const j = index(pairs, k);
    const other = j < word(w, Words.COUNT) ? index(order, j) : 0;
    const angle = drawn(7, 0, index(order, i), other) - 0.5;
    const at = to + ((<usize>k) << 2);
    store<f32>(at, 0.8e-3, VectorLanes.X);
    store<f32>(at, <f32>(1e-3 * angle), VectorLanes.Y);
    store<f32>(at, flat ? 0 : 0.5e-3, VectorLanes.Z);
  }
}

/** Writes positions after XSPH; volumes, pressures and viscosities in the units in which forces are m D/h². */
function writeStates(w: usize, c: usize): void {
  const n = word(w, Words.COUNT);
  const q = address(w, Words.SLOT_FLUID);
  const states = address(w, Words.FLUID_STATE);
  const reach = number(c, Numbers.REACH);
  const step = number(c, Numbers.STEP);
  const mass = number(c, Numbers.MEAN_MASS);
  const volume = number(c, Numbers.VOLUME);
  const slope = (20 * number(c, Numbers.KERNEL_NORM) * number(c, Numbers.KERNEL_SLOPE)) / (reach * reach);
  const viscous: f64 = word(w, Words.FLAT) !== 0 ? 4 : 5; // half of 2(d + 2), for the sum of both μ
  const large = 1 / volume;
  const pressed = mass * slope * step * step;
  const slowed = (viscous * step * slope * volume * volume) / mass;
  writePlaces(w, c);
  for (let i: i32 = 0; i < n; i++) {
    const qi = slot(q, i);
    const to = states + <usize>i * FluidState.BYTES;
    store<f32>(to, <f32>(large * load<f64>(qi, SlotFluid.VOLUME)), FluidState.VOLUME);
    store<f32>(to, <f32>(pressed * load<f64>(qi, SlotFluid.PRESSURE)), FluidState.PRESSURE);
    store<f32>(to, <f32>(slowed * load<f64>(qi, SlotFluid.VISCOSITY)), FluidState.VISCOSITY);
  }
  memory.fill(states + <usize>n * FluidState.BYTES, 0, FluidState.BYTES);
}
