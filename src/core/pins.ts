/**
 * Pins: particles that hold still or follow keyframes. A pinned particle has no inverse mass, so engines carry
 * it along at the velocity given here and forces don't move it; it arrives exactly at its keyframes.
 */
import { finite, positive } from '../math/check.ts';
import { checkTimes, valueAt } from '../math/keyframes.ts';
import { HELD, PINNED, PLACED } from './particles.ts';
import type { Moved, System } from './schedule.ts';
import type { ToolAnswer } from './tool-answer.ts';
import type { World } from './world.ts';

export interface Keyframe {
  /** Time, s. */
  time: number;
  /** Displacement from the position at which the particle was pinned, m. */
  offset: readonly [number, number, number];
}

export interface Pin {
  /** World particle index. */
  particle: number;
  /** Keyframes with linear interpolation, constant before the first and after the last; none for a fixed pin. */
  keyframes?: readonly Keyframe[];
}

/** Pins particles at their present positions, and moves the keyframed ones. */
export function pinParticles(world: World, pins: readonly Pin[]): void {
  const { particles: p } = world;
  const moving = pins.filter((pin) => pin.keyframes && pin.keyframes.length > 0);
  for (const [k, { particle, keyframes = [] }] of pins.entries()) {
    if (!(Number.isInteger(particle) && particle >= 0 && particle < p.count)) {
      throw new RangeError(`pins[${k}]: there is no particle ${particle}; there are ${p.count}`);
    }
    checkTimes(`pins[${k}].keyframes`, keyframes);
    p.pin(particle);
    for (const v of [p.vx, p.vy, p.vz]) v[particle] = 0; // engines carry a pinned particle on at its velocity
  }
  if (moving.length === 0) return;
  const tracks = moving.map((pin) => ({
    particle: pin.particle,
    keyframes: pin.keyframes ?? [],
    home: [p.x[pin.particle], p.y[pin.particle], p.z[pin.particle]] as const,
  }));
  world.add(pinDriver(tracks));
}

interface Track {
  particle: number;
  keyframes: readonly Keyframe[];
  home: readonly [number, number, number];
}

function pinDriver(tracks: readonly Track[]): System {
  return {
    name: 'pins',
    phase: 'drive',
    run(world: World, h: number): Moved {
      for (const { particle, keyframes, home } of tracks) {
        leadPin(world, h, particle, (axis, time) => home[axis] + offsetAt(keyframes, time, axis));
      }
      return 'moved';
    },
  };
}

/**
 * Moves a pinned particle to its position at the present time, with the velocity that leads to the next. One that was unpinned
 * since, or pinned elsewhere, stays as it is.
 */
export function leadPin(
  { particles: p, time }: World,
  h: number,
  particle: number,
  coordinate: (axis: number, time: number) => number,
): void {
  if ((p.flags.view[particle] & (PINNED | PLACED)) !== PINNED) return;
  for (let axis = 0; axis < 3; axis++) {
    const at = axis * p.stride + particle;
    const here = coordinate(axis, time);
    p.position.view[at] = here;
    p.velocity.view[at] = (coordinate(axis, time + h) - here) / h;
  }
}

/** All particles within `radius` (m) of a point. */
export interface PinPlace {
  readonly point: readonly [number, number, number];
  readonly radius: number;
}

/** Pins the particles near a place at their present positions; keyframes no longer lead them. */
export function pinAt(world: World, place: PinPlace): ToolAnswer {
  const { particles: p } = world;
  const near = particlesNear(world, 'pinAt', place);
  if (near.length === 0) return { count: 0, message: nothingNear(place) };
  const chosen = near.filter((i) => (p.flags.view[i] & (PINNED | PLACED)) !== (PINNED | PLACED));
  for (const i of chosen) pinInPlace(world, i);
  if (chosen.length === 0) return { count: 0, message: 'All of it is pinned already.' };
  return { count: chosen.length };
}

/** Pins a particle at its present position; keyframes no longer lead it. */
export function pinInPlace({ particles: p }: World, i: number): void {
  p.pin(i);
  p.flags.view[i] |= PLACED;
  for (const v of [p.vx, p.vy, p.vz]) v[i] = 0; // engines carry a pinned particle on at its velocity
}

/** Unpins the particles near a place, which keep their velocities; particles in a hand stay there. */
export function unpinAt(world: World, place: PinPlace): ToolAnswer {
  const { particles: p } = world;
  const near = particlesNear(world, 'unpinAt', place);
  if (near.length === 0) return { count: 0, message: nothingNear(place) };
  const chosen = near.filter((i) => (p.flags.view[i] & (PINNED | HELD)) === PINNED);
  for (const i of chosen) p.unpin(i);
  if (chosen.length === 0) return { count: 0, message: 'Nothing is pinned here.' };
  return { count: chosen.length };
}

/** Returns the world indices of the particles near a place; `name` begins the message of a RangeError. */
export function particlesNear(world: World, name: string, { point, radius }: PinPlace): number[] {
  positive(`${name}: radius`, radius);
  for (const axis of [0, 1, 2]) finite(`${name}: point[${axis}]`, point[axis]);
  const { x, y, z, count } = world.particles;
  const found: number[] = [];
  for (let i = 0; i < count; i++) {
    const [dx, dy, dz] = [x[i] - point[0], y[i] - point[1], z[i] - point[2]];
    if (dx * dx + dy * dy + dz * dz <= radius * radius) found.push(i);
  }
  return found;
}

function nothingNear({ radius }: PinPlace): string {
  return `No mass lies within ${Number((1000 * radius).toPrecision(3))} mm of this place: take a larger radius, or a place on a body.`;
}

/** Returns the offset along one axis at a time, m; 0 without keyframes. */
export function offsetAt(keyframes: readonly Keyframe[], time: number, axis: number): number {
  return keyframes.length > 0 ? valueAt(keyframes, time, ({ offset }) => offset[axis]) : 0;
}
