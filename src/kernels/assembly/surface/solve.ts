/**
 * Contacts of one sub-step, solved for by projected Gauss–Seidel in places: n · Σ s_j x_j ≥ distance with λ ≥ 0,
 * x_j += w_j s_j λ n; friction takes the way along the surface back, |λ_t| ≤ μ_s λ, or μ_k λ where it slides. What they
 * were solved with is where the next sub-step begins.
 *
 * A rigid body that lies on a sheet that lies on a floor is thousands of times as heavy as a vertex: sweep by sweep the
 * vertex would hand on what it weighs itself. So a vertex with a contact of its own on something that stands (normal m, λ > 0)
 * counts with w (1 − (n · m)²) in what body and vertex are to each other along n, where they press it from both sides, and
 * what is below takes the push at once (shock propagation; Guendelman, Bridson & Fedkiw 2003), through up to LAYERS sheets.
 * Letting go is handed on only as far as what is below presses: else a vertex would be shot away with what the body weighs.
 */
import { INVERSE_MASS, VERTEX } from './distance';
import { CONTACT, inTurn, isBefore, isSame, MEMORY, moved, push, RIGID, rigidInverse } from './contacts';

/** Sheets under a rigid body through which what it weighs is handed on at once: each asks three times as much as the last. */
const LAYERS = 3;
/** Of what is as good as solved: where a vertex is moved by less, that is not handed on. */
const HANDED_ON: f64 = 0.01;

/**
 * One contact of 1 / W `along` n, which lets go by at most `slack` if that is more than it would without supports; answers
 * how far it moved its sides against each other along n, m.
 */
function settle(contact: usize, vertices: usize, rigids: usize, along: f64, slack: f64 = 0): f64 {
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
  let after = max(0, before - gap * along);
  if (along > inverse && after < before) after = max(after, before - max(slack, gap * inverse));
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
  return abs(change) / along;
}

// @ts-ignore: decorator
@inline
function vertexAt(contact: usize, vertices: usize, j: usize): usize {
  return vertices + <usize>load<i32>(contact + (j << 2)) * VERTEX;
}

/**
 * Notes for every vertex, as 1 + its number, the first contact that it lies with on what stands, or on a face whose own
 * vertices are noted already, layer by layer; false if no rigid body touches.
 */
function noteSupports(contacts: usize, order: usize, count: i32, vertices: usize, supports: usize): bool {
  let rigid = false;
  if (supports == 0) return false;
  for (let k = 0; k < count && !rigid; k++) rigid = load<i32>(contacts + <usize>k * CONTACT, 136) >= 0;
  if (!rigid) return false;
  for (let k = 0; k < count; k++) {
    const contact = contacts + <usize>k * CONTACT;
    for (let j: usize = 0; j < 16; j += 4) store<i32>(supports + ((<usize>load<i32>(contact + j)) << 2), 0);
  }
  for (let layer = 0; layer < LAYERS; layer++) {
    let more = false;
    for (let k = 0; k < count; k++) {
      const number = load<i32>(order + ((<usize>k) << 2));
      const contact = contacts + <usize>number * CONTACT;
      if (load<i32>(contact, 136) >= 0 || load<i32>(contact, 140) == 1) continue;
      const noted = supports + ((<usize>load<i32>(contact)) << 2);
      if (load<i32>(noted) != 0 || load<f64>(vertexAt(contact, vertices, 0) + INVERSE_MASS) == 0) continue;
      let stands = true;
      for (let j: usize = 1; j < 4 && stands; j++) {
        if (load<f64>(contact + 16 + (j << 3)) == 0) continue;
        stands =
          load<f64>(vertexAt(contact, vertices, j) + INVERSE_MASS) == 0 ||
          load<i32>(supports + ((<usize>load<i32>(contact + (j << 2))) << 2)) > 0;
      }
      if (!stands) continue;
      store<i32>(noted, -1 - number); // of this layer: others lie on it from the next on
      more = true;
    }
    if (!more) break;
    for (let k = 0; k < count; k++) {
      const noted = supports + ((<usize>load<i32>(contacts + <usize>k * CONTACT)) << 2);
      if (load<i32>(noted) < 0) store<i32>(noted, -load<i32>(noted));
    }
  }
  return true;
}

/** A contact, and after it what those of its vertices lie on that it moved by more than `least` (m). */
function settleOnSupports(
  contact: usize,
  contacts: usize,
  vertices: usize,
  rigids: usize,
  supports: usize,
  least: f64,
): f64 {
  const inverse = load<f64>(contact, 80);
  if (inverse == 0) return 0;
  const nx = load<f64>(contact, 48),
    ny = load<f64>(contact, 56),
    nz = load<f64>(contact, 64);
  let whole = 1 / inverse;
  let supported = false;
  let slack = Infinity;
  for (let j: usize = 0; j < 4; j++) {
    const below = supportOf(contact, j, contacts, supports);
    if (below == 0 || below == contact || load<f64>(below, 88) <= 0) continue;
    const share = load<f64>(contact + 16 + (j << 3));
    const turn = nx * load<f64>(below, 48) + ny * load<f64>(below, 56) + nz * load<f64>(below, 64);
    if (share * turn >= 0) continue;
    slack = min(slack, load<f64>(below, 88) / abs(share * turn));
    whole -= share * share * turn * turn * load<f64>(vertexAt(contact, vertices, j) + INVERSE_MASS);
    supported = true;
  }
  const along = supported ? 1 / whole : inverse;
  const most = settle(contact, vertices, rigids, along, slack);
  if (!supported) return most;
  for (let j: usize = 0; j < 4; j++) {
    const below = supportOf(contact, j, contacts, supports);
    if (below == 0 || below == contact) continue;
    const pushed = abs(load<f64>(contact + 16 + (j << 3))) * load<f64>(vertexAt(contact, vertices, j) + INVERSE_MASS);
    if (most * along * pushed <= least) continue;
    settleOnSupports(below, contacts, vertices, rigids, supports, least);
  }
  return most;
}

// @ts-ignore: decorator
@inline
function supportOf(contact: usize, j: usize, contacts: usize, supports: usize): usize {
  const number = load<i32>(supports + ((<usize>load<i32>(contact + (j << 2))) << 2));
  return number > 0 ? contacts + <usize>(number - 1) * CONTACT : 0;
}

/**
 * Sweeps over all contacts, there and back in turn, until no gap changes by more than `enough` (m). Answers the sweeps.
 * `supports`: room for one i32 a vertex, or 0: pushes are not handed on at once.
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
        rigid && load<i32>(contact, 136) >= 0
          ? settleOnSupports(contact, contacts, vertices, rigids, supports, HANDED_ON * enough)
          : settle(contact, vertices, rigids, load<f64>(contact, 80));
      most = max(most, way);
    }
    if (most <= enough) return sweep + 1;
  }
  return sweeps;
}

/** Contacts from number `from` on push with nothing. */
export function surfaceRelax(contacts: usize, from: i32, count: i32): void {
  for (let k = from; k < count; k++) memory.fill(contacts + <usize>k * CONTACT + 88, 0, 32);
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
