/**
 * CRC-32, the checksum of PNG, zip and Ethernet: the remainder of the message, as a polynomial over GF(2),
 * divided by x³² + x²⁶ + x²³ + x²² + x¹⁶ + x¹² + x¹¹ + x¹⁰ + x⁸ + x⁷ + x⁵ + x⁴ + x² + x + 1
 * (Peterson & Brown 1961), bits reflected. It finds every error burst of up to 32 bits, so every damaged byte.
 */
const POLYNOMIAL = 0xedb88320;

/** Remainder of each byte value: one look-up replaces eight divisions. */
const REMAINDERS: Readonly<Uint32Array> = Uint32Array.from({ length: 256 }, (_, byte) => {
  let r = byte;
  for (let bit = 0; bit < 8; bit++) r = r & 1 ? (r >>> 1) ^ POLYNOMIAL : r >>> 1;
  return r;
});

export function crc32(bytes: Uint8Array): number {
  let r = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) r = (r >>> 8) ^ REMAINDERS[(r ^ bytes[i]) & 0xff];
  return (r ^ 0xffffffff) >>> 0;
}
