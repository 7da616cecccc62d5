/** What adaptive sheets ask of the world's contact: how deep places are in colliders, and to take new masses past them. */

import type { World } from '../core/world.ts';
import type { ContactStage } from './contacts.ts';

/** Stages of a user's own, which may know nothing of places, are left out. */
export function contactStages(world: World): ContactStage[] {
  return world.contact.filter((stage): stage is ContactStage => 'depthAt' in stage && 'resolveOnly' in stage);
}
