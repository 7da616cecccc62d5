/** Records of adaptive cloth and membranes: src/models/adaptive-cloth, src/forces/membrane.ts and kernels/assembly/cloth. */
import type { Layout } from './layout.ts';

/** Position of a vertex, or force on it. */
export const clothNode: Layout = {
  VECTOR: 'vector, m or N. The vector.',
  ZERO: 'f64. 0.',
};

/** Constants of a triangle: w_u = b₁ p + b₂ q and w_v = c₁ p + c₂ q with the edges p, q from its first corner. */
export const clothTriangle: Layout = {
  B1: 'f64, 1/m. b₁.',
  B2: 'f64, 1/m. b₂.',
  C1: 'f64, 1/m. c₁.',
  C2: 'f64, 1/m. c₂.',
  STRETCH_U: 'f64, J. Area times stretch stiffness along u.',
  STRETCH_V: 'f64, J. Area times stretch stiffness along v.',
  SHEAR: 'f64, J. Area times shear stiffness.',
  _unused: 'f64.',
};

/** Stretch and shear of a triangle. */
export const clothStretch: Layout = {
  U: 'f64, 1. |w_u|.',
  V: 'f64, 1. |w_v|.',
  SHEAR: 'f64, 1. w_u · w_v.',
  _unused: 'f64.',
};

/** Unit normal of a triangle, and the factor that makes it one. */
export const clothNormal: Layout = {
  VECTOR: 'vector, 1. The normal.',
  SHARE: 'f64, 1/m². 1 over twice the area.',
};

/** Energies and stretches of a cloth, and their changes in the step. */
export const clothMeasures: Layout = {
  ENERGY: 'f64, J. Energy of stretch and shear.',
  CHANGE_ENERGY: 'f64, J. The energy that the changes of stretch and shear would have by themselves.',
  SUM: 'f64, 1. Sum of |stretch − 1| over warp and weft of all triangles.',
  LARGEST: 'f64, 1. The largest of them.',
  LARGEST_CHANGE: 'f64, 1. Largest change of a stretch.',
  _unused: 'f64.',
  BEND_ENERGY: 'f64, J. Energy of bending.',
  BEND_CHANGE_ENERGY: 'f64, J. The energy that the changes of angles would have by themselves.',
};

/** A hinge: two triangles with a common edge. */
export const clothHinge: Layout = {
  STIFFNESS: 'f64, J. κ.',
  REST_ANGLE: 'f64, rad. θ₀.',
  START_ANGLE: 'f64, rad. θ at the start of the step.',
  HEIGHT: 'f64, m. Mean distance of the opposite vertices from the edge.',
};

/** Vertices of a hinge. */
export const hingeVertices: Layout = {
  I: 'i32, index. First end of the edge.',
  J: 'i32, index. Second end of the edge.',
  K: 'i32, index. Vertex opposite on the first triangle.',
  L: 'i32, index. Vertex opposite on the second triangle.',
};

/** Triangles of a hinge. */
export const hingeSides: Layout = {
  FIRST: 'i32, index. First triangle.',
  SECOND: 'i32, index. Second triangle.',
};

/** Hinges of a triangle by the opposite corner; the number of hinges if there is none. */
export const triangleHinges: Layout = {
  A: 'i32, index. Hinge opposite corner 0.',
  B: 'i32, index. Hinge opposite corner 1.',
  C: 'i32, index. Hinge opposite corner 2.',
};

/** Numbers of the blocks of a triangle in the matrix. */
export const triangleBlocks: Layout = {
  AB: 'i32, index. Row of corner 0, column of corner 1.',
  BA: 'i32, index. Row of corner 1, column of corner 0.',
  BC: 'i32, index. Row of corner 1, column of corner 2.',
  CB: 'i32, index. Row of corner 2, column of corner 1.',
  CA: 'i32, index. Row of corner 2, column of corner 0.',
  AC: 'i32, index. Row of corner 0, column of corner 2.',
};

