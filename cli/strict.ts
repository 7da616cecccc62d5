/**
 * `--strict`: checks sheets after every step and fails the run at a penetration above a tolerance. The default tolerance is
 * half the thickness of the sheet: up to there its outer face is still outside. Surfaces that pass through each other at
 * the end fail the run too, at any depth. Sheets that may pass through each other (`contact.self` off) are reported and
 * do not count.
 */
import type { StepReport, World } from 'pliant';
import { type Crossed, contactOf, crossedSheets, crossingWarning, type Penetration } from 'pliant/engine';
import { RunFailure } from './failure.ts';
import { counted, figure } from './output.ts';

export interface Strict {
  /** Allowed depth, m, or half the thickness of each sheet. */
  tolerance: number | 'half a thickness';
  pass: boolean;
  /** Number of steps checked, and number of them with a deeper penetration. */
  steps: { looked: number; above: number };
  /** Lines along which surfaces pass through each other at the end; absent if there are none. */
  crossed?: readonly Crossed[];
  /**
   * The same for sheets that may pass through themselves and each other (`contact.self` off), which do not count; absent
   * with `contact.self`.
   */
  uncounted?: readonly Crossed[];
  /** The penetration that exceeds its tolerance most over all steps, and its time; absent if nothing was inside. */
  worst?: Penetration & { step: number; seconds: number };
}

/** Findings up to the present step. */
export interface StrictSoFar extends Pick<Strict, 'steps' | 'worst'> {
  /** Largest depth, allowed or not, m. */
  deepest: number;
}

export class StrictWatch {
  readonly #world: World;
  readonly #tolerance: Strict['tolerance'];
  readonly #seen: StrictSoFar;

  constructor(world: World, tolerance: number | undefined, before?: StrictSoFar) {
    this.#world = world;
    this.#tolerance = tolerance ?? 'half a thickness';
    this.#seen = before ? structuredClone(before) : { steps: { looked: 0, above: 0 }, deepest: 0 };
  }

  get soFar(): StrictSoFar {
    return this.#seen;
  }

  /** Checks the end of the run, or of a part of it: remaining crossings exceed any tolerance. */
  result(crossed: readonly Crossed[], isSelf: boolean): Strict {
    const { steps, worst } = this.#seen;
    return {
      tolerance: this.#tolerance,
      pass: steps.above === 0 && crossed.length === 0,
      steps,
      ...(worst && { worst }),
      ...(!isSelf && { uncounted: crossedSheets(this.#world) }),
      ...(crossed.length > 0 && { crossed }),
    };
  }

  look({ step, time }: StepReport): void {
    const seen = this.#seen;
    seen.steps.looked++;
    const found = contactOf(this.#world).penetrations(Number.POSITIVE_INFINITY);
    seen.deepest = Math.max(seen.deepest, found[0]?.depth ?? 0);
    for (const one of found) {
      if (seen.worst && this.#excess(one) <= this.#excess(seen.worst)) continue;
      seen.worst = { ...one, step, seconds: Number(time.toPrecision(12)) };
    }
    if (found.some((one) => this.#excess(one) > 0)) seen.steps.above++;
  }

  /** Depth beyond the tolerance, m. */
  #excess({ depth, radius }: Penetration): number {
    return depth - (this.#tolerance === 'half a thickness' ? radius : this.#tolerance);
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

/** Returns the last message of a run that failed `--strict`. */
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
