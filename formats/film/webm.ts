/**
 * WebM (the WebM Project's container guidelines; EBML, RFC 8794; Matroska, RFC 9559): a tree of elements, each with an
 * id, a length and its content. One video track. A cluster runs from each key picture to the next, and the times of its
 * pictures are relative to it, in ms. The index of clusters comes last; the header points to it, so that players can seek.
 */
import { concatenated } from '../bytes.ts';
import { bigEndian, checkFilm, type FilmPicture, type FilmTrack, letters } from './film.ts';

const CODECS: readonly [RegExp, string][] = [
  [/^vp8/, 'V_VP8'],
  [/^vp09/, 'V_VP9'],
  [/^av01/, 'V_AV1'],
];
/** Longest cluster, ms: relative times have 15 bits. */
const LONGEST_CLUSTER = 30_000;
const TRACK = 1;

export function webmBytes(track: FilmTrack, pictures: readonly FilmPicture[]): Uint8Array {
  checkFilm(track, pictures);
  const name = CODECS.find(([pattern]) => pattern.test(track.codec))?.[1];
  if (!name) throw new RangeError(`film.codec: WebM files take VP8, VP9 and AV1, not ${track.codec}`);
  const { width, height, rate, description } = track;
  const time = (picture: number) => Math.round((1000 * picture) / rate);
  const head = element(0x1a45dfa3, [
    element(0x4286, [bigEndian(1, 1)]), // EBML version
    element(0x42f7, [bigEndian(1, 1)]),
    element(0x42f2, [bigEndian(4, 1)]), // longest id and length
    element(0x42f3, [bigEndian(8, 1)]),
    element(0x4282, [letters('webm')]),
    element(0x4287, [bigEndian(4, 1)]), // WebM version, and the oldest version that can read it
    element(0x4285, [bigEndian(2, 1)]),
  ]);
  const info = element(0x1549a966, [
    element(0x2ad7b1, [bigEndian(1_000_000, 4)]), // ns per time unit
    element(0x4489, [float((1000 * pictures.length) / rate)]),
    element(0x4d80, [letters('Pliant')]),
    element(0x5741, [letters('Pliant')]),
  ]);
  const tracks = element(0x1654ae6b, [
    element(0xae, [
      element(0xd7, [bigEndian(TRACK, 1)]),
      element(0x73c5, [bigEndian(TRACK, 1)]),
      element(0x83, [bigEndian(1, 1)]), // video
      element(0x9c, [bigEndian(0, 1)]), // no lacing: one picture per block
      element(0x23e383, [bigEndian(Math.round(1e9 / rate), 8)]), // ns per picture
      element(0x86, [letters(name)]),
      ...(description ? [element(0x63a2, [description])] : []),
      element(0xe0, [element(0xb0, [bigEndian(width, 2)]), element(0xba, [bigEndian(height, 2)])]),
    ]),
  ]);
  const clusters = clustersOf(pictures, time);
  const before = seekHead(0).length + info.length + tracks.length;
  const index: Uint8Array[] = [];
  let at = before;
  for (const { from, bytes } of clusters) {
    const place = element(0xb7, [element(0xf7, [bigEndian(TRACK, 1)]), element(0xf1, [bigEndian(at, 8)])]);
    index.push(element(0xbb, [element(0xb3, [bigEndian(time(from), 8)]), place]));
    at += bytes.length;
  }
  const content = [
    seekHead(at),
    info,
    tracks,
    ...clusters.map(({ bytes }) => bytes),
    element(0x1c53bb6b, index),
  ];
  return concatenated([head, element(0x18538067, content)]);
}

/** Points to the index, by its offset in the content of the segment. */
function seekHead(index: number): Uint8Array {
  const seek = [element(0x53ab, [bigEndian(0x1c53bb6b, 4)]), element(0x53ac, [bigEndian(index, 8)])];
  return element(0x114d9b74, [element(0x4dbb, seek)]);
}

function clustersOf(pictures: readonly FilmPicture[], time: (picture: number) => number) {
  const clusters: { from: number; bytes: Uint8Array }[] = [];
  for (let from = 0, end = 1; from < pictures.length; from = end, end++) {
    const start = time(from);
    while (end < pictures.length && !pictures[end].key && time(end) - start < LONGEST_CLUSTER) end++;
    const blocks = pictures.slice(from, end).map(({ data, key }, i) => {
      const after = bigEndian(time(from + i) - start, 2);
      return element(0xa3, [Uint8Array.of(0x80 | TRACK, ...after, key ? 0x80 : 0), data]);
    });
    clusters.push({ from, bytes: element(0x1f43b675, [element(0xe7, [bigEndian(start, 8)]), ...blocks]) });
  }
  return clusters;
}

/** Element with an 8-byte length, which the first byte of the length announces. */
function element(id: number, content: readonly Uint8Array[]): Uint8Array {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  const idBytes = id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1;
  return concatenated([bigEndian(id, idBytes), Uint8Array.of(1), bigEndian(length, 7), ...content]);
}

function float(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return bytes;
}
