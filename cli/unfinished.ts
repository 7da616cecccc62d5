/**
 * Continues a killed or interrupted run from its directory: the scene, the last checkpoint, and the trajectory and journal
 * up to then. Frames after the checkpoint are computed again, to the same bytes.
 */
import { join } from 'node:path';
import { parseScene, type Scene, type StepReport } from 'pliant';
import { TrajectoryError, TrajectoryReader } from 'pliant/formats';
import type { FileSystem } from './disk.ts';
import { errorCode, Refusal } from './failure.ts';
import { readBytes, readText, writeWhole } from './files.ts';
import { type JournalHead, parseJournal } from './journal.ts';
import {
  RUN,
  UNFINISHED,
  UNFINISHED_JOURNAL,
  UNFINISHED_NAMES,
  UNFINISHED_SCENE,
  UNFINISHED_TRAJECTORY,
} from './run-files.ts';
import type { Tally } from './simulate.ts';
import type { Watched } from './watches.ts';

export interface Unfinished {
  scene: Scene;
  head: JournalHead;
  /** Path of the checkpoint. */
  checkpoint: string;
}

export function readUnfinished(folder: string, fs: FileSystem): Unfinished {
  const at = (name: string) => join(folder, name);
  const there = UNFINISHED_NAMES.filter((name) => isThere(at(name), fs));
  const missing = UNFINISHED_NAMES.filter((name) => !there.includes(name));
  if (!there.includes(UNFINISHED_SCENE)) {
    throw new Refusal(`${folder}: ${whyNotResumed(folder, fs)}; there is nothing to resume`);
  }
  if (missing.length > 0)
    throw new Refusal(`${folder}: ${missing.join(', ')}: missing, so the run cannot be resumed`);
  const scene = parseScene(readText(at(UNFINISHED_SCENE), undefined, fs), at(UNFINISHED_SCENE));
  const { head } = parseJournal(readText(at(UNFINISHED_JOURNAL), undefined, fs), at(UNFINISHED_JOURNAL));
  return { scene, head, checkpoint: at(UNFINISHED) };
}

function whyNotResumed(folder: string, fs: FileSystem): string {
  if (!isThere(folder, fs)) return 'no such directory';
  return isThere(join(folder, RUN), fs) ? 'its run has ended' : 'has no unfinished run';
}

export interface TakenUp {
  tally: Tally;
  /** Findings before the break. */
  watched: Watched;
  /** Reports of the frames that are kept. */
  before: StepReport[];
}

/** Cuts trajectory and journal back to the checkpoint, which was taken after step `step`. */
export function takeUp(folder: string, step: number, fs: FileSystem): TakenUp {
  const journalPath = join(folder, UNFINISHED_JOURNAL);
  const trajectoryPath = join(folder, UNFINISHED_TRAJECTORY);
  const text = readText(journalPath, undefined, fs);
  const { frames, checkpoints } = parseJournal(text, journalPath);
  const checkpoint = checkpoints.get(step);
  if (!checkpoint) throw new Refusal(`${journalPath}: has no checkpoint after step ${step}`);
  const before = frames.slice(0, checkpoint.frames);
  const bytes = readBytes(trajectoryPath, undefined, fs);
  const length = lengthOf(bytes, before, trajectoryPath);
  // Written as new files, not truncated: the trajectory of an interrupted run is also its result, under another name.
  writeWhole(trajectoryPath, bytes.subarray(0, length), fs);
  writeWhole(journalPath, text.slice(0, checkpoint.end), fs);
  return { tally: checkpoint.tally, watched: checkpoint.watched, before };
}

function lengthOf(bytes: Uint8Array, before: readonly StepReport[], path: string): number {
  const last = before.length - 1;
  try {
    const reader = new TrajectoryReader(bytes);
    if (reader.count < before.length)
      throw new Refusal(`${path}: has ${reader.count} frames of the ${before.length} before the checkpoint`);
    if (reader.frame(last).time !== before[last].time)
      throw new Refusal(`${path}: frame ${last} has a different time than in ${UNFINISHED_JOURNAL}`);
    return reader.endOf(last);
  } catch (error) {
    throw error instanceof TrajectoryError ? new Refusal(`${path}: ${error.message}`) : error;
  }
}

function isThere(path: string, fs: FileSystem): boolean {
  try {
    fs.stat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return false;
    throw new Refusal(`${path}: cannot be read`, { cause: error });
  }
}
