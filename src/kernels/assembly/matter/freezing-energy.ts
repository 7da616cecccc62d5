/**
 * Energy of freezing particles for phases.ts: B = dU/ds (J), the energy that a particle would gain per solid share at its
 * present position. Bonds pull it to a site that it has not reached yet; as a fluid it loses energy of compression.
 */
import * as FreezingSum from '../../../layouts/generated/freezing-sum';
import * as LatticeSite from '../../../layouts/generated/lattice-site';
import * as Material from '../../../layouts/generated/matter-material';
import * as Numbers from '../../../layouts/generated/matter-numbers';
import * as Words from '../../../layouts/generated/matter-words';
import * as Quaternion from '../../../layouts/generated/quaternion';
import * as SlotPosition from '../../../layouts/generated/slot-position';
import * as SlotVelocity from '../../../layouts/generated/slot-velocity';
import { Y, Z } from '../../../layouts/generated/vector';
import { index, number, put } from '../memory';
import { miss, SPARED, settlingEnergy, square } from './docking';
import { bell, DENSEST } from './fluid';
import { HARDENING, HARDENS } from './lattice';
import { address, materialOf, PUSH_ONLY, SITE_COUNT, SOLID, slot, word } from './record';

/** Largest power that growing shares may add, in units of m D²/τ³. */
const SPENT: f64 = 100;

/**
 * Returns the share that a particle may have. A particle out of place gains the energy B = dU/ds as its share grows: at most at the
 * rate at which damping removes it, and never more than is released. New bonds may lower the share again.
 */
export function fitting(c: usize, x: usize, material: usize, now: f64, misfit: f64): f64 {
  if (!(misfit > 0)) return 1;
  const energy = settlingEnergy(c, x, material);
  const grown =
    now * misfit + SPENT * energy * number(material, Material.FADING_RATE) * number(c, Numbers.ELAPSED);
  return min(1, min(SPARED * energy, grown) / misfit);
}

/**
 * Writes B = dU/ds (J) of freezing slots behind SUMS and the nearest: the elastic energy of their bonds per share, of both
 * directions. With the hardness φ' of a neighbourhood it is ¼ k φ' w s e² per bond, or slightly less.
 */
export function findMisfits(w: usize, c: usize): void {
  const n = word(w, Words.COUNT);
  const labels = address(w, Words.LABELS);
  const order = address(w, Words.ORDER);
  const shares = address(w, Words.SOLID_SHARE);
  const docks = address(w, Words.DOCKS);
  const x = address(w, Words.SLOT_POSITION);
  const sites = address(w, Words.SITES);
  const misfits = address(w, Words.SUMS) + <usize>n * (FreezingSum.BYTES + 8);
  memory.fill(misfits, 0, (<usize>n) << 3);
  for (let i: i32 = 0; i < n; i++) {
    if ((index(labels, i) & SOLID) === 0) continue;
    const p = index(order, i);
    const own = number(shares, p);
    let partly = own < 1;
    for (let s: i32 = 0; s < SITE_COUNT && !partly; s++) {
      const j = index(docks, i * SITE_COUNT + s);
      if (j >= 0 && load<f64>(shares + ((<usize>index(order, j)) << 3)) < 1) partly = true;
    }
    if (!partly) continue;
    const turn = address(w, Words.ROTATION) + <usize>p * Quaternion.BYTES;
    const xi = slot(x, i);
    let squares: f64 = 0;
    let rests: f64 = 0;
    for (let pass: i32 = 0; pass < 2; pass++) {
      const strain = rests > 0 ? squares / rests : 0;
      const harder: f64 = strain > HARDENS ? 1 + (strain - HARDENS) / HARDENING : 1;
      const k = 0.25 * harder * number(materialOf(w, p), Material.STIFFNESS);
      for (let s: i32 = 0; s < SITE_COUNT; s++) {
        const j = index(docks, i * SITE_COUNT + s);
        if (j < 0) continue;
        const site = slot(sites, s);
        const weight = load<f64>(site, LatticeSite.WEIGHT);
        const other = load<f64>(shares + ((<usize>index(order, j)) << 3));
        const xj = slot(x, j);
        const e2 = miss(
          turn,
          site,
          load<f64>(xj, SlotPosition.POSITION) - load<f64>(xi, SlotPosition.POSITION),
          load<f64>(xj, SlotPosition.POSITION + Y) - load<f64>(xi, SlotPosition.POSITION + Y),
          load<f64>(xj, SlotPosition.POSITION + Z) - load<f64>(xi, SlotPosition.POSITION + Z),
          address(w, Words.SCRATCH),
        );
        if (pass === 0) {
          squares += weight * other * e2;
          rests +=
            weight *
            other *
            (square(load<f64>(site, LatticeSite.OFFSET)) +
              square(load<f64>(site, LatticeSite.OFFSET + Y)) +
              square(load<f64>(site, LatticeSite.OFFSET + Z)));
          continue;
        }
        const mine = misfits + ((<usize>i) << 3);
        const theirs = misfits + ((<usize>j) << 3);
        store<f64>(mine, load<f64>(mine) + k * weight * other * e2);
        store<f64>(theirs, load<f64>(theirs) + k * weight * own * e2);
      }
    }
  }
  addFluid(w, c);
}

