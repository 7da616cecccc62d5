/**
 * Creation of a rigid body from its description: its shape in principal axes about the centre of mass, its pose, mass and
 * moments of inertia. Symbols as in rigid.ts.
 */
import { multiply } from '../../math/quat.ts';
import type { Vector } from '../../math/vec3.ts';
import { positive, vector } from '../check.ts';
import { type Collider, createCollider } from '../collider.ts';
import {
  checkRotation,
  NO_ROTATION,
  type Rotation,
  rotationQuaternion,
  toWorld,
  writeFrame,
} from '../pose.ts';
import { massProperties, type ShapeSpec, shapeKind } from '../shapes/index.ts';
import type { MassProperties } from '../shapes/shape.ts';

export interface RigidBodySpec {
  readonly name: string;
  /** Shape with a volume: sphere, box, capsule, cylinder or convex. */
  readonly shape: ShapeSpec;
  /** Mass, kg; default: from `density`. */
  readonly mass?: number;
  /** Density, kg/m³; default: 1000. */
  readonly density?: number;
  /** Position of the shape's own origin at the start, m. */
  readonly position?: Vector;
  readonly rotation?: Rotation;
  /** Velocity of the centre of mass at the start, m/s. */
  readonly velocity?: Vector;
  /** Angular velocity at the start, rad/s, in the world's axes. */
  readonly spin?: Vector;
  /** Surface as in a `ColliderSpec`. */
  readonly friction?: number;
  readonly staticFriction?: number;
  readonly restitution?: number;
}

/** Density of water, kg/m³. */
export const DEFAULT_DENSITY = 1000;

export interface MadeBody {
  readonly properties: MassProperties;
  readonly surface: Collider;
  readonly state: number[];
  readonly model: number[];
}

/** Throws a RangeError whose message begins with the field at fault. */
export function makeBody(spec: RigidBodySpec): MadeBody {
  const { name, shape, friction, staticFriction, restitution } = spec;
  const given = createCollider({ name, shape, friction, staticFriction, restitution });
  const properties = propertiesOf(shape);
  if (given.shape.rigidForm?.().form === 'skin')
    throw new RangeError(
      `shape.kind: a ${shape.kind} is not convex, so it cannot be a rigid body; give it convex parts (rigidForm)`,
    );
  const mass = massOf(spec, properties.volume);
  const position = vector('position', spec.position ?? [0, 0, 0]);
  const rotation = rotationQuaternion(checkRotation('rotation', spec.rotation ?? NO_ROTATION));
  const frame = writeFrame(new Float64Array(12), position, rotation);
  const centre = new Float64Array(3);
  toWorld(frame, Float64Array.from(properties.centre), centre);
  const quaternion = multiply(rotation, properties.axes);
  const velocity = vector('velocity', spec.velocity ?? [0, 0, 0]);
  const spin = vector('spin', spec.spin ?? [0, 0, 0]);
  return {
    properties,
    surface: createCollider({
      name,
      shape: shapeKind(shape.kind).principal?.(shape, properties) ?? shape,
      friction,
      staticFriction,
      restitution,
    }),
    state: [...centre, ...quaternion, ...velocity, ...spin],
    model: [1 / mass, ...properties.gyration.map((k) => 1 / (mass * k))],
  };
}

function propertiesOf(shape: ShapeSpec): MassProperties {
  try {
    return massProperties(shape);
  } catch (error) {
    throw error instanceof RangeError ? new RangeError(`shape.${error.message}`) : error;
  }
}

function massOf({ mass, density }: RigidBodySpec, volume: number): number {
  if (mass !== undefined && density !== undefined) {
    throw new RangeError(`density: the mass is given already (${mass} kg); leave one out`);
  }
  if (mass !== undefined) return positive('mass', mass);
  return positive('density', density ?? DEFAULT_DENSITY) * volume;
}
