/** A scene with its edits: changed parameters and dropped balls. It is checked as a file is. */
import { parseScene, type Scene } from 'pliant';
import { withValue } from 'pliant/engine';
import type { Command, Edit } from './commands.ts';

/** Returns the scene with the edits. Throws a SceneError if it is invalid. */
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
      return command.scene as unknown as Scene; // checked below with the rest
    case 'drop':
      return withBall(scene, command);
    default:
      return scene;
  }
}

function withBall(scene: Scene, { position, radius, mass, velocity }: Command & { kind: 'drop' }): Scene {
  const taken = new Set([...scene.colliders, ...scene.rigidBodies].map(({ name }) => name));
  let number = 1;
  while (taken.has(`ball ${number}`)) number++;
  const ball = {
    name: `ball ${number}`,
    shape: { kind: 'sphere', radius },
    position,
    mass,
    velocity,
  };
  return withValue(scene, `rigidBodies[${scene.rigidBodies.length}]`, ball);
}
