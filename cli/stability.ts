/** Checks before a run whether the engine is stable at its sub-step. */
import type { EngineName, Scene, World } from 'pliant';
import { isImplicit, modelNamed, stableSteps, substepsFor } from 'pliant/engine';
import { Refusal } from './failure.ts';
import { counted, figure } from './output.ts';

export interface Guard {
  /** Largest sub-step that the engine can take, s; undefined if the sub-steps were chosen by it. */
  limit?: number;
  /** Warning about a sub-step above the limit. */
  warning?: string;
}

/** Warns of a sub-step above the stability limit, and throws for one at which no explicit engine is stable or matter gains energy. */
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
  const sub = dt / substeps; // of unrefined sheets, like the limit
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

/** Returns the limits of matter, which advances itself with every engine. */
function guardMatter({ dt, gravity }: Scene, world: World): Guard {
  const limits = world.bodies.flatMap((body) => {
    const step = modelNamed(body.model).stepLimit?.(body);
    return step ? [{ name: body.name, ...step }] : [];
  });
  const sub = dt / world.substeps;
  const given = spell(world.substeps, sub);
  if (limits.length === 0) return { warning: strides(gravity, world, sub) };
  const least = limits.reduce((first, one) => (one.longest < first.longest ? one : first));
  const limit = least.longest;
  const kept = Math.min(...limits.map((one) => one.kept));
  if (sub <= kept) return { limit, warning: strides(gravity, world, sub) };
  const cause = `its ${least.cause} is held up to ${figure(limit)} s; --set engine.substeps=auto takes ${substepsFor(dt, kept)}; fewer take ${least.advice}`;
  if (sub > limit)
    throw new Refusal(`engine.substeps: ${given}: cannot be stable with "${least.name}": ${cause}`);
  const warning = `${given}: close to what "${least.name}" holds, and it may gain energy: ${cause}`;
  return { limit, warning };
}

/** Warns of matter that moves more than half a spacing in a sub-step: the implicit solve assumes that neighbours stay neighbours. */
function strides(gravity: Scene['gravity'], { bodies, particles }: World, sub: number): string | undefined {
  const { vx, vy, vz } = particles;
  for (const body of bodies) {
    if (!body.matter) continue;
    let fastest = 0;
    for (let i = body.first; i < body.first + body.count; i++)
      fastest = Math.max(fastest, Math.hypot(vx[i], vy[i], vz[i]));
    const stride = (fastest + Math.hypot(...gravity) * sub) * sub;
    const half = body.matter.spacing / 2;
    if (stride > half)
      return `in a sub-step of ${figure(sub)} s particles of "${body.name}" go ${figure(stride)} m, and more than half a spacing, ${figure(half)} m, may tear it or give it energy; take more sub-steps`;
  }
  return undefined;
}

function spell(substeps: number, sub: number): string {
  return `${counted(substeps, 'sub-step')} of ${figure(sub)} s`;
}
