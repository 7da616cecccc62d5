/** The job that `pliant render` gives its page: frames, size and look. */

/** Drawing of matter: a smooth surface, a surface that shows every particle, or the particles. */
export const MATTER_STYLES = ['smooth', 'blobs', 'particles'] as const;
/** Surroundings of a run: floor and backdrop, a plain backdrop, or nothing. */
export const STAGES = ['studio', 'plain', 'none'] as const;

export interface RenderJob {
  /** Numbers of recorded frames, one for each picture. */
  readonly frames: readonly number[];
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly stage: (typeof STAGES)[number];
  readonly style: (typeof MATTER_STYLES)[number];
  /** Name of the particle view that colours show; default: the colours of bodies. */
  readonly colour?: string;
  /** Whether the picture says what its colours mean. */
  readonly legend: boolean;
  /** Angles around the vertical, from the front to the right, and above the horizon, degrees; default: the studio's. */
  readonly camera?: { readonly azimuth: number; readonly elevation: number };
  /** Magnification relative to the view that shows everything. */
  readonly zoom: number;
  /** Angle by which the camera turns around the run over all pictures, degrees. */
  readonly turntable: number;
  /** Film to encode; default: separate pictures. */
  readonly film?: FilmJob;
}

export interface FilmJob {
  /** Names as in WebCodecs; the first one that the browser can encode is used. */
  readonly codecs: readonly string[];
  /** Pictures a second. */
  readonly rate: number;
  /** Bits a second. */
  readonly bitrate: number;
}

/** Messages of the page in their order; each but the last two with bytes. */
export type RenderNews =
  | { readonly kind: 'picture' }
  | { readonly kind: 'film-picture'; readonly key: boolean }
  | { readonly kind: 'track'; readonly codec: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string };
