/**
 * Contacts of an implicit step: pairs of pairs.ts that are close at the end of the motion, whatever they did on the way, and
 * pairs that would pass each other on the way, with the correction that keeps them apart.
 */
import * as Contact from '../../../layouts/generated/contact';
import * as FeaturePair from '../../../layouts/generated/feature-pair';
import * as Proximity from '../../../layouts/generated/proximity';
import * as RigidSide from '../../../layouts/generated/rigid-side';
import * as ScanJob from '../../../layouts/generated/scan-job';
import * as ScanScratch from '../../../layouts/generated/scan-scratch';
import * as SurfaceProperties from '../../../layouts/generated/surface-properties';
import * as SurfaceVertex from '../../../layouts/generated/surface-vertex';
import { Y, Z } from '../../../layouts/generated/vector';
import * as Vector32 from '../../../layouts/generated/vector32';
import { word } from '../memory';
import { barrier } from '../threads';
import { CROSSING, inTurn, pushRigid, rigidInverse, vertexOf } from './contacts';
import { apart, apartBoth, firstTouch, pairDistance } from './distance';
import { joinParts, partLength } from './parts';
import { lies, remember, write } from './touches';

/**
 * Share of the distance at the start, at most of the kept one, that a pair may not fall below on its way. Chosen: half would stop
 * folds early. Test: passages.test.ts.
 */
const FLOOR: f64 = 0.1;
/** Least distance that a search for a passage works with, m. */
const SWEEP: f64 = 1e-12;
/**
 * Share of the room between the surfaces that a pair has after a correction. Chosen: more gives the solve less to press. Test:
 * passages.test.ts.
 */
const LEAST: f64 = 0.2;
/**
 * Largest way of a vertex in a sweep over what the pair lacks at its start: of an edge that is pinned at one end, the other end would go
 * any distance to move a point near the pin. Pairs that this leaves are held back. Test: passages.test.ts.
 */
const MOST_LEVER: f64 = 4;
/** Share of its target beyond which the distance of a pair is enough. Chosen. Test: passages.test.ts. */
const SHORT: f64 = 0.9;

/** Searches the pairs of a list for contacts (layouts/surface.ts: scanJob), of which threads share the list. */
export function scanPairs(job: usize, thread: i32, threads: i32): void {
  const pairs = <i64>load<i32>(job, ScanJob.COUNT);
  const from = <i32>((pairs * thread) / threads),
    end = <i32>((pairs * (thread + 1)) / threads);
  const contacts = word(job, ScanJob.CONTACTS);
  const before = load<i32>(job, ScanJob.FOUND);
  const length = partLength(before, load<i32>(job, ScanJob.ROOM), threads);
  const start = before + thread * length;
  const scratch = word(job, ScanJob.SCRATCH) + <usize>thread * ScanScratch.BYTES;
  const out = scratch + ScanScratch.PROXIMITY;
  const found =
    load<i32>(job, ScanJob.BLOCKED) !== 0
      ? findBlocked(job, from, end, contacts, start, start + length, out)
      : findNear(job, from, end, contacts, start, start + length, out);
  store<i32>(scratch, found - start, ScanScratch.FOUND);
  barrier(thread, threads);
  if (thread !== 0) return;
  const counts = word(job, ScanJob.SCRATCH) + ScanScratch.FOUND;
  const all = joinParts(contacts, Contact.BYTES, before, length, counts, ScanScratch.BYTES, threads);
  if (all < 0) store<i32>(job, -all, ScanJob.ROOM);
  else store<i32>(job, all, ScanJob.FOUND);
}

/**
 * Adds contacts for the pairs, from number `first` to `end`, that are closer than they keep plus LEAD (0 for rigid bodies) at the end of the motion, from
 * number `from` on. Returns the end of the contacts; if it exceeds `room`, the excess is not written. Pairs that sleep beyond UNTIL
 * are skipped; MARK and KINDS as in surfaceTouches.
 */
