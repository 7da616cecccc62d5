/** A world that was built from a scene, with what pictures of it need. */
import {
  freePlaces,
  interleavePositions,
  isSameTopology,
  type RecordedValue,
  readBodyValues,
  recordedValues,
  type Scene,
  type StepReport,
  snapshot,
  type TrajectoryInfo,
  type TrajectoryMesh,
  type TrajectorySkin,
  trajectoryInfo,
  trajectoryMeshes,
  trajectorySkins,
  type World,
} from 'pliant';
import type { Hands } from './hands.ts';
import type { RecordedFrame } from './recording.ts';

export interface Running {
  readonly scene: Scene;
  readonly world: World;
  readonly hands: Hands;
  /** Snapshot of the world as it was built. */
  readonly start: Uint8Array;
  readonly info: TrajectoryInfo;
  readonly skins: readonly TrajectorySkin[];
  readonly recorded: readonly RecordedValue[];
  /** The topology of the last frame that was read. */
  meshes: TrajectoryMesh[];
}

export function running(scene: Scene, world: World, hands: Hands): Running {
  return {
    scene,
    world,
    hands,
    start: snapshot(world),
    info: trajectoryInfo(scene, { world }),
    skins: trajectorySkins(world),
    recorded: recordedValues(world),
    meshes: trajectoryMeshes(world),
  };
}

/** The world as it stands. */
export function readFrame(running: Running, report: StepReport | undefined): RecordedFrame {
  const { world, info, skins, recorded } = running;
  if (!isSameTopology(world, running.meshes)) running.meshes = trajectoryMeshes(world);
  return {
    step: world.steps,
    time: world.time,
    positions: interleavePositions(world.particles),
    free: Float32Array.from(freePlaces(world)),
    values: readBodyValues(world, recorded),
    meshes: running.meshes,
    info,
    skins,
    report,
  };
}