/** A 3 × 3 block of the matrix by columns. A load of four numbers reads into the next column. */
export const matrixBlock: Layout = {
  COLUMN_0: 'vector32, kg. First column.',
  COLUMN_1: 'vector32, kg. Second column.',
  COLUMN_2: 'vector32, kg. Third column.',
};

/**
 * A mesh of a cloth, and what its linear system needs of it: counts and byte offsets. Lists by vertex, triangle, edge and hinge
 * are in the order of the mesh, unless they are said to be by row, or in the order of the system.
 */
export const meshJob: Layout = {
  VERTEX_COUNT: 'u32. Vertices.',
  TRIANGLE_COUNT: 'u32. Triangles.',
  EDGE_COUNT: 'u32. Edges, of which both sides of a slit between the same two vertices are one.',
  HINGE_COUNT: 'u32. Hinges.',
  COUPLE_COUNT: 'u32. Couples: one of each hinge, and further ones.',
  CUTS: 'u32. Edges cut open.',
  MESH_TRIANGLES: 'u32, bytes. Vertices of each triangle (three i32).',
  MESH_NEIGHBOURS: 'u32, bytes. Triangle over the edge opposite each corner (i32).',
  MESH_PATTERN: 'u32, bytes. Material coordinates of each corner, m (two f64).',
  MESH_ANGLES: 'u32, bytes. Rest angle of the edge opposite each corner, rad (f64).',
  STRETCH_PAINT: 'u32, bytes. Factor on stretch and shear of each vertex (f64); 0 for none.',
  BEND_PAINT: 'u32, bytes. Factor on bending of each vertex (f64); 0 for none.',
  CLAMPED: 'u32, bytes. 1 for each triangle whose corners are all pinned (i32).',
  EDGES: 'u32, bytes. Vertices of each edge (two i32).',
  CORNER_EDGES: 'u32, bytes. Edge opposite each corner (i32).',
  MESH_HINGES: 'u32, bytes. Vertices of each hinge (hingeVertices).',
  HINGE_TRIANGLES: 'u32, bytes. First and second triangle of each hinge (two i32).',
  EDGE_ENDS: 'u32, bytes. Ends of edges by vertex (i32).',
  EDGE_BLOCKS: 'u32, bytes. Block in the row of each end of each edge (two i32).',
  COUPLES: 'u32, bytes. Vertices of each further couple; then the scalars of all, −1 for none (two i32).',
  STARTS: 'u32, bytes. Starts of lists (i32).',
  FIRSTS: 'u32, bytes. First row of each triangle or hinge (i32).',
  PLACE_OF: 'u32, bytes. Place of each triangle in the order of the system (i32).',
  ORDER: 'u32, bytes. Vertex of each row (i32).',
  ROW_OF: 'u32, bytes. Row of each vertex (i32).',
  ROWS: 'u32, bytes. First block of each row (i32).',
  COLUMNS: 'u32, bytes. Column of each block (i32).',
  SCALAR_ROWS: 'u32, bytes. First scalar of each row (i32).',
  SCALAR_COLUMNS: 'u32, bytes. Column of each scalar (i32).',
  TRIANGLE_ORDER: 'u32, bytes. Triangles in the order of the system: by first row (i32).',
  HINGE_ORDER: 'u32, bytes. Hinges in the order of the system (i32).',
  CORNERS: 'u32, bytes. Rows of each triangle of the system (three i32).',
  SLOTS: 'u32, bytes. Blocks of each triangle of the system (triangleBlocks).',
  TRIANGLES: 'u32, bytes. Triangles of the system (clothTriangle).',
  HINGE_VERTICES: 'u32, bytes. Rows of each hinge of the system (hingeVertices).',
  HINGES: 'u32, bytes. Hinges of the system (clothHinge).',
  HINGE_SIDES: 'u32, bytes. Triangles of each hinge of the system (hingeSides).',
  TRIANGLE_HINGES: 'u32, bytes. Hinges of each triangle of the system (triangleHinges).',
  BLOCK_BEND: 'u32, bytes. Bending part of each block, J/m² (f32).',
  SCALAR_BEND: 'u32, bytes. Bending part of each scalar, J/m² (f32).',
  BENDS: 'u32, bytes. Bending part of the diagonal by row, J/m² (f32).',
  QUEUE: 'u32, bytes. Vertices or aggregates in the order in which aggregates take them (i32).',
  SIZES: 'u32, bytes. Number of members of each aggregate (i32).',
  MARKS: 'u32, bytes. Marks of vertices or aggregates (i32).',
  LEVEL_TABLE: 'u32, bytes. Levels of aggregates (solveLevel).',
  LEVEL_NUMBERS: 'u32, bytes. Lists of all levels (i32).',
  LEVEL_ROOM: 'u32. Length of these lists together.',
  _unused: 'u32.',
  STRETCH_WARP: 'f64, N/m. Stretch stiffness along the warp.',
  STRETCH_WEFT: 'f64, N/m. The same along the weft.',
  SHEAR: 'f64, N/m. Shear stiffness.',
  BEND_WARP: 'f64, N·m. Bending stiffness β of hinges along the warp.',
  BEND_WEFT: 'f64, N·m. The same along the weft.',
};

