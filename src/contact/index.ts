export type { Vector } from '../math/vec3.ts';
export type { Tie, Ties } from './attachments/point.ts';
export type { Bonds, Stuck } from './attachments/report.ts';
export type { WeldOptions } from './attachments/sheet.ts';
export { type Collider, type ColliderSpec, createCollider, type StickSpec } from './collider.ts';
export {
  addContact,
  addRigidBodies,
  addTies,
  Contact,
  type ContactOptions,
  contactOf,
} from './contact.ts';
export { Outside } from './particles/outside.ts';
export { type ContactBody, ParticleContact } from './particles/particle-contact.ts';
export type { Penetration } from './particles/penetrations.ts';
export type { Pose, Rotation } from './pose.ts';
export { addBall, type Ball, type BallCollider, type BallSpec } from './rigid/ball.ts';
export { loadRapier, RapierMissingError } from './rigid/rapier.ts';
export {
  RIGID_MODEL_NUMBERS,
  RIGID_NUMBERS,
  RIGID_SPIN,
  RIGID_TURN,
  RIGID_VELOCITY,
  RigidBodies,
  type RigidCollider,
  type RigidOptions,
  type RigidSolver,
} from './rigid/rigid.ts';
export type { RigidBodySpec } from './rigid/rigid-body.ts';
export {
  createShape,
  massProperties,
  registerShape,
  type ShapeSpec,
  type ShapeSpecs,
  shapeKind,
  shapeKinds,
  shapeMesh,
} from './shapes/index.ts';
export { type MeshMotion, MovingMesh } from './shapes/moving-mesh.ts';
export type {
  Features,
  MassProperties,
  RigidForm,
  Shape,
  ShapeField,
  ShapeKind,
  ShapeMesh,
} from './shapes/shape.ts';
export { crossedSheets } from './surfaces/crossed-sheets.ts';
export type { SurfaceBody } from './surfaces/sheets.ts';
export { SurfaceContact, type SurfaceContactOptions } from './surfaces/surface-contact.ts';
export { type Crossed, crossingWarning } from './surfaces/untangling.ts';
export type { ColliderKeyframe, ColliderPath } from './track.ts';
