/** Conversion between the planar arrays of particles and the vertex records of surfaces. */
import * as ContactRadii from '../../../layouts/generated/contact-radii';
import * as MotionSummary from '../../../layouts/generated/motion-summary';
import * as SurfaceVertex from '../../../layouts/generated/surface-vertex';
import { Y, Z } from '../../../layouts/generated/vector';
import { VECTOR } from '../memory';
/**
 * Fills the records of n particles from their positions at the start and the end of the sub-step and their inverse masses.
 * Writes the mean and the spread of the displacements of the `counted` particles with a contact radius to `out`.
 */
export function surfaceGather(
  start: usize,
  end: usize,
  inverseMass: usize,
  stride: i32,
  n: i32,
  radii: usize,
  counted: i32,
  vertices: usize,
  out: usize,
): void {
  const plane: usize = (<usize>stride) << 3;
  let squares: f64 = 0;
  let means: f64 = 0;
  const share = counted > 0 ? 1 / <f64>counted : 0;
  for (let axis: usize = 0; axis < 3; axis++) {
    const from = start + axis * plane;
    const to = end + axis * plane;
    let sum: f64 = 0;
    for (let i = 0; i < n; i++) {
      const v = vertices + <usize>i * SurfaceVertex.BYTES + (axis << 3);
      const x = load<f64>(from + ((<usize>i) << 3));
      const y = load<f64>(to + ((<usize>i) << 3));
      store<f64>(v, x);
      store<f64>(v + SurfaceVertex.END, y);
      if (load<f64>(radii + <usize>i * ContactRadii.BYTES) === 0) continue;
      sum += y - x;
      squares += (y - x) * (y - x);
    }
    store<f64>(out + (axis << 3), share * sum);
    means += share * sum * share * sum;
  }
  for (let i = 0; i < n; i++) {
    store<f64>(
      vertices + <usize>i * SurfaceVertex.BYTES + SurfaceVertex.INVERSE_MASS,
      load<f64>(inverseMass + ((<usize>i) << 3)),
    );
  }
  store<f64>(out, Math.sqrt(max(0, share * squares - means)), MotionSummary.SPREAD);
}

/**
 * Writes the end positions of n records back to particles. Where one differs, adds the difference times `rate` (1/s; 0
 * keeps velocities) to the velocity. Returns the largest difference, m.
 */
export function surfaceScatter(
  vertices: usize,
  n: i32,
  place: usize,
  velocity: usize,
  stride: i32,
  rate: f64,
): f64 {
  const plane: usize = (<usize>stride) << 3;
  let most: f64 = 0;
  for (let i = 0; i < n; i++) {
    const v = vertices + <usize>i * SurfaceVertex.BYTES + SurfaceVertex.END;
    let at: usize = (<usize>i) << 3;
    let square: f64 = 0;
    for (let axis: usize = 0; axis < VECTOR; axis += 8) {
      const x = load<f64>(v + axis);
      const change = x - load<f64>(place + at);
      if (change !== 0) {
        square += change * change;
        store<f64>(place + at, x);
        store<f64>(velocity + at, load<f64>(velocity + at) + rate * change);
      }
      at += plane;
    }
    most = max(most, square);
  }
  return Math.sqrt(most);
}

/** Twice the kinetic energy of n particles in uniform motion through the sub-step, times its length squared, kg·m². */
export function surfaceEnergy(vertices: usize, n: i32): f64 {
  let sum: f64 = 0;
  for (let i = 0; i < n; i++) {
    const v = vertices + <usize>i * SurfaceVertex.BYTES;
    const inverse = load<f64>(v + SurfaceVertex.INVERSE_MASS);
    if (inverse === 0) continue;
    const x = load<f64>(v + SurfaceVertex.END) - load<f64>(v),
      y = load<f64>(v + SurfaceVertex.END, Y) - load<f64>(v, Y),
      z = load<f64>(v + SurfaceVertex.END, Z) - load<f64>(v, Z);
    sum += (x * x + y * y + z * z) / inverse;
  }
  return sum;
}
