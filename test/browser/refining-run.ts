/** A run made from formulas whose sheet refines itself: a dent that travels, with fine cells around it. */
import { type ReportData, type TrajectoryMesh, TrajectoryWriter } from 'pliant/formats';
import { randomRefinement, refinedTriangles } from '../unit/surfaces/refined-sheets.ts';
import { wavingRun } from './waving-run.ts';

const FRAMES = 30;
/** Frames from one grid to the next. */
const HELD = 5;

export function refiningRun(): ReportData {
  const run = wavingRun(FRAMES);
  const grids = Array.from({ length: FRAMES / HELD }, (_, k) => meshAt(k));
  const writer = new TrajectoryWriter(
    {
      scene: { id: 'refining', title: 'A dent' },
      dt: 1 / 60,
      bodies: [{ name: 'sheet', model: 'adaptive-grid' }],
      colliders: [],
    },
    [grids[0]],
  );
  const pieces = [writer.header];
  for (let f = 0; f < FRAMES; f++) {
    const grid = grids[Math.floor(f / HELD)];
    if (f > 0 && f % HELD === 0) pieces.push(writer.mesh([grid]));
    pieces.push(writer.frame(f / 60, positions(grid, f / FRAMES)));
  }
  run.series.particles = Array.from({ length: FRAMES }, (_, f) => grids[Math.floor(f / HELD)].particles);
  const counts = run.series.particles;
  run.facts.particles = {
    start: counts[0],
    end: counts.at(-1)!,
    min: Math.min(...counts),
    max: Math.max(...counts),
  };
  return { ...run, trajectory: Uint8Array.from(Buffer.concat(pieces)) };
}

function meshAt(seed: number): TrajectoryMesh {
  const { places, triangles } = refinedTriangles({
    ...randomRefinement(seed + 3, [10, 10], 3),
    size: [1, 1],
  });
  const particles = places.length / 2;
  const levels = new Uint32Array(particles);
  // The finer the shorter the edges that meet at a corner.
  for (let k = 0; k < triangles.length; k++) {
    const [a, b] = [triangles[k], triangles[k % 3 === 2 ? k - 2 : k + 1]];
    const length = Math.max(
      Math.abs(places[2 * a] - places[2 * b]),
      Math.abs(places[2 * a + 1] - places[2 * b + 1]),
    );
    levels[a] = Math.max(levels[a], Math.round(Math.log2(1 / 9 / length)));
  }
  return {
    first: 0,
    particles,
    triangles: Uint32Array.from(triangles),
    places: { uv: Float32Array.from(places), levels },
  };
}

function positions({ places, particles }: TrajectoryMesh, time: number): Float32Array {
  const at = new Float32Array(3 * particles);
  for (let i = 0; i < particles; i++) {
    const [u, v] = [places!.uv[2 * i], places!.uv[2 * i + 1]];
    const far = (u - 0.5 * time + 0.25) ** 2 + v ** 2;
    at.set([u, 0.5 - 0.3 * Math.exp(-12 * far), -v], 3 * i);
  }
  return at;
}
