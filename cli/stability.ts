/** Says before a run whether its sub-step is one that the engine can take. */
import { isImplicit, type Scene, stableSteps, substepsFor, type World } from 'pliant';
import { Refusal } from './failure.ts';
import { counted, figure } from './output.ts';

export interface Guard {
  /** s; the largest sub-step that the engine can take; undefined where the sub-steps were chosen by it. */
  limit?: number;
  /** What to say where the sub-step is above the limit. */
  warning?: string;
}

/** A sub-step that no explicit engine could take is refused. */
export function guard(scene: Scene, world: World): Guard {
  const { name, substeps } = scene.engine;
  if (substeps === 'auto' || isImplicit(name)) return {};
  const { engines } = stableSteps(world);
  const limit = engines[name].step;
  const sub = scene.dt / substeps; // of unrefined sheets, as the limit is
  // rk45 cuts a sub-step that is too long by itself.
  if (name === 'rk45' || sub <= limit) return { limit };
  const offer = `--set engine.substeps=auto takes ${substepsFor(scene.dt, limit)}`;
  const given = `${counted(substeps, 'sub-step')} of ${figure(sub)} s`;
  const largest = Math.max(...Object.values(engines).map(({ step }) => step));
  if (sub > largest) {
    throw new Refusal(
      `engine.substeps: ${given}: cannot be stable; ${name} takes at most ${figure(limit)} s, ` +
        `and no explicit engine more than ${figure(largest)} s; ${offer}`,
    );
  }
  const warning = `${given}: above the stable limit of ${name}, ${figure(limit)} s; the run may blow up; ${offer}`;
  return { limit, warning };
}
