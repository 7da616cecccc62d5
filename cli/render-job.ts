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
  /** Name of the quantity that colours tell; left out: cloth and dyes. */
  readonly colour?: string;
  /** Whether the picture says what its colours mean. */
  readonly legend: boolean;
  /** Degrees: around the vertical, from the front towards the right, and above the horizon; left out: the studio's. */
  readonly camera?: { readonly azimuth: number; readonly elevation: number };
  /** Factor of magnification over the view that shows everything. */
  readonly zoom: number;
  /** Degrees that the camera goes around the run in all pictures together. */
  readonly turntable: number;
  /** Left out: pictures. */
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
