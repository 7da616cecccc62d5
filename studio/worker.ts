/** The simulation beside the page: a session that steps when asked, and posts what there is to see. */
import { type StepReport, sceneWarnings, type TrajectoryMesh } from 'pliant';
import { buffersOf, MatterDrawings, type MatterStyle } from './matter-drawings.ts';
import type { Answer, Frame, Opened, Question, Request } from './protocol.ts';
import { runHash } from './run-hash.ts';
import type { RecordedFrame } from './session/recording.ts';
import { Session } from './session/session.ts';

const clock = () => performance.now();

let session: Session | undefined;
let style: MatterStyle = 'smooth';
/** What the page knows: it is told only of what is another. */
let known: { info?: RecordedFrame['info']; meshes?: TrajectoryMesh[]; scene?: unknown } = {};
let drawings: MatterDrawings | undefined;
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
  if (question.kind === 'open') {
    session = await Session.open(question.scene, { clock });
    style = question.style;
    known = {};
    return shownFrame(session.frame());
  }
  if (question.kind === 'run-hash') return { hash: await runHash(question.scene, question.steps) };
  if (!session) throw new Error('no scene is open');
  switch (question.kind) {
    case 'advance':
      return advance(session, question.steps, question.budget);
    case 'show': {
      const frame = session.recording.at(question.step);
      return frame ? shownFrame(frame) : {};
    }
    case 'seek':
      session.seek(question.step);
      return shownFrame(session.frame());
    case 'apply': {
      const outcome = await session.apply(question.command);
      return { outcome, ...(outcome.done ? shownFrame(session.frame()) : {}) };
    }
    case 'undo':
      return session.undo() ? shownFrame(session.frame()) : {};
    case 'redo':
      return (await session.redo()) ? shownFrame(session.frame()) : {};
    case 'restart':
    case 'reset':
      session[question.kind]();
      return shownFrame(session.frame());
    case 'look':
      style = question.style;
      return shown ? shownFrame(shown) : {};
    case 'trajectory':
      return { bytes: session.recording.trajectory() };
    case 'scene':
      return { scene: session.wanted, edits: session.edits };
    case 'reports':
      return {
        reports: session.recording.frames.map(({ step, time, report, measures }) => ({
          step,
          time,
          report,
          measures,
        })),
      };
    case 'stability':
      return { stableStep: session.stableStep() };
    case 'hash':
      return { hash: session.hash };
  }
}

function advance(session: Session, steps: number, budget: number): Partial<Answer> {
  const start = clock();
  let report: StepReport;
  let done = 0;
  do {
    report = session.advance();
    done++;
  } while (done < steps && !report.fault && clock() - start < budget);
  return shownFrame(session.recording.at(session.world.steps) ?? session.frame(), (clock() - start) / done);
}

/** What the page needs of a frame, with the rest where that has changed. */
function shownFrame(recorded: RecordedFrame, cost?: number): Partial<Answer> {
  const { step, time, report, measures, positions, free, values, info, skins, meshes } = recorded;
  shown = recorded;
  const opened = info === known.info && session?.scene === known.scene ? undefined : openedFor(recorded);
  if (opened) {
    known = { info, scene: session?.scene };
    drawings = new MatterDrawings(info, skins);
  }
  const drawn = drawings && !drawings.isEmpty ? drawings.draw(recorded, style) : [];
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

function openedFor({ info, skins }: RecordedFrame): Opened {
  const { scene, world } = session!;
  return {
    scene,
    info,
    skins,
    substeps: world.substeps,
    engine: world.integrator.name,
    warnings: sceneWarnings(scene).map(({ path, message }) => `${path}: ${message}`),
  };
}

function post(answer: Answer): void {
  const message: Answer = { ...answer, ...(session && { status: session.status }) };
  // Surfaces are made for this message alone; the rest stays in the recording.
  const transfer: Transferable[] = [...buffersOf(answer.frame?.drawn ?? [])];
  if (answer.bytes) transfer.push(answer.bytes.buffer);
  self.postMessage(message, { transfer });
}
