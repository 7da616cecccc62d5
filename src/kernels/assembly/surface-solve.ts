/**
 * Contact of the pairs of surface-pairs.ts through one sub-step.
 *
 * A pair is asleep while it cannot have come within its distance: `wake` (f64 a pair) is the way on which it wakes,
 * of all that any feature has moved against another, summed over sub-steps (`way`, m). A pair that is awake is looked
 * at along the direction n it was last seen apart in: if all of one side is beyond the other by its distance there, at
 * the start of the sub-step and at its end, it sleeps again until half of what is over has been gone. Else its first
 * touch is looked for; it becomes a contact, 208 bytes:
 *   0 vertices (four i32)   16 weights s_j   48 normal n   72 least distance   80 1 / W, W = Σ s_j² w_j
 *   88 λ   96 friction's λ (three)   120 μ_s, μ_k   136 rigid body (i32, −1 for none), 1 for two edges (i32)
 *   144 distance to come to   152 arm r of the rigid side (three)   176 Σ s_j x_j at the start (three)
 *   200 share of the rigid side: 1 or −1
 * w_j being inverse masses. Contacts are solved for by projected Gauss–Seidel in places: n · Σ s_j x_j ≥ distance with
 * λ ≥ 0, x_j += w_j s_j λ n; friction takes the way along the surface back, |λ_t| ≤ μ_s λ, or μ_k λ where it slides.
 * Rigid bodies (25 f64: shift, turn as a vector; 1/m; inverse inertia, 9; centre, 3; impulse and moment that they owe to
 * what was held back, kg·m and kg·m²) move at the touch by shift + turn × r.
 */
import { apart, END, firstTouch, INVERSE_MASS, NORMAL, pairDistance, VERTEX } from './surface-distance';
import { PAIR } from './surface-pairs';

export const CONTACT: usize = 208;
const RIGID: usize = 200;
/** Share of its distance (less the fatness of a collider) at which a pair that comes nearer counts as touching. */
const NEAR: f64 = 0.05;
/** What is held back keeps this share of the distance that it had, or should have. */
const FLOOR: f64 = 0.2;
/** Within TIGHT of what it should have it keeps nearly all: else it would come to nothing, sub-step by sub-step. */
const TIGHT: f64 = 0.01;
const KEPT: f64 = 0.999;
/** Of the way to the touch, that what is held back goes: at its very end it would be found to touch again. */
const SHORT: f64 = 0.8;
/** Of its distance, that a pair within a fat collider may use up. */
const DEEPER: f64 = 0.99999;
/** m; nearer pairs cross or lie in each other, and contact would only hold them there. */
const CROSSING: f64 = 1e-9;

// @ts-ignore: decorator
@inline
function vertexOf(vertices: usize, pair: usize, j: usize): usize {
  const i = load<i32>(pair + (j << 2));
  return vertices + <usize>(i < 0 ? -1 - i : i) * VERTEX;
}

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
  way: f64,
  distance: f64,
): bool {
  const nx = <f64>load<f32>(pair, 16),
    ny = <f64>load<f32>(pair, 20),
    nz = <f64>load<f32>(pair, 24);
  // 1e-6: n is rounded to f32, and may be longer than 1 by that
  const most = distance * 1.000001;
  if (apart(isEdges, a, b, c, d, nx, ny, nz) <= most) return false;
  const over = apart(isEdges, a + END, b + END, c + END, d + END, nx, ny, nz) - most;
  if (over <= 0) return false;
  store<f64>(wake, way + 0.5 * over);
  return true;
}

/**
 * Looks at the pairs that are awake and adds contacts for those that touch, from number `from` on, but for those that
 * are among the first `known` of `order` already. `kinds`: 0 for all pairs, 2 for vertices of sheets on faces of
 * colliders, 1 for all others. `surfaces`: four f64 a collider, μ_s, μ_k, rigid body or −1, what it is
 * fatter than its points (m); those of number 0 are for sheets
 * among themselves, colliders follow. Answers how many contacts there are, more than `room` if they do not fit.
 */
