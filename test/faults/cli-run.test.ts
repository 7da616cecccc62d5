/** Runs that end as planned: what they say, what they leave, and what they do not write over. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { framesIn, hashAfter, RESULT, resultOf, runFolder } from './cli-run-folder.ts';
import { pliantHere } from './cli-session.ts';

const { at, small } = runFolder();

describe('a run', () => {
  it('says what it did', async () => {
    const ended = await pliantHere(['run', small(), '--json']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const result = resultOf(ended);
    expect(result).toMatchObject({
      scene: 'small',
      steps: 30,
      particles: { start: 25, end: 25, min: 25, max: 25 },
      penetrationMax: 0,
      finite: true,
      faults: [],
    });
    expect(result.seconds).toBe(0.5);
    expect(result).not.toHaveProperty('trajectory');
    expect(result).not.toHaveProperty('from');
    expect(result.hash).toMatch(/^[0-9a-f]{16}$/);
    expect(result.strain.max).toBeGreaterThanOrEqual(result.strain.mean);
    expect(Object.keys(result.phases)).toEqual([
      'start',
      'drive',
      'heat',
      'integrate',
      'matter',
      'limit',
      'contact',
      'adapt',
      'check',
    ]);
    expect(result.wallMs).toBeGreaterThan(0);
    expect(result.energy.total).toBeTypeOf('number');
  });

  it('of a formed sheet leaves its walls, which go when another result takes their place', async () => {
    const walls = ['thickness.csv', 'thickness.json', 'thickness.svg'];
    const pressure = [{ time: 0, pascals: 2000 }];
    const disc = { name: 'disc', model: 'membrane-sheet', outline: 'disc', points: [9, 9], pressure };
    const formed = await pliantHere([
      'run',
      small({ seconds: 0.05, bodies: [disc] }),
      '-o',
      at('a'),
      '--json',
    ]);
    expect(formed.code, formed.stderr).toBe(0);
    const { walls: figures } = resultOf(formed);
    expect(figures.disc.rest).toBe(0.001);
    expect(figures.disc.thinnest).toBeLessThan(figures.disc.mean);
    expect(readdirSync(at('a')).sort()).toEqual([...RESULT, ...walls].sort());
    const map = JSON.parse(readFileSync(at('a/thickness.json'), 'utf8'));
    expect(Math.min(...map.bodies[0].thickness)).toBeCloseTo(figures.disc.thinnest, 8);
    expect((await pliantHere(['run', small(), '-o', at('a'), '--force'])).code).toBe(0);
    expect(readdirSync(at('a')).sort()).toEqual(RESULT);
  });

  it('leaves a result that is whole, and gives the same bytes again', async () => {
    const scene = small();
    expect((await pliantHere(['run', scene, '-o', at('a')])).stderr).toBe('');
    expect((await pliantHere(['run', at('a/scene.json'), '-o', at('b')])).code).toBe(0);
    expect(readdirSync(at('a')).sort()).toEqual(RESULT);
    for (const name of ['trajectory.pltr', 'checkpoint.plsn', 'scene.json', 'quantities.csv']) {
      expect(readFileSync(at(`b/${name}`)).equals(readFileSync(at(`a/${name}`))), name).toBe(true);
    }
    expect(framesIn(at('a'))).toHaveLength(31);
    const { hash } = JSON.parse(readFileSync(at('a/run.json'), 'utf8'));
    expect(hash).toBe(await hashAfter(scene, 30));
    const files = RESULT.filter((name) => !/run|report|quantities/.test(name)).map((name) => at(`a/${name}`));
    expect((await pliantHere(['check', ...files])).code).toBe(0);
  });

  it('is not written over an earlier one, nor over its input', async () => {
    const scene = small();
    await pliantHere(['run', scene, '-o', at('out')]);
    const before = readFileSync(at('out/run.json'), 'utf8');
    const again = await pliantHere(['run', scene, '-o', at('out')]);
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toMatch(/holds an earlier result.*--force overwrites it/);
    expect((await pliantHere(['run', at('out/scene.json'), '-o', at('out'), '--force'])).stderr).toMatch(
      /is an input file/,
    );
    expect(readFileSync(at('out/run.json'), 'utf8')).toBe(before);
    expect((await pliantHere(['run', scene, '-o', at('out'), '--force', '--steps', '7'])).code).toBe(0);
    expect(JSON.parse(readFileSync(at('out/run.json'), 'utf8')).steps).toBe(7);
  });

  it('is checked for the length that it will run, not for that of its scene', async () => {
    // The scene's 0.5 s would be 5e7 frames of 1e-8 s, more than there may be.
    const short = ['run', small(), '--set', 'dt=1e-8', '--json'];
    expect((await pliantHere(short)).stderr).toMatch(/seconds: .*the limit is 10000000/);
    const bySteps = await pliantHere([...short, '--steps', '10', '-o', at('out')]);
    expect(bySteps.code, bySteps.stderr).toBe(0);
    expect(resultOf(bySteps)).toMatchObject({ steps: 10, seconds: 1e-7 });
    expect((await pliantHere(['check', at('out/scene.json')])).code).toBe(0);
    const bySeconds = await pliantHere([...short, '--seconds', '1e-7']);
    expect(resultOf(bySeconds)).toMatchObject({ steps: 10, seconds: 1e-7 });
    const long = small({ dt: 1e-8 });
    expect(resultOf(await pliantHere(['run', long, '--steps', '3', '--json'])).steps).toBe(3);
  });

  it('whose one step is longer than the scene says so', async () => {
    const { warnings, steps } = resultOf(await pliantHere(['run', small(), '--set', 'dt=1', '--json']));
    expect(warnings).toEqual(["dt: one step of 1 s is longer than the scene's 0.5 s"]);
    expect(steps).toBe(1);
  });

  it('of a sheet that begins inside a collider says how much of it does', async () => {
    const shape = { kind: 'box', size: [0.6, 0.6, 0.6] };
    const scene = (position: number[]) => {
      const sheet = {
        name: 'sheet',
        model: 'provot-sheet',
        size: [1, 1],
        points: [5, 5],
        position: [0, 0, 0],
      };
      return small({ bodies: [sheet], colliders: [{ name: 'box', shape, position }] });
    };
    // Of masses 0.25 m apart, 3 × 3 are within 0.3 m of the middle.
    const told =
      '9 particles begin inside a collider; they are moved out slowly, which may stretch the sheet';
    const inside = await pliantHere(['run', scene([0, 0, 0]), '--steps', '3', '--json', '-o', at('out')]);
    const { warnings } = resultOf(inside);
    const crossed =
      /^at the end "(sheet|box)" and "(sheet|box)" pass through each other along \S+ m \(\d+ edges\)/;
    expect(warnings).toEqual([told, expect.stringMatching(crossed)]);
    expect(inside.stderr).toBe(`warning: ${told}\nwarning: ${warnings[1]}\n`);
    // It was said where the run began; going on from there is no beginning, and what still passes is said again.
    const onwards = ['--steps', '5', '--json', '--from', at('out/checkpoint.plsn')];
    const later = resultOf(await pliantHere(['run', scene([0, 0, 0]), ...onwards]));
    expect(later.warnings).toEqual([expect.stringMatching(crossed)]);
    expect((await pliantHere(['run', scene([0, 0, 1]), '--steps', '3'])).stderr).toBe('');
  });

  it.each([
    ['solid', 'of solid matter begin inside a collider; they are lifted out'],
    ['fluid', 'of fluid begin inside a collider; they are moved out slowly'],
  ])('of matter that begins inside a collider, a %s, speaks of matter', async (phase, told) => {
    const object = { shape: { kind: 'box', size: [0.2, 0.2, 0.2] }, position: [0, 0.05, 0], phase };
    const bodies = [{ name: 'lump', model: 'lattice-matter', objects: [object] }];
    const scene = small({ bodies, colliders: [{ name: 'floor', shape: { kind: 'plane' } }] });
    const { stderr } = await pliantHere(['run', scene, '--steps', '1']);
    expect(stderr).toMatch(new RegExp(`^warning: \\d+ particles ${told}`));
  });

  it('of matter says how much of it is solid, how warm and in how many pieces, frame by frame', async () => {
    const object = { shape: { kind: 'box', size: [0.1, 0.1, 0.1] }, temperature: 300 };
    const objects = [object, { ...object, position: [1, 0, 0], temperature: 400, phase: 'fluid' }];
    const scene = small({ bodies: [{ name: 'lump', model: 'lattice-matter', objects }], colliders: [] });
    const ended = await pliantHere(['run', scene, '--steps', '2', '--json', '-o', at('out')]);
    const { solidShare, temperature, pieces } = resultOf(ended).matter.lump;
    expect([solidShare, temperature, pieces]).toEqual([expect.closeTo(0.5), expect.closeTo(350), 1]);
    const [head] = readFileSync(at('out/quantities.csv'), 'utf8').split('\n');
    expect(head).toContain('matter.lump.solidShare,matter.lump.temperature [K],matter.lump.pieces');
  });

  it('too long for a trajectory of every frame says that it is thinned', async () => {
    const tiny = small({ bodies: [{ name: 'sheet', model: 'provot-sheet', points: [2, 2] }] });
    const record = (steps: number, out: string) =>
      pliantHere(['run', tiny, '--steps', String(steps), '-o', at(out), '--json']);
    const short = resultOf(await record(7, 'short'));
    expect(short).toMatchObject({ warnings: [], trajectory: { frames: 8, interval: 1, thinned: false } });
    expect(framesIn(at('short'))).toHaveLength(8);
    const ended = await record(20_002, 'long');
    const long = resultOf(ended);
    expect(long.trajectory).toEqual({ frames: 10_002, interval: 2, thinned: true });
    expect(long.warnings).toEqual([
      expect.stringMatching(/^the trajectory is thinned: a frame every 2 steps/),
    ]);
    expect(ended.stderr).toBe(`warning: ${long.warnings[0]}\n`);
    expect(framesIn(at('long'))).toHaveLength(10_002);
    expect(JSON.parse(readFileSync(at('long/run.json'), 'utf8'))).toEqual(long);
  });
});

describe('a result file', () => {
  it.each([
    'checkpoint.plsn',
    'trajectory.pltr',
  ])('%s with any bit flipped, or cut anywhere, is found out', async (name) => {
    await pliantHere(['run', small(), '--steps', '2', '-o', at('out')]);
    const bytes = readFileSync(at(`out/${name}`));
    const verdict = async (damaged: Uint8Array) => {
      writeFileSync(at('damaged'), damaged);
      const { code, stderr } = await pliantHere(['check', at('damaged')]);
      return { code, names: stderr.includes(at('damaged')) };
    };
    expect(await verdict(bytes)).toEqual({ code: 0, names: false });
    const positions = Array.from({ length: 100 }, (_, i) => Math.floor((i / 100) * bytes.length));
    // Chunks of a trajectory end at multiples of 4 bytes; cut there, it is a shorter one, and sound.
    for (const position of [...positions, 0, 8, 12, 16, bytes.length - 3]) {
      const flipped = Uint8Array.from(bytes);
      flipped[position] ^= 1 << (position % 8);
      expect(await verdict(flipped), `bit of byte ${position}`).toEqual({ code: 2, names: true });
      expect(await verdict(bytes.subarray(0, position | 1)), `cut at byte ${position | 1}`).toEqual({
        code: 2,
        names: true,
      });
    }
  });
});
