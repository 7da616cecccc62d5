/**
 * A fluid and the colliders near it, as planes n·x + b = 0 that were found when lists were made (models/lattice-matter/walls.ts, where
 * the equations are): what they stand for in its density and its forces, and how they stop it. A record has nine f64: slot, n, b (m), the
 * distance that particles keep (m), static and sliding friction, and what one pass leaves for the next; static friction below 0 where contact alone
 * stops them.
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
import { index, number } from '../memory';
import { address, materialOf, slot, word } from './record';

/** D: from where contact alone holds particles on, a wall's push grows to the whole of it. */
const EASED: f64 = 0.02;

/** Adds what `count` walls near slots stand for to densities, and has c of all slots in FLUID_STATE. Leaves ρ₀ λ (1 − d/H)⁵. */
export function matterWalls(w: usize, c: usize, walls: usize, count: i32): void {
  const x = address(w, Words.SLOT_POSITION);
  const order = address(w, Words.ORDER);
  const q = address(w, Words.SLOT_FLUID);
  const v = address(w, Words.SLOT_VELOCITY);
  const states = address(w, Words.FLUID_STATE);
  const inverse = 1 / number(c, Numbers.REACH);
  const wall = number(c, Numbers.WALL_DENSITY);
  const pairs = sqrt(number(c, Numbers.WALL_PAIRS));
  const both = wall / number(c, Numbers.WALL_PAIRS);
  memory.fill(states, 0, <usize>word(w, Words.COUNT) * FluidState.BYTES);
  for (let k: i32 = 0; k < count; k++) {
    const at = walls + <usize>k * MatterWall.BYTES;
    const i = <i32>load<f64>(at, MatterWall.SLOT);
    const xi = slot(x, i);
    const distance =
      load<f64>(at, MatterWall.NORMAL) * load<f64>(xi, SlotPosition.POSITION) +
      load<f64>(at, MatterWall.NORMAL + Y) * load<f64>(xi, SlotPosition.POSITION + Y) +
      load<f64>(at, MatterWall.NORMAL + Z) * load<f64>(xi, SlotPosition.POSITION + Z) +
      load<f64>(at, MatterWall.OFFSET);
    const u = 1 - max(0, distance) * inverse;
    store<f64>(at, 0, MatterWall.RESULT);
    if (!(u > 0)) continue;
    const cube = u * u * u;
    const to = states + <usize>i * FluidState.BYTES;
    const others = <f64>load<f32>(to, FluidState.WALL);
    // What is behind two walls is not to count twice.
    const left = 1 - both * others * others;
    const steep = number(materialOf(w, index(order, i)), Material.REST_DENSITY) * left * wall * cube * u * u;
    const qi = slot(q, i);
    store<f64>(qi, load<f64>(qi, SlotFluid.VOLUME) + steep * u, SlotFluid.VOLUME);
    store<f64>(at, steep, MatterWall.RESULT);
    const here = pairs * cube * (1 - load<f64>(slot(v, i), SlotVelocity.SOLID_SHARE));
    store<f32>(to, <f32>(others === 0 ? here : sqrt(others * others + here * here)), FluidState.WALL);
  }
}

/**
 * Adds what walls push with to SLOT_FORCE. Leaves the speed that this gives in the sub-step, m/s, where it is for friction here; where contact
 * alone rubs, it is to have all of the load: there a wall pushes only whom contact does not hold.
 */