export function surfaceTouches(
  pairs: usize,
  wake: usize,
  count: i32,
  way: f64,
  kinds: i32,
  vertices: usize,
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
  for (let k = 0; k < count; k++) {
    const wakes = wake + ((<usize>k) << 3);
    if (load<f64>(wakes) >= way) continue;
    const pair = pairs + <usize>k * PAIR;
    const isEdges = load<i32>(pair) < 0;
    if (kinds != 0 && (!isEdges && lies(pair, bodies)) != (kinds == 2)) continue;
    const a = vertexOf(vertices, pair, 0),
      b = vertexOf(vertices, pair, 1),
      c = vertexOf(vertices, pair, 2),
      d = vertexOf(vertices, pair, 3);
    const keeps = <f64>load<f32>(pair, 28);
    const near = NEAR * (keeps - <f64>load<f32>(pair, 32));
    if (sleeps(isEdges, a, b, c, d, pair, wakes, way, keeps + near)) continue;
    const distance = pairDistance(isEdges, a, b, c, d, out);
    remember(pair, out);
    if (distance < CROSSING) continue;
    let least = keeps;
    if (distance <= keeps + near) least = min(keeps, distance);
    else {
      if (sleeps(isEdges, a, b, c, d, pair, wakes, way, keeps + near)) continue;
      if (firstTouch(isEdges, a, b, c, d, keeps, near, out) > 1) continue;
    }
    if (known > 0 && isKnown(contacts, order, known, pair)) continue;
    if (found < room) {
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

/** 1/m + (r × n) · I⁻¹ (r × n) */
function rigidInverse(rigid: usize, contact: usize, nx: f64, ny: f64, nz: f64): f64 {
  const rx = load<f64>(contact, 152),
    ry = load<f64>(contact, 160),
    rz = load<f64>(contact, 168);
  const cx = ry * nz - rz * ny,
    cy = rz * nx - rx * nz,
    cz = rx * ny - ry * nx;
  const tx = load<f64>(rigid, 56) * cx + load<f64>(rigid, 64) * cy + load<f64>(rigid, 72) * cz,
    ty = load<f64>(rigid, 80) * cx + load<f64>(rigid, 88) * cy + load<f64>(rigid, 96) * cz,
    tz = load<f64>(rigid, 104) * cx + load<f64>(rigid, 112) * cy + load<f64>(rigid, 120) * cz;
  return load<f64>(rigid, 48) + cx * tx + cy * ty + cz * tz;
}

/** An impulse (kg·m) on the vertices of a contact and its rigid side. */
// @ts-ignore: decorator
@inline
function push(contact: usize, vertices: usize, rigids: usize, jx: f64, jy: f64, jz: f64): void {
  for (let j: usize = 0; j < 4; j++) {
    const v = vertices + <usize>load<i32>(contact + (j << 2)) * VERTEX;
    const share = load<f64>(contact + 16 + (j << 3)) * load<f64>(v + INVERSE_MASS);
    if (share == 0) continue;
    store<f64>(v + END, load<f64>(v + END) + share * jx);
    store<f64>(v + END, load<f64>(v + END, 8) + share * jy, 8);
    store<f64>(v + END, load<f64>(v + END, 16) + share * jz, 16);
  }
  const body = load<i32>(contact, 136);
  if (body >= 0) pushRigid(rigids + <usize>body * RIGID, contact, jx, jy, jz);
}

function pushRigid(rigid: usize, contact: usize, jx: f64, jy: f64, jz: f64): void {
  const share = load<f64>(contact, 200);
  const rx = load<f64>(contact, 152),
    ry = load<f64>(contact, 160),
    rz = load<f64>(contact, 168);
  const lx = share * jx,
    ly = share * jy,
    lz = share * jz;
  const cx = ry * lz - rz * ly,
    cy = rz * lx - rx * lz,
    cz = rx * ly - ry * lx;
  const inverse = load<f64>(rigid, 48);
  store<f64>(rigid, load<f64>(rigid) + inverse * lx);
  store<f64>(rigid, load<f64>(rigid, 8) + inverse * ly, 8);
  store<f64>(rigid, load<f64>(rigid, 16) + inverse * lz, 16);
  for (let row: usize = 0; row < 3; row++) {
    const i = rigid + 56 + 24 * row;
    const turn = rigid + 24 + (row << 3);
    store<f64>(turn, load<f64>(turn) + load<f64>(i) * cx + load<f64>(i, 8) * cy + load<f64>(i, 16) * cz);
  }
}

/** One axis of Σ s_j (x_j − x_j at the start), the rigid side's part included. */
// @ts-ignore: decorator
@inline
function moved(contact: usize, vertices: usize, rigids: usize, axis: usize): f64 {
  let sum: f64 = 0;
  for (let j: usize = 0; j < 4; j++) {
    const v = vertices + <usize>load<i32>(contact + (j << 2)) * VERTEX + (axis << 3);
    sum += load<f64>(contact + 16 + (j << 3)) * (load<f64>(v + END) - load<f64>(v));
  }
  const body = load<i32>(contact, 136);
  if (body < 0) return sum;
  const rigid = rigids + <usize>body * RIGID;
  const one: usize = axis == 2 ? 0 : axis + 1;
  const two: usize = axis == 0 ? 2 : axis - 1;
  const turn = rigid + 24;
  const arm = contact + 152;
  const shift =
    load<f64>(rigid + (axis << 3)) +
    load<f64>(turn + (one << 3)) * load<f64>(arm + (two << 3)) -
    load<f64>(turn + (two << 3)) * load<f64>(arm + (one << 3));
  return sum + load<f64>(contact, 200) * shift;
}

/** The k-th contact of a sweep: forth in order, then back. */
// @ts-ignore: decorator
@inline
function inTurn(contacts: usize, order: usize, count: i32, k: i32, sweep: i32): usize {
  const at = sweep & 1 ? count - 1 - k : k;
  return contacts + <usize>load<i32>(order + ((<usize>at) << 2)) * CONTACT;
}

/** One contact; answers how far it moved its sides against each other along n, m. */
function settle(contact: usize, vertices: usize, rigids: usize): f64 {
  const inverse = load<f64>(contact, 80);
  if (inverse == 0) return 0;
  const nx = load<f64>(contact, 48),
    ny = load<f64>(contact, 56),
    nz = load<f64>(contact, 64);
  let ux = moved(contact, vertices, rigids, 0),
    uy = moved(contact, vertices, rigids, 1),
    uz = moved(contact, vertices, rigids, 2);
  const start =
    nx * load<f64>(contact, 176) + ny * load<f64>(contact, 184) + nz * load<f64>(contact, 192);
  const gap = start + nx * ux + ny * uy + nz * uz - load<f64>(contact, 72);
  const before = load<f64>(contact, 88);
  const after = max(0, before - gap * inverse);
  const change = after - before;
  let jx = change * nx,
    jy = change * ny,
    jz = change * nz;
  store<f64>(contact, after, 88);
  const hold = load<f64>(contact, 120);
  if (hold > 0 && (after > 0 || before > 0)) {
    const un = ux * nx + uy * ny + uz * nz;
    ux -= un * nx;
    uy -= un * ny;
    uz -= un * nz;
    let sideways = inverse;
    const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
    const body = load<i32>(contact, 136);
    if (body >= 0 && length > 0) {
      // A rigid body is not as heavy sideways as along n.
      const rigid = rigids + <usize>body * RIGID;
      const normal = rigidInverse(rigid, contact, nx, ny, nz);
      sideways =
        1 / (1 / inverse - normal + rigidInverse(rigid, contact, ux / length, uy / length, uz / length));
    }
    const oldX = load<f64>(contact, 96),
      oldY = load<f64>(contact, 104),
      oldZ = load<f64>(contact, 112);
    let tx = oldX - ux * sideways,
      ty = oldY - uy * sideways,
      tz = oldZ - uz * sideways;
    const pull = Math.sqrt(tx * tx + ty * ty + tz * tz);
    if (pull > hold * after) {
      const share = (load<f64>(contact, 128) * after) / pull;
      tx *= share;
      ty *= share;
      tz *= share;
    }
    store<f64>(contact, tx, 96);
    store<f64>(contact, ty, 104);
    store<f64>(contact, tz, 112);
    jx += tx - oldX;
    jy += ty - oldY;
    jz += tz - oldZ;
  }
  if (jx != 0 || jy != 0 || jz != 0) push(contact, vertices, rigids, jx, jy, jz);
  return abs(change) / inverse;
}

/** Sweeps over all contacts, there and back in turn, until no gap changes by more than `enough` (m). Answers the sweeps. */
export function surfaceSolve(
  contacts: usize,
  order: usize,
  count: i32,
  vertices: usize,
  rigids: usize,
  sweeps: i32,
  enough: f64,
): i32 {
  for (let sweep = 0; sweep < sweeps; sweep++) {
    let most: f64 = 0;
    for (let k = 0; k < count; k++) {
      most = max(most, settle(inTurn(contacts, order, count, k, sweep), vertices, rigids));
    }
    if (most <= enough) return sweep + 1;
  }
  return sweeps;
}

/**
 * Pushes what is too near a little apart, without friction or memory: each contact by the share `relax` of what it
 * lacks, and by at most `most` (m). Does nothing where none lacks more than `enough` (m).
 */
export function surfacePushOut(
  contacts: usize,
  order: usize,
  count: i32,
  vertices: usize,
  rigids: usize,
  sweeps: i32,
  relax: f64,
  most: f64,
  enough: f64,
): void {
  let lacking: f64 = 0;
  for (let k = 0; k < count; k++) {
    // What it is pushed to, kept where friction's impulse was.
    const contact = contacts + <usize>k * CONTACT;
    const gap = gapOf(contact, vertices, rigids);
    if (load<f64>(contact, 80) > 0) lacking = max(lacking, load<f64>(contact, 144) - gap);
    store<f64>(contact, gap + max(0, min(relax * (load<f64>(contact, 144) - gap), most)), 96);
    store<f64>(contact, 0, 88);
  }
  if (lacking <= enough) return;
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let k = 0; k < count; k++) {
      const contact = inTurn(contacts, order, count, k, sweep);
      const lacks = load<f64>(contact, 96) - gapOf(contact, vertices, rigids);
      const before = load<f64>(contact, 88);
      const after = max(0, before + lacks * load<f64>(contact, 80));
      if (after == before) continue;
      store<f64>(contact, after, 88);
      const j = after - before;
      push(contact, vertices, rigids, j * load<f64>(contact, 48), j * load<f64>(contact, 56), j * load<f64>(contact, 64));
    }
  }
}

// @ts-ignore: decorator
@inline
function gapOf(contact: usize, vertices: usize, rigids: usize): f64 {
  return (
    load<f64>(contact, 48) * (load<f64>(contact, 176) + moved(contact, vertices, rigids, 0)) +
    load<f64>(contact, 56) * (load<f64>(contact, 184) + moved(contact, vertices, rigids, 1)) +
    load<f64>(contact, 64) * (load<f64>(contact, 192) + moved(contact, vertices, rigids, 2))
  );
}

/**
 * Lists pairs that would come nearer than the share FLOOR of their distance, as contacts of which only vertices, kind
 * and, in place of the least distance, the share of its way that each may go are written. Answers how many there are.
 */
export function surfacePasses(
  pairs: usize,
  wake: usize,
  count: i32,
  way: f64,
  vertices: usize,
  contacts: usize,
  from: i32,
  room: i32,
  out: usize,
): i32 {
  let found = from;
  for (let k = 0; k < count; k++) {
    const wakes = wake + ((<usize>k) << 3);
    if (load<f64>(wakes) >= way) continue;
    const pair = pairs + <usize>k * PAIR;
    const isEdges = load<i32>(pair) < 0;
    const a = vertexOf(vertices, pair, 0),
      b = vertexOf(vertices, pair, 1),
      c = vertexOf(vertices, pair, 2),
      d = vertexOf(vertices, pair, 3);
    const keeps = <f64>load<f32>(pair, 28);
    const nx = <f64>load<f32>(pair, 16),
      ny = <f64>load<f32>(pair, 20),
      nz = <f64>load<f32>(pair, 24);
    const fat = <f64>load<f32>(pair, 32);
    const floor = fat + 1.3 * FLOOR * (keeps - fat); // above where the touch below ends, so that what was seen before decides nothing
    if (
      apart(isEdges, a, b, c, d, nx, ny, nz) > floor &&
      apart(isEdges, a + END, b + END, c + END, d + END, nx, ny, nz) > floor
    ) {
      continue;
    }
    const distance = pairDistance(isEdges, a, b, c, d, out);
    if (distance < CROSSING) continue;
    const over = min(keeps, distance) - fat;
    // What is in a fat collider already does not go deeper.
    const least = max(FLOOR * over, min(TIGHT * (keeps - fat), KEPT * over));
    const limit = over > CROSSING ? fat + least : DEEPER * distance;
    const near = 0.25 * (over > CROSSING ? min(FLOOR * over, over - least) : distance - limit);
    const t = firstTouch(isEdges, a, b, c, d, limit, near, out);
    if (t > 1) continue;
    if (found < room) {
      const to = contacts + <usize>found * CONTACT;
      for (let j: usize = 0; j < 4; j++) {
        store<i32>(to + (j << 2), <i32>((vertexOf(vertices, pair, j) - vertices) / VERTEX));
      }
      store<f64>(to, SHORT * t, 72);
      store<i32>(to, isEdges ? 1 : 0, 140);
    }
    found++;
  }
  return found;
}

/**
 * Holds back what `surfacePasses` has listed, in order: to that share of the way against what goes on. What goes on is
 * the motion of the collider that holds the pair, as if all were part of it (`motions`, 12 f64 a surface: x ↦ A x + b);
 * the mean of vertices that nothing moves, or the mean of all, by mass. A collider holds what touches it (`holders`, one
 * i32 a vertex, 0 for none); if `firm`, it also holds what touches that, and what nobody holds comes to a standstill,
 * rigid bodies too: then nothing is left to pass. What rigid bodies owe is added up.
 */
export function surfaceHoldBack(
  contacts: usize,
  order: usize,
  count: i32,
  vertices: usize,
  bodies: usize,
  surfaces: usize,
  rigids: usize,
  motions: usize,
  holders: usize,
  firm: bool,
): void {
  for (let k = 0; k < count; k++) {
    const contact = inTurn(contacts, order, count, k, 0);
    let holder = 0;
    let rigid: usize = 0;
    for (let j: usize = 0; j < 16; j += 4) {
      const i = <usize>load<i32>(contact + j) << 2;
      const owner = load<i32>(bodies + i);
      if (owner < 0) {
        const body = <i32>load<f64>(surfaces + ((<usize>-owner) << 5), 16);
        if (body >= 0) rigid = rigids + <usize>body * RIGID;
        if (body < 0 || !firm) holder = -owner;
      } else if (firm && holder == 0) holder = load<i32>(holders + i);
    }
    if (rigid != 0 && firm) {
      const t = load<f64>(contact, 72);
      for (let n: usize = 0; n < 48; n += 8) store<f64>(rigid + n, t * load<f64>(rigid + n));
    }
    if (holder > 0) carry(contact, vertices, motions + <usize>holder * 96, holders, holder, rigid);
    else holdMean(contact, vertices, firm, rigid);
  }
}

/** Against a collider that moves by x ↦ A x + b. */
function carry(
  contact: usize,
  vertices: usize,
  motion: usize,
  holders: usize,
  holder: i32,
  rigid: usize,
): void {
  const t = load<f64>(contact, 72);
  for (let j: usize = 0; j < 16; j += 4) {
    const i = <usize>load<i32>(contact + j);
    const v = vertices + i * VERTEX;
    if (load<f64>(v + INVERSE_MASS) == 0) continue;
    store<i32>(holders + (i << 2), holder);
    const x = load<f64>(v),
      y = load<f64>(v, 8),
      z = load<f64>(v, 16);
    const tx = load<f64>(motion) * x + load<f64>(motion, 8) * y + load<f64>(motion, 16) * z + load<f64>(motion, 72),
      ty = load<f64>(motion, 24) * x + load<f64>(motion, 32) * y + load<f64>(motion, 40) * z + load<f64>(motion, 80),
      tz = load<f64>(motion, 48) * x + load<f64>(motion, 56) * y + load<f64>(motion, 64) * z + load<f64>(motion, 88);
    end(v, tx, ty, tz, t, rigid);
  }
}

/** Against the mean way by mass, or that of vertices that nothing moves; `firm`: the mean does not go on. */
function holdMean(contact: usize, vertices: usize, firm: bool, rigid: usize): void {
  let mx: f64 = 0,
    my: f64 = 0,
    mz: f64 = 0,
    sum: f64 = 0,
    fixed = false;
  for (let j: usize = 0; j < 16; j += 4) {
    const v = vertices + <usize>load<i32>(contact + j) * VERTEX;
    const inverse = load<f64>(v + INVERSE_MASS);
    if (inverse == 0 && !fixed) {
      fixed = true;
      mx = my = mz = sum = 0;
    }
    if (fixed && inverse != 0) continue;
    const mass = fixed ? 1 : 1 / inverse;
    mx += mass * (load<f64>(v + END) - load<f64>(v));
    my += mass * (load<f64>(v + END, 8) - load<f64>(v, 8));
    mz += mass * (load<f64>(v + END, 16) - load<f64>(v, 16));
    sum += mass;
  }
  const each = firm && (!fixed || rigid != 0) ? 0 : 1 / sum;
  const t = load<f64>(contact, 72);
  for (let j: usize = 0; j < 16; j += 4) {
    const v = vertices + <usize>load<i32>(contact + j) * VERTEX;
    if (load<f64>(v + INVERSE_MASS) == 0) continue;
    end(v, load<f64>(v) + each * mx, load<f64>(v, 8) + each * my, load<f64>(v, 16) + each * mz, t, rigid);
  }
}

/** Ends the way of a vertex at the share t of what it goes beyond (x, y, z); a rigid body owes what that took from it. */
function end(v: usize, x: f64, y: f64, z: f64, t: f64, rigid: usize): void {
  const ex = load<f64>(v + END),
    ey = load<f64>(v + END, 8),
    ez = load<f64>(v + END, 16);
  const nx = x + t * (ex - x),
    ny = y + t * (ey - y),
    nz = z + t * (ez - z);
  store<f64>(v + END, nx);
  store<f64>(v + END, ny, 8);
  store<f64>(v + END, nz, 16);
  if (rigid == 0) return;
  const mass = 1 / load<f64>(v + INVERSE_MASS);
  const jx = mass * (ex - nx),
    jy = mass * (ey - ny),
    jz = mass * (ez - nz);
  const rx = load<f64>(v) - load<f64>(rigid, 128),
    ry = load<f64>(v, 8) - load<f64>(rigid, 136),
    rz = load<f64>(v, 16) - load<f64>(rigid, 144);
  store<f64>(rigid, load<f64>(rigid, 152) + jx, 152);
  store<f64>(rigid, load<f64>(rigid, 160) + jy, 160);
  store<f64>(rigid, load<f64>(rigid, 168) + jz, 168);
  store<f64>(rigid, load<f64>(rigid, 176) + ry * jz - rz * jy, 176);
  store<f64>(rigid, load<f64>(rigid, 184) + rz * jx - rx * jz, 184);
  store<f64>(rigid, load<f64>(rigid, 192) + rx * jy - ry * jx, 192);
}

/** The least distance of the pairs at the end of the sub-step, less what they should keep, over those that are awake. */
export function surfaceDepths(
  pairs: usize,
  wake: usize,
  count: i32,
  way: f64,
  vertices: usize,
  depths: usize,
  out: usize,
): void {
  for (let k = 0; k < count; k++) {
    const to = depths + ((<usize>k) << 3);
    store<f64>(to, 0);
    if (load<f64>(wake + ((<usize>k) << 3)) >= way) continue;
    const pair = pairs + <usize>k * PAIR;
    const isEdges = load<i32>(pair) < 0;
    const a = vertexOf(vertices, pair, 0) + END,
      b = vertexOf(vertices, pair, 1) + END,
      c = vertexOf(vertices, pair, 2) + END,
      d = vertexOf(vertices, pair, 3) + END;
    store<f64>(to, max(0, <f64>load<f32>(pair, 28) - pairDistance(isEdges, a, b, c, d, out)));
  }
}

/** Puts the contacts into `order` by their vertices: not as they were found, which depends on the past. */
export function surfaceOrder(contacts: usize, order: usize, count: i32): void {
  for (let k = 0; k < count; k++) store<i32>(order + ((<usize>k) << 2), k);
  sort(contacts, order, 0, count - 1);
}

/** Hoare's quicksort. */
function sort(contacts: usize, order: usize, low: i32, high: i32): void {
  while (low < high) {
    const pivot = load<i32>(order + ((<usize>((low + high) >> 1)) << 2));
    let i = low;
    let j = high;
    while (i <= j) {
      while (precedes(contacts, load<i32>(order + ((<usize>i) << 2)), pivot)) i++;
      while (precedes(contacts, pivot, load<i32>(order + ((<usize>j) << 2)))) j--;
      if (i > j) break;
      const a = order + ((<usize>i) << 2);
      const b = order + ((<usize>j) << 2);
      const kept = load<i32>(a);
      store<i32>(a, load<i32>(b));
      store<i32>(b, kept);
      i++;
      j--;
    }
    sort(contacts, order, low, j);
    low = i;
  }
}

function precedes(contacts: usize, s: i32, t: i32): bool {
  const a = contacts + <usize>s * CONTACT;
  const b = contacts + <usize>t * CONTACT;
  for (let j: usize = 0; j < 16; j += 4) {
    const x = load<i32>(a + j);
    const y = load<i32>(b + j);
    if (x != y) return x < y;
  }
  return load<i32>(a, 140) < load<i32>(b, 140);
}

/** A contact that is remembered: vertices and kind (four i32, the first as −1 − index for two edges), λ, friction's λ. */
const MEMORY: usize = 48;

/** Writes the contacts, in order, to `memory`. */
export function surfaceRemember(contacts: usize, order: usize, count: i32, memoryAt: usize): void {
  for (let k = 0; k < count; k++) {
    const contact = inTurn(contacts, order, count, k, 0);
    const to = memoryAt + <usize>k * MEMORY;
    store<i32>(to, load<i32>(contact, 140) == 1 ? -1 - load<i32>(contact) : load<i32>(contact));
    for (let j: usize = 4; j < 16; j += 4) store<i32>(to + j, load<i32>(contact + j));
    for (let j: usize = 0; j < 32; j += 8) store<f64>(to + 16 + j, load<f64>(contact + 88 + j));
  }
}

/**
 * Starts contacts, from number `from` on, with what they were solved with in the last sub-step, times `share`; memory
 * and `order` are in order. What they push with goes to the vertices at once.
 */
export function surfaceRecall(
  contacts: usize,
  order: usize,
  from: i32,
  count: i32,
  memoryAt: usize,
  remembered: i32,
  share: f64,
  vertices: usize,
  rigids: usize,
): void {
  let m = 0;
  for (let k = 0; k < count; k++) {
    const number = load<i32>(order + ((<usize>k) << 2));
    if (number < from) continue;
    const contact = contacts + <usize>number * CONTACT;
    while (m < remembered && isBefore(memoryAt + <usize>m * MEMORY, contact)) m++;
    if (m == remembered) return;
    const at = memoryAt + <usize>m * MEMORY;
    if (!isSame(at, contact) || load<f64>(contact, 80) == 0) continue;
    const nx = load<f64>(contact, 48),
      ny = load<f64>(contact, 56),
      nz = load<f64>(contact, 64);
    const pressed = share * load<f64>(at, 16);
    let tx = share * load<f64>(at, 24),
      ty = share * load<f64>(at, 32),
      tz = share * load<f64>(at, 40);
    const tn = tx * nx + ty * ny + tz * nz;
    tx -= tn * nx;
    ty -= tn * ny;
    tz -= tn * nz;
    store<f64>(contact, pressed, 88);
    store<f64>(contact, tx, 96);
    store<f64>(contact, ty, 104);
    store<f64>(contact, tz, 112);
    push(contact, vertices, rigids, pressed * nx + tx, pressed * ny + ty, pressed * nz + tz);
  }
}

function firstOf(at: usize): i32 {
  const a = load<i32>(at);
  return a < 0 ? -1 - a : a;
}

function isBefore(at: usize, contact: usize): bool {
  const a = firstOf(at);
  const b = load<i32>(contact);
  if (a != b) return a < b;
  for (let j: usize = 4; j < 16; j += 4) {
    const x = load<i32>(at + j);
    const y = load<i32>(contact + j);
    if (x != y) return x < y;
  }
  return (load<i32>(at) < 0 ? 1 : 0) < load<i32>(contact, 140);
}

function isSame(at: usize, contact: usize): bool {
  for (let j: usize = 4; j < 16; j += 4) if (load<i32>(at + j) != load<i32>(contact + j)) return false;
  return firstOf(at) == load<i32>(contact) && (load<i32>(at) < 0 ? 1 : 0) == load<i32>(contact, 140);
}
