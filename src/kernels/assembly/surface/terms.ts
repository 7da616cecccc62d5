/**
 * Contacts as terms of the potential of an implicit step (src/contact/potential/terms.ts): springs along their normals where
 * they press, and friction as springs along the surface.
 */
import * as ContactElement from '../../../layouts/generated/contact-element';
import * as ContactTerm from '../../../layouts/generated/contact-term';
import * as Matrix32 from '../../../layouts/generated/matrix32';
import * as Quad from '../../../layouts/generated/quad';
import { Y, Z } from '../../../layouts/generated/vector';
import * as Vector32 from '../../../layouts/generated/vector32';
import { VECTOR } from '../memory';

/** Force that a contact is remembered with which is deep and does not press, N. */
const LEAST_FORCE: f64 = 1e-30;
/** Depth that counts as one of a contact that opens by inertia alone, m. */
const LEAST_DEPTH: f64 = 1e-30;
/** Rounding error of the sum of four weights in f32, rounded up. */
const WEIGHT_ROUNDING: f32 = 1e-6;

/**
 * Lists the free particles `from` to `end` that may be within `lead` of where a distance was computed for them: the position and the
 * distance are four f64 each in `clear`. With a `start`, particles count that may have been there. Returns their number.
 */
export function contactNear(
  clear: usize,
  from: i32,
  end: i32,
  x: usize,
  start: usize,
  stride: i32,
  lead: f64,
  inverseMass: usize,
  out: usize,
): i32 {
  const bytes: usize = (<usize>stride) << 3;
  let found = 0;
  for (let i = from; i < end; i++) {
    const at: usize = (<usize>i) << 3;
    if (load<f64>(inverseMass + at) === 0) continue;
    const known = clear + 4 * at;
    const free = load<f64>(known, Quad.D) - lead;
    if (free > 0) {
      let far = squareFrom(known, x + at, bytes);
      if (start !== 0) far = max(far, squareFrom(known, start + at, bytes));
      if (far < free * free) continue;
    }
    store<i32>(out + ((<usize>found) << 2), i);
    found++;
  }
  return found;
}

/** Returns the square of the distance between a record and a planar position, m². */
// @inline
function squareFrom(record: usize, x: usize, stride: usize): f64 {
  const dx = load<f64>(x) - load<f64>(record),
    dy = load<f64>(x + stride) - load<f64>(record, Y),
    dz = load<f64>(x + 2 * stride) - load<f64>(record, Z);
  return dx * dx + dy * dy + dz * dz;
}

/** Returns the depth d − n·S at the positions x, m, and stores S. */
function depth(term: usize, x: usize, stride: usize): f64 {
  let sx = load<f64>(term, ContactTerm.FIXED),
    sy = load<f64>(term, ContactTerm.FIXED + Y),
    sz = load<f64>(term, ContactTerm.FIXED + Z);
  for (let j: usize = 0; j < 4; j++) {
    const i = load<i32>(term + (j << 2));
    if (i < 0) continue;
    const weight = load<f64>(term + (j << 3), ContactTerm.WEIGHTS);
    const at = x + ((<usize>i) << 3);
    sx += weight * load<f64>(at);
    sy += weight * load<f64>(at + stride);
    sz += weight * load<f64>(at + 2 * stride);
  }
  store<f64>(term, sx, ContactTerm.SEPARATION);
  store<f64>(term, sy, ContactTerm.SEPARATION + Y);
  store<f64>(term, sz, ContactTerm.SEPARATION + Z);
  return load<f64>(term, ContactTerm.RANGE) - separated(term);
}

/** Returns n·S, m. */
// @inline
function separated(term: usize): f64 {
  return (
    load<f64>(term, ContactTerm.SEPARATION) * load<f64>(term, ContactTerm.NORMAL) +
    load<f64>(term, ContactTerm.SEPARATION + Y) * load<f64>(term, ContactTerm.NORMAL + Y) +
    load<f64>(term, ContactTerm.SEPARATION + Z) * load<f64>(term, ContactTerm.NORMAL + Z)
  );
}

