/**
 * Contact that holds: sheets thrown at things at up to 30 m/s and with steps of up to 1/30 s. Judged by plain geometry
 * (exact/) that shares nothing with the engine's own detection: at the end of each drop nothing of the sheet may be in
 * a solid or through a skin or through the sheet itself, on its way it may have passed none, and no step may have failed.
 */
import { buildScene, parseScene, type Scene, step, type World } from 'pliant';
import { type CaseValues, type ValidationCase, verdict } from './case.ts';
import { dropOptions, runDrops } from './chosen-drops.ts';
import { DROP_MODELS, type DropModel, dropOf } from './drops.ts';
import { judge } from './exact/judge.ts';
import { obstacleOf } from './exact/obstacle.ts';
import { Watch } from './exact/watch.ts';

/** How many of the drops that failed are listed. */
const LISTED = 10;

export interface DropResult {
  /** Its number: `--only` runs it again. */
  drop: number;
  /** Model, speed and shape. */
  title: string;
  dt: number;
  /** Vertices, edges and faces in solids or through skins at the end. */
  wrongSide: number;
  /** Things that the sheet was seen in or through on its way. */
  passed: string[];
  /** Pairs of the sheet's own triangles that meet at the end. */
  selfCrossings: number;
  /** m; of what is in a solid or through a skin at the end. */
  penetration: number;
  fault?: string;
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

/** Is any of it as it may not be? */
export const failed = (one: DropResult) =>
  one.wrongSide > 0 || one.passed.length > 0 || one.selfCrossings > 0 || one.fault !== undefined;

function sentence({ drop, title, ...found }: DropResult, drops: number): string {
  const { wrongSide, penetration, passed, selfCrossings, fault } = found;
  const facts = [
    ...(wrongSide > 0
      ? [`${wrongSide} on the wrong side, ${(1000 * penetration).toPrecision(3)} mm deep`]
      : []),
    ...(passed.length > 0 ? [`passed the ${passed.join(' and the ')} on its way`] : []),
    ...(selfCrossings > 0 ? [`passes through itself at ${selfCrossings} pairs of triangles`] : []),
    ...(fault === undefined ? [] : [fault]),
  ];
  return `drop ${drop} (--drops ${drops} --only ${drop}): ${title}: ${facts.join('; ')}`;
}

export const contactCase: ValidationCase = {
  name: 'contact',
  title: 'Random drops on spheres, boxes, wedges, poles, spikes, plates, tori and cups: nothing passes',
  long: true,
  options: dropOptions(100),
  run(options: CaseValues) {
    const { drops, seed } = options as Record<string, number>;
    const results = runDrops(options, runDrop);
    const bad = results.filter(failed);
    const sum = (value: (one: DropResult) => number) => results.reduce((total, one) => total + value(one), 0);
    const facts = {
      drops: results.length,
      seed,
      wrongSide: sum((one) => one.wrongSide),
      passed: sum((one) => one.passed.length),
      faults: sum((one) => (one.fault === undefined ? 0 : 1)),
      selfCrossings: sum((one) => one.selfCrossings),
      worstPenetration: results.reduce((most, one) => Math.max(most, one.penetration), 0),
      failedDrops: bad.length,
      failures: bad.slice(0, LISTED),
      ...(bad.length > 0 && { notes: bad.slice(0, LISTED).map((one) => sentence(one, drops)) }),
    };
    const { wrongSide, passed, selfCrossings, faults } = facts;
    const none = { wrongSide: 0, passed: 0, selfCrossings: 0, faults: 0 };
    const measured = { wrongSide, passed, selfCrossings, faults };
    return verdict(this.name, measured, none, bad.length / results.length, 0, facts);
  },
};
