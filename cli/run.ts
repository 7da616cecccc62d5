/** `pliant run`: runs a scene, prints a summary and stores results. */
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import {
  buildScene,
  RapierMissingError,
  type RigidSolver,
  rigidSolverFor,
  type Scene,
  SceneError,
  type StepReport,
  sceneParameters,
  sceneWarnings,
  type World,
} from 'pliant';
import { contactOf, crossingWarning, type Threads } from 'pliant/engine';
import { FILE_UNITS, type FileUnits, frameBytes, trajectoryInfo, trajectoryMeshes } from 'pliant/formats';
import { begunInside } from './begun-inside.ts';
import { type BranchPoint, findFrame, stateAt } from './branch.ts';
import type { FileSystem } from './disk.ts';
import { kindAt } from './export.ts';
import { Interruption, Refusal, RunFailure } from './failure.ts';
import { readBytes } from './files.ts';
import { frameInterval, thinningWarning } from './frame-spacing.ts';
import type { JournalHead } from './journal.ts';
import { loadScene, MOST_STEPS } from './load-scene.ts';
import { collect, numberIn, wholeIn } from './options.ts';
import { figure } from './output.ts';
import { startProgress } from './progress.ts';
import { openResultFolder, type ResultFolder } from './result-folder.ts';
import { branchWarning, resume } from './resume.ts';
import { RESULT_NAMES, RunFiles, SCENE, UNFINISHED_SCENE } from './run-files.ts';
import { faultText, matterWayText, printFact, printSummary, unsolvedText } from './run-lines.ts';
import { type RunSummary, summarise, tidy } from './run-summary.ts';
import type { Session } from './session.ts';
import { SIGNAL_EXIT, watchSignals } from './signals.ts';
import { simulate, startReport, type Tally } from './simulate.ts';
import { guard } from './stability.ts';
import { overstrainedText } from './strain-watch.ts';
import { refusePenetration } from './strict.ts';
import { threadCount, withThreads } from './threads.ts';
import { readUnfinished, type TakenUp, takeUp } from './unfinished.ts';
import { type StrictOption, Watches } from './watches.ts';

export interface RunOptions {
  output?: string;
  force?: boolean;
  seconds?: number;
  steps?: number;
  set?: string[];
  seed?: number;
  onto?: string[];
  units?: FileUnits;
  from?: string;
  /** Directory of an unfinished run. */
  resume?: string;
  quantise?: boolean;
  checkpoint: number;
  threads: number;
  strict?: StrictOption;
  json?: boolean;
}

