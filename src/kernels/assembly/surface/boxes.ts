/**
 * What is known of vertices and triangles before pairs of them are looked at: boxes around the courses of vertices
 * (surface-courses.ts), eight f32 each: least x, y, z, 0, greatest x, y, z, 0; and what tells whether neighbours stay
 * side by side, twelve f32 a triangle: unit normal now, clearance (m, see isEven), unit normal at the end of the courses,
 * how far a corner goes astray from the mean way of the three (m), that mean way (m), the greatest allowance (m).
 */
import { ALLOWANCE, END, STRAYED, VERTEX } from './distance';
import { NEAR, SKIN } from './pairs';

/** Of f32, rounded up: boxes are widened by it. */
const ROUNDING: f64 = 3e-7;
const SHAPE: usize = 48;
/** Cosine of an angle between neighbours that are as good as flat. */
const EVEN: f32 = 0.7;
/** Of their height, that neighbours have between them what they do not share. */
const APART: f64 = 0.64;

/**
 * Boxes of the vertices `from` to `end`, in a frame that has moved by three of `shift` (six f64, m) now and by the others
 * at the end of the courses, grown by radius and allowance. `part`: of those that strayed only.
 */
export function surfaceVertexBoxes(
  courses: usize,
  radii: usize,
  from: i32,
  end: i32,
  shift: usize,
  part: bool,
  boxes: usize,
): void {
  for (let i = from; i < end; i++) {
    const course = courses + <usize>i * VERTEX;
    if (part && load<i32>(course + STRAYED) == 0) continue;
    const wide = load<f64>(course + ALLOWANCE) + (1 + NEAR) * load<f64>(radii + ((<usize>i) << 4)) + SKIN;
    const to = boxes + ((<usize>i) << 5);
    for (let axis: usize = 0; axis < 24; axis += 8) {
      const start = load<f64>(course + axis) - load<f64>(shift + axis);
      const goal = load<f64>(course + END + axis) - load<f64>(shift + 24 + axis);
      const grown = max(abs(start), abs(goal)) * ROUNDING + wide;
      store<f32>(to + (axis >> 1), <f32>(min(start, goal) - grown));
      store<f32>(to + (axis >> 1), <f32>(max(start, goal) + grown), 16);
    }
    store<f32>(to, 0, 12);
    store<f32>(to, 0, 28);
    if (!isFinite(wide + size(course))) empty(to);
  }
}

/** Of all coordinates together: not finite if one is not. */
// @ts-ignore: decorator
@inline
function size(course: usize): f64 {
  let sum: f64 = 0;
  for (let byte: usize = 0; byte < 48; byte += 8) sum += abs(load<f64>(course + byte));
  return sum;
}

/** A box that meets none: what is nowhere touches nothing, and the step ends with a fault that tells of it. */
function empty(box: usize): void {
  for (let byte: usize = 0; byte < 12; byte += 4) {
    store<f32>(box + byte, Infinity);
    store<f32>(box + byte, -Infinity, 16);
  }
}

/** Shapes of the first `count` triangles. */
export function surfaceShapes(
  triangles: usize,
  count: i32,
  courses: usize,
  radii: usize,
  shapes: usize,
): void {
  for (let t = 0; t < count; t++) {
    const at = triangles + ((<usize>t) << 4);
    const to = shapes + <usize>t * SHAPE;
    const a = courses + <usize>load<i32>(at) * VERTEX,
      b = courses + <usize>load<i32>(at, 4) * VERTEX,
      c = courses + <usize>load<i32>(at, 8) * VERTEX;
    const height = min(face(a, b, c, to), face(a + END, b + END, c + END, to + 16));
    const keeps = 2 * max(own(at, radii), max(own(at + 4, radii), own(at + 8, radii)));
    store<f32>(to, <f32>(APART * height - (1 + NEAR) * keeps), 12);
    const mx = (way(a, 0) + way(b, 0) + way(c, 0)) / 3,
      my = (way(a, 8) + way(b, 8) + way(c, 8)) / 3,
      mz = (way(a, 16) + way(b, 16) + way(c, 16)) / 3;
    const spread = max(astray(a, mx, my, mz), max(astray(b, mx, my, mz), astray(c, mx, my, mz)));
    store<f32>(to, <f32>Math.sqrt(spread), 28);
    store<f32>(to, <f32>mx, 32);
    store<f32>(to, <f32>my, 36);
    store<f32>(to, <f32>mz, 40);
    const allowance = max(load<f64>(a + ALLOWANCE), max(load<f64>(b + ALLOWANCE), load<f64>(c + ALLOWANCE)));
    store<f32>(to, <f32>allowance, 44);
  }
}

