/**
 * One rigid body from its description: the shape in its principal axes about its centre of mass, where that puts it, its
 * mass and moments. Symbols as in rigid.ts.
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
import type { ShapeSpec } from '../shapes/create-shape.ts';
import { type MassProperties, massProperties } from './rigid-mass.ts';

export interface RigidBodySpec {
  readonly name: string;
  /** Sphere, box, capsule, cylinder or convex: what has a volume. */
  readonly shape: ShapeSpec;
  /** kg; else `density` decides. */
  readonly mass?: number;
  /** kg/m³; 1000 where neither is given. */
  readonly density?: number;
  /** Of the shape's own origin at the start, m. */
  readonly position?: Vector;
  readonly rotation?: Rotation;
  /** Of the centre of mass at the start, m/s. */
  readonly velocity?: Vector;
  /** rad/s about the world's axes. */
  readonly spin?: Vector;
  /** As of a `ColliderSpec`. */
  readonly friction?: number;
  readonly staticFriction?: number;
  readonly restitution?: number;
}

/** kg/m³ */
const DEFAULT_DENSITY = 1000;

export interface MadeBody {
  readonly properties: MassProperties;
  readonly surface: Collider;
  readonly state: number[];
  readonly model: number[];
}

/** The shape in its principal axes, and where that puts it. */
export function makeBody(spec: RigidBodySpec): MadeBody {
  const { name, shape, friction, staticFriction, restitution } = spec;
  createCollider({ name, shape, friction, staticFriction, restitution }); // refuses what is not sound
  const properties = propertiesOf(shape);
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
      shape: principalShape(shape, properties),
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

/** The corners of a polyhedron seen from its centre of mass along its principal axes; others are centred as they are. */
export function principalShape(shape: ShapeSpec, { centre, axes }: MassProperties): ShapeSpec {
  if (shape.kind !== 'convex') return shape;
  const f = writeFrame(new Float64Array(12), centre, axes);
  const vertices = shape.vertices.map((v) => {
    const [x, y, z] = v.map((value, axis) => value - centre[axis]);
    return [0, 1, 2].map((k) => f[k] * x + f[3 + k] * y + f[6 + k] * z);
  });
  return { kind: 'convex', vertices, faces: shape.faces };
}
