/**
 * PNG (ISO/IEC 15948): eight bits each of red, green and blue, rows filtered by the difference to the pixel above
 * (filter 2) or not at all, whichever has the smaller sum of sizes, then deflated.
 */
import { crc32, deflateSync } from 'node:zlib';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue; row by row from the top. */
  readonly rgb: Uint8Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export function encodePng({ width, height, rgb }: Pixels): Uint8Array {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 8); // bits a channel
  header.setUint8(9, 2); // red, green, blue
  const parts = [
    Uint8Array.from(SIGNATURE),
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('IDAT', deflateSync(filtered(rgb, 3 * width, height), { level: 9 })),
    chunk('IEND', new Uint8Array(0)),
  ];
  return Uint8Array.from(Buffer.concat(parts));
}

/** Length, type, data, and the checksum of the last two. */
function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

function filtered(rgb: Uint8Array, stride: number, height: number): Uint8Array {
  const out = new Uint8Array((stride + 1) * height);
  for (let row = 0; row < height; row++) {
    const line = rgb.subarray(row * stride, (row + 1) * stride);
    const above = row > 0 ? rgb.subarray((row - 1) * stride, row * stride) : new Uint8Array(stride);
    const difference = line.map((value, i) => value - above[i]);
    const isSmaller = sizeOf(difference) < sizeOf(line);
    out[row * (stride + 1)] = isSmaller ? 2 : 0;
    out.set(isSmaller ? difference : line, row * (stride + 1) + 1);
  }
  return out;
}

/** Bytes count as signed: a small difference down is as good as one up. */
function sizeOf(line: Uint8Array): number {
  let sum = 0;
  for (const value of line) sum += value < 128 ? value : 256 - value;
  return sum;
}
