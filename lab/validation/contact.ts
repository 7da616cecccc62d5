/**
 * Contact that holds: sheets thrown at obstacles at up to 30 m/s with steps of up to 1/30 s. The judge is plain geometry
 * (exact/) that shares nothing with the engine's own detection. At the end of each drop no part of the sheet may be in a
 * solid, through a skin or through the sheet itself; on its way it may not have passed any; no step may have failed.
 */
import { buildScene, parseScene, type Scene, step, type World } from 'pliant';
import { DROP_MODELS, type DropModel, dropOf } from './drops.ts';
import { type DropOutcome, type DropsCase, dropsCase, problemsOf } from './drops-case.ts';
import { judge } from './exact/judge.ts';
import { obstacleOf } from './exact/obstacle.ts';
import { Watch } from './exact/watch.ts';

export interface DropResult extends DropOutcome {
  dt: number;
  /** Vertices, edges and faces in solids or through skins at the end. */
  wrongSide: number;
  /** Obstacles that the sheet was in or through on its way. */
  passed: string[];
  /** Pairs of the sheet's own triangles that intersect at the end. */
  selfCrossings: number;
  /** Largest penetration depth at the end, m. */
  penetration: number;
}

export function runDrop(seed: number, index: number, models: readonly DropModel[] = DROP_MODELS): DropResult {
  const drop = dropOf(seed, index, models);
  const scene = parseScene(drop.scene);
  const world = buildScene(scene);
  const obstacles = scene.colliders.map(obstacleOf);
  const watch = new Watch(world.bodies[0], obstacles, drop.thickness / 2);
  world.add(watch);
  const fault = runScene(world, scene);
  const { wrong, crossings } = judge(world, scene);
  return {
    drop: index,
    title: scene.title,
    dt: scene.dt,
    wrongSide: wrong.reduce((sum, { vertices, edges, faces }) => sum + vertices + edges + faces, 0),
    passed: [...watch.passages.keys()],
    selfCrossings: crossings.length,
    penetration: wrong.reduce((most, { depth }) => Math.max(most, depth), 0),
    ...(fault !== undefined && { fault }),
  };
}

function runScene(world: World, { seconds, dt }: Scene): string | undefined {
  for (let k = Math.round(seconds / dt); k > 0; k--) {
    const { fault } = step(world, dt);
    if (fault) return fault.cause;
  }
  return undefined;
}

const drops: DropsCase<DropResult> = {
  name: 'contact',
  title: 'Random drops on spheres, boxes, wedges, poles, spikes, plates, tori and cups: nothing passes',
  drops: 100,
  run: runDrop,
  problems: ({ wrongSide, penetration, passed, selfCrossings }) => [
    ...(wrongSide > 0
      ? [`${wrongSide} on the wrong side, ${(1000 * penetration).toPrecision(3)} mm deep`]
      : []),
    ...(passed.length > 0 ? [`passed the ${passed.join(' and the ')} on its way`] : []),
    ...(selfCrossings > 0 ? [`passes through itself at ${selfCrossings} pairs of triangles`] : []),
  ],
  totals(outcomes) {
    const sum = (value: (one: DropResult) => number) =>
      outcomes.reduce((total, one) => total + value(one), 0);
    return {
      measured: {
        wrongSide: sum((one) => one.wrongSide),
        passed: sum((one) => one.passed.length),
        selfCrossings: sum((one) => one.selfCrossings),
      },
      more: { worstPenetration: outcomes.reduce((most, one) => Math.max(most, one.penetration), 0) },
    };
  },
};

/** Whether the drop violates any of the conditions. */
export const failed = (one: DropResult) => problemsOf(drops, one).length > 0;

export const contactCase = dropsCase(drops);
