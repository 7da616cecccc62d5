/**
 * Contact solver: projected Gauss–Seidel on positions. Each contact requires n · Σ s_j x_j ≥ distance with λ ≥ 0 and moves
 * its vertices by x_j += w_j s_j λ n. Friction opposes the tangential displacement, |λ_t| ≤ μ_s λ for stick, μ_k λ for
 * slip. The impulses warm-start the next sub-step.
 *
 * A rigid body on a sheet on a floor is thousands of times heavier than a vertex: each sweep, a vertex would transmit only
 * its own weight. Therefore shock propagation (Guendelman, Bridson & Fedkiw 2003): a vertex with a contact of its own on
 * something that rests (normal m, λ > 0) counts with w (1 − (n · m)²) in the effective mass along n if both contacts press
 * it, and the contact below takes the impulse at once, through up to LAYERS sheets. A decrease of the impulse is
 * transmitted only as far as the contact below presses; otherwise the vertex would be ejected by the weight of the body.
 */
import * as Contact from '../../../layouts/generated/contact';
import * as ContactMemory from '../../../layouts/generated/contact-memory';
import * as Quad32 from '../../../layouts/generated/quad32';
import * as RigidSide from '../../../layouts/generated/rigid-side';
import * as SurfaceVertex from '../../../layouts/generated/surface-vertex';
import { Y, Z } from '../../../layouts/generated/vector';
import { frictionShare } from '../friction';
import { VERTICES } from '../memory';
import { inTurn, isBefore, isSame, moved, push, rigidInverse } from './contacts';

/** Bytes of the impulses of a contact. */
const IMPULSES: usize = Contact.STATIC_FRICTION - Contact.IMPULSE;
/** Sheets under a rigid body through which its weight is transmitted at once; each costs three times the last. */
const LAYERS = 3;

/**
 * Solves one contact with the effective mass `along` n. If supports increase that mass, the impulse decreases by at most
 * `slack`, or by what it would without supports. Returns the relative displacement of the two sides along n, m.
 */
function settle(contact: usize, vertices: usize, rigids: usize, along: f64, slack: f64 = 0): f64 {
  const inverse = load<f64>(contact, Contact.EFFECTIVE_MASS);
  if (inverse === 0) return 0;
  const nx = load<f64>(contact, Contact.NORMAL),
    ny = load<f64>(contact, Contact.NORMAL + Y),
    nz = load<f64>(contact, Contact.NORMAL + Z);
  let ux = moved(contact, vertices, rigids, 0),
    uy = moved(contact, vertices, rigids, 1),
    uz = moved(contact, vertices, rigids, 2);
  const start =
    nx * load<f64>(contact, Contact.START) +
    ny * load<f64>(contact, Contact.START + Y) +
    nz * load<f64>(contact, Contact.START + Z);
  const gap = start + nx * ux + ny * uy + nz * uz - load<f64>(contact, Contact.LEAST_DISTANCE);
  const before = load<f64>(contact, Contact.IMPULSE);
  let after = max(0, before - gap * along);
  if (along > inverse && after < before) after = max(after, before - max(slack, gap * inverse));
  const change = after - before;
  let jx = change * nx,
    jy = change * ny,
    jz = change * nz;
  store<f64>(contact, after, Contact.IMPULSE);
  const hold = load<f64>(contact, Contact.STATIC_FRICTION);
  if (hold > 0 && (after > 0 || before > 0)) {
    const un = ux * nx + uy * ny + uz * nz;
    ux -= un * nx;
    uy -= un * ny;
    uz -= un * nz;
    let sideways = inverse;
    const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
    const body = load<i32>(contact, Contact.RIGID_BODY);
    if (body >= 0 && length > 0) {
      // A rigid body has another effective mass in the tangential direction.
      const rigid = rigids + <usize>body * RigidSide.BYTES;
      const normal = rigidInverse(rigid, contact, nx, ny, nz);
      sideways =
        1 / (1 / inverse - normal + rigidInverse(rigid, contact, ux / length, uy / length, uz / length));
    }
    const oldX = load<f64>(contact, Contact.FRICTION_IMPULSE),
      oldY = load<f64>(contact, Contact.FRICTION_IMPULSE + Y),
      oldZ = load<f64>(contact, Contact.FRICTION_IMPULSE + Z);
    let tx = oldX - ux * sideways,
      ty = oldY - uy * sideways,
      tz = oldZ - uz * sideways;
    const pull = Math.sqrt(tx * tx + ty * ty + tz * tz);
    const share = frictionShare(pull, hold * after, load<f64>(contact, Contact.KINETIC_FRICTION) * after);
    tx *= share;
    ty *= share;
    tz *= share;
    store<f64>(contact, tx, Contact.FRICTION_IMPULSE);
    store<f64>(contact, ty, Contact.FRICTION_IMPULSE + Y);
    store<f64>(contact, tz, Contact.FRICTION_IMPULSE + Z);
    jx += tx - oldX;
    jy += ty - oldY;
    jz += tz - oldZ;
  }
  if (jx !== 0 || jy !== 0 || jz !== 0) push(contact, vertices, rigids, jx, jy, jz);
  return abs(change) / along;
}

