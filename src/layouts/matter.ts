/** Records of lattice matter: src/models/lattice-matter and kernels/assembly/matter. Slots are particles in the order of the grid. */
import type { Layout } from './layout.ts';

/** Byte offsets of the blocks of a body, and counts. */
export const matterWords: Layout = {
  counts: 'elements',
  POSITION: 'i32, bytes. World positions by which particles are sorted; planar.',
  VELOCITY: 'i32, bytes. World velocities; planar.',
  MASS: 'i32, bytes. World masses.',
  INVERSE_MASS: 'i32, bytes. World inverse masses; 0 for pinned particles.',
  TEMPERATURE: 'i32, bytes. World temperatures.',
  STRIDE: 'i32. Particles from one plane of the world’s vectors to the next.',
  FIRST: 'i32, index. First particle of the body in the world.',
  COUNT: 'i32. Particles of the body.',
  FLAT: 'i32. 1 for matter in the plane.',
  ORDER: 'i32, bytes. Particle of each slot (i32).',
  CELL_STARTS: 'i32, bytes. First row of each cell of the grid (i32).',
  CELL_CAPACITY: 'i32. Cells that there is space for.',
  LOCAL: 'i32, bytes. Coordinates of rows from the corner of the grid (f32, units of D; planar).',
  LOCAL_STRIDE: 'i32. Rows from one plane of LOCAL to the next.',
  CELLS_X: 'i32. Cells of the grid along x.',
  CELLS_Y: 'i32. Cells of the grid along y.',
  CELLS_Z: 'i32. Cells of the grid along z.',
  PAIR_STARTS: 'i32, bytes. First entry of each row in PAIRS (i32).',
  PAIRS: 'i32, bytes. Slots near each row, each pair once (i32, with bits).',
  PAIR_CAPACITY: 'i32. Entries of PAIRS that there is space for.',
  DOCKS: 'i32, bytes. Slot that occupies each site of each slot; −1 for none (i32).',
  SLOT_POSITION: 'i32, bytes. Positions and masses (slotPosition).',
  SLOT_VELOCITY: 'i32, bytes. Velocities and solid shares (slotVelocity).',
  SLOT_FLUID: 'i32, bytes. State as a fluid (slotFluid).',
  SLOT_FORCE: 'i32, bytes. Forces (slotVector).',
  SLOT_SHIFT: 'i32, bytes. Velocities that XSPH adds (slotShift).',
  MATERIALS: 'i32, bytes. Materials (matterMaterial).',
  MATERIAL_OF: 'i32, bytes. Material of each particle (i32).',
  OBJECT_OF: 'i32, bytes. Object of each particle (i32).',
  SOLID_SHARE: 'i32, bytes. Solid share s of each particle (f64).',
  ROTATION: 'i32, bytes. Rotation R of each particle’s lattice (quaternion).',
  DEFORMATION: 'i32, bytes. Deformation A of each particle’s lattice (matrix).',
  OCCUPIED: 'i32, bytes. Bits of the occupied sites of each particle (i32).',
  DOCKING_RATES: 'i32, bytes. Docking rate λ_d of each site of each particle, 1/s (f32).',
  SITES: 'i32, bytes. Sites of the lattice (latticeSite).',
  SITE_TABLE: 'i32, bytes. Site of each lattice point, 5 × 5 × 5 whole coordinates; −1 for none (i32).',
  SCRATCH: 'i32, bytes. Scratch space for one neighbourhood.',
  LISTED_POSITION: 'i32, bytes. Positions for which the lists were made (slotPosition).',
  LABELS: 'i32, bytes. Label of each slot: bits SOLID and WHOLE, then its object (i32).',
  DOCKED_DENSITY: 'i32, bytes. Density from docked neighbours, kg/m³ (f64).',
  PHASE: 'i32, bytes. 1 for a solid particle, 0 for a fluid one (i32).',
  SOLVE: 'i32, bytes. Vectors of the implicit solve (slotSolve, then solvePart, then four f32 a slot).',
  PUSHES: 'i32, bytes. Pairs that push each other apart (matterPush).',
  PUSH_CAPACITY: 'i32. Records of PUSHES that there is space for.',
  PIECES: 'i32, bytes. Root of each slot’s piece; of docked pairs alone; number of each piece (i32).',
  SUMS: 'i32, bytes. Scratch space of 128 bytes a slot.',
  EDGES: 'i32, bytes. Docked pairs, row by row (matterEdge).',
  EDGE_STARTS: 'i32, bytes. First entry of each row in EDGES (i32).',
  CLOSE_PAIRS: 'i32, bytes. Slots within the kernel’s reach, rows filled up to multiples of four (i32).',
  CLOSE_STARTS: 'i32, bytes. First entry of each row in CLOSE_PAIRS (i32).',
  SITE_LANES: 'i32, bytes. Sites two at a time (siteLanes).',
  SUPPORTS: 'i32, bytes. Contacts with colliders within the solve (matterSupport).',
  SUPPORT_COUNT: 'i32. Records in SUPPORTS.',
  EDGE_CAPACITY: 'i32. Entries of EDGES that there is space for.',
  HARDNESS:
    'i32, bytes. Stiffness of each slot over that at rest; then the values EDGES were written with (f64).',
  ROW_SLOTS: 'i32, bytes. Slot of each row of the lists (i32).',
  ROW_LABELS: 'i32, bytes. Label of each row (i32).',
  RESTLESS: 'i32, bytes. 1 for a slot with a neighbour that may have moved to another site (i32).',
  FIXED_POSITION: 'i32, bytes. Positions in fixed point, and one slot more (fixedPosition).',
  FLOAT_VELOCITY: 'i32, bytes. Velocities in f32, and one slot more (floatVelocity).',
  DRIFT: 'i32, bytes. Sums of four f32 a slot, and one slot more.',
  FLUID_STATE: 'i32, bytes. State as a fluid in f32, and one slot more (fluidState).',
  CLOSE_SQUARES: 'i32, bytes. Squared distances of one row of CLOSE_PAIRS, D² (f32).',
  SMOOTHING: 'i32, bytes. XSPH factor ε of each slot (f32).',
  FAR: 'i32. 1 if the body is wider than fixed-point positions can distinguish.',
  CONDUCTIONS: 'i32, bytes. Pairs that conduct heat (heatConduction).',
  CONDUCTION_CAPACITY: 'i32. Records of CONDUCTIONS that there is space for.',
  CANDIDATES: 'i32, bytes. Pairs that may push each other apart (pushCandidate).',
  CANDIDATE_CAPACITY: 'i32. Records of CANDIDATES that there is space for.',
  CANDIDATE_COUNT: 'i32. Records in CANDIDATES.',
  PIECE_COUNT: 'i32. Pieces of two or more docked slots.',
  RIGID_MODES: 'i32. 1 if the solve begins with the rigid motion of stiff pieces.',
  PREVIOUS_OBJECT:
    'i32, bytes. Object of a particle before it began to freeze, −1 for none (i32); 0 if no matter freezes.',
  EDGE_SUMS: 'i32, bytes. Σ c of each row of EDGES, N/m (f64).',
  TOUCHING: 'i32, bytes. Overlap t of each particle below which nothing pushes it (f64).',
};

