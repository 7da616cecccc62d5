/**
 * Which pairs of surface-pairs.ts touch in a sub-step.
 *
 * A pair is asleep while it cannot come within its distance: `wake` (f64 a pair, s) is the time up to which it sleeps, by
 * the courses of its vertices (surface-courses.ts). A pair that is awake is looked at along the direction n it was last seen
 * apart in: if all of one side is beyond the other by its distance there, at the start of the sub-step and at its end, it
 * sleeps for as long as that is so on the courses, whatever their allowances are used for. Else its first touch is
 * looked for; it becomes a contact of surface-contacts.ts.
 */
import { CONTACT, CROSSING, isBefore, isSame, RIGID, rigidInverse, vertexOf } from './contacts';
import { along, apart, END, firstTouch, INVERSE_MASS, NORMAL, pairAllowance, pairDistance, VERTEX } from './distance';
import { NEAR, PAIR } from './pairs';

/** True if the pair keeps `distance` along its direction through the sub-step; sets when it wakes next. */
// @ts-ignore: decorator
@inline
function sleeps(
  isEdges: bool,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  pair: usize,
  wake: usize,
  until: f64,
  horizon: f64,
  share: f64,
  toCourse: usize,
  distance: f64,
): bool {
  const nx = <f64>load<f32>(pair, 16),
    ny = <f64>load<f32>(pair, 20),
    nz = <f64>load<f32>(pair, 24);
  // 1e-6: n is rounded to f32, and may be longer than 1 by that
  const most = distance * 1.000001;
  if (apart(isEdges, a, b, c, d, nx, ny, nz) <= most) return false;
  if (apart(isEdges, a + END, b + END, c + END, d + END, nx, ny, nz) <= most) return false;
  const p = a + toCourse,
    q = b + toCourse,
    r = c + toCourse,
    s = d + toCourse;
  const least = most + 1.000001 * pairAllowance(isEdges, p, q, r, s);
  const sleep = wakesAt(isEdges, p, q, r, s, nx, ny, nz, share, least);
  // Else contacts may yet move it within its allowance, in this very sub-step.
  if (sleep > 0) store<f64>(wake, until + (horizon - until) * sleep);
  return true;
}

/** The share of what is left of the courses after `share` at which two vertices are first `least` apart along n. */
function wakesAt(
  isEdges: bool,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  nx: f64,
  ny: f64,
  nz: f64,
  share: f64,
  least: f64,
): f64 {
  const a1 = along(a + END, nx, ny, nz),
    b1 = along(b + END, nx, ny, nz),
    c1 = along(c + END, nx, ny, nz),
    d1 = along(d + END, nx, ny, nz);
  const a0 = a1 + (1 - share) * (along(a, nx, ny, nz) - a1),
    b0 = b1 + (1 - share) * (along(b, nx, ny, nz) - b1),
    c0 = c1 + (1 - share) * (along(c, nx, ny, nz) - c1),
    d0 = d1 + (1 - share) * (along(d, nx, ny, nz) - d1);
  if (!isEdges) {
    return min(when(a0 - b0, a1 - b1, least), min(when(a0 - c0, a1 - c1, least), when(a0 - d0, a1 - d1, least)));
  }
  return min(
    min(when(a0 - c0, a1 - c1, least), when(a0 - d0, a1 - d1, least)),
    min(when(b0 - c0, b1 - c1, least), when(b0 - d0, b1 - d1, least)),
  );
}

/** The share at which what goes evenly from `now` to `then` comes to `least`; 1 if it does not. */
// @ts-ignore: decorator
@inline
function when(now: f64, then: f64, least: f64): f64 {
  if (now <= least) return 0;
  return then > least ? 1 : (now - least) / (now - then);
}

/**
 * Adds contacts for the pairs that touch in the sub-step, from number `from` on. Answers how many there are then; more
 * than `room` if they do not fit.
 *
 * `until`: when the sub-step ends (s), which is at the share `share` of the courses; those end at `horizon`. Pairs that
 * sleep beyond `until` are not looked at.
 * `known`: so many contacts of `order` are there already, and come no second time. Most of them are told by the mark of
 * their pair, at least `since` and less than `mark`, which the new ones get.
 * `kinds`: 0 for all pairs, 2 for vertices of sheets on faces of colliders, 1 for all others.
 * `surfaces`: four f64 a collider: μ_s, μ_k, rigid body, −1 or −2 (one that moves in itself), what it is fatter than its points (m); before the first,
 * those for sheets among themselves.
 */
