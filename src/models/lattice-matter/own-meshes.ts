/**
 * Pliant's own meshes for lattice matter: a die, a rod, and a creature, a small sitting elephant. Each is the closed level
 * surface of a depth (m, positive inside) blended from simple shapes; only square roots are used, so that they are the same
 * on every machine.
 */
import { norm, type Vector } from '../../math/vec3.ts';
import type { SurfaceMesh } from '../../surfaces/block-field.ts';
import { implicitMesh } from '../../surfaces/implicit-mesh.ts';

export interface ColouredMesh extends SurfaceMesh {
  /** Red, green, blue, alpha of every vertex, 0 to 1. */
  readonly colours: Float64Array;
}

type Colour = readonly [number, number, number];
/** Depth below the surface of a shape, m; negative outside. */
type Depth = (x: number, y: number, z: number) => number;

const IVORY: Colour = [0.95, 0.93, 0.87];
const MADDER: Colour = [0.72, 0.13, 0.11];
const INK: Colour = [0.06, 0.06, 0.08];
const STEEL: Colour = [0.55, 0.58, 0.62];

function coloured(mesh: SurfaceMesh, colourAt: (x: number, y: number, z: number) => Colour): ColouredMesh {
  const { positions } = mesh;
  const colours = new Float64Array((positions.length / 3) * 4);
  for (let v = 0; 3 * v < positions.length; v++) {
    colours.set([...colourAt(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]), 1], 4 * v);
  }
  return { ...mesh, colours };
}

/** Returns a colour between two, as a depth goes from −width to width. */
function mixed(from: Colour, to: Colour, depth: number, width: number): Colour {
  const share = Math.min(1, Math.max(0, 0.5 + (0.5 * depth) / width));
  return [0, 1, 2].map((k) => from[k] + share * (to[k] - from[k])) as unknown as Colour;
}

/** Returns a cube of side `side` (m) about the origin, with rounded edges and dents as pips; opposite sides add up to seven. */
export function dieMesh(side = 0.02, cells = 48): ColouredMesh {
  const half = side / 2;
  const round = 0.14 * side;
  const dent = 0.085 * side;
  const pips = pipPlaces(half, side);
  const cube: Depth = (x, y, z) => {
    const [a, b, c] = [x, y, z].map((value) => Math.abs(value) - (half - round));
    const out = norm(Math.max(a, 0), Math.max(b, 0), Math.max(c, 0));
    return round - out - Math.min(0, Math.max(a, b, c));
  };
  const nearestPip = (x: number, y: number, z: number) =>
    pips.reduce((least, [a, b, c]) => Math.min(least, norm(x - a, y - b, z - c)), Infinity);
  // Shifted by half a cell: no side of the die lies on nodes of the grid.
  const box = 0.5 * side * (1 + 5 / cells);
  const rim = 0.03 * side;
  const mesh = implicitMesh((x, y, z) => -blend(-cube(x, y, z), dent - nearestPip(x, y, z), rim), {
    low: [-box, -box, -box],
    high: [box, box, box],
    cell: side / cells,
  });
  return coloured(mesh, (x, y, z) => mixed(MADDER, IVORY, 1.12 * dent - nearestPip(x, y, z), side / cells));
}

/** Pips of one to six by their places in a square of 3 × 3, row by row. */
const PIPS = ['4', '08', '408', '0826', '40826', '082617'];
/** Axes of the sides one to six; the first three are on the positive side. */
const SIDE_AXES = [1, 2, 0, 0, 2, 1];

/** Returns the middles of the dents, slightly outside of the sides. */
function pipPlaces(half: number, side: number): Vector[] {
  const apart = 0.25 * side;
  const out = half + 0.025 * side;
  return SIDE_AXES.flatMap((axis, number) =>
    Array.from(PIPS[number], (pip): Vector => {
      const place: [number, number, number] = [0, 0, 0];
      place[axis] = number < 3 ? out : -out;
      place[(axis + 1) % 3] = (Math.floor(Number(pip) / 3) - 1) * apart;
      place[(axis + 2) % 3] = ((Number(pip) % 3) - 1) * apart;
      return place;
    }),
  );
}

/** Returns a rod along x about the origin with rounded rims, lengths in m. */
export function rodMesh(rodLength = 0.3, radius = 0.03, cells = 16): ColouredMesh {
  const round = 0.15 * radius;
  const cell = (2 * radius) / cells;
  const mesh = implicitMesh(
    (x, y, z) => {
      const a = Math.abs(x) - (rodLength / 2 - round);
      const b = Math.sqrt(y * y + z * z) - (radius - round);
      return round - norm(Math.max(a, 0), Math.max(b, 0), 0) - Math.min(0, Math.max(a, b));
    },
    {
      low: [-rodLength / 2 - 2 * cell, -radius - 2 * cell, -radius - 2 * cell],
      high: [rodLength / 2 + 2 * cell, radius + 2 * cell, radius + 2 * cell],
      cell,
    },
  );
  return coloured(mesh, () => STEEL);
}

/** Joins two depths with a polynomial fillet of width k (Quílez 2013). */
function blend(a: number, b: number, k: number): number {
  const h = Math.max(k - Math.abs(a - b), 0) / k;
  return Math.max(a, b) + 0.25 * h * h * k;
}

function ellipsoid(centre: Vector, radii: Vector): Depth {
  return (x, y, z) => {
    const [a, b, c] = [x - centre[0], y - centre[1], z - centre[2]];
    const near = norm(a / radii[0], b / radii[1], c / radii[2]);
    const steep = norm(a / (radii[0] * radii[0]), b / (radii[1] * radii[1]), c / (radii[2] * radii[2]));
    return steep > 0 ? (near * (1 - near)) / steep : Math.min(...radii);
  };
}

