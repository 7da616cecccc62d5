/** `pliant render`: pictures and films of a run, drawn by a Chromium without a window, with the studio's own look. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type FilmPicture, mp4Bytes, TrajectoryError, TrajectoryReader, webmBytes } from 'pliant/formats';
import type { FileSystem } from './disk.ts';
import { kindAt, tornText, trajectoryOf } from './export.ts';
import { errorCode, Refusal, RunFailure, unwritable } from './failure.ts';
import { kindOf } from './file-kind.ts';
import { quietly, readBytes } from './files.ts';
import { collect, numberIn, wholeIn } from './options.ts';
import { figure } from './output.ts';
import { OutputFiles } from './output-files.ts';
import { startProgress } from './progress.ts';
import { pictureFrames, type Timing } from './render-frames.ts';
import { MATTER_STYLES, type RenderJob, STAGES } from './render-job.ts';
import { renderInBrowser, requireBrowser } from './render-page.ts';
import { run } from './run.ts';
import type { Session } from './session.ts';
import { targetFile } from './target-file.ts';

interface Options extends Timing {
  output: string;
  force?: boolean;
  size: { width: number; height: number };
  stage: RenderJob['stage'];
  theme: 'light' | 'dark';
  colour?: string;
  legend: boolean;
  matter: RenderJob['style'];
  camera?: RenderJob['camera'];
  zoom: number;
  turntable: number;
  set?: string[];
  seconds?: number;
  json?: boolean;
}

const FILMS = {
  '.webm': { codecs: ['vp09.00.40.08', 'vp8'], bytes: webmBytes },
  '.mp4': { codecs: ['avc1.640033', 'avc1.4d0033', 'avc1.42e033', 'vp09.00.40.08'], bytes: mp4Bytes },
} as const;
const ENDINGS = ['.webm', '.mp4', '.png'] as const;
/** Place of a picture's number in the name of a file. */
const NUMBER = /%(?:0(\d))?d/;
/** Bits of a film for each pixel of each picture. */
const BITS_A_PIXEL = 0.16;
const LARGEST_SIDE = 8192;
/** Views of matter besides the values that its particles record. */
const MATTER_COLOURS = ['temperature', 'phase', 'strain'];

const VIEWS: Record<string, RenderJob['camera']> = {
  studio: undefined,
  front: { azimuth: 0, elevation: 0 },
  right: { azimuth: 90, elevation: 0 },
  back: { azimuth: 180, elevation: 0 },
  left: { azimuth: -90, elevation: 0 },
  top: { azimuth: 0, elevation: 90 },
};

export function defineRender(command: Command, session: Session): void {
  command
    .description(
      `Draws a run as the studio does, in a headless Chromium. The file extension chooses the format:
  .webm .mp4  a film: VP9, or H.264 where the browser can encode it
  .png        a picture of the last frame, or of --frame
  %04d.png    numbered pictures instead of a film: 0000.png and so on`,
    )
    .argument('<result>', 'directory of a result, a trajectory (.pltr), or a scene, which is run first')
    .requiredOption('-o, --output <file>', `file to write: ${ENDINGS.join(', ')}`)
    .option('--force', 'overwrite existing files')
    .option('--frame <n>', 'only this recorded frame', wholeIn({ min: 0 }))
    .option('--first <n>', 'first recorded frame', wholeIn({ min: 0 }))
    .option('--last <n>', 'last recorded frame', wholeIn({ min: 0 }))
    .option('--fps <n>', 'frames per second of the film', numberIn({ min: 1, max: 240 }), 30)
    .option('--speed <x>', 'playback speed; 1 is real time', numberIn({ above: 0, max: 1e6 }), 1)
    .option(
      '--duration <s>',
      'length of the film in seconds, instead of --speed',
      numberIn({ above: 0, max: 3600 }),
    )
    .addOption(
      new Option('--size <WxH>', 'pixels')
        .argParser(sizeOf)
        .default({ width: 1280, height: 720 }, '1280x720'),
    )
    .addOption(
      new Option('--theme <name>', 'light or dark background').choices(['light', 'dark']).default('light'),
    )
    .addOption(
      new Option('--stage <name>', 'floor and backdrop, a plain backdrop, or none (transparent in a .png)')
        .choices(STAGES)
        .default('studio'),
    )
    .option('--colour <name>', 'colour by strain, temperature, thickness, phase, … instead of the material')
    .option('--no-legend', 'omit the colour legend')
    .addOption(new Option('--matter <style>', 'how matter is drawn').choices(MATTER_STYLES).default('smooth'))
    .option('--camera <view>', `${Object.keys(VIEWS).join(', ')}, or AZIMUTH,ELEVATION in degrees`, cameraOf)
    .option('--zoom <x>', 'zoom factor; 1 shows everything', numberIn({ above: 0, max: 100 }), 1)
    .option(
      '--turntable <degrees>',
      'degrees that the camera orbits during the film',
      numberIn({ min: -36000, max: 36000 }),
      0,
    )
    .option('--set <path=value>', 'change a parameter of the scene; repeatable', collect)
    .option('--seconds <s>', 'simulated time, instead of that of the scene', numberIn({ above: 0, max: 1e6 }))
    .option('--json', 'print the list of written files as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ pliant render out -o flag.webm
  $ pliant render flag --seconds 2 -o flag.png --theme dark
  $ pliant render out -o strain.mp4 --colour strain --size 1920x1080 --turntable 360
  $ pliant render out -o frames/%04d.png --stage none --fps 60
  $ pliant render out --frame 90 -o around.webm --turntable 360 --duration 6

It needs Chromium, Chrome or Edge: that of PLIANT_BROWSER or CHROME_PATH, one that Playwright has installed, or the
system's.`,
    )
    .action((result: string, options: Options) => render(result, options, session));
}

