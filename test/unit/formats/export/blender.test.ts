/**
 * Exports opened in Blender, where it is installed (Debian: apt-get install blender python3-numpy): the same coordinates at
 * three frames. Debian's has no USD.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ExportFormat,
  type ExportOptions,
  exportTrajectory,
  fixedMesh,
  type MeshSequence,
  meshSequences,
  readTrajectory,
  TrajectoryReader,
} from 'pliant/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pliantHere } from '../../../faults/cli-session.ts';
import { furnished, layered, losing, matter, rising, tearing } from './samples.ts';

const SCRIPT = fileURLToPath(new URL('../../../blender/read-back.py', import.meta.url));
const missing = whatIsMissing();
if (missing) console.warn(`Blender's reading of exports was not tried: ${missing}`);

function whatIsMissing(): string | undefined {
  const { error, stdout, stderr } = spawnSync(
    'blender',
    ['-b', '--factory-startup', '--python-exit-code', '3', '--python-expr', 'import numpy'],
    { encoding: 'utf8' },
  );
  if (error) return 'there is no blender on the PATH';
  return /No module named 'numpy'/.test(stdout + stderr)
    ? 'its Python has no numpy, which its glTF importer needs'
    : undefined;
}

type Places = Record<string, number[]>;

/** Single precision and seven decimals, after Blender turned the axes. */
const CLOSE = 2e-6;

function expectPlaces(found: readonly number[] | undefined, yUp: Float32Array, what: string): void {
  expect(found, what).toHaveLength(yUp.length);
  for (let i = 0; i < yUp.length; i += 3)
    [yUp[i], -yUp[i + 2], yUp[i + 1]].forEach((c, k) => {
      expect(Math.abs(found![i + k] - c), `${what}, vertex ${i / 3}`).toBeLessThan(CLOSE);
    });
}

