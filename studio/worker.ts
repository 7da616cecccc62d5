/** The simulation beside the page: a session that steps when asked, and posts what there is to see. */
import type { StepReport } from 'pliant';
import type { TrajectoryMesh } from 'pliant/formats';
import type { DrawRequest } from 'pliant/three';
import { buffersOf, DEFAULT_DRAWING, FrameDrawer } from 'pliant/worker/protocol';
import type { Answer, Frame, Opened, Question, Request } from './protocol.ts';
import { runHash } from './run-hash.ts';
import type { RecordedFrame } from './session/recording.ts';
import { Replay } from './session/replay.ts';
import { Session } from './session/session.ts';
import type { Work } from './session/work.ts';

const clock = () => performance.now();

let work: Work | undefined;
let request: DrawRequest = DEFAULT_DRAWING;
/** What the page knows: it is told only of what is another. */
let known: { info?: RecordedFrame['info']; meshes?: TrajectoryMesh[]; scene?: unknown } = {};
let drawer: FrameDrawer | undefined;
let shown: RecordedFrame | undefined;
/** One question after the other: a scene with rigid bodies takes a moment to open. */
let answered = Promise.resolve();

self.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  answered = answered.then(async () => {
    const { id, run, question } = data;
    try {
      post({ id, run, ...(await answer(question)) });
    } catch (error) {
      post({ id, run, failed: error instanceof Error ? error.message : String(error) });
    }
  });
});

async function answer(question: Question): Promise<Partial<Answer>> {
  if (question.kind === 'open' || question.kind === 'play') {
    const opened =
      question.kind === 'open'
        ? await Session.open(question.scene, { clock, edits: question.edits })
        : new Replay(question.bytes);
    work = opened;
    request = question.request;
    known = {};
    return shownFrame(opened.frame());
  }
  if (question.kind === 'run-hash') return { hash: await runHash(question.scene, question.steps) };
  if (!work) throw new Error('no scene is open');
  switch (question.kind) {
    case 'advance':
      return advance(work, question.steps, question.budget);
    case 'show': {
      const frame = work.recorded(question.step);
      return frame ? shownFrame(frame) : {};
    }
    case 'seek':
      work.seek(question.step);
      return shownFrame(work.frame());
    case 'apply': {
      const outcome = await work.apply(question.command);
      return { outcome, ...(outcome.done ? shownFrame(work.frame()) : {}) };
    }
    case 'undo':
      return work.undo() ? shownFrame(work.frame()) : {};
    case 'redo':
      return (await work.redo()) ? shownFrame(work.frame()) : {};
    case 'restart':
    case 'reset':
      work[question.kind]();
      return shownFrame(work.frame());
    case 'look':
      request = question.request;
      return shown ? shownFrame(shown) : {};
    case 'trajectory':
      return { bytes: work.trajectory() };
    case 'scene':
      return { scene: work.wanted, edits: work.edits };
    case 'reports':
      return { reports: work.reports() };
    case 'stability':
      return { stableStep: work.stableStep() };
    case 'hash':
      return { hash: work.hash };
  }
}

function advance(work: Work, steps: number, budget: number): Partial<Answer> {
  const start = clock();
  let report: StepReport | undefined;
  let done = 0;
  do {
    report = work.advance();
    done++;
  } while (done < steps && !report?.fault && clock() - start < budget);
  return shownFrame(work.recorded(work.status.step) ?? work.frame(), (clock() - start) / done);
}

/** What the page needs of a frame, with the rest where that has changed. */
function shownFrame(recorded: RecordedFrame, cost?: number): Partial<Answer> {
  const { step, time, report, measures, positions, free, values, info, skins, meshes } = recorded;
  shown = recorded;
  if (!drawer?.isOf(work?.world, recorded)) drawer = new FrameDrawer(work?.world, { info, skins });
  const opened = info === known.info && work?.scene === known.scene ? undefined : openedFor(recorded);
  if (opened) known = { info, scene: work?.scene };
  // While one scrubs the world is elsewhere: then there is what the record tells.
  const isNow = step === work?.world?.steps && info === work.info;
  const drawn = isNow ? drawer.draw(request, recorded) : drawer.drawRecorded(request, recorded);
  const frame: Frame = {
    step,
    time,
    report,
    measures,
    cost,
    positions,
    free,
    values,
    drawn,
    ...(meshes !== known.meshes && { meshes }),
  };
  known.meshes = meshes;
  return { ...(opened && { opened }), frame };
}

function openedFor({ info, skins, meshes }: RecordedFrame): Opened {
  const { scene, substeps, engine, warnings } = work!;
  return { scene, info, skins, substeps, engine, warnings, quantities: drawer!.views(meshes) };
}

function post(answer: Answer): void {
  const message: Answer = { ...answer, ...(work && { status: work.status }) };
  // What was looked at is made for this message alone; the rest stays in the recording.
  const transfer: Transferable[] = answer.frame ? buffersOf(answer.frame.drawn) : [];
  if (answer.bytes) transfer.push(answer.bytes.buffer);
  self.postMessage(message, { transfer });
}
