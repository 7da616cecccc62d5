/** Bytes and text: the engine has no host, so no TextEncoder, TextDecoder or btoa. */

/** Concatenates arrays of any type into bytes. */
export function concatenated(parts: readonly ArrayBufferView[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return bytes;
}

/** Decodes one character per byte (ISO 8859-1), in pieces that fit the argument list of a call. */
export function latin1Text(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join('');
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Encodes base64, in pieces, so that long strings are joined once. */
export function encodeBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  const codes = new Uint8Array(4096);
  let used = 0;
  for (let i = 0; i < bytes.length; i += 3) {
    const triple = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const kept = Math.min(3, bytes.length - i);
    for (let digit = 0; digit < 4; digit++) {
      const value = (triple >> (18 - 6 * digit)) & 63;
      codes[used++] = digit <= kept ? BASE64.charCodeAt(value) : 0x3d;
    }
    if (used === codes.length) {
      pieces.push(String.fromCharCode(...codes));
      used = 0;
    }
  }
  pieces.push(String.fromCharCode(...codes.subarray(0, used)));
  return pieces.join('');
}

/** Encodes text as UTF-8 (RFC 3629). An unpaired surrogate becomes U+FFFD. */
export function utf8Bytes(text: string): Uint8Array {
  let bytes = new Uint8Array(text.length);
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80 && at < bytes.length) {
      bytes[at++] = unit;
      continue;
    }
    if (at + 4 > bytes.length) {
      const larger = new Uint8Array(2 * bytes.length + 4);
      larger.set(bytes);
      bytes = larger;
    }
    const point = codePoint(text, i);
    if (point > 0xffff) i++;
    at = put(point, bytes, at);
  }
  return bytes.subarray(0, at);
}

function codePoint(text: string, i: number): number {
  const point = text.codePointAt(i)!;
  return point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
}

function put(point: number, bytes: Uint8Array, start: number): number {
  let at = start;
  if (point < 0x80) bytes[at++] = point;
  else if (point < 0x800) bytes[at++] = 0xc0 | (point >> 6);
  else if (point < 0x10000) bytes[at++] = 0xe0 | (point >> 12);
  else bytes[at++] = 0xf0 | (point >> 18);
  if (point >= 0x10000) bytes[at++] = 0x80 | ((point >> 12) & 0x3f);
  if (point >= 0x800) bytes[at++] = 0x80 | ((point >> 6) & 0x3f);
  if (point >= 0x80) bytes[at++] = 0x80 | (point & 0x3f);
  return at;
}

const PERCENT = 0x25;

/** Decodes UTF-8. Throws a URIError if the bytes are not valid. */
export function utf8Text(bytes: Uint8Array): string {
  let encoded = '';
  for (const byte of bytes) {
    const plain = byte < 128 && byte !== PERCENT;
    encoded += plain ? String.fromCharCode(byte) : `%${(256 + byte).toString(16).slice(1)}`;
  }
  return decodeURIComponent(encoded);
}
