/** `pliant check`: tells whether files are sound: scenes, trajectories, checkpoints. */
import type { Command } from 'commander';
import {
  parseScene,
  readSnapshot,
  readTrajectory,
  SceneError,
  SnapshotError,
  sceneWarnings,
  TrajectoryError,
} from 'pliant';
import { Refusal } from './failure.ts';
import { type FileKind, type InputKind, kindOf, refuseResult } from './file-kind.ts';
import { decodeText, LARGEST_TEXT, readBytes } from './files.ts';
import type { Session } from './session.ts';

interface Finding {
  /** Place within the file, such as `bodies[0].material.density`; '' for the file as a whole. */
  path: string;
  message: string;
}

interface FileReport {
  file: string;
  kind: FileKind | 'unreadable';
  ok: boolean;
  errors: Finding[];
  warnings: Finding[];
}

export function addCheck(program: Command, session: Session): void {
  program
    .command('check')
    .summary('check input files')
    .description('Checks scenes, trajectories and checkpoints, told apart by their content.')
    .argument('<file...>', 'the files')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ pliant check my-scene.json
  $ pliant check out/scene.json out/trajectory.pltr out/checkpoint.plsn --json

Exit code 2 says that a file is not sound.`,
    )
    .action((files: string[], options: { json?: boolean }) => check(files, options.json ?? false, session));
}

function check(files: readonly string[], json: boolean, session: Session): void {
  const { output } = session;
  const reports = files.map((file) => examine(file, session));
  if (json) output.json({ ok: reports.every((report) => report.ok), files: reports });
  else for (const report of reports) print(report, session);
  const unsound = reports.filter((report) => !report.ok);
  if (unsound.length > 0) throw new Refusal(unsound.flatMap(errorLines).join('\n'));
}

function print({ file, kind, ok, warnings }: FileReport, { output }: Session): void {
  if (ok) output.line(`${file}: ${output.paint('green', 'ok')} (${kind})`);
  for (const { path, message } of warnings)
    output.warn([file, path, message].filter((part) => part).join(': '));
}

function errorLines({ file, errors }: FileReport): string[] {
  return errors.map(({ path, message }) => [file, path, message].filter((part) => part).join(': '));
}

function examine(file: string, { fs }: Session): FileReport {
  let kind: FileReport['kind'] = 'unreadable';
  try {
    const bytes = readBytes(file, undefined, fs);
    kind = kindOf(bytes);
    refuseResult(file, kind);
    return { file, kind, ok: true, errors: [], warnings: CHECKS[kind](file, bytes) };
  } catch (error) {
    return { file, kind, ok: false, errors: findings(file, error), warnings: [] };
  }
}

/** Each throws on an unsound file and returns its warnings. */
const CHECKS: Record<InputKind, (file: string, bytes: Uint8Array) => Finding[]> = {
  scene(file, bytes) {
    if (bytes.length > LARGEST_TEXT) {
      throw new Refusal(
        `${file}: is too large for a scene, ${bytes.length} bytes; the limit is ${LARGEST_TEXT}`,
      );
    }
    return sceneWarnings(parseScene(decodeText(file, bytes)));
  },
  trajectory(_, bytes) {
    const { torn, frames } = readTrajectory(bytes);
    const message = `cut short at byte ${torn?.offset}; the ${frames.length} frame(s) before it are whole`;
    if (torn) throw new TrajectoryError(torn.offset, message);
    return [];
  },
  checkpoint(_, bytes) {
    readSnapshot(bytes);
    return [];
  },
};

function findings(file: string, error: unknown): Finding[] {
  if (error instanceof SceneError) return error.problems.map(({ path, message }) => ({ path, message }));
  if (error instanceof TrajectoryError || error instanceof SnapshotError)
    return [{ path: '', message: error.message }];
  if (error instanceof Refusal) return [{ path: '', message: error.message.replace(`${file}: `, '') }];
  throw error;
}
