/** The corpus as a whole: one scene a file, each with what a gallery and a test need. */
import { readdirSync, readFileSync } from 'node:fs';
import { meshFilesOf, parseScene, sceneWarnings, withMeshes } from 'pliant';
import { readGlb, readObj } from 'pliant/formats';
import { sceneById, scenes } from 'pliant/scenes';
import { describe, expect, it } from 'vitest';
import { walkingMannequin } from '../../../scenes/mannequin.ts';
import { GROUPS } from '../../scenes/scene-run.ts';

const folder = new URL('../../../scenes/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'tsconfig.json');

describe('the corpus', () => {
  it('holds every file of the folder, under the name of its id', () => {
    expect(scenes.map(({ id }) => `${id}.json`).sort()).toEqual(files.sort());
  });

  it.each(files)('%s is the same read as text', (file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const meshes = meshFilesOf(text).map((name) => {
      if (name === 'mannequin.glb') return [name, walkingMannequin()] as const; // see below
      return [name, readObj(readFileSync(new URL(name, folder), 'utf8'))] as const;
    });
    const scene = parseScene(withMeshes(text, new Map(meshes)), file);
    expect(sceneById(scene.id)).toEqual(scene);
  });

  it.each(scenes)('$id has a title, a sentence, a group and expectations', (scene) => {
    expect(scene.title).not.toBe('');
    expect(scene.about).toMatch(/\.$/);
    expect([
      'Hanging',
      'Air',
      'Contact',
      'Rigid bodies',
      'Adaptive sheets',
      'Adaptive cloth',
      'Live cloth',
      'Stiff sheets',
      'Forming',
      'Heat',
      'Melting and freezing',
    ]).toContain(scene.group);
    const { particles, particlesMax, strainMax, places } = scene.expect;
    expect(particles ?? particlesMax).toBeGreaterThan(0);
    expect(strainMax).toBeGreaterThan(0);
    expect(places.length).toBeGreaterThan(0);
    expect(sceneWarnings(scene)).toEqual([]);
  });

  it('has the mannequin of its code as a file, to what single precision holds', async () => {
    const read = await readGlb(new Uint8Array(readFileSync(new URL('mannequin.glb', folder))));
    const made = walkingMannequin();
    expect(read.triangles).toEqual(made.triangles);
    const [ours, theirs] = [made.clips[0].keys(20), read.clips![0].keys(20)];
    expect(read.clips![0].name).toBe('walk');
    expect(theirs.times).toHaveLength(ours.times.length);
    ours.places.forEach((place, k) => {
      const off = place.reduce((most, c, i) => Math.max(most, Math.abs(c - theirs.places[k][i])), 0);
      expect(off).toBeLessThan(1e-6);
    });
  });

  it('is run to its end by test/scenes, all groups of it, each with its golden hash', () => {
    const files = readdirSync(new URL('../../scenes/', import.meta.url)).filter((name) =>
      name.endsWith('.test.ts'),
    );
    expect(files.sort()).toEqual(
      Object.keys(GROUPS)
        .map((name) => `${name}.test.ts`)
        .sort(),
    );
    expect(Object.values(GROUPS).flat().sort()).toEqual(
      [...new Set(scenes.map(({ group }) => group))].sort(),
    );
    const hashes = readFileSync(new URL('../../golden/hashes.json', import.meta.url), 'utf8');
    expect(Object.keys(JSON.parse(hashes))).toEqual(scenes.map(({ id }) => id));
  });

  it('knows no scene by a wrong id', () => {
    expect(sceneById('flog')).toBeUndefined();
  });
});
