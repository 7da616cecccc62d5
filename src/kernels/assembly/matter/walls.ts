/**
 * Matter and the colliders near it, as planes n·x + b = 0 (models/lattice-matter/walls.ts has the equations): the density
 * that they stand for in a fluid, the force by which they push it, and how they stop particles.
 */
import * as FluidState from '../../../layouts/generated/fluid-state';
import * as Material from '../../../layouts/generated/matter-material';
import * as Numbers from '../../../layouts/generated/matter-numbers';
import * as MatterWall from '../../../layouts/generated/matter-wall';
import * as Words from '../../../layouts/generated/matter-words';
import * as SlotFluid from '../../../layouts/generated/slot-fluid';
import * as SlotPosition from '../../../layouts/generated/slot-position';
import * as SlotVelocity from '../../../layouts/generated/slot-velocity';
import { Y, Z } from '../../../layouts/generated/vector';
import { frictionShare } from '../friction';
import { index, number } from '../memory';
import { address, materialOf, slot, WHOLE, word } from './record';

/**
 * Depth below the distance that particles keep, in units of D, from which a particle is inside: it began there. Walls do not
 * act on it, as all such particles would be put on one face at once; particle contact moves it out slowly.
 */
const INSIDE: f64 = 0.1;

/** Distance of slot i from the plane of a wall at the start of the sub-step, m. */
// @inline
function startDistance(w: usize, at: usize, i: i32): f64 {
  const xi = slot(address(w, Words.SLOT_POSITION), i);
  return (
    load<f64>(at, MatterWall.NORMAL) * load<f64>(xi, SlotPosition.POSITION) +
    load<f64>(at, MatterWall.NORMAL + Y) * load<f64>(xi, SlotPosition.POSITION + Y) +
    load<f64>(at, MatterWall.NORMAL + Z) * load<f64>(xi, SlotPosition.POSITION + Z) +
    load<f64>(at, MatterWall.OFFSET)
  );
}

/** Adds the density that `count` walls stand for, writes c of all slots to FLUID_STATE, and leaves ρ₀ λ (1 − d/H)⁵. */
export function matterWalls(w: usize, c: usize, walls: usize, count: i32): void {
  const order = address(w, Words.ORDER);
  const labels = address(w, Words.LABELS);
  const q = address(w, Words.SLOT_FLUID);
  const v = address(w, Words.SLOT_VELOCITY);
  const states = address(w, Words.FLUID_STATE);
  const inverse = 1 / number(c, Numbers.REACH);
  const inside = INSIDE * number(c, Numbers.SPACING);
  const wall = number(c, Numbers.WALL_DENSITY);
  const pairs = sqrt(number(c, Numbers.WALL_PAIRS));
  const both = wall / number(c, Numbers.WALL_PAIRS);
  memory.fill(states, 0, <usize>word(w, Words.COUNT) * FluidState.BYTES);
  for (let k: i32 = 0; k < count; k++) {
    const at = walls + <usize>k * MatterWall.BYTES;
    const i = <i32>load<f64>(at, MatterWall.SLOT);
    const distance = startDistance(w, at, i);
    const u = 1 - max(0, distance) * inverse;
    store<f64>(at, 0, MatterWall.RESULT);
    if (!(u > 0) || (index(labels, i) & WHOLE) !== 0) continue;
    if (distance < load<f64>(at, MatterWall.KEPT_DISTANCE) - inside) continue;
    const cube = u * u * u;
    const to = states + <usize>i * FluidState.BYTES;
    const others = <f64>load<f32>(to, FluidState.WALL);
    // The volume behind two walls counts once.
    const left = 1 - both * others * others;
    const steep = number(materialOf(w, index(order, i)), Material.REST_DENSITY) * left * wall * cube * u * u;
    const qi = slot(q, i);
    store<f64>(qi, load<f64>(qi, SlotFluid.VOLUME) + steep * u, SlotFluid.VOLUME);
    store<f64>(at, steep, MatterWall.RESULT);
    const here = pairs * cube * (1 - load<f64>(slot(v, i), SlotVelocity.SOLID_SHARE));
    store<f32>(to, <f32>(others === 0 ? here : sqrt(others * others + here * here)), FluidState.WALL);
  }
}