/** A linear system of a cloth: byte offsets of its matrix, vectors and preconditioner. */
export const solveJob: Layout = {
  COUNT: 'u32. Vertices n.',
  ROWS: 'u32, bytes. First block of each row (i32).',
  COLUMNS: 'u32, bytes. Column of each block (i32).',
  BLOCKS: 'u32, bytes. Blocks B off the diagonal (matrixBlock).',
  SCALAR_ROWS: 'u32, bytes. First scalar of each row (i32).',
  SCALAR_COLUMNS: 'u32, bytes. Column of each scalar (i32).',
  SCALARS: 'u32, bytes. Multiples s of the identity (f32).',
  DIAGONAL: 'u32, bytes. Blocks D on the diagonal (matrix32).',
  CONSTRAINTS: 'u32, bytes. Projector of each vertex, −1 for none (i32).',
  PROJECTORS: 'u32, bytes. Projectors onto free directions (matrix32).',
  X: 'u32, bytes. Solution (four f32 a vertex, like all vectors).',
  R: 'u32, bytes. Residual.',
  Z: 'u32, bytes. Preconditioned residual.',
  P: 'u32, bytes. Direction.',
  Q: 'u32, bytes. Matrix times direction.',
  NODES: 'u32, bytes. Positions of the vertices, m (clothNode).',
  LEVEL_TABLE:
    'u32, bytes. Levels of aggregates, the finest first; one without nodes ends them (solveLevel).',
  LEVEL_NUMBERS: 'u32, bytes. Lists of all levels (i32).',
  LEVEL_REALS: 'u32, bytes. Matrices and vectors of all levels (f32).',
  MARKS: 'u32, bytes. Marks of vertices or aggregates (i32).',
  SUMS: 'u32, bytes. Partial sums (f64).',
  CONTACT_STARTS: 'u32, bytes. First contact of each row (i32); 0 without contacts.',
  INVERSES: 'u32, bytes. Inverses of D (matrix32).',
  DIAGONALS: 'u32, bytes. Blocks D with those of contacts, for the preconditioner (matrix32).',
  MASSES: 'u32, bytes. Masses, kg (f32).',
};

