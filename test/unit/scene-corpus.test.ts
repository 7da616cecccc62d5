/** The corpus as a whole: one scene a file, each with what a gallery and a test need. */
import { readdirSync, readFileSync } from 'node:fs';
import { meshFilesOf, parseScene, readObj, sceneWarnings, withMeshes } from 'pliant';
import { sceneById, scenes } from 'pliant/scenes';
import { describe, expect, it } from 'vitest';

const folder = new URL('../../scenes/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'tsconfig.json');

describe('the corpus', () => {
  it('holds every file of the folder, under the name of its id', () => {
    expect(scenes.map(({ id }) => `${id}.json`).sort()).toEqual(files.sort());
  });

  it.each(files)('%s is the same read as text', (file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const meshes = meshFilesOf(text).map((name) => {
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

  it('knows no scene by a wrong id', () => {
    expect(sceneById('flog')).toBeUndefined();
  });
});