/** Adds the forces of walls to SLOT_FORCE, and leaves the speed that they give in the sub-step, m/s, for friction. */
export function matterWallPush(w: usize, c: usize, walls: usize, count: i32): void {
  const x = address(w, Words.SLOT_POSITION);
  const v = address(w, Words.SLOT_VELOCITY);
  const q = address(w, Words.SLOT_FLUID);
  const f = address(w, Words.SLOT_FORCE);
  const slope = (6 * number(c, Numbers.KERNEL_SLOPE)) / number(c, Numbers.REACH);
  const h = number(c, Numbers.STEP);
  for (let k: i32 = 0; k < count; k++) {
    const at = walls + <usize>k * MatterWall.BYTES;
    const i = <i32>load<f64>(at, MatterWall.SLOT);
    const push =
      slope *
      load<f64>(at, MatterWall.RESULT) *
      load<f64>(slot(q, i), SlotFluid.PRESSURE) *
      (1 - load<f64>(slot(v, i), SlotVelocity.SOLID_SHARE)); // m/s²
    store<f64>(at, h * push, MatterWall.RESULT);
    if (push === 0) continue;
    const force = push * load<f64>(slot(x, i), SlotPosition.MASS);
    const fi = slot(f, i);
    store<f64>(fi, load<f64>(fi) + force * load<f64>(at, MatterWall.NORMAL));
    store<f64>(fi, load<f64>(fi, Y) + force * load<f64>(at, MatterWall.NORMAL + Y), Y);
    store<f64>(fi, load<f64>(fi, Z) + force * load<f64>(at, MatterWall.NORMAL + Z), Z);
  }
}

/**
 * Stops particles that the sub-step took nearer to a wall than they keep: puts them back, takes their speed into the wall, and
 * applies Coulomb friction with all that stopped and pushed them. Particles with a solid share are stopped within the
 * solve, unless elastic forces are `explicit`. Returns the number of stopped particles.
 */
export function matterStop(w: usize, c: usize, walls: usize, count: i32, explicit: i32): i32 {
  const plane: usize = (<usize>word(w, Words.STRIDE)) << 3;
  const first: usize = (<usize>word(w, Words.FIRST)) << 3;
  const order = address(w, Words.ORDER);
  const free = address(w, Words.INVERSE_MASS) + first;
  const h = number(c, Numbers.STEP);
  const inside = INSIDE * number(c, Numbers.SPACING);
  let stopped: i32 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const at = walls + <usize>k * MatterWall.BYTES;
    const holds = load<f64>(at, MatterWall.STATIC_FRICTION);
    const i = <i32>load<f64>(at, MatterWall.SLOT);
    if (explicit === 0 && load<f64>(slot(address(w, Words.SLOT_VELOCITY), i), SlotVelocity.SOLID_SHARE) > 0)
      continue;
    const particle: usize = (<usize>index(order, i)) << 3;
    if (load<f64>(free + particle) === 0) continue;
    const x = address(w, Words.POSITION) + first + particle;
    const nx = load<f64>(at, MatterWall.NORMAL);
    const ny = load<f64>(at, MatterWall.NORMAL + Y);
    const nz = load<f64>(at, MatterWall.NORMAL + Z);
    // Velocity of the surface.
    const sx = load<f64>(at, MatterWall.VELOCITY);
    const sy = load<f64>(at, MatterWall.VELOCITY + Y);
    const sz = load<f64>(at, MatterWall.VELOCITY + Z);
    const distance =
      nx * (load<f64>(x) - h * sx) +
      ny * (load<f64>(x + plane) - h * sy) +
      nz * (load<f64>(x + (plane << 1)) - h * sz) +
      load<f64>(at, MatterWall.OFFSET);
    const pushed = load<f64>(at, MatterWall.RESULT);
    const kept = load<f64>(at, MatterWall.KEPT_DISTANCE);
    if (!(distance < kept || holds * pushed > 0)) continue;
    if (startDistance(w, at, i) < kept - inside) continue;
    const out = kept - distance;
    const v = address(w, Words.VELOCITY) + first + particle;
    const vx = load<f64>(v) - sx;
    const vy = load<f64>(v + plane) - sy;
    const vz = load<f64>(v + (plane << 1)) - sz;
    const pressed = out > 0 ? max(0, -(nx * vx + ny * vy + nz * vz)) : 0;
    const ux = vx + pressed * nx;
    const uy = vy + pressed * ny;
    const uz = vz + pressed * nz;
    const along = sqrt(ux * ux + uy * uy + uz * uz);
    const whole = pressed + pushed;
    const lost = frictionShare(along, holds * whole, load<f64>(at, MatterWall.KINETIC_FRICTION) * whole);
    store<f64>(v, ux - lost * ux + sx);
    store<f64>(v + plane, uy - lost * uy + sy);
    store<f64>(v + (plane << 1), uz - lost * uz + sz);
    const back = max(0, out);
    store<f64>(x, load<f64>(x) + back * nx - h * lost * ux);
    store<f64>(x + plane, load<f64>(x + plane) + back * ny - h * lost * uy);
    store<f64>(x + (plane << 1), load<f64>(x + (plane << 1)) + back * nz - h * lost * uz);
    stopped++;
  }
  return stopped;
}
