/** Runs whose sheet refines itself: what they leave, and how they go on with other numbers of particles. */
import { readdirSync, readFileSync } from 'node:fs';
import { readTrajectory } from 'pliant/formats';
import { describe, expect, it } from 'vitest';
import { hashAfter, RESULT, resultOf, runFolder } from './cli-run-folder.ts';
import { pliantHere } from './cli-session.ts';

const { at, small } = runFolder();

/** A cloth of 49 masses that falls on a post. */
const FALL = {
  seconds: 0.4,
  bodies: [
    {
      name: 'cloth',
      model: 'adaptive-grid',
      size: [0.6, 0.6],
      points: [7, 7],
      maxLevel: 2,
      position: [0, 0.21, 0],
      rotation: { axis: [1, 0, 0], angle: -90 },
      material: { density: 0.2, stretch: 60, shear: 20, damping: 0.1, thickness: 0.002 },
    },
  ],
  colliders: [{ name: 'post', shape: { kind: 'box', size: [0.2, 0.4, 0.2] }, friction: 0.4 }],
};

describe('a run of a sheet that refines itself', () => {
  it('leaves its map, its trajectory and its sums, and the map goes when another result takes its place', async () => {
    const ended = await pliantHere(['run', small(FALL), '-o', at('a'), '--json']);
    expect(ended.code, ended.stderr).toBe(0);
    const { particles, refinement } = resultOf(ended);
    expect(particles).toMatchObject({ start: 49, min: 49 });
    expect(particles.max).toBeGreaterThan(49);
    expect(refinement.split).toBeGreaterThan(0);
    expect(readdirSync(at('a')).sort()).toEqual([...RESULT, 'refinement.json', 'refinement.svg'].sort());
    const [map] = JSON.parse(readFileSync(at('a/refinement.json'), 'utf8')).bodies;
    const masses = map.levels.reduce((sum: number, level: { masses: number }) => sum + level.masses, 0);
    expect(masses).toBe(particles.end);
    const { frames } = readTrajectory(readFileSync(at('a/trajectory.pltr')));
    const counts = frames.map((frame) => frame.meshes[0].particles);
    expect([counts[0], counts.at(-1)]).toEqual([49, particles.end]);
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([particles.min, particles.max]);
    expect(frames.at(-1)!.meshes[0].places!.levels.reduce((a, b) => Math.max(a, b))).toBe(
      map.levels.length - 1,
    );
    expect((await pliantHere(['run', small(), '-o', at('a'), '--force'])).code).toBe(0);
    expect(readdirSync(at('a')).sort()).toEqual(RESULT);
  });

  it('goes on from a checkpoint with more particles than its scene begins with, to the same bytes', async () => {
    const scene = small(FALL);
    const half = await pliantHere(['run', scene, '--steps', '14', '-o', at('half'), '--json']);
    expect(resultOf(half).particles.end).toBeGreaterThan(49);
    const checkpoint = at('half/checkpoint.plsn');
    expect(await hashAfter(scene, 22, '--from', checkpoint)).toBe(await hashAfter(scene, 22));
  });

  it('says what it did in words', async () => {
    const { stdout } = await pliantHere(['run', small(FALL)]);
    expect(stdout).toMatch(/^ +particles +49 → \d+, at least 49, at most \d+$/m);
    expect(stdout).toMatch(
      /^ +refinement +\d+ splits, \d+ merges?; [\d.e-]+ s for error detection, back-ups/m,
    );
  });
});
