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
    const ax = load<f64>(position + a),
      ay = load<f64>(position + plane + a),
      az = load<f64>(position + plane2 + a);
    const px = load<f64>(position + b) - ax,
      py = load<f64>(position + plane + b) - ay,
      pz = load<f64>(position + plane2 + b) - az;
    const qx = load<f64>(position + c) - ax,
      qy = load<f64>(position + plane + c) - ay,
      qz = load<f64>(position + plane2 + c) - az;
    const third: f64 = 1.0 / 3.0;
    const ux = windX - third * (load<f64>(velocity + a) + load<f64>(velocity + b) + load<f64>(velocity + c));
    const uy =
      windY -
      third *
        (load<f64>(velocity + plane + a) + load<f64>(velocity + plane + b) + load<f64>(velocity + plane + c));
    const uz =
      windZ -
      third *
        (load<f64>(velocity + plane2 + a) +
          load<f64>(velocity + plane2 + b) +
          load<f64>(velocity + plane2 + c));
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
    const fx = alongFlow * ux + acrossFlow * (nx - sink * ux);
    const fy = alongFlow * uy + acrossFlow * (ny - sink * uy);
    const fz = alongFlow * uz + acrossFlow * (nz - sink * uz);
    spread(force, plane, a, b, c, fx, fy, fz);
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
    const ax = load<f64>(position + a),
      ay = load<f64>(position + plane + a),
      az = load<f64>(position + plane2 + a);
    const px = load<f64>(position + b) - ax,
      py = load<f64>(position + plane + b) - ay,
      pz = load<f64>(position + plane2 + b) - az;
    const qx = load<f64>(position + c) - ax,
      qy = load<f64>(position + plane + c) - ay,
      qz = load<f64>(position + plane2 + c) - az;
    spread(
      force,
      plane,
      a,
      b,
      c,
      share * (py * qz - pz * qy),
      share * (pz * qx - px * qz),
      share * (px * qy - py * qx),
    );
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

// @inline
function spread(force: usize, plane: usize, a: usize, b: usize, c: usize, x: f64, y: f64, z: f64): void {
  addEach(force, a, b, c, x);
  addEach(force + plane, a, b, c, y);
  addEach(force + (plane << 1), a, b, c, z);
}

/** Adds a value at three offsets. */
// @inline
function addEach(values: usize, a: usize, b: usize, c: usize, value: f64): void {
  add(values + a, value);
  add(values + b, value);
  add(values + c, value);
}