/** What the vertex at `corner` keeps from its own sheet, m. */
// @ts-ignore: decorator
@inline
function own(corner: usize, radii: usize): f64 {
  return load<f64>(radii + ((<usize>load<i32>(corner)) << 4), 8);
}

/** Writes the unit normal (0 if there is none) and answers the least height, m. */
function face(a: usize, b: usize, c: usize, to: usize): f64 {
  const ux = load<f64>(b) - load<f64>(a),
    uy = load<f64>(b, 8) - load<f64>(a, 8),
    uz = load<f64>(b, 16) - load<f64>(a, 16);
  const vx = load<f64>(c) - load<f64>(a),
    vy = load<f64>(c, 8) - load<f64>(a, 8),
    vz = load<f64>(c, 16) - load<f64>(a, 16);
  const wx = vx - ux,
    wy = vy - uy,
    wz = vz - uz;
  const nx = uy * vz - uz * vy,
    ny = uz * vx - ux * vz,
    nz = ux * vy - uy * vx;
  const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const unit = area > 0 ? 1 / area : 0;
  store<f32>(to, <f32>(unit * nx));
  store<f32>(to, <f32>(unit * ny), 4);
  store<f32>(to, <f32>(unit * nz), 8);
  const longest = max(
    ux * ux + uy * uy + uz * uz,
    max(vx * vx + vy * vy + vz * vz, wx * wx + wy * wy + wz * wz),
  );
  return longest > 0 ? area / Math.sqrt(longest) : 0;
}

// @ts-ignore: decorator
@inline
function way(course: usize, axis: usize): f64 {
  return load<f64>(course + END + axis) - load<f64>(course + axis);
}

// @ts-ignore: decorator
@inline
function astray(course: usize, mx: f64, my: f64, mz: f64): f64 {
  const x = way(course, 0) - mx,
    y = way(course, 8) - my,
    z = way(course, 16) - mz;
  return x * x + y * y + z * z;
}

/**
 * Do two neighbours stay side by side? The surface is less than EVEN folded between them, now and at the end of the
 * courses: then what they do not share is APART of a height h from each other at both ends, by APART h − r more than it
 * keeps (r, m): the clearance. On the way from one to the other they come nearer by half of what they move against each
 * other at most, and by what they may stray.
 */
// @ts-ignore: decorator
@inline
export function isEven(shapes: usize, s: i32, t: i32): bool {
  const a = shapes + <usize>s * SHAPE;
  const b = shapes + <usize>t * SHAPE;
  const now = load<f32>(a) * load<f32>(b) + load<f32>(a, 4) * load<f32>(b, 4) + load<f32>(a, 8) * load<f32>(b, 8);
  if (!(now > EVEN)) return false;
  const then =
    load<f32>(a, 16) * load<f32>(b, 16) + load<f32>(a, 20) * load<f32>(b, 20) + load<f32>(a, 24) * load<f32>(b, 24);
  if (!(then > EVEN)) return false;
  const clear = min<f32>(load<f32>(a, 12), load<f32>(b, 12)) - load<f32>(a, 44) - load<f32>(b, 44);
  const over: f32 = 2 * clear - load<f32>(a, 28) - load<f32>(b, 28);
  if (!(over > 0)) return false;
  const x = load<f32>(a, 32) - load<f32>(b, 32),
    y = load<f32>(a, 36) - load<f32>(b, 36),
    z = load<f32>(a, 40) - load<f32>(b, 40);
  return x * x + y * y + z * z < over * over;
}