function findNear(job: usize, first: i32, end: i32, contacts: usize, from: i32, room: i32, out: usize): i32 {
  const pairs = word(job, ScanJob.PAIRS),
    wake = word(job, ScanJob.WAKE),
    vertices = word(job, ScanJob.VERTICES),
    bodies = word(job, ScanJob.BODIES),
    surfaces = word(job, ScanJob.SURFACES),
    rigid = word(job, ScanJob.RIGID);
  const mark = load<i32>(job, ScanJob.MARK),
    kinds = load<i32>(job, ScanJob.KINDS);
  const until = load<f64>(job, ScanJob.UNTIL),
    lead = load<f64>(job, ScanJob.LEAD);
  let found = from;
  for (let k = first; k < end; k++) {
    if (load<f64>(wake + ((<usize>k) << 3)) >= until) continue;
    const pair = pairs + <usize>k * FeaturePair.BYTES;
    const isEdges = load<i32>(pair, FeaturePair.VERTICES) < 0;
    const a = vertexOf(vertices, pair, 0) + SurfaceVertex.END,
      b = vertexOf(vertices, pair, 1) + SurfaceVertex.END,
      c = vertexOf(vertices, pair, 2) + SurfaceVertex.END,
      d = vertexOf(vertices, pair, 3) + SurfaceVertex.END;
    const keeps = <f64>load<f32>(pair, FeaturePair.KEPT_DISTANCE);
    const far = keeps + lead;
    const nx = <f64>load<f32>(pair, FeaturePair.NORMAL),
      ny = <f64>load<f32>(pair, FeaturePair.NORMAL + Vector32.Y),
      nz = <f64>load<f32>(pair, FeaturePair.NORMAL + Vector32.Z);
    // n is rounded to f32: its length may exceed 1 by 1e-6.
    if (apart(isEdges, a, b, c, d, nx, ny, nz) > far * 1.000001) continue;
    if (!isSought(kinds, isEdges, pair, bodies, surfaces)) continue;
    const distance = pairDistance(isEdges, a, b, c, d, out);
    remember(pair, out);
    if (distance < CROSSING || distance >= far) continue;
    // What lists hold beyond that distance depends on their age, which decides nothing where bodies turn.
    if (distance >= keeps && rigidOf(pair, bodies, surfaces) >= 0) continue;
    if (found < room) {
      store<i32>(pair, mark, FeaturePair.MARK);
      const to = contacts + <usize>found * Contact.BYTES;
      write(to, pair, keeps, distance, vertices, bodies, surfaces, rigid, out);
    }
    found++;
  }
  return found;
}

/** Whether a pair is of one of the kinds sought: vertices of sheets on faces of rigid bodies always are. */
function isSought(kinds: i32, isEdges: bool, pair: usize, bodies: usize, surfaces: usize): bool {
  if (kinds === 0 || (!isEdges && lies(pair, bodies)) === (kinds === 2)) return true;
  return rigidOf(pair, bodies, surfaces) >= 0;
}

/** Returns the rigid body on one side of a pair, −1 for none. */
function rigidOf(pair: usize, bodies: usize, surfaces: usize): i32 {
  for (let j: usize = 0; j < 4; j += 3) {
    const vertex = load<i32>(pair + (j << 2), FeaturePair.VERTICES);
    const owner = load<i32>(bodies + ((<usize>(vertex < 0 ? -1 - vertex : vertex)) << 2));
    if (owner >= 0) continue;
    const body = <i32>(
      load<f64>(surfaces + <usize>-owner * SurfaceProperties.BYTES, SurfaceProperties.RIGID_BODY)
    );
    if (body >= 0) return body;
  }
  return -1;
}

/** Completes a contact that is to be moved apart by its rigid body, if there is one: as `write`, at the ends of the motion. */
function writeBody(
  to: usize,
  pair: usize,
  vertices: usize,
  bodies: usize,
  surfaces: usize,
  rigids: usize,
): void {
  const body = rigidOf(pair, bodies, surfaces);
  store<i32>(to, body, Contact.RIGID_BODY);
  if (body < 0) return;
  const rigid = rigids + <usize>body * RigidSide.BYTES;
  let sign: f64 = 0;
  for (let axis: usize = 0; axis < 24; axis += 8)
    store<f64>(to + axis, -load<f64>(rigid + axis, RigidSide.CENTRE), Contact.ARM);
  for (let j: usize = 0; j < 4; j++) {
    const v = vertexOf(vertices, pair, j);
    const weight = load<f64>(to + (j << 3), Contact.WEIGHTS);
    const isOwn = load<i32>(bodies + (((v - vertices) / SurfaceVertex.BYTES) << 2)) < 0;
    if (isOwn) sign += weight;
    // The point of the sheet, where both sides are pushed.
    const share = isOwn ? 0 : abs(weight);
    for (let axis: usize = 0; axis < 24; axis += 8) {
      const arm = load<f64>(to + axis, Contact.ARM) + share * load<f64>(v + axis, SurfaceVertex.END);
      store<f64>(to + axis, arm, Contact.ARM);
    }
  }
  store<f64>(to, sign, Contact.RIGID_SIGN);
}

