/** `pliant check`: checks whether files are valid: scenes, trajectories, checkpoints, sheets, polyhedra, meshes. */
import { type Command, Option } from 'commander';
import { parseScene, SceneError, SnapshotError, sceneWarnings } from 'pliant';
import { polyhedraShapes, readSnapshot, type ShapeSpec } from 'pliant/engine';
import {
  FILE_UNITS,
  FileError,
  type FileUnits,
  type PolyhedraFile,
  readPolyhedra,
  readSheetFile,
  readTrajectory,
  TrajectoryError,
} from 'pliant/formats';
import type { FileSystem } from './disk.ts';
import { Refusal } from './failure.ts';
import { type FileKind, type InputKind, kindOf, refuseResult } from './file-kind.ts';
import { decodeText, LARGEST_TEXT, readBytes } from './files.ts';
import { meshContent, readMeshFile, sceneWithMeshes } from './mesh-file.ts';
import type { Session } from './session.ts';
import { causeOf, polyhedraContent, sheetContent, statesUnits } from './text-file.ts';

interface Finding {
  /** Place within the file, such as `bodies[0].material.density`; '' for the file as a whole. */
  path: string;
  message: string;
}

interface FileReport {
  file: string;
  kind: FileKind | 'unreadable';
  ok: boolean;
  /** Summary of the contents in words; for sheets and polyhedra only. */
  content?: string;
  errors: Finding[];
  warnings: Finding[];
}

interface CheckOptions {
  json?: boolean;
  units?: FileUnits;
}

/** Kind and contents of a valid file. */
type Sound = Pick<FileReport, 'content' | 'warnings'>;

export function defineCheck(command: Command, session: Session): void {
  command
    .description(
      'Checks scenes, trajectories, checkpoints, sheets (.sht), polyhedra (.pol) and meshes (.obj, .glb, .stl, .ply). The content decides which kind a file is.',
    )
    .argument('<file...>', 'the files')
    .addOption(
      new Option('--units <name>', 'units of sheets and polyhedra that state none (default: si)').choices(
        FILE_UNITS,
      ),
    )
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ pliant check my-scene.json
  $ pliant check out/scene.json out/trajectory.pltr out/checkpoint.plsn --json
  $ pliant check sheet.sht wedge.pol --units cgs

Exit code 2: a file is not valid.`,
    )
    .action((files: string[], options: CheckOptions) => check(files, options, session));
}

async function check(files: readonly string[], options: CheckOptions, session: Session): Promise<void> {
  const { output } = session;
  const reports: FileReport[] = [];
  for (const file of files) reports.push(await examine(file, options, session));
  if (options.json) output.json({ ok: reports.every((report) => report.ok), files: reports });
  else for (const report of reports) print(report, session);
  const unsound = reports.filter((report) => !report.ok);
  if (unsound.length > 0) throw new Refusal(unsound.flatMap(errorLines).join('\n'));
}

function print({ file, kind, ok, content, warnings }: FileReport, { output }: Session): void {
  const what = content === undefined ? kind : `${kind}: ${content}`;
  if (ok) output.line(`${file}: ${output.paint('green', 'ok')} (${what})`);
  for (const { path, message } of warnings)
    output.warn([file, path, message].filter((part) => part).join(': '));
}

function errorLines({ file, errors }: FileReport): string[] {
  return errors.map(({ path, message }) => [file, path, message].filter((part) => part).join(': '));
}

async function examine(file: string, options: CheckOptions, { fs }: Session): Promise<FileReport> {
  let kind: FileReport['kind'] = 'unreadable';
  try {
    const bytes = readBytes(file, undefined, fs);
    kind = kindOf(bytes, file);
    refuseResult(file, kind);
    return { file, kind, ok: true, errors: [], ...(await CHECKS[kind](file, bytes, options, fs)) };
  } catch (error) {
    return { file, kind, ok: false, errors: findings(file, error), warnings: [] };
  }
}

/** Readers by kind of file; each throws on an invalid file. */
const CHECKS: Record<
  InputKind,
  (file: string, bytes: Uint8Array, options: CheckOptions, fs: FileSystem) => Sound | Promise<Sound>
> = {
  async scene(file, bytes, _, fs) {
    const { input } = await sceneWithMeshes(textOf(file, bytes, 'scene'), file, fs);
    return { warnings: sceneWarnings(parseScene(input)) };
  },
  trajectory(_, bytes) {
    const { torn, frames } = readTrajectory(bytes);
    const message = `cut short at byte ${torn?.offset}; the ${frames.length} frame(s) before it are whole`;
    if (torn) throw new TrajectoryError(torn.offset, message);
    return { warnings: [] };
  },
  checkpoint(_, bytes) {
    readSnapshot(bytes);
    return { warnings: [] };
  },
  sheet(file, bytes, options) {
    const text = textOf(file, bytes, 'sheet');
    return { content: sheetContent(readSheetFile(text, options)), warnings: unitWarnings(text, options) };
  },
  async mesh(file, bytes) {
    return { content: meshContent(await readMeshFile(file, bytes)), warnings: [] };
  },
  polyhedra(file, bytes, options) {
    const text = textOf(file, bytes, 'polyhedra');
    const polyhedra = readPolyhedra(text, options);
    return {
      content: polyhedraContent(polyhedra, shapesOf(file, polyhedra)),
      warnings: unitWarnings(text, options),
    };
  },
};

function shapesOf(file: string, polyhedra: PolyhedraFile): ShapeSpec[] {
  try {
    return polyhedraShapes(polyhedra);
  } catch (error) {
    throw error instanceof RangeError ? new Refusal(`${file}: ${error.message}`) : error;
  }
}

function textOf(file: string, bytes: Uint8Array, kind: InputKind): string {
  if (bytes.length > LARGEST_TEXT) {
    const size = `${bytes.length} bytes; the limit is ${LARGEST_TEXT}`;
    throw new Refusal(`${file}: is too large for a ${kind}: ${size}`);
  }
  return decodeText(file, bytes);
}

function unitWarnings(text: string, { units }: CheckOptions): Finding[] {
  if (units !== undefined || statesUnits(text)) return [];
  return [
    { path: '', message: 'states no units; SI is assumed (a first line "U si" or "U cgs" states them)' },
  ];
}

function findings(file: string, error: unknown): Finding[] {
  if (error instanceof SceneError) return error.problems.map(({ path, message }) => ({ path, message }));
  if (error instanceof TrajectoryError || error instanceof SnapshotError)
    return [{ path: '', message: error.message }];
  if (error instanceof FileError) return [{ path: `line ${error.line}`, message: causeOf(error) }];
  if (error instanceof Refusal) return [{ path: '', message: error.message.replace(`${file}: `, '') }];
  throw error;
}
