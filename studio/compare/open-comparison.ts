/** Opens a comparison or a study from its address, which names the scene as the address of a single scene does. */
import { type Scene, SceneError } from 'pliant';
import { addressOf as addressOfScene, readAddress as readSceneAddress } from '../address.ts';
import { readAddress } from './address.ts';
import { type Comparison, variantScene } from './comparison.ts';

/** Name of a scene from a file that is too large for an address. */
export const OWN = 'own';

export interface OpenedComparison {
  readonly view: 'compare' | 'study';
  /** The scene of the address, without any settings. */
  readonly base: Scene;
  readonly comparison: Comparison;
  readonly seed: number;
  /** Address of the scene alone, with the settings of all variants. */
  readonly back: string;
}

/** Throws an error that explains an invalid address. `own` is the scene that was opened from a file. */
export async function openComparison(hash: string, own: Scene | undefined): Promise<OpenedComparison> {
  const read = readAddress(hash);
  if (!read) throw new RangeError('it does not name a comparison');
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
    throw new RangeError('the file that was open here is no longer loaded. Open it again.');
  }
  const addressed = await readSceneAddress(`#${name}`);
  if (addressed.kind === 'scene') return addressed.scene;
  throw new RangeError(addressed.kind === 'broken' ? addressed.reason : `there is no scene named “${name}”`);
}

/** Returns the name of the scene in an address. */
export async function nameOf(scene: Scene): Promise<string> {
  const address = await addressOfScene(scene);
  return address === undefined ? OWN : address.slice(1);
}