function sizeOf(text: string): Options['size'] {
  const [, width, height] = (/^(\d{1,5})x(\d{1,5})$/.exec(text) ?? []).map(Number);
  const isRight = (side: number) => side >= 16 && side <= LARGEST_SIDE;
  if (!isRight(width) || !isRight(height))
    throw new InvalidArgumentError(
      `It must be WIDTHxHEIGHT such as 1280x720, each from 16 to ${LARGEST_SIDE}.`,
    );
  return { width, height };
}

function cameraOf(text: string): RenderJob['camera'] {
  if (Object.hasOwn(VIEWS, text)) return VIEWS[text];
  const [azimuth, elevation, ...more] = text.split(',');
  const angle = (from: string | undefined, limit: number) =>
    numberIn({ min: -limit, max: limit })(from ?? '');
  try {
    if (more.length > 0) throw new InvalidArgumentError('too many');
    return { azimuth: angle(azimuth, 360), elevation: angle(elevation, 90) };
  } catch {
    const names = Object.keys(VIEWS).join(', ');
    throw new InvalidArgumentError(`It must be one of ${names}, or two angles such as 30,20.`);
  }
}

async function render(result: string, options: Options, session: Session): Promise<void> {
  const { output, fs, env } = session;
  requireBrowser(env);
  const target = new Target(options, fs);
  try {
    const trajectory = await recorded(result, options, session);
    const job = jobOf(result, trajectory, target, options, session);
    const progress = startProgress(output.stderr, options.output, session.clock);
    const files = new OutputFiles(
      target.isSequence ? '' : options.output,
      ENDINGS,
      options.force ?? false,
      fs,
    );
    const film: FilmPicture[] = [];
    let track = { codec: '', description: new Uint8Array() as Uint8Array };
    let drawn = 0;
    try {
      progress.say('starting the browser');
      await renderInBrowser({
        job,
        trajectory,
        theme: options.theme,
        env,
        onNews(news, content) {
          if (news.kind === 'track') track = { codec: news.codec, description: content };
          else if (news.kind === 'film-picture') film.push({ data: content, key: news.key });
          else if (news.kind === 'picture') files.add(target.nameOf(drawn), content);
          if (news.kind !== 'track') progress.update(++drawn / job.frames.length);
        },
      });
      if (drawn !== job.frames.length)
        throw new RunFailure(`only ${drawn} of ${job.frames.length} pictures were drawn`);
      const { codec, description } = track;
      const extra = description.length > 0 ? { description } : {};
      const { width, height } = job;
      if (job.film && target.film)
        files.add(
          options.output,
          target.film.bytes({ codec, width, height, rate: job.film.rate, ...extra }, film),
        );
      files.publish();
      target.keep();
    } finally {
      progress.end();
      files.discard();
    }
    const pictures = job.frames.length;
    const seconds = job.film ? pictures / job.film.rate : undefined;
    if (options.json)
      output.json({
        files: files.names,
        bytes: files.bytes,
        pictures,
        ...(job.film && { seconds, codec: track.codec }),
      });
    else {
      const what =
        seconds === undefined
          ? `${pictures === 1 ? '1 picture' : `${pictures} pictures`}`
          : `${figure(seconds)} s, ${pictures} pictures`;
      output.line(`${options.output}: ${what}, ${figure(files.bytes / 1e6)} MB`);
    }
  } finally {
    target.close();
  }
}

