/**
 * A trajectory as files of other programs, each by one function from its bytes to theirs: what the command line, the
 * studio's worker and anybody's page call. Bad options throw a `RangeError` that says which.
 */
import { TrajectoryReader } from '../trajectory/trajectory-reader.ts';
import { utf8Bytes } from '../utf8.ts';
import { type Forms, formSequences } from './collider-shapes.ts';
import { colouringOf, valueNames } from './colours.ts';
import { evenly, isEven, recordedRate } from './even-frames.ts';
import { fixedMesh } from './fixed-mesh.ts';
import { writeGlbFilm } from './glb-film.ts';
import { withoutLoose } from './loose-vertices.ts';
import { chosenFrames, type FrameChoice, type MeshSequence, meshSequences } from './mesh-sequence.ts';
import { objText, objTexts, pc2Bytes, plyBytes, type UpAxis } from './text-meshes.ts';
import { usdaText } from './usda.ts';

export const EXPORT_FORMATS = ['glb', 'usda', 'pc2', 'obj', 'ply'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportOptions extends FrameChoice {
  /** Of the files, without their ending. */
  name?: string;
  /** Only this one. */
  body?: string;
  /** Only this frame. */
  frame?: number;
  /** Frames a second of USDA, PC2 and files that are numbered; as recorded where left out. */
  rate?: number;
  /** Vertices of GLB and USDA in colours of a value: `strain`, `temperature`, `thickness`, …; `exportColours` has those there are. */
  colour?: string;
  /** What has the first and the last colour; the least and the most of all frames where left out. */
  range?: readonly [number, number];
  /** One mesh a frame in a GLB also where vertices could move. */
  stepped?: boolean;
  /** Whether GLB and USDA hold colliders and rigid bodies, too; true where left out. Planes are not to be had. */
  colliders?: boolean;
  /** y, and z for USDA and PC2. */
  up?: UpAxis;
  /** Called with the share that is done. */
  progress?: (share: number) => void;
  /** Called with what the file cannot say as it was. */
  warn?: (text: string) => void;
}

export interface ExportedFile {
  name: string;
  /** One after the other. */
  pieces: Iterable<Uint8Array>;
}

/** Frames of one GLB file: a morph target each, and weights by their square. */
const MOST_TARGETS = 2000;

/** Whole files, in memory. */
export async function exportTrajectory(
  source: Uint8Array | TrajectoryReader,
  format: ExportFormat,
  options: ExportOptions = {},
): Promise<{ name: string; bytes: Uint8Array }[]> {
  const files: { name: string; bytes: Uint8Array }[] = [];
  for await (const { name, pieces } of exportFiles(source, format, options)) {
    const parts = [...pieces];
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    files.push({ name, bytes });
  }
  return files;
}

/** Files one after the other, each in pieces that are made as they are asked for. */
export async function* exportFiles(
  source: Uint8Array | TrajectoryReader,
  format: ExportFormat,
  options: ExportOptions = {},
): AsyncGenerator<ExportedFile> {
  const reader = source instanceof TrajectoryReader ? source : new TrajectoryReader(source);
  yield* FORMATS[format](jobOf(reader, format, options));
}

/** What vertices can be coloured by. */
export function exportColours(source: Uint8Array | TrajectoryReader): string[] {
  const reader = source instanceof TrajectoryReader ? source : new TrajectoryReader(source);
  return reader.count > 0 ? valueNames(meshSequences(reader, { last: 0 })) : [];
}

interface Job {
  sequences: MeshSequence[];
  title: string;
  name: string;
  /** Frames a second. */
  rate: number;
  /** Left out where they are not wanted. */
  forms?: Forms;
  options: ExportOptions;
}

/** What only some formats know. */
const KNOWN: Partial<Record<keyof ExportOptions, readonly ExportFormat[]>> = {
  colour: ['glb', 'usda'],
  range: ['glb', 'usda'],
  stepped: ['glb'],
  colliders: ['glb', 'usda'],
  rate: ['usda', 'pc2', 'obj', 'ply'],
  up: ['usda', 'pc2', 'obj', 'ply'],
};

function jobOf(reader: TrajectoryReader, format: ExportFormat, options: ExportOptions): Job {
  for (const [option, formats] of Object.entries(KNOWN) as [keyof ExportOptions, ExportFormat[]][])
    if (options[option] !== undefined && !formats.includes(format))
      throw new RangeError(`${option}: is for ${formats.join(', ')}, and not for ${format}`);
  const { frame, every, body, colour, rate, range } = options;
  if (range && colour === undefined)
    throw new RangeError('range: is that of a colour, and none is asked for');
  if (rate !== undefined && !(rate > 0 && rate <= 1e6))
    throw new RangeError(`rate: must be frames a second, above 0 and at most 1e6, got ${rate}`);
  const choice = { first: frame ?? options.first, last: frame ?? options.last, every };
  if (chosenFrames(reader.count, choice).length === 0)
    throw new RangeError(
      reader.count === 0
        ? 'frames: there are none'
        : `frames: there are 0 to ${reader.count - 1}, and none of those asked for`,
    );
  const colours = colour === undefined ? [] : exportColours(reader);
  if (colour !== undefined && !colours.includes(colour))
    throw new RangeError(`colour: vertices have ${colours.join(', ') || 'no values'}, and no ${colour}`);
  const all = meshSequences(reader, { ...choice, strain: colour === 'strain' || format === 'ply' });
  const sequences = all.filter(({ name }) => body === undefined || name === body);
  if (sequences.length === 0) {
    const bodies = all.map(({ name }) => `"${name}"`).join(', ') || 'none';
    throw new RangeError(`body: those that have a surface are ${bodies}`);
  }
  const { id, title } = reader.info.scene;
  return {
    sequences,
    title: title || id,
    name: options.name ?? 'pliant',
    rate: rate ?? recordedRate(sequences[0].times, reader.info.dt),
    ...((options.colliders ?? true) && body === undefined && { forms: formSequences(reader, choice) }),
    options,
  };
}

const FORMATS: Record<ExportFormat, (job: Job) => AsyncGenerator<ExportedFile> | Generator<ExportedFile>> = {
  async *glb({ sequences, title, name, forms, options: { colour, range, stepped, progress } }) {
    const frames = sequences[0].times.length;
    if (frames > MOST_TARGETS)
      throw new RangeError(
        `frames: ${frames} are too many for one GLB; at most ${MOST_TARGETS}: "every" leaves some out`,
      );
    yield {
      name: `${name}.glb`,
      pieces: [await writeGlbFilm(sequences, title, { colour, range, stepped, forms, progress })],
    };
  },

  *usda({ sequences, rate, name, forms, options: { up, colour, range, progress } }) {
    const colouring = colour === undefined ? undefined : colouringOf(sequences, colour, range);
    yield {
      name: `${name}.usda`,
      pieces: encoded(usdaText(sequences.map(withoutLoose), { rate, up, colouring, forms, progress })),
    };
  },

  *pc2({ sequences, rate, name, options }) {
    const { up = 'z' } = options;
    const [sequence, ...others] = sequences;
    if (others.length > 0)
      throw new RangeError(
        `body: .pc2 holds one; pick one of ${sequences.map((one) => `"${one.name}"`).join(', ')}`,
      );
    const fixed = fixedMesh(sequence);
    if (!fixed)
      throw new RangeError(
        `body: "${sequence.name}" has no mesh that stays, as .pc2 needs; .usda, .obj and .ply can hold it`,
      );
    warnUneven(sequence, rate, options);
    const even = evenly(fixed, rate);
    yield { name: `${name}.pc2`, pieces: pc2Bytes(even, up) };
    const remark = `${up === 'z' ? '; import with forward Y, up Z' : ''}; vertices move as in the .pc2, ${rate} frames a second`;
    const body = { name: fixed.name, frame: fixed.frame(0) };
    yield { name: `${name}.obj`, pieces: encoded([objText([body], up, remark)]) };
  },

  obj: (job) => {
    const text = objTexts(job.options.up ?? 'y');
    return numbered(job, 'obj', (bodies) => encoded([text(bodies)]));
  },
  ply: (job) => numbered(job, 'ply', (bodies, up) => [plyBytes(bodies, up)]),
};

type Bodies = Parameters<typeof objText>[0];

function* numbered(
  { sequences, rate, name, options }: Job,
  ending: string,
  write: (bodies: Bodies, up: UpAxis) => Iterable<Uint8Array>,
): Generator<ExportedFile> {
  const { up = 'y', frame, progress } = options;
  warnUneven(sequences[0], rate, options);
  const even = sequences.map((sequence) => withoutLoose(evenly(sequence, rate)));
  const { times } = even[0];
  const digits = Math.max(4, String(times.length - 1).length);
  for (let i = 0; i < times.length; i++) {
    const bodies = even.map((sequence) => ({ name: sequence.name, frame: sequence.frame(i) }));
    const number = frame === undefined ? `_${String(i).padStart(digits, '0')}` : '';
    yield { name: `${name}${number}.${ending}`, pieces: write(bodies, up) };
    progress?.((i + 1) / times.length);
  }
}

function warnUneven({ times }: MeshSequence, rate: number, { warn, rate: asked }: ExportOptions): void {
  if (asked !== undefined || isEven(times, rate)) return;
  warn?.(
    `frames were not recorded at even times: they are put ${rate} a second apart, and between recorded ones lie on straight lines`,
  );
}

function* encoded(texts: Iterable<string>): Generator<Uint8Array> {
  for (const text of texts) yield utf8Bytes(text);
}