/** Depth in a limb: spheres from one point to another, with radii in between. */
function limb(from: Vector, to: Vector, thick: number, thin: number): Depth {
  const way = to.map((value, axis) => value - from[axis]);
  const square = way[0] * way[0] + way[1] * way[1] + way[2] * way[2];
  return (x, y, z) => {
    const along = (x - from[0]) * way[0] + (y - from[1]) * way[1] + (z - from[2]) * way[2];
    const t = Math.min(1, Math.max(0, along / square));
    const out = norm(x - from[0] - t * way[0], y - from[1] - t * way[1], z - from[2] - t * way[2]);
    return thick + t * (thin - thick) - out;
  };
}

const HIDE: Colour = [0.38, 0.5, 0.66];
const PINK: Colour = [0.86, 0.62, 0.62];
const SHINE: Colour = [1, 1, 1];
const NAIL: Colour = [0.9, 0.88, 0.82];

/** Parts of the elephant, 1 high, on the plane y = 0, looking along z. It is symmetric: they take |x| for x. */
const TORSO = ellipsoid([0, 0.35, -0.06], [0.27, 0.34, 0.26]);
const HEAD = ellipsoid([0, 0.76, 0.06], [0.21, 0.21, 0.2]);
const CHEEK = ellipsoid([0.08, 0.68, 0.16], [0.1, 0.1, 0.1]);
const TRUNK = [
  limb([0, 0.7, 0.22], [0, 0.55, 0.33], 0.095, 0.075),
  limb([0, 0.55, 0.33], [0, 0.44, 0.42], 0.075, 0.062),
  limb([0, 0.44, 0.42], [0, 0.41, 0.53], 0.062, 0.054),
  limb([0, 0.41, 0.53], [0, 0.47, 0.62], 0.054, 0.05),
  limb([0, 0.47, 0.62], [0, 0.56, 0.64], 0.05, 0.048),
];
const LEG = limb([0.15, 0.16, 0.0], [0.23, 0.12, 0.32], 0.14, 0.11);
const FOOT = ellipsoid([0.235, 0.13, 0.36], [0.115, 0.13, 0.075]);
const ARM = limb([0.2, 0.5, 0.08], [0.25, 0.29, 0.26], 0.09, 0.075);
const HAND = ellipsoid([0.255, 0.27, 0.28], [0.085, 0.08, 0.085]);
const TAIL = limb([0, 0.12, -0.28], [0.0, 0.06, -0.42], 0.035, 0.03);
const TUFT = ellipsoid([0, 0.055, -0.44], [0.05, 0.045, 0.06]);
const EYE = ellipsoid([0.1, 0.8, 0.235], [0.034, 0.038, 0.032]);
const GLINT = ellipsoid([0.095, 0.815, 0.265], [0.012, 0.012, 0.012]);
const NAILS = [-0.055, 0, 0.055].map((shift) =>
  ellipsoid([0.235 + shift, 0.06, 0.412], [0.024, 0.028, 0.02]),
);

/** Depth in an ear: a slightly hollow disc, turned about y to open to the front. */
function ear(x: number, y: number, z: number): number {
  const [a, b, c] = [x - 0.31, y - 0.76, z + 0.03];
  const [u, w] = [0.87 * a - 0.5 * c, 0.5 * a + 0.87 * c];
  return EAR(u, b, w - 0.9 * u * u);
}
const EAR = ellipsoid([0, 0, 0], [0.2, 0.22, 0.05]);

function elephant(side: number, y: number, z: number): number {
  const x = Math.abs(side);
  let depth = blend(TORSO(x, y, z), HEAD(x, y, z), 0.1);
  depth = blend(depth, CHEEK(x, y, z), 0.08);
  const trunk = TRUNK.reduce((sum, part) => blend(sum, part(x, y, z), 0.02), -1);
  depth = blend(depth, trunk, 0.07);
  depth = blend(depth, blend(LEG(x, y, z), FOOT(x, y, z), 0.04), 0.05);
  depth = blend(depth, blend(ARM(x, y, z), HAND(x, y, z), 0.04), 0.05);
  depth = blend(depth, blend(TAIL(x, y, z), TUFT(x, y, z), 0.02), 0.03);
  depth = blend(depth, ear(x, y, z), 0.04);
  for (const nail of NAILS) depth = Math.max(depth, nail(x, y, z));
  return Math.max(depth, EYE(x, y, z));
}

function elephantColour(side: number, y: number, z: number): Colour {
  const x = Math.abs(side);
  const nail = NAILS.reduce((most, one) => Math.max(most, one(x, y, z)), -1);
  const [a, b] = [x - 0.33, y - 0.76];
  const isEarFront = ear(x, y, z) > -0.01 && 0.5 * (x - 0.31) + 0.87 * (z + 0.03) > 0.012;
  const inEar = isEarFront ? 0.14 - Math.sqrt(a * a + 0.8 * b * b) : -1;
  const skin = mixed(mixed(HIDE, PINK, inEar, 0.02), NAIL, nail + 0.008, 0.008);
  return mixed(mixed(skin, INK, EYE(x, y, z) + 0.006, 0.008), SHINE, GLINT(x, y, z), 0.008);
}

/** Returns a sitting elephant with its trunk up, `height` m tall, on the plane y = 0. */
export function creatureMesh(height = 0.3, cells = 72): ColouredMesh {
  const cell = height / cells;
  const margin = 2 * cell;
  const mesh = implicitMesh((x, y, z) => height * elephant(x / height, y / height, z / height), {
    low: [-0.56 * height - margin, -margin, -0.52 * height - margin],
    high: [0.56 * height + margin, height + margin, 0.72 * height + margin],
    cell,
  });
  return coloured(mesh, (x, y, z) => elephantColour(x / height, y / height, z / height));
}
