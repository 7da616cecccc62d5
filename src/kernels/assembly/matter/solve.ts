/**
 * Implicit Euler step of elastic forces. With rotations R fixed, forces are linear in positions, and
 *
 *   (M + h² K) Δ = r,   r = h² f(y) − M δ,   δ = y − x̂
 *
 * moves particles from y to where elastic forces balance their inertia. A *round* evaluates rotations and forces at y and
 * solves this system (Bouaziz et al. 2014). K is a graph Laplacian with c per docked pair and c n nᵀ per pushing pair. The
 * solver is conjugate gradients with a diagonal preconditioner; particles on colliders are supported within the system, so
 * that a body stopped by one of its particles is stopped as a whole.
 *
 * The residual r of a round decides about the next one. Over the displacement d = h v̂ + δ = h v⁺ of the sub-step, with
 * M δ = h² f(y) − r, kinetic and elastic energy change by
 *
 *   ΔE = ½|v⁺|²_M − ½|v̂|²_M + U(y) − U(y − d) = −d·r/h² − ½|δ|²_M/h² − ½ d·U″ d
 *
 * to second order in d. The first term is the work that an unfinished solve adds, the second the dissipation of implicit
 * Euler, and the third is negative where U is convex. So another round follows only if −d·r > ½|δ|²_M: otherwise energy
 * does not rise, and further rounds would only move the result within the accuracy of the time step.
 *
 * A further round may do without that test. Its linear system foresees −d·r at its end; by how much the former one was wrong is
 * known, and that error grows with |Δ|². If both stay below the dissipation, the round is the last (SOLVE_DONE).
 *
 * Δ needs a relative accuracy of about 1 %: the solver works in f32, four lanes per vector, in units of the residual.
 * Positions, forces and the momentum correction (settle.ts) are f64.
 *
 * Symbols
 *   h   sub-step, s
 *   M   masses, kg
 *   K   stiffness, N/m
 *   f   forces of lattice, pushes and supports, N
 *   x̂   positions without these forces at the end of the sub-step, m; v̂ the velocities, m/s
 *   y   present estimate of the positions, m
 *   r   residual, kg·m
 *   U   elastic energy, J
 *
 * SOLVE contains δ (slotSolve), then a solvePart per slot, then search directions (four f32 per slot, which rows gather).
 */
import * as EdgePair from '../../../layouts/generated/edge-pair';
import * as MatterEdge from '../../../layouts/generated/matter-edge';
import * as Numbers from '../../../layouts/generated/matter-numbers';
import * as MatterPush from '../../../layouts/generated/matter-push';
import * as MatterSupport from '../../../layouts/generated/matter-support';
import * as Words from '../../../layouts/generated/matter-words';
import * as SlotPosition from '../../../layouts/generated/slot-position';
import * as SlotSolve from '../../../layouts/generated/slot-solve';
import * as SlotVector from '../../../layouts/generated/slot-vector';
import * as SolvePart from '../../../layouts/generated/solve-part';
import * as Symmetric from '../../../layouts/generated/symmetric';
import { Y, Z } from '../../../layouts/generated/vector';
import * as Vector32 from '../../../layouts/generated/vector32';
import { add, index, number, put, putIndex, symmetricX, symmetricY, symmetricZ, VECTOR } from '../memory';
import { UNIT } from './places';
import { matterPush } from './pushes';
import { address, slot, word } from './record';
import { carry } from './rigid-modes';
import { addFloats, addSupports, beyond, correct, invert } from './supports';

/** Start of a solve: first forces of a sub-step. */
const FIRST_ROUND: i32 = 0;
/** Start of a solve: same forces and rotations, fewer supports. */
const SAME_SYSTEM: i32 = 1;
/** Start of a solve: new forces, solved only if energy would rise otherwise. */
const NEXT_ROUND: i32 = 2;

/**
 * Runs one linear solve from the forces in SLOT_FORCE and `pushes` records; adds Δ to δ and to SLOT_POSITION. `begins` is one of
 * the constants above, or 3 for new forces after a release of supports. All solves of a sub-step end at the same residual. Returns
 * the number of iterations: 0 if there was nothing to do.
 */
