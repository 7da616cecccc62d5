/** Records of contact between surfaces: src/contact/surfaces and kernels/assembly/surface. */
import type { Layout } from './layout.ts';

/** A vertex of a surface in a sub-step, in which it moves along a straight line at constant speed. */
export const surfaceVertex: Layout = {
  START: 'vector, m. Position at the start of the sub-step.',
  END: 'vector, m. Position at the end of the sub-step.',
  INVERSE_MASS: 'f64, 1/kg. Inverse mass; 0 for a vertex that no contact moves.',
  _unused: 'f64.',
};

/** The predicted motion of a vertex up to a horizon; it begins like a vertex. */
export const predictedMotion: Layout = {
  START: 'vector, m. Position now.',
  END: 'vector, m. Position at the horizon.',
  ALLOWANCE: 'f64, m. Largest deviation from the prediction for which lists of pairs stay valid.',
  STRAYED: 'i32. 1 if the vertex has deviated by more than that.',
  _unused: 'i32.',
};

/** The closest points of two features, and scratch space for their motion. */
export const proximity: Layout = {
  WEIGHTS: 'quad, 1. Weights of the four vertices: +1 in sum on the first side, −1 on the second.',
  NORMAL: 'vector, 1. Unit normal from the second side to the first.',
  DISTANCE: 'f64, m. Distance, n · Σ w_j x_j.',
  POSITIONS: 'vector[4], m. Positions of the four vertices at a time within the sub-step.',
};

/** A contact of two features: a vertex and a triangle, or two edges. */
export const contact: Layout = {
  VERTICES: 'quad32, index. Vertices, those of the first side first.',
  WEIGHTS: 'quad, 1. Weights s_j of the vertices; 0 for those of a rigid body.',
  NORMAL: 'vector, 1. Unit normal n from the second side to the first.',
  LEAST_DISTANCE:
    'f64, m. Distance that the solve enforces; share of the motion for a pair that is held back.',
  EFFECTIVE_MASS: 'f64, kg. 1/W along n, W = Σ s_j² w_j with the inverse masses w_j; 0 if nothing can move.',
  IMPULSE: 'f64, kg·m. Normal impulse λ ≥ 0 times the length of the sub-step.',
  FRICTION_IMPULSE: 'vector, kg·m. Tangential impulse times the length of the sub-step.',
  STATIC_FRICTION: 'f64, 1. Coefficient μ_s.',
  KINETIC_FRICTION: 'f64, 1. Coefficient μ_k.',
  RIGID_BODY: 'i32, index. Rigid body on one side; −1 for none.',
  IS_EDGES: 'i32. 1 for two edges, 0 for a vertex and a triangle.',
  KEPT_DISTANCE: 'f64, m. Distance that the pair keeps at rest.',
  ARM: 'vector, m. Contact point from the centre of mass of the rigid body.',
  START: 'vector, m. Σ s_j x_j at the start of the sub-step, with the vertices of the rigid body.',
  RIGID_SIGN: 'f64, 1. Sum of the weights of the rigid body: 1 or −1.',
};

/** A contact as a term of the potential of an implicit step: src/contact/potential/terms.ts. */
export const contactTerm: Layout = {
  PARTICLES: 'quad32, index. Particles; −1 for what is not solved for.',
  KEY: 'quad32. Features by which friction is remembered from step to step.',
  NORMAL: 'vector, 1. Unit normal n from the second side to the first.',
  WEIGHTS: 'quad, 1. Weights s_j of the particles.',
  FIXED: 'vector, m. Σ s_j y_j of what is not solved for.',
  START: 'vector, m. Separation S₀ at the start of the step.',
  SLIP: 'vector, m. Slip that is left of earlier steps.',
  RANGE: 'f64, m. Distance d at which the contact begins.',
  FULL_RANGE: 'f64, m. Distance up to which it extends.',
  INERTIA:
    'f64, N/m. Mass that moves at the contact over the square of the step; before a solve its depth, m.',
  ROOM: 'f64, m. Depth D at which the sides would touch.',
  STIFFNESS: 'f64, N/m. Stiffness k at that depth.',
  STATIC_FRICTION: 'f64, 1. Coefficient for a contact that sticks.',
  KINETIC_FRICTION: 'f64, 1. Coefficient for one that slides.',
  LOAD: 'f64, N. Normal force that friction is proportional to.',
  SPEED: 'f64, m/s. Speed at which it slid in the last step.',
  GAIN: 'f64, m/s. Change of this speed in the last step.',
  PRESS: 'f64, N/m. Stiffness along n in the present solve; 0 for a contact that does not press.',
  REST: 'f64, m. Depth at which this spring has no force.',
  DRAG: 'f64, N/m. Stiffness of friction in the present solve.',
  FIRM: 'f64, N/m. Stiffness without the sphere of matter behind it; 0 without one.',
  SEPARATION: 'vector, m. Separation S at the positions of the last evaluation.',
  SLIPPED: 'vector, m. Slip v there.',
  ARM: 'vector, m. Arm r of the contact at the centre of mass of a rigid body.',
  BASE: 'vector, m. FIXED without the motion of the rigid body since the contact was gathered.',
  RIGID_LEAD: 'vector, m. What the motion of the body without contacts adds to S.',
  RIGID_MASS: 'f64, kg. Share of the contact in the effective mass of the body.',
  RIGID_SIGN: 'f64, 1. Sum of the weights of the body: 1 or −1.',
  BODY: 'i32, index. Rigid body on one side; −1 for none.',
  _unused: 'i32.',
  SPHERE: 'i32, index. Particle of matter on the first side; −1 for none.',
  SLIDES: 'i32. 1 if the contact slid in the last step, 2 if in the one before too.',
};