/**
 * Lists, as contacts, the pairs that would pass each other in the motion, with normal and weights of the moment before, and those that
 * end closer than they should, with those of the end. The least distance is the one to which they are moved. Parameters and result
 * as those of findNear.
 */
function findBlocked(
  job: usize,
  first: i32,
  end: i32,
  contacts: usize,
  from: i32,
  room: i32,
  out: usize,
): i32 {
  const pairs = word(job, ScanJob.PAIRS),
    wake = word(job, ScanJob.WAKE),
    vertices = word(job, ScanJob.VERTICES),
    bodies = word(job, ScanJob.BODIES),
    surfaces = word(job, ScanJob.SURFACES),
    rigid = word(job, ScanJob.RIGID);
  const kinds = load<i32>(job, ScanJob.KINDS);
  const until = load<f64>(job, ScanJob.UNTIL);
  let found = from;
  for (let k = first; k < end; k++) {
    if (load<f64>(wake + ((<usize>k) << 3)) >= until) continue;
    const pair = pairs + <usize>k * FeaturePair.BYTES;
    const isEdges = load<i32>(pair, FeaturePair.VERTICES) < 0;
    const a = vertexOf(vertices, pair, 0),
      b = vertexOf(vertices, pair, 1),
      c = vertexOf(vertices, pair, 2),
      d = vertexOf(vertices, pair, 3);
    const keeps = <f64>load<f32>(pair, FeaturePair.KEPT_DISTANCE);
    const radius = <f64>load<f32>(pair, FeaturePair.COLLIDER_RADIUS);
    const nx = <f64>load<f32>(pair, FeaturePair.NORMAL),
      ny = <f64>load<f32>(pair, FeaturePair.NORMAL + Vector32.Y),
      nz = <f64>load<f32>(pair, FeaturePair.NORMAL + Vector32.Z);
    const gaps = apartBoth(isEdges, a, b, c, d, nx, ny, nz);
    const ends = f64x2.extract_lane(gaps, 1);
    // n is rounded to f32: its length may exceed 1 by 1e-6.
    const most = keeps * 1.000001;
    // Above the distance at which detection ends, so that the stored direction decides nothing.
    const floor = radius + 1.5 * FLOOR * (keeps - radius);
    const goesBy = min(ends, f64x2.extract_lane(gaps, 0)) <= floor;
    if (!goesBy && ends > most) continue;
    if (!isSought(kinds, isEdges, pair, bodies, surfaces)) continue;
    const target = radius + LEAST * (keeps - radius);
    let passes = false;
    if (goesBy) {
      const distance = pairDistance(isEdges, a, b, c, d, out);
      if (distance < CROSSING) continue;
      const over = max(SWEEP, min(keeps, distance) - radius);
      const limit = radius + FLOOR * over;
      passes = distance > limit && firstTouch(isEdges, a, b, c, d, limit, 0.25 * FLOOR * over, out) <= 1;
    }
    if (!passes) {
      const distance = pairDistance(
        isEdges,
        a + SurfaceVertex.END,
        b + SurfaceVertex.END,
        c + SurfaceVertex.END,
        d + SurfaceVertex.END,
        out,
      );
      if (distance < CROSSING || distance >= radius + SHORT * (target - radius)) continue;
    }
    if (found < room) {
      const to = contacts + <usize>found * Contact.BYTES;
      memory.fill(to, 0, Contact.BYTES);
      for (let j: usize = 0; j < 4; j++) {
        store<i32>(to + (j << 2), <i32>((vertexOf(vertices, pair, j) - vertices) / SurfaceVertex.BYTES));
        store<f64>(to + Contact.WEIGHTS + (j << 3), load<f64>(out + Proximity.WEIGHTS + (j << 3)));
      }
      for (let axis: usize = 0; axis < 3; axis++)
        store<f64>(to + Contact.NORMAL + (axis << 3), load<f64>(out + Proximity.NORMAL + (axis << 3)));
      store<f64>(to, target, Contact.LEAST_DISTANCE);
      store<i32>(to, isEdges ? 1 : 0, Contact.IS_EDGES);
      writeBody(to, pair, vertices, bodies, surfaces, rigid);
    }
    found++;
  }
  return found;
}