/**
 * Subtracts the energy of compression that a partly solid particle loses as a fluid. Pushes contribute nothing: the overlap
 * at a change of phase is tolerated (acceptOverlap in phases.ts).
 */
function addFluid(w: usize, c: usize): void {
  const n = word(w, Words.COUNT);
  const starts = address(w, Words.PAIR_STARTS);
  const pairs = address(w, Words.PAIRS);
  const x = address(w, Words.SLOT_POSITION);
  const densities = address(w, Words.SUMS) + <usize>n * FreezingSum.BYTES;
  const inverse = 1 / number(c, Numbers.REACH);
  const norm = number(c, Numbers.KERNEL_NORM);
  for (let i: i32 = 0; i < n; i++) put(densities, i, load<f64>(slot(x, i), SlotPosition.MASS) * norm);
  for (let i: i32 = 0; i < n; i++) {
    const xi = slot(x, i);
    const mine = isPartly(w, i);
    const end = index(starts, i + 1);
    for (let k = index(starts, i); k < end; k++) {
      const j = index(pairs, k);
      if (j & PUSH_ONLY || !(mine || isPartly(w, j))) continue;
      const xj = slot(x, j);
      const r = sqrt(
        square(load<f64>(xi, SlotPosition.POSITION) - load<f64>(xj, SlotPosition.POSITION)) +
          square(load<f64>(xi, SlotPosition.POSITION + Y) - load<f64>(xj, SlotPosition.POSITION + Y)) +
          square(load<f64>(xi, SlotPosition.POSITION + Z) - load<f64>(xj, SlotPosition.POSITION + Z)),
      );
      const weight = norm * bell(r * inverse);
      raise(densities, i, load<f64>(xj, SlotPosition.MASS) * weight);
      raise(densities, j, load<f64>(xi, SlotPosition.MASS) * weight);
    }
  }
  const misfits = address(w, Words.SUMS) + <usize>n * (FreezingSum.BYTES + 8);
  for (let i: i32 = 0; i < n; i++) {
    if (!isPartly(w, i)) continue;
    const material = materialOf(w, index(address(w, Words.ORDER), i));
    const rest = number(material, Material.REST_DENSITY);
    const ratio = min(number(densities, i) / rest, DENSEST);
    if (ratio > 1) {
      const cube = ratio * ratio * ratio;
      const work = (cube * cube) / 6 + 1 / ratio - 7 / 6.0;
      raise(
        misfits,
        i,
        (-load<f64>(slot(x, i), SlotPosition.MASS) * number(material, Material.BULK) * work) / rest,
      );
    }
  }
}

// @inline
function raise(at: usize, i: i32, by: f64): void {
  put(at, i, number(at, i) + by);
}

// @inline
function isPartly(w: usize, i: i32): bool {
  return (
    (index(address(w, Words.LABELS), i) & SOLID) !== 0 &&
    load<f64>(slot(address(w, Words.SLOT_VELOCITY), i), SlotVelocity.SOLID_SHARE) < 1
  );
}
