/** Splits a GLB file (Khronos 2021, glTF 2.0) into its header, JSON chunk and binary chunk. */

import { utf8Text } from '../bytes.ts';

export class GlbError extends Error {
  /** Path in the file, such as `accessors[3]` or `meshes[0].primitives[1]`; empty for the file as a whole. */
  readonly place: string;
  constructor(place: string, cause: string) {
    super(place === '' ? cause : `${place}: ${cause}`);
    this.name = 'GlbError';
    this.place = place;
  }
}

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
/** Largest JSON chunk, bytes: far more than any reasonable number of nodes and accessors needs. */
const LONGEST_JSON = 16 * 1024 * 1024;

/** Returns the JSON text and the binary chunk. */
export function glbChunks(bytes: Uint8Array): { json: string; binary: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || view.getUint32(0, true) !== MAGIC) {
    const text = bytes[0] === 0x7b ? '; it looks like glTF text: export one binary file' : '';
    throw new GlbError('', `is not a GLB file${text}`);
  }
  const version = view.getUint32(4, true);
  if (version !== 2) throw new GlbError('', `is glTF ${version}; only version 2 is supported`);
  const length = view.getUint32(8, true);
  if (length !== bytes.length)
    throw new GlbError('', `claims ${length} bytes but has ${bytes.length}: it was truncated or extended`);
  let json: Uint8Array | undefined;
  let binary = new Uint8Array(0);
  for (let at = 12; at < length; ) {
    if (at + 8 > length) throw new GlbError(`byte ${at}`, 'the header of a chunk is truncated');
    const size = view.getUint32(at, true);
    const kind = view.getUint32(at + 4, true);
    if (at + 8 + size > length)
      throw new GlbError(`byte ${at}`, `a chunk of ${size} bytes extends past the end of the file`);
    const chunk = bytes.subarray(at + 8, at + 8 + size);
    if (json === undefined && kind !== JSON_CHUNK)
      throw new GlbError(`byte ${at}`, 'the first chunk is not JSON');
    if (kind === JSON_CHUNK) json ??= chunk;
    else if (kind === BINARY_CHUNK && binary.length === 0) binary = chunk.slice();
    at += 8 + size;
  }
  if (json === undefined) throw new GlbError('', 'has no JSON chunk');
  if (json.length > LONGEST_JSON)
    throw new GlbError('', `has ${json.length} bytes of JSON; the limit is ${LONGEST_JSON}`);
  try {
    return { json: utf8Text(json), binary };
  } catch {
    throw new GlbError('', 'its JSON chunk is not UTF-8 text');
  }
}
