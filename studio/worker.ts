/** The studio's worker: a session that simulates, or a recorded run. */
import { buffersOf, FramePoster, serveCalls, stepWithin } from 'pliant/worker/protocol';
import { runHash } from './run-hash.ts';
import type { OpenRun } from './session/open-run.ts';
import { RecordedRun } from './session/recorded-run.ts';
import type { RecordedFrame } from './session/recording.ts';
import { Session } from './session/session.ts';
import type { StudioCalls, StudioNews } from './studio-calls.ts';

serveCalls<StudioCalls, StudioNews>((post) => {
  const frames = new FramePoster();
  let open: OpenRun | undefined;
  let shown: RecordedFrame | undefined;
  const opened = (): OpenRun => {
    if (!open) throw new Error('no scene is open');
    return open;
  };
  const postFrame = (frame: RecordedFrame = opened().frame(), cost?: number) => {
    const { world, scene, substeps, engine, warnings, status, info } = opened();
    shown = frame;
    // While the user scrubs, the world is at another step.
    const isNow = frame.step === world?.steps && frame.info === info;
    const { drawn, meshes, views } = frames.prepare(frame, { world, scene, isNow });
    const { skins, meshes: _, info: outline, ...rest } = frame;
    const run = views && { scene, info: outline, skins, views, substeps, engine, warnings };
    // What was drawn is made for this message alone; the rest stays in the recording.
    post(
      { ...(run && { opened: run }), frame: { ...rest, drawn, cost, ...(meshes && { meshes }) }, status },
      buffersOf(drawn),
    );
  };
  const begin = (run: OpenRun, request: typeof frames.request) => {
    open = run;
    frames.begin(request);
    postFrame();
  };
  return {
    async open({ scene, edits, request }) {
      begin(await Session.open(scene, { clock: () => performance.now(), edits }), request);
    },
    openRecorded: ({ bytes, request }) => begin(new RecordedRun(bytes), request),
    advance({ steps, budget }) {
      const run = opened();
      const { cost } = stepWithin(() => run.advance(), steps, budget);
      postFrame(run.recorded(run.status.step), cost);
    },
    show(step) {
      const frame = opened().recorded(step);
      if (frame) postFrame(frame);
    },
    seek(step) {
      opened().seek(step);
      postFrame();
    },
    async apply(command) {
      const outcome = await opened().apply(command);
      if (outcome.done) postFrame();
      return outcome;
    },
    undo() {
      if (opened().undo()) postFrame();
    },
    async redo() {
      if (await opened().redo()) postFrame();
    },
    restart() {
      opened().restart();
      postFrame();
    },
    reset() {
      opened().reset();
      postFrame();
    },
    draw(request) {
      frames.request = request;
      if (shown) postFrame(shown);
    },
    trajectory: () => opened().trajectory(),
    scene() {
      const { edited, edits } = opened();
      return { scene: edited, edits };
    },
    reports: () => opened().reports(),
    stability: () => opened().stableStep(),
    hash: () => opened().hash,
    runHash: ({ scene, steps }) => runHash(scene, steps),
  };
});
