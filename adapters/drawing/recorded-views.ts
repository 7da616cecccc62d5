/** Views of the particles of a recorded run: fewer than a world has, but present in every frame. */
import { VIEW_KINDS, type ViewKind, type WorldView } from 'pliant/engine';
import type { TrajectoryFrame, TrajectoryInfo, TrajectoryMesh } from 'pliant/formats';

/** Names of views by names of recorded values. */
const VIEW_OF: Record<string, string> = {
  strain: 'strain',
  temperature: 'temperature',
  thickness: 'thickness',
  solid: 'phase',
  object: 'object',
};

/** Returns the kind of a view that the engine knows. */
export function kindOf(name: string): ViewKind | undefined {
  return (VIEW_KINDS as Record<string, ViewKind>)[name];
}

/** Returns the views that frames of a recorded run have. */
export function recordedViews(info: TrajectoryInfo, meshes: readonly TrajectoryMesh[]): WorldView[] {
  const bodies = new Map<string, number[]>();
  const add = (name: string, body: number) => bodies.set(name, [...(bodies.get(name) ?? []), body]);
  for (const { name, body } of info.values ?? []) if (VIEW_OF[name]) add(VIEW_OF[name], body);
  meshes.forEach(({ places }, body) => {
    if (places) add('level', body);
  });
  return Object.values<ViewKind>(VIEW_KINDS).flatMap((kind) => {
    const own = bodies.get(kind.name);
    return own ? [{ ...kind, bodies: own }] : [];
  });
}

/** Returns one number per particle of the body, or undefined if the frame has no such view of it. */
export function recordedNumbers(
  info: TrajectoryInfo,
  frame: Pick<TrajectoryFrame, 'meshes' | 'values'>,
  name: string,
  body: number,
): Float32Array | undefined {
  const levels = frame.meshes[body].places?.levels;
  if (name === 'level') return levels && Float32Array.from(levels);
  const at = (info.values ?? []).findIndex((value) => value.body === body && VIEW_OF[value.name] === name);
  if (at < 0 || !frame.values[at]) return undefined;
  const { scale = 1 } = info.values![at];
  return Float32Array.from(frame.values[at], (stored) => stored * scale);
}
