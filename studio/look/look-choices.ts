/** Names of the choices of a look. */
import type { DrawRequest, MatterStyle } from 'pliant/three';
import type { StageName } from './look.ts';

export const LAYERS: readonly (readonly [DrawRequest['layers'], string])[] = [
  ['top', 'Top'],
  ['bottom', 'Bottom'],
  ['all', 'All'],
];
export const MATTER_STYLES: readonly (readonly [MatterStyle, string])[] = [
  ['smooth', 'Surface'],
  ['blobs', 'Blobs'],
  ['particles', 'Particles'],
];
export const STAGES: readonly (readonly [StageName, string])[] = [
  ['studio', 'Studio'],
  ['room', 'Room'],
  ['night', 'Dark'],
  ['outdoors', 'Outdoors'],
];
