/** The mark of particles that surfaces touch. */
import type { Body } from '../../core/body.ts';
import type { GrowableBlock } from '../../core/growable-block.ts';
import { IN_CONTACT } from '../../core/particles.ts';
import type { World } from '../../core/world.ts';
import { CONTACT_WORDS } from './records.ts';

/** Takes it from all particles of the bodies. */
export function clearTouching(
  { particles }: World,
  bodies: readonly { readonly body: Pick<Body, 'first' | 'count'> }[],
): void {
  for (const { body } of bodies) {
    for (let i = body.first; i < body.first + body.count; i++) particles.flags.view[i] &= ~IN_CONTACT;
  }
}

/** Gives it to the particles of the first `count` contacts; vertices from number `end` on are of obstacles. */
export function flagTouching(
  { particles }: World,
  { view, offset }: GrowableBlock<'f64'>,
  count: number,
  end: number,
): void {
  const flags = particles.flags.view;
  const words = new Int32Array(view.buffer, offset, CONTACT_WORDS * count);
  for (let k = 0; k < words.length; k += CONTACT_WORDS) {
    for (let j = k; j < k + 4; j++) if (words[j] < end) flags[words[j]] |= IN_CONTACT;
  }
}
