/** An obstacle: a shape, its path through time, and its friction and restitution. */

import type { Vector } from '../math/vec3.ts';
import { within } from './check.ts';
import type { Rotation } from './pose.ts';
import type { RigidBodies } from './rigid/rigid.ts';
import { createShape, type ShapeSpec } from './shapes/index.ts';
import type { Shape } from './shapes/shape.ts';
import { type ColliderKeyframe, type ColliderPath, Track } from './track.ts';

export interface ColliderSpec {
  readonly name: string;
  readonly shape: Shape | ShapeSpec;
  /** Position, m. */
  readonly position?: Vector;
  readonly rotation?: Rotation;
  /** Poses by time, which replace `position` and `rotation`. */
  readonly keyframes?: readonly ColliderKeyframe[];
  /** Kinetic coefficient μ_k ≥ 0; default: 0. */
  readonly friction?: number;
  /** Static coefficient μ_s ≥ μ_k; default: μ_k. */
  readonly staticFriction?: number;
  /** Speed after an impact over speed before it, 0 to 1; default: 0. */
  readonly restitution?: number;
  /** Makes particles that touch it hot stick to it; default: nothing sticks. */
  readonly stick?: StickSpec;
  /** Temperature, K. To a collider at or above `stick.temperature` everything sticks. */
  readonly temperature?: number;
}

export interface StickSpec {
  /** Temperature (K) from which on particles stick. */
  readonly temperature: number;
  /** Stress (N/m²) above which they come off. */
  readonly strength: number;
}

export interface Collider {
  readonly name: string;
  readonly shape: Shape;
  readonly track: ColliderPath;
  readonly friction: number;
  readonly staticFriction: number;
  readonly restitution: number;
  /** `hot`: the collider itself is at the temperature, so everything that touches it sticks. */
  readonly stick?: StickSpec & { readonly hot: boolean };
  /** Present for a rigid body: its index in `bodies`, which its track reads the pose from. */
  readonly rigid?: { readonly bodies: RigidBodies; readonly index: number };
}

/** Throws a RangeError whose message begins with the field at fault, such as `shape.radius`. */
export function createCollider(spec: ColliderSpec): Collider {
  const friction = within('friction', spec.friction ?? 0, 0);
  const shape = 'distance' in spec.shape ? spec.shape : shapeOf(spec.shape);
  const track = new Track(spec.position, spec.rotation, spec.keyframes);
  return {
    name: spec.name,
    shape,
    track: shape.moving ? neverStill(track) : track,
    friction,
    staticFriction: within('staticFriction', spec.staticFriction ?? friction, friction),
    restitution: within('restitution', spec.restitution ?? 0, 0, 1),
    ...(spec.stick && { stick: stickOf(spec.stick, spec.temperature) }),
  };
}

/** Path of a shape whose vertices move: it is never still. */
function neverStill(track: Track): ColliderPath {
  return {
    still: false,
    poseAt: (time) => track.poseAt(time),
    turnOver: (start, end) => track.turnOver(start, end),
  };
}

function stickOf({ temperature, strength }: StickSpec, own = 0): Collider['stick'] {
  return {
    temperature: within('stick.temperature', temperature, 0),
    strength: within('stick.strength', strength, 0),
    hot: within('temperature', own, 0) >= temperature,
  };
}

function shapeOf(spec: ShapeSpec): Shape {
  try {
    return createShape(spec);
  } catch (error) {
    throw error instanceof RangeError ? new RangeError(`shape.${error.message}`) : error;
  }
}
