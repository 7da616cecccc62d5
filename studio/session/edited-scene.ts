/** A scene with edits: parameters by their paths, and balls that were dropped in. Checked as a file would be. */
import { parseScene, type Scene } from 'pliant';
import { withValue } from 'pliant/engine';
import type { Command, Edit } from './commands.ts';

/** The scene that results; throws a SceneError where it is none. */
export function editedScene(original: Scene, edits: readonly Edit[]): Scene {
  let scene = original;
  for (const { command } of edits) scene = edit(scene, command);
  return scene === original ? original : parseScene(scene);
}

function edit(scene: Scene, command: Command): Scene {
  switch (command.kind) {
    case 'set':
      return withValue(scene, command.path, command.value);
    case 'scene':
      return command.scene as unknown as Scene; // checked with all the rest
    case 'drop':
      return withBall(scene, command);
    default:
      return scene;
  }
}

function withBall(scene: Scene, { position, radius, mass, velocity }: Command & { kind: 'drop' }): Scene {
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
  return withValue(scene, `colliders[${scene.colliders.length}]`, ball);
}