export function matterSolve(w: usize, c: usize, pushes: i32, tolerance: f64, most: i32, begins: i32): i32 {
  const n = word(w, Words.COUNT);
  const h = number(c, Numbers.STEP);
  const h2 = h * h;
  const x = address(w, Words.SLOT_POSITION);
  const v = address(w, Words.SLOT_VELOCITY);
  const f = address(w, Words.SLOT_FORCE);
  const moved = address(w, Words.SOLVE);
  const parts = moved + <usize>n * SlotVector.BYTES;
  const mass = number(c, Numbers.MEAN_MASS);
  const before = number(c, Numbers.SOLVE_SIZE);
  /** Part of −d·r that the linear system of the last solve did not foresee. */
  let unforeseen: f64 = 0;
  put(c, Numbers.SOLVE_DONE, 0);
  if (begins !== SAME_SYSTEM) {
    matterPush(w, c, pushes);
    addSupports(w, f, moved);
  }
  if (begins !== SAME_SYSTEM) {
    let work: f64 = 0;
    let dissipation: f64 = 0;
    for (let i: i32 = 0; i < n; i++) {
      const own = load<f64>(slot(x, i), SlotPosition.MASS);
      for (let axis: usize = 0; axis < VECTOR; axis += 8) {
        const at = slot(f, i) + axis;
        const d = load<f64>(slot(moved, i) + axis);
        const residual = h2 * load<f64>(at) - own * d;
        store<f64>(at, residual);
        work -= residual * (h * load<f64>(slot(v, i) + axis) + d);
        dissipation += 0.5 * own * d * d;
      }
    }
    if (begins === NEXT_ROUND && !(work > dissipation)) return 0;
    unforeseen = abs(work - number(c, Numbers.SOLVE_WORK));
  }
  const nothing = diagonal(w, pushes, h2, mass);
  if (begins !== SAME_SYSTEM) {
    if (word(w, Words.RIGID_MODES) !== 0) carry(w, pushes, h2);
    let gain: f64 = 0;
    for (let i: i32 = 0; i < n; i++) {
      const r = slot(f, i);
      const rx = load<f64>(r);
      const ry = load<f64>(r, Y);
      const rz = load<f64>(r, Z);
      gain += load<f64>(slot(moved, i), SlotSolve.INVERSE_DIAGONAL) * (rx * rx + ry * ry + rz * rz);
    }
    const least = <f64>UNIT * number(c, Numbers.SPACING); // mean correction that is rounding of f32 forces
    if (!(gain > nothing * least * least)) {
      put(c, Numbers.SOLVE_SIZE, 0);
      return 0;
    }
    // In units in which r has the length 1 and a particle the mass 1, so that nothing underflows in f32.
    put(c, Numbers.SOLVE_SIZE, sqrt(gain * mass));
  }
  const size = number(c, Numbers.SOLVE_SIZE);
  if (!(size > 0)) return 0;
  const unit = begins === SAME_SYSTEM ? 0 : 1 / size;
  let gain: f64 = 0;
  markRuns(w, pushes);
  for (let from: i32 = 0; from < n; from += RUN) {
    if (isIdle(w, from)) continue;
    const to = min(n, from + RUN);
    for (let i: i32 = from; i < to; i++) {
      const part = parts + <usize>i * SolvePart.BYTES;
      if (unit > 0) {
        const b = slot(f, i);
        const low = f32x4.demote_f64x2_zero(f64x2.mul(f64x2.splat(unit), v128.load(b)));
        v128.store(part, f32x4.replace_lane(low, 2, <f32>(unit * load<f64>(b, Z))), SolvePart.RESIDUAL);
      }
      const r = v128.load(part, SolvePart.RESIDUAL);
      const p = f32x4.mul(v128.load32_splat(part, SolvePart.INVERSE), r);
      v128.store(part, f32x4.splat(0), SolvePart.SOLUTION);
      v128.store(parts + <usize>n * SolvePart.BYTES + <usize>i * Vector32.BYTES, p);
      gain += lanes(f32x4.mul(p, r));
    }
  }
  gain += beyond(w, mass);
  correct(w);
  if (begins === FIRST_ROUND) put(c, Numbers.SOLVE_GOAL, gain);
  else if (begins !== SAME_SYSTEM)
    put(c, Numbers.SOLVE_GOAL, (number(c, Numbers.SOLVE_GOAL) * before * before) / (size * size));
  const enough = number(c, Numbers.SOLVE_GOAL) * tolerance * tolerance;
  const rounding = <f64>f32.EPSILON * <f64>f32.EPSILON * gain; // a residual that f32 does not distinguish from 0
  let k: i32 = 0;
  for (; k < most && gain > max(enough, rounding); k++) {
    const curvature = multiply(w, pushes, h2 / mass);
    if (!(curvature > 0)) break;
    const next = advance(w, <f32>(gain / curvature)) + beyond(w, mass);
    turn(w, <f32>(next / gain));
    correct(w);
    gain = next;
  }
  const back = size / mass;
  let work: f64 = 0;
  let dissipation: f64 = 0;
  let step: f64 = 0;
  for (let from: i32 = 0; from < n; from += RUN) {
    if (isIdle(w, from)) continue;
    const to = min(n, from + RUN);
    for (let i: i32 = from; i < to; i++) {
      const way = v128.load(parts + <usize>i * SolvePart.BYTES, SolvePart.SOLUTION);
      const xy = f64x2.mul(f64x2.splat(back), f64x2.promote_low_f32x4(way));
      const z = back * <f64>f32x4.extract_lane(way, 2);
      const m = slot(moved, i);
      v128.store(m, f64x2.add(v128.load(m), xy));
      store<f64>(m, load<f64>(m, Z) + z, Z);
      const y = slot(x, i);
      v128.store(y, f64x2.add(v128.load(y), xy));
      store<f64>(y, load<f64>(y, Z) + z, Z);
      const r = v128.load(parts + <usize>i * SolvePart.BYTES, SolvePart.RESIDUAL);
      const own = load<f64>(y, SlotPosition.MASS);
      const d = v128.load(m);
      const dz = load<f64>(m, Z);
      const vi = slot(v, i);
      const whole = f64x2.add(f64x2.mul(f64x2.splat(h), v128.load(vi)), d);
      work -=
        both(f64x2.mul(f64x2.promote_low_f32x4(r), whole)) +
        <f64>f32x4.extract_lane(r, 2) * (h * load<f64>(vi, Z) + dz);
      dissipation += own * (both(f64x2.mul(d, d)) + dz * dz);
      step += own * (both(f64x2.mul(xy, xy)) + z * z);
    }
  }
  work *= size;
  // The error of a linear system grows with the square of the displacement.
  const ratio = step / number(c, Numbers.SOLVE_STEP);
  const isLater = begins === NEXT_ROUND && word(w, Words.RIGID_MODES) === 0;
  if (isLater && work + ratio * unforeseen <= 0.5 * dissipation) put(c, Numbers.SOLVE_DONE, 1);
  put(c, Numbers.SOLVE_WORK, work);
  put(c, Numbers.SOLVE_STEP, step);
  return k;
}