/** Numbers of a body: constants of its lattice, of the sub-step, and results of kernels. */
export const matterNumbers: Layout = {
  counts: 'elements',
  CELL_SIZE: 'f64, m. Side of a cell of the grid.',
  SPACING: 'f64, m. Lattice spacing D.',
  REACH: 'f64, m. Radius H of the kernel.',
  LIST_REACH: 'f64, m. Distance up to which pairs are listed: H and the skin.',
  SOLID_REACH: 'f64, m. Distance up to which pairs of solids that are not docked are listed.',
  KERNEL_NORM: 'f64, 1/m³. N of W(q) = N (1 − q)⁴ (1 + 4q).',
  SEED: 'f64. Seed of the random draws.',
  TICK: 'f64. Number of draws so far.',
  ELAPSED: 'f64, s. Time since the lists were made before.',
  STEP: 'f64, s. Length of the sub-step.',
  ELASTIC_ENERGY: 'f64, J. Result: elastic energy.',
  COMPRESSION_ENERGY: 'f64, J. Result: energy of compression.',
  HEAT_LENGTH: 'f64, m. κ: heat flow of a pair at q = 0 over conductivity times temperature difference.',
  LARGEST_STRAIN: 'f64, 1. Result: largest |r − g|/D of a docked pair.',
  STRAIN_SQUARES: 'f64, 1. Result: sum of (|r − g|/D)² over docked pairs.',
  BONDS: 'f64. Result: occupied sites.',
  VOLUME: 'f64, m³. Volume of a particle at rest.',
  KERNEL_SLOPE: 'f64, 1. G: factor on slopes of W such that a lattice transmits exactly its pressure.',
  SITE_WEIGHTS: 'f64, 1. Σ w of a whole neighbourhood.',
  HARDEST: 'f64, 1. Largest factor by which a strained neighbourhood hardens.',
  LARGEST_DAMPING: 'f64, 1/s. Largest stable damping rate η.',
  BROKEN_BONDS: 'f64. Result: bonds broken since it was last set to 0.',
  SOLVE_SIZE: 'f64, kg·m. Unit of the residual in the last solve.',
  SOLVE_GOAL: 'f64, 1. Squared residual at the start of the last solve, in that unit.',
  SOLVE_WORK: 'f64, kg·m². −d·r of the linear system at the end of the last solve.',
  SOLVE_STEP: 'f64, kg·m². |Δ|²_M of the last solve.',
  SOLVE_DONE:
    'f64. Result: 1 if the last solve is expected to let no energy rise, so that no further round follows.',
  WALL_DENSITY: 'f64, 1. λ of a wall.',
  MEAN_MASS: 'f64, kg. Mean mass of the particles.',
  WALL_PAIRS: 'f64, 1. κ of a wall.',
  TOUCH: 'f64, 1. Overlap of a face at rest that touches another.',
  PUSH_VOLUME: 'f64, m³. Stiffness κ of a push over Young’s modulus or ρ₀c².',
  PUSH_ENERGY: 'f64, J. Result: energy of the pairs that push each other apart.',
  PUSH_AREA: 'f64, m². Stiffness κ of a push over k w(D).',
};

