/**
 * How far sheets plausibly stretch: beyond, a real one has torn, and what a model without tears goes on to show is not to
 * be believed. Bounds on the safe side of elongations at break: wovens part at 10 to 40 % (Morton & Hearle 2008, ch. 13),
 * loose knits near 100 %; natural rubber at 500 to 800 % (Treloar 1975); a thermoplastic sheet that is soft enough to be
 * formed at several hundred (Throne 2008), which counts wherever a scene has heat.
 */
import type { BodyParameters, Scene } from './parameters.ts';

const CLOTH = 1;
const SOFT_PLASTIC = 5;
const RUBBER = 8;

/** Of each body: the largest relative elongation that it may be believed at; infinite where none is known. */
export function breakingStrains({ bodies, heat }: Scene): number[] {
  return bodies.map((body) => breakingStrain(body, heat.mode !== 'off'));
}

function breakingStrain(body: BodyParameters, isHeated: boolean): number {
  switch (body.model) {
    case 'lattice-matter':
      return Number.POSITIVE_INFINITY; // it breaks, flows and melts by rules of its own
    case 'membrane-sheet':
      return RUBBER;
    case 'adaptive-cloth':
      return CLOTH;
    default:
      if ('material' in body && body.material === 'rubber') return RUBBER;
      return isHeated ? SOFT_PLASTIC : CLOTH;
  }
}
