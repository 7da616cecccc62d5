/**
 * Spring stiffness of a layered sheet.
 *
 * From the flexural rigidity D (N·m). Bending a stack of layers about the axis z strains the layer at height y by
 * κ (y − ȳ), and does not change the length of springs between layers: for a tie from (x₁, −H/2) to (x₂, H/2)
 * the displacements u = −κxy, w = κx²/2 give (x₂−x₁)Δu + HΔw = 0. L layers at distance H, each of modulus C (N/m, at zero
 * sideways strain), therefore have
 *   D = C H² (L³ − L)/12.
 * The modulus of a layer along x is C₁₁ = Σ k L² n_x⁴ over its area (and C₂₂, C₆₆ likewise), n the unit vector along the
 * spring. Families of springs are weighted so that C₁₁ = C₂₂ = C, and the diagonals of squares give C₆₆ = C/3, as in an
 * isotropic net of springs.
 *
 * One layer with flexion springs (Provot 1995) resists bending to second order only: a flexion spring over two segments of
 * length l shortens by lθ²/4 when they turn by θ. It is therefore installed under a compression P, which the segments
 * balance: the energy P l θ²/4 is that of a beam of rigidity P l²/2 (N·m²), to first order and at every wavelength.
 *
 * A lattice differs from that plate by its sides, its coupling of bend and twist, and its shear compliance. The difference is
 * found by solving its cantilever (cantilever.ts), and every spring is scaled by it. For a fine lattice the cantilever of a
 * coarse one of the same structure and size is solved: the difference falls with the square of the spacing.
 *
 * From the modulus, after the thesis: K = E A/l with A = w h along the sheet, w the spacing, h the distance of layers, l the
 * spring's length; K = E w l/h across it, shared by the ties as Σ K cos θ.
 */
import { oneOf, positive, within } from '../../math/check.ts';
import { cantileverRigidity } from './cantilever.ts';
import {
  createLattice,
  type Lattice,
  type LatticeSpring,
  latticeSpacing,
  type SpringKind,
} from './structures.ts';

export type StiffnessRule =
  | {
      kind: 'rigidity';
      /** Stiffness of the ties between layers over that of a layer's springs. Default: TIE_SHARE. */
      ties?: number;
    }
  | {
      kind: 'modulus';
      /** Young's modulus, Pa. */
      young: number;
    }
  | {
      kind: 'springs';
      /** Stiffness of every spring in a layer, N/m. */
      planar: number;
      /** Stiffness of every tie between layers, N/m. */
      interlayer: number;
    };

export interface SheetModuli {
  /** Flexural rigidity against bending along x and along z, N·m. */
  rigidity: { x: number; z: number };
  /** Stretch modulus of all layers along x and z at zero sideways strain, N/m. */
  stretch: { x: number; z: number };
}

interface CalibratedSprings {
  /** Stiffness in the order of `lattice.springs`, N/m. */
  stiffness: Float64Array;
  /** Rest lengths in the same order, m. */
  rest: Float64Array;
  moduli: SheetModuli;
}

/** Moduli that the sheet should have. */
interface CalibrationTarget {
  /** Flexural rigidity, N·m. */
  rigidity: number;
  /** Stretch modulus, N/m; for sheets of one layer, see `membraneModulus`. */
  stretch: number;
}

export function calibrate(
  lattice: Lattice,
  target: CalibrationTarget,
  rule: StiffnessRule,
): CalibratedSprings {
  oneOf('stiffness.kind', rule.kind, ['rigidity', 'modulus', 'springs']);
  const guess = firstGuess(lattice, target, rule);
  if (rule.kind !== 'rigidity' || target.rigidity === 0) return guess;
  const { rigidity } = target;
  const coarse = coarser(lattice);
  const scale = lattice.spacing[0] / coarse.spacing[0];
  const tested = firstGuess(coarse, { rigidity, stretch: target.stretch * scale * scale }, rule);
  const factor = rigidity / cantileverRigidity(coarse, tested.stiffness, tested.rest);
  const stiffness = guess.stiffness.map((k) => k * factor);
  const compressed = factor * flexionRigidity(lattice, rigidity);
  return { stiffness, rest: guess.rest, moduli: moduli(lattice, stiffness, compressed) };
}

