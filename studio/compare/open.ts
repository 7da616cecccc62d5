/** What an address of a comparison or a study opens: the variants' scene is named in it as it would be by itself. */
import { type Scene, SceneError } from 'pliant';
import { addressOf as addressOfScene, readAddress as readSceneAddress } from '../address.ts';
import { readAddress } from './address.ts';
import { type Comparison, variantScene } from './comparison.ts';

/** Name of a scene that was given as a file and is too large for an address. */
export const OWN = 'own';

export interface OpenedComparison {
  readonly view: 'compare' | 'study';
  /** As the address names it, without the settings of all variants. */
  readonly base: Scene;
  readonly comparison: Comparison;
  readonly seed: number;
  /** Address of the scene by itself, with the settings that all variants have. */
  readonly back: string;
}

/** Throws an Error that says what is wrong with the address. `own` is the scene that was given as a file. */
export async function openComparison(hash: string, own: Scene | undefined): Promise<OpenedComparison> {
  const read = readAddress(hash);
  if (!read) throw new RangeError('it names no comparison');
  const { view, comparison, seed } = read;
  const base = await sceneNamed(comparison.scene, own);
  for (const variant of comparison.variants) {
    try {
      variantScene(base, comparison, variant);
    } catch (error) {
      if (error instanceof SceneError) throw new RangeError(`${variant.label}: ${error.message}`);
      throw error;
    }
  }
  const changed = variantScene(base, comparison, { label: '', settings: [] });
  const back = changed === base ? undefined : await addressOfScene(changed);
  return { view, base, comparison, seed, back: back ?? `#${comparison.scene}` };
}

async function sceneNamed(name: string, own: Scene | undefined): Promise<Scene> {
  if (name === OWN) {
    if (own) return own;
    throw new RangeError('the file that was open here is to be given again');
  }
  const addressed = await readSceneAddress(`#${name}`);
  if (addressed.kind === 'scene') return addressed.scene;
  throw new RangeError(addressed.kind === 'broken' ? addressed.reason : `there is no scene named “${name}”`);
}

/** What stands for the scene in an address. */
export async function nameOf(scene: Scene): Promise<string> {
  const address = await addressOfScene(scene);
  return address === undefined ? OWN : address.slice(1);
}