/** A material. */
export const matterMaterial: Layout = {
  counts: 'elements',
  REST_DENSITY: 'f64, kg/m³. Rest density ρ₀.',
  BULK: 'f64, Pa. B = ρ₀ c²/7 of the fluid.',
  STIFFNESS: 'f64, N/m. Bond stiffness k w(D).',
  DAMPING: 'f64, 1/s. Rate η at which motion that is not locally rigid decays.',
  VISCOSITY: 'f64, Pa·s. Viscosity μ of the fluid.',
  SMOOTHING: 'f64, 1. XSPH factor ε.',
  DOCKING_RATE: 'f64, 1/s. Largest λ_d of a site; below 0, empty sites always dock.',
  DOCKING_CHANGE: 'f64, 1/s². Change of λ_d a second.',
  FRACTURE: 'f64, 1. |r − g|/D at which a bond breaks.',
  CONDUCTIVITY: 'f64, W/(m·K). Heat conductivity.',
  HEAT_CAPACITY: 'f64, J/K. Heat capacity of a particle; 0 keeps its temperature fixed.',
  MELTING_RATE: 'f64, 1/(s·K). λ_m0.',
  MELTING_POINT: 'f64, K. T_m.',
  FREEZING_RATE: 'f64, 1/(s·K). λ_f0.',
  FREEZING_POINT: 'f64, K. T_f.',
  FREEZING_NEIGHBOURS: 'f64. n₀.',
  FREEZING_SPEED: 'f64, m/s. v_max.',
  FREEZING_FORCE: 'f64, N. F_max.',
  FADING_RATE: 'f64, 1/s. Rate at which the solid share follows the phase.',
  SOLID_PRESSURE: 'f64. 1 if solids have the pressure of the fluid too.',
  LATENT_HEAT: 'f64, K. Latent heat over specific heat.',
  _unused: 'f64[3].',
};

/** A vector of a slot. */
export const slotVector: Layout = {
  VECTOR: 'vector. The vector.',
  _unused: 'f64.',
};

/** Position and mass of a slot. */
export const slotPosition: Layout = {
  POSITION: 'vector, m. Position.',
  MASS: 'f64, kg. Mass.',
};

/** Velocity and solid share of a slot. */
export const slotVelocity: Layout = {
  VELOCITY: 'vector, m/s. Velocity.',
  SOLID_SHARE: 'f64, 1. Solid share s.',
};

