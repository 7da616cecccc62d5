export { addBall, type Ball, type BallCollider, type BallSpec } from './ball.ts';
export { type Bonds, bonds, type Stuck } from './bonds.ts';
export type { Vector } from './check.ts';
export { type Collider, type ColliderSpec, createCollider, type StickSpec } from './collider.ts';
export { type ContactBody, type ContactStage, contactStage } from './contacts.ts';
export { createShape, type ShapeSpec } from './create-shape.ts';
export { freePlaces } from './free.ts';
export { type MeshMotion, MovingMesh } from './moving-mesh.ts';
export { Outside } from './outside.ts';
export { type Penetration, penetrations } from './penetrations.ts';
export type { Pose, Rotation } from './pose.ts';
export { loadRapier, RapierMissingError } from './rapier.ts';
export {
  addRigidBodies,
  RIGID_MODEL_NUMBERS,
  RIGID_NUMBERS,
  RIGID_SPIN,
  RIGID_TURN,
  RIGID_VELOCITY,
  RigidBodies,
  type RigidCollider,
  type RigidOptions,
  type RigidSolver,
  rigidBodiesOf,
} from './rigid.ts';
export type { RigidBodySpec } from './rigid-body.ts';
export { type MassProperties, massProperties } from './rigid-mass.ts';
export { SHAPE_KINDS, type Shape, type ShapeKind } from './shape.ts';
export { crossedSurfaces } from './stages.ts';
export { crossedSheets } from './surface/crossed-sheets.ts';
export type { SurfaceBody } from './surface/sheets.ts';
export { SurfaceContact, type SurfaceContactOptions } from './surface/surface-contact.ts';
export { type Crossed, crossingWarning } from './surface/tangle.ts';
export type { WeldOptions } from './surface/weld.ts';
export { addTies, type Tie, Ties } from './tie.ts';
export type { ColliderKeyframe, ColliderPath } from './track.ts';
