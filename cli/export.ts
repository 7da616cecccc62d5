/** `pliant export`: the result of a run as files of other programs. */
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import {
  buildScene,
  chosenFrames,
  fixedMesh,
  type LayeredSheet,
  type MeshSequence,
  meshSequences,
  objText,
  parseScene,
  pc2Bytes,
  plyBytes,
  rigidSolverFor,
  type Scene,
  SceneError,
  sheetFileOf,
  TrajectoryError,
  TrajectoryReader,
  type UpAxis,
  usdaText,
  writeGlbFilm,
  writeSheetFile,
} from 'pliant';
import type { FileSystem } from './disk.ts';
import { errorCode, Refusal } from './failure.ts';
import { publish, readBytes, readText, StagedFile } from './files.ts';
import { parseJournal } from './journal.ts';
import { numberIn, wholeIn } from './options.ts';
import { figure, toJson } from './output.ts';
import { type Progress, startProgress } from './progress.ts';
import { parseQuantities, QUANTITIES, quantitiesCsv } from './quantities.ts';
import { resume } from './resume.ts';
import { CHECKPOINT, SCENE, TRAJECTORY, UNFINISHED_JOURNAL, UNFINISHED_TRAJECTORY } from './run-files.ts';
import type { Session } from './session.ts';
import { targetFile } from './target-file.ts';

interface Options {
  output: string;
  force?: boolean;
  body?: string;
  first?: number;
  last?: number;
  every: number;
  frame?: number;
  rate?: number;
  colour?: string;
  stepped?: boolean;
  up?: UpAxis;
  json?: boolean;
}

const ENDINGS = ['.glb', '.usda', '.pc2', '.obj', '.ply', '.sht', '.csv', '.json'] as const;
/** Frames of one GLB file: a morph target each, and weights by their square. */
const MOST_TARGETS = 2000;

