/** A directory for each test of runs, and what is in one afterwards. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTrajectory } from 'pliant/formats';
import { afterEach, beforeEach, expect } from 'vitest';
import { pliantHere } from './cli-session.ts';

/** Makes a directory before each test of the file and takes it away after; to be called once, outside of tests. */
export function runFolder() {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pliant-run-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);
  /** Writes the scene of a small sheet; returns its path. */
  const small = (changes: object = {}) => {
    const sheet = { name: 'sheet', model: 'provot-sheet', points: [5, 5], pins: [{ at: 'top' }] };
    const scene = { format: 1, id: 'small', seconds: 0.5, bodies: [sheet], ...changes };
    writeFileSync(at('small.json'), JSON.stringify(scene));
    return at('small.json');
  };
  return { at, small };
}

/** Files of a whole result. */
export const RESULT = [
  'checkpoint.plsn',
  'quantities.csv',
  'report.html',
  'run.json',
  'scene.json',
  'trajectory.pltr',
];

export function resultOf({ stdout }: { stdout: string }) {
  return JSON.parse(stdout);
}

export async function hashAfter(scene: string, steps: number, ...more: string[]): Promise<string> {
  const ended = await pliantHere(['run', scene, '--steps', String(steps), '--json', ...more]);
  expect(ended.code, ended.stderr).toBe(0);
  return resultOf(ended).hash;
}

export function framesIn(directory: string): number[] {
  const { frames, torn } = readTrajectory(readFileSync(join(directory, 'trajectory.pltr')));
  expect(torn).toBeUndefined();
  return frames.map((frame) => frame.time);
}
