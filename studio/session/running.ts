/** A world that was built from a scene, with what pictures of it need. */
import { type Scene, type StepReport, snapshot, type World } from 'pliant';
import { freePlaces, modelNamed } from 'pliant/engine';
import {
  interleavePositions,
  isSameTopology,
  type RecordedValue,
  readBodyValues,
  recordedValues,
  type TrajectoryInfo,
  type TrajectoryMesh,
  type TrajectorySkin,
  trajectoryInfo,
  trajectoryMeshes,
  trajectorySkins,
} from 'pliant/formats';
import type { Hands } from './hands.ts';
import type { Measures, RecordedFrame } from './recording.ts';

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
    measures: measuresOf(running),
  };
}

function measuresOf({ world, scene, meshes }: Running): Measures {
  const triangles = meshes.reduce((sum, mesh) => sum + mesh.triangles.length / 3, 0);
  const { count } = world.particles;
  const isWarm =
    scene.heat.mode === 'physical' || scene.bodies.some(({ model }) => modelNamed(model).temperatures);
  if (!isWarm || count === 0) return { triangles };
  const kelvin = world.particles.temperature.view;
  let min = kelvin[0];
  let max = min;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    min = Math.min(min, kelvin[i]);
    max = Math.max(max, kelvin[i]);
    sum += kelvin[i];
  }
  return { triangles, temperature: { min, mean: sum / count, max } };
}
