/**
 * Contact detection: finds the pairs of pairs.ts that come into contact in a sub-step.
 *
 * A pair sleeps up to the time `wake` (f64 a pair, s) while the predicted motion of its vertices (predicted-motion.ts)
 * cannot bring it within its distance. A pair that is awake is tested along the direction n in which it was last found
 * apart. If one side stays beyond the other by the distance at the start and at the end of the sub-step, the pair sleeps for
 * as long as the prediction and its allowances guarantee that. Otherwise continuous collision detection finds the first
 * contact.
 */
import * as Contact from '../../../layouts/generated/contact';
import * as FeaturePair from '../../../layouts/generated/feature-pair';
import * as Proximity from '../../../layouts/generated/proximity';
import * as Quad32 from '../../../layouts/generated/quad32';
import * as RigidSide from '../../../layouts/generated/rigid-side';
import * as SurfaceProperties from '../../../layouts/generated/surface-properties';
import * as SurfaceVertex from '../../../layouts/generated/surface-vertex';
import { Y, Z } from '../../../layouts/generated/vector';
import * as Vector32 from '../../../layouts/generated/vector32';
import { CROSSING, isBefore, isSame, rigidInverse, vertexOf } from './contacts';
import { along, apart, firstTouch, pairAllowance, pairDistance } from './distance';
import { NEAR } from './pairs';

/** Whether the pair keeps `distance` along its direction through the sub-step; sets the time up to which it sleeps. */
// @inline
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
  toPrediction: usize,
  distance: f64,
): bool {
  const nx = <f64>load<f32>(pair, FeaturePair.NORMAL),
    ny = <f64>load<f32>(pair, FeaturePair.NORMAL + Vector32.Y),
    nz = <f64>load<f32>(pair, FeaturePair.NORMAL + Vector32.Z);
  // n is rounded to f32: its length may exceed 1 by 1e-6.
  const most = distance * 1.000001;
  if (apart(isEdges, a, b, c, d, nx, ny, nz) <= most) return false;
  if (
    apart(
      isEdges,
      a + SurfaceVertex.END,
      b + SurfaceVertex.END,
      c + SurfaceVertex.END,
      d + SurfaceVertex.END,
      nx,
      ny,
      nz,
    ) <= most
  )
    return false;
  const p = a + toPrediction,
    q = b + toPrediction,
    r = c + toPrediction,
    s = d + toPrediction;
  const least = most + 1.000001 * pairAllowance(isEdges, p, q, r, s);
  const sleep = wakesAt(isEdges, p, q, r, s, nx, ny, nz, share, least);
  // Otherwise contacts may still move it within its allowance, in this very sub-step.
  if (sleep > 0) store<f64>(wake, until + (horizon - until) * sleep);
  return true;
}

/** Share of the rest of the predicted motion, after `share`, at which two vertices come within `least` along n. */
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
  const a1 = along(a + SurfaceVertex.END, nx, ny, nz),
    b1 = along(b + SurfaceVertex.END, nx, ny, nz),
    c1 = along(c + SurfaceVertex.END, nx, ny, nz),
    d1 = along(d + SurfaceVertex.END, nx, ny, nz);
  const a0 = a1 + (1 - share) * (along(a, nx, ny, nz) - a1),
    b0 = b1 + (1 - share) * (along(b, nx, ny, nz) - b1),
    c0 = c1 + (1 - share) * (along(c, nx, ny, nz) - c1),
    d0 = d1 + (1 - share) * (along(d, nx, ny, nz) - d1);
  if (!isEdges) {
    return min(
      when(a0 - b0, a1 - b1, least),
      min(when(a0 - c0, a1 - c1, least), when(a0 - d0, a1 - d1, least)),
    );
  }
  return min(
    min(when(a0 - c0, a1 - c1, least), when(a0 - d0, a1 - d1, least)),
    min(when(b0 - c0, b1 - c1, least), when(b0 - d0, b1 - d1, least)),
  );
}