export function addExport(program: Command, session: Session): void {
  program
    .command('export')
    .summary('write a result for other programs')
    .description(
      `Writes the result of a run for other programs; the name's ending says how:
  .glb   deforming meshes for viewers, game engines and Blender; surfaces without a common mesh are stepped
  .usda  Universal Scene Description; topology may change
  .pc2   moving vertices for Blender's Mesh Cache (frame, z up), with the mesh as .obj beside it
  .obj .ply   a file a frame, NAME_0000.obj and so on; topology may change
  .sht   the sheet as it is at the end (of layered sheets)
  .csv .json  every reported quantity, a row a frame`,
    )
    .argument('<result>', 'directory of a result, also of an unfinished one, or a trajectory (.pltr)')
    .requiredOption('-o, --output <file>', `file to write: ${ENDINGS.join(', ')}`)
    .option('--force', 'replace files that are there')
    .option('--body <name>', 'only this body')
    .option('--first <n>', 'first frame', wholeIn({ min: 0 }))
    .option('--last <n>', 'last frame', wholeIn({ min: 0 }))
    .option('--every <n>', 'every so many frames', wholeIn({ min: 1 }), 1)
    .option('--frame <n>', 'only this frame', wholeIn({ min: 0 }))
    .option(
      '--rate <fps>',
      'frames a second of a .usda, instead of those recorded',
      numberIn({ above: 0, max: 1e6 }),
    )
    .option(
      '--colour <name>',
      'colour vertices of a .glb by strain, temperature, thickness, … of its last frame',
    )
    .option('--stepped', 'one mesh a frame in a .glb, instead of moving vertices')
    .addOption(new Option('--up <axis>', 'axis that is up: y, and z for .usda and .pc2').choices(['y', 'z']))
    .option('--json', 'print what was written as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ pliant export out -o flag.glb --colour strain
  $ pliant export out -o flag.usda
  $ pliant export out/trajectory.pltr -o frames/flag.obj --every 10
  $ pliant export out -o quantities.json`,
    )
    .action((result: string, options: Options) => exportResult(result, options, session));
}

async function exportResult(result: string, options: Options, session: Session): Promise<void> {
  const { output, clock, fs } = session;
  const target = targetFile(options.output, ENDINGS, options.force, fs);
  const ending = ENDINGS.find((known) => target.toLowerCase().endsWith(known))!;
  const progress = startProgress(output.stderr, target, clock);
  const files = new OutputFiles(target, options.force ?? false, fs);
  try {
    if (ending === '.csv' || ending === '.json') files.add(target, quantities(result, ending, fs));
    else if (ending === '.sht') files.add(target, await sheetText(result, options, fs));
    else await MESHES[ending](meshJob(result, options, progress, fs), target, files);
    files.publish();
  } finally {
    progress.end();
    files.discard();
  }
  const written = { files: files.names, bytes: files.bytes };
  if (options.json) output.json(written);
  else {
    const [first] = files.names;
    const more = files.names.length > 1 ? ` and ${files.names.length - 1} more` : '';
    output.line(`${first}${more}: ${figure(files.bytes / 1e6)} MB`);
  }
}

/** Files that are written together: all of them, or none. */
class OutputFiles {
  readonly names: string[] = [];
  bytes = 0;
  readonly #staged: StagedFile[] = [];
  readonly #force: boolean;
  readonly #fs: FileSystem;
  readonly #target: string;

  constructor(target: string, force: boolean, fs: FileSystem) {
    this.#target = target;
    this.#force = force;
    this.#fs = fs;
  }

  add(path: string, pieces: Iterable<string | Uint8Array> | string | Uint8Array): void {
    if (path !== this.#target) targetFile(path, ENDINGS, this.#force, this.#fs);
    const file = new StagedFile(join(path, '..'), path.split(/[\\/]/).at(-1)!, this.#fs);
    this.#staged.push(file);
    this.names.push(path);
    for (const piece of typeof pieces === 'string' || pieces instanceof Uint8Array ? [pieces] : pieces) {
      const bytes = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
      this.bytes += bytes.length;
      file.append(bytes);
    }
    file.finish();
  }

  publish(): void {
    publish(join(this.#target, '..'), this.#staged, this.#fs);
  }

  /** What is not published goes. */
  discard(): void {
    for (const file of this.#staged) file.discard();
  }
}

interface MeshJob {
  sequences: MeshSequence[];
  title: string;
  /** Frames a second, as recorded. */
  rate: number;
  options: Options;
  progress: Progress;
}

function meshJob(result: string, options: Options, progress: Progress, fs: FileSystem): MeshJob {
  const path = trajectoryOf(result, fs);
  try {
    const reader = new TrajectoryReader(readBytes(path, undefined, fs));
    const { frame, every } = options;
    const first = frame ?? options.first;
    const last = frame ?? options.last;
    if (chosenFrames(reader.count, { first, last, every }).length === 0)
      throw new Refusal(`${path}: has frames 0 to ${reader.count - 1}, and none of those asked for`);
    const all = meshSequences(reader, { first, last, every });
    const sequences = all.filter(({ name }) => options.body === undefined || name === options.body);
    if (sequences.length === 0) {
      const bodies = all.map(({ name }) => `"${name}"`).join(', ') || 'none';
      throw new Refusal(`${path}: bodies that have a surface are ${bodies}`);
    }
    const { times } = sequences[0];
    const recorded = times.length > 1 ? 1 / (times[1] - times[0]) : 1 / reader.info.dt;
    const { id, title } = reader.info.scene;
    return { sequences, title: title || id, rate: options.rate ?? tidyRate(recorded), options, progress };
  } catch (error) {
    throw error instanceof TrajectoryError ? new Refusal(`${path}: ${error.message}`) : error;
  }
}

/** 59.99999999 is 60. */
function tidyRate(rate: number): number {
  return Number(rate.toPrecision(9));
}

const MESHES: Record<
  '.glb' | '.usda' | '.pc2' | '.obj' | '.ply',
  (job: MeshJob, target: string, files: OutputFiles) => void | Promise<void>
> = {
  async '.glb'({ sequences, title, options: { colour, stepped }, progress }, target, files) {
    if (sequences[0].times.length > MOST_TARGETS)
      throw new Refusal(
        `${sequences[0].times.length} frames are too many for one GLB; at most ${MOST_TARGETS}: --every leaves some out`,
      );
    refuseColour(colour, sequences);
    const update = (share: number) => progress.update(share);
    files.add(target, await writeGlbFilm(sequences, title, { colour, stepped, progress: update }));
  },
  '.usda'({ sequences, rate, options: { up }, progress }, target, files) {
    files.add(target, usdaText(sequences, { rate, up, progress: (share) => progress.update(share) }));
  },
  '.pc2'({ sequences, options: { up = 'z' } }, target, files) {
    const [sequence, ...others] = sequences;
    if (others.length > 0)
      throw new Refusal(
        `.pc2: holds one body; --body picks one of ${sequences.map(({ name }) => `"${name}"`).join(', ')}`,
      );
    const fixed = fixedMesh(sequence);
    if (!fixed)
      throw new Refusal(`.pc2: "${sequence.name}" has no mesh that stays; .usda, .obj and .ply can hold it`);
    files.add(target, pc2Bytes(fixed, up));
    const axes = up === 'z' ? '; import with forward Y, up Z' : '';
    files.add(
      target.replace(/\.pc2$/i, '.obj'),
      objText([{ name: fixed.name, frame: fixed.frame(0) }], up, `${axes}; vertices move as in the .pc2`),
    );
  },
  '.obj': (job, target, files) => eachFrame(job, target, files, (bodies, up) => objText(bodies, up)),
  '.ply': (job, target, files) => eachFrame(job, target, files, (bodies, up) => plyBytes(bodies, up)),
};

type Bodies = Parameters<typeof objText>[0];

function eachFrame(
  { sequences, options: { up = 'y', frame }, progress }: MeshJob,
  target: string,
  files: OutputFiles,
  write: (bodies: Bodies, up: UpAxis) => string | Uint8Array,
): void {
  const { times } = sequences[0];
  const digits = Math.max(4, String(times.length - 1).length);
  for (let i = 0; i < times.length; i++) {
    const bodies = sequences.map((sequence) => ({ name: sequence.name, frame: sequence.frame(i) }));
    const numbered = target.replace(/(\.\w+)$/, `_${String(i).padStart(digits, '0')}$1`);
    files.add(frame === undefined ? numbered : target, write(bodies, up));
    progress.update((i + 1) / times.length);
  }
}

function refuseColour(colour: string | undefined, sequences: readonly MeshSequence[]): void {
  if (colour === undefined) return;
  const known = new Set(sequences.flatMap((sequence) => [...sequence.frame(0).values.keys()]));
  if (sequences.some(({ free }) => !free)) known.add('strain');
  if (!known.has(colour))
    throw new Refusal(`--colour: vertices have ${[...known].join(', ')}, and no ${colour}`);
}

/** The trajectory of a result, of one that is under way where there is no other. */
export function trajectoryOf(result: string, fs: FileSystem): string {
  if (kindAt(result, fs) !== 'directory') return result;
  const names = [TRAJECTORY, UNFINISHED_TRAJECTORY];
  const name = names.find((known) => kindAt(join(result, known), fs) === 'file');
  if (name === undefined) throw new Refusal(`${result}: holds no result of a run (${names.join(', ')})`);
  return join(result, name);
}

function kindAt(path: string, fs: FileSystem): string | undefined {
  try {
    return fs.stat(path).kind;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function quantities(result: string, ending: '.csv' | '.json', fs: FileSystem): string {
  const table = join(result, QUANTITIES);
  const journal = join(result, UNFINISHED_JOURNAL);
  const finished = kindAt(table, fs) === 'file';
  if (!finished && kindAt(journal, fs) !== 'file')
    throw new Refusal(`${result}: holds no quantities of a run; they are in the directory that -o made`);
  const csv = finished
    ? readText(table, undefined, fs)
    : quantitiesCsv(parseJournal(readText(journal, undefined, fs), journal).frames);
  const columns = parseQuantities(csv, table);
  return ending === '.csv' ? csv : `${toJson(Object.fromEntries(columns))}\n`;
}

/** The first layered sheet, or the one that is named, as it is at the end. */
async function sheetText(result: string, { body }: Options, fs: FileSystem): Promise<string> {
  const path = join(result, SCENE);
  const scene = sceneOf(path, fs);
  const world = buildScene(scene, { rigid: await rigidSolverFor(scene) });
  const checkpoint = join(result, CHECKPOINT);
  resume(world, readBytes(checkpoint, undefined, fs), checkpoint);
  const layered = world.bodies.filter((one) => 'lattice' in one && 'springs' in one);
  const sheet = layered.find(({ name }) => body === undefined || name === body);
  if (!sheet) {
    const names = layered.map(({ name }) => `"${name}"`).join(', ') || 'none';
    throw new Refusal(`.sht: holds a layered sheet, and of ${result} those are ${names}`);
  }
  return writeSheetFile(sheetFileOf(world, sheet as unknown as LayeredSheet));
}

function sceneOf(path: string, fs: FileSystem): Scene {
  const text = readText(path, undefined, fs);
  try {
    return parseScene(text, path);
  } catch (error) {
    throw error instanceof SceneError ? new Refusal(error.message) : error;
  }
}
