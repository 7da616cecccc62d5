/** Text as UTF-8 (RFC 3629) by hand: the engine has no host to ask. Half a pair of surrogates becomes U+FFFD. */
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