/** Returns the record of vertex j of a contact. */
// @inline
function vertexAt(contact: usize, vertices: usize, j: usize): usize {
  return vertices + <usize>load<i32>(contact + (j << 2)) * SurfaceVertex.BYTES;
}

/**
 * Records for every vertex, as 1 + its number, the first contact by which it rests on something fixed, or on a face whose
 * own vertices are recorded, layer by layer. Returns false if no rigid body is in contact.
 */
function noteSupports(contacts: usize, order: usize, count: i32, vertices: usize, supports: usize): bool {
  let rigid = false;
  if (supports === 0) return false;
  for (let k = 0; k < count && !rigid; k++)
    rigid = load<i32>(contacts + <usize>k * Contact.BYTES, Contact.RIGID_BODY) >= 0;
  if (!rigid) return false;
  for (let k = 0; k < count; k++) {
    const contact = contacts + <usize>k * Contact.BYTES;
    for (let j: usize = 0; j < VERTICES; j += 4)
      store<i32>(supports + ((<usize>load<i32>(contact + j)) << 2), 0);
  }
  for (let layer = 0; layer < LAYERS; layer++) {
    let more = false;
    for (let k = 0; k < count; k++) {
      const number = load<i32>(order + ((<usize>k) << 2));
      const contact = contacts + <usize>number * Contact.BYTES;
      if (load<i32>(contact, Contact.RIGID_BODY) >= 0 || load<i32>(contact, Contact.IS_EDGES) === 1) continue;
      const noted = supports + ((<usize>load<i32>(contact, Contact.VERTICES)) << 2);
      if (
        load<i32>(noted) !== 0 ||
        load<f64>(vertexAt(contact, vertices, 0) + SurfaceVertex.INVERSE_MASS) === 0
      )
        continue;
      let stands = true;
      for (let j: usize = 1; j < 4 && stands; j++) {
        if (load<f64>(contact + Contact.WEIGHTS + (j << 3)) === 0) continue;
        stands =
          load<f64>(vertexAt(contact, vertices, j) + SurfaceVertex.INVERSE_MASS) === 0 ||
          load<i32>(supports + ((<usize>load<i32>(contact + (j << 2))) << 2)) > 0;
      }
      if (!stands) continue;
      store<i32>(noted, -1 - number); // negative within this layer: other vertices rest on it from the next layer on
      more = true;
    }
    if (!more) break;
    for (let k = 0; k < count; k++) {
      const noted =
        supports + ((<usize>load<i32>(contacts + <usize>k * Contact.BYTES, Contact.VERTICES)) << 2);
      if (load<i32>(noted) < 0) store<i32>(noted, -load<i32>(noted));
    }
  }
  return true;
}

