/**
 * Whole runs of the scenes of contact. Those made to break it are judged by exact geometry: nothing is in or through
 * anything at their ends.
 */
import { sceneById } from 'pliant/scenes';
import { expect } from 'vitest';
import { gapBetween } from '../../lab/validation/exact/gap.ts';
import { judge, surfaceOf } from '../../lab/validation/exact/judge.ts';
import { testScenes, type Watch } from './scene-run.ts';

const sound: Watch = {
  title: 'ends with nothing in or through anything',
  end: (world, scene) => expect(judge(world, scene)).toEqual({ wrong: [], crossings: [] }),
};

testScenes('contact', {
  spikes: sound,
  pole: sound,
  rim: sound,
  ribbon: sound,
  stack: restingStack(),
});

/** Ten sheets that rest quietly, and never nearer to each other than half a thickness. */
function restingStack(): Watch {
  const HALF_THICKNESS = 0.002; // m
  const { seconds } = sceneById('stack')!;
  let gap = HALF_THICKNESS;
  let settled: Float64Array | undefined;
  return {
    title: 'ends soundly and quietly, and no sheet comes nearer to the next than half a thickness',
    each(world) {
      const { positions } = surfaceOf(world);
      const sheets = world.bodies.map(({ triangles }) => ({ positions, triangles: triangles.view.slice() }));
      for (let k = 1; k < sheets.length; k++)
        gap = Math.min(gap, gapBetween(sheets[k - 1], sheets[k], HALF_THICKNESS));
      if (world.time > seconds - 0.3) settled ??= Float64Array.from(positions);
    },
    end(world, scene) {
      expect(gap).toBe(HALF_THICKNESS); // nothing came nearer
      sound.end(world, scene);
      const { positions } = surfaceOf(world);
      const drift = settled!.reduce((most, x, i) => Math.max(most, Math.abs(x - positions[i])), 0);
      expect(drift).toBeLessThan(5e-4); // an eighth of the thickness
    },
  };
}
