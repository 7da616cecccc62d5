/** Colliders and rigid bodies of a simulation. */
import type { Vector } from '../contact/index.ts';
import { type Pose, RADIANS, type Rotation } from '../contact/pose.ts';
import { type ColliderPath, Track } from '../contact/track.ts';
import { IDENTITY, type Quaternion, rotationVector } from '../math/quat.ts';
import { norm } from '../math/vec3.ts';

/** A new pose; a part that is not given stays as it is. */
export interface PoseChange {
  /** Position, m. */
  readonly position?: Vector;
  /** Axis and angle in degrees, or a quaternion x, y, z, w as three.js has it. */
  readonly rotation?: Rotation | Quaternion;
}

/** A placed thing as a scene describes it. */
export interface Placed {
  readonly position: Vector;
  readonly rotation: Rotation;
}

/** Path of a collider that a program moves: from its pose at one time to another pose a step later, and at rest there. */
export class DrivenPath implements ColliderPath {
  readonly still = false;
  #track: Track;

  constructor({ position, rotation }: Placed) {
    this.#track = new Track(position, rotation);
  }

  /** Moves from `from`, at `time`, to `to` in the `dt` seconds after it. */
  move(from: Placed, to: Placed, time: number, dt: number): void {
    this.#track = new Track(from.position, from.rotation, [
      { time, ...from },
      { time: time + dt, ...to },
    ]);
  }

  poseAt(time: number): Pose {
    return this.#track.poseAt(time);
  }

  turnOver(start: number, end: number): Vector {
    return this.#track.turnOver(start, end);
  }
}

/** A rotation by axis and angle. */
export function rotationOf(rotation: Rotation | Quaternion): Rotation {
  if ('axis' in rotation) return rotation;
  const [x, y, z] = rotationVector(IDENTITY, rotation);
  const angle = norm(x, y, z);
  return angle === 0 ? { axis: [0, 1, 0], angle: 0 } : { axis: [x, y, z], angle: angle / RADIANS };
}

/** The part of a simulation that its colliders and rigid bodies use. */
export interface ColliderHost {
  pose(thing: SimulatedCollider | SimulatedRigidBody): Pose;
  setPose(collider: SimulatedCollider, pose: PoseChange): void;
}

/**
 * A collider of a `Simulation`.
 *
 * @example
 * const ball = sim.addCollider({ kind: 'sphere', radius: 0.2 }, { friction: 0.4 });
 * ball.setPose({ position: [0, 0.5, 0] }); // reached at the end of the next step
 */
export class SimulatedCollider {
  readonly name: string;
  readonly #host: ColliderHost;

  /** Colliders are made by `Simulation.addCollider`. */
  constructor(host: ColliderHost, name: string) {
    this.#host = host;
    this.name = name;
  }

  /** Present position (m) and unit quaternion. */
  get pose(): Pose {
    const { position, quaternion } = this.#host.pose(this);
    return { position, quaternion };
  }

  /**
   * Moves the collider. Before the first step it is placed there; later it moves there during the next step, so bodies on
   * it are carried along and nothing passes through it. A call for every frame animates it.
   */
  setPose(pose: PoseChange): void {
    this.#host.setPose(this, pose);
  }
}

/**
 * A rigid body of a `Simulation`.
 *
 * @example
 * const sim = new Simulation({ rigid: await loadRapier() });
 * const box = sim.addRigidBody({ shape: { kind: 'box', size: [0.1, 0.1, 0.1] }, mass: 0.5 });
 * sim.advance(1);
 * mesh.position.set(...box.pose.position);
 */
export class SimulatedRigidBody {
  readonly name: string;
  readonly #host: ColliderHost;

  /** Rigid bodies are made by `Simulation.addRigidBody`. */
  constructor(host: ColliderHost, name: string) {
    this.#host = host;
    this.name = name;
  }

  /** Present position (m) and unit quaternion. */
  get pose(): Pose {
    return this.#host.pose(this);
  }
}