/** Solves a contact, then the supports of those of its vertices that it moved by more than `least` (m). */
function settleOnSupports(
  contact: usize,
  contacts: usize,
  vertices: usize,
  rigids: usize,
  supports: usize,
  least: f64,
): f64 {
  const inverse = load<f64>(contact, Contact.EFFECTIVE_MASS);
  if (inverse === 0) return 0;
  const nx = load<f64>(contact, Contact.NORMAL),
    ny = load<f64>(contact, Contact.NORMAL + Y),
    nz = load<f64>(contact, Contact.NORMAL + Z);
  let whole = 1 / inverse;
  let supported = false;
  let slack = Infinity;
  for (let j: usize = 0; j < 4; j++) {
    const below = supportOf(contact, j, contacts, supports);
    if (below === 0 || below === contact || load<f64>(below, Contact.IMPULSE) <= 0) continue;
    const share = load<f64>(contact + Contact.WEIGHTS + (j << 3));
    const turn =
      nx * load<f64>(below, Contact.NORMAL) +
      ny * load<f64>(below, Contact.NORMAL + Y) +
      nz * load<f64>(below, Contact.NORMAL + Z);
    if (share * turn >= 0) continue;
    slack = min(slack, load<f64>(below, Contact.IMPULSE) / abs(share * turn));
    whole -=
      share * share * turn * turn * load<f64>(vertexAt(contact, vertices, j) + SurfaceVertex.INVERSE_MASS);
    supported = true;
  }
  const along = supported ? 1 / whole : inverse;
  const most = settle(contact, vertices, rigids, along, slack);
  if (!supported) return most;
  for (let j: usize = 0; j < 4; j++) {
    const below = supportOf(contact, j, contacts, supports);
    if (below === 0 || below === contact) continue;
    const pushed =
      abs(load<f64>(contact + Contact.WEIGHTS + (j << 3))) *
      load<f64>(vertexAt(contact, vertices, j) + SurfaceVertex.INVERSE_MASS);
    if (most * along * pushed <= least) continue;
    settleOnSupports(below, contacts, vertices, rigids, supports, least);
  }
  return most;
}

/** Returns the contact by which vertex j of a contact rests on something; 0 for none. */
// @inline
function supportOf(contact: usize, j: usize, contacts: usize, supports: usize): usize {
  const number = load<i32>(supports + ((<usize>load<i32>(contact + (j << 2))) << 2));
  return number > 0 ? contacts + <usize>(number - 1) * Contact.BYTES : 0;
}

/**
 * Sweeps over all contacts, alternately forwards and backwards, until no gap changes by more than `enough` (m). Returns
 * the number of sweeps. `supports`: space for one i32 a vertex; 0 disables shock propagation.
 */
export function surfaceSolve(
  contacts: usize,
  order: usize,
  count: i32,
  vertices: usize,
  rigids: usize,
  sweeps: i32,
  enough: f64,
  supports: usize,
): i32 {
  const rigid = noteSupports(contacts, order, count, vertices, supports);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    let most: f64 = 0;
    for (let k = 0; k < count; k++) {
      const contact = inTurn(contacts, order, count, k, sweep);
      const way =
        rigid && load<i32>(contact, Contact.RIGID_BODY) >= 0
          ? settleOnSupports(contact, contacts, vertices, rigids, supports, enough)
          : settle(contact, vertices, rigids, load<f64>(contact, Contact.EFFECTIVE_MASS));
      most = max(most, way);
    }
    if (most <= enough) return sweep + 1;
  }
  return sweeps;
}

/** Sets the impulses of the contacts from number `from` on to 0. */
export function surfaceRelax(contacts: usize, from: i32, count: i32): void {
  for (let k = from; k < count; k++)
    memory.fill(contacts + <usize>k * Contact.BYTES + Contact.IMPULSE, 0, IMPULSES);
}

/**
 * Pushes features apart that are too close, without friction or memory: each contact by the share `relax` of what it
 * lacks, at most by `most` (m). Does nothing if no contact lacks more than `enough` (m).
 */