/** A rigid body in a sub-step. */
export const rigidSide: Layout = {
  SHIFT: 'vector, m. Translation h v in the sub-step.',
  TURN: 'vector, rad. Rotation vector h ω in the sub-step.',
  INVERSE_MASS: 'f64, 1/kg. Inverse mass.',
  INVERSE_INERTIA: 'matrix, 1/(kg·m²). Inverse inertia tensor in world axes.',
  CENTRE: 'vector, m. Centre of mass.',
  OWED_IMPULSE: 'vector, kg·m. Impulse, times h, that vertices held back against the body owe to it.',
  OWED_MOMENT: 'vector, kg·m². Angular impulse, times h, that they owe.',
};

/** The impulses of a contact in the last sub-step, for a warm start. */
export const contactMemory: Layout = {
  VERTICES: 'quad32, index. Vertices; the first is −1 − index for two edges.',
  IMPULSE: 'f64, kg·m. Normal impulse.',
  FRICTION_IMPULSE: 'vector, kg·m. Tangential impulse.',
};

/** Two features that may come into contact: a vertex and a triangle, or two edges. */
export const featurePair: Layout = {
  VERTICES: 'quad32, index. Vertices; the first is −1 − index for two edges.',
  NORMAL: 'vector32, 1. Unit direction in which the features were last found apart.',
  KEPT_DISTANCE: 'f32, m. Distance that the features keep.',
  COLLIDER_RADIUS: 'f32, m. Part of that distance that is the radius of a collider’s vertex or edge.',
  MARK: 'i32. Mark of the search in which the pair last became a contact.',
};

/** Properties of a collider’s surface; the first record is that of sheets among themselves. */
export const surfaceProperties: Layout = {
  STATIC_FRICTION: 'f64, 1. Coefficient μ_s.',
  KINETIC_FRICTION: 'f64, 1. Coefficient μ_k.',
  RIGID_BODY: 'f64, index. Rigid body; −1 for none, −2 for a collider that deforms.',
  RADIUS: 'f64, m. Radius of the collider around its vertices.',
};

/** A triangle of a surface. */
export const surfaceTriangle: Layout = {
  A: 'i32, index. First corner.',
  B: 'i32, index. Second corner.',
  C: 'i32, index. Third corner.',
  FLAGS: 'i32, bits. Bits 0 to 2: vertices that it represents; 3 to 5: edges; 6: it has a face.',
};

/** Contact radii of a vertex. */
export const contactRadii: Layout = {
  OTHERS: 'f64, m. Towards other bodies.',
  OWN: 'f64, m. Towards its own sheet.',
};

/** A node of a tree of bounding boxes, stored depth first. */
export const treeNode: Layout = {
  NEXT: 'i32, index. Node after the whole subtree.',
  FIRST: 'i32, index. First of its triangles in the tree’s order.',
  COUNT: 'i32. Triangles below it.',
  IS_LEAF: 'i32. 1 for a leaf.',
};

/** An axis-aligned bounding box. */
export const boundingBox: Layout = {
  LOW: 'f32[4], m. Least x, y, z; then 0.',
  HIGH: 'f32[4], m. Greatest x, y, z; then 0.',
};

/** Axis-aligned boxes of what moves, now and at the horizon; fourth coordinates see kernels/assembly/surface/boxes.ts. */
export const movingBox: Layout = {
  LOW: 'f32[4], m. Least x, y, z now.',
  END_LOW: 'f32[4], m. The same at the horizon.',
  HIGH: 'f32[4], m. Greatest x, y, z now.',
  END_HIGH: 'f32[4], m. The same at the horizon.',
};