/** Share at which a value that changes linearly from `now` to `then` reaches `least`; 1 if it does not. */
// @inline
function when(now: f64, then: f64, least: f64): f64 {
  if (now <= least) return 0;
  return then > least ? 1 : (now - least) / (now - then);
}

/**
 * Adds contacts for the pairs that touch in the sub-step, from number `from` on. Returns the number of contacts; if it
 * exceeds `room`, the excess is not written.
 *
 * The sub-step ends at the time `until` (s), at the share `share` of the prediction, which ends at `horizon`. Pairs that
 * sleep beyond `until` are skipped. The first `known` contacts of `order` are not added twice: most are recognised by the
 * mark of their pair, at least `since` and less than `mark`, which new contacts get. `kinds` selects pairs: 0 all, 2
 * vertices of sheets on faces of colliders, 1 all others. `bodies`: see pairs.ts.
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
  predictions: usize,
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
  const toPrediction = predictions - vertices;
  for (let k = 0; k < count; k++) {
    const wakes = wake + ((<usize>k) << 3);
    if (load<f64>(wakes) >= until) continue;
    const pair = pairs + <usize>k * FeaturePair.BYTES;
    const last = load<i32>(pair, FeaturePair.MARK);
    if (last >= since && last < mark) continue;
    const isEdges = load<i32>(pair, FeaturePair.VERTICES) < 0;
    if (kinds !== 0 && (!isEdges && lies(pair, bodies)) !== (kinds === 2)) continue;
    const a = vertexOf(vertices, pair, 0),
      b = vertexOf(vertices, pair, 1),
      c = vertexOf(vertices, pair, 2),
      d = vertexOf(vertices, pair, 3);
    const keeps = <f64>load<f32>(pair, FeaturePair.KEPT_DISTANCE);
    const near = NEAR * (keeps - <f64>load<f32>(pair, FeaturePair.COLLIDER_RADIUS));
    if (sleeps(isEdges, a, b, c, d, pair, wakes, until, horizon, share, toPrediction, keeps + near)) continue;
    const distance = pairDistance(isEdges, a, b, c, d, out);
    remember(pair, out);
    if (distance < CROSSING) continue;
    let least = keeps;
    if (distance <= keeps + near) least = min(keeps, distance);
    else {
      if (sleeps(isEdges, a, b, c, d, pair, wakes, until, horizon, share, toPrediction, keeps + near))
        continue;
      if (firstTouch(isEdges, a, b, c, d, keeps, near, out) > 1) continue;
    }
    if (known > 0 && isKnown(contacts, order, known, pair)) continue;
    if (found < room) {
      store<i32>(pair, mark, FeaturePair.MARK);
      write(
        contacts + <usize>found * Contact.BYTES,
        pair,
        keeps,
        least,
        vertices,
        bodies,
        surfaces,
        rigid,
        out,
      );
    }
    found++;
  }
  return found;
}

/** Whether the pair is a vertex of a sheet and a face of a collider. */
// @inline
export function lies(pair: usize, bodies: usize): bool {
  if (load<i32>(bodies + ((<usize>load<i32>(pair, FeaturePair.VERTICES)) << 2)) < 0) return false;
  return load<i32>(bodies + ((<usize>load<i32>(pair, FeaturePair.VERTICES + Quad32.B)) << 2)) < 0;
}

/** Whether the pair is among the first `known` contacts, which are sorted. */
function isKnown(contacts: usize, order: usize, known: i32, pair: usize): bool {
  let low = 0;
  let high = known;
  while (low < high) {
    const middle = (low + high) >> 1;
    const contact = contacts + <usize>load<i32>(order + ((<usize>middle) << 2)) * Contact.BYTES;
    if (isBefore(pair, contact) || isSame(pair, contact)) high = middle;
    else low = middle + 1;
  }
  if (low === known) return false;
  return isSame(pair, contacts + <usize>load<i32>(order + ((<usize>low) << 2)) * Contact.BYTES);
}

