/**
 * A 64-bit fingerprint of a world's state, for golden tests and for comparing machines: MurmurHash3's mixing
 * (Appleby 2008) over 32-bit words in two lanes with different seeds. Not for security.
 */
import type { World } from './world.ts';

/** Returns 16 hexadecimal digits over the names and bytes of all state and model blocks, in order. */
export function hash(world: World): string {
  let a = 0x9747b28c;
  let b = 0x3c6ef372;
  for (const block of world.arena.blocks) {
    if (block.role === 'scratch') continue;
    for (let i = 0; i < block.name.length; i++) {
      a = mix(a, block.name.charCodeAt(i));
      b = mix(b, block.name.charCodeAt(i));
    }
    const words = new Uint32Array(block.view.buffer, block.offset, block.view.byteLength >>> 2);
    for (let i = 0; i < words.length; i++) {
      a = mix(a, words[i]);
      b = mix(b, words[i] ^ i);
    }
  }
  return hex(finish(a)) + hex(finish(b));
}

/** Returns a checksum of bytes, by the same mixing. */
export function hashBytes(bytes: Uint8Array): number {
  let a = 0x9747b28c;
  for (let i = 0; i < bytes.length; i++) a = mix(a, bytes[i] + 256 * (i & 0xffff));
  return finish(a ^ bytes.length);
}

function mix(state: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  const s = state ^ k;
  return (Math.imul((s << 13) | (s >>> 19), 5) + 0xe6546b64) | 0;
}

function finish(state: number): number {
  let s = state ^ (state >>> 16);
  s = Math.imul(s, 0x85ebca6b);
  s = Math.imul(s ^ (s >>> 13), 0xc2b2ae35);
  return (s ^ (s >>> 16)) >>> 0;
}

function hex(word: number): string {
  return word.toString(16).padStart(8, '0');
}
