/**
 * `--strict`: looks at sheets after every step, and makes a penetration above a tolerance a failed run. Without a number
 * the tolerance is half the thickness of the sheet: up to there its outer face, which is what one sees and measures, is still
 * outside. Surfaces that pass through each other at the end are a failure too, however little; but not sheets among
 * themselves where the scene lets them pass (`contact.self` off): these are told, and do not count.
 */
import {
  type Crossed,
  crossedSheets,
  crossingWarning,
  type Penetration,
  penetrations,
  type StepReport,
  type World,
} from 'pliant';
import { RunFailure } from './failure.ts';
import { counted, figure } from './output.ts';

export interface Strict {
  /** m, or half the thickness of each sheet. */
  tolerance: number | 'half a thickness';
  pass: boolean;
  /** How many steps it looked after, and after how many of them something was deeper than that. */
  steps: { looked: number; above: number };
  /** Lines along which surfaces pass through each other at the end; left out where none do. */
  crossed?: readonly Crossed[];
  /**
   * The same of sheets that the scene lets pass through themselves and each other (`contact.self` off), which do not
   * count; left out where contact keeps them apart.
   */
  uncounted?: readonly Crossed[];
  /** The deepest over its tolerance of all steps, and when it was; left out where nothing was inside at all. */
  worst?: Penetration & { step: number; seconds: number };
}

export class StrictWatch {
  readonly result: Strict;
  /** m; of all that it saw, whatever is allowed there. */
  deepest = 0;
  readonly #world: World;
  #most = 0;

  constructor(world: World, tolerance: number | undefined) {
    this.#world = world;
    this.result = { tolerance: tolerance ?? 'half a thickness', pass: true, steps: { looked: 0, above: 0 } };
  }

  /** What still passes through something at the end is deeper than any tolerance. */
  end(crossed: readonly Crossed[], isSelf: boolean): void {
    if (!isSelf) this.result.uncounted = crossedSheets(this.#world);
    if (crossed.length === 0) return;
    this.result.crossed = crossed;
    this.result.pass = false;
  }

  look({ step, time }: StepReport): void {
    const { result } = this;
    result.steps.looked++;
    const found = penetrations(this.#world, Number.POSITIVE_INFINITY);
    this.deepest = Math.max(this.deepest, found[0]?.depth ?? 0);
    let above = false;
    for (const one of found) {
      const allowed = result.tolerance === 'half a thickness' ? one.radius : result.tolerance;
      above ||= one.depth > allowed;
      const excess = one.depth - allowed;
      if (result.worst && excess <= this.#most) continue;
      this.#most = excess;
      result.worst = { ...one, step, seconds: Number(time.toPrecision(12)) };
    }
    if (!above) return;
    result.pass = false;
    result.steps.above++;
  }
}

export function penetrationText({ body, particle, edge, face, collider, depth }: Penetration): string {
  const between = edge ? `edge ${edge.join('–')}` : `face ${face?.join('–')}`;
  const what = particle === undefined ? between : `particle ${particle}`;
  return `${figure(depth)} m: ${what} of "${body}" in "${collider}"`;
}

export function strictText({ tolerance, pass, steps, crossed = [], uncounted }: Strict): string {
  const above = `deeper than ${allowedText(tolerance)}`;
  const after = `after ${steps.above} of ${counted(steps.looked, 'step')}`;
  const facts = [
    steps.above > 0
      ? `something ${above} ${after}`
      : `nothing ${above} after any of ${counted(steps.looked, 'step')}`,
    crossed.length > 0
      ? 'surfaces pass through each other at the end'
      : `nothing passes through ${uncounted ? 'a collider' : 'anything'} at the end`,
    ...(uncounted ? [uncountedText(uncounted)] : []),
  ];
  return `${pass ? 'passed' : 'FAILED'}: ${facts.join('; ')}`;
}

function uncountedText(uncounted: readonly Crossed[]): string {
  const left = 'sheets among themselves do not count, as contact.self is off';
  return uncounted.length > 0 ? `${left} (${crossingWarning(uncounted)})` : `${left} (none crosses)`;
}

function allowedText(tolerance: Strict['tolerance']): string {
  return typeof tolerance === 'number' ? `${figure(tolerance)} m` : tolerance;
}

/** The last words of a run that was not strict enough. */
export function refusePenetration({ tolerance, pass, steps, worst, crossed = [] }: Strict): void {
  if (pass) return;
  const reasons: string[] = [];
  if (steps.above > 0 && worst) {
    reasons.push(
      `--strict: something was deeper than ${allowedText(tolerance)} in a collider after ${counted(steps.above, 'step')}\n` +
        `  worst:  ${penetrationText(worst)}, after step ${worst.step} (${figure(worst.seconds)} s)`,
    );
  }
  if (crossed.length > 0) reasons.push(`--strict: at the end ${crossingWarning(crossed)}`);
  throw new RunFailure(reasons.join('\n'));
}