describe.skipIf(missing)('Blender', () => {
  let folder: string;
  /** Of each job, of each of its frames. */
  let read: Record<string, Places[]> = {};
  let napkin: TrajectoryReader;
  const jobs: { name: string; kind: string; file: string; rate: number; frames: number[] }[] = [];

  async function job(
    name: string,
    reader: TrajectoryReader,
    kind: ExportFormat,
    rate: number,
    frames: number[],
    options: ExportOptions = {},
  ) {
    const isNumbered = kind === 'obj' || kind === 'ply';
    const files = await exportTrajectory(reader, kind, { name, ...options });
    for (const file of files) writeFileSync(join(folder, file.name), file.bytes);
    const file = join(folder, `${name}${isNumbered ? '_{frame}' : ''}.${kind}`);
    jobs.push({ name, kind, file, rate, frames });
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pliant-blender-'));
    const scene = {
      format: 1,
      id: 'napkin',
      seconds: 0.5,
      bodies: [
        { name: 'napkin', model: 'provot-sheet', size: [0.5, 0.5], points: [9, 9], pins: [{ at: 'top' }] },
      ],
      colliders: [{ name: 'ball', shape: { kind: 'sphere', radius: 0.1 }, position: [0, -0.1, -0.08] }],
    };
    writeFileSync(join(folder, 'napkin.json'), JSON.stringify(scene));
    await pliantHere(['run', join(folder, 'napkin.json'), '-o', join(folder, 'out')]);
    napkin = new TrajectoryReader(readFileSync(join(folder, 'out/trajectory.pltr')));
    const three = [0, 13, 30];
    await job('napkin-morph', napkin, 'glb', 60, three, { colour: 'strain' });
    await job('napkin-cache', napkin, 'pc2', 60, three);
    await job('napkin-obj', napkin, 'obj', 60, three);
    await job('napkin-ply', napkin, 'ply', 60, three, { up: 'z' }); // its PLY importer turns nothing
    await job('torn-morph', tearing(), 'glb', 1, [0, 1]);
    await job('torn-cache', tearing(), 'pc2', 1, [0, 1]);
    await job('torn-obj', tearing(), 'obj', 1, [0, 1]);
    await job('lost-cache', losing(), 'pc2', 1, [0, 1]);
    await job('layered-cache', layered(), 'pc2', 1, [0, 1]);
    await job('stepped', rising(3), 'glb', 60, [0, 1, 2], { stepped: true });
    await job('matter', matter(), 'glb', 1, [0, 1]);
    await job('furnished', furnished(), 'glb', 2, [0, 1, 2]);
    writeFileSync(join(folder, 'jobs.json'), JSON.stringify(jobs));
    const [asked, told] = [join(folder, 'jobs.json'), join(folder, 'places.json')];
    const { status, stdout, stderr } = spawnSync(
      'blender',
      ['-b', '--factory-startup', '--python-exit-code', '3', '--python', SCRIPT, '--', asked, told],
      { encoding: 'utf8' },
    );
    expect(status, `${stdout}\n${stderr}`).toBe(0);
    const places: Places[][] = JSON.parse(readFileSync(told, 'utf8'));
    read = Object.fromEntries(jobs.map(({ name }, i) => [name, places[i]]));
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const framesOf = (name: string) => jobs.find((one) => one.name === name)!.frames;
  function expectRead(name: string, body: string, sequence: MeshSequence): void {
    framesOf(name).forEach((frame, i) => {
      expectPlaces(read[name][i][body], sequence.frame(frame).positions, `${name}, frame ${frame}`);
    });
  }

  it.each(['napkin-morph', 'napkin-cache', 'napkin-obj'])('has a run frame by frame: %s', (name) => {
    expectRead(name, 'napkin', meshSequences(napkin)[0]);
    // And that is the run's own: vertex 40 of frame 30 as the trajectory has it.
    const { positions } = readTrajectory(readFileSync(join(folder, 'out/trajectory.pltr'))).frames[30];
    expect(read[name][2].napkin[3 * 40 + 2]).toBeCloseTo(positions[3 * 40 + 1], 6);
  });

  it('has the collider of a run', () => {
    for (const seen of read['napkin-morph']) {
      const height = seen.ball.filter((_, i) => i % 3 === 2);
      expect(Math.max(...height)).toBeCloseTo(0, 6);
      expect(Math.min(...height)).toBeCloseTo(-0.2, 6);
    }
  });

  it('has the frames of a run as PLY', () => {
    framesOf('napkin-ply').forEach((frame, i) => {
      const [places] = Object.values(read['napkin-ply'][i]);
      expectPlaces(places, meshSequences(napkin)[0].frame(frame).positions, `frame ${frame}`);
    });
  });

  it.each(['torn-morph', 'torn-cache'])('has a tear that opens: %s', (name) => {
    const body = name === 'torn-morph' ? 'a sheet' : 'a_sheet';
    expectRead(name, body, fixedMesh(meshSequences(tearing())[0])!);
    const at = (frame: number, v: number) => read[name][frame][body].slice(3 * v, 3 * v + 3);
    expect(at(0, 4)).toEqual(at(0, 2)); // the two sides of the tear in one place
    expect(at(1, 4)).not.toEqual(at(1, 2)); // until it opens
  });

  it('has meshes that change, triangles that are lost, and no masses of inner layers', () => {
    expectRead('layered-cache', 'a_sheet', fixedMesh(meshSequences(layered())[0])!);
    expectRead('torn-obj', 'a_sheet', meshSequences(tearing())[0]);
    expectRead('lost-cache', 'a_sheet', fixedMesh(meshSequences(losing())[0])!);
  });

  it.each([
    ['stepped', 'a sheet', rising(3)],
    ['matter', 'goo', matter()],
  ])('shows one mesh at a time: %s', (name, body, reader) => {
    const [sequence] = meshSequences(reader);
    framesOf(name).forEach((frame) => {
      expect(Object.keys(read[name][frame])).toEqual([`${body} ${frame}`]);
      expectPlaces(read[name][frame][`${body} ${frame}`], sequence.frame(frame).positions, `frame ${frame}`);
    });
  });

  it('moves and turns colliders', () => {
    const middle = (frame: number, name: string) => {
      const places = read.furnished[frame][name];
      return [0, 1, 2].map((axis) => {
        const along = places.filter((_, i) => i % 3 === axis);
        return (Math.min(...along) + Math.max(...along)) / 2;
      });
    };
    const near = (found: number[], expected: number[]) => {
      found.forEach((c, k) => {
        expect(c).toBeCloseTo(expected[k], 5);
      });
    };
    for (const frame of [0, 1, 2]) {
      near(middle(frame, 'ramp'), [5, 0, 0]);
      near(middle(frame, 'door'), [0, -frame, 0]);
      near(middle(frame, 'die'), [frame, 0, 1]);
      near(middle(frame, 'plate'), [0.5, -3.5, frame / 2]);
    }
    // An eighth of a turn: a corner is where an edge was.
    expect(Math.max(...read.furnished[1].door.filter((_, i) => i % 3 === 0))).toBeCloseTo(Math.SQRT1_2, 5);
  });
});
