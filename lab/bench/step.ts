/** The flag at several resolutions: time of a frame and of its phases, minimum over the frames. */
import { buildScene, type Phase, parseScene, step } from 'pliant';
import { sceneById } from 'pliant/scenes';

export interface StepRow {
  n: number;
  substeps: number;
  /** Time per frame, ms. */
  frame: number;
  phases: Record<Phase, number>;
  perSpring: number;
}

export function benchStep(options: {
  sizes: readonly number[];
  frames: number;
  clock: () => number;
}): StepRow[] {
  const { sizes, frames, clock } = options;
  return sizes.map((n) => {
    const flag = structuredCopy(sceneById('flag'));
    flag.bodies[0].points = [n, n];
    const scene = parseScene(flag);
    const world = buildScene(scene, { clock });
    let best = { total: Number.POSITIVE_INFINITY, phases: {} as Record<Phase, number> };
    for (let k = 0; k < frames; k++) {
      const start = clock();
      const report = step(world, scene.dt);
      const total = clock() - start;
      if (total < best.total) best = { total, phases: report.phases };
    }
    const springs = world.bodies.reduce((sum, body) => sum + body.elements, 0);
    return {
      n,
      substeps: world.substeps,
      frame: best.total,
      phases: best.phases,
      perSpring: (best.total * 1e6) / (springs * world.substeps),
    };
  });
}

/** Deep copy; scenes are plain JSON. */
// biome-ignore lint/suspicious/noExplicitAny: a scene's input type is wide, and it is parsed again here
function structuredCopy(scene: unknown): any {
  return JSON.parse(JSON.stringify(scene));
}
