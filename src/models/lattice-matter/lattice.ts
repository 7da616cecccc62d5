/**
 * The lattice and the kernel of matter, for a spacing D between nearest particles.
 *
 * In space: cubic closest packing, (D/√2)(l, m, n) with l + m + n even; sites at D (12) and √2 D (6), volume D³/√2 per
 * particle. In the plane: hexagonal; sites at D (6), √3 D (6) and 2 D (6), area √3/2 D². The kernel is Wendland's
 * W = N (1 − q)⁴ (1 + 4q), q = r/H. H includes these eighteen sites and excludes the next shell, at √3 D and √7 D, so that
 * an undisturbed lattice does not feel it. N makes the density of a lattice ρ₀, exactly.
 */

export const SITES = 18;
/** H/D by dimension. */
const REACH = { 2: 2.1, 3: 1.7 } as const;
/** Reach of pushes between objects in units of D; also in kernels/assembly/matter/pushes.ts. */
const PUSH_REACH = 1.3;
/**
 * Overlap Σ (1 − q)² of a particle in a face that touches another, by dimension: its greatest value along the face is
 * 0.1115 and 0.2269.
 */
const TOUCH = { 2: 0.1115, 3: 0.227 };

export type Dimension = 2 | 3;

export interface MatterLattice {
  readonly dimension: Dimension;
  /** D, m. */
  readonly spacing: number;
  /** H, m. */
  readonly reach: number;
  /** Volume per particle, m³; in the plane that of a slab 1 m thick. */
  readonly volume: number;
  /**
   * Distance of layers of a face along the axes, m: square layers in space, rows in the plane. Matter ends half of it beyond
   * its outermost particles, and touches there.
   */
  readonly layer: number;
  /** Four numbers per site: l (m), and w(l) in units of w(D). */
  readonly sites: Float64Array;
  /** Site of the whole coordinates −2 … 2 each, at 25 l + 5 m + n; −1 for none. */
  readonly table: Int32Array;
  /** N, 1/m³. */
  readonly norm: number;
  /** Σ w. */
  readonly weight: number;
  /** Σ w l², m². */
  readonly moment: number;
  /** G = d/Σ V |W'| l: factor on slopes of W with which pairs transmit the pressure of a lattice. */
  readonly slope: number;
  /**
   * Number λ of a wall: missing share of the density in the outermost layer of a lattice (a row; a square layer in space)
   * whose next layer is beyond the wall, over (1 − d/H)⁶ at its distance d of half a layer. In the layer behind it that power is off by less
   * than 1 ‰ of the density.
   */
  readonly wall: number;
  /**
   * Number κ of a wall: pressure that pairs across it would transmit along it, in units of what pairs within the layer transmit, over
   * the same power. The layer behind it misses nothing in space and 2 · 10⁻⁴ in the plane.
   */
  readonly wallPairs: number;
  /** 2 d V/Σ (1 − q)³ l², m: heat flow of a pair over conductivity, temperature difference and (1 − q)³. */
  readonly heat: number;
  /** Overlap of a particle in a face that touches another (kernels/assembly/matter/pushes.ts). */
  readonly touch: number;
  /** Stiffness κ of pushes over Young's modulus, m³. */
  readonly push: number;
}

export function matterLattice(spacing: number, dimension: Dimension): MatterLattice {
  const isFlat = dimension === 2;
  const reach = REACH[dimension] * spacing;
  const sites = new Float64Array(4 * SITES);
  const table = new Int32Array(125).fill(-1);
  const volume = isFlat ? 0.5 * Math.sqrt(3) * spacing * spacing : spacing * spacing * spacing * Math.SQRT1_2;
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
  wholeSites(dimension).forEach(([l, m, n], site) => {
    table[25 * (l + 2) + 5 * (m + 2) + n + 2] = site;
    const x = isFlat ? spacing * (l + m / 2) : spacing * Math.SQRT1_2 * l;
    const y = isFlat ? spacing * 0.5 * Math.sqrt(3) * m : spacing * Math.SQRT1_2 * m;
    const z = isFlat ? 0 : spacing * Math.SQRT1_2 * n;
    const square = x * x + y * y + z * z;
    const q = Math.sqrt(square) / reach;
    const w = bell(q) / bell(spacing / reach);
    sites.set([x, y, z, w], 4 * site);
    density += bell(q);
    const [height, layersUp] = isFlat ? [y, m] : [z, n];
    const along = (square - height * height) * (1 - q) * (1 - q) * (1 - q);
    if (layersUp < 0) {
      beyond += bell(q);
      missed += along;
    } else if (layersUp === 0) within += along;
    weight += w;
    moment += w * square;
    if (layersUp < 0)
      closing += (Math.max(0, 1 - Math.sqrt(square) / pushReach) * -height) / Math.sqrt(square);
    passed += 20 * q * q * (1 - q) * (1 - q) * (1 - q);
    flow += (1 - q) * (1 - q) * (1 - q) * square;
  });
  const layer = isFlat ? 0.5 * Math.sqrt(3) : Math.SQRT1_2;
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
    slope: (dimension * density) / passed,
    heat: (2 * dimension * volume) / flow,
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

/** Returns the sites in whole coordinates, nearest first; in the plane as three coordinates whose sum is 0. */
function wholeSites(dimension: Dimension): (readonly [number, number, number])[] {
  const farthest = dimension === 2 ? 8 : 4;
  const found: (readonly [number, number, number])[] = [];
  for (let l = -2; l <= 2; l++) {
    for (let m = -2; m <= 2; m++) {
      for (let n = -2; n <= 2; n++) {
        const r = l * l + m * m + n * n;
        const isSite = dimension === 2 ? l + m + n === 0 : (l + m + n) % 2 === 0;
        if (r > 0 && r <= farthest && isSite) found.push([l, m, n]);
      }
    }
  }
  return found.sort(([a, b, c], [d, e, f]) => a * a + b * b + c * c - (d * d + e * e + f * f));
}