/** Particles a side of the lattice whose cantilever is solved, which takes a few hundredths of a second. */
const COARSE = 15;

function coarser(lattice: Lattice): Lattice {
  const { structure, columns, rows, layers, size, spacing, layerDistance } = lattice;
  const most = Math.max(layers + 4, layers > 2 ? COARSE - 2 : COARSE);
  if (columns <= most && rows <= most) return lattice;
  // Both sides by the same share, so that cells keep their aspect ratio.
  const share = Math.max(columns, rows) / most;
  const side = (count: number) => Math.max(layers + 2, Math.round(count / share));
  const grid = { structure, columns: side(columns), rows: side(rows), layers, size };
  return createLattice({ ...grid, layerDistance: (layerDistance * latticeSpacing(grid)[0]) / spacing[0] });
}

/** Rigidity that compressed flexion springs provide, N·m. */
function flexionRigidity({ layers }: Lattice, rigidity: number): number {
  return layers === 1 ? rigidity : 0;
}

function firstGuess(
  lattice: Lattice,
  { rigidity, stretch }: CalibrationTarget,
  rule: StiffnessRule,
): CalibratedSprings {
  const rest = Float64Array.from(lattice.springs, (spring) => spring.rest);
  const stiffness =
    rule.kind === 'springs'
      ? rawStiffness(lattice, rule.planar, rule.interlayer)
      : rule.kind === 'modulus'
        ? modulusStiffness(lattice, rule.young)
        : rigidityStiffness(lattice, within('rigidity', rigidity, 0), positive('stretch', stretch), rule);
  const compressed = rule.kind === 'rigidity' ? flexionRigidity(lattice, rigidity) : 0;
  if (compressed > 0) compressFlexion(lattice, stiffness, rest, compressed);
  return { stiffness, rest, moduli: moduli(lattice, stiffness, compressed) };
}

function rawStiffness(lattice: Lattice, planar: number, interlayer: number): Float64Array {
  positive('stiffness.planar', planar);
  positive('stiffness.interlayer', interlayer);
  return Float64Array.from(lattice.springs, ({ kind }) => (kind === 'layer' ? interlayer : planar));
}

function modulusStiffness(lattice: Lattice, young: number): Float64Array {
  positive('stiffness.young', young);
  const { layerDistance: h, spacing } = lattice;
  const feet = lattice.structure.startsWith('trimm') ? 3 : 4;
  return Float64Array.from(lattice.springs, ({ kind, rest, width }) => {
    if (kind !== 'layer') return (young * width * h) / rest;
    const upright = (young * spacing[0] * spacing[1]) / h;
    return upright / (feet * (h / rest));
  });
}

/** Share of a layer's modulus that its flexion springs have, where there are several layers. */
const FLEXION_SHARE = 0.1;
/**
 * Stiffness of ties over that of a layer's springs. Bending compresses the layers by the square of the angle within a cell:
 * with softer ties the sheet kinks, stiffer ones need shorter steps (measured in docs/decisions/0006).
 */
export const TIE_SHARE = 4;
/** C₆₆ over C₁₁ of an isotropic net of springs (Poisson's ratio 1/3). */
const SHEAR_SHARE = 1 / 3;
/** C₆₆ over C₁₁ with one diagonal, which couples bend to twist (measured in docs/decisions/0006). */
const ONE_DIAGONAL_SHARE = 1 / 6;
/** Least share of the modulus of springs along a side, for oblong cells whose diagonals would have all of it. */
const LEAST_SHARE = 0.05;

function rigidityStiffness(
  lattice: Lattice,
  rigidity: number,
  stretch: number,
  { ties = TIE_SHARE }: { ties?: number },
): Float64Array {
  positive('stiffness.ties', ties);
  const { layers, layerDistance: h, structure } = lattice;
  const bends = layers > 1 || structure === 'provot-2d';
  if (!bends && rigidity > 0) {
    throw new RangeError(
      `layers: one layer of ${structure} has nothing that resists bending (rigidity ${rigidity} N·m); take 2 layers, or provot-2d`,
    );
  }
  if (layers > 1 && rigidity === 0) {
    throw new RangeError('rigidity: must be > 0 for a sheet of several layers, got 0');
  }
  const modulus = layers > 1 ? (12 * rigidity) / (h * h * (layers * layers * layers - layers)) : stretch;
  const stiffness = new Float64Array(lattice.springs.length);
  for (let layer = 0; layer < layers; layer++) weighLayer(lattice, layer, modulus, stiffness);
  lattice.springs.forEach(({ kind }, i) => {
    if (kind === 'layer') stiffness[i] = ties * modulus;
  });
  return stiffness;
}

