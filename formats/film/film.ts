/**
 * A film as it comes from an encoder: pictures at a constant rate, some of which (keys) can be decoded without the
 * earlier ones. `webmBytes` and `mp4Bytes` put it into files.
 */
import { wholeNumber, within } from '../../src/math/check.ts';

export interface FilmTrack {
  /** Codec string of WebCodecs: `vp8`, `vp09.00.31.08`, `avc1.640028`. */
  readonly codec: string;
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
  /** Pictures per second. */
  readonly rate: number;
  /** Configuration of the decoder; for H.264 the AVCDecoderConfigurationRecord. */
  readonly description?: Uint8Array;
}

export interface FilmPicture {
  readonly data: Uint8Array;
  readonly key: boolean;
}

/** Throws if no file format could contain the film. */
export function checkFilm({ width, height, rate }: FilmTrack, pictures: readonly FilmPicture[]): void {
  wholeNumber('film.width', width, 1, 65535);
  wholeNumber('film.height', height, 1, 65535);
  within('film.rate', rate, 0.001, 1000);
  wholeNumber('film.pictures', pictures.length, 1);
  if (!pictures[0].key) throw new RangeError('film.pictures: the first must be a key picture');
}

/** Encodes ASCII text as bytes. */
export function letters(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Encodes a whole number with the most significant byte first. */
export function bigEndian(value: number, bytes: number): Uint8Array {
  const out = new Uint8Array(bytes);
  for (let i = bytes - 1, rest = value; i >= 0; i--, rest = Math.floor(rest / 256)) out[i] = rest % 256;
  return out;
}
