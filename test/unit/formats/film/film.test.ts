/** Films as files, by the letter of their formats, and which frames they show. */
import { type FilmPicture, type FilmTrack, mp4Bytes, webmBytes } from 'pliant/formats';
import { describe, expect, it } from 'vitest';
import { pictureFrames, type Timing } from '../../../../cli/render-frames.ts';

const pictures: FilmPicture[] = Array.from({ length: 70 }, (_, i) => ({
  data: Uint8Array.from({ length: 10 + i }, () => i),
  key: i % 30 === 0,
}));
const vp9: FilmTrack = { codec: 'vp09.00.40.08', width: 320, height: 180, rate: 30 };
const h264: FilmTrack = { ...vp9, codec: 'avc1.640033', description: Uint8Array.of(1, 2, 3) };

/** Elements that hold others. */
const MASTERS = new Set([
  0x1a45dfa3, 0x18538067, 0x114d9b74, 0x4dbb, 0x1549a966, 0x1654ae6b, 0xae, 0xe0, 0x1f43b675, 0x1c53bb6b,
  0xbb, 0xb7,
]);

interface Element {
  id: number;
  /** Byte where it begins. */
  at: number;
  content: Uint8Array;
  inner: Element[];
}

function elements(bytes: Uint8Array, offset = 0): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const start = at;
    const length = Math.clz32(bytes[at]) - 23;
    let id = 0;
    for (let k = 0; k < length; k++) id = 256 * id + bytes[at++];
    let size = 0;
    const sizeBytes = Math.clz32(bytes[at]) - 23;
    for (let k = 0; k < sizeBytes; k++)
      size = 256 * size + (k === 0 ? bytes[at++] & (0xff >> sizeBytes) : bytes[at++]);
    expect(at + size).toBeLessThanOrEqual(bytes.length);
    const content = bytes.subarray(at, at + size);
    found.push({
      id,
      at: offset + start,
      content,
      inner: MASTERS.has(id) ? elements(content, offset + at) : [],
    });
    at += size;
  }
  return found;
}

const all = (tree: Element[], id: number): Element[] =>
  tree.flatMap((one) => [...(one.id === id ? [one] : []), ...all(one.inner, id)]);
const whole = ({ content }: Element) => content.reduce((value, byte) => 256 * value + byte, 0);

describe('a film as WebM', () => {
  const tree = elements(webmBytes(vp9, pictures));

  it('is two elements, the head and the segment', () => {
    expect(tree.map(({ id }) => id)).toEqual([0x1a45dfa3, 0x18538067]);
  });

  it('holds every picture at its time, keys at the beginnings of clusters', () => {
    const times: number[] = [];
    const clusters = all(tree, 0x1f43b675);
    expect(clusters).toHaveLength(3);
    let picture = 0;
    for (const { inner } of clusters) {
      const [time, ...blocks] = inner;
      for (const [k, { content }] of blocks.entries()) {
        times.push(whole(time) + 256 * content[1] + content[2]);
        expect((content[3] & 0x80) !== 0).toBe(k === 0);
        expect(content.subarray(4)).toEqual(pictures[picture++].data);
      }
    }
    expect(times).toEqual(pictures.map((_, i) => Math.round((1000 * i) / 30)));
  });

  it('has an index that points at the clusters, and a head that points at the index', () => {
    const [, segment] = tree;
    const start = segment.inner[0].at;
    const places = all(tree, 0xf1).map((place) => start + whole(place));
    expect(places).toEqual(all(tree, 0x1f43b675).map(({ at }) => at));
    expect(start + whole(all(tree, 0x53ac)[0])).toBe(all(tree, 0x1c53bb6b)[0].at);
  });

  it('starts another cluster where one would become too long', () => {
    const slow = pictures.map(({ data }, i) => ({ data, key: i === 0 }));
    expect(all(elements(webmBytes({ ...vp9, rate: 1 }, slow)), 0x1f43b675)).toHaveLength(3);
  });
});

/** Boxes by name, however deep; full ones and the sample description hold others behind some bytes. */
function boxes(bytes: Uint8Array, offset = 0, found = new Map<string, { at: number; content: DataView }>()) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const size = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    expect(size).toBeGreaterThanOrEqual(8);
    expect(at + size).toBeLessThanOrEqual(bytes.length);
    const content = bytes.subarray(at + 8, at + size);
    found.set(name, {
      at: offset + at,
      content: new DataView(content.buffer, content.byteOffset, content.length),
    });
    const skipped = { stsd: 8, dref: 8, avc1: 78, vp09: 78 }[name] ?? 0;
    if (skipped > 0 || ['moov', 'trak', 'mdia', 'minf', 'dinf', 'stbl'].includes(name))
      boxes(content.subarray(skipped), offset + at + 8 + skipped, found);
    at += size;
  }
  return found;
}

