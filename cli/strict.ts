/**
 * `--strict`: looks at sheets after every step, and makes a penetration above a tolerance a failed run. Without a number
 * the tolerance is half the thickness of the sheet: up to there its outer face, which is what one sees and measures, is still
 * outside. Surfaces that pass through each other at the end are a failure too, however little.
 */
import {
  type Crossed,
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
  /** Steps after which something was deeper than that. */
  steps: number;
  /** Lines along which surfaces pass through each other at the end; left out where none do. */
  crossed?: readonly Crossed[];
  /** The deepest over its tolerance of all steps, and when it was; left out where nothing was inside at all. */
  worst?: Penetration & { step: number; seconds: number };
}

export class StrictWatch {
  readonly result: Strict;
  readonly #world: World;
  #most = 0;

  constructor(world: World, tolerance: number | undefined) {
    this.#world = world;
    this.result = { tolerance: tolerance ?? 'half a thickness', pass: true, steps: 0 };
  }

  /** What still passes through something at the end is deeper than any tolerance. */
  end(crossed: readonly Crossed[]): void {
    if (crossed.length === 0) return;
    this.result.crossed = crossed;
    this.result.pass = false;
  }

  look({ step, time }: StepReport): void {
    const { result } = this;
    const found = penetrations(this.#world, Number.POSITIVE_INFINITY);
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
    result.steps++;
  }
}

export function penetrationText({ body, particle, edge, face, collider, depth }: Penetration): string {
  const between = edge ? `edge ${edge.join('–')}` : `face ${face?.join('–')}`;
  const what = particle === undefined ? between : `particle ${particle}`;
  return `${figure(depth)} m: ${what} of "${body}" in "${collider}"`;
}

/** The last words of a run that was not strict enough. */
export function refusePenetration({ tolerance, pass, steps, worst, crossed = [] }: Strict): void {
  if (pass) return;
  const reasons: string[] = [];
  if (steps > 0 && worst) {
    const allowed = typeof tolerance === 'number' ? `${figure(tolerance)} m` : tolerance;
    reasons.push(
      `--strict: something was deeper than ${allowed} in a collider after ${counted(steps, 'step')}\n` +
        `  worst:  ${penetrationText(worst)}, after step ${worst.step} (${figure(worst.seconds)} s)`,
    );
  }
  if (crossed.length > 0) reasons.push(`--strict: at the end ${crossingWarning(crossed)}`);
  throw new RunFailure(reasons.join('\n'));
}
