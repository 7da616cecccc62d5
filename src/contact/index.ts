export { addBall, type Ball, type BallCollider, type BallSpec, ballPlaces } from './ball.ts';
export type { Vector } from './check.ts';
export { type Collider, type ColliderSpec, createCollider } from './collider.ts';
export { type ContactBody, type ContactStage, contactStage } from './contacts.ts';
export { createShape, type ShapeSpec } from './create-shape.ts';
export { Outside } from './outside.ts';
export type { Pose, Rotation } from './pose.ts';
export { SHAPE_KINDS, type Shape, type ShapeKind } from './shape.ts';
export type { ColliderKeyframe, ColliderPath } from './track.ts';
