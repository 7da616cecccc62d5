/**
 * Pins: particles that hold still or follow keyframes. A pinned particle has no inverse mass, so engines carry
 * it along at the velocity given here and forces don't move it; it arrives exactly at its keyframes.
 */
import type { Stage, World } from './world.ts';

export interface Keyframe {
  /** s */
  time: number;
  /** m, added to where the particle was pinned. */
  offset: readonly [number, number, number];
}

export interface Pin {
  /** World particle index. */
  particle: number;
  /** Linear between them, held before the first and after the last; none: the pin is fixed. */
  keyframes?: readonly Keyframe[];
}

/** Pins the particles where they are now, and drives the keyframed ones. */
export function pinParticles(world: World, pins: readonly Pin[]): void {
  const { particles: p } = world;
  const moving = pins.filter((pin) => pin.keyframes && pin.keyframes.length > 0);
  for (const [k, { particle, keyframes = [] }] of pins.entries()) {
    if (!(Number.isInteger(particle) && particle >= 0 && particle < p.count)) {
      throw new RangeError(`pins[${k}]: there is no particle ${particle}; there are ${p.count}`);
    }
    if (keyframes.some(({ time }, i) => i > 0 && !(time > keyframes[i - 1].time))) {
      throw new RangeError(`pins[${k}].keyframes: times must increase`);
    }
    p.pin(particle);
    for (const v of [p.vx, p.vy, p.vz]) v[particle] = 0; // engines carry a pinned particle on at its velocity
  }
  if (moving.length === 0) return;
  const tracks = moving.map((pin) => ({
    particle: pin.particle,
    keyframes: pin.keyframes ?? [],
    home: [p.x[pin.particle], p.y[pin.particle], p.z[pin.particle]] as const,
  }));
  world.drivers.push(pinDriver(tracks));
}

interface Track {
  particle: number;
  keyframes: readonly Keyframe[];
  home: readonly [number, number, number];
}

/** Puts each pin at its place for the present time with the velocity that takes it to the next. */
function pinDriver(tracks: readonly Track[]): Stage {
  return {
    name: 'pins',
    run(world: World, h: number) {
      const { particles: p } = world;
      const x = p.position.view;
      const v = p.velocity.view;
      for (const { particle, keyframes, home } of tracks) {
        for (let axis = 0; axis < 3; axis++) {
          const at = axis * p.stride + particle;
          const here = home[axis] + offsetAt(keyframes, world.time, axis);
          const next = home[axis] + offsetAt(keyframes, world.time + h, axis);
          x[at] = here;
          v[at] = (next - here) / h;
        }
      }
    },
  };
}

/** m along one axis at a time. */
export function offsetAt(keyframes: readonly Keyframe[], time: number, axis: number): number {
  const after = keyframes.findIndex((k) => k.time > time);
  if (after === 0) return keyframes[0].offset[axis];
  if (after < 0) return keyframes[keyframes.length - 1].offset[axis];
  const from = keyframes[after - 1];
  const to = keyframes[after];
  const share = (time - from.time) / (to.time - from.time);
  return from.offset[axis] + share * (to.offset[axis] - from.offset[axis]);
}