/** State of a slot as a fluid. */
export const slotFluid: Layout = {
  VOLUME: 'f64, m³. Volume m/ρ; before matterPressure, the density ρ in kg/m³.',
  PRESSURE: 'f64, m⁵/(kg·s²). p/ρ².',
  VISCOSITY: 'f64, Pa·s. Viscosity μ.',
  PUSH_STIFFNESS: 'f64, J. Stiffness κ of pushes.',
};

/** Velocity that XSPH adds to a slot. */
export const slotShift: Layout = {
  VELOCITY: 'vector, m/s. Velocity.',
  SMOOTHING: 'f64, 1. XSPH factor ε.',
};

/** Displacement of a slot in the implicit solve. */
export const slotSolve: Layout = {
  DISPLACEMENT: 'vector, m. δ = y − x̂.',
  INVERSE_DIAGONAL: 'f64, 1/kg. Inverse of the diagonal m + h² Σ c; 0 for a pinned slot.',
};

/** A site of the lattice. */
export const latticeSite: Layout = {
  OFFSET: 'vector, m. Lattice vector l.',
  WEIGHT: 'f64, 1. Weight w(l).',
};

/** Two sites of the lattice, or what is found there, in the lanes of f64x2. */
export const siteLanes: Layout = {
  X: 'f64[2], m. x of both.',
  Y: 'f64[2], m. y of both.',
  Z: 'f64[2], m. z of both.',
  WEIGHT: 'f64[2], 1. Weights of both.',
};

/** Position of a slot in fixed point, from the first slot. */
export const fixedPosition: Layout = {
  X: 'i32, D/2²². x, modulo 2³².',
  Y: 'i32, D/2²². y, modulo 2³².',
  Z: 'i32, D/2²². z, modulo 2³².',
  VALUE: 'f32. Mass over the mean mass for a fluid, solid share for the lattice.',
};

/** Velocity of a slot less the mean. */
export const floatVelocity: Layout = {
  VELOCITY: 'vector32, D/h. Velocity.',
  SOLID_SHARE: 'f32, 1. Solid share s.',
};

/** State of a slot as a fluid, in units in which forces are m D/h². */
export const fluidState: Layout = {
  VOLUME: 'f32, 1. Volume over that at rest.',
  PRESSURE: 'f32. p/ρ².',
  VISCOSITY: 'f32. Viscosity.',
  WALL: 'f32, 1. c of the walls near it.',
};

/** A contact of a slot with a collider within the implicit solve. */
export const matterSupport: Layout = {
  SLOT: 'f64, index. Slot.',
  FORCE: 'vector, N. Force at δ = 0.',
  STIFFNESS: 'symmetric, N/m. Stiffness S.',
  NORMAL: 'vector, 1. Direction in which it pushes; 0 for one that pulls too.',
  INVERSE: 'symmetric, 1/kg. (m + h² Σ c + h² S)⁻¹.',
  EXCESS: 'vector. That inverse less the inverse diagonal, times the residual.',
  PRESSURE: 'f64, N. Normal force by which kinetic friction was computed; 0 if it does not slide.',
};

/** Two slots that are pushed apart. */
export const matterPush: Layout = {
  I: 'i32, index. First slot.',
  J: 'i32, index. Second slot.',
  NORMAL: 'vector, 1. Unit vector from i to j.',
  STIFFNESS: 'f64, N/m. Stiffness c.',
  DEPTH: 'f64, m. Force over c.',
};

/** A collider near a slot, as the plane n · x + b = 0. */
export const matterWall: Layout = {
  SLOT: 'f64, index. Slot.',
  NORMAL: 'vector, 1. Unit normal n.',
  OFFSET: 'f64, m. b.',
  VELOCITY: 'vector, m/s. Velocity of the surface.',
  KEPT_DISTANCE: 'f64, m. Distance that the particle keeps.',
  STATIC_FRICTION: 'f64, 1. Coefficient μ_s.',
  KINETIC_FRICTION: 'f64, 1. Coefficient μ_k.',
  RESULT: 'f64. Result of one pass for the next.',
};

/** An entry in a row of the graph of docked pairs. */
export const matterEdge: Layout = {
  SLOT: 'i32, index. The other slot.',
  STIFFNESS: 'f32, N/m. Stiffness c of both sides together.',
};

/** Scratch of a slot while the graph of docked pairs is written. */
export const edgeStiffness: Layout = {
  HALF_STIFFNESS: 'f32, N/m. ½ k s, with its present hardness.',
  SOLID_SHARE: 'f32, 1. Solid share s.',
};