/** Sets the springs of one layer to y·(width/length), y by kind, so that C₁₁ = C₂₂ = `modulus`. */
function weighLayer(lattice: Lattice, layer: number, modulus: number, stiffness: Float64Array): void {
  const unit = (kinds: readonly SpringKind[]) =>
    layerModuli(lattice, layer, (spring) => (kinds.includes(spring.kind) ? spring.width / spring.rest : 0));
  const slanted = unit(['diagonal', 'back-diagonal']);
  const alongX = unit(['x']);
  const alongZ = unit(['z']);
  // One layer's flexion springs are compressed instead, see `compressFlexion`.
  const flexes = lattice.layers > 1 && lattice.springs.some(({ kind }) => kind === 'flexion');
  const flexion = flexes ? FLEXION_SHARE * modulus * 0.5 : 0;
  const least = LEAST_SHARE * modulus;
  const yields: Partial<Record<SpringKind, number>> = { flexion };
  // A flexion spring of the same y spans two segments: along its line it counts as 2y.
  let diagonal = 0;
  if (alongZ.c22 === 0) diagonal = Math.max(least, modulus / slanted.c22 - 2 * flexion);
  else if (slanted.c66 > 0) {
    const share = lattice.structure === 'slamm' ? ONE_DIAGONAL_SHARE : SHEAR_SHARE;
    diagonal = (share * modulus) / slanted.c66;
  }
  yields.diagonal = diagonal;
  yields['back-diagonal'] = diagonal;
  const carried = alongZ.c22 === 0 ? diagonal + 2 * flexion : diagonal;
  yields.x = Math.max(least, (modulus - carried * slanted.c11) / alongX.c11 - 2 * flexion);
  if (alongZ.c22 > 0) {
    yields.z = Math.max(least, (modulus - diagonal * slanted.c22) / alongZ.c22 - 2 * flexion);
  }
  lattice.springs.forEach(({ a, kind, width, rest }, i) => {
    if (kind !== 'layer' && lattice.masses[a].layer === layer)
      stiffness[i] = ((yields[kind] ?? 0) * width) / rest;
  });
}

/**
 * C₁₁, C₂₂, C₆₆ of one layer, N/m. A layer that ends before the sheet's rim is no softer inside: along a spring the layer's
 * own length counts, across it that of the whole sheet.
 */
function layerModuli(
  lattice: Lattice,
  layer: number,
  stiffness: (spring: LatticeSpring, index: number) => number,
): { c11: number; c22: number; c66: number } {
  const { masses, springs, spacing, size, columns, rows } = lattice;
  const length = [(columns - layer - 1) * spacing[0], (rows - layer - 1) * spacing[1]];
  const sums = { c11: 0, c22: 0, c66: 0 };
  springs.forEach((spring, i) => {
    const [p, q] = [masses[spring.a], masses[spring.b]];
    if (spring.kind === 'layer' || p.layer !== layer) return;
    const dx2 = (q.x - p.x) * (q.x - p.x);
    const dz2 = (q.z - p.z) * (q.z - p.z);
    const k = stiffness(spring, i) / (dx2 + dz2);
    // Two flexion springs span each segment inside the sheet, and one the first and the last.
    const cover = spring.kind === 'flexion' ? flexionCover(lattice, layer, dx2 > dz2) : 1;
    sums.c11 += (k * dx2 * dx2 * cover) / (length[0] * size[1]);
    sums.c22 += (k * dz2 * dz2 * cover) / (size[0] * length[1]);
    sums.c66 += (k * dx2 * dz2 * cover) / (length[0] * length[1]);
  });
  return sums;
}

function flexionCover({ columns, rows }: Lattice, layer: number, along: boolean): number {
  const segments = (along ? columns : rows) - layer - 1;
  return segments > 1 ? segments / (segments - 1) : 1;
}

