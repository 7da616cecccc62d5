/** What frames of a recorded run tell of particles: less than a world does, but it is there for every frame. */
import { QUANTITY_KINDS, type Quantity, type QuantityKind } from 'pliant/engine';
import type { TrajectoryFrame, TrajectoryInfo, TrajectoryMesh } from 'pliant/formats';

/** Names of quantities by those of recorded values. */
const QUANTITY_OF: Record<string, string> = {
  strain: 'strain',
  temperature: 'temperature',
  thickness: 'thickness',
  solid: 'phase',
  object: 'object',
};

export function kindOf(name: string): QuantityKind | undefined {
  return (QUANTITY_KINDS as Record<string, QuantityKind>)[name];
}

export function recordedQuantities(info: TrajectoryInfo, meshes: readonly TrajectoryMesh[]): Quantity[] {
  const bodies = new Map<string, number[]>();
  const add = (name: string, body: number) => bodies.set(name, [...(bodies.get(name) ?? []), body]);
  for (const { name, body } of info.values ?? []) if (QUANTITY_OF[name]) add(QUANTITY_OF[name], body);
  meshes.forEach(({ places }, body) => {
    if (places) add('level', body);
  });
  return Object.values<QuantityKind>(QUANTITY_KINDS).flatMap((kind) => {
    const own = bodies.get(kind.name);
    return own ? [{ ...kind, bodies: own }] : [];
  });
}

/** One number a particle of the body. */
export function recordedNumbers(
  info: TrajectoryInfo,
  frame: Pick<TrajectoryFrame, 'meshes' | 'values'>,
  name: string,
  body: number,
): Float32Array | undefined {
  const levels = frame.meshes[body].places?.levels;
  if (name === 'level') return levels && Float32Array.from(levels);
  const at = (info.values ?? []).findIndex(
    (value) => value.body === body && QUANTITY_OF[value.name] === name,
  );
  if (at < 0 || !frame.values[at]) return undefined;
  const { scale = 1 } = info.values![at];
  return Float32Array.from(frame.values[at], (stored) => stored * scale);
}
