/** `pliant run`: runs a scene and says, or keeps, what came of it. */
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import {
  buildScene,
  crossedSurfaces,
  crossingWarning,
  FILE_UNITS,
  type FileUnits,
  RapierMissingError,
  type RigidSolver,
  rigidSolverFor,
  type Scene,
  SceneError,
  type StepReport,
  sceneWarnings,
  type Threads,
  type World,
} from 'pliant';
import { begunInside } from './begun-inside.ts';
import { BondWatch } from './bond-watch.ts';
import { Interruption, Refusal, RunFailure } from './failure.ts';
import { frameInterval, thinningWarning } from './frame-spacing.ts';
import { loadScene, MOST_STEPS } from './load-scene.ts';
import { collect, numberIn, wholeIn } from './options.ts';
import { figure } from './output.ts';
import { startProgress } from './progress.ts';
import { openResultFolder, type ResultFolder } from './result-folder.ts';
import { branchWarning, resume } from './resume.ts';
import { CHECKPOINT, RESULT_NAMES, RunFiles, UNFINISHED } from './run-files.ts';
import { faultText, printFact, printSummary, unsolvedText } from './run-lines.ts';
import { type RunConditions, type RunSummary, summarise, tidy } from './run-summary.ts';
import type { Session } from './session.ts';
import { SIGNAL_EXIT, watchSignals } from './signals.ts';
import { simulate, startReport } from './simulate.ts';
import { guard } from './stability.ts';
import { overstrainedText, StrainWatch } from './strain-watch.ts';
import { refusePenetration, StrictWatch } from './strict.ts';
import { threadCount, withThreads } from './threads.ts';

interface RunOptions {
  output?: string;
  force?: boolean;
  seconds?: number;
  steps?: number;
  set?: string[];
  seed?: number;
  onto?: string[];
  units?: FileUnits;
  from?: string;
  checkpoint: number;
  threads: number;
  /** true: by half a thickness. */
  strict?: true | number;
  json?: boolean;
}

