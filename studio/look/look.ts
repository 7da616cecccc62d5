/** The look of a run: the meaning of its colours, the parts that are drawn, and the stage around it. */
import { DEFAULT_DRAWING, type DrawRequest } from 'pliant/three';

export const STAGE_NAMES = ['studio', 'room', 'night', 'outdoors'] as const;
export type StageName = (typeof STAGE_NAMES)[number];

export interface Look extends DrawRequest {
  readonly wireframe: boolean;
  readonly particles: boolean;
  readonly stage: StageName;
  readonly orthographic: boolean;
}

export const DEFAULT_LOOK: Look = {
  ...DEFAULT_DRAWING,
  wireframe: false,
  particles: false,
  stage: 'studio',
  orthographic: false,
};

/** Returns the part of a look that is drawn beside the simulation. */
export function requestOf({ colour, layers, smooth, springs, matter }: DrawRequest): DrawRequest {
  return { colour, layers, smooth, springs, matter };
}

const KEYS = ['colour', 'layers', 'smooth', 'springs', 'matter'] as const;

/** Whether two requests differ. */
export function isOtherRequest(a: DrawRequest, b: DrawRequest): boolean {
  return KEYS.some((key) => a[key] !== b[key]);
}