/** Adds the leads of the particles and of the rigid body to S. */
function addLead(term: usize, leads: usize, stride: usize): void {
  for (let axis: usize = 0; axis < VECTOR; axis += 8) {
    const led = load<f64>(term + axis, ContactTerm.RIGID_LEAD);
    store<f64>(term + axis, load<f64>(term + axis, ContactTerm.SEPARATION) + led, ContactTerm.SEPARATION);
  }
  for (let j: usize = 0; j < 4; j++) {
    const i = load<i32>(term + (j << 2));
    if (i < 0) continue;
    const weight = load<f64>(term + (j << 3), ContactTerm.WEIGHTS);
    let at = leads + ((<usize>i) << 3);
    for (let axis: usize = 0; axis < VECTOR; axis += 8) {
      store<f64>(
        term + axis,
        load<f64>(term + axis, ContactTerm.SEPARATION) + weight * load<f64>(at),
        ContactTerm.SEPARATION,
      );
      at += stride;
    }
  }
}

/** Stores the slip v for the separation stored last, and returns its length, m. */
function slipped(term: usize): f64 {
  const nx = load<f64>(term, ContactTerm.NORMAL),
    ny = load<f64>(term, ContactTerm.NORMAL + Y),
    nz = load<f64>(term, ContactTerm.NORMAL + Z);
  const vx = slippedAlong(term, 0),
    vy = slippedAlong(term, Y),
    vz = slippedAlong(term, Z);
  const along = vx * nx + vy * ny + vz * nz;
  const x = vx - along * nx,
    y = vy - along * ny,
    z = vz - along * nz;
  store<f64>(term, x, ContactTerm.SLIPPED);
  store<f64>(term, y, ContactTerm.SLIPPED + Y);
  store<f64>(term, z, ContactTerm.SLIPPED + Z);
  return Math.sqrt(x * x + y * y + z * z);
}

/** Returns a coordinate of the slip with its part along n, m. */
// @inline
function slippedAlong(term: usize, axis: usize): f64 {
  return (
    load<f64>(term + axis, ContactTerm.SEPARATION) -
    load<f64>(term + axis, ContactTerm.START) +
    load<f64>(term + axis, ContactTerm.SLIP)
  );
}

/** Counts the weights of the terms that press, or will in the step, into `crowd` (f64 a particle), and stores how deep they are. */
function countPressing(
  terms: usize,
  count: i32,
  x: usize,
  bytes: usize,
  leads: usize,
  h: f64,
  inverseMass: usize,
  crowd: usize,
): void {
  for (let k = 0; k < count; k++, terms += ContactTerm.BYTES) {
    store<f64>(terms, 0, ContactTerm.INERTIA);
    if (load<f64>(terms, ContactTerm.STIFFNESS) === 0) continue;
    let deep = depth(terms, x, bytes);
    if (leads !== 0) {
      addLead(terms, leads, bytes);
      deep = max(deep, load<f64>(terms, ContactTerm.RANGE) - separated(terms));
      if (deep <= 0 && keepsPressing(terms, -deep, h, inverseMass)) deep = LEAST_DEPTH;
    }
    if (deep <= 0) continue;
    store<f64>(terms, deep, ContactTerm.INERTIA);
    for (let j: usize = 0; j < 4; j++) {
      const i = load<i32>(terms + (j << 2));
      if (i < 0) continue;
      const at = crowd + ((<usize>i) << 3);
      store<f64>(at, load<f64>(at) + abs(load<f64>(terms + (j << 3), ContactTerm.WEIGHTS)));
    }
  }
}

/**
 * Whether the load of the last step is more than what takes back the gap (m) that inertia would open: what presses a light vertex
 * into the contact, such as the tension of a strip around a cylinder, goes on in this step.
 */
// @inline
function keepsPressing(term: usize, gap: f64, h: f64, inverseMass: usize): bool {
  return load<f64>(term, ContactTerm.LOAD) * h * h > gap * sharedMass(term, inverseMass, 0);
}

/** Returns the mass that moves at a contact, kg: each vertex has its mass in all its contacts together, or in this one without a `crowd`. */
function sharedMass(term: usize, inverseMass: usize, crowd: usize): f64 {
  let first: f64 = 0,
    second: f64 = 0;
  for (let j: usize = 0; j < 4; j++) {
    const i = load<i32>(term + (j << 2));
    if (i < 0) continue;
    const weight = load<f64>(term + (j << 3), ContactTerm.WEIGHTS);
    if (weight === 0) continue;
    const at: usize = (<usize>i) << 3;
    const contacts = crowd === 0 ? 1 : load<f64>(crowd + at);
    const mass = abs(weight) / (load<f64>(inverseMass + at) * contacts); // Infinity for a pin
    if (weight > 0) first += mass;
    else second += mass;
  }
  if (load<f64>(term, ContactTerm.RIGID_SIGN) > 0) first += load<f64>(term, ContactTerm.RIGID_MASS);
  else second += load<f64>(term, ContactTerm.RIGID_MASS);
  return first === 0 ? second : second === 0 ? first : 1 / (1 / first + 1 / second);
}

