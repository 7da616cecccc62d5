/** Says before a run whether its sub-step is one that the engine can take. */
import {
  type EngineName,
  isImplicit,
  LatticeMatter,
  type MatterStep,
  matterStep,
  type Scene,
  stableSteps,
  substepsFor,
  type World,
} from 'pliant';
import { Refusal } from './failure.ts';
import { counted, figure } from './output.ts';

export interface Guard {
  /** s; the largest sub-step that the engine can take; undefined where the sub-steps were chosen by it. */
  limit?: number;
  /** What to say where the sub-step is above the limit. */
  warning?: string;
}

/** A sub-step that no explicit engine could take is refused, and so is one that matter gains energy with. */
export function guard(scene: Scene, world: World): Guard {
  if (scene.engine.substeps === 'auto') return {};
  const matter = guardMatter(scene, world);
  const { name, substeps } = scene.engine;
  if (isImplicit(name)) return matter;
  const { limit, warning } = guardEngine(name, scene.dt, substeps, world);
  const limits = [limit, matter.limit].filter((step) => step !== undefined);
  return { limit: Math.min(...limits), warning: warning ?? matter.warning };
}

function guardEngine(name: EngineName, dt: number, substeps: number, world: World): Guard {
  const { engines } = stableSteps(world);
  const limit = engines[name].step;
  const sub = dt / substeps; // of unrefined sheets, as the limit is
  // rk45 cuts a sub-step that is too long by itself.
  if (name === 'rk45' || sub <= limit) return { limit };
  const given = spell(substeps, sub);
  const offer = `--set engine.substeps=auto takes ${substepsFor(dt, limit)}`;
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

/** Matter moves in a stage of its own, with limits that no force tells of, whichever engine moves the rest. */
function guardMatter({ dt }: Scene, world: World): Guard {
  const limits = world.bodies.flatMap((body) => {
    const step = body instanceof LatticeMatter ? matterStep(body) : undefined;
    return step ? [{ name: body.name, ...step }] : [];
  });
  if (limits.length === 0) return {};
  const [least] = limits.sort((a, b) => a.kept - b.kept);
  const limit = Math.min(...limits.map(({ longest }) => longest));
  const sub = dt / world.substeps;
  if (sub <= least.kept) return { limit };
  const given = spell(world.substeps, sub);
  const kept = `its ${least.cause} is held up to ${figure(least.longest)} s; ${wayOut(dt, least)}`;
  if (sub > limit)
    throw new Refusal(`engine.substeps: ${given}: cannot be stable with "${least.name}": ${kept}`);
  const warning = `${given}: close to what "${least.name}" holds, and it may gain energy: ${kept}`;
  return { limit, warning };
}

function wayOut(dt: number, { kept, advice }: MatterStep): string {
  return `--set engine.substeps=auto takes ${substepsFor(dt, kept)}; fewer take ${advice}`;
}

function spell(substeps: number, sub: number): string {
  return `${counted(substeps, 'sub-step')} of ${figure(sub)} s`;
}
