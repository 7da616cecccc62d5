/** A GLB file taken apart (Khronos 2021, glTF 2.0): a header, a chunk of JSON, a chunk of bytes. */

export class GlbError extends Error {
  /** Such as `accessors[3]` or `meshes[0].primitives[1]`; '' for the file as a whole. */
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
/** Bytes of JSON: far more than so many nodes and accessors as make sense here. */
const LONGEST_JSON = 16 * 1024 * 1024;
const PERCENT = 0x25;

/** The JSON text and the binary chunk. */
export function glbChunks(bytes: Uint8Array): { json: string; binary: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || view.getUint32(0, true) !== MAGIC) {
    const text = bytes[0] === 0x7b ? '; it begins like glTF text: export one binary file' : '';
    throw new GlbError('', `is not a GLB file${text}`);
  }
  const version = view.getUint32(4, true);
  if (version !== 2) throw new GlbError('', `is glTF ${version}, and only version 2 is read`);
  const length = view.getUint32(8, true);
  if (length !== bytes.length)
    throw new GlbError(
      '',
      `says that it has ${length} bytes, and has ${bytes.length}: it was cut short or added to`,
    );
  let json: Uint8Array | undefined;
  let binary = new Uint8Array(0);
  for (let at = 12; at < length; ) {
    if (at + 8 > length) throw new GlbError(`byte ${at}`, 'the header of a chunk is cut short');
    const size = view.getUint32(at, true);
    const kind = view.getUint32(at + 4, true);
    if (at + 8 + size > length)
      throw new GlbError(`byte ${at}`, `a chunk of ${size} bytes goes past the end of the file`);
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
  return { json: textOf(json), binary };
}

/** UTF-8 by hand: the engine has no host to ask. */
function textOf(bytes: Uint8Array): string {
  let encoded = '';
  for (const byte of bytes) {
    const plain = byte < 128 && byte !== PERCENT;
    encoded += plain ? String.fromCharCode(byte) : `%${(256 + byte).toString(16).slice(1)}`;
  }
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new GlbError('', 'its JSON chunk is not UTF-8 text');
  }
}
