/**
 * All checks after every step of a run. Their findings are JSON that a checkpoint stores, so that a resumed run has the
 * findings from before.
 */
import type { Scene, StepReport, World } from 'pliant';
import { BondWatch, type StuckSoFar } from './bond-watch.ts';
import { type Overstrained, StrainWatch } from './strain-watch.ts';
import { type StrictSoFar, StrictWatch } from './strict.ts';

/** Limit given to --strict; true stands for half a thickness. */
export type StrictOption = true | number;

/** Findings of all checks; plain JSON. */
export interface Watched {
  /** Only with --strict. */
  strict?: StrictSoFar;
  overstrained: Overstrained[];
  stuck: StuckSoFar;
}

export class Watches {
  readonly strict: StrictWatch | undefined;
  readonly strains: StrainWatch;
  readonly bonds: BondWatch;

  /** `before` has the findings of the run that is resumed. */
  constructor(scene: Scene, world: World, strict: StrictOption | undefined, before?: Watched) {
    const tolerance = strict === true ? undefined : strict;
    this.strict = strict === undefined ? undefined : new StrictWatch(world, tolerance, before?.strict);
    this.strains = new StrainWatch(scene, world, before?.overstrained);
    this.bonds = new BondWatch(world, before?.stuck);
  }

  look(report: StepReport): void {
    this.strict?.look(report);
    this.strains.look(report);
    this.bonds.look();
  }

  get soFar(): Watched {
    const { strict, strains, bonds } = this;
    return { ...(strict && { strict: strict.soFar }), overstrained: strains.found, stuck: bonds.soFar };
  }
}
