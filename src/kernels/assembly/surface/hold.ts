/**
 * The last resort: pairs that would still pass each other in a sub-step are held back on their way. They are listed as
 * contacts of surface-contacts.ts, of which only vertices, kind and, in place of the least distance, the share of its way
 * that each may go are written.
 */
import { CONTACT, CROSSING, inTurn, RIGID, vertexOf } from './contacts';
import { apart, END, firstTouch, INVERSE_MASS, pairDistance, VERTEX } from './distance';
import { PAIR } from './pairs';

/** What is held back keeps this share of the distance that it had, or should have. */
const FLOOR: f64 = 0.2;
/** Within TIGHT of what it should have it keeps nearly all: else it would come to nothing, sub-step by sub-step. */
const TIGHT: f64 = 0.01;
const KEPT: f64 = 0.999;
/** Of the way to the touch, that what is held back goes: at its very end it would be found to touch again. */
const SHORT: f64 = 0.8;
/** Of its distance, that a pair within a fat collider may use up. */
const DEEPER: f64 = 0.99999;

/**
 * Lists pairs that would come nearer than the share FLOOR of their distance in the sub-step that ends at the time `until`
 * (s). Answers how many there are.
 */
export function surfacePasses(
  pairs: usize,
  wake: usize,
  count: i32,
  until: f64,
  vertices: usize,
  contacts: usize,
  from: i32,
  room: i32,
  out: usize,
): i32 {
  let found = from;
  for (let k = 0; k < count; k++) {
    const wakes = wake + ((<usize>k) << 3);
    if (load<f64>(wakes) >= until) continue;
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

/** In place of a rigid body's number: a collider whose vertices go each its own way. */
const MOVES_IN_ITSELF: i32 = -2;

/**
 * Holds back what `surfacePasses` has listed, in order: to that share of the way against what goes on. What goes on is
 * the motion of the collider that holds the pair, as if all were part of it (`motions`, 12 f64 a surface: x ↦ A x + b);
 * the mean of vertices that nothing moves, or the mean of all, by mass. A collider holds what touches it (`holders`, one
 * i32 a vertex, 0 for none), but for one that moves in itself, which has no one motion: there vertices go on with the mean of
 * its own in the pair; if `firm`, it also holds what touches that, and what nobody holds comes to a standstill,
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
        if (body != MOVES_IN_ITSELF && (body < 0 || !firm)) holder = -owner;
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
