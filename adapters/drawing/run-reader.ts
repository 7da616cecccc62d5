/** Reads frames from a world, as they are drawn and recorded. */
import type { World } from 'pliant';
import { contactOf, type ValueArray } from 'pliant/engine';
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
import type { RunOutline } from './body-source.ts';

/** A frame with the outline of its run, which an edit of the scene changes. */
export interface ReadFrame extends RunOutline {
  /** Steps taken. */
  readonly step: number;
  /** Time, s. */
  readonly time: number;
  /** Positions of all particles: x, y, z of each, m. */
  readonly positions: Float32Array;
  /** Places of the colliders that sheets push, as in a frame of a trajectory. */
  readonly free: Float32Array;
  readonly values: readonly ValueArray[];
  /** The array of the last frame if the topology is the same. */
  readonly meshes: TrajectoryMesh[];
}

export class RunReader implements RunOutline {
  readonly world: World;
  readonly info: TrajectoryInfo;
  readonly skins: readonly TrajectorySkin[];
  readonly #recorded: readonly RecordedValue[];
  #meshes: TrajectoryMesh[];

  constructor(scene: Parameters<typeof trajectoryInfo>[0], world: World) {
    this.world = world;
    this.info = trajectoryInfo(scene, { world });
    this.skins = trajectorySkins(world);
    this.#recorded = recordedValues(world);
    this.#meshes = trajectoryMeshes(world);
  }

  /** Reads the world as it is now. `into` has room for the positions. */
  read(into?: Float32Array): ReadFrame {
    const { world, info, skins } = this;
    if (!isSameTopology(world, this.#meshes)) this.#meshes = trajectoryMeshes(world);
    return {
      step: world.steps,
      time: world.time,
      positions: interleavePositions(world.particles, into),
      free: Float32Array.from(contactOf(world).dynamicPoses()),
      values: readBodyValues(world, this.#recorded),
      meshes: this.#meshes,
      info,
      skins,
    };
  }
}
