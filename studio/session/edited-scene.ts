/** A scene with edits: parameters by their paths, and balls that were dropped in. Checked as a file would be. */
import { parseScene, type Scene } from 'pliant';
import type { Command, Edit } from './commands.ts';

/** The scene that results; throws a SceneError where it is none. */
export function editedScene(original: Scene, edits: readonly Edit[]): Scene {
  let scene: unknown = original;
  for (const { command } of edits) scene = edit(scene, command);
  return scene === original ? original : parseScene(scene);
}

function edit(scene: unknown, command: Command): unknown {
  switch (command.kind) {
    case 'set':
      return withValue(scene, command.path, command.value);
    case 'scene':
      return command.scene;
    case 'drop':
      return withBall(scene as Scene, command);
    default:
      return scene;
  }
}

/** `path` as the parameter table has it: `bodies[0].material.density`. A value left out takes the field away. */
export function withValue(scene: unknown, path: string, value: unknown): unknown {
  const copy = structuredClone(scene) as Record<string, unknown>;
  const keys = [...path.matchAll(/[^.[\]]+/g)].map(([key]) => key);
  let at: Record<string, unknown> = copy;
  for (const key of keys.slice(0, -1)) {
    // An object that was left to its defaults, or a preset given by name, becomes one of its own.
    if (typeof at[key] !== 'object' || at[key] === null) at[key] = {};
    at = at[key] as Record<string, unknown>;
  }
  const last = keys[keys.length - 1];
  if (value !== undefined) at[last] = value;
  else if (Array.isArray(at)) at.splice(Number(last), 1);
  else delete at[last];
  return copy;
}

function withBall(scene: Scene, { position, radius, mass, velocity }: Command & { kind: 'drop' }): unknown {
  const taken = new Set(scene.colliders.map(({ name }) => name));
  let number = 1;
  while (taken.has(`ball ${number}`)) number++;
  const ball = {
    name: `ball ${number}`,
    shape: { kind: 'sphere', radius },
    position,
    mass,
    velocity,
  };
  return { ...scene, colliders: [...scene.colliders, ball] };
}