/**
 * Makes springs of the terms that are deep at the positions x. Friction is a spring as stiff as the normal one while it sticks;
 * while it slides, a softer one that pulls with the kinetic friction at the slip that is expected.
 *
 * In the first solve of a step `leads` (planar) is how far the forces of the step would take the particles from x: what becomes deep by
 * these presses too, and what has pressed and does not lift off by inertia. A contact that was not there before has the load that stops it. `leads` is 0 in later solves, which know
 * depths, loads and slips from the one before. `crowd` is space for one f64 a particle.
 */
export function contactTermsPress(
  terms: usize,
  count: i32,
  x: usize,
  stride: i32,
  leads: usize,
  h: f64,
  inverseMass: usize,
  crowd: usize,
): void {
  const bytes: usize = (<usize>stride) << 3;
  memory.fill(crowd, 0, bytes);
  countPressing(terms, count, x, bytes, leads, h, inverseMass, crowd);
  for (let k = 0; k < count; k++, terms += ContactTerm.BYTES) {
    store<f64>(terms, 0, ContactTerm.PRESS);
    store<f64>(terms, 0, ContactTerm.DRAG);
    const leading = load<f64>(terms, ContactTerm.INERTIA);
    if (leading === 0) continue;
    const stiffness = load<f64>(terms, ContactTerm.STIFFNESS);
    const room = load<f64>(terms, ContactTerm.ROOM);
    const inertia = sharedMass(terms, inverseMass, crowd) / (h * h);
    store<f64>(terms, inertia, ContactTerm.INERTIA);
    const now = depth(terms, x, bytes);
    const length = slipped(terms);
    let deep = max(0, now);
    let expected = length;
    let held = stiffness * length;
    let force = (0.5 * stiffness * deep * deep) / room;
    if (leads !== 0) {
      addLead(terms, leads, bytes);
      expected = slipped(terms);
      const before = load<f64>(terms, ContactTerm.LOAD);
      // The impulse that stops a new contact becomes its load in the next step.
      force =
        before > 0 ? before : inertia * max(0, load<f64>(terms, ContactTerm.RANGE) - separated(terms) - now);
      if (before === 0) held = inertia * expected;
      // What hardly pressed may have to bear its weight now.
      const stops = min(stiffness, inertia) * leading;
      deep = max(deep, Math.sqrt((2 * max(force, 0.5 * stops) * room) / stiffness));
    }
    deep = min(deep, room);
    store<f64>(terms, (stiffness * deep) / room, ContactTerm.PRESS);
    store<f64>(terms, 0.5 * deep, ContactTerm.REST);
    store<f64>(terms, force, ContactTerm.LOAD);
    if (load<f64>(terms, ContactTerm.STATIC_FRICTION) === 0) continue;
    const kinetic = load<f64>(terms, ContactTerm.KINETIC_FRICTION) * force;
    const slides = load<i32>(terms, ContactTerm.SLIDES);
    const most = slides > 0 ? kinetic : load<f64>(terms, ContactTerm.STATIC_FRICTION) * force;
    // A cloth slides as a whole: what one vertex would do by itself tells less than what it has done.
    if (leads !== 0) {
      const speed = load<f64>(terms, ContactTerm.SPEED) + 0.5 * load<f64>(terms, ContactTerm.GAIN);
      const keeps = slides > 1 ? kinetic / stiffness + h * speed : length;
      expected = max(expected - kinetic / inertia, keeps);
    }
    // What slid sticks where it is expected to stop.
    const sticks = slides > 0 ? stiffness * expected <= kinetic : held <= most;
    store<f64>(terms, sticks ? stiffness : kinetic / max(expected, kinetic / stiffness), ContactTerm.DRAG);
  }
}

