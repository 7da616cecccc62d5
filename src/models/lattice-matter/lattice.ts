/**
 * The lattice and the kernel of matter, for a spacing D between nearest particles.
 *
 * In space: cubic closest packing, (D/√2)(l, m, n) with l + m + n even; sites at D (12) and √2 D (6), volume D³/√2 a
 * particle. In the plane: hexagonal; sites at D (6), √3 D (6) and 2 D (6), area √3/2 D². The kernel is Wendland's
 * W = N (1 − q)⁴ (1 + 4q), q = r/H. H reaches these eighteen sites and stops short of the next shell, at √3 D and √7 D, of
 * which an undisturbed lattice then feels nothing. N makes the density of a lattice ρ₀, exactly.
 */

export const SITES = 18;
/** H/D by dimension. */
const REACH = { 2: 2.1, 3: 1.7 } as const;

/** Of D, that matter pushes over. */
const PUSH_REACH = 1.3;
/**
 * Σ (1 − q)² over a lattice that ends half a layer below a face whose outermost particles are half a layer above: the most of it,
 * 0.1115 and 0.2269, wherever along the face.
 */
const TOUCH = { 2: 0.1115, 3: 0.227 };

export type Dimension = 2 | 3;

export interface MatterLattice {
  readonly dimension: Dimension;
  /** D, m. */
  readonly spacing: number;
  /** H, m. */
  readonly reach: number;
  /** m³ a particle; in the plane of a slab 1 m thick. */
  readonly volume: number;
  /**
   * m, from layer to layer of a face along the axes: a square layer in space, a row in the plane. Matter ends half of it beyond
   * its outermost particles, and touches there.
   */
  readonly layer: number;
  /** Four numbers a site: l (m), w(l) in units of w(D). */
  readonly sites: Float64Array;
  /** Site of the whole coordinates −2 … 2 each, (25 l + 5 m + n); −1 for none. */
  readonly table: Int32Array;
  /** N, 1/m³. */
  readonly norm: number;
  /** Σ w, and Σ w l² (m²). */
  readonly weight: number;
  readonly moment: number;
  /** G = d/Σ V |W'| l: slopes of W times it pass on the pressure of a lattice. */
  readonly slope: number;
  /**
   * λ: what is missing of the density in the outermost layer of a lattice (a row; a square layer in space), half a layer from
   * what is beyond, over (1 − d/H)⁶ there. At the layer behind it that power is off by less than 1 ‰ of the density.
   */
  readonly wall: number;
  /**
   * κ: what is missing there of the pressure that pairs pass on along the layer, in units of what pairs within the layer pass on, over the same power.
   * The layer behind it misses nothing of that in space, and 2 · 10⁻⁴ in the plane.
   */
  readonly wallPairs: number;
  /** κ = 2 d V/Σ (1 − q)³ l², m: what a pair conducts of conductivity times temperature difference, over (1 − q)³. */
  readonly heat: number;
  /** What a face has of another that it touches (matter-pushes.ts), and κ over Young's modulus, m³. */
  readonly touch: number;
  readonly push: number;
}

export function matterLattice(spacing: number, dimension: Dimension): MatterLattice {
  const reach = REACH[dimension] * spacing;
  const whole = dimension === 2 ? hexagonal() : cubic();
  const sites = new Float64Array(4 * SITES);
  const table = new Int32Array(125).fill(-1);
  const volume =
    dimension === 2 ? 0.5 * Math.sqrt(3) * spacing * spacing : spacing * spacing * spacing * Math.SQRT1_2;
  let density = 1;
  let weight = 0;
  let moment = 0;
  let flow = 0;
  let passed = 0;
  let beyond = 0;
  let missed = 0;
  let within = 0;
  let closing = 0;
  const pushReach = PUSH_REACH * spacing;
  whole.forEach(([l, m, n], site) => {
    table[25 * (l + 2) + 5 * (m + 2) + n + 2] = site;
    const x = dimension === 2 ? spacing * (l + m / 2) : spacing * Math.SQRT1_2 * l;
    const y = dimension === 2 ? spacing * 0.5 * Math.sqrt(3) * m : spacing * Math.SQRT1_2 * m;
    const z = dimension === 2 ? 0 : spacing * Math.SQRT1_2 * n;
    const square = x * x + y * y + z * z;
    const q = Math.sqrt(square) / reach;
    const w = bell(q) / bell(spacing / reach);
    sites.set([x, y, z, w], 4 * site);
    density += bell(q);
    const out = dimension === 2 ? y : z;
    const along = (square - out * out) * (1 - q) * (1 - q) * (1 - q);
    if (out < -1e-9 * spacing) {
      beyond += bell(q);
      missed += along;
    } else if (out < 1e-9 * spacing) within += along;
    weight += w;
    moment += w * square;
    const height = dimension === 2 ? y : z;
    if (height < 0) closing += (Math.max(0, 1 - Math.sqrt(square) / pushReach) * -height) / Math.sqrt(square);
    passed += 20 * q * q * (1 - q) * (1 - q) * (1 - q);
    flow += (1 - q) * (1 - q) * (1 - q) * square;
  });
  const heat = (2 * dimension * volume) / flow;
  const slope = (dimension * density) / passed;
  const layer = dimension === 2 ? 0.5 * Math.sqrt(3) : Math.SQRT1_2;
  const left = 1 - (0.5 * layer) / REACH[dimension];
  const cube = left * left * left;
  return {
    dimension,
    spacing,
    reach,
    wall: beyond / density / (cube * cube),
    wallPairs: missed / within / (cube * cube),
    volume,
    layer: layer * spacing,
    sites,
    table,
    norm: 1 / (volume * density),
    weight,
    moment,
    slope,
    heat,
    touch: TOUCH[dimension],
    push: (volume * square(pushReach / closing)) / (8 * square(layer * spacing)),
  };
}

function square(value: number): number {
  return value * value;
}

/** (1 − q)⁴ (1 + 4q) */
export function bell(q: number): number {
  const u = (1 - q) * (1 - q);
  return u * u * (1 + 4 * q);
}

type Whole = readonly [number, number, number];

/** Nearest first. */
function cubic(): Whole[] {
  return shells(
    (l, m, n) => (l + m + n) % 2 === 0,
    (l, m, n) => l * l + m * m + n * n,
    4,
  );
}

/** With three coordinates that sum to none. */
function hexagonal(): Whole[] {
  return shells(
    (l, m, n) => l + m + n === 0,
    (l, m, n) => l * l + m * m + n * n,
    8,
  );
}

function shells(
  isSite: (l: number, m: number, n: number) => boolean,
  square: (l: number, m: number, n: number) => number,
  most: number,
): Whole[] {
  const found: Whole[] = [];
  for (let l = -2; l <= 2; l++) {
    for (let m = -2; m <= 2; m++) {
      for (let n = -2; n <= 2; n++) {
        const r = square(l, m, n);
        if (r > 0 && r <= most && isSite(l, m, n)) found.push([l, m, n]);
      }
    }
  }
  return found.sort((a, b) => square(...a) - square(...b));
}
