/** A film of the recording, drawn picture by picture as `pliant render` does, in this page. */
import { type FilmPicture, mp4Bytes, TrajectoryReader, webmBytes } from 'pliant/formats';
import type { RenderJob } from '../../cli/render-job.ts';
import { openEncoder } from '../render/encoder.ts';
import { RenderedRun } from '../render/rendered-run.ts';

export type FilmKind = 'webm' | 'mp4';

const KINDS = {
  webm: { codecs: ['vp09.00.40.08', 'vp8'], bytes: webmBytes },
  mp4: { codecs: ['avc1.640033', 'avc1.4d0033', 'avc1.42e033', 'vp09.00.40.08'], bytes: mp4Bytes },
};
const SIZE = { width: 1280, height: 720 };
/** Most pictures a second: the usual rate of a screen. */
const MOST_RATE = 60;
const BITS_A_PIXEL = 0.12;

export async function film(
  trajectory: Uint8Array,
  kind: FilmKind,
  look: Pick<RenderJob, 'style' | 'colour'>,
  progress: (share: number) => void,
): Promise<Uint8Array> {
  const reader = new TrajectoryReader(trajectory);
  const span = reader.frame(reader.count - 1).time - reader.frame(0).time;
  const rate = Math.min(MOST_RATE, Math.max(1, Math.round((reader.count - 1) / span || 1)));
  const frames = evenFrames(reader, rate, span);
  const bitrate = Math.round(BITS_A_PIXEL * SIZE.width * SIZE.height * rate);
  const making = { codecs: KINDS[kind].codecs, rate, bitrate };
  const job: RenderJob = {
    ...look,
    ...SIZE,
    frames,
    stage: 'studio',
    legend: true,
    zoom: 1,
    turntable: 0,
    film: making,
  };
  const container = document.createElement('div');
  container.className = 'film-stage';
  document.body.append(container);
  const scenery = new RenderedRun(container, reader, job);
  try {
    const pictures: FilmPicture[] = [];
    let track: { codec: string; description?: Uint8Array } | undefined;
    const encoder = await openEncoder(job, making, async (news, content) => {
      const data =
        content === undefined ? undefined : new Uint8Array(await new Blob([content]).arrayBuffer());
      if (news.kind === 'track') track = { codec: news.codec, ...(data && { description: data }) };
      if (news.kind === 'film-picture' && data) pictures.push({ data, key: news.key });
    });
    for (let picture = 0; picture < frames.length; picture++) {
      await encoder.add(scenery.draw(picture), picture);
      progress(picture / frames.length);
      // Keeps the page responsive.
      await new Promise((next) => setTimeout(next));
    }
    await encoder.end();
    if (!track) throw new Error('the browser could not make a film');
    return KINDS[kind].bytes({ ...track, ...SIZE, rate }, pictures);
  } finally {
    scenery.dispose();
    container.remove();
  }
}

/** Returns the last recorded frame at or before each picture's time. */
function evenFrames(reader: TrajectoryReader, rate: number, span: number): number[] {
  const start = reader.frame(0).time;
  const frames: number[] = [];
  let at = 0;
  for (let picture = 0; picture <= Math.floor(span * rate + 1e-6); picture++) {
    const time = start + picture / rate;
    while (at + 1 < reader.count && reader.frame(at + 1).time <= time + 1e-6) at++;
    frames.push(at);
  }
  return frames;
}
