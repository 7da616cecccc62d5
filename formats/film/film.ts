/**
 * A film as an encoder hands it out: pictures at an even rate, one after the other, some of which (keys) can be shown
 * without those before them. `webmBytes` and `mp4Bytes` put it into files.
 */
import { wholeNumber, within } from '../../src/math/check.ts';

export interface FilmTrack {
  /** As WebCodecs names it: `vp8`, `vp09.00.31.08`, `avc1.640028`. */
  readonly codec: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Pictures a second. */
  readonly rate: number;
  /** What a decoder must know first: of H.264 the AVCDecoderConfigurationRecord. */
  readonly description?: Uint8Array;
}

export interface FilmPicture {
  readonly data: Uint8Array;
  readonly key: boolean;
}

/** Throws where no file could hold it. */
export function checkFilm({ width, height, rate }: FilmTrack, pictures: readonly FilmPicture[]): void {
  wholeNumber('film.width', width, 1, 65535);
  wholeNumber('film.height', height, 1, 65535);
  within('film.rate', rate, 0.001, 1000);
  wholeNumber('film.pictures', pictures.length, 1);
  if (!pictures[0].key) throw new RangeError('film.pictures: the first must be a key');
}

/** ASCII letters as bytes. */
export function letters(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** A whole number, the highest byte first. */
export function bigEndian(value: number, bytes: number): Uint8Array {
  const out = new Uint8Array(bytes);
  for (let i = bytes - 1, rest = value; i >= 0; i--, rest = Math.floor(rest / 256)) out[i] = rest % 256;
  return out;
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