/** Returns the energy of the springs at the positions x, J. */
export function contactTermsEnergy(terms: usize, count: i32, x: usize, stride: i32): f64 {
  let sum: f64 = 0;
  for (let k = 0; k < count; k++, terms += ContactTerm.BYTES) {
    const press = load<f64>(terms, ContactTerm.PRESS);
    if (press === 0) continue;
    const deep = depth(terms, x, (<usize>stride) << 3) - load<f64>(terms, ContactTerm.REST);
    sum += press * deep * deep;
    const drag = load<f64>(terms, ContactTerm.DRAG);
    if (drag === 0) continue;
    const length = slipped(terms);
    sum += drag * length * length;
  }
  return 0.5 * sum;
}

/**
 * Returns how much the springs miss the law of the contacts at the positions x: Σ |N − k δ²/(2 D)| over the sum of the forces N with
 * which they press; 0 if none does.
 */
export function contactTermsMisfit(terms: usize, count: i32, x: usize, stride: i32): f64 {
  let missed: f64 = 0,
    pressed: f64 = 0;
  for (let k = 0; k < count; k++, terms += ContactTerm.BYTES) {
    const stiffness = load<f64>(terms, ContactTerm.STIFFNESS);
    if (stiffness === 0) continue;
    const deep = max(0, depth(terms, x, (<usize>stride) << 3));
    const press = load<f64>(terms, ContactTerm.PRESS);
    const force = max(0, press * (deep - load<f64>(terms, ContactTerm.REST)));
    missed += abs(force - (0.5 * stiffness * deep * deep) / load<f64>(terms, ContactTerm.ROOM));
    pressed += force;
  }
  return pressed > 0 ? missed / pressed : 0;
}

/**
 * Adds `square` times the forces of the springs at the positions x to `residual`, four f32 a row, and their stiffness to the blocks
 * on the diagonal, and writes their elements and the arms of rigid bodies. Returns four times the number of elements, plus one if
 * something holds the rows that is not solved for, plus two if spheres of matter or rigid bodies do.
 */
export function contactTermsAssemble(
  terms: usize,
  count: i32,
  x: usize,
  stride: i32,
  square: f64,
  rowOf: usize,
  residual: usize,
  touching: usize,
  elements: usize,
  arms: usize,
): i32 {
  let used = 0;
  let held = 0;
  for (let k = 0; k < count; k++, terms += ContactTerm.BYTES) {
    const press = load<f64>(terms, ContactTerm.PRESS);
    if (press === 0) continue;
    const push = press * (depth(terms, x, (<usize>stride) << 3) - load<f64>(terms, ContactTerm.REST));
    const drag = load<f64>(terms, ContactTerm.DRAG);
    slipped(terms);
    const nx = load<f64>(terms, ContactTerm.NORMAL),
      ny = load<f64>(terms, ContactTerm.NORMAL + Y),
      nz = load<f64>(terms, ContactTerm.NORMAL + Z);
    const force = f32x4(
      <f32>(square * (push * nx - drag * load<f64>(terms, ContactTerm.SLIPPED))),
      <f32>(square * (push * ny - drag * load<f64>(terms, ContactTerm.SLIPPED + Y))),
      <f32>(square * (push * nz - drag * load<f64>(terms, ContactTerm.SLIPPED + Z))),
      0,
    );
    const own = square * drag;
    const more = square * (press - drag);
    const element = elements + <usize>used * ContactElement.BYTES;
    const body = load<i32>(terms, ContactTerm.BODY);
    store<i32>(element, body, ContactElement.BODY);
    if (body >= 0) {
      const arm = f32x4(
        <f32>load<f64>(terms, ContactTerm.ARM),
        <f32>load<f64>(terms, ContactTerm.ARM + Y),
        <f32>load<f64>(terms, ContactTerm.ARM + Z),
        <f32>load<f64>(terms, ContactTerm.RIGID_SIGN),
      );
      v128.store(arms + <usize>used * Vector32.BYTES, arm);
    }
    used++;
    const xx = <f32>(own + more * nx * nx),
      xy = <f32>(more * nx * ny),
      xz = <f32>(more * nx * nz),
      yy = <f32>(own + more * ny * ny),
      yz = <f32>(more * ny * nz),
      zz = <f32>(own + more * nz * nz);
    store<f32>(element, xx, ContactElement.XX);
    store<f32>(element, xy, ContactElement.XY);
    store<f32>(element, xz, ContactElement.XZ);
    store<f32>(element, yy, ContactElement.YY);
    store<f32>(element, yz, ContactElement.YZ);
    store<f32>(element, zz, ContactElement.ZZ);
    let sum: f32 = 0;
    for (let j: usize = 0; j < 4; j++) {
      const i = load<i32>(terms + (j << 2));
      const row = i < 0 ? -1 : load<i32>(rowOf + ((<usize>i) << 2));
      const weight = <f32>load<f64>(terms + (j << 3), ContactTerm.WEIGHTS);
      store<i32>(element + (j << 2), row);
      store<f32>(element + (j << 2), weight, ContactElement.WEIGHTS);
      if (row < 0) continue;
      sum += weight;
      const to = residual + <usize>row * Vector32.BYTES;
      v128.store(to, f32x4.add(v128.load(to), f32x4.mul(f32x4.splat(weight), force)));
      const block = touching + <usize>row * Matrix32.BYTES;
      const w = f32x4.splat(weight * weight);
      addTo(block + Matrix32.COLUMN_0, w, f32x4(xx, xy, xz, 0));
      addTo(block + Matrix32.COLUMN_1, w, f32x4(xy, yy, yz, 0));
      addTo(block + Matrix32.COLUMN_2, w, f32x4(xz, yz, zz, 0));
    }
    // The weights of two sides that are solved for cancel each other.
    if (abs(sum) > WEIGHT_ROUNDING) held |= load<i32>(terms, ContactTerm.SPHERE) < 0 && body < 0 ? 1 : 2;
  }
  return 4 * used + held;
}