/** Number of slots of a run: sums are f32 within a run and f64 over runs. */
const RUN: i32 = 64;

/** Marks the runs of slots without bonds, pushes and supports, as in a fluid, in SUMS: the solve skips them. */
function markRuns(w: usize, pushes: i32): void {
  const n = word(w, Words.COUNT);
  const starts = address(w, Words.EDGE_STARTS);
  const idle = address(w, Words.SUMS);
  for (let from: i32 = 0; from < n; from += RUN) {
    const bound = index(starts, from) !== index(starts, min(n, from + RUN));
    putIndex(idle, from / RUN, bound ? 0 : 1);
  }
  const records = address(w, Words.PUSHES);
  for (let k: i32 = 0; k < pushes; k++) {
    const at = records + <usize>k * MatterPush.BYTES;
    putIndex(idle, load<i32>(at, MatterPush.I) / RUN, 0);
    putIndex(idle, load<i32>(at, MatterPush.J) / RUN, 0);
  }
  const supports = address(w, Words.SUPPORTS);
  const count = word(w, Words.SUPPORT_COUNT);
  for (let k: i32 = 0; k < count; k++) {
    store<i32>(
      idle +
        ((<usize>(<i32>load<f64>(supports + <usize>k * MatterSupport.BYTES, MatterSupport.SLOT) / RUN)) << 2),
      0,
    );
  }
}

// @inline
function isIdle(w: usize, from: i32): bool {
  return index(address(w, Words.SUMS), from / RUN) !== 0;
}

// @inline
function both(sum: v128): f64 {
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

// @inline
function lanes(sum: v128): f64 {
  return <f64>(
    (f32x4.extract_lane(sum, 0) +
      f32x4.extract_lane(sum, 1) +
      (f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3)))
  );
}

/** Adds step p to the solution and subtracts step q from the residual; returns the new r·D⁻¹r. */
function advance(w: usize, step: f32): f64 {
  const n = word(w, Words.COUNT);
  const parts = address(w, Words.SOLVE) + <usize>n * SlotVector.BYTES;
  const direction = parts + <usize>n * SolvePart.BYTES;
  const along = f32x4.splat(step);
  let gain: f64 = 0;
  for (let from: i32 = 0; from < n; from += RUN) {
    if (isIdle(w, from)) continue;
    const to = min(n, from + RUN);
    let sum = f32x4.splat(0);
    for (let i: i32 = from; i < to; i++) {
      const part = parts + <usize>i * SolvePart.BYTES;
      const p = v128.load(direction + <usize>i * Vector32.BYTES);
      v128.store(
        part,
        f32x4.add(v128.load(part, SolvePart.SOLUTION), f32x4.mul(along, p)),
        SolvePart.SOLUTION,
      );
      const r = f32x4.sub(
        v128.load(part, SolvePart.RESIDUAL),
        f32x4.mul(along, v128.load(part, SolvePart.PRODUCT)),
      );
      v128.store(part, r, SolvePart.RESIDUAL);
      sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(part, SolvePart.INVERSE), f32x4.mul(r, r)));
    }
    gain += lanes(sum);
  }
  return gain;
}

