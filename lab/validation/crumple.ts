/**
 * A sheet dropped on its edge crumples on the floor. However it lies, no two of its triangles may intersect, by an exact
 * test over all pairs (exact/crossings.ts), and no part of it may be in the floor.
 */
import { buildScene, parseScene, step } from 'pliant';
import { type ValidationCase, verdict } from './case.ts';
import { judge } from './exact/judge.ts';

/** Side of the sheet, m. */
const SIDE = 0.5;

function sheetOnEdge(points: number, seconds: number) {
  return parseScene({
    format: 1,
    contact: { self: true },
    id: 'crumple-case',
    seconds,
    air: { density: 0, rate: 1 },
    bodies: [
      {
        name: 'sheet',
        model: 'provot-sheet',
        size: [SIDE, SIDE],
        points: [points, points],
        position: [0, 0.33, 0],
        rotation: { axis: [0, 0, 1], angle: 20 },
        jitter: 0.004,
        material: { density: 0.3, stretch: 15, shear: 4, bend: 0.15, damping: 0.2, thickness: 0.003 },
      },
    ],
    colliders: [{ name: 'floor', shape: { kind: 'plane' }, friction: 0.5, restitution: 0 }],
  });
}

export const crumpleCase: ValidationCase = {
  name: 'crumple',
  title: 'A sheet crumpled on the floor: pairs of its triangles that intersect, by an exact test over all',
  options: [
    { name: 'points', default: 21, min: 5, max: 257, whole: true, help: 'particles per side' },
    { name: 'seconds', default: 0.5, unit: 's', min: 0.02, max: 10, help: 'duration' },
  ],
  run(options) {
    const scene = sheetOnEdge(options.points as number, options.seconds as number);
    const world = buildScene(scene);
    let faults = 0;
    let contacts = 0;
    for (let k = Math.round(scene.seconds / scene.dt); k > 0 && faults === 0; k--) {
      const report = step(world, scene.dt);
      if (report.fault) faults++;
      contacts = report.contacts;
    }
    const { wrong, crossings } = judge(world, scene);
    const inFloor = wrong.reduce((sum, { vertices, edges, faces }) => sum + vertices + edges + faces, 0);
    const measured = { crossings: crossings.length, inFloor, faults };
    const bad = crossings.length + inFloor + faults;
    return verdict(this.name, measured, { crossings: 0, inFloor: 0, faults: 0 }, bad, 0, { contacts });
  },
};