describe('a film as MP4', () => {
  const bytes = mp4Bytes(h264, pictures);
  const found = boxes(bytes);
  const box = (name: string) => found.get(name)!;

  it('has what a player must know before the pictures', () => {
    expect(box('moov').at).toBeLessThan(box('mdat').at);
    expect(box('tkhd').content.getUint32(76) / 65536).toBe(320);
    expect(box('mdhd').content.getUint32(16) / box('mdhd').content.getUint32(12)).toBeCloseTo(70 / 30, 9);
    expect([...new Uint8Array(box('avcC').content.buffer, box('avcC').content.byteOffset, 3)]).toEqual([
      1, 2, 3,
    ]);
  });

  it('says where each picture is and which ones are keys', () => {
    const sizes = box('stsz').content;
    let at = box('stco').content.getUint32(8);
    expect(at).toBe(box('mdat').at + 8);
    for (const [i, { data }] of pictures.entries()) {
      const size = sizes.getUint32(12 + 4 * i);
      expect(bytes.subarray(at, at + size)).toEqual(data);
      at += size;
    }
    expect(at).toBe(bytes.length);
    const keys = box('stss').content;
    expect([8, 12, 16].map((k) => keys.getUint32(k))).toEqual([1, 31, 61]);
  });

  it('holds VP9 with its profile, level and depth', () => {
    const { content } = boxes(mp4Bytes(vp9, pictures)).get('vpcC')!;
    expect([4, 5, 6].map((k) => content.getUint8(k))).toEqual([0, 40, 0x82]);
  });
});

describe('films that no file can hold are refused', () => {
  it.each<[string, () => Uint8Array, string]>([
    ['of no pictures', () => webmBytes(vp9, []), 'film.pictures'],
    ['that begin without a key', () => mp4Bytes(h264, pictures.slice(1)), 'film.pictures'],
    ['of no width', () => webmBytes({ ...vp9, width: 0 }, pictures), 'film.width'],
    ['of a height past all bounds', () => mp4Bytes({ ...h264, height: 70000 }, pictures), 'film.height'],
    ['at no rate', () => webmBytes({ ...vp9, rate: Number.NaN }, pictures), 'film.rate'],
    ['of H.264 as WebM', () => webmBytes(h264, pictures), 'film.codec'],
    [
      'of H.264 without its description',
      () => mp4Bytes({ ...h264, description: undefined }, pictures),
      'film.codec',
    ],
  ])('%s', (_, make, field) => {
    expect(make).toThrow(RangeError);
    expect(make).toThrow(field);
  });
});

describe('which frames a film shows', () => {
  /** 61 frames, 60 a second. */
  const recorded = {
    count: 61,
    time: (i: number) => i / 60,
    indexAt: (t: number) => Math.min(60, Math.floor(60 * t + 1e-9)),
  };
  const frames = (timing: Partial<Timing> = {}, isFilm = true) =>
    pictureFrames(recorded, isFilm, { fps: 30, speed: 1, ...timing }, 'out');

  it('every other one at half the rate, the first and the last among them', () => {
    expect(frames()).toEqual(Array.from({ length: 31 }, (_, i) => 2 * i));
  });

  it('each twice in slow motion', () => {
    expect(frames({ fps: 60, speed: 0.5, first: 10, last: 12 })).toEqual([10, 10, 11, 11, 12]);
  });

  it('as many as a duration needs, over the whole run', () => {
    const shown = frames({ duration: 4 });
    expect(shown).toHaveLength(120);
    expect([shown[0], shown[119]]).toEqual([0, 60]);
  });

  it('one frame for six seconds, or for as long as is asked for', () => {
    expect(frames({ frame: 7 })).toEqual(new Array(180).fill(7));
    expect(frames({ frame: 7, duration: 1 })).toEqual(new Array(30).fill(7));
  });

  it('of a picture the last, or the one that is asked for', () => {
    expect(frames({}, false)).toEqual([60]);
    expect(frames({ last: 12 }, false)).toEqual([12]);
    expect(frames({ frame: 3 }, false)).toEqual([3]);
  });

  it.each<[Partial<Timing>, string]>([
    [{ frame: 61 }, 'has frames 0 to 60'],
    [{ first: 9, last: 8 }, 'has frames 0 to 60'],
    [{ frame: 1, last: 8 }, '--frame'],
    [{ speed: 2, duration: 1 }, '--speed and --duration'],
    [{ speed: 1e-6 }, 'at most 100000'],
  ])('%o is refused', (timing, reason) => {
    expect(() => frames(timing)).toThrow(reason);
  });
});