/** Two slots that conduct heat to each other. */
export const heatConduction: Layout = {
  I: 'i32, index. First slot.',
  J: 'i32, index. Second slot.',
  CONDUCTANCE: 'f64, W/K. Conductance.',
};

/** Scratch of a slot while heat flows. */
export const heatedSlot: Layout = {
  FLOW: 'f64, W. Heat flow to it.',
  CONDUCTANCE: 'f64, W/K. Sum of its conductances.',
  TEMPERATURE: 'f64, K. Temperature.',
  CAPACITY: 'f64, J/K. Heat capacity.',
};

/** Two slots that may push each other apart while the lists are valid. */
export const pushCandidate: Layout = {
  I: 'i32, index. First slot.',
  J: 'i32, index. Second slot, with bits.',
};

/** Scratch of a slot while pushes are found. */
export const pushSum: Layout = {
  OVERLAP: 'f64, 1. n; then κ (n − t), J.',
  SLOPES: 'f64, 1/m. Σ |W′|; then κ times that, N.',
  DONE: 'f64. 1 if both have their second meaning.',
};

/** A member of a neighbourhood while it is damped. */
export const dampedMember: Layout = {
  POSITION: 'vector, m. Position relative to the centre slot.',
  MASS: 'f64, kg. Mass times weight.',
  VELOCITY: 'vector, m/s. Velocity relative to the centre slot.',
  SLOT: 'i32, index. Slot.',
  _unused: 'i32.',
};

/** Scratch of a slot while neighbours dock. */
export const dockInverse: Layout = {
  MATRIX: 'matrix, 1/m. A⁻¹, scaled such that lattice points have whole coordinates.',
  OCCUPIED: 'i32, bits. Sites occupied before.',
  _unused: 'i32.',
};

/** Vectors of the conjugate gradients of a slot. */
export const solvePart: Layout = {
  RESIDUAL: 'f32[4]. Residual r.',
  PRODUCT: 'f32[4]. Matrix times direction.',
  SOLUTION: 'f32[4]. Solution so far.',
  DIAGONAL: 'f32. Diagonal without pushes and supports, over the mean mass.',
  INVERSE: 'f32. Inverse of the whole diagonal, times the mean mass; 0 for a pinned slot.',
  _unused: 'f32[2].',
};

/** The rigid motion of a stiff piece. */
export const rigidPiece: Layout = {
  MASS: 'f64, kg. Mass.',
  CENTRE: 'vector, m. Centre of mass from the root slot.',
  TOUCHED: 'f64. Above 0 if something touches the piece; −∞ if it is pinned.',
  TRANSLATION: 'vector, kg·m. Right side of the translation; after the solve, a, m.',
  ROTATION: 'vector, kg·m². Right side of the rotation; after the solve, b, rad.',
  MATRIX: 'f64[36]. Matrix by rows of six, of which the lower half is used.',
  _unused: 'f64[17].',
};

/** Momentum that a solve leaves to a piece; then the motion that removes it. */
export const pieceMomentum: Layout = {
  MASS: 'f64, kg. Mass; −∞ for a piece that is held.',
  CENTRE: 'vector, kg·m. Σ m x₀ from the root slot; then the centre of mass, m.',
  TRANSLATION: 'vector, kg·m. Σ m δ; then a, m.',
  ROTATION: 'vector, kg·m². Σ m x₀ × δ; then b, rad.',
  INERTIA: 'symmetric, kg·m². Σ m x₀ x₀ᵀ.',
};

/** Scratch of a fluid slot while particles freeze. */
export const freezingSum: Layout = {
  NEIGHBOURS: 'f64. Solid neighbours n.',
  VELOCITY: 'vector, m/s. Sum of their velocities.',
  FORCE: 'vector, N. Sum of the forces of their lattices.',
  NEAREST: 'i32, index. Nearest solid slot; −1 for none.',
  STATE: 'i32. Whether it fits an open site, or froze.',
};

/** Bounding boxes of the deviations e in a cell. */
export const deviationBox: Layout = {
  LOW: 'f32[4], m. Least e of all members, and least |e|².',
  HIGH: 'vector32, m. Greatest e of all members.',
  LARGEST: 'f32, m². Greatest |e|² of all members.',
  SOLID_LOW: 'f32[4], m. Least e of the solid members, and least |e|².',
  SOLID_HIGH: 'vector32, m. Greatest e of the solid members.',
  SOLID_LARGEST: 'f32, m². Greatest |e|² of the solid members.',
};

