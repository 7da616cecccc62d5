import { parseScene } from 'pliant';
import { creatureMesh } from 'pliant/engine';
import { sceneById, scenes } from 'pliant/scenes';
import { describe, expect, it } from 'vitest';
import { addressOf, packScene, readAddress, unpackScene } from '../../../studio/address.ts';
import { MESH_USES, meshScene } from '../../../studio/files/mesh-scene.ts';
import { type GivenFile, openFiles } from '../../../studio/files/open-files.ts';
import { readingsOf } from '../../../studio/files/report-table.ts';
import { RecordedRun } from '../../../studio/session/recorded-run.ts';
import { Session } from '../../../studio/session/session.ts';

const file = (name: string, content: string): GivenFile => ({
  name,
  bytes: new TextEncoder().encode(content),
});

const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nf 1 2 3 4\n';

describe('a link', () => {
  it('opens a scene of the gallery by its name, and any other by all of it', async () => {
    const flag = sceneById('flag')!;
    expect(await addressOf(flag)).toBe('#flag');
    expect(await readAddress('#flag')).toEqual({ kind: 'scene', scene: flag });
    const other = parseScene({ ...flag, gravity: [0, -1.62, 0] });
    const address = await addressOf(other);
    expect(address).toMatch(/^#scene=[\w-]+$/);
    expect(await readAddress(address!)).toEqual({ kind: 'scene', scene: other });
  });

  it('survives for every scene', async () => {
    for (const scene of scenes) expect(await unpackScene(await packScene(scene))).toEqual(scene);
  });

  it('says what is wrong with it', async () => {
    const address = (await addressOf(parseScene({ ...sceneById('flag')!, seed: 5 })))!;
    expect(await readAddress(address.slice(0, -9))).toMatchObject({ kind: 'broken' });
    expect(await readAddress('#scene=%%%')).toMatchObject({ kind: 'broken' });
    expect(await readAddress('#nothing')).toEqual({ kind: 'gallery', unknown: 'nothing' });
    expect(await readAddress('')).toEqual({ kind: 'gallery' });
  });
});

describe('files', () => {
  it('are scenes, with the meshes that they name', async () => {
    const cloth = { name: 'cloth', model: 'adaptive-cloth', mesh: { file: 'square.obj' } };
    const scene = file('own.json', JSON.stringify({ format: 1, bodies: [cloth] }));
    await expect(openFiles([scene])).rejects.toThrow(
      'own.json: it needs square.obj. Open both files together.',
    );
    const opened = await openFiles([scene, file('square.obj', SQUARE)]);
    expect(opened).toMatchObject({
      kind: 'scene',
      scene: { bodies: [{ mesh: { triangles: { length: 2 } } }] },
    });
  });

  it.each([
    ['own.json', '{"format": 1, "bodies": [{}]}', /own\.json: bodies\[0\]/],
    ['own.json', '{', /own\.json/],
    ['sheet.sht', 'X', /sheet\.sht/],
    ['forms.pol', '*', /forms\.pol/],
    ['done.json', '{"original": {"format": 1, "bodies": []}, "edits": [{"step": -1}]}', /done\.json.*step/s],
    ['mesh.obj', 'f 1 2 3', /mesh\.obj/],
    ['mesh.glb', 'glTF', /mesh\.glb/],
    ['notes.txt', 'hello', /the studio opens/],
  ])('that are wrong are refused with their name: %s', async (name, content, reason) => {
    await expect(openFiles([file(name, content)])).rejects.toThrow(reason);
  });

  it('of polyhedra have a sheet fall on them, which hot faces heat', async () => {
    const faces = [
      ['0 0 0', '0.06 0 0', '0 0.03 0'],
      ['0 0 0.04', '0.06 0 0.04', '0 0.03 0.04'],
      ['0 0 0', '0.06 0 0', '0.06 0 0.04', '0 0 0.04'],
      ['0 0 0', '0 0.03 0', '0 0.03 0.04', '0 0 0.04'],
      ['0.06 0 0', '0 0.03 0', '0 0.03 0.04', '0.06 0 0.04'],
    ];
    const text = faces.flatMap((face, f) => [...face.map((v) => `V ${v}`), f === 4 ? 'F hot 453.15' : 'F']);
    const opened = await openFiles([file('Hot wedge.pol', ['U si', ...text, 'P', '*'].join('\n'))]);
    if (opened.kind !== 'scene') throw new Error(opened.kind);
    expect(opened.scene).toMatchObject({ id: 'hot-wedge', heat: { heaters: [{ temperature: 453.15 }] } });
    const session = await Session.open(opened.scene);
    for (let k = 0; k < 15; k++) expect(session.advance().fault).toBeUndefined();
    const { y, temperature } = session.world.particles;
    expect(Math.min(...y)).toBeGreaterThan(-1e-3);
    expect(Math.max(...temperature.view.subarray(0, y.length))).toBeGreaterThan(293.2);
  });

  it('of a session do it again, each edit at its step', async () => {
    const session = await Session.open(sceneById('flag')!);
    for (let k = 0; k < 5; k++) session.advance();
    await session.apply({ kind: 'set', path: 'air.wind', value: [0, 0, 4] });
    for (let k = 0; k < 5; k++) session.advance();
    await session.apply({ kind: 'pin', point: [...session.frame().positions.subarray(0, 3)], radius: 0.1 });
    for (let k = 0; k < 5; k++) session.advance();
    const saved = JSON.stringify({ original: session.original, edits: session.edits });
    const opened = await openFiles([file('flag-session.json', saved)]);
    if (opened.kind !== 'scene') throw new Error(opened.kind);
    const again = await Session.open(opened.scene, { edits: opened.edits });
    for (let k = 0; k < 15; k++) again.advance();
    expect(again.hash).toBe(session.hash);
    const untouched = await Session.open(opened.scene);
    for (let k = 0; k < 15; k++) untouched.advance();
    expect(untouched.hash).not.toBe(session.hash);
  });

  it('that hold a mesh become a scene that runs, whatever is made of it', async () => {
    const { positions, triangles } = creatureMesh(1, 24);
    const mesh = { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
    for (const [use] of MESH_USES) {
      const session = await Session.open(meshScene('Some Creature', mesh, use));
      expect(session.advance().fault, use).toBeUndefined();
      expect(session.scene.id).toBe('some-creature');
    }
  }, 60_000);
});

describe('a recorded run', () => {
  it('is played as it was', async () => {
    const session = await Session.open(sceneById('cloth-flag')!);
    for (let k = 0; k < 6; k++) session.advance();
    const replay = new RecordedRun(session.trajectory());
    expect(replay.status).toEqual({ step: 0, last: 6, waiting: [] });
    replay.advance();
    replay.seek(4);
    const [was, is] = [session.recorded(4)!, replay.frame()];
    expect(is.time).toBe(was.time);
    expect(is.positions).toEqual(was.positions);
    expect(await replay.apply()).toMatchObject({ done: false });
  });

  it('has a table of what was measured', async () => {
    const session = await Session.open(sceneById('cloth-flag')!);
    for (let k = 0; k < 3; k++) session.advance();
    const [head, ...rows] = readingsOf(session.reports().flatMap(({ report }) => report ?? []));
    expect(rows).toHaveLength(3);
    expect(head.slice(0, 2)).toEqual(['step', 'time_s']);
    expect(rows.map((row) => row[0])).toEqual([1, 2, 3]);
    for (const row of rows) expect(row).toHaveLength(head.length);
  });
});
