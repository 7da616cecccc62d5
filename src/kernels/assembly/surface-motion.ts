/** Between the particles' planar arrays and the vertex records of surface-distance.ts. */
import { END, INVERSE_MASS, VERTEX } from './surface-distance';

/**
 * Fills the records of n particles from their places at the start and the end of the sub-step and their inverse masses.
 * Writes to `out`: the mean way (three f64, m), the longest way against it, the longest way, and how far the farthest
 * is from where the last sub-step left it.
 */
export function surfaceGather(
  start: usize,
  end: usize,
  inverseMass: usize,
  stride: i32,
  n: i32,
  vertices: usize,
  out: usize,
): void {
  const plane: usize = (<usize>stride) << 3;
  let sx: f64 = 0,
    sy: f64 = 0,
    sz: f64 = 0,
    jump: f64 = 0;
  for (let i = 0; i < n; i++) {
    const at: usize = (<usize>i) << 3;
    const v = vertices + <usize>i * VERTEX;
    const x = load<f64>(start + at),
      y = load<f64>(start + plane + at),
      z = load<f64>(start + (plane << 1) + at);
    const ex = load<f64>(end + at),
      ey = load<f64>(end + plane + at),
      ez = load<f64>(end + (plane << 1) + at);
    const jx = x - load<f64>(v + END),
      jy = y - load<f64>(v + END, 8),
      jz = z - load<f64>(v + END, 16);
    jump = max(jump, jx * jx + jy * jy + jz * jz);
    store<f64>(v, x);
    store<f64>(v, y, 8);
    store<f64>(v, z, 16);
    store<f64>(v + END, ex);
    store<f64>(v + END, ey, 8);
    store<f64>(v + END, ez, 16);
    store<f64>(v + INVERSE_MASS, load<f64>(inverseMass + at));
    sx += ex - x;
    sy += ey - y;
    sz += ez - z;
  }
  const share = n > 0 ? 1 / <f64>n : 0;
  store<f64>(out, share * sx);
  store<f64>(out, share * sy, 8);
  store<f64>(out, share * sz, 16);
  store<f64>(out, Math.sqrt(longest(vertices, n, share * sx, share * sy, share * sz)), 24);
  store<f64>(out, Math.sqrt(longest(vertices, n, 0, 0, 0)), 32);
  store<f64>(out, Math.sqrt(jump), 40);
}

function longest(vertices: usize, n: i32, mx: f64, my: f64, mz: f64): f64 {
  let most: f64 = 0;
  for (let i = 0; i < n; i++) {
    const v = vertices + <usize>i * VERTEX;
    const x = load<f64>(v + END) - load<f64>(v) - mx,
      y = load<f64>(v + END, 8) - load<f64>(v, 8) - my,
      z = load<f64>(v + END, 16) - load<f64>(v, 16) - mz;
    most = max(most, x * x + y * y + z * z);
  }
  return most;
}

/**
 * Brings the ends of n records back: where one differs from the particle's place, adds the difference times `rate`
 * (1/s; 0 leaves velocities) to its velocity, and puts it there. Answers the greatest difference, m.
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
    const v = vertices + <usize>i * VERTEX + END;
    let at: usize = (<usize>i) << 3;
    let square: f64 = 0;
    for (let axis: usize = 0; axis < 24; axis += 8) {
      const x = load<f64>(v + axis);
      const change = x - load<f64>(place + at);
      if (change != 0) {
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
