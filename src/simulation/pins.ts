/** Places on a body of a running simulation, as particles of its world. */
import type { Body } from '../core/body.ts';
import { PINNED } from '../core/particles.ts';
import { type PinPlace, particlesNear } from '../core/pins.ts';
import type { World } from '../core/world.ts';
import { buildScene } from '../scene/build.ts';
import type { Scene } from '../scene/parameters.ts';
import { parseScene } from '../scene/parse.ts';
import type { PinTarget } from './body.ts';

/** Whether a place is given by a point in the room. */
export function isPoint(at: PinTarget | undefined): at is PinPlace {
  return typeof at === 'object' && 'point' in at;
}

/** World indices of the particles of `body` at a place. A place of the grid is found in the body as the scene starts it. */
export function particlesAt(world: World, body: Body, scene: Scene, at: PinTarget): number[] {
  const { first, count } = body;
  if (isPoint(at)) return particlesNear(world, 'pin', at).filter((i) => i >= first && i < first + count);
  const start = startWithPin(scene, body.name, at);
  const [{ first: begin, count: startCount, refinement }] = start.bodies;
  const pinned: number[] = [];
  for (let i = 0; i < startCount; i++) if (start.particles.flags.view[begin + i] & PINNED) pinned.push(i);
  if (!refinement || !body.refinement) return pinned.map((i) => first + i);
  const { places } = refinement;
  return pinned.flatMap((i) => vertexAt(body, places[2 * i], places[2 * i + 1]));
}

/** A world of the body alone, with one pin. */
function startWithPin(scene: Scene, name: string, at: PinTarget): World {
  const body = scene.bodies.find((one) => one.name === name);
  const rest = { colliders: [], rigidBodies: [], seams: [], heat: {}, contact: {}, expect: {} };
  const alone = { ...scene, ...rest, bodies: [{ ...body, pins: [{ at }] }] };
  return buildScene(parseScene(alone, 'pin', { anyLength: true }));
}

/** The particle at a place (u, v) of the flat sheet, if refinement has left it there. */
function vertexAt({ first, count, refinement }: Body, u: number, v: number): number[] {
  const places = refinement?.places ?? [];
  for (let i = 0; i < count; i++) if (places[2 * i] === u && places[2 * i + 1] === v) return [first + i];
  return [];
}