export function surfaceTouches(
  pairs: usize,
  wake: usize,
  count: i32,
  until: f64,
  horizon: f64,
  share: f64,
  since: i32,
  mark: i32,
  kinds: i32,
  vertices: usize,
  courses: usize,
  bodies: usize,
  surfaces: usize,
  rigid: usize,
  contacts: usize,
  order: usize,
  known: i32,
  from: i32,
  room: i32,
  out: usize,
): i32 {
  let found = from;
  const toCourse = courses - vertices;
  for (let k = 0; k < count; k++) {
    const wakes = wake + ((<usize>k) << 3);
    if (load<f64>(wakes) >= until) continue;
    const pair = pairs + <usize>k * PAIR;
    const last = load<i32>(pair, 36);
    if (last >= since && last < mark) continue;
    const isEdges = load<i32>(pair) < 0;
    if (kinds != 0 && (!isEdges && lies(pair, bodies)) != (kinds == 2)) continue;
    const a = vertexOf(vertices, pair, 0),
      b = vertexOf(vertices, pair, 1),
      c = vertexOf(vertices, pair, 2),
      d = vertexOf(vertices, pair, 3);
    const keeps = <f64>load<f32>(pair, 28);
    const near = NEAR * (keeps - <f64>load<f32>(pair, 32));
    if (sleeps(isEdges, a, b, c, d, pair, wakes, until, horizon, share, toCourse, keeps + near)) continue;
    const distance = pairDistance(isEdges, a, b, c, d, out);
    remember(pair, out);
    if (distance < CROSSING) continue;
    let least = keeps;
    if (distance <= keeps + near) least = min(keeps, distance);
    else {
      if (sleeps(isEdges, a, b, c, d, pair, wakes, until, horizon, share, toCourse, keeps + near)) continue;
      if (firstTouch(isEdges, a, b, c, d, keeps, near, out) > 1) continue;
    }
    if (known > 0 && isKnown(contacts, order, known, pair)) continue;
    if (found < room) {
      store<i32>(pair, mark, 36);
      write(contacts + <usize>found * CONTACT, pair, a, b, c, d, keeps, least, vertices, bodies, surfaces, rigid, out);
    }
    found++;
  }
  return found;
}

/** Is it a vertex of a sheet and a face of a collider? */
// @ts-ignore: decorator
@inline
function lies(pair: usize, bodies: usize): bool {
  if (load<i32>(bodies + ((<usize>load<i32>(pair)) << 2)) < 0) return false;
  return load<i32>(bodies + ((<usize>load<i32>(pair, 4)) << 2)) < 0;
}

/** Is the pair among the first `known` contacts, which are in order? */
function isKnown(contacts: usize, order: usize, known: i32, pair: usize): bool {
  let low = 0;
  let high = known;
  while (low < high) {
    const middle = (low + high) >> 1;
    const contact = contacts + <usize>load<i32>(order + ((<usize>middle) << 2)) * CONTACT;
    if (isBefore(pair, contact) || isSame(pair, contact)) high = middle;
    else low = middle + 1;
  }
  if (low == known) return false;
  return isSame(pair, contacts + <usize>load<i32>(order + ((<usize>low) << 2)) * CONTACT);
}

// @ts-ignore: decorator
@inline
function remember(pair: usize, out: usize): void {
  store<f32>(pair, <f32>load<f64>(out + NORMAL), 16);
  store<f32>(pair, <f32>load<f64>(out + NORMAL, 8), 20);
  store<f32>(pair, <f32>load<f64>(out + NORMAL, 16), 24);
}

function write(
  to: usize,
  pair: usize,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  keeps: f64,
  least: f64,
  vertices: usize,
  bodies: usize,
  surfaces: usize,
  rigids: usize,
  out: usize,
): void {
  memory.fill(to, 0, CONTACT);
  const nx = load<f64>(out + NORMAL),
    ny = load<f64>(out + NORMAL, 8),
    nz = load<f64>(out + NORMAL, 16);
  store<f64>(to, nx, 48);
  store<f64>(to, ny, 56);
  store<f64>(to, nz, 64);
  store<f64>(to, least, 72);
  store<f64>(to, keeps, 144);
  let surface = surfaces;
  let inverse: f64 = 0;
  let body: i32 = -1;
  let px: f64 = 0,
    py: f64 = 0,
    pz: f64 = 0,
    sx: f64 = 0,
    sy: f64 = 0,
    sz: f64 = 0,
    share: f64 = 0;
  for (let j: usize = 0; j < 4; j++) {
    const v = j == 0 ? a : j == 1 ? b : j == 2 ? c : d;
    const i = <i32>((v - vertices) / VERTEX);
    let weight = load<f64>(out + (j << 3));
    const owner = load<i32>(bodies + ((<usize>i) << 2));
    if (owner < 0) surface = surfaces + ((<usize>-owner) << 5);
    const rigid = owner < 0 ? <i32>load<f64>(surface, 16) : -1;
    sx += weight * load<f64>(v);
    sy += weight * load<f64>(v, 8);
    sz += weight * load<f64>(v, 16);
    if (rigid >= 0) {
      // A rigid body's place is that of the touch; its vertices are not solved for.
      body = rigid;
      px += abs(weight) * load<f64>(v);
      py += abs(weight) * load<f64>(v, 8);
      pz += abs(weight) * load<f64>(v, 16);
      share += weight;
      weight = 0;
    }
    store<i32>(to + (j << 2), i);
    store<f64>(to + 16 + (j << 3), weight);
    inverse += weight * weight * load<f64>(v + INVERSE_MASS);
  }
  store<f64>(to, load<f64>(surface), 120);
  store<f64>(to, load<f64>(surface, 8), 128);
  store<i32>(to, body, 136);
  store<i32>(to, load<i32>(pair) < 0 ? 1 : 0, 140);
  store<f64>(to, sx, 176);
  store<f64>(to, sy, 184);
  store<f64>(to, sz, 192);
  store<f64>(to, share, 200);
  if (body >= 0) {
    const rigid = rigids + <usize>body * RIGID;
    // Friction acts on its skin.
    const fat = share * load<f64>(surface, 24);
    store<f64>(to, px - fat * nx - load<f64>(rigid, 128), 152);
    store<f64>(to, py - fat * ny - load<f64>(rigid, 136), 160);
    store<f64>(to, pz - fat * nz - load<f64>(rigid, 144), 168);
    inverse += rigidInverse(rigid, to, nx, ny, nz);
  }
  store<f64>(to, inverse > 0 ? 1 / inverse : 0, 80);
}
