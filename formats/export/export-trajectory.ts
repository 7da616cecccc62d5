/**
 * Exports a trajectory to files of other programs, each by one function from bytes to bytes. The command line, the
 * studio's worker and web pages call it. Invalid options throw a `RangeError` that names the option.
 */

import { concatenated, utf8Bytes } from '../bytes.ts';
import { TrajectoryReader } from '../trajectory/trajectory-reader.ts';
import { type Forms, formMeshes, formSequences } from './collider-shapes.ts';
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
  /** Base name of the files, without extension. */
  name?: string;
  /** Exports only this body. */
  body?: string;
  /** Exports only this frame. */
  frame?: number;
  /** Frames per second of USDA, PC2 and numbered files; default: the recording rate. */
  rate?: number;
  /**
   * Value that colours the vertices in GLB and USDA: `strain`, `temperature`, `thickness`, …; see `exportColours`.
   */
  colour?: string;
  /** Values of the first and last colour; default: minimum and maximum over all frames. */
  range?: readonly [number, number];
  /** Writes one mesh per frame into a GLB, even if the topology is constant. */
  stepped?: boolean;
  /** Whether GLB, USDA and OBJ contain colliders and rigid bodies (except planes); default: true. */
  colliders?: boolean;
  /** Up axis of the file; default: y, for USDA and PC2 z. */
  up?: UpAxis;
  /** Called with the completed share, 0 to 1. */
  progress?: (share: number) => void;
  /** Called with warnings about information that the format cannot represent. */
  warn?: (text: string) => void;
}

export interface ExportedFile {
  name: string;
  /** Content in consecutive pieces. */
  pieces: Iterable<Uint8Array>;
}

/** Most frames in one GLB file: each is a morph target, and the weights grow with the square. */
const MOST_TARGETS = 2000;

/** Returns whole files in memory. */
export async function exportTrajectory(
  source: Uint8Array | TrajectoryReader,
  format: ExportFormat,
  options: ExportOptions = {},
): Promise<{ name: string; bytes: Uint8Array }[]> {
  const files: { name: string; bytes: Uint8Array }[] = [];
  for await (const { name, pieces } of exportFiles(source, format, options)) {
    files.push({ name, bytes: concatenated([...pieces]) });
  }
  return files;
}

/** Yields one file after another, each in pieces that are made on demand. */
export async function* exportFiles(
  source: Uint8Array | TrajectoryReader,
  format: ExportFormat,
  options: ExportOptions = {},
): AsyncGenerator<ExportedFile> {
  const reader = source instanceof TrajectoryReader ? source : new TrajectoryReader(source);
  yield* FORMATS[format](jobOf(reader, format, options));
}

/** Names of the values that vertices can be coloured by. */
export function exportColours(source: Uint8Array | TrajectoryReader): string[] {
  const reader = source instanceof TrajectoryReader ? source : new TrajectoryReader(source);
  return reader.count > 0 ? valueNames(meshSequences(reader, { last: 0 })) : [];
}

interface Job {
  sequences: MeshSequence[];
  title: string;
  name: string;
  /** Frames per second. */
  rate: number;
  /** Colliders and rigid bodies; undefined if they are not exported. */
  forms?: Forms;
  options: ExportOptions;
}

/** Options that only some formats support. */
const KNOWN: Partial<Record<keyof ExportOptions, readonly ExportFormat[]>> = {
  colour: ['glb', 'usda'],
  range: ['glb', 'usda'],
  stepped: ['glb'],
  colliders: ['glb', 'usda', 'obj'],
  rate: ['usda', 'pc2', 'obj', 'ply'],
  up: ['usda', 'pc2', 'obj', 'ply'],
};

function jobOf(reader: TrajectoryReader, format: ExportFormat, options: ExportOptions): Job {
  for (const [option, formats] of Object.entries(KNOWN) as [keyof ExportOptions, ExportFormat[]][])
    if (options[option] !== undefined && !formats.includes(format))
      throw new RangeError(`${option}: applies to ${formats.join(', ')}, not to ${format}`);
  const { frame, every, body, colour, rate, range } = options;
  if (range && colour === undefined)
    throw new RangeError('range: needs a colour; give one or remove the range');
  if (rate !== undefined && !(rate > 0 && rate <= 1e6))
    throw new RangeError(`rate: must be frames per second, above 0 and at most 1e6, got ${rate}`);
  const choice = { first: frame ?? options.first, last: frame ?? options.last, every };
  if (chosenFrames(reader.count, choice).length === 0)
    throw new RangeError(
      reader.count === 0
        ? 'frames: the trajectory has none'
        : `frames: the trajectory has 0 to ${reader.count - 1}, and the choice contains none of them`,
    );
  const colours = colour === undefined ? [] : exportColours(reader);
  if (colour !== undefined && !colours.includes(colour))
    throw new RangeError(`colour: no vertex has ${colour}; available: ${colours.join(', ') || 'none'}`);
  const all = meshSequences(reader, { ...choice, strain: colour === 'strain' || format === 'ply' });
  const sequences = all.filter(({ name }) => body === undefined || name === body);
  if (sequences.length === 0) {
    const bodies = all.map(({ name }) => `"${name}"`).join(', ') || 'none';
    throw new RangeError(`body: bodies with a surface are ${bodies}`);
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
        `frames: ${frames} are too many for one GLB, at most ${MOST_TARGETS}; use "every" to export fewer`,
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
        `body: "${sequence.name}" changes its topology, which .pc2 cannot store; use .usda, .obj or .ply`,
      );
    warnUneven(sequence, rate, options);
    const even = evenly(fixed, rate);
    yield { name: `${name}.pc2`, pieces: pc2Bytes(even, up) };
    const remark = `${up === 'z' ? '; import with forward Y, up Z' : ''}; vertices move as in the .pc2, ${rate} frames per second`;
    const body = { name: fixed.name, frame: fixed.frame(0) };
    yield { name: `${name}.obj`, pieces: encoded([objText([body], up, remark)]) };
  },

  obj: (job) => {
    const text = objTexts(job.options.up ?? 'y');
    const forms = job.forms ? formMeshes(job.forms, job.sequences[0].times) : [];
    const all = { ...job, sequences: [...job.sequences, ...forms] };
    return numbered(all, 'obj', (bodies) => encoded([text(bodies)]));
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
    `frames were recorded at uneven times: they are resampled to ${rate} per second with linear interpolation`,
  );
}

function* encoded(texts: Iterable<string>): Generator<Uint8Array> {
  for (const text of texts) yield utf8Bytes(text);
}
