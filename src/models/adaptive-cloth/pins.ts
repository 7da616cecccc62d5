/**
 * Pins of a cloth. Pins hold vertices still or move them by keyframes; a vertex that is added between two of one pin belongs
 * to it too. Vertices of weight w, 0 < w < 1, are held by springs at their start positions x₀: per area of the pattern
 *
 *   f = −κ (x − x₀),   κ = (k / A) · w / (1 − w)      k stretch stiffness along the warp, N/m; A whole area, m²
 *
 * so that refining does not change them. They are implicit: with s = κ × the vertex's area, in
 * (m + h c)(y − x̂) = h² (f(y) − s (y − x₀)) the mass m + h c becomes m + h c + h² s, and the goal x̂ the mean of x̂ and
 * x₀ by their weights.
 */
import type { Particles } from '../../core/particles.ts';
import { leadPin } from '../../core/pins.ts';
import type { Moved, System } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import { type ClothKeyframe, PinMotion } from './pin-motion.ts';
import type { VertexValues } from './vertex-values.ts';

export interface ClothPin {
  /** Present vertices of the cloth. */
  readonly vertices: readonly number[];
  /** Offsets and rotations over time, even in between; none: the vertices stay. */
  readonly keyframes?: readonly ClothKeyframe[];
}

interface HeldCloth {
  readonly first: number;
  readonly count: number;
  readonly values: VertexValues;
}

/** Pins vertices at their present positions; a vertex of two pins follows the later one. To be called once for a cloth. */
export function pinCloth(world: World, cloth: HeldCloth, pins: readonly ClothPin[]): void {
  const motions = pins.map(({ keyframes = [] }, k) => new PinMotion(keyframes, `pins[${k}].keyframes`));
  pins.forEach(({ vertices }, k) => {
    for (const vertex of vertices) {
      if (!(Number.isInteger(vertex) && vertex >= 0 && vertex < cloth.count)) {
        throw new RangeError(`pins[${k}]: there is no vertex ${vertex}; there are ${cloth.count}`);
      }
      cloth.values.join(vertex, k);
      pinHere(world, cloth, vertex);
      motions[k].include(cloth.values.homes.view, vertex);
    }
  });
  if (motions.some(({ moves }) => moves)) world.add(pinDriver(cloth, motions));
}

/** Returns the system that notices pins and unpinned vertices, before anything moves; see `updateClamps`. */
export function clampWatch(cloth: { updateClamps(): void }): System {
  return {
    name: 'clamps',
    phase: 'start',
    run(): Moved {
      cloth.updateClamps();
      return 'still';
    },
  };
}

/** Records the start positions of all vertices and pins those of weight 1. */
export function holdAtHome(world: World, cloth: HeldCloth): void {
  const { hold, homes } = cloth.values;
  const { position, stride } = world.particles;
  for (let v = 0; v < cloth.count; v++) {
    for (let axis = 0; axis < 3; axis++)
      homes.view[3 * v + axis] = position.view[axis * stride + cloth.first + v];
    if (hold.view[v] >= 1) pinHere(world, cloth, v);
  }
}

function pinHere({ particles: p }: World, { first, values }: HeldCloth, vertex: number): void {
  const particle = first + vertex;
  p.pin(particle);
  for (let axis = 0; axis < 3; axis++) {
    const at = axis * p.stride + particle;
    values.homes.view[3 * vertex + axis] = p.position.view[at];
    p.velocity.view[at] = 0; // engines carry a pinned particle on at its velocity
  }
}

function pinDriver(cloth: HeldCloth, motions: readonly PinMotion[]): System {
  return {
    name: 'pins',
    phase: 'drive',
    run(world: World, h: number): Moved {
      const { values, first, count } = cloth;
      const homes = values.homes.view;
      for (let v = 0; v < count; v++) {
        const motion = motions[values.groupOf(v)];
        if (motion?.moves)
          leadPin(world, h, first + v, (axis, time) => motion.coordinate(homes, v, axis, time));
      }
      return 'moved';
    },
  };
}

/** Returns the stiffness of the spring at each vertex, N/m; undefined if there is none. `areas`: those of vertices, m². */
export function springsOf(
  { hold }: VertexValues,
  stiffness: number,
  areas: Float64Array,
): Float64Array | undefined {
  let whole = 0;
  let held = false;
  for (let v = 0; v < areas.length; v++) {
    whole += areas[v];
    held ||= hold.view[v] > 0 && hold.view[v] < 1;
  }
  if (!held) return undefined;
  return areas.map((area, v) => {
    const w = hold.view[v];
    return w > 0 && w < 1 ? ((stiffness * w) / (1 - w)) * (area / whole) : 0;
  });
}

/** Adds the springs to goals and masses of an implicit step. */
export function softenGoals(
  springs: Float64Array,
  cloth: HeldCloth,
  h: number,
  goal: Float64Array,
  mass: Float64Array,
  { stride, inverseMass }: Particles,
): void {
  const homes = cloth.values.homes.view;
  for (let v = 0; v < springs.length; v++) {
    const i = cloth.first + v;
    if (springs[v] === 0 || inverseMass.view[i] === 0) continue;
    const pull = h * h * springs[v];
    const total = mass[i] + pull;
    for (let axis = 0; axis < 3; axis++) {
      const at = axis * stride + i;
      goal[at] = (mass[i] * goal[at] + pull * homes[3 * v + axis]) / total;
    }
    mass[i] = total;
  }
}

/** Adds the forces of springs, for explicit engines. */
export function addSpringForces(
  springs: Float64Array,
  { first, values }: HeldCloth,
  { particles: p }: World,
): void {
  for (let v = 0; v < springs.length; v++) {
    for (let axis = 0; axis < 3 && springs[v] > 0; axis++) {
      const at = axis * p.stride + first + v;
      p.force.view[at] -= springs[v] * (p.position.view[at] - values.homes.view[3 * v + axis]);
    }
  }
}

/** Returns the energy of springs, J. */
export function springEnergy(
  springs: Float64Array,
  { first, values }: HeldCloth,
  { particles: p }: World,
): number {
  let sum = 0;
  for (let v = 0; v < springs.length; v++) {
    for (let axis = 0; axis < 3; axis++) {
      const away = p.position.view[axis * p.stride + first + v] - values.homes.view[3 * v + axis];
      sum += 0.5 * springs[v] * away * away;
    }
  }
  return sum;
}
