/**
 * How well what freezes fits, for matter-phases.ts: B = dU/ds (J), the energy that a particle gets for all of its share where it is. Its
 * bonds pull it to a place that it has not come to yet; as a fluid it gives up the energy of its compression.
 */
import { X } from '../../../layouts/generated/vector';
import {
  address,
  BUFFER,
  BULK,
  COUNT,
  DOCKS,
  ELAPSED,
  FADING,
  index,
  LABELS,
  materialOf,
  NORM,
  number,
  ORDER,
  PAIRS,
  PUSH_ONLY,
  REACH,
  REST_DENSITY,
  SHARE,
  SITE_COUNT,
  SITES,
  slot,
  SOLID,
  STARTS,
  STIFFNESS,
  SUMS,
  TURN,
  V,
  word,
  X,
} from './record';
import { miss, settlingEnergy, SPARED, square } from './docking';
import { bell } from './fluid';
import { HARDENING, HARDENS } from './lattice';

/** Of m D²/τ³, W: what of that energy it may get. */
const SPENT: f64 = 100;

/**
 * The share that a particle may have. Who is out of place gets energy from nowhere as its share grows, B = dU/ds: no faster than damping takes
 * it away as it comes there, and never more than is spared. New bonds may ask for some of the share back.
 */
export function fitting(c: usize, x: usize, material: usize, now: f64, misfit: f64): f64 {
  if (!(misfit > 0)) return 1;
  const energy = settlingEnergy(c, x, material);
  const grown = now * misfit + SPENT * energy * load<f64>(material, FADING) * number(c, ELAPSED);
  return min(1, min(SPARED * energy, grown) / misfit);
}

/**
 * Of slots that freeze, after SUMS and the nearest: B = dU/ds (J), the elastic energy of their bonds, of both sides, a share. With the
 * hardness φ' of a neighbourhood, ¼ k φ' w s e² of each bond is that or a little more.
 */
export function findMisfits(w: usize, c: usize): void {
  const n = word(w, COUNT);
  const labels = address(w, LABELS);
  const order = address(w, ORDER);
  const shares = address(w, SHARE);
  const docks = address(w, DOCKS);
  const x = address(w, X);
  const sites = address(w, SITES);
  const misfits = address(w, SUMS) + <usize>n * 72;
  memory.fill(misfits, 0, (<usize>n) << 3);
  for (let i: i32 = 0; i < n; i++) {
    if ((index(labels, i) & SOLID) === 0) continue;
    const p = index(order, i);
    const own = load<f64>(shares + ((<usize>p) << 3));
    let partly = own < 1;
    for (let s: i32 = 0; s < SITE_COUNT && !partly; s++) {
      const j = index(docks, i * SITE_COUNT + s);
      if (j >= 0 && load<f64>(shares + ((<usize>index(order, j)) << 3)) < 1) partly = true;
    }
    if (!partly) continue;
    const turn = address(w, TURN) + ((<usize>p) << 5);
    const xi = slot(x, i);
    let squares: f64 = 0;
    let rests: f64 = 0;
    for (let pass: i32 = 0; pass < 2; pass++) {
      const strain = rests > 0 ? squares / rests : 0;
      const harder: f64 = strain > HARDENS ? 1 + (strain - HARDENS) / HARDENING : 1;
      const k = 0.25 * harder * load<f64>(materialOf(w, p), STIFFNESS);
      for (let s: i32 = 0; s < SITE_COUNT; s++) {
        const j = index(docks, i * SITE_COUNT + s);
        if (j < 0) continue;
        const site = slot(sites, s);
        const weight = load<f64>(site, 24);
        const other = load<f64>(shares + ((<usize>index(order, j)) << 3));
        const xj = slot(x, j);
        const e2 = miss(
          turn,
          site,
          load<f64>(xj) - load<f64>(xi),
          load<f64>(xj, 8) - load<f64>(xi, 8),
          load<f64>(xj, 16) - load<f64>(xi, 16),
          address(w, BUFFER),
        );
        if (pass === 0) {
          squares += weight * other * e2;
          rests += weight * other * (square(load<f64>(site)) + square(load<f64>(site, 8)) + square(load<f64>(site, 16)));
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
 * Beside bonds, dU/ds of who is partly solid has the energy of compression that it loses, as a fluid. Pushes give it none: what touches
 * who as its phase changes is borne (tell).
 */
function addFluid(w: usize, c: usize): void {
  const n = word(w, COUNT);
  const starts = address(w, STARTS);
  const pairs = address(w, PAIRS);
  const x = address(w, X);
  const densities = address(w, SUMS) + ((<usize>n) << 6);
  const inverse = 1 / number(c, REACH);
  const norm = number(c, NORM);
  for (let i: i32 = 0; i < n; i++) store<f64>(densities + ((<usize>i) << 3), load<f64>(slot(x, i), 24) * norm);
  for (let i: i32 = 0; i < n; i++) {
    const xi = slot(x, i);
    const mine = isPartly(w, i);
    const end = index(starts, i + 1);
    for (let k = index(starts, i); k < end; k++) {
      const j = index(pairs, k);
      if (j & PUSH_ONLY || !(mine || isPartly(w, j))) continue;
      const xj = slot(x, j);
      const r = sqrt(
        square(load<f64>(xi) - load<f64>(xj)) +
          square(load<f64>(xi, 8) - load<f64>(xj, 8)) +
          square(load<f64>(xi, 16) - load<f64>(xj, 16)),
      );
      const weight = norm * bell(r * inverse);
      raise(densities, i, load<f64>(xj, 24) * weight);
      raise(densities, j, load<f64>(xi, 24) * weight);
    }
  }
  const misfits = address(w, SUMS) + <usize>n * 72;
  for (let i: i32 = 0; i < n; i++) {
    if (!isPartly(w, i)) continue;
    const material = materialOf(w, index(address(w, ORDER), i));
    const rest = load<f64>(material, REST_DENSITY);
    const ratio = min(load<f64>(densities + ((<usize>i) << 3)) / rest, 1.35);
    if (ratio > 1) {
      const cube = ratio * ratio * ratio;
      const work = (cube * cube) / 6 + 1 / ratio - 7 / 6.0;
      raise(misfits, i, (-load<f64>(slot(x, i), 24) * load<f64>(material, BULK) * work) / rest);
    }
  }
}

// @inline
function raise(at: usize, i: i32, by: f64): void {
  store<f64>(at + ((<usize>i) << 3), load<f64>(at + ((<usize>i) << 3)) + by);
}

// @inline
function isPartly(w: usize, i: i32): bool {
  return (index(address(w, LABELS), i) & SOLID) !== 0 && load<f64>(slot(address(w, V), i), 24) < 1;
}