export function addRun(program: Command, session: Session): void {
  program
    .command('run')
    .summary('run a scene')
    .description(
      'Runs a scene: one of "pliant scenes" by its id, a scene file, or a sheet file (.sht), which falls.',
    )
    .argument('<scene>', 'id of a scene, a scene file, or a sheet file')
    .option('-o, --output <dir>', 'directory for the trajectory, report.html and a checkpoint')
    .option('--force', 'replace an earlier result in the directory')
    .option(
      '--seconds <s>',
      'simulated time to run, instead of that of the scene',
      numberIn({ above: 0, max: 1e6 }),
    )
    .option('--steps <n>', 'steps to run, instead of a time', wholeIn({ min: 1, max: MOST_STEPS }))
    .option('--set <path=value>', 'change a parameter of the scene; may be given several times', collect)
    .option(
      '--onto <file>',
      'polyhedra (.pol) that a sheet file falls on; may be given several times',
      collect,
    )
    .addOption(
      new Option('--units <name>', 'units of sheet and polyhedra files that state none').choices(FILE_UNITS),
    )
    .option('--seed <n>', 'start of every random choice', wholeIn({ min: 0, max: 2 ** 32 - 1 }))
    .option('--from <file>', 'go on from a checkpoint of the same scene')
    .option('--checkpoint <s>', 'seconds between checkpoints, with -o', numberIn({ min: 0, max: 1e6 }), 10)
    .option(
      '--threads <n>',
      'threads for implicit cloth, with the same result; other engines use one',
      threadCount,
      1,
    )
    .option(
      '--strict [m]',
      'fail if a sheet is deeper than this in a collider after any step (half its thickness when left out), or passes through a collider, or through itself or another where contact.self is on, at the end',
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

Ctrl-C ends a run after the present step; with -o its result so far is kept. A run that was killed leaves
DIR/unfinished.plsn instead: --from DIR/unfinished.plsn, with another directory for -o, goes on from there.`,
    )
    .action((name: string, options: RunOptions) => run(name, options, session));
}

interface Job extends Pick<RunConditions, 'stableStep' | 'warnings' | 'from' | 'isWholeScene'> {
  scene: Scene;
  world: World;
  /** Step number to stop at. */
  target: number;
  /** Steps from one recorded frame to the next, with -o. */
  interval: number;
  /** Files the job was made from. */
  inputs: string[];
}

async function run(name: string, options: RunOptions, session: Session): Promise<void> {
  await withThreads(options.threads, session.output, (threads) => runOn(threads, name, options, session));
}

async function runOn(threads: Threads, name: string, options: RunOptions, session: Session): Promise<void> {
  const job = await prepare(name, threads, options, session);
  for (const warning of job.warnings) session.output.warn(warning);
  const folder = options.output === undefined ? undefined : openFolder(options.output, job, options, session);
  try {
    const summary = await perform(job, folder?.path, options, session);
    refuseUnfinished(summary, options.output);
    if (summary.strict) refusePenetration(summary.strict);
  } finally {
    folder?.close();
  }
}

/** Everything that can be refused is refused here, before anything is written. */
async function prepare(name: string, threads: Threads, options: RunOptions, session: Session): Promise<Job> {
  if (options.steps !== undefined && options.seconds !== undefined) {
    throw new Refusal('--steps and --seconds both say how long to run; give one of them');
  }
  const { scene, files } = await loadScene(name, settingsOf(options), options.steps, options, session.fs);
  const rigid = await solverFor(name, scene);
  const { world, stability } = putTogether(name, scene, { threads, rigid }, options, session);
  const { from, output } = options;
  const target = targetOf(scene, world, options);
  const interval = frameInterval(target - world.steps, scene.dt, world.particles.count);
  const thinning = output === undefined ? undefined : thinningWarning(interval, scene.dt);
  const warnings = [
    ...sceneWarnings(scene).map(({ path, message }) => `${path}: ${message}`),
    from === undefined ? begunInside(world) : branchWarning(scene, from, session.fs),
    stability.warning,
    thinning,
  ];
  return {
    scene,
    world,
    target,
    stableStep: stability.limit,
    warnings: warnings.filter((warning) => warning !== undefined),
    from:
      from === undefined ? undefined : { checkpoint: from, seconds: tidy(world.time), steps: world.steps },
    interval,
    isWholeScene: from === undefined && options.steps === undefined && options.seconds === undefined,
    inputs: [...files, from, ...(options.onto ?? [])].filter((path) => path !== undefined),
  };
}

async function perform(
  job: Job,
  folder: string | undefined,
  options: RunOptions,
  session: Session,
): Promise<RunSummary> {
  const { scene, world, target } = job;
  const { output, clock } = session;
  const files = folder === undefined ? undefined : recordTo(folder, job, options, session);
  const signals = watchSignals();
  const progress = startProgress(output.stderr, scene.id, clock);
  try {
    const warnings = [...job.warnings];
    const warn = (text: string | undefined) => {
      if (text === undefined || warnings.includes(text)) return;
      warnings.push(text);
      output.warn(text);
    };
    const { strict } = options;
    const watch =
      strict === undefined ? undefined : new StrictWatch(world, strict === true ? undefined : strict);
    const strains = new StrainWatch(scene, world);
    const bonds = new BondWatch(world);
    const each = (report: StepReport) => {
      watch?.look(report);
      strains.look(report);
      bonds.look();
      files?.each(report);
    };
    const tally = await simulate(world, { dt: scene.dt, target, clock, progress, signals, each });
    progress.end();
    const recording = files?.recording(tally.last);
    // Of a sheet that refines itself the frames grow; at the start nobody knew how far.
    warn(recording && thinningWarning(recording.interval, scene.dt));
    if (tally.unsolved > 0) warn(unsolvedText(tally.unsolved));
    for (const one of strains.found) warn(overstrainedText(one));
    const crossed = crossedSurfaces(world);
    const crossing = crossingWarning(crossed);
    if (crossing !== undefined) warn(`at the end ${crossing}`);
    watch?.end(crossed, scene.contact.self);
    const summary = summarise(scene, world, tally, {
      ...job,
      warnings,
      recording,
      crossed,
      strict: watch?.result,
      strictDeepest: watch?.deepest ?? 0,
      bonds: bonds.facts,
      overstrained: strains.found,
    });
    // Printed first: a disk that is full at the end must not cost the numbers.
    if (options.json) output.json(summary);
    else printSummary(summary, scene, output);
    if (!files) return summary;
    progress.say('writing the result');
    const written = files.finish(summary, tally.last);
    progress.end();
    if (!options.json) printFact('written', `${written.join(', ')} to ${folder}`, output);
    return summary;
  } finally {
    progress.end();
    signals.end();
    files?.discard();
  }
}

function recordTo(
  folder: string,
  { scene, world, target, interval }: Job,
  { checkpoint }: RunOptions,
  session: Session,
) {
  const { clock, fs } = session;
  const options = {
    folder,
    scene,
    world,
    interval,
    target,
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

/** Some scenes are refused only when they are put together, such as one that needs too many sub-steps. */
function putTogether(
  name: string,
  scene: Scene,
  given: { threads: Threads; rigid: RigidSolver | undefined },
  { from }: RunOptions,
  { output, clock, fs }: Session,
) {
  const progress = startProgress(output.stderr, scene.id, clock);
  progress.say('putting the scene together');
  try {
    const world = buildScene(scene, { clock, ...given });
    if (from !== undefined) resume(world, from, fs);
    return { world, stability: guard(scene, world) };
  } catch (error) {
    throw error instanceof SceneError ? new Refusal(`${name}: ${error.message}`) : error;
  } finally {
    progress.end();
  }
}

/** Of a step; less time than this left is the rounding of the steps that were added up. */
const ROUNDING = 1e-3;

/** The step number to stop at. The steps before a checkpoint may have been of another length. */
function targetOf({ seconds, dt }: Scene, { steps, time }: World, options: RunOptions): number {
  const left = (seconds - time) / dt;
  const target = options.steps ?? (left > ROUNDING ? steps + Math.max(1, Math.round(left)) : steps);
  if (target > steps) return target;
  const [now, end] =
    options.steps === undefined
      ? [`${figure(time)} s`, `${figure(seconds)} s`]
      : [`step ${steps}`, `step ${target}`];
  throw new Refusal(`${options.from}: is at ${now}, and the run is to end at ${end}; ask for a longer one`);
}

function openFolder(
  path: string,
  { inputs }: Job,
  { force = false }: RunOptions,
  { fs }: Session,
): ResultFolder {
  return openResultFolder(path, { names: RESULT_NAMES, force, inputs, checkpoint: UNFINISHED }, fs);
}

/** A run that did not reach its end is told so after its result. */
function refuseUnfinished(
  { faults, interrupted, steps, seconds }: RunSummary,
  folder: string | undefined,
): void {
  if (faults.length > 0) throw new RunFailure(faultText(faults[0]));
  if (interrupted === undefined) return;
  const kept =
    folder === undefined
      ? 'nothing is kept without -o'
      : `--from ${join(folder, CHECKPOINT)} goes on from there`;
  throw new Interruption(
    `interrupted at step ${steps} (${figure(seconds)} s); ${kept}`,
    SIGNAL_EXIT[interrupted],
  );
}