/** Computes p = D⁻¹ r + β p. */
function turn(w: usize, beta: f32): void {
  const n = word(w, Words.COUNT);
  const parts = address(w, Words.SOLVE) + <usize>n * SlotVector.BYTES;
  const direction = parts + <usize>n * SolvePart.BYTES;
  const keep = f32x4.splat(beta);
  for (let from: i32 = 0; from < n; from += RUN) {
    if (isIdle(w, from)) continue;
    const to = min(n, from + RUN);
    for (let i: i32 = from; i < to; i++) {
      const part = parts + <usize>i * SolvePart.BYTES;
      const p = direction + <usize>i * Vector32.BYTES;
      const r = f32x4.mul(v128.load32_splat(part, SolvePart.INVERSE), v128.load(part, SolvePart.RESIDUAL));
      v128.store(p, f32x4.add(r, f32x4.mul(keep, v128.load(p))));
    }
  }
}

/**
 * Writes the diagonal m + h² Σ c over `unit` and its inverse, 0 for pinned slots; the inverse in SI units with δ, and the inverse blocks
 * of supports to their records. Returns the sum of the diagonal over free slots, kg.
 */
function diagonal(w: usize, pushes: i32, h2: f64, unit: f64): f64 {
  const n = word(w, Words.COUNT);
  const order = address(w, Words.ORDER);
  const free = address(w, Words.INVERSE_MASS) + ((<usize>word(w, Words.FIRST)) << 3);
  const x = address(w, Words.SLOT_POSITION);
  const moved = address(w, Words.SOLVE);
  const parts = moved + <usize>n * SlotVector.BYTES;
  const bonds = address(w, Words.EDGE_SUMS);
  for (let i: i32 = 0; i < n; i++) {
    const sum = number(bonds, i);
    store<f64>(slot(moved, i), sum, SlotSolve.INVERSE_DIAGONAL);
    // The diagonal of a row is without pushes and supports, which are multiplied separately.
    const whole = load<f64>(slot(x, i), SlotPosition.MASS) + h2 * sum;
    store<f32>(parts + <usize>i * SolvePart.BYTES, <f32>(whole / unit), SolvePart.DIAGONAL);
  }
  const records = address(w, Words.PUSHES);
  for (let k: i32 = 0; k < pushes; k++) {
    const at = records + <usize>k * MatterPush.BYTES;
    const c = load<f64>(at, MatterPush.STIFFNESS);
    add(slot(moved, load<i32>(at, MatterPush.I)) + SlotSolve.INVERSE_DIAGONAL, c);
    add(slot(moved, load<i32>(at, MatterPush.J)) + SlotSolve.INVERSE_DIAGONAL, c);
  }
  const supports = address(w, Words.SUPPORTS);
  const count = word(w, Words.SUPPORT_COUNT);
  for (let k: i32 = 0; k < count; k++) {
    const at = supports + <usize>k * MatterSupport.BYTES;
    const i = <i32>load<f64>(at, MatterSupport.SLOT);
    invert(
      at,
      load<f64>(slot(x, i), SlotPosition.MASS) + h2 * load<f64>(slot(moved, i), SlotSolve.INVERSE_DIAGONAL),
      h2,
    );
    const most = max(
      load<f64>(at, MatterSupport.STIFFNESS),
      max(
        load<f64>(at, MatterSupport.STIFFNESS + Symmetric.YY),
        load<f64>(at, MatterSupport.STIFFNESS + Symmetric.ZZ),
      ),
    );
    add(slot(moved, i) + SlotSolve.INVERSE_DIAGONAL, most);
  }
  let total: f64 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const isFree = load<f64>(free + ((<usize>index(order, i)) << 3)) > 0;
    const m = slot(moved, i);
    const all = load<f64>(slot(x, i), SlotPosition.MASS) + h2 * load<f64>(m, SlotSolve.INVERSE_DIAGONAL);
    const inverse = isFree ? 1 / all : 0;
    if (isFree) total += all;
    store<f64>(m, inverse, SlotSolve.INVERSE_DIAGONAL);
    store<f32>(parts + <usize>i * SolvePart.BYTES, <f32>(unit * inverse), SolvePart.INVERSE);
  }
  return total;
}

