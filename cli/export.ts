/** `pliant export`: writes the result of a run as files of other programs. */
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { buildScene, parseScene, rigidSolverFor, type Scene, SceneError } from 'pliant';
import { isLayeredSheet, sheetFileOf } from 'pliant/engine';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportOptions,
  exportFiles,
  TrajectoryError,
  TrajectoryReader,
  type UpAxis,
  writeSheetFile,
} from 'pliant/formats';
import type { FileSystem } from './disk.ts';
import { errorCode, Interruption, Refusal, reasonOf } from './failure.ts';
import { readBytes, readText } from './files.ts';
import { parseJournal } from './journal.ts';
import { numberIn, wholeIn } from './options.ts';
import { figure, toJson } from './output.ts';
import { OutputFiles } from './output-files.ts';
import { startProgress } from './progress.ts';
import { parseQuantities, QUANTITIES, quantitiesCsv } from './quantities.ts';
import { resume } from './resume.ts';
import {
  CHECKPOINT,
  SCENE,
  TRAJECTORY,
  UNFINISHED,
  UNFINISHED_JOURNAL,
  UNFINISHED_SCENE,
  UNFINISHED_TRAJECTORY,
} from './run-files.ts';
import type { Session } from './session.ts';
import { breathe, SIGNAL_EXIT, watchSignals } from './signals.ts';
import { targetFile } from './target-file.ts';

interface Options {
  output: string;
  force?: boolean;
  body?: string;
  first?: number;
  last?: number;
  every?: number;
  frame?: number;
  rate?: number;
  colour?: string;
  /** Two numbers separated by a comma. */
  range?: string;
  stepped?: boolean;
  /** False with --no-colliders. */
  colliders: boolean;
  up?: UpAxis;
  json?: boolean;
}

const ENDINGS = ['.glb', '.usda', '.pc2', '.obj', '.ply', '.sht', '.csv', '.json'] as const;

