/** Forces on triangles: wind (drag and lift) and pressure, by the laws in src/forces. */
import * as Triangle from '../../../layouts/generated/triangle';
import { add } from '../memory';
/**
 * Wind on n triangles. With u = wind − mean velocity of the face, N = ½ (b−a)×(c−a) on the lee side (N·u ≥ 0):
 *   drag = ½ρ C_D |u| (N·u)/|u| u,   lift = ½ρ C_L (N·u) (N − (N·u) u/|u|²) |u|/|N|
 * and each corner gets a third.
 */
export function windForces(
  triangles: usize,
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
  for (let t: i32 = 0; t < n; t++) {
    const at: usize = triangles + <usize>t * Triangle.BYTES;
    const a: usize = (<usize>load<i32>(at, Triangle.A)) << 3;
    const b: usize = (<usize>load<i32>(at, Triangle.B)) << 3;
    const c: usize = (<usize>load<i32>(at, Triangle.C)) << 3;
    const px = difference(position, a, b),
      py = difference(position + plane, a, b),
      pz = difference(position + plane2, a, b);
    const qx = difference(position, a, c),
      qy = difference(position + plane, a, c),
      qz = difference(position + plane2, a, c);
    const third: f64 = 1.0 / 3.0;
    const ux = windX - third * sum(velocity, a, b, c);
    const uy = windY - third * sum(velocity + plane, a, b, c);
    const uz = windZ - third * sum(velocity + plane2, a, b, c);
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
    const alongFlow = halfDensity * third * facing * drag;
    const acrossFlow = halfDensity * third * facing * lift * sqrt(speedSquare / areaSquare);
    const sink = facing / speedSquare;
    addEach(force, a, b, c, alongFlow * ux + acrossFlow * (nx - sink * ux));
    addEach(force + plane, a, b, c, alongFlow * uy + acrossFlow * (ny - sink * uy));
    addEach(force + plane2, a, b, c, alongFlow * uz + acrossFlow * (nz - sink * uz));
  }
}

/** Pressure p on n triangles: p N / 3 to each corner, N the area vector. */
export function pressureForces(
  triangles: usize,
  n: i32,
  position: usize,
  force: usize,
  stride: i32,
  pressure: f64,
): void {
  const plane: usize = (<usize>stride) << 3;
  const plane2: usize = plane << 1;
  const share = pressure / 6.0;
  for (let t: i32 = 0; t < n; t++) {
    const at: usize = triangles + <usize>t * Triangle.BYTES;
    const a: usize = (<usize>load<i32>(at, Triangle.A)) << 3;
    const b: usize = (<usize>load<i32>(at, Triangle.B)) << 3;
    const c: usize = (<usize>load<i32>(at, Triangle.C)) << 3;
    const px = difference(position, a, b),
      py = difference(position + plane, a, b),
      pz = difference(position + plane2, a, b);
    const qx = difference(position, a, c),
      qy = difference(position + plane, a, c),
      qz = difference(position + plane2, a, c);
    addEach(force, a, b, c, share * (py * qz - pz * qy));
    addEach(force + plane, a, b, c, share * (pz * qx - px * qz));
    addEach(force + plane2, a, b, c, share * (px * qy - py * qx));
  }
}

/** Volume of the cone from the origin over n triangles: Σ a·(b×c)/6. */
export function coneVolume(triangles: usize, n: i32, position: usize, stride: i32): f64 {
  const plane: usize = (<usize>stride) << 3;
  const y: usize = position + plane;
  const z: usize = y + plane;
  let sum: f64 = 0;
  for (let t: i32 = 0; t < n; t++) {
    const at: usize = triangles + <usize>t * Triangle.BYTES;
    const a: usize = (<usize>load<i32>(at, Triangle.A)) << 3;
    const b: usize = (<usize>load<i32>(at, Triangle.B)) << 3;
    const c: usize = (<usize>load<i32>(at, Triangle.C)) << 3;
    sum +=
      load<f64>(position + a) * (load<f64>(y + b) * load<f64>(z + c) - load<f64>(z + b) * load<f64>(y + c)) +
      load<f64>(y + a) *
        (load<f64>(z + b) * load<f64>(position + c) - load<f64>(position + b) * load<f64>(z + c)) +
      load<f64>(z + a) *
        (load<f64>(position + b) * load<f64>(y + c) - load<f64>(y + b) * load<f64>(position + c));
  }
  return sum / 6.0;
}

/** Returns the number at offset b less that at offset a. */
// @inline
function difference(values: usize, a: usize, b: usize): f64 {
  return load<f64>(values + b) - load<f64>(values + a);
}

// @inline
function sum(values: usize, a: usize, b: usize, c: usize): f64 {
  return load<f64>(values + a) + load<f64>(values + b) + load<f64>(values + c);
}

/** Adds a value at three offsets. */
// @inline
function addEach(values: usize, a: usize, b: usize, c: usize, value: f64): void {
  add(values + a, value);
  add(values + b, value);
  add(values + c, value);
}
