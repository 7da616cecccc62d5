/**
 * A fluid and the colliders near it, as planes n·x + b = 0 that were found when lists were made (models/lattice-matter/walls.ts):
 * what they stand for in its density, and how they stop it. A record has eight f64: slot, n, b (m), the distance that particles keep
 * (m), static and sliding friction; static friction below 0 where contact alone stops them.
 */
import {
  address,
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
  STEP,
  STRIDE,
  V,
  VELOCITY,
  WALL,
  word,
  X,
} from './matter-record';

const RECORD: usize = 64;

/** Adds what `count` walls near slots stand for to densities. */
export function matterWalls(w: usize, c: usize, walls: usize, count: i32): void {
  const x = address(w, X);
  const order = address(w, ORDER);
  const inverse = 1 / number(c, REACH);
  const wall = number(c, WALL);
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
    if (!(u > 0)) continue;
    const cube = u * u * u;
    const qi = slot(address(w, Q), i);
    store<f64>(qi, load<f64>(qi) + load<f64>(materialOf(w, index(order, i)), REST_DENSITY) * wall * cube * cube);
  }
}

/**
 * Particles without any solid share that the sub-step took nearer to a wall than they keep are put back, lose their speed
 * into it, and by Coulomb's friction of what stopped them along it. What has an elastic body behind it is stopped with that.
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
    if (!(out > 0)) continue;
    const v = address(w, VELOCITY) + first + particle;
    const vx = load<f64>(v);
    const vy = load<f64>(v + plane);
    const vz = load<f64>(v + (plane << 1));
    const pressed = max(0, -(nx * vx + ny * vy + nz * vz));
    const ux = vx + pressed * nx;
    const uy = vy + pressed * ny;
    const uz = vz + pressed * nz;
    const along = sqrt(ux * ux + uy * uy + uz * uz);
    const lost = along <= holds * pressed ? 1 : min(1, (load<f64>(at, 56) * pressed) / along);
    store<f64>(v, ux - lost * ux);
    store<f64>(v + plane, uy - lost * uy);
    store<f64>(v + (plane << 1), uz - lost * uz);
    store<f64>(x, load<f64>(x) + out * nx - h * lost * ux);
    store<f64>(x + plane, load<f64>(x + plane) + out * ny - h * lost * uy);
    store<f64>(x + (plane << 1), load<f64>(x + (plane << 1)) + out * nz - h * lost * uz);
  }
}
