/**
 * Forces on four-sided cells: wind and pressure, by the laws in src/forces. A corner is the middle of two particles, which may
 * be the same: eight indices per cell, anticlockwise seen from the side that pressure acts on.
 * With corners a, b, c, d the area vector is N = ½ (c − a)×(d − b), also of a cell that is not flat; each corner gets a quarter
 * of the force, and each of its two particles half of that.
 */
import * as CellCorners from '../../../layouts/generated/cell-corners';
import { NEXT_I32 } from '../memory';

/** Bytes of the corners of a cell, as a bound of loops. */
const CORNERS: usize = CellCorners.BYTES;

/** Wind, as `windForces` for triangles, with the mean velocity of the corners. */
export function windOnCells(
  corners: usize,
  n: i32,
  position: usize,
  velocity: usize,
  force: usize,
  stride: i32,
  windX: f64,
  windY: f64,
  windZ: f64,
  halfDensity: f64,
  drag: f64,
  lift: f64,
): void {
  const plane: usize = (<usize>stride) << 3;
  const plane2: usize = plane << 1;
  for (let k: i32 = 0; k < n; k++) {
    const at: usize = corners + <usize>k * CellCorners.BYTES;
    const ux = windX - mean(velocity, at);
    const uy = windY - mean(velocity + plane, at);
    const uz = windZ - mean(velocity + plane2, at);
    const px = diagonal(position, at, CellCorners.A),
      py = diagonal(position + plane, at, CellCorners.A),
      pz = diagonal(position + plane2, at, CellCorners.A);
    const qx = diagonal(position, at, CellCorners.B),
      qy = diagonal(position + plane, at, CellCorners.B),
      qz = diagonal(position + plane2, at, CellCorners.B);
    let nx = 0.5 * (py * qz - pz * qy),
      ny = 0.5 * (pz * qx - px * qz),
      nz = 0.5 * (px * qy - py * qx);
    let facing = nx * ux + ny * uy + nz * uz;
    if (facing < 0) {
      nx = -nx;
      ny = -ny;
      nz = -nz;
      facing = -facing;
    }
    const speedSquare = ux * ux + uy * uy + uz * uz;
    const areaSquare = nx * nx + ny * ny + nz * nz;
    if (!(facing > 0) || !(areaSquare > 0)) continue;
    // Each of the eight particles gets an eighth.
    const alongFlow = 0.125 * halfDensity * facing * drag;
    const acrossFlow = 0.125 * halfDensity * facing * lift * sqrt(speedSquare / areaSquare);
    const sink = facing / speedSquare;
    spread(force, at, alongFlow * ux + acrossFlow * (nx - sink * ux));
    spread(force + plane, at, alongFlow * uy + acrossFlow * (ny - sink * uy));
    spread(force + plane2, at, alongFlow * uz + acrossFlow * (nz - sink * uz));
  }
}

export function pressureOnCells(
  corners: usize,
  n: i32,
  position: usize,
  force: usize,
  stride: i32,
  pressure: f64,
): void {
  const plane: usize = (<usize>stride) << 3;
  const plane2: usize = plane << 1;
  const share = pressure / 16.0;
  for (let k: i32 = 0; k < n; k++) {
    const at: usize = corners + <usize>k * CellCorners.BYTES;
    const px = diagonal(position, at, CellCorners.A),
      py = diagonal(position + plane, at, CellCorners.A),
      pz = diagonal(position + plane2, at, CellCorners.A);
    const qx = diagonal(position, at, CellCorners.B),
      qy = diagonal(position + plane, at, CellCorners.B),
      qz = diagonal(position + plane2, at, CellCorners.B);
    spread(force, at, share * (py * qz - pz * qy));
    spread(force + plane, at, share * (pz * qx - px * qz));
    spread(force + plane2, at, share * (px * qy - py * qx));
  }
}

/** Returns the vector from the corner whose indices are at `at + skip` to the opposite one. */
// @inline
function diagonal(values: usize, at: usize, skip: usize): f64 {
  return (
    0.5 *
    (valueAt(values, at + skip + CellCorners.C) +
      valueAt(values, at + skip + CellCorners.C + NEXT_I32) -
      valueAt(values, at + skip) -
      valueAt(values, at + skip + NEXT_I32))
  );
}

// @inline
function mean(values: usize, at: usize): f64 {
  let sum: f64 = 0;
  for (let i: usize = 0; i < CORNERS; i += NEXT_I32) sum += valueAt(values, at + i);
  return 0.125 * sum;
}

// @inline
function spread(force: usize, at: usize, value: f64): void {
  for (let i: usize = 0; i < CORNERS; i += NEXT_I32) {
    const to = force + ((<usize>load<i32>(at + i)) << 3);
    store<f64>(to, load<f64>(to) + value);
  }
}

// @inline
function valueAt(values: usize, index: usize): f64 {
  return load<f64>(values + ((<usize>load<i32>(index)) << 3));
}