/** Computes q = (M + h² K) p over the unit of mass; returns p·q. `scale` is h²/unit. */
function multiply(w: usize, pushes: i32, scale: f64): f64 {
  const n = word(w, Words.COUNT);
  const parts = address(w, Words.SOLVE) + <usize>n * SlotVector.BYTES;
  const p = parts + <usize>n * SolvePart.BYTES;
  const starts = address(w, Words.EDGE_STARTS);
  const edges = address(w, Words.EDGES);
  const weight = f32x4.splat(<f32>scale);
  let curvature: f64 = 0;
  let at = edges;
  for (let from: i32 = 0; from < n; from += RUN) {
    if (isIdle(w, from)) continue;
    const to = min(n, from + RUN);
    let sums = f32x4.splat(0);
    for (let i: i32 = from; i < to; i++) {
      const end = edges + <usize>index(starts, i + 1) * MatterEdge.BYTES;
      let even = f32x4.splat(0);
      let odd = f32x4.splat(0);
      for (; at < end; at += EdgePair.BYTES) {
        const a = v128.load(p + <usize>load<i32>(at, EdgePair.SLOT_0) * Vector32.BYTES);
        const b = v128.load(p + <usize>load<i32>(at, EdgePair.SLOT_1) * Vector32.BYTES);
        even = f32x4.add(even, f32x4.mul(v128.load32_splat(at, EdgePair.STIFFNESS_0), a));
        odd = f32x4.add(odd, f32x4.mul(v128.load32_splat(at, EdgePair.STIFFNESS_1), b));
      }
      const part = parts + <usize>i * SolvePart.BYTES;
      const own = v128.load(p + <usize>i * Vector32.BYTES);
      const q = f32x4.sub(
        f32x4.mul(v128.load32_splat(part, SolvePart.DIAGONAL), own),
        f32x4.mul(weight, f32x4.add(even, odd)),
      );
      v128.store(part, q, SolvePart.PRODUCT);
      sums = f32x4.add(sums, f32x4.mul(own, q));
    }
    curvature += lanes(sums);
  }
  const supports = address(w, Words.SUPPORTS);
  const count = word(w, Words.SUPPORT_COUNT);
  for (let k: i32 = 0; k < count; k++) {
    const at = supports + <usize>k * MatterSupport.BYTES;
    const i = <usize>load<f64>(at, MatterSupport.SLOT);
    const q = parts + i * SolvePart.BYTES + SolvePart.PRODUCT;
    const px = <f64>load<f32>(p + i * Vector32.BYTES, Vector32.X);
    const py = <f64>load<f32>(p + i * Vector32.BYTES, Vector32.Y);
    const pz = <f64>load<f32>(p + i * Vector32.BYTES, Vector32.Z);
    const s = at + MatterSupport.STIFFNESS;
    const sx = scale * symmetricX(s, px, py, pz);
    const sy = scale * symmetricY(s, px, py, pz);
    const sz = scale * symmetricZ(s, px, py, pz);
    curvature += px * sx + py * sy + pz * sz;
    addFloats(q, sx, sy, sz);
  }
  const records = address(w, Words.PUSHES);
  for (let k: i32 = 0; k < pushes; k++) {
    const at = records + <usize>k * MatterPush.BYTES;
    const i = <usize>load<i32>(at, MatterPush.I);
    const j = <usize>load<i32>(at, MatterPush.J);
    const pi = p + i * Vector32.BYTES;
    const pj = p + j * Vector32.BYTES;
    const nx = load<f64>(at, MatterPush.NORMAL);
    const ny = load<f64>(at, MatterPush.NORMAL + Y);
    const nz = load<f64>(at, MatterPush.NORMAL + Z);
    const apart =
      nx * (<f64>load<f32>(pi, Vector32.X) - <f64>load<f32>(pj, Vector32.X)) +
      ny * (<f64>load<f32>(pi, Vector32.Y) - <f64>load<f32>(pj, Vector32.Y)) +
      nz * (<f64>load<f32>(pi, Vector32.Z) - <f64>load<f32>(pj, Vector32.Z));
    const c = scale * load<f64>(at, MatterPush.STIFFNESS) * apart;
    curvature += c * apart;
    const qi = parts + i * SolvePart.BYTES + SolvePart.PRODUCT;
    const qj = parts + j * SolvePart.BYTES + SolvePart.PRODUCT;
    addFloats(qi, c * nx, c * ny, c * nz);
    addFloats(qj, -c * nx, -c * ny, -c * nz);
  }
  return curvature;
}
