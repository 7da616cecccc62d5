/** How a run is looked at: what its colours say, what of it is drawn, and where it stands. */
import type { MatterStyle } from '../matter-drawings.ts';

export const STAGE_NAMES = ['studio', 'room', 'night', 'outdoors'] as const;
export type StageName = (typeof STAGE_NAMES)[number];

/** What has to be made from the world itself, where it is simulated. */
export interface Wanted {
  /** Name of a quantity; '' for cloth and matter in their own colours. */
  readonly colour: string;
  /** Layers of a layered sheet. */
  readonly layers: 'top' | 'bottom' | 'all';
  /** Layered sheets as smooth surfaces (NURBS). */
  readonly smooth: boolean;
  readonly springs: boolean;
  readonly matter: MatterStyle;
}

export interface Look extends Wanted {
  readonly wireframe: boolean;
  readonly masses: boolean;
  readonly stage: StageName;
  readonly orthographic: boolean;
}

export const DEFAULT_LOOK: Look = {
  colour: '',
  layers: 'bottom',
  smooth: false,
  springs: false,
  matter: 'smooth',
  wireframe: false,
  masses: false,
  stage: 'studio',
  orthographic: false,
};

const KEYS = ['colour', 'layers', 'smooth', 'springs', 'matter'] as const;

/** Only what the world is asked for. */
export function wantedOf({ colour, layers, smooth, springs, matter }: Wanted): Wanted {
  return { colour, layers, smooth, springs, matter };
}

/** Whether the one asks for something else of the world than the other. */
export function wantsOther(a: Wanted, b: Wanted): boolean {
  return KEYS.some((key) => a[key] !== b[key]);
}