/** Compresses flexion springs and stretches the segments that they span, so that the flat sheet is at rest. */
function compressFlexion(
  { springs, masses, spacing, columns }: Lattice,
  stiffness: Float64Array,
  rest: Float64Array,
  rigidity: number,
): void {
  const tension = new Map<string, number>();
  springs.forEach(({ a, b, kind, width }, i) => {
    if (kind !== 'flexion') return;
    const along = masses[a].row === masses[b].row;
    const segment = along ? spacing[0] : spacing[1];
    const push = (2 * rigidity * width) / (segment * segment);
    const free = 2 * segment * FLEXION_REST;
    stiffness[i] = push / (free - 2 * segment);
    rest[i] = free;
    const step = along ? 1 : columns;
    for (const from of [a, a + step]) {
      const key = `${from}-${from + step}`;
      tension.set(key, (tension.get(key) ?? 0) + push);
    }
  });
  springs.forEach(({ a, b, kind }, i) => {
    if (kind !== 'x' && kind !== 'z') return;
    const pull = tension.get(`${a}-${b}`) ?? 0;
    const stretched = pull / stiffness[i];
    if (stretched > LARGEST_PRESTRAIN * springs[i].rest) {
      throw new RangeError(
        'stretch: too low for the rigidity at this spacing: bending springs would stretch segments by more than 40 %; take fewer masses a side',
      );
    }
    rest[i] = springs[i].rest - stretched;
  });
}

/** Rest length of a flexion spring over its two segments: long and soft, so that its force hardly changes in a fold. */
const FLEXION_REST = 1.5;
/** Largest strain of segments in the flat sheet; beyond it they would soon have no length left at rest. */
const LARGEST_PRESTRAIN = 0.4;

function moduli(lattice: Lattice, stiffness: Float64Array, compressed: number): SheetModuli {
  const { layers, layerDistance: h } = lattice;
  const layer = Array.from({ length: layers }, (_, l) =>
    layerModuli(lattice, l, (_spring, i) => stiffness[i]),
  );
  const along = (key: 'c11' | 'c22') => {
    const total = layer.reduce((sum, c) => sum + c[key], 0);
    const mean = layer.reduce((sum, c, l) => sum + c[key] * l * h, 0) / total;
    const bend = layer.reduce((sum, c, l) => sum + c[key] * (l * h - mean) * (l * h - mean), 0);
    return { stretch: total, rigidity: bend + compressed };
  };
  const [x, z] = [along('c11'), along('c22')];
  return { rigidity: { x: x.rigidity, z: z.rigidity }, stretch: { x: x.stretch, z: z.stretch } };
}

/**
 * Distance of layers over the spacing. Ties of flatter stacks snap through where the sheet is bent sharply; higher stacks have
 * softer layers for the same rigidity and stretch under their own weight (measured in docs/decisions/0006).
 */
const LAYER_RATIO = 0.5;

export function naturalLayerDistance(spacing: readonly [number, number]): number {
  return LAYER_RATIO * Math.min(spacing[0], spacing[1]);
}

/** Least stretch modulus times the squared spacing over the rigidity: flexion springs stretch the segments by a hundredth. */
const STRETCH_RATIO = 400;

/**
 * Returns the stretch modulus of a sheet of one layer, N/m. A real plastic is a thousand times stiffer in its plane and would
 * need many times the steps, without a visible difference.
 */
export function membraneModulus(
  rigidity: number,
  stretch: number,
  spacing: readonly [number, number],
): number {
  const least = Math.min(spacing[0], spacing[1]);
  return rigidity > 0 ? Math.min(stretch, (STRETCH_RATIO * rigidity) / (least * least)) : stretch;
}

/** Moduli of a lattice with given springs; in one layer its rigidity is that of compressed flexion springs. */
export function latticeModuli(lattice: Lattice, stiffness: Float64Array, rest: Float64Array): SheetModuli {
  const { springs, layers } = lattice;
  const compressed = layers > 1 ? [] : springs.flatMap((spring, i) => (spring.kind === 'flexion' ? [i] : []));
  const rigidities = compressed.map((i) => {
    const { rest: natural, width } = springs[i];
    // P l²/2 over the width, with two segments of l in the spring.
    return (stiffness[i] * (rest[i] - natural) * natural * natural) / (8 * width);
  });
  const mean = rigidities.reduce((sum, one) => sum + one, 0) / Math.max(1, rigidities.length);
  return moduli(lattice, stiffness, mean);
}