/**
 * Moves the ends of the motions of contacts, in order, to n · Σ s_j x_j ≥ d by the least change in the norm of mass (projected
 * Gauss–Seidel); the sum of changes by mass is 0 unless a vertex is fixed. The motion of rigid bodies is added to their records.
 */
export function surfaceUnblock(
  contacts: usize,
  order: usize,
  count: i32,
  vertices: usize,
  rigids: usize,
  sweeps: i32,
): void {
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let k = 0; k < count; k++) {
      const contact = inTurn(contacts, order, count, k, sweep);
      const nx = load<f64>(contact, Contact.NORMAL),
        ny = load<f64>(contact, Contact.NORMAL + Y),
        nz = load<f64>(contact, Contact.NORMAL + Z);
      let distance: f64 = 0,
        inverse: f64 = 0,
        largest: f64 = 0;
      for (let j: usize = 0; j < 4; j++) {
        const v = vertices + <usize>load<i32>(contact + (j << 2)) * SurfaceVertex.BYTES;
        const weight = load<f64>(contact + Contact.WEIGHTS + (j << 3));
        distance +=
          weight *
          (nx * load<f64>(v, SurfaceVertex.END) +
            ny * load<f64>(v, SurfaceVertex.END + Y) +
            nz * load<f64>(v, SurfaceVertex.END + Z));
        const moves = abs(weight) * load<f64>(v, SurfaceVertex.INVERSE_MASS);
        inverse += abs(weight) * moves;
        largest = max(largest, moves);
      }
      const body = load<i32>(contact, Contact.RIGID_BODY);
      const rigid = rigids + <usize>body * RigidSide.BYTES;
      if (body < 0 && largest === 0) continue;
      inverse = max(inverse, largest / MOST_LEVER);
      if (body >= 0) {
        inverse += rigidInverse(rigid, contact, nx, ny, nz);
        distance += rigidAlong(rigid, contact, nx, ny, nz);
      }
      const before = load<f64>(contact, Contact.IMPULSE);
      const after = max(0, before + (load<f64>(contact, Contact.LEAST_DISTANCE) - distance) / inverse);
      store<f64>(contact, after, Contact.IMPULSE);
      const change = after - before;
      if (change === 0) continue;
      if (body >= 0) pushRigid(rigid, contact, change * nx, change * ny, change * nz);
      for (let j: usize = 0; j < 4; j++) {
        const v = vertices + <usize>load<i32>(contact + (j << 2)) * SurfaceVertex.BYTES;
        const way =
          change * load<f64>(contact + Contact.WEIGHTS + (j << 3)) * load<f64>(v, SurfaceVertex.INVERSE_MASS);
        store<f64>(v, load<f64>(v, SurfaceVertex.END) + way * nx, SurfaceVertex.END);
        store<f64>(v, load<f64>(v, SurfaceVertex.END + Y) + way * ny, SurfaceVertex.END + Y);
        store<f64>(v, load<f64>(v, SurfaceVertex.END + Z) + way * nz, SurfaceVertex.END + Z);
      }
    }
  }
}

/** Returns the motion of a rigid body at a contact along n, towards what is positive there, m. */
function rigidAlong(rigid: usize, contact: usize, nx: f64, ny: f64, nz: f64): f64 {
  const rx = load<f64>(contact, Contact.ARM),
    ry = load<f64>(contact, Contact.ARM + Y),
    rz = load<f64>(contact, Contact.ARM + Z);
  const tx = load<f64>(rigid, RigidSide.TURN),
    ty = load<f64>(rigid, RigidSide.TURN + Y),
    tz = load<f64>(rigid, RigidSide.TURN + Z);
  const along =
    nx * (load<f64>(rigid) + ty * rz - tz * ry) +
    ny * (load<f64>(rigid, Y) + tz * rx - tx * rz) +
    nz * (load<f64>(rigid, Z) + tx * ry - ty * rx);
  return load<f64>(contact, Contact.RIGID_SIGN) * along;
}