/** Destination of pictures: one file, or one for each in a directory that is made if necessary. */
class Target {
  readonly isSequence: boolean;
  readonly film: (typeof FILMS)[keyof typeof FILMS] | undefined;
  readonly #path: string;
  readonly #fs: FileSystem;
  #made: string[] = [];

  constructor({ output, force, size }: Options, fs: FileSystem) {
    this.#path = output;
    this.#fs = fs;
    this.isSequence = NUMBER.test(output);
    const ending = ENDINGS.find((known) => output.toLowerCase().endsWith(known));
    this.film = ending === '.webm' || ending === '.mp4' ? FILMS[ending] : undefined;
    if (this.isSequence && this.film)
      throw new Refusal(`--output: ${output}: a film is one file; remove the number from its name`);
    if (this.film && (size.width % 2 === 1 || size.height % 2 === 1))
      throw new Refusal(`--size: a film needs an even width and height; got ${size.width}x${size.height}`);
    if (this.isSequence) this.#makeFolder();
    targetFile(this.nameOf(0), ENDINGS, force, fs);
  }

  nameOf(picture: number): string {
    if (!this.isSequence) return this.#path;
    return this.#path.replace(NUMBER, (_, digits) => String(picture).padStart(Number(digits ?? 1), '0'));
  }

  keep(): void {
    this.#made = [];
  }

  /** Removes directories that stayed empty. */
  close(): void {
    for (const folder of this.#made.toReversed()) quietly(() => this.#fs.removeFolder(folder));
  }

  #makeFolder(): void {
    const folder = dirname(this.#path);
    if (NUMBER.test(folder))
      throw new Refusal(
        `--output: ${this.#path}: the number belongs in the file's name, not the directory's`,
      );
    try {
      this.#made = this.#fs.makeFolder(folder);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') throw new Refusal(`${folder}: is a file, not a directory`);
      throw unwritable(folder, error);
    }
  }
}

/** Returns the bytes of the trajectory; a scene is run first. */
async function recorded(result: string, options: Options, session: Session): Promise<Uint8Array> {
  const { fs } = session;
  const kind = kindAt(result, fs);
  const isFile = kind === 'file' && kindOf(readBytes(result, undefined, fs), result) === 'trajectory';
  if (kind === 'directory' || isFile) {
    const changed = options.set ? 'set' : options.seconds === undefined ? undefined : 'seconds';
    if (changed) throw new Refusal(`--${changed} is for scenes; ${result} has been run already`);
    return readBytes(trajectoryOf(result, fs), undefined, fs);
  }
  const folder = mkdtempSync(join(tmpdir(), 'pliant-render-'));
  try {
    const { set, seconds } = options;
    const quiet = { ...session, output: { ...session.output, line() {} } };
    await run(result, { output: folder, set, seconds, checkpoint: 1e6, threads: 1 }, quiet);
    return readBytes(trajectoryOf(folder, fs), undefined, fs);
  } finally {
    quietly(() => rmSync(folder, { recursive: true, force: true }));
  }
}

function jobOf(
  result: string,
  trajectory: Uint8Array,
  target: Target,
  options: Options,
  { output }: Session,
): RenderJob {
  try {
    const reader = new TrajectoryReader(trajectory);
    if (reader.torn) output.warn(tornText(result, reader));
    refuseColour(options.colour, reader);
    const { size, stage, matter, colour, legend, camera, zoom, turntable, fps } = options;
    const isFilm = target.film !== undefined || target.isSequence;
    const frames = pictureFrames(reader, isFilm, options, result);
    const bitrate = Math.round(BITS_A_PIXEL * size.width * size.height * fps);
    return {
      frames,
      ...size,
      stage,
      style: matter,
      legend,
      zoom,
      turntable,
      ...(colour !== undefined && { colour }),
      ...(camera && { camera }),
      ...(target.film && { film: { codecs: target.film.codecs, rate: fps, bitrate } }),
    };
  } catch (error) {
    throw error instanceof TrajectoryError ? new Refusal(`${result}: ${error.message}`) : error;
  }
}

function refuseColour(colour: string | undefined, { info: { bodies, values = [] } }: TrajectoryReader): void {
  if (colour === undefined) return;
  const known = new Set<string>();
  bodies.forEach(({ matter }, body) => {
    if (matter) for (const name of MATTER_COLOURS) known.add(name);
    else {
      known.add('strain');
      for (const { body: of, name, width = 1 } of values) if (of === body && width === 1) known.add(name);
    }
  });
  if (!known.has(colour))
    throw new Refusal(
      `--colour ${colour}: not recorded in this run; it has ${[...known].join(', ') || 'nothing to colour by'}`,
    );
}