/** Quantities by which two neighbouring triangles are found to stay side by side. */
export const triangleFold: Layout = {
  NORMAL: 'vector32, 1. Unit normal now; not a number for a triangle without area.',
  CLEARANCE: 'f32, m. Least distance of what neighbours do not share, less the distance kept.',
  END_NORMAL: 'vector32, 1. Unit normal at the horizon.',
  SPREAD: 'f32, m. Largest deviation of a corner’s motion from the mean of the three.',
  MEAN_MOTION: 'vector32, m. Mean motion of the corners up to the horizon.',
  ALLOWANCE: 'f32, m. Largest allowance of a corner.',
  COTANGENTS: 'f32[6], 1. Cotangent of the angle at each corner, now and at the horizon.',
};

/** The motion x ↦ A x + b of a collider in a sub-step. */
export const affineMotion: Layout = {
  MATRIX: 'matrix, 1. A, by rows.',
  SHIFT: 'vector, m. b.',
};

/** The motion of all vertices with a contact radius in a sub-step. */
export const motionSummary: Layout = {
  MEAN: 'vector, m. Mean displacement.',
  SPREAD: 'f64, m. Root mean square deviation from the mean.',
};

/** Parameters of a search for pairs, on one thread or several. */
export const pairJob: Layout = {
  TRIANGLES: 'u32, bytes. All triangles (surfaceTriangle).',
  FIRST_ORDER: 'u32, bytes. Triangles of the first tree in its order (i32).',
  FIRST_LINKS: 'u32, bytes. Nodes of the first tree (treeNode).',
  FIRST_NODES: 'u32, bytes. Boxes of its nodes (movingBox).',
  FIRST_BOXES: 'u32, bytes. Boxes of its triangles.',
  ORDER: 'u32, bytes. The same of the second tree, which may be the first one.',
  LINKS: 'u32, bytes. Nodes of the second tree.',
  NODES: 'u32, bytes. Boxes of its nodes.',
  BOXES: 'u32, bytes. Boxes of its triangles.',
  VERTEX_BOXES: 'u32, bytes. Boxes of vertices.',
  FLAT: 'u32, bytes. Bits of vertices whose triangles stay flat (i32).',
  FOLDS: 'u32, bytes. Folds of triangles (triangleFold).',
  PART: 'u32. 1 if only pairs with a vertex that has strayed are sought.',
  PREDICTIONS: 'u32, bytes. Predicted motion of vertices.',
  RADII: 'u32, bytes. Contact radii of vertices.',
  BODIES: 'u32, bytes. Owners of vertices (i32).',
  EXCLUDED: 'u32, bytes. Marks of triangles (i32).',
  PAIRS: 'u32, bytes. The list (featurePair).',
  FOUND: 'i32. Pairs in the list; then with those that were found.',
  ROOM: 'i32. Pairs that fit; if they do not, afterwards those for which a repeated search needs space.',
  SCRATCH: 'u32, bytes. Space for each thread (pairScratch).',
};

/** Space of one thread in a search for pairs. */
export const pairScratch: Layout = {
  FOUND: 'i32. Pairs that it has found.',
  _unused: 'i32.',
  PROXIMITY: 'f64[24]. A proximity.',
  STACK: 'i32[512]. Pairs of nodes that are still to be searched.',
};

/** Work on a range that threads share. */
export const rangeJob: Layout = {
  FUNCTION: 'i32. Number of the function.',
  COUNT: 'i32. Things in the range.',
  ARGUMENTS: 'u32[6]. Further arguments of the function.',
};

/** Parameters of a search for contacts in a list of pairs, on one thread or several. */
export const scanJob: Layout = {
  UNTIL: 'f64, s. Pairs that sleep beyond this time are skipped.',
  LEAD: 'f64, m. Distance beyond the kept one within which pairs count as near.',
  PAIRS: 'u32, bytes. The list (featurePair).',
  WAKE: 'u32, bytes. Times before which pairs cannot touch (f64).',
  COUNT: 'i32. Pairs.',
  BLOCKED: 'u32. 1 for pairs that would pass each other, 0 for those that are near.',
  MARK: 'i32. Mark of the search.',
  KINDS: 'i32. Kinds of pairs, as in pair-list.ts.',
  VERTICES: 'u32, bytes. Vertices (surfaceVertex).',
  BODIES: 'u32, bytes. Their owners (i32).',
  SURFACES: 'u32, bytes. Properties of surfaces (surfaceProperties).',
  RIGID: 'u32, bytes. Rigid bodies (rigidSide).',
  CONTACTS: 'u32, bytes. The contacts.',
  FOUND: 'i32. Contacts in the list; then with those that were found.',
  ROOM: 'i32. Contacts that fit; if they do not, afterwards those for which a repeated search needs space.',
  SCRATCH: 'u32, bytes. Space for each thread (scanScratch).',
};

/** Space of one thread in a search for contacts. */
export const scanScratch: Layout = {
  FOUND: 'i32. Contacts that it has found.',
  _unused: 'i32.',
  PROXIMITY: 'f64[24]. A proximity.',
};
