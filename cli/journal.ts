/**
 * The journal of a run in progress, `unfinished.jsonl`: a line of JSON for its start, one for every recorded frame, and
 * one for every checkpoint. Lines are only appended, so after a kill all but the last one are complete.
 */
import type { StepReport } from 'pliant';
import { Refusal } from './failure.ts';
import type { RunStart } from './run-summary.ts';
import type { Tally } from './simulate.ts';
import type { StrictOption, Watched } from './watches.ts';

/** Options of a run; its scene has the rest. */
export interface JournalHead {
  /** Step number to stop at. */
  target: number;
  /** Steps from one recorded frame to the next, at first. */
  interval: number;
  isWholeScene: boolean;
  quantised: boolean;
  /** Given with --strict. */
  strict?: StrictOption;
  /** Largest sub-step that the engine could take at the start, if asked for, s. */
  stableStep?: number;
  /** Warnings from before the first step. */
  warnings: string[];
  from?: RunStart;
}

export interface Journal {
  head: JournalHead;
  /** Reports of the recorded frames, in their order. */
  frames: StepReport[];
  /** By the step they were taken after. */
  checkpoints: Map<number, JournalCheckpoint>;
}

export interface JournalCheckpoint {
  /** Summary of the run up to then, and its watches. */
  tally: Tally;
  watched: Watched;
  /** Frames recorded before it. */
  frames: number;
  /** Characters of the journal up to the end of its line. */
  end: number;
}

export type JournalEntry =
  | { run: JournalHead }
  | { frame: StepReport }
  | { checkpoint: Tally; watched: Watched };

export function journalLine(entry: JournalEntry): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(entry)}\n`);
}

export function parseJournal(text: string, path: string): Journal {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const frames: StepReport[] = [];
  const checkpoints: Journal['checkpoints'] = new Map();
  let end = 0;
  let head: JournalHead | undefined;
  for (const [i, line] of whole.split('\n').slice(0, -1).entries()) {
    const entry = parsed(line, `${path}: line ${i + 1}`);
    end += line.length + 1;
    if (i === 0 && 'run' in entry) head = entry.run;
    else if ('frame' in entry) frames.push(entry.frame);
    else if ('checkpoint' in entry) {
      const { checkpoint: tally, watched } = entry;
      if (!Number.isInteger(tally?.last?.step) || !watched)
        throw new Refusal(`${path}: line ${i + 1}: is a checkpoint without a step or findings`);
      checkpoints.set(tally.last.step, { tally, watched, frames: frames.length, end });
    } else throw new Refusal(`${path}: line ${i + 1}: is not a journal entry`);
  }
  if (!head) throw new Refusal(`${path}: has no entry for the start of the run`);
  return { head, frames, checkpoints };
}

function parsed(line: string, place: string): JournalEntry {
  try {
    const entry = JSON.parse(line);
    if (typeof entry === 'object' && entry !== null) return entry;
  } catch {}
  throw new Refusal(`${place}: is not JSON`);
}