// @inline
function addTo(at: usize, weight: v128, column: v128): void {
  v128.store(at, f32x4.add(v128.load(at), f32x4.mul(weight, column)));
}

/**
 * Ends a step at the positions x: sets PRESS to the normal force (N; 0 for a contact that has opened), SLIP to what is left of the slip,
 * whose spring pulls with at most the friction that it has reached, and SLIDES, SPEED and GAIN.
 */
export function contactTermsEnd(terms: usize, count: i32, x: usize, stride: i32, h: f64): void {
  for (let k = 0; k < count; k++, terms += ContactTerm.BYTES) {
    const stiffness = load<f64>(terms, ContactTerm.STIFFNESS);
    const deep = depth(terms, x, (<usize>stride) << 3);
    const press = load<f64>(terms, ContactTerm.PRESS);
    // What the solve has pushed with: deeper contacts than it knew would have pushed more.
    const force =
      press > 0 && deep > 0 ? max(LEAST_FORCE, press * (deep - load<f64>(terms, ContactTerm.REST))) : 0;
    store<f64>(terms, force, ContactTerm.PRESS);
    if (force === 0) continue;
    const length = slipped(terms);
    const slid = load<i32>(terms, ContactTerm.SLIDES);
    const kinetic = load<f64>(terms, ContactTerm.KINETIC_FRICTION) * force;
    const most = slid > 0 ? kinetic : load<f64>(terms, ContactTerm.STATIC_FRICTION) * force;
    const slides = stiffness * length > most;
    const share = slides ? kinetic / (stiffness * length) : 1;
    store<i32>(terms, slides ? min(2, slid + 1) : 0, ContactTerm.SLIDES);
    const dx = load<f64>(terms, ContactTerm.SLIPPED) - load<f64>(terms, ContactTerm.SLIP),
      dy = load<f64>(terms, ContactTerm.SLIPPED + Y) - load<f64>(terms, ContactTerm.SLIP + Y),
      dz = load<f64>(terms, ContactTerm.SLIPPED + Z) - load<f64>(terms, ContactTerm.SLIP + Z);
    const speed = Math.sqrt(dx * dx + dy * dy + dz * dz) / h;
    store<f64>(terms, speed - load<f64>(terms, ContactTerm.SPEED), ContactTerm.GAIN);
    store<f64>(terms, speed, ContactTerm.SPEED);
    store<f64>(terms, share * load<f64>(terms, ContactTerm.SLIPPED), ContactTerm.SLIP);
    store<f64>(terms, share * load<f64>(terms, ContactTerm.SLIPPED + Y), ContactTerm.SLIP + Y);
    store<f64>(terms, share * load<f64>(terms, ContactTerm.SLIPPED + Z), ContactTerm.SLIP + Z);
  }
}
