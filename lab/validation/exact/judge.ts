/** Judges a whole world: all of its sheets against its colliders, themselves and each other. */
import type { Scene, World } from 'pliant';
import { type Crossing, crossings, type Surface } from './crossings.ts';
import { obstacleOf } from './obstacle.ts';
import { positionsOf } from './watch.ts';
import { type WrongSide, wrongSides } from './wrong-side.ts';

export interface Judgement {
  /** Colliders with part of a sheet inside or passing through. */
  wrong: WrongSide[];
  /** Pairs of intersecting triangles, of one sheet or of two. */
  crossings: Crossing[];
}

/** All sheets as one surface; triangles in the order of the bodies. */
export function surfaceOf(world: World): Surface {
  return {
    positions: positionsOf(world),
    triangles: Int32Array.from(world.bodies.flatMap((body) => Array.from(body.triangles.view))),
  };
}

/** Judges a world built from `scene`. Colliders with a mass have moved on their own and are ignored. */
export function judge(world: World, scene: Scene): Judgement {
  const surface = surfaceOf(world);
  const led = scene.colliders.filter(({ mass }) => mass === undefined);
  const wrong = wrongSides(surface, led.map(obstacleOf), world.time);
  return {
    wrong: wrong.filter(({ vertices, edges, faces }) => vertices + edges + faces > 0),
    crossings: crossings(surface.positions, surface.triangles),
  };
}
