/** Encodes pictures as a film with the browser's encoder, at an even rate and without overfilling its queue. */
import type { FilmJob, RenderJob, RenderNews } from '../../cli/render-job.ts';

/** Time between two key frames, to which a player goes back to seek, s. */
const KEY_EVERY = 2;
/** Most pictures in the encoder's queue. */
const MOST_WAITING = 4;

type Tell = (news: RenderNews, content?: BlobPart) => Promise<void>;

export interface FilmEncoder {
  /** Adds the present canvas as the film's picture of this number. */
  add(canvas: HTMLCanvasElement, picture: number): Promise<void>;
  end(): Promise<void>;
}

export async function openEncoder(
  { width, height }: RenderJob,
  { codecs, rate, bitrate }: FilmJob,
  tell: Tell,
): Promise<FilmEncoder> {
  if (!('VideoEncoder' in window)) throw new Error('this browser has no video encoder (WebCodecs)');
  const configs = codecs.map((codec): VideoEncoderConfig => {
    const format = codec.startsWith('avc1') ? { avc: { format: 'avc' as const } } : {};
    return { codec, width, height, framerate: rate, bitrate, latencyMode: 'quality', ...format };
  });
  const config = await firstSupported(configs);
  if (!config)
    throw new Error(`this browser encodes none of ${codecs.join(', ')} at ${width} × ${height} pixels`);

  let posted = Promise.resolve();
  let failure: Error | undefined;
  let hasTrack = false;
  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      const description = metadata?.decoderConfig?.description;
      if (!hasTrack) queue({ kind: 'track', codec: config.codec }, description as BlobPart | undefined);
      hasTrack = true;
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      queue({ kind: 'film-picture', key: chunk.type === 'key' }, data);
    },
    error(error) {
      failure = new Error(`the browser's encoder failed: ${error.message}`);
    },
  });
  encoder.configure(config);

  function queue(news: RenderNews, content: BlobPart | undefined): void {
    posted = posted.then(() => tell(news, content));
    posted.catch((error) => (failure ??= error));
  }

  return {
    async add(canvas, picture) {
      const timestamp = Math.round((1e6 * picture) / rate);
      const frame = new VideoFrame(canvas, { timestamp, duration: Math.round(1e6 / rate), alpha: 'discard' });
      encoder.encode(frame, { keyFrame: picture % Math.max(1, Math.round(KEY_EVERY * rate)) === 0 });
      frame.close();
      while (encoder.encodeQueueSize > MOST_WAITING && !failure)
        await new Promise((next) => setTimeout(next, 5));
      if (failure) throw failure;
    },
    async end() {
      if (!failure) await encoder.flush();
      await posted;
      if (failure) throw failure;
    },
  };
}

async function firstSupported(
  configs: readonly VideoEncoderConfig[],
): Promise<VideoEncoderConfig | undefined> {
  for (const config of configs) {
    if ((await VideoEncoder.isConfigSupported(config)).supported) return config;
  }
  return undefined;
}