export function defineRun(command: Command, session: Session): void {
  command
    .description(
      'Runs a scene: one of "pliant scenes" by its id, a scene file, or a sheet file (.sht), which is dropped.',
    )
    .argument('[scene]', 'id of a scene, a scene file, a sheet file, or the directory of an earlier result')
    .option('-o, --output <dir>', 'directory for the trajectory, report.html and a checkpoint')
    .option('--force', 'overwrite an earlier result in the directory')
    .option(
      '--seconds <s>',
      'simulated time to run, instead of that of the scene',
      numberIn({ above: 0, max: 1e6 }),
    )
    .option('--steps <n>', 'number of steps to run, instead of a time', wholeIn({ min: 1, max: MOST_STEPS }))
    .option('--set <path=value>', 'change a parameter of the scene; repeatable', collect)
    .option('--onto <file>', 'polyhedra (.pol) that a sheet file falls on; repeatable', collect)
    .addOption(
      new Option('--units <name>', 'units of sheet and polyhedra files that state none').choices(FILE_UNITS),
    )
    .option('--seed <n>', 'random seed', wholeIn({ min: 0, max: 2 ** 32 - 1 }))
    .option(
      '--from <file|frame>',
      'continue from a checkpoint of the same scene, or from a frame of an earlier result',
    )
    .option('--resume <dir>', 'continue a killed or interrupted run in this directory')
    .option(
      '--quantise',
      'record positions as 16-bit fractions of their bounding box, which halves the trajectory',
    )
    .option('--checkpoint <s>', 'wall-clock seconds between checkpoints', numberIn({ min: 0, max: 1e6 }), 10)
    .option(
      '--threads <n>',
      'threads for implicit cloth; the result is the same. Other engines use one',
      threadCount,
      1,
    )
    .option(
      '--strict [m]',
      'fail if after any step a sheet is deeper than this inside a collider (default: half its thickness), or if surfaces cross at the end',
      numberIn({ min: 0, max: 1e3 }),
    )
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ pliant run flag
  $ pliant run flag -o out             out/report.html shows it in a browser
  $ pliant run flag --set flag.points=73 --set engine.name=verlet
  $ pliant run my-scene.json --steps 100 --json
  $ pliant run drape --strict 0.001
  $ pliant run sheet.sht --onto wedge.pol -o out
  $ pliant run out/scene.json --from out/checkpoint.plsn --seconds 8
  $ pliant run out --from 120 --set gravity[1]=-1.6 -o moon
  $ pliant run --resume out

Ctrl-C ends a run after the current step; with -o its result so far is kept. --resume DIR continues a run that was interrupted
or killed, to the same bytes; DIR/unfinished.pltr is its trajectory so far. --from DIR/unfinished.plsn, with another directory
for -o, continues from its checkpoint with other parameters.`,
    )
    .configureOutput({
      outputError: (text) =>
        session.output.error(`${text.replace(/^error: /, '').trimEnd()}${settingHint(text)}`),
    })
    .action((name: string | undefined, options: RunOptions) => run(name, options, session));
}

/** Returns how a parameter of the scene is set, if the refused option is named like one; else ''. */
function settingHint(error: string): string {
  const option = /unknown option '--([\w.-]+)/.exec(error)?.[1];
  const row = sceneParameters().find(({ path }) => path === option || path.startsWith(`${option}.`));
  if (!row) return '';
  const values = row.choices.length > 0 ? `, one of ${row.choices.join(', ')}` : '';
  return `\n(A parameter of the scene is set by --set ${row.path}=<value>${values})`;
}

interface Job {
  scene: Scene;
  world: World;
  /** Options as given; with -o the journal has them too. */
  head: JournalHead;
  /** Files the job was made from. */
  inputs: string[];
}

/** Runs a scene, also for commands that need a result to work on. */
export async function run(name: string | undefined, options: RunOptions, session: Session): Promise<void> {
  const given = options.resume === undefined ? name : undefined;
  if (options.resume !== undefined) refuseChanges(name, options);
  else if (given === undefined)
    throw new Refusal('missing required argument \'scene\'; "pliant scenes" lists the shipped ones');
  await withThreads(options.threads, session.output, (threads) =>
    given === undefined
      ? resumeOn(threads, options.resume ?? '', options, session)
      : runOn(threads, given, options, session),
  );
}

async function runOn(threads: Threads, name: string, options: RunOptions, session: Session): Promise<void> {
  const job = await prepare(name, threads, options, session);
  for (const warning of job.head.warnings) session.output.warn(warning);
  const folder = options.output === undefined ? undefined : openFolder(options.output, job, options, session);
  try {
    end(await perform(job, folder?.path, undefined, options, session), options.output);
  } finally {
    folder?.close();
  }
}

function end(summary: RunSummary, folder: string | undefined): void {
  refuseUnfinished(summary, folder);
  if (summary.strict) refusePenetration(summary.strict);
}

/** Refuses arguments and options that `--resume` takes from the directory. */
function refuseChanges(name: string | undefined, options: RunOptions): void {
  if (name !== undefined) throw new Refusal(`--resume uses the scene of the directory; remove ${name}`);
  const { output, seconds, steps, set, seed, onto, units, from, quantise, strict } = options;
  const changes = { output, seconds, steps, set, seed, onto, units, from, quantise, strict };
  const [changed] = Object.entries(changes).find(([, value]) => value !== undefined) ?? [];
  if (changed === undefined) return;
  throw new Refusal(
    `--resume continues a run unchanged; remove --${changed}. To change parameters, branch with pliant run DIR --from FRAME`,
  );
}

async function resumeOn(threads: Threads, path: string, options: RunOptions, session: Session) {
  const { fs } = session;
  const { scene, head, checkpoint } = refusedScene(path, () => readUnfinished(path, fs));
  const folder = openResultFolder(path, { names: [], force: true, inputs: [] }, fs);
  try {
    const rigid = await solverFor(path, scene);
    const { world } = putTogether(path, scene, { threads, rigid }, checkpoint, session);
    const takenUp = takeUp(path, world.steps, fs);
    for (const warning of head.warnings) session.output.warn(warning);
    const job = { scene, world, head, inputs: [] };
    end(await perform(job, folder.path, takenUp, options, session), path);
  } finally {
    folder.close();
  }
}

/** Everything that can be refused is refused here, before anything is written. */
async function prepare(name: string, threads: Threads, options: RunOptions, session: Session): Promise<Job> {
  if (options.steps !== undefined && options.seconds !== undefined) {
    throw new Refusal('--steps and --seconds both set the length of the run. Give one of them.');
  }
  const { fs } = session;
  const folder = isResult(name, fs) ? name : undefined;
  const isFrame = /^\d{1,9}$/.test(options.from ?? '');
  if (folder === undefined && isUnfinished(name, fs))
    throw new Refusal(
      `${name}: holds an unfinished run. Continue it with pliant run --resume ${name}; you can branch from its frames when it has ended`,
    );
  const file = folder === undefined ? name : join(folder, SCENE);
  if (folder === undefined && isFrame && kindAt(options.from!, fs) === undefined)
    throw new Refusal(
      `--from ${options.from}: a frame number needs the directory of a result, and ${name} is not one`,
    );
  const { scene, files } = await loadScene(file, settingsOf(options), options.steps, options, fs);
  const rigid = await solverFor(name, scene);
  const point =
    folder !== undefined && isFrame
      ? refusedScene(name, () => findFrame(folder, Number(options.from), fs))
      : undefined;
  const from = point ? `${folder}, frame ${point.frame}` : options.from;
  const { world, stability } = putTogether(name, scene, { threads, rigid }, point ?? from, session);
  const { output } = options;
  const target = targetOf(scene, world, options, from);
  const recorded = trajectoryInfo(scene, { world, quantised: options.quantise });
  const bytes = frameBytes(recorded, trajectoryMeshes(world));
  const interval = frameInterval(target - world.steps, scene.dt, bytes);
  const thinning = output === undefined ? undefined : thinningWarning(interval, scene.dt);
  const warnings = [
    ...sceneWarnings(scene).map(({ path, message }) => `${path}: ${message}`),
    from === undefined ? begunInside(world) : branchWarning(scene, from, point?.scene ?? fs),
    stability.warning,
    thinning,
  ];
  const start =
    from === undefined ? undefined : { checkpoint: from, seconds: tidy(world.time), steps: world.steps };
  return {
    scene,
    world,
    head: {
      target,
      interval,
      isWholeScene: from === undefined && options.steps === undefined && options.seconds === undefined,
      quantised: options.quantise ?? false,
      strict: options.strict,
      stableStep: stability.limit,
      warnings: warnings.filter((warning) => warning !== undefined),
      from: start,
    },
    inputs: [...files, point ? undefined : from, ...(options.onto ?? [])].filter(
      (path) => path !== undefined,
    ),
  };
}

async function perform(
  job: Job,
  folder: string | undefined,
  takenUp: TakenUp | undefined,
  options: RunOptions,
  session: Session,
): Promise<RunSummary> {
  const { scene, world, head } = job;
  const { output, clock } = session;
  const signals = watchSignals();
  const progress = startProgress(output.stderr, scene.id, clock);
  let files: RunFiles | undefined;
  try {
    const watches = new Watches(scene, world, head.strict, takenUp?.watched);
    files = folder === undefined ? undefined : recordTo(folder, job, watches, takenUp, options, session);
    const warnings = [...head.warnings];
    const warn = (text: string | undefined) => {
      if (text === undefined || warnings.includes(text)) return;
      warnings.push(text);
      output.warn(text);
    };
    const each = (report: StepReport, tally: Tally) => {
      watches.look(report);
      files?.each(report, tally);
    };
    const { target } = head;
    const before = takenUp?.tally;
    const tally = await simulate(world, { dt: scene.dt, target, clock, progress, signals, before, each });
    progress.end();
    const recording = files?.recording(tally.last);
    // Frames of a sheet that refines itself grow by an amount that is unknown at the start.
    warn(recording && thinningWarning(recording.interval, scene.dt));
    if (tally.unsolved > 0) warn(unsolvedText(tally.unsolved, scene));
    if (tally.matterWay !== undefined) warn(matterWayText(tally.matterWay, world.substeps));
    // A fault has a message of its own.
    if (!world.fault) for (const one of watches.strains.found) warn(overstrainedText(one));
    const crossed = contactOf(world).crossed();
    const crossing = crossingWarning(crossed);
    if (crossing !== undefined) warn(`at the end ${crossing}`);
    const summary = summarise(scene, world, tally, {
      stableStep: head.stableStep,
      from: head.from,
      isWholeScene: head.isWholeScene,
      warnings,
      recording,
      crossed,
      strict: watches.strict?.result(crossed, scene.contact.self === true),
      strictDeepest: watches.strict?.soFar.deepest ?? 0,
      bonds: watches.bonds.facts,
      overstrained: watches.strains.found,
    });
    // Printed first, so that a full disk does not cost the numbers.
    if (options.json) output.json(summary);
    else printSummary(summary, scene, output);
    if (!files) return summary;
    progress.say('writing the result');
    const written = files.finish(summary, tally);
    progress.end();
    if (!options.json) printFact('written', `${written.join(', ')} to ${folder}`, output);
    return summary;
  } catch (error) {
    const Kind = [RunFailure, Refusal].find((kind) => error instanceof kind);
    if (!Kind || folder === undefined || !isUnfinished(folder, session.fs)) throw error;
    const goesOn = `continue from the last checkpoint with pliant run --resume ${folder}`;
    throw new Kind(`${(error as Error).message}; ${goesOn}`, { cause: error });
  } finally {
    progress.end();
    signals.end();
    files?.discard();
  }
}

function recordTo(
  folder: string,
  { scene, world, head }: Job,
  watches: Watches,
  takenUp: TakenUp | undefined,
  { checkpoint }: RunOptions,
  { clock, fs }: Session,
) {
  const options = {
    folder,
    scene,
    world,
    head,
    before: takenUp?.before,
    watched: () => watches.soFar,
    checkpointInterval: 1000 * checkpoint,
    clock,
    fs,
  };
  return new RunFiles(options, startReport(world, scene.dt));
}

function settingsOf({ set = [], seconds, seed }: RunOptions) {
  return [
    { option: '--set', settings: set },
    { option: '--seconds', settings: seconds === undefined ? [] : [`seconds=${seconds}`] },
    { option: '--seed', settings: seed === undefined ? [] : [`seed=${seed}`] },
  ];
}

async function solverFor(name: string, scene: Scene): Promise<RigidSolver | undefined> {
  try {
    return await rigidSolverFor(scene);
  } catch (error) {
    throw error instanceof RapierMissingError ? new Refusal(`${name}: ${error.message}`) : error;
  }
}

/** Builds the world. Some scenes are refused only here, such as one that needs too many sub-steps. */
function putTogether(
  name: string,
  scene: Scene,
  given: { threads: Threads; rigid: RigidSolver | undefined },
  from: string | BranchPoint | undefined,
  { output, clock, fs }: Session,
) {
  const progress = startProgress(output.stderr, scene.id, clock);
  progress.say('building the scene');
  try {
    const world = buildScene(scene, { clock, ...given });
    if (typeof from === 'string') resume(world, readBytes(from, undefined, fs), from);
    else if (from !== undefined) {
      progress.say(`recomputing up to frame ${from.frame}`);
      resume(world, stateAt(from, { clock, ...given }, progress, fs), `${name}, frame ${from.frame}`);
    }
    return { world, stability: guard(scene, world) };
  } catch (error) {
    throw error instanceof SceneError ? new Refusal(`${name}: ${error.message}`) : error;
  } finally {
    progress.end();
  }
}

function refusedScene<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof SceneError ? new Refusal(`${name}: ${error.message}`) : error;
  }
}

/** Whether a path is the directory of a result. */
function isUnfinished(folder: string, fs: FileSystem): boolean {
  try {
    return fs.stat(join(folder, UNFINISHED_SCENE)).kind === 'file';
  } catch {
    return false;
  }
}

function isResult(path: string, fs: FileSystem): boolean {
  try {
    return fs.stat(path).kind === 'directory' && fs.stat(join(path, SCENE)).kind === 'file';
  } catch {
    return false;
  }
}

/** Rounding error of the sum of steps, as a share of a step. */
const ROUNDING = 1e-3;

/** The step number to stop at. The steps before a checkpoint may have been of another length. */
function targetOf(
  { seconds, dt }: Scene,
  { steps, time }: World,
  options: RunOptions,
  from: string | undefined,
): number {
  const left = (seconds - time) / dt;
  const target = options.steps ?? (left > ROUNDING ? steps + Math.max(1, Math.round(left)) : steps);
  if (target > steps) return target;
  const [now, end] =
    options.steps === undefined
      ? [`${figure(time)} s`, `${figure(seconds)} s`]
      : [`step ${steps}`, `step ${target}`];
  throw new Refusal(
    `${from}: is already at ${now}, and the run would end at ${end}. Use a larger --seconds or --steps`,
  );
}

function openFolder(
  path: string,
  { inputs }: Job,
  { force = false }: RunOptions,
  { fs }: Session,
): ResultFolder {
  return openResultFolder(path, { names: RESULT_NAMES, force, inputs, unfinished: UNFINISHED_SCENE }, fs);
}

/** Throws if the run did not reach its end, after its results were written. */
function refuseUnfinished(
  { faults, interrupted, steps, seconds }: RunSummary,
  folder: string | undefined,
): void {
  if (faults.length > 0) throw new RunFailure(faultText(faults[0]));
  if (interrupted === undefined) return;
  const kept =
    folder === undefined ? 'nothing was kept, since -o was not given' : `continue with --resume ${folder}`;
  throw new Interruption(
    `interrupted at step ${steps} (${figure(seconds)} s); ${kept}`,
    SIGNAL_EXIT[interrupted],
  );
}
