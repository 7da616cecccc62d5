/**
 * Bodies at rest, at the start of a sub-step. A body rests together with all that it may touch: two bodies are neighbours if their boxes
 * overlap, each enlarged by the distance at which it touches and by the way that it goes in the sub-step. Neighbours stop together, once no
 * vertex of them has moved for long enough (core/rest.ts), and as soon as one of them moves they all do.
 *
 * A body at rest moves again if a force, pin, temperature, position or velocity of it is not what it was when it stopped, or if a
 * collider that moves in this sub-step, a rigid body or another body that moves comes near. Forces that change in time keep it moving:
 * those at the start of the window, on the body as it is now, must be those of now.
 */
import type { Block } from '../core/arena.ts';
import type { Body } from '../core/body.ts';
import { evaluateForces } from '../core/force.ts';
import { isAtRest, restOf } from '../core/rest.ts';
import type { World } from '../core/world.ts';

/** Stops the bodies that are at rest, and wakes those that something acts on; `balance` in m/s². */
export function updateRests(world: World, h: number, balance: number): void {
  const { bodies, contact } = world;
  if (!bodies.some((body) => restOf(body) !== undefined)) return;
  const still = bodies.map((body) => isAtRest(body) || isReady(world, body, balance));
  if (contact?.hasAttachments) still.fill(false);
  if (still.includes(true)) {
    const boxes = new Boxes(world, h);
    leaveStirred(world, still, boxes, h);
    leaveDriven(world, still);
    spread(still, boxes);
  }
  bodies.forEach((body, k) => {
    const rest = restOf(body);
    if (rest && still[k] && !rest.isAtRest) rest.begin(world, body);
    else if (rest?.isAtRest && !still[k]) rest.wake();
  });
}

/** Returns whether a body that moves has stayed where it is for long enough. */
function isReady(world: World, body: Body, balance: number): boolean {
  const { dynamics } = body;
  if (dynamics.kind !== 'implicit' || !dynamics.rest.isReady(world, body, balance)) return false;
  return !(dynamics.changesUntil() > dynamics.rest.since);
}

/** Takes those out of the bodies that are still that a collider or a body which moves comes near. */
function leaveStirred({ contact, time }: World, still: boolean[], boxes: Boxes, h: number): void {
  if (!contact?.moves(time, h)) return;
  still.forEach((is, k) => {
    if (is && contact.stirs(boxes.of(k), time, h)) still[k] = false;
  });
}

/** Takes the neighbours of bodies that move out of those that are still. */
function spread(still: boolean[], boxes: Boxes): void {
  if (!still.includes(false)) return;
  for (let changed = true; changed; ) {
    changed = false;
    still.forEach((is, k) => {
      if (!is || !still.some((other, j) => !other && overlap(boxes.of(k), boxes.of(j)))) return;
      still[k] = false;
      changed = true;
    });
  }
}

/** Takes those out of the bodies that are still on which other forces act now. */
function leaveDriven(world: World, still: boolean[]): void {
  const { bodies, particles: p, arena, time } = world;
  const stops = bodies.map((body, k) => still[k] && !isAtRest(body));
  if (!stops.includes(true)) {
    evaluateForces(world, time, undefined, 'others');
    bodies.forEach((body, k) => {
      if (still[k] && !restOf(body)?.lasts(world, body)) still[k] = false;
    });
    return;
  }
  const velocity = arena.scratchOf('rest.velocity', p.numbers);
  const earlier = arena.scratchOf('rest.force', p.numbers);
  velocity.view.set(p.velocity.view.subarray(0, p.numbers));
  bodies.forEach((body, k) => {
    if (stops[k]) setVelocity(world, body, undefined);
  });
  bodies.forEach((body, k) => {
    if (!stops[k]) return;
    evaluateForces(world, restOf(body)?.since ?? time, undefined, 'others');
    copy(p.force, earlier, p.stride, body);
  });
  evaluateForces(world, time, undefined, 'others');
  bodies.forEach((body, k) => {
    const lasts = stops[k] ? isSame(p.force, earlier, p.stride, body) : restOf(body)?.lasts(world, body);
    if (still[k] && !lasts) still[k] = false;
    if (stops[k]) setVelocity(world, body, velocity);
  });
}

/** Gives the particles of a body their velocities of a block, or none. */
function setVelocity({ particles: p }: World, body: Body, from: Block<'f64'> | undefined): void {
  if (from) copy(from, p.velocity, p.stride, body);
  else
    for (let axis = 0; axis < 3; axis++) {
      const at = axis * p.stride + body.first;
      p.velocity.view.fill(0, at, at + body.count);
    }
}

function copy(from: Block<'f64'>, to: Block<'f64'>, stride: number, { first, count }: Body): void {
  for (let axis = 0; axis < 3; axis++) {
    const at = axis * stride + first;
    to.view.set(from.view.subarray(at, at + count), at);
  }
}

function isSame(a: Block<'f64'>, b: Block<'f64'>, stride: number, { first, count }: Body): boolean {
  const [p, q] = [a.view, b.view];
  for (let axis = 0; axis < 3; axis++) {
    for (let at = axis * stride + first, end = at + count; at < end; at++) if (p[at] !== q[at]) return false;
  }
  return true;
}

/** Boxes around bodies, made on demand. */
class Boxes {
  readonly #world: World;
  readonly #h: number;
  readonly #boxes: (Float64Array | undefined)[] = [];

  constructor(world: World, h: number) {
    this.#world = world;
    this.#h = h;
  }

  of(k: number): Float64Array {
    this.#boxes[k] ??= boxOf(this.#world, this.#world.bodies[k], this.#h);
    return this.#boxes[k] as Float64Array;
  }
}

/** Returns the box (least x, y, z, then greatest) that the surface of a body is likely to stay in for h seconds, m. */
function boxOf(world: World, body: Body, h: number): Float64Array {
  const { position, velocity, stride } = world.particles;
  const box = new Float64Array(6);
  const reach = world.contact?.reachOf(body) ?? 0;
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = 0, at = axis * stride + body.first; i < body.count; i++, at++) {
      const way = h * Math.abs(velocity.view[at]);
      low = Math.min(low, position.view[at] - way);
      high = Math.max(high, position.view[at] + way);
    }
    box[axis] = low - reach;
    box[3 + axis] = high + reach;
  }
  return box;
}

function overlap(a: Float64Array, b: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) if (a[axis] > b[3 + axis] || b[axis] > a[3 + axis]) return false;
  return true;
}