/** The linear systems of all bodies and the contacts between them, solved together. Vectors are those of all systems. */
export const coupledJob: Layout = {
  SYSTEMS: 'u32. Number of systems.',
  SYSTEM_TABLE: 'u32, bytes. Systems (systemEntry).',
  ROWS: 'u32. Rows of all systems, each rounded up to whole groups.',
  CONTACTS: 'u32. Number of contacts.',
  CONTACT_TABLE: 'u32, bytes. Contacts (contactElement).',
  CONTACT_ENTRIES: 'u32, bytes. Contacts of each row (contactEntry).',
  PUSHES: 'u32, bytes. Stiffness times displacement of each contact (vector32).',
  X: 'u32, bytes. Solution (four f32 a row, like all vectors).',
  R: 'u32, bytes. Residual.',
  Z: 'u32, bytes. Preconditioned residual.',
  P: 'u32, bytes. Direction.',
  Q: 'u32, bytes. Matrix times direction.',
  DRIFT: 'u32, bytes. Way from the inertial position to the start of the solve.',
  MASSES: 'u32, bytes. Masses, kg (f32).',
  SUMS: 'u32, bytes. Partial sums (f64).',
  WAYS: 'u32, bytes. Partial sums of squared ways (f64).',
  MOST: 'u32. Most iterations.',
  OUT: 'u32, bytes. Result (solveResult).',
  RIGID: 'u32. Number of rigid bodies that contacts push.',
  RIGID_TABLE: 'u32, bytes. These bodies (solvedBody).',
  ARMS: 'u32, bytes. Arm of each contact at its rigid body, m, and its sign (vector32).',
  _unused: 'u32.',
  TOLERANCE: 'f64, 1. Error over the way from the inertial position.',
  FLOOR: 'f64, kg·m². Square of an error that counts as none.',
  SHARE: 'f64, 1. Square of the error over that of the solution that is enough.',
};

/** A system of a coupled job. */
export const systemEntry: Layout = {
  JOB: 'u32, bytes. The system (solveJob).',
  FIRST: 'u32, index. Its first row among those of all systems.',
};

/** A contact in the matrix: w_i w_j K between its rows. */
export const contactElement: Layout = {
  ROWS: 'quad32, index. Rows of its four vertices; −1 for those that are not solved for.',
  WEIGHTS: 'f32[4], 1. Weights w.',
  XX: 'f32, kg. K, row 0, column 0.',
  XY: 'f32, kg. K, row 0, column 1.',
  XZ: 'f32, kg. K, row 0, column 2.',
  YY: 'f32, kg. K, row 1, column 1.',
  YZ: 'f32, kg. K, row 1, column 2.',
  ZZ: 'f32, kg. K, row 2, column 2.',
  BODY: 'i32, index. Rigid body on one side; −1 for none.',
  _unused: 'f32.',
};

/** A rigid body that contacts of an implicit step push. */
export const solvedBody: Layout = {
  INVERSE: 'f64[36], 1/kg. Inverse of M + h² Σ Jᵀ K J, by rows: three translations, then three rotations.',
  LOAD: 'f64[6], kg·m. Σ Jᵀ K d of its contacts in a product; then its motion.',
};

/** A contact of a row. */
export const contactEntry: Layout = {
  CONTACT: 'i32, index. The contact.',
  WEIGHT: 'f32, 1. Weight of the row in it.',
};

/**
 * A level of aggregates. Offsets are those within the lists and the reals of all levels. Members are the vertices, or the
 * aggregates of the finer level.
 */
export const solveLevel: Layout = {
  NODES: 'u32. Number of aggregates; 0 ends the table.',
  LABELS: 'u32, bytes. Aggregate of each member (i32).',
  MEMBER_STARTS: 'u32, bytes. First member of each aggregate (i32).',
  MEMBERS: 'u32, bytes. Members by aggregate (i32).',
  STARTS: 'u32, bytes. First block of each row (i32).',
  MIDDLES: 'u32, bytes. First block beyond the diagonal in each row (i32).',
  COLUMNS: 'u32, bytes. Column of each block (i32).',
  CENTRES: 'u32, bytes. Centre of each aggregate from the first vertex, m (four f32).',
  ARMS: 'u32, bytes. Way to each member from the centre of its aggregate, m (four f32).',
  DIAGONALS: 'u32, bytes. Blocks on the diagonal (rigidBlock).',
  INVERSES: 'u32, bytes. Their inverses (rigidBlock).',
  BLOCKS: 'u32, bytes. Blocks off the diagonal (rigidBlock).',
  LOADS: 'u32, bytes. Force and torque on each aggregate (rigidMotion).',
  MOTIONS: 'u32, bytes. Translation and rotation of each aggregate (rigidMotion).',
};