export function surfacePushOut(
  contacts: usize,
  order: usize,
  count: i32,
  vertices: usize,
  rigids: usize,
  relax: f64,
  most: f64,
  enough: f64,
): void {
  let lacking: f64 = 0;
  for (let k = 0; k < count; k++) {
    // The target distance replaces the impulse of friction, which is stored by now.
    const contact = contacts + <usize>k * Contact.BYTES;
    const gap = gapOf(contact, vertices, rigids);
    if (load<f64>(contact, Contact.EFFECTIVE_MASS) > 0)
      lacking = max(lacking, load<f64>(contact, Contact.KEPT_DISTANCE) - gap);
    store<f64>(
      contact,
      gap + max(0, min(relax * (load<f64>(contact, Contact.KEPT_DISTANCE) - gap), most)),
      Contact.FRICTION_IMPULSE,
    );
    store<f64>(contact, 0, Contact.IMPULSE);
  }
  if (lacking <= enough) return;
  // Forwards, then backwards, in which a contact that others have opened too far gives back its push.
  for (let sweep = 0; sweep < 2; sweep++) {
    for (let k = 0; k < count; k++) {
      const contact = inTurn(contacts, order, count, k, sweep);
      const lacks = load<f64>(contact, Contact.FRICTION_IMPULSE) - gapOf(contact, vertices, rigids);
      const before = load<f64>(contact, Contact.IMPULSE);
      const after = max(0, before + lacks * load<f64>(contact, Contact.EFFECTIVE_MASS));
      if (after === before) continue;
      store<f64>(contact, after, Contact.IMPULSE);
      const j = after - before;
      push(
        contact,
        vertices,
        rigids,
        j * load<f64>(contact, Contact.NORMAL),
        j * load<f64>(contact, Contact.NORMAL + Y),
        j * load<f64>(contact, Contact.NORMAL + Z),
      );
    }
  }
}

/** Distance of the two sides along n, m. */
// @inline
function gapOf(contact: usize, vertices: usize, rigids: usize): f64 {
  return (
    load<f64>(contact, Contact.NORMAL) *
      (load<f64>(contact, Contact.START) + moved(contact, vertices, rigids, 0)) +
    load<f64>(contact, Contact.NORMAL + Y) *
      (load<f64>(contact, Contact.START + Y) + moved(contact, vertices, rigids, 1)) +
    load<f64>(contact, Contact.NORMAL + Z) *
      (load<f64>(contact, Contact.START + Z) + moved(contact, vertices, rigids, 2))
  );
}

/** Writes the impulses of the contacts, in order, to `memoryAt`. */
export function surfaceRemember(contacts: usize, order: usize, count: i32, memoryAt: usize): void {
  for (let k = 0; k < count; k++) {
    const contact = inTurn(contacts, order, count, k, 0);
    const to = memoryAt + <usize>k * ContactMemory.BYTES;
    store<i32>(
      to,
      load<i32>(contact, Contact.IS_EDGES) === 1
        ? -1 - load<i32>(contact, Contact.VERTICES)
        : load<i32>(contact, Contact.VERTICES),
      ContactMemory.VERTICES,
    );
    for (let j: usize = Quad32.B; j < VERTICES; j += 4) store<i32>(to + j, load<i32>(contact + j));
    memory.copy(to + ContactMemory.IMPULSE, contact + Contact.IMPULSE, IMPULSES);
  }
}

/**
 * Warm start: gives the contacts from number `from` on the impulses that they had in the last sub-step, times `share`, and
 * applies them. The memory and `order` are sorted alike.
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
    const contact = contacts + <usize>number * Contact.BYTES;
    while (m < remembered && isBefore(memoryAt + <usize>m * ContactMemory.BYTES, contact)) m++;
    if (m === remembered) return;
    const at = memoryAt + <usize>m * ContactMemory.BYTES;
    if (!isSame(at, contact) || load<f64>(contact, Contact.EFFECTIVE_MASS) === 0) continue;
    const nx = load<f64>(contact, Contact.NORMAL),
      ny = load<f64>(contact, Contact.NORMAL + Y),
      nz = load<f64>(contact, Contact.NORMAL + Z);
    const pressed = share * load<f64>(at, ContactMemory.IMPULSE);
    let tx = share * load<f64>(at, ContactMemory.FRICTION_IMPULSE),
      ty = share * load<f64>(at, ContactMemory.FRICTION_IMPULSE + Y),
      tz = share * load<f64>(at, ContactMemory.FRICTION_IMPULSE + Z);
    const tn = tx * nx + ty * ny + tz * nz;
    tx -= tn * nx;
    ty -= tn * ny;
    tz -= tn * nz;
    store<f64>(contact, pressed, Contact.IMPULSE);
    store<f64>(contact, tx, Contact.FRICTION_IMPULSE);
    store<f64>(contact, ty, Contact.FRICTION_IMPULSE + Y);
    store<f64>(contact, tz, Contact.FRICTION_IMPULSE + Z);
    push(contact, vertices, rigids, pressed * nx + tx, pressed * ny + ty, pressed * nz + tz);
  }
}
