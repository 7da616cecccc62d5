/** Lengths of the records of layouts/surface.ts in elements of typed arrays, and indices of their fields. */
import * as AffineMotion from '../../layouts/generated/affine-motion.ts';
import * as Contact from '../../layouts/generated/contact.ts';
import * as ContactMemory from '../../layouts/generated/contact-memory.ts';
import * as FeaturePair from '../../layouts/generated/feature-pair.ts';
import * as MovingBox from '../../layouts/generated/moving-box.ts';
import * as RigidSide from '../../layouts/generated/rigid-side.ts';
import * as SurfaceProperties from '../../layouts/generated/surface-properties.ts';
import * as SurfaceTriangle from '../../layouts/generated/surface-triangle.ts';
import * as SurfaceVertex from '../../layouts/generated/surface-vertex.ts';
import * as TreeNode from '../../layouts/generated/tree-node.ts';
import * as TriangleFold from '../../layouts/generated/triangle-fold.ts';

/** Lengths in f64. */
export const CONTACT_NUMBERS = Contact.BYTES / 8;
export const MEMORY_NUMBERS = ContactMemory.BYTES / 8;
export const MOTION_NUMBERS = AffineMotion.BYTES / 8;
export const PROPERTY_NUMBERS = SurfaceProperties.BYTES / 8;
export const SIDE_NUMBERS = RigidSide.BYTES / 8;
export const VERTEX_NUMBERS = SurfaceVertex.BYTES / 8;

/** Lengths in i32 or f32. */
export const BOX_NUMBERS = MovingBox.BYTES / 4;
export const CONTACT_WORDS = Contact.BYTES / 4;
export const FOLD_NUMBERS = TriangleFold.BYTES / 4;
export const NODE_WORDS = TreeNode.BYTES / 4;
export const PAIR_WORDS = FeaturePair.BYTES / 4;
export const TRIANGLE_WORDS = SurfaceTriangle.BYTES / 4;

/** Indices of fields, in f64. */
export const VERTEX_END = SurfaceVertex.END / 8;
export const VERTEX_INVERSE_MASS = SurfaceVertex.INVERSE_MASS / 8;
export const SIDE_TURN = RigidSide.TURN / 8;
export const SIDE_INVERSE_MASS = RigidSide.INVERSE_MASS / 8;
export const SIDE_INVERSE_INERTIA = RigidSide.INVERSE_INERTIA / 8;
export const SIDE_CENTRE = RigidSide.CENTRE / 8;
export const SIDE_OWED = RigidSide.OWED_IMPULSE / 8;

/**
 * Index of the flags of a triangle, in i32. Bit k: it represents vertex k; bit 3 + k: the edge from corner k to the next.
 */
export const TRIANGLE_FLAGS = SurfaceTriangle.FLAGS / 4;
export const HAS_FACE = 64;

/** Value of the rigid body in the properties of a collider that deforms, as in kernels/assembly/surface/hold.ts. */
export const DEFORMS = -2;
