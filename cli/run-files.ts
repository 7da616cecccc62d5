/**
 * The files that `pliant run -o` writes to its directory. During the run, the trajectory and a journal grow under temporary
 * names, and a checkpoint is replaced every few seconds, so that a killed run can continue from it. The other files are
 * written at the end, and all of them replace an earlier result at once.
 *
 * The order of writing makes a kill at any moment harmless. Trajectory and journal are flushed before the checkpoint that
 * refers to them gets its name. The scene of the unfinished run, which marks it as unfinished, is written last and
 * deleted first.
 */

import { join } from 'node:path';
import { type Scene, type StepReport, snapshot, type World } from 'pliant';
import { contactOf } from 'pliant/engine';

import {
  formedWalls,
  interleavePositions,
  isSameTopology,
  type RecordedValue,
  type ReportSeries,
  readBodyValues,
  recordedValues,
  refinedSheets,
  refinementJson,
  refinementSvg,
  renderReport,
  type TrajectoryMesh,
  TrajectoryReader,
  TrajectoryWriter,
  trajectoryInfo,
  trajectoryMeshes,
  trajectorySkins,
  wallsCsv,
  wallsJson,
  wallsSvg,
} from 'pliant/formats';
import type { FileSystem } from './disk.ts';
import { errorCode, Refusal, unwritable } from './failure.ts';
import { publish, quietly, readBytes, readText, StagedFile, writeWhole } from './files.ts';
import { FrameSpacing, thinningWarning } from './frame-spacing.ts';
import { type JournalHead, journalLine } from './journal.ts';
import { toJson } from './output.ts';
import { PACKAGE_FOLDER, programText } from './package.ts';
import { QUANTITIES, quantitiesCsv } from './quantities.ts';
import type { Recording, RunSummary } from './run-summary.ts';
import { startTally, type Tally } from './simulate.ts';
import type { Watched } from './watches.ts';

export const TRAJECTORY = 'trajectory.pltr';
export const CHECKPOINT = 'checkpoint.plsn';
export const REPORT = 'report.html';
export const RUN = 'run.json';
export const SCENE = 'scene.json';
/** Checkpoint of a run that is in progress or was killed. */
export const UNFINISHED = 'unfinished.plsn';
/** Its scene: scene.json may still be that of an earlier result. */
export const UNFINISHED_SCENE = 'unfinished.json';
/** Its trajectory, which can be read while it grows, and its journal. */
export const UNFINISHED_TRAJECTORY = 'unfinished.pltr';
export const UNFINISHED_JOURNAL = 'unfinished.jsonl';
/** Files of an unfinished run, in the order of deletion. */
export const UNFINISHED_NAMES = [
  UNFINISHED_SCENE,
  UNFINISHED,
  UNFINISHED_JOURNAL,
  UNFINISHED_TRAJECTORY,
] as const;
/** Wall thicknesses, for scenes with sheets that keep their volume. */
export const WALLS = ['thickness.json', 'thickness.csv', 'thickness.svg'] as const;
/** Final refinement of adaptive sheets. */
export const REFINEMENT = ['refinement.json', 'refinement.svg'] as const;
export const RESULT_NAMES = [
  TRAJECTORY,
  CHECKPOINT,
  REPORT,
  RUN,
  SCENE,
  QUANTITIES,
  ...WALLS,
  ...REFINEMENT,
  ...UNFINISHED_NAMES,
];

export interface RunFilesOptions {
  folder: string;
  scene: Scene;
  world: World;
  /** Start of the run; for one that continues, its start before the break. */
  head: JournalHead;
  /** Reports of the frames that an unfinished run had recorded up to its checkpoint; the files hold just those. */
  before?: readonly StepReport[];
  /** Returns the findings up to now, for checkpoints. */
  watched: () => Watched;
  /** Time from one checkpoint to the next, ms. */
  checkpointInterval: number;
  clock: () => number;
  fs: FileSystem;
}