/** Stores the direction in which the pair was found apart. */
// @inline
export function remember(pair: usize, out: usize): void {
  store<f32>(pair, <f32>load<f64>(out + Proximity.NORMAL), FeaturePair.NORMAL);
  store<f32>(pair, <f32>load<f64>(out + Proximity.NORMAL, Y), FeaturePair.NORMAL + Vector32.Y);
  store<f32>(pair, <f32>load<f64>(out + Proximity.NORMAL, Z), FeaturePair.NORMAL + Vector32.Z);
}

/** Writes the contact of a pair from its closest points in `out`. */
export function write(
  to: usize,
  pair: usize,
  keeps: f64,
  least: f64,
  vertices: usize,
  bodies: usize,
  surfaces: usize,
  rigids: usize,
  out: usize,
): void {
  memory.fill(to, 0, Contact.BYTES);
  const nx = load<f64>(out + Proximity.NORMAL),
    ny = load<f64>(out + Proximity.NORMAL, Y),
    nz = load<f64>(out + Proximity.NORMAL, Z);
  store<f64>(to, nx, Contact.NORMAL);
  store<f64>(to, ny, Contact.NORMAL + Y);
  store<f64>(to, nz, Contact.NORMAL + Z);
  store<f64>(to, least, Contact.LEAST_DISTANCE);
  store<f64>(to, keeps, Contact.KEPT_DISTANCE);
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
    const v = vertexOf(vertices, pair, j);
    const i = <i32>((v - vertices) / SurfaceVertex.BYTES);
    let weight = load<f64>(out + Proximity.WEIGHTS + (j << 3));
    const owner = load<i32>(bodies + ((<usize>i) << 2));
    if (owner < 0) surface = surfaces + <usize>-owner * SurfaceProperties.BYTES;
    const rigid = owner < 0 ? <i32>load<f64>(surface, SurfaceProperties.RIGID_BODY) : -1;
    sx += weight * load<f64>(v);
    sy += weight * load<f64>(v, Y);
    sz += weight * load<f64>(v, Z);
    if (rigid >= 0) {
      // A rigid body is solved for at the contact point, not at its vertices.
      body = rigid;
      px += abs(weight) * load<f64>(v);
      py += abs(weight) * load<f64>(v, Y);
      pz += abs(weight) * load<f64>(v, Z);
      share += weight;
      weight = 0;
    }
    store<i32>(to + (j << 2), i);
    store<f64>(to + Contact.WEIGHTS + (j << 3), weight);
    inverse += weight * weight * load<f64>(v + SurfaceVertex.INVERSE_MASS);
  }
  store<f64>(to, load<f64>(surface, SurfaceProperties.STATIC_FRICTION), Contact.STATIC_FRICTION);
  store<f64>(to, load<f64>(surface, SurfaceProperties.KINETIC_FRICTION), Contact.KINETIC_FRICTION);
  store<i32>(to, body, Contact.RIGID_BODY);
  store<i32>(to, load<i32>(pair, FeaturePair.VERTICES) < 0 ? 1 : 0, Contact.IS_EDGES);
  store<f64>(to, sx, Contact.START);
  store<f64>(to, sy, Contact.START + Y);
  store<f64>(to, sz, Contact.START + Z);
  store<f64>(to, share, Contact.RIGID_SIGN);
  if (body >= 0) {
    const rigid = rigids + <usize>body * RigidSide.BYTES;
    // Friction acts on the surface of the collider.
    const fat = share * load<f64>(surface, SurfaceProperties.RADIUS);
    store<f64>(to, px - fat * nx - load<f64>(rigid, RigidSide.CENTRE), Contact.ARM);
    store<f64>(to, py - fat * ny - load<f64>(rigid, RigidSide.CENTRE + Y), Contact.ARM + Y);
    store<f64>(to, pz - fat * nz - load<f64>(rigid, RigidSide.CENTRE + Z), Contact.ARM + Z);
    inverse += rigidInverse(rigid, to, nx, ny, nz);
  }
  store<f64>(to, inverse > 0 ? 1 / inverse : 0, Contact.EFFECTIVE_MASS);
}
