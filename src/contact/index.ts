export type { Vector } from '../math/vec3.ts';
export type { Tie, Ties } from './attachments/point.ts';
export type { AttachmentReport } from './attachments/report.ts';
export { type Collider, type ColliderSpec, createCollider } from './collider.ts';
export {
  addContact,
  addRigidBodies,
  addTies,
  Contact,
  contactOf,
} from './contact.ts';
export { Outside } from './particles/outside.ts';
export { ParticleContact } from './particles/particle-contact.ts';
export type { Penetration } from './particles/penetrations.ts';
export type { Pose, Rotation } from './pose.ts';
export { loadRapier, RapierMissingError } from './rigid/rapier.ts';
export { RIGID_NUMBERS, RigidBodies, type RigidOptions, type RigidSolver } from './rigid/rigid.ts';
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
  Shape,
  ShapeField,
  ShapeKind,
  ShapeMesh,
} from './shapes/shape.ts';
export { crossedSheets } from './surfaces/crossed-sheets.ts';
export { type Crossed, crossingWarning } from './surfaces/crossing-report.ts';
export type { ColliderKeyframe, ColliderPath } from './track.ts';
