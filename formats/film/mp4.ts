/**
 * MP4 (ISO/IEC 14496-12 and -15): a tree of boxes, each a length, a name of four letters and what is in it. One video
 * track; what a player must know comes first (`moov`), so that it can begin before all of the pictures (`mdat`) are there.
 */
import { bigEndian, checkFilm, type FilmPicture, type FilmTrack, joined, letters } from './film.ts';

/** Units of time a second are the rate times this: a picture lasts a whole number of them. */
const UNITS = 1000;
/** Bytes that places in the file are told with 4 bytes in. */
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
    throw new RangeError(`film.pictures: ${size} bytes are too many for an MP4 file`);
  return joined([kind, moov(first), u32(8 + size), letters('mdat'), ...pictures.map(({ data }) => data)]);
}

/** What the pictures are, how long each lasts, which are keys, how large they are, and where the first begins. */
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
  if (!vp9) throw new RangeError(`film.codec: MP4 holds H.264 with its description and VP9, not ${codec}`);
  const [profile, level, depth] = vp9.slice(1).map(Number);
  // Colour 4:2:0, primaries, transfer and matrix of BT.709; no data of its own.
  const content = Uint8Array.of(profile, level, (depth << 4) | (1 << 1), 1, 1, 1, 0, 0);
  return ['vp09', box('vpcC', u32(1 << 24), content)];
}

function box(name: string, ...content: readonly Uint8Array[]): Uint8Array {
  const length = content.reduce((sum, part) => sum + part.length, 8);
  return joined([u32(length), letters(name), ...content]);
}

/** A box of version 0 with flags. */
function full(name: string, flags: number, ...content: readonly Uint8Array[]): Uint8Array {
  return box(name, u32(flags), ...content);
}

function u32(...values: readonly number[]): Uint8Array {
  return joined(values.map((value) => bigEndian(value, 4)));
}

function u16(...values: readonly number[]): Uint8Array {
  return joined(values.map((value) => bigEndian(value, 2)));
}
