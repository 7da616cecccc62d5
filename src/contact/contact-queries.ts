/**
 * What adaptive sheets ask of the world's contact: how deep places are in colliders, to take new masses past them, and
 * whether there is room for a coarser surface.
 */

import type { ContactSystem } from '../core/implicit.ts';
import type { World } from '../core/world.ts';
import type { ContactStage } from './particles/contacts.ts';
import type { Layers } from './surfaces/layers.ts';
import { SurfaceContact } from './surfaces/surface-contact.ts';
import type { Crossed } from './surfaces/untangling.ts';

/** Stages of a user's own, which may know nothing of places, are left out. */
export function contactStages(world: World): ContactStage[] {
  return world.contact.filter((stage): stage is ContactStage => 'depthAt' in stage && 'resolveOnly' in stage);
}

export function surfaceStages(world: World): SurfaceContact[] {
  return world.contact.filter((stage) => stage instanceof SurfaceContact);
}

/**
 * Between steps: lines along which sheets pass through themselves, each other or colliders, as they are now; the longest
 * first. Nothing is known of worlds whose surfaces do not touch.
 */
export function crossedSurfaces(world: World): Crossed[] {
  return surfaceStages(world).flatMap((stage) => stage.crossed(world));
}

/** A stage of contact that knows surfaces. */
export interface LayeredStage extends ContactSystem {
  /** All surfaces as they are now. */
  layers(world: World): Layers;
  /** Takes particles from `startPosition`, where nothing passes through anything, to `position` as far as that stays so. */
  settle(world: World): void;
}

/** Everything that a surface could meet; nothing where only particles touch. */
export function layersOf(world: World): Layers[] {
  return layeredStages(world).map((stage) => stage.layers(world));
}

export function layeredStages(world: World): LayeredStage[] {
  return world.contact.filter((stage): stage is LayeredStage => 'layers' in stage && 'settle' in stage);
}