/** Translation and rotation of an aggregate, or force and torque on it. */
export const rigidMotion: Layout = {
  LINEAR: 'f32[4]. Translation, m, or force.',
  ANGULAR: 'f32[4]. Rotation about the centre, rad, or torque.',
};

/** A 6 × 6 block of the matrix of a level, by columns. */
export const rigidBlock: Layout = {
  COLUMNS: 'f32[48]. Six columns like rigidMotion: force and torque by translation and rotation.',
};

/** Result of a solve. */
export const solveResult: Layout = {
  ITERATIONS: 'f64. Iterations.',
  DECREASE: 'f64, kg·m². Square of the energy norm of the solution.',
  GOAL: 'f64, kg·m². Square of the error that was allowed at the end.',
  ERROR: 'f64, kg·m². Square of the error, as estimated.',
  RESIDUAL: 'f64. r·z at the end.',
  _unused: 'f64.',
};

/** Inverse rest metric M of a membrane triangle. */
export const restMetric: Layout = {
  M11: 'f64, 1/m². M₁₁.',
  M12: 'f64, 1/m². M₁₂.',
  M22: 'f64, 1/m². M₂₂.',
};

/** Parameters of measuring a cloth and of assembling its system, on one thread or several. */
export const clothJob: Layout = {
  RATE: 'f64, 1. Damping time over the step.',
  BEND_RATE: 'f64, 1. Damping time of bending over the step.',
  SCALE: 'f64, s². Factor on the stiffness of stretch and shear.',
  BEND_FACTOR: 'f64, s². Factor on that of bending.',
  CORNERS: 'u32, bytes. Rows of the corners of triangles (triangle).',
  TRIANGLE_COUNT: 'u32. Triangles.',
  TRIANGLES: 'u32, bytes. Constants of triangles (clothTriangle).',
  BEFORE: 'u32, bytes. Stretches at the start of the step (clothStretch).',
  NODES: 'u32, bytes. Positions by rows (clothNode).',
  STRETCHES: 'u32, bytes. Present stretches.',
  NORMALS: 'u32, bytes. Normals of triangles (clothNormal).',
  HINGE_VERTICES: 'u32, bytes. Rows of the vertices of hinges (hingeVertices).',
  HINGE_SIDES: 'u32, bytes. Triangles of hinges (hingeSides).',
  HINGE_COUNT: 'u32. Hinges.',
  HINGES: 'u32, bytes. Constants of hinges (clothHinge).',
  ANGLES: 'u32, bytes. Angles of hinges (f64).',
  EDGE_INVERSES: 'u32, bytes. Inverse lengths of their edges (f64).',
  MOMENTS: 'u32, bytes. Moments of hinges over these lengths (f64), and 0.',
  TRIANGLE_HINGES: 'u32, bytes. Hinges of triangles (triangleHinges).',
  OUT: 'u32, bytes. Measures (clothMeasures).',
  CLOTH_SUMS: 'u32, bytes. Space for the measures of each block of 1024 triangles or hinges.',
  ROWS: 'u32. Rows.',
  LOADS: 'u32, bytes. Forces by rows (clothNode).',
  BLOCKS: 'u32, bytes. Blocks of the matrix (matrixBlock); 0 for forces alone.',
  BLOCK_COUNT: 'u32. Blocks.',
  BLOCK_BEND: 'u32, bytes. Bending part of each block (f32).',
  SCALARS: 'u32, bytes. Scalars of the matrix (f32).',
  SCALAR_COUNT: 'u32. Scalars.',
  SCALAR_BEND: 'u32, bytes. Bending part of each scalar (f32).',
  SLOTS: 'u32, bytes. Blocks of triangles (triangleBlocks).',
  CLOTH_SINKS: 'u32, bytes. Space for one vector a thread that takes what belongs to rows of others.',
  _unused: 'u32.',
};