export function defineExport(command: Command, session: Session): void {
  command
    .description(
      `Writes the result of a run for other programs; the file extension chooses the format:
  .glb   deforming meshes for viewers, game engines and Blender; surfaces without a common mesh are stepped
  .usda  Universal Scene Description; topology may change
  .pc2   moving vertices for Blender's Mesh Cache (frame, z up), with the mesh as .obj beside it
  .obj .ply   one file per frame, NAME_0000.obj and so on; topology may change
  .sht   the final state of a layered sheet or a Provot sheet
  .csv .json  every reported quantity, one row per frame`,
    )
    .argument('<result>', 'directory of a result, also of an unfinished one, or a trajectory (.pltr)')
    .requiredOption('-o, --output <file>', `file to write: ${ENDINGS.join(', ')}`)
    .option('--force', 'overwrite existing files')
    .option('--body <name>', 'only this body')
    .option('--first <n>', 'first frame', wholeIn({ min: 0 }))
    .option('--last <n>', 'last frame', wholeIn({ min: 0 }))
    .option('--every <n>', 'export every n-th frame', wholeIn({ min: 1 }))
    .option('--frame <n>', 'only this frame', wholeIn({ min: 0 }))
    .option(
      '--rate <fps>',
      'frames per second of .usda, .pc2, .obj and .ply; the recorded rate by default',
      numberIn({ above: 0, max: 1e6 }),
    )
    .option('--colour <name>', 'colour vertices of .glb and .usda by strain, temperature, thickness, …')
    .option(
      '--range <low,high>',
      'values at the two ends of the colour scale; by default the smallest and largest of all frames',
    )
    .option('--no-colliders', 'leave colliders and rigid bodies out of a .glb, .usda or .obj')
    .option('--stepped', 'one mesh per frame in a .glb, instead of moving vertices')
    .addOption(new Option('--up <axis>', 'up axis; y by default, z for .usda and .pc2').choices(['y', 'z']))
    .option('--json', 'print the list of written files as JSON')
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
  refuseUnused(ending, options);
  const progress = startProgress(output.stderr, target, clock);
  const files = new OutputFiles(target, ENDINGS, options.force ?? false, fs);
  try {
    if (ending === '.csv' || ending === '.json') files.add(target, quantities(result, ending, fs));
    else if (ending === '.sht') files.add(target, await sheetText(result, options, fs));
    else if (isMesh(ending)) {
      const listener = {
        progress: (share: number) => progress.update(share),
        warn: (text: string) => output.warn(text),
      };
      await writeMeshes(result, target, ending, options, listener, files, fs);
    }
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

/** Options that tables and sheet files do not use: they are refused, since ignoring them would look like obeying them. */
function refuseUnused(ending: (typeof ENDINGS)[number], options: Options): void {
  const { frame, first, last, every, body, rate, colour, range, stepped, up } = options;
  const colliders = options.colliders ? undefined : false;
  const frames = { first, last, every };
  const [spare] = given(frames);
  if (frame !== undefined && spare !== undefined)
    throw new Refusal(`--frame selects one frame and cannot be combined with --${spare}`);
  if (isMesh(ending)) return;
  const unknown = { ...frames, frame, rate, colour, range, 'no-colliders': colliders, stepped, up };
  const [unused] = given(ending === '.sht' ? unknown : { ...unknown, body });
  if (unused !== undefined) throw new Refusal(`--${unused} has no effect on ${ending} files; remove it`);
}

function given(options: Record<string, unknown>): string[] {
  return Object.keys(options).filter((name) => options[name] !== undefined);
}

type MeshEnding = `.${ExportFormat}`;

function isMesh(ending: (typeof ENDINGS)[number]): ending is MeshEnding {
  return (EXPORT_FORMATS as readonly string[]).includes(ending.slice(1));
}

async function writeMeshes(
  result: string,
  target: string,
  ending: MeshEnding,
  options: Options,
  { progress, warn }: Pick<ExportOptions, 'progress' | 'warn'>,
  files: OutputFiles,
  fs: FileSystem,
): Promise<void> {
  const path = trajectoryOf(result, fs);
  const { force: _, output: __, json: ___, range, colliders, ...asked } = options;
  const name = target.slice(0, -ending.length);
  const format = ending.slice(1) as ExportFormat;
  const signals = watchSignals();
  try {
    const reader = new TrajectoryReader(readBytes(path, undefined, fs));
    const wanted = {
      ...asked,
      name,
      progress,
      warn,
      ...(range && { range: twoNumbers(range) }),
      ...(!colliders && { colliders }),
    };
    if (reader.torn) warn?.(tornText(path, reader));
    for await (const file of exportFiles(reader, format, wanted)) {
      const append = files.open(file.name === `${name}${ending.toLowerCase()}` ? target : file.name);
      for (const piece of file.pieces) {
        append(piece);
        await breathe();
        if (signals.received)
          throw new Interruption('interrupted; nothing is written', SIGNAL_EXIT[signals.received]);
      }
    }
  } catch (error) {
    if (error instanceof TrajectoryError) throw new Refusal(`${path}: ${error.message}`);
    throw error instanceof RangeError ? new Refusal(`${path}: ${error.message}`) : error;
  } finally {
    signals.end();
  }
}

/** Warns of a trajectory that a killed run left or that still grows; the frames that it has are valid. */
export function tornText(path: string, { torn, count }: TrajectoryReader): string {
  return `${path}: cut short at byte ${torn?.offset}; the ${count} frame(s) before it are whole and are used`;
}

function twoNumbers(text: string): [number, number] {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (numbers.length !== 2) throw new Refusal(`--range must be two numbers such as 0,0.1; got "${text}"`);
  return [numbers[0], numbers[1]];
}

/** Returns the trajectory of a result; without a finished one, that of the run in progress. */
export function trajectoryOf(result: string, fs: FileSystem): string {
  if (kindAt(result, fs) !== 'directory') return result;
  const names = [TRAJECTORY, UNFINISHED_TRAJECTORY];
  const name = names.find((known) => kindAt(join(result, known), fs) === 'file');
  if (name === undefined) throw new Refusal(`${result}: holds no result of a run (${names.join(', ')})`);
  return join(result, name);
}

export function kindAt(path: string, fs: FileSystem): string | undefined {
  try {
    return fs.stat(path).kind;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw new Refusal(`${path}: ${reasonOf(error)}`, { cause: error });
  }
}

function quantities(result: string, ending: '.csv' | '.json', fs: FileSystem): string {
  const table = join(result, QUANTITIES);
  const journal = join(result, UNFINISHED_JOURNAL);
  const finished = kindAt(table, fs) === 'file';
  if (!finished && kindAt(journal, fs) !== 'file')
    throw new Refusal(`${result}: holds no quantities; give the directory that "pliant run -o" wrote`);
  const csv = finished
    ? readText(table, undefined, fs)
    : quantitiesCsv(parseJournal(readText(journal, undefined, fs), journal).frames);
  const columns = parseQuantities(csv, table);
  return ending === '.csv' ? csv : `${toJson(Object.fromEntries(columns))}\n`;
}

/** Returns the first sheet, or the named one, at the end of the run, or at the last checkpoint of an unfinished run. */
async function sheetText(result: string, { body }: Options, fs: FileSystem): Promise<string> {
  const isUnfinished = kindAt(join(result, SCENE), fs) === undefined;
  const [known, state] = isUnfinished ? [UNFINISHED_SCENE, UNFINISHED] : [SCENE, CHECKPOINT];
  if (isUnfinished && kindAt(join(result, known), fs) === undefined)
    throw new Refusal(`${result}: holds no result of a run (${SCENE}, ${UNFINISHED_SCENE})`);
  const scene = sceneOf(join(result, known), fs);
  const world = buildScene(scene, { rigid: await rigidSolverFor(scene) });
  const checkpoint = join(result, state);
  resume(world, readBytes(checkpoint, undefined, fs), checkpoint);
  const layered = world.bodies.filter(isLayeredSheet);
  const sheet = layered.find(({ name }) => body === undefined || name === body);
  if (!sheet) {
    const names = layered.map(({ name }) => `"${name}"`).join(', ') || 'none';
    throw new Refusal(`.sht files hold one layered sheet; ${result} has ${names}`);
  }
  return writeSheetFile(sheetFileOf(world, sheet));
}

function sceneOf(path: string, fs: FileSystem): Scene {
  const text = readText(path, undefined, fs);
  try {
    return parseScene(text, path);
  } catch (error) {
    throw error instanceof SceneError ? new Refusal(error.message) : error;
  }
}