export class RunFiles {
  readonly #options: RunFilesOptions;
  readonly #trajectory: StagedFile;
  readonly #journal: StagedFile;
  readonly #writer: TrajectoryWriter;
  readonly #values: RecordedValue[];
  /** The topology of the last frame. */
  #meshes: readonly TrajectoryMesh[];
  /** Number of recorded frames. */
  readonly #reports: StepReport[] = [];
  readonly #spacing: FrameSpacing;
  /** The page that the report is put into. */
  readonly #template: string;
  #recorded: number;
  #checkpointed: number;
  #positions: Float32Array | undefined;

  constructor(options: RunFilesOptions, start: StepReport) {
    this.#options = options;
    const { scene, world, folder, fs, head, before } = options;
    // First, so that a run whose results cannot be stored is not started.
    this.#template = reportTemplate(fs);
    this.#checkpointed = options.clock();
    this.#spacing = new FrameSpacing(head.interval);
    this.#values = recordedValues(world);
    const info = trajectoryInfo(scene, { world, quantised: head.quantised });
    const append = before !== undefined;
    if (!append) for (const name of UNFINISHED_NAMES) removeIfThere(join(folder, name), fs);
    this.#trajectory = new StagedFile(folder, TRAJECTORY, fs, { name: UNFINISHED_TRAJECTORY, append });
    this.#recorded = start.step;
    try {
      this.#journal = new StagedFile(folder, 'journal', fs, { name: UNFINISHED_JOURNAL, append });
      if (before) {
        const reader = new TrajectoryReader(readBytes(this.#trajectory.temporary, undefined, fs));
        this.#meshes = reader.frame(before.length - 1).meshes;
        this.#writer = new TrajectoryWriter(info, reader.firstMeshes, trajectorySkins(world));
        this.#goOn(before, reader);
        return;
      }
      this.#meshes = trajectoryMeshes(world);
      this.#writer = new TrajectoryWriter(info, this.#meshes, trajectorySkins(world));
      this.#journal.append(journalLine({ run: head }));
      this.#trajectory.append(this.#writer.header);
      this.#record(start);
      this.#checkpoint(startTally(start));
      writeWhole(join(folder, UNFINISHED_SCENE), `${toJson(scene)}\n`, fs);
    } catch (error) {
      this.discard();
      if (!append) for (const name of UNFINISHED_NAMES) quietly(() => fs.remove(join(folder, name)));
      throw error;
    }
  }

  /** Continues the files of an unfinished run, with the frame spacing of the uninterrupted run. */
  #goOn(before: readonly StepReport[], reader: TrajectoryReader): void {
    this.#writer.resumeAfter(reader.frame(before.length - 1));
    for (const [i, report] of before.entries()) {
      this.#spacing.recorded(reader.endOf(i) - reader.endOf(i - 1), this.#options.head.target - report.step);
      this.#recorded = report.step;
      this.#reports.push(report);
    }
  }

  /** After every step. */
  each(report: StepReport, tally: Tally): void {
    const { clock, checkpointInterval } = this.#options;
    if (report.step - this.#recorded >= this.#spacing.interval) this.#record(report);
    if (clock() - this.#checkpointed >= checkpointInterval) this.#checkpoint(tally);
  }

  /** Recording of the run whose last step this is: the longest distance between two frames. */
  recording(last: StepReport): Recording {
    const { interval } = this.#spacing;
    const { dt } = this.#options.scene;
    const frames = this.#reports.length + (last.step > this.#recorded ? 1 : 0);
    return { frames, interval, thinned: thinningWarning(interval, dt) !== undefined };
  }

  /**
   * Replaces the previous result, completely or not at all, and returns the names of the files. An interrupted run also
   * keeps what it needs to continue.
   */
  finish(summary: RunSummary, tally: Tally): string[] {
    const { folder, scene, world, fs } = this.#options;
    const { last, interrupted } = tally;
    if (interrupted) this.#checkpoint(tally);
    if (last.step > this.#recorded) this.#record(last);
    const staged = [this.#trajectory];
    const walls = formedWalls(world);
    const refined = refinedSheets(world);
    const stage = (name: string, content: string | Uint8Array) => {
      staged.push(new StagedFile(folder, name, fs));
      staged[staged.length - 1].append(
        typeof content === 'string' ? new TextEncoder().encode(content) : content,
      );
    };
    try {
      this.#trajectory.finish();
      stage(REPORT, this.#report(summary));
      stage(CHECKPOINT, snapshot(world));
      stage(SCENE, `${toJson(scene)}\n`);
      stage(RUN, `${toJson(summary)}\n`);
      stage(QUANTITIES, quantitiesCsv(this.#reports));
      if (walls.length > 0) {
        stage(WALLS[0], wallsJson(walls));
        stage(WALLS[1], wallsCsv(walls));
        stage(WALLS[2], wallsSvg(walls, scene.title || scene.id));
      }
      if (refined.length > 0) {
        stage(REFINEMENT[0], refinementJson(refined));
        stage(REFINEMENT[1], refinementSvg(refined, scene.title || scene.id));
      }
    } catch (error) {
      for (const file of staged) file.discard();
      throw error;
    }
    publish(folder, staged, fs);
    const maps = [...(walls.length > 0 ? WALLS : []), ...(refined.length > 0 ? REFINEMENT : [])];
    const stale = [...WALLS, ...REFINEMENT].filter((name) => !maps.includes(name));
    this.#journal.discard();
    const gone = interrupted ? stale : [...UNFINISHED_NAMES, ...stale];
    for (const name of gone) quietly(() => fs.remove(join(folder, name)));
    return [TRAJECTORY, REPORT, CHECKPOINT, SCENE, RUN, QUANTITIES, ...maps];
  }

  /** Closes the files; a run that failed can continue from them. */
  discard(): void {
    this.#trajectory.discard();
    this.#journal?.discard();
  }

  #record(report: StepReport): void {
    const { world, head } = this.#options;
    let bytes = 0;
    if (!isSameTopology(world, this.#meshes)) {
      this.#meshes = trajectoryMeshes(world);
      bytes += this.#append(this.#writer.mesh(this.#meshes));
    }
    this.#positions = interleavePositions(world.particles, this.#positions);
    bytes += this.#append(
      this.#writer.frame(
        report.time,
        this.#positions,
        Float32Array.from(contactOf(world).dynamicPoses()),
        readBodyValues(world, this.#values),
      ),
    );
    this.#spacing.recorded(bytes, head.target - report.step);
    this.#recorded = report.step;
    this.#reports.push(report);
    this.#journal.append(journalLine({ frame: report }));
  }

  #append(bytes: Uint8Array): number {
    this.#trajectory.append(bytes);
    return bytes.length;
  }

  #flush(): void {
    this.#trajectory.flush();
    this.#journal.flush();
  }

  #checkpoint(tally: Tally): void {
    const { folder, world, clock, fs, watched } = this.#options;
    this.#journal.append(journalLine({ checkpoint: tally, watched: watched() }));
    this.#flush();
    writeWhole(join(folder, UNFINISHED), snapshot(world), fs);
    this.#checkpointed = clock();
  }

  #report(summary: RunSummary): string {
    const { scene, fs } = this.#options;
    const { id, title, about, paper } = scene;
    const { faults, scene: _, ...facts } = summary;
    return renderReport(this.#template, {
      facts: { ...facts, scene: { id, title, about, paper }, fault: faults[0], version: programText() },
      series: seriesOf(this.#reports),
      trajectory: readBytes(this.#trajectory.temporary, undefined, fs),
    });
  }
}

function reportTemplate(fs: FileSystem): string {
  try {
    return readText(join(PACKAGE_FOLDER, 'dist', 'report', 'template.html'), undefined, fs);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(`the template of ${REPORT} cannot be read (run "npm run build" first): ${reason}`);
  }
}

function seriesOf(reports: readonly StepReport[]): ReportSeries {
  const series: ReportSeries = {
    time: [],
    energy: {},
    strainMean: [],
    strainMax: [],
    particles: [],
    phases: {},
  };
  for (const report of reports) {
    series.time.push(report.time);
    series.strainMean.push(report.strain.mean);
    series.strainMax.push(report.strain.max);
    series.particles.push(report.particles);
    for (const [name, joules] of Object.entries(report.energy)) (series.energy[name] ??= []).push(joules);
    for (const [name, ms] of Object.entries(report.phases)) (series.phases[name] ??= []).push(ms);
  }
  return series;
}

function removeIfThere(path: string, fs: FileSystem): void {
  try {
    fs.remove(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw unwritable(path, error);
  }
}
