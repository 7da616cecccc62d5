/** What a run says of seams, sticking, strain and expectations, for people and as JSON. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breakingStrains } from '../../../src/engine.ts';
import { parseScene, type SceneInput, sceneWarnings } from '../../../src/index.ts';
import { pliantHere } from '../../faults/cli-session.ts';

const material = { density: 0.2, stretch: 300, shear: 100, bend: 1, damping: 0.2, thickness: 1e-3 };
const level = { axis: [1, 0, 0], angle: -90 };
const sheet = (name: string, more: object = {}) => ({
  name,
  model: 'provot-sheet',
  size: [0.3, 0.3],
  points: [4, 4],
  material,
  ...more,
});
const scene = (more: object) => ({ format: 1, id: 'facts', seconds: 0.3, ...more }) as SceneInput;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pliant-facts-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(more: object, ...args: string[]) {
  const file = join(folder, 'scene.json');
  writeFileSync(file, JSON.stringify(scene(more)));
  const ended = await pliantHere(['run', file, '--json', ...args]);
  return {
    ...ended,
    facts: JSON.parse(ended.stdout),
    lines: (await pliantHere(['run', file, ...args])).stdout,
  };
}

describe('seams', () => {
  const sewn = (strength?: number) => ({
    bodies: [sheet('upper', { pins: [{ at: 'top' }] }), sheet('lower', { position: [0, -0.3, 0] })],
    seams: [
      { a: { body: 'upper', at: 'bottom' }, b: { body: 'lower', at: 'top' }, closeSeconds: 0, strength },
    ],
  });

  it('hold, and are counted', async () => {
    const { facts, lines } = await run(sewn());
    expect(facts.seams).toEqual({ points: 4, holding: 4, ripped: 0 });
    expect(lines).toMatch(/seams +all of 4 points hold\n/);
    expect(facts.stuck).toBeUndefined();
  });

  it('rip, and are counted', async () => {
    const { facts, lines } = await run(sewn(1e-3)); // the lower sheet weighs 0.2 N
    expect(facts.seams).toEqual({ points: 4, holding: 0, ripped: 4 });
    expect(lines).toMatch(/seams +0 of 4 points hold, 4 ripped\n/);
  });

  it('of a sheet with itself are refused with another way', () => {
    const { bodies, seams } = sewn();
    const one = { ...seams[0], b: { body: 'upper', at: 'top' } };
    expect(() => parseScene(scene({ bodies, seams: [one] }))).toThrow(
      /seams\[0\]\.b\.body: must differ from the body of side a.*bodies\[\]\.seams/,
    );
  });
});

describe('sticking', () => {
  const plate = (stick: object) => ({
    bodies: [sheet('sheet', { position: [0, 0.002, 0], rotation: level })],
    colliders: [{ name: 'plate', shape: { kind: 'plane' }, stick }],
  });

  it('is told by body and by what it is to, with the most of the run', async () => {
    const { facts, lines } = await run(plate({ temperature: 0 }));
    expect(facts.stuck).toEqual([{ body: 'sheet', to: 'plate', particles: 16, most: 16 }]);
    expect(lines).toMatch(/sticking +16 particles of "sheet" to "plate"\n/);
  });

  it('that is too hot for the scene warns, and nothing sticks', async () => {
    const { facts, lines, stderr } = await run(plate({ temperature: 400 }));
    expect(facts.stuck).toEqual([]);
    expect(lines).toMatch(/sticking +none/);
    expect(stderr).toMatch(/colliders\[0\]\.stick\.temperature: 400 K is never reached: .* above 293.15 K/);
  });

  it('does not warn where the plate is hot, something heats, or glue needs no heat', () => {
    const { bodies, colliders } = plate({ temperature: 400 });
    const warned = (more: object) =>
      sceneWarnings(parseScene(scene({ bodies, colliders, ...more }))).map(({ path }) => path);
    expect(warned({})).toEqual(['colliders[0].stick.temperature']);
    expect(warned({ colliders: [{ ...colliders[0], temperature: 410 }] })).toEqual([]);
    expect(warned(plate({ temperature: 0 }))).toEqual([]);
    const layered = [{ name: 'sheet', model: 'layered-sheet', size: [0.1, 0.1], points: [3, 3] }];
    const oven = [{ time: 0, temperature: 420 }];
    expect(warned({ bodies: layered, heat: { mode: 'physical', oven } })).toEqual([]);
    expect(warned({ bodies: layered, heat: { mode: 'physical' } })).toEqual([
      'colliders[0].stick.temperature',
    ]);
    const contact = { self: true, stick: { temperature: 500 } };
    expect(warned({ colliders: [], contact })).toEqual(['contact.stick.temperature']);
  });
});

describe('strain', () => {
  /** Its right side is drawn away, to so many times the width. */
  const drawn = (times: number) => {
    const keyframes = [
      { time: 0, offset: [0, 0, 0] },
      { time: 0.25, offset: [0.3 * (times - 1), 0, 0] },
    ];
    return {
      gravity: [0, 0, 0],
      bodies: [sheet('sheet', { elongationLimit: 0, pins: [{ at: 'left' }, { at: 'right', keyframes }] })],
    };
  };

  it('beyond what cloth bears is warned of once, with when it began', async () => {
    const { facts, stderr } = await run(drawn(3.4));
    expect(facts.overstrained).toHaveLength(1);
    const [{ body, bears, strain, seconds }] = facts.overstrained;
    expect([body, bears]).toEqual(['sheet', 1]);
    expect(strain).toBe(facts.strain.max);
    expect(strain).toBeGreaterThan(2);
    // Evenly drawn by 2.4 in 0.25 s it is twice as long after 0.104 s; the side that is drawn is ahead of the rest.
    expect(seconds).toBeGreaterThan(0.02);
    expect(seconds).toBeLessThan(0.15);
    expect(stderr.match(/was stretched by up to/g)).toHaveLength(1);
    expect(facts.warnings).toHaveLength(1);
  });

  it('below it is not', async () => {
    const { facts, stderr } = await run(drawn(1.3));
    expect(facts.overstrained).toBeUndefined();
    expect(stderr).toBe('');
  });

  it('is borne by what a body is made of, and by plastic in the heat', () => {
    const bodies = [
      sheet('cloth'),
      sheet('band', { material: 'rubber' }),
      { name: 'skin', model: 'membrane-sheet', size: [0.1, 0.1], points: [3, 3] },
      { name: 'plate', model: 'layered-sheet', size: [0.1, 0.1], points: [3, 3] },
    ];
    expect(breakingStrains(parseScene(scene({ bodies })))).toEqual([1, 8, 8, 1]);
    expect(breakingStrains(parseScene(scene({ bodies, heat: { mode: 'physical' } })))[3]).toBe(5);
  });
});

describe('expectations', () => {
  const still = { gravity: [0, 0, 0], bodies: [sheet('sheet')] };

  it('are spoken of only where a scene has some', async () => {
    expect((await run(still)).lines).not.toMatch(/expected/);
    const { lines } = await run({ ...still, expect: { strainMax: 1, kineticMax: 1 } });
    expect(lines).toMatch(/expected +all met \(2 expectations of the scene\)\n/);
    expect((await run({ ...still, expect: { kineticMin: 1 } })).lines).toMatch(
      /expected +not met: expect\.kineticMin/,
    );
  });

  it('leave no blanks at the ends of lines', async () => {
    expect((await run(still, '--strict')).lines).not.toMatch(/[ \t]$/m);
  });
});