export function matterWallPush(w: usize, c: usize, walls: usize, count: i32): void {
  const x = address(w, Words.SLOT_POSITION);
  const v = address(w, Words.SLOT_VELOCITY);
  const q = address(w, Words.SLOT_FLUID);
  const f = address(w, Words.SLOT_FORCE);
  const slope = (6 * number(c, Numbers.KERNEL_SLOPE)) / number(c, Numbers.REACH);
  const ease = 1 / (EASED * number(c, Numbers.SPACING));
  const h = number(c, Numbers.STEP);
  for (let k: i32 = 0; k < count; k++) {
    const at = walls + <usize>k * MatterWall.BYTES;
    const i = <i32>load<f64>(at, MatterWall.SLOT);
    let push = slope * load<f64>(at, MatterWall.RESULT) * load<f64>(slot(q, i), SlotFluid.PRESSURE); // m/s²
    store<f64>(at, 0, MatterWall.RESULT);
    if (push === 0) continue;
    const nx = load<f64>(at, MatterWall.NORMAL);
    const ny = load<f64>(at, MatterWall.NORMAL + Y);
    const nz = load<f64>(at, MatterWall.NORMAL + Z);
    const xi = slot(x, i);
    const solid = load<f64>(slot(v, i), SlotVelocity.SOLID_SHARE);
    if (load<f64>(at, MatterWall.STATIC_FRICTION) < 0 || solid > 0) {
      const distance =
        nx * load<f64>(xi, SlotPosition.POSITION) +
        ny * load<f64>(xi, SlotPosition.POSITION + Y) +
        nz * load<f64>(xi, SlotPosition.POSITION + Z) +
        load<f64>(at, MatterWall.OFFSET);
      push *= (1 - solid) * min(1, max(0, distance - load<f64>(at, MatterWall.KEPT_DISTANCE)) * ease);
    } else store<f64>(at, h * push, MatterWall.RESULT);
    const force = push * load<f64>(xi, SlotPosition.MASS);
    const fi = slot(f, i);
    store<f64>(fi, load<f64>(fi) + force * nx);
    store<f64>(fi, load<f64>(fi, Y) + force * ny, Y);
    store<f64>(fi, load<f64>(fi, Z) + force * nz, Z);
  }
}

/**
 * Particles without any solid share that the sub-step took nearer to a wall than they keep are put back, lose their speed
 * into it, and by Coulomb's friction of what stopped and pushed them along it. What has an elastic body behind it is stopped with that.
 */
export function matterRest(w: usize, c: usize, walls: usize, count: i32): void {
  const plane: usize = (<usize>word(w, Words.STRIDE)) << 3;
  const first: usize = (<usize>word(w, Words.FIRST)) << 3;
  const order = address(w, Words.ORDER);
  const free = address(w, Words.INVERSE_MASS) + first;
  const h = number(c, Numbers.STEP);
  for (let k: i32 = 0; k < count; k++) {
    const at = walls + <usize>k * MatterWall.BYTES;
    const holds = load<f64>(at, MatterWall.STATIC_FRICTION);
    const i = <i32>load<f64>(at, MatterWall.SLOT);
    if (holds < 0 || load<f64>(slot(address(w, Words.SLOT_VELOCITY), i), SlotVelocity.SOLID_SHARE) > 0)
      continue;
    const particle: usize = (<usize>index(order, i)) << 3;
    if (load<f64>(free + particle) === 0) continue;
    const x = address(w, Words.POSITION) + first + particle;
    const nx = load<f64>(at, MatterWall.NORMAL);
    const ny = load<f64>(at, MatterWall.NORMAL + Y);
    const nz = load<f64>(at, MatterWall.NORMAL + Z);
    const distance =
      nx * load<f64>(x) +
      ny * load<f64>(x + plane) +
      nz * load<f64>(x + (plane << 1)) +
      load<f64>(at, MatterWall.OFFSET);
    const out = load<f64>(at, MatterWall.KEPT_DISTANCE) - distance;
    const pushed = load<f64>(at, MatterWall.RESULT);
    if (!(out > 0 || holds * pushed > 0)) continue;
    const v = address(w, Words.VELOCITY) + first + particle;
    const vx = load<f64>(v);
    const vy = load<f64>(v + plane);
    const vz = load<f64>(v + (plane << 1));
    const pressed = out > 0 ? max(0, -(nx * vx + ny * vy + nz * vz)) : 0;
    const ux = vx + pressed * nx;
    const uy = vy + pressed * ny;
    const uz = vz + pressed * nz;
    const along = sqrt(ux * ux + uy * uy + uz * uz);
    const whole = pressed + pushed;
    const lost =
      along <= holds * whole ? 1 : min(1, (load<f64>(at, MatterWall.KINETIC_FRICTION) * whole) / along);
    store<f64>(v, ux - lost * ux);
    store<f64>(v + plane, uy - lost * uy);
    store<f64>(v + (plane << 1), uz - lost * uz);
    const back = max(0, out);
    store<f64>(x, load<f64>(x) + back * nx - h * lost * ux);
    store<f64>(x + plane, load<f64>(x + plane) + back * ny - h * lost * uy);
    store<f64>(x + (plane << 1), load<f64>(x + (plane << 1)) + back * nz - h * lost * uz);
  }
}
