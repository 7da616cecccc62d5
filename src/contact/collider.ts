/** A thing that particles touch: a shape, where it is, and how its surface rubs and throws back. */

import type { Vector } from '../math/vec3.ts';
import { within } from './check.ts';
import type { Rotation } from './pose.ts';
import type { Ball } from './rigid/ball.ts';
import type { RigidBodies } from './rigid/rigid.ts';
import { createShape, type ShapeSpec } from './shapes/index.ts';
import type { Shape } from './shapes/shape.ts';
import { type ColliderKeyframe, type ColliderPath, Track } from './track.ts';

export interface ColliderSpec {
  readonly name: string;
  readonly shape: Shape | ShapeSpec;
  /** m */
  readonly position?: Vector;
  readonly rotation?: Rotation;
  /** Places by time; they stand in for `position` and `rotation`. */
  readonly keyframes?: readonly ColliderKeyframe[];
  /** Kinetic coefficient μ_k ≥ 0; 0 where left out. */
  readonly friction?: number;
  /** μ_s ≥ μ_k; μ_k where left out. */
  readonly staticFriction?: number;
  /** Speed after over speed before an impact, 0 to 1; 0 where left out. */
  readonly restitution?: number;
  /** What touches it hot sticks to it; nothing does where left out. */
  readonly stick?: StickSpec;
  /** K; a collider as hot as its `stick` says lets everything stick. */
  readonly temperature?: number;
}

export interface StickSpec {
  /** K from which on particles stick. */
  readonly temperature: number;
  /** N/m²: pulled harder, they come off. */
  readonly strength: number;
}

export interface Collider {
  readonly name: string;
  readonly shape: Shape;
  readonly track: ColliderPath;
  readonly friction: number;
  readonly staticFriction: number;
  readonly restitution: number;
  /** `hot`: it is so hot itself that whatever touches it sticks. */
  readonly stick?: StickSpec & { readonly hot: boolean };
  /** Of a collider that sheets push back. */
  readonly ball?: Ball;
  /** Of a rigid body: the one of this index; its track reads where it is. */
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
    track: shape.moving ? restless(track) : track,
    friction,
    staticFriction: within('staticFriction', spec.staticFriction ?? friction, friction),
    restitution: within('restitution', spec.restitution ?? 0, 0, 1),
    ...(spec.stick && { stick: stickOf(spec.stick, spec.temperature) }),
  };
}

/** Of a shape that moves in itself: it is never still. */
function restless(track: Track): ColliderPath {
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
