/**
 * MP4 (ISO/IEC 14496-12 and -15): a tree of boxes, each with a length, a name of four letters and its content. One video
 * track. The index (`moov`) precedes the pictures (`mdat`), so that players can start before everything has arrived.
 */
import { concatenated } from '../bytes.ts';
import { bigEndian, checkFilm, type FilmPicture, type FilmTrack, letters } from './film.ts';

/** Time units per picture; the time scale is this times the rate. */
const UNITS = 1000;
/** Largest file size, since offsets have 4 bytes. */
const LARGEST = 0xffffffff;
const IDENTITY = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

export function mp4Bytes(track: FilmTrack, pictures: readonly FilmPicture[]): Uint8Array {
  checkFilm(track, pictures);
  const scale = Math.round(UNITS * track.rate);
  const lasts = UNITS * pictures.length;
  const kind = box('ftyp', letters('isom'), u32(512), letters('isomiso2avc1mp41'));
  const size = pictures.reduce((sum, { data }) => sum + data.length, 0);
  const moov = (first: number) =>
    box(
      'moov',
      full(
        'mvhd',
        0,
        u32(0, 0, scale, lasts, 0x10000),
        u16(0x100, 0),
        u32(0, 0, ...IDENTITY),
        u32(0, 0, 0, 0, 0, 0, 2),
      ),
      box(
        'trak',
        full(
          'tkhd',
          3,
          u32(0, 0, 1, 0, lasts, 0, 0),
          u16(0, 0, 0, 0),
          u32(...IDENTITY),
          u32(65536 * track.width, 65536 * track.height),
        ),
        box(
          'mdia',
          full('mdhd', 0, u32(0, 0, scale, lasts), u16(0x55c4, 0)), // language: undetermined
          full('hdlr', 0, u32(0), letters('vide'), u32(0, 0, 0), letters('Pliant\0')),
          box(
            'minf',
            full('vmhd', 1, u16(0, 0, 0, 0)),
            box('dinf', full('dref', 0, u32(1), full('url ', 1))),
            sampleTable(track, pictures, first),
          ),
        ),
      ),
    );
  const first = kind.length + moov(0).length + 8;
  if (first + size > LARGEST)
    throw new RangeError(
      `film.pictures: ${size} bytes are too many for an MP4 file; shorten the film or write WebM`,
    );
  return concatenated([
    kind,
    moov(first),
    u32(8 + size),
    letters('mdat'),
    ...pictures.map(({ data }) => data),
  ]);
}

/** Sample table: codec, duration of each picture, key pictures, sizes, and the offset of the first picture. */
function sampleTable(track: FilmTrack, pictures: readonly FilmPicture[], first: number): Uint8Array {
  const keys = pictures.flatMap(({ key }, i) => (key ? [i + 1] : []));
  const count = pictures.length;
  return box(
    'stbl',
    full('stsd', 0, u32(1), sampleEntry(track)),
    full('stts', 0, u32(1, count, UNITS)),
    full('stss', 0, u32(keys.length), ...keys.map((key) => u32(key))),
    full('stsc', 0, u32(1, 1, count, 1)), // one run of all pictures
    full('stsz', 0, u32(0, count), ...pictures.map(({ data }) => u32(data.length))),
    full('stco', 0, u32(1, first)),
  );
}

function sampleEntry({ codec, width, height, description }: FilmTrack): Uint8Array {
  const [name, configuration] = configurationOf(codec, description);
  const picture = [
    u16(0, 0, 0, 1),
    u32(0, 0, 0, 0),
    u16(width, height),
    u32(72 * 65536, 72 * 65536, 0),
    u16(1),
  ];
  return box(name, ...picture, new Uint8Array(32), u16(24, 0xffff), configuration);
}

function configurationOf(codec: string, description: Uint8Array | undefined): [string, Uint8Array] {
  if (codec.startsWith('avc1') && description) return ['avc1', box('avcC', description)];
  const vp9 = /^vp09\.(\d\d)\.(\d\d)\.(\d\d)/.exec(codec);
  if (!vp9)
    throw new RangeError(`film.codec: MP4 files take H.264 (with its description) and VP9, not ${codec}`);
  const [profile, level, depth] = vp9.slice(1).map(Number);
  // Chroma 4:2:0; primaries, transfer and matrix of BT.709; no codec initialisation data.
  const content = Uint8Array.of(profile, level, (depth << 4) | (1 << 1), 1, 1, 1, 0, 0);
  return ['vp09', box('vpcC', u32(1 << 24), content)];
}

function box(name: string, ...content: readonly Uint8Array[]): Uint8Array {
  const length = content.reduce((sum, part) => sum + part.length, 8);
  return concatenated([u32(length), letters(name), ...content]);
}

/** A full box: version 0 and flags. */
function full(name: string, flags: number, ...content: readonly Uint8Array[]): Uint8Array {
  return box(name, u32(flags), ...content);
}

function u32(...values: readonly number[]): Uint8Array {
  return concatenated(values.map((value) => bigEndian(value, 4)));
}

function u16(...values: readonly number[]): Uint8Array {
  return concatenated(values.map((value) => bigEndian(value, 2)));
}
