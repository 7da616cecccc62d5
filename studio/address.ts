/**
 * The page's address: the name of a gallery scene (`#flag`), or a whole scene (`#scene=…`: its JSON,
 * deflated, in base64url), so that a link opens it anywhere.
 */
import { parseScene, type Scene } from 'pliant';
import { sceneById } from 'pliant/scenes';

/** Longest link, characters: mail programs and chats cut longer ones, and some servers refuse them. */
export const LONGEST_LINK = 60_000;
const OWN = 'scene=';

export type Addressed =
  | { kind: 'gallery'; unknown?: string }
  | { kind: 'scene'; scene: Scene }
  /** A link without a valid scene, and the reason. */
  | { kind: 'broken'; reason: string };

export async function readAddress(hash: string): Promise<Addressed> {
  const text = hash.replace(/^#/, '');
  if (text === '') return { kind: 'gallery' };
  if (text.startsWith(OWN)) {
    try {
      return { kind: 'scene', scene: await unpackScene(text.slice(OWN.length)) };
    } catch (error) {
      return { kind: 'broken', reason: error instanceof Error ? error.message : String(error) };
    }
  }
  const id = decoded(text);
  const scene = sceneById(id);
  return scene ? { kind: 'scene', scene } : { kind: 'gallery', unknown: id };
}

/** Returns the address of a scene from `#` on, or undefined if it is too long for a link. */
export async function addressOf(scene: Scene): Promise<string | undefined> {
  const known = sceneById(scene.id);
  if (known && JSON.stringify(known) === JSON.stringify(scene)) return `#${scene.id}`;
  const packed = await packScene(scene);
  return packed.length > LONGEST_LINK ? undefined : `#${OWN}${packed}`;
}

export async function packScene(scene: Scene): Promise<string> {
  const bytes = await through(
    new TextEncoder().encode(JSON.stringify(scene)),
    new CompressionStream('deflate-raw'),
  );
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export async function unpackScene(packed: string): Promise<Scene> {
  let json: string;
  try {
    const text = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    json = new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
  } catch {
    throw new Error('the link is incomplete or was changed');
  }
  return parseScene(json, 'link');
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> {
  const body = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(body).arrayBuffer());
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
