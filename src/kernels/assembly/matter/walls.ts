/**
 * A fluid and the colliders near it, as planes n·x + b = 0 that were found when lists were made (models/lattice-matter/walls.ts, where
 * the equations are): what they stand for in its density and its forces, and how they stop it. A record has nine f64: slot, n, b (m), the
 * distance that particles keep (m), static and sliding friction, and what one pass leaves for the next; static friction below 0 where contact alone
 * stops them.
 */
import { X } from '../../../layouts/generated/vector';
import {
  address,
  COUNT,
  F,
  FIRST,
  index,
  INVERSE_MASS,
  materialOf,
  number,
  ORDER,
  POSITION,
  Q,
  REACH,
  REST_DENSITY,
  slot,
  SLOPE,
  SPACING,
  STATES,
  STEP,
  STRIDE,
  V,
  VELOCITY,
  WALL,
  WALL_PAIRS,
  word,
  X,
} from './record';

const RECORD: usize = 72;
/** D: from where contact alone holds particles on, a wall's push grows to the whole of it. */
const EASED: f64 = 0.02;

/** Adds what `count` walls near slots stand for to densities, and has c of all slots in STATES. Leaves ρ₀ λ (1 − d/H)⁵. */
export function matterWalls(w: usize, c: usize, walls: usize, count: i32): void {
  const x = address(w, X);
  const order = address(w, ORDER);
  const q = address(w, Q);
  const v = address(w, V);
  const states = address(w, STATES);
  const inverse = 1 / number(c, REACH);
  const wall = number(c, WALL);
  const pairs = sqrt(number(c, WALL_PAIRS));
  const both = wall / number(c, WALL_PAIRS);
  memory.fill(states, 0, (<usize>word(w, COUNT)) << 4);
  for (let k: i32 = 0; k < count; k++) {
    const at = walls + <usize>k * RECORD;
    const i = <i32>load<f64>(at);
    const xi = slot(x, i);
    const distance =
      load<f64>(at, 8) * load<f64>(xi) +
      load<f64>(at, 16) * load<f64>(xi, 8) +
      load<f64>(at, 24) * load<f64>(xi, 16) +
      load<f64>(at, 32);
    const u = 1 - max(0, distance) * inverse;
    store<f64>(at, 0, 64);
    if (!(u > 0)) continue;
    const cube = u * u * u;
    const to = states + ((<usize>i) << 4);
    const others = <f64>load<f32>(to, 12);
    // What is behind two walls is not to count twice.
    const left = 1 - both * others * others;
    const steep = load<f64>(materialOf(w, index(order, i)), REST_DENSITY) * left * wall * cube * u * u;
    const qi = slot(q, i);
    store<f64>(qi, load<f64>(qi) + steep * u);
    store<f64>(at, steep, 64);
    const here = pairs * cube * (1 - load<f64>(slot(v, i), 24));
    store<f32>(to, <f32>(others === 0 ? here : sqrt(others * others + here * here)), 12);
  }
}

/**
 * Adds what walls push with to F. Leaves the speed that this gives in the sub-step, m/s, where it is for friction here; where contact
 * alone rubs, it is to have all of the load: there a wall pushes only whom contact does not hold.
 */
export function matterWallPush(w: usize, c: usize, walls: usize, count: i32): void {
  const x = address(w, X);
  const v = address(w, V);
  const q = address(w, Q);
  const f = address(w, F);
  const slope = (6 * number(c, SLOPE)) / number(c, REACH);
  const ease = 1 / (EASED * number(c, SPACING));
  const h = number(c, STEP);
  for (let k: i32 = 0; k < count; k++) {
    const at = walls + <usize>k * RECORD;
    const i = <i32>load<f64>(at);
    let push = slope * load<f64>(at, 64) * load<f64>(slot(q, i), 8); // m/s²
    store<f64>(at, 0, 64);
    if (push === 0) continue;
    const nx = load<f64>(at, 8);
    const ny = load<f64>(at, 16);
    const nz = load<f64>(at, 24);
    const xi = slot(x, i);
    const solid = load<f64>(slot(v, i), 24);
    if (load<f64>(at, 48) < 0 || solid > 0) {
      const distance = nx * load<f64>(xi) + ny * load<f64>(xi, 8) + nz * load<f64>(xi, 16) + load<f64>(at, 32);
      push *= (1 - solid) * min(1, max(0, distance - load<f64>(at, 40)) * ease);
    } else store<f64>(at, h * push, 64);
    const force = push * load<f64>(xi, 24);
    const fi = slot(f, i);
    store<f64>(fi, load<f64>(fi) + force * nx);
    store<f64>(fi, load<f64>(fi, 8) + force * ny, 8);
    store<f64>(fi, load<f64>(fi, 16) + force * nz, 16);
  }
}

/**
 * Particles without any solid share that the sub-step took nearer to a wall than they keep are put back, lose their speed
 * into it, and by Coulomb's friction of what stopped and pushed them along it. What has an elastic body behind it is stopped with that.
 */
export function matterRest(w: usize, c: usize, walls: usize, count: i32): void {
  const plane: usize = (<usize>word(w, STRIDE)) << 3;
  const first: usize = (<usize>word(w, FIRST)) << 3;
  const order = address(w, ORDER);
  const free = address(w, INVERSE_MASS) + first;
  const h = number(c, STEP);
  for (let k: i32 = 0; k < count; k++) {
    const at = walls + <usize>k * RECORD;
    const holds = load<f64>(at, 48);
    const i = <i32>load<f64>(at);
    if (holds < 0 || load<f64>(slot(address(w, V), i), 24) > 0) continue;
    const particle: usize = (<usize>index(order, i)) << 3;
    if (load<f64>(free + particle) === 0) continue;
    const x = address(w, POSITION) + first + particle;
    const nx = load<f64>(at, 8);
    const ny = load<f64>(at, 16);
    const nz = load<f64>(at, 24);
    const distance =
      nx * load<f64>(x) + ny * load<f64>(x + plane) + nz * load<f64>(x + (plane << 1)) + load<f64>(at, 32);
    const out = load<f64>(at, 40) - distance;
    const pushed = load<f64>(at, 64);
    if (!(out > 0 || holds * pushed > 0)) continue;
    const v = address(w, VELOCITY) + first + particle;
    const vx = load<f64>(v);
    const vy = load<f64>(v + plane);
    const vz = load<f64>(v + (plane << 1));
    const pressed = out > 0 ? max(0, -(nx * vx + ny * vy + nz * vz)) : 0;
    const ux = vx + pressed * nx;
    const uy = vy + pressed * ny;
    const uz = vz + pressed * nz;
    const along = sqrt(ux * ux + uy * uy + uz * uz);
    const whole = pressed + pushed;
    const lost = along <= holds * whole ? 1 : min(1, (load<f64>(at, 56) * whole) / along);
    store<f64>(v, ux - lost * ux);
    store<f64>(v + plane, uy - lost * uy);
    store<f64>(v + (plane << 1), uz - lost * uz);
    const back = max(0, out);
    store<f64>(x, load<f64>(x) + back * nx - h * lost * ux);
    store<f64>(x + plane, load<f64>(x + plane) + back * ny - h * lost * uy);
    store<f64>(x + (plane << 1), load<f64>(x + (plane << 1)) + back * nz - h * lost * uz);
  }
}