/** A run of rows in the cells around a cell. */
export const cellRun: Layout = {
  FIRST: 'i32, index. First row.',
  END: 'i32, index. Row after the last.',
  SHIFT: 'vector32, D. Translation where the grid repeats itself.',
};

/** Sums for the best affine motion of a body, then its gradient. */
export const affineFit: Layout = {
  POSITION: 'vector, m. Mean position p from the first slot.',
  DISPLACEMENT: 'vector, m. Mean displacement u.',
  POSITION_MOMENT: 'symmetric, m². Mean of p pᵀ.',
  DISPLACEMENT_MOMENT: 'matrix, m². Mean of u pᵀ.',
  GRADIENT: 'matrix, 1. Gradient G.',
};

/** Scratch of one neighbourhood of the lattice in f64. */
export const neighbourhood: Layout = {
  MOMENT: 'matrix, m². M = Σ w r lᵀ.',
  _unused: 'f64.',
  ROTATION: 'matrix, 1. R.',
  _unused2: 'f64.',
  OFFSETS: 'f64[72], m. Offsets r and weights of all sites, two at a time (siteLanes).',
};

/** Scratch of four neighbourhoods of the lattice in the lanes of f32x4. */
export const neighbourhoods: Layout = {
  SLOTS: 'i32[4], index. Slots.',
  LENGTHS: 'f32[4]. Σ w r², D²; then ½ k s, N/m.',
  RESTS: 'f32[4], 1. Σ w l², D².',
  STRAINS: 'f32[4], 1. S.',
  MOMENTS: 'f32[36], 1. M, D².',
  QUATERNIONS: 'f32[16], 1. Rotations as quaternions.',
  ROTATIONS: 'f32[36], 1. Rotations as matrices.',
  MOMENT: 'matrix. M of one lane in f64; then byte offsets of the four slots.',
  _unused: 'f64.',
  ROTATION: 'matrix, 1. R of one lane in f64.',
  _unused2: 'f64.',
  SITES: 'f32[360]. All sites (keptSite).',
};

/** A site of four neighbourhoods. */
export const keptSite: Layout = {
  X: 'f32[4], D/2²². x of r; then of R l − r.',
  Y: 'f32[4], D/2²². y of r; then of R l − r.',
  Z: 'f32[4], D/2²². z of r; then of R l − r.',
  WEIGHT: 'f32[4], 1. Weights.',
  OCCUPANT: 'i32[4], bytes. Offset of the slot that occupies the site, in an array of 16 bytes a slot.',
};

/** Four quaternions in the lanes of f32x4. */
export const quaternionLanes: Layout = {
  X: 'f32[4], 1. Vector parts, x.',
  Y: 'f32[4], 1. Vector parts, y.',
  Z: 'f32[4], 1. Vector parts, z.',
  W: 'f32[4], 1. Scalar parts.',
};

/** Four 3 × 3 matrices by rows in the lanes of f32x4. */
export const matrixLanes: Layout = {
  XX: 'f32[4]. Row 0, column 0.',
  XY: 'f32[4]. Row 0, column 1.',
  XZ: 'f32[4]. Row 0, column 2.',
  YX: 'f32[4]. Row 1, column 0.',
  YY: 'f32[4]. Row 1, column 1.',
  YZ: 'f32[4]. Row 1, column 2.',
  ZX: 'f32[4]. Row 2, column 0.',
  ZY: 'f32[4]. Row 2, column 1.',
  ZZ: 'f32[4]. Row 2, column 2.',
};

/** Four vectors in the lanes of f32x4. */
export const vectorLanes: Layout = {
  X: 'f32[4]. First coordinates.',
  Y: 'f32[4]. Second coordinates.',
  Z: 'f32[4]. Third coordinates.',
};

/** Two entries in a row of the graph of docked pairs. */
export const edgePair: Layout = {
  SLOT_0: 'i32, index. Slot of the first.',
  STIFFNESS_0: 'f32, N/m. Stiffness of the first.',
  SLOT_1: 'i32, index. Slot of the second.',
  STIFFNESS_1: 'f32, N/m. Stiffness of the second.',
};
