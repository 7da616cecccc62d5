/**
 * What `pliant run -o` leaves in its directory. The trajectory grows under a temporary name; a checkpoint is
 * replaced every few seconds, so that a killed run can go on from it; the rest is written when the run ends, and
 * all of it takes the place of an earlier result at once.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  formedWalls,
  freePlaces,
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
  type Scene,
  type StepReport,
  snapshot,
  type TrajectoryMesh,
  TrajectoryWriter,
  trajectoryInfo,
  trajectoryMeshes,
  trajectorySkins,
  type World,
  wallsCsv,
  wallsJson,
  wallsSvg,
} from 'pliant';
import type { FileSystem } from './disk.ts';
import { type FileContent, publish, quietly, readBytes, StagedFile, writeTogether } from './files.ts';
import { FrameSpacing, thinningWarning } from './frame-spacing.ts';
import { toJson } from './output.ts';
import { PACKAGE_FOLDER, programText } from './package.ts';
import type { Recording, RunSummary } from './run-summary.ts';

export const TRAJECTORY = 'trajectory.pltr';
export const CHECKPOINT = 'checkpoint.plsn';
export const REPORT = 'report.html';
export const RUN = 'run.json';
export const SCENE = 'scene.json';
/** The checkpoint of a run that is still going on, or was killed. */
export const UNFINISHED = 'unfinished.plsn';
/** Its scene: scene.json may still be that of an earlier result. */
export const UNFINISHED_SCENE = 'unfinished.json';
/** How thick the walls became, where a scene has sheets that keep their volume. */
export const WALLS = ['thickness.json', 'thickness.csv', 'thickness.svg'] as const;
/** Where sheets that refine themselves are fine at the end. */
export const REFINEMENT = ['refinement.json', 'refinement.svg'] as const;
export const RESULT_NAMES = [
  TRAJECTORY,
  CHECKPOINT,
  REPORT,
  RUN,
  SCENE,
  ...WALLS,
  ...REFINEMENT,
  UNFINISHED,
  UNFINISHED_SCENE,
];

export interface RunFilesOptions {
  folder: string;
  scene: Scene;
  world: World;
  /** Steps from one recorded frame to the next, at first. */
  interval: number;
  /** Step number the run is to end at. */
  target: number;
  /** ms from one checkpoint to the next. */
  checkpointInterval: number;
  clock: () => number;
  fs: FileSystem;
}

export class RunFiles {
  readonly #options: RunFilesOptions;
  readonly #trajectory: StagedFile;
  readonly #writer: TrajectoryWriter;
  readonly #values: RecordedValue[];
  /** The topology of the last frame. */
  #meshes: TrajectoryMesh[];
  readonly #series: ReportSeries = {
    time: [],
    energy: {},
    strainMean: [],
    strainMax: [],
    particles: [],
    stages: {},
  };
  readonly #spacing: FrameSpacing;
  #recorded: number;
  #frames = 0;
  #checkpointed: number;
  #isSceneKept = false;
  #positions: Float32Array | undefined;

  constructor(options: RunFilesOptions, start: StepReport) {
    this.#options = options;
    this.#checkpointed = options.clock();
    this.#spacing = new FrameSpacing(options.interval);
    this.#meshes = trajectoryMeshes(options.world);
    const { scene, world } = options;
    this.#writer = new TrajectoryWriter(
      trajectoryInfo(scene, { world }),
      this.#meshes,
      trajectorySkins(world),
    );
    this.#values = recordedValues(world);
    this.#trajectory = new StagedFile(options.folder, TRAJECTORY, options.fs);
    this.#recorded = start.step;
    try {
      this.#trajectory.append(this.#writer.header);
      this.#record(start);
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  /** After every step. */
  each(report: StepReport): void {
    const { clock, checkpointInterval } = this.#options;
    if (report.step - this.#recorded >= this.#spacing.interval) this.#record(report);
    if (clock() - this.#checkpointed >= checkpointInterval) this.#checkpoint();
  }

  /** How the run was recorded, whose last step this is; the longest way between two frames. */
  recording(last: StepReport): Recording {
    const { interval } = this.#spacing;
    const { dt } = this.#options.scene;
    const frames = this.#frames + (last.step > this.#recorded ? 1 : 0);
    return { frames, interval, thinned: thinningWarning(interval, dt) !== undefined };
  }

  /** The result in place of whatever was there, whole or not at all. Returns the names of its files. */
  finish(summary: RunSummary, last: StepReport): string[] {
    const { folder, scene, world, fs } = this.#options;
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
    for (const name of [UNFINISHED, UNFINISHED_SCENE, ...stale]) quietly(() => fs.remove(join(folder, name)));
    return [TRAJECTORY, REPORT, CHECKPOINT, SCENE, RUN, ...maps];
  }

  discard(): void {
    this.#trajectory.discard();
  }

  #record(report: StepReport): void {
    const { world, target } = this.#options;
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
        Float32Array.from(freePlaces(world)),
        readBodyValues(world, this.#values),
      ),
    );
    this.#spacing.recorded(bytes, target - report.step);
    this.#recorded = report.step;
    this.#frames++;
    const { time, energy, strainMean, strainMax, particles, stages } = this.#series;
    time.push(report.time);
    strainMean.push(report.strain.mean);
    strainMax.push(report.strain.max);
    particles.push(report.particles);
    for (const [name, joules] of Object.entries(report.energy)) (energy[name] ??= []).push(joules);
    for (const [name, ms] of Object.entries(report.stages)) (stages[name] ??= []).push(ms);
  }

  #append(bytes: Uint8Array): number {
    this.#trajectory.append(bytes);
    return bytes.length;
  }

  #checkpoint(): void {
    const { folder, scene, world, clock, fs } = this.#options;
    const files: FileContent[] = [{ name: UNFINISHED, content: snapshot(world) }];
    if (!this.#isSceneKept) files.push({ name: UNFINISHED_SCENE, content: `${toJson(scene)}\n` });
    writeTogether(folder, files, fs);
    this.#isSceneKept = true;
    this.#checkpointed = clock();
  }

  #report(summary: RunSummary): string {
    const { scene, fs } = this.#options;
    const { id, title, about, paper } = scene;
    const template = readFileSync(join(PACKAGE_FOLDER, 'dist', 'report', 'template.html'), 'utf8');
    const { faults, scene: _, ...facts } = summary;
    return renderReport(template, {
      facts: { ...facts, scene: { id, title, about, paper }, fault: faults[0], version: programText() },
      series: this.#series,
      trajectory: readBytes(this.#trajectory.temporary, undefined, fs),
    });
  }
}
