/**
 * A mannequin that walks on the spot, as an animated mesh: tubes for trunk and head, arms and legs, with sizes and a gait
 * of our own. Joint angles are sines of time. Near a joint the skin blends the motion of both bones (linear blend skinning).
 */
import type { MeshFile } from 'pliant/formats';

type Point = [number, number, number];

/** A cross-section of a limb: height in the standing body (m), radius to the sides (m), depth over radius. */
type Ring = readonly [y: number, radius: number, depth?: number];

/** Duration of two steps, s. */
const PERIOD = 1.2;
const AROUND = 12;

const TRUNK: readonly Ring[] = [
  [0.74, 0.01],
  [0.76, 0.1, 0.8],
  [0.81, 0.158, 0.8],
  [0.87, 0.176, 0.8],
  [0.93, 0.165, 0.8],
  [0.99, 0.138, 0.8],
  [1.06, 0.12, 0.8],
  [1.15, 0.124, 0.8],
  [1.26, 0.144, 0.8],
  [1.37, 0.16, 0.72],
  [1.43, 0.13, 0.7],
  [1.47, 0.06],
  [1.53, 0.05],
  [1.57, 0.07],
  [1.64, 0.088],
  [1.71, 0.08],
  [1.76, 0.045],
  [1.775, 0.01],
];
const LEG: readonly Ring[] = [
  [0.87, 0.01],
  [0.85, 0.07],
  [0.78, 0.086],
  [0.68, 0.078],
  [0.58, 0.066],
  [0.51, 0.056],
  [0.46, 0.054],
  [0.4, 0.055],
  [0.3, 0.05],
  [0.2, 0.042],
  [0.1, 0.036],
  [0.05, 0.04],
  [0.02, 0.01],
];
const ARM: readonly Ring[] = [
  [1.42, 0.01],
  [1.4, 0.045],
  [1.3, 0.045],
  [1.18, 0.04],
  [1.06, 0.036],
  [0.94, 0.03],
  [0.86, 0.034],
  [0.79, 0.01],
];
/** Centres of joints: distance to the side and height, m. */
const HIP = [0.09, 0.84] as const;
const KNEE = 0.47;
const SHOULDER = [0.185, 1.39] as const;
/** Length of the limb over which the skin of a knee bends, m. */
const SOFT = 0.08;
/** Angle between arm and trunk, rad. */
const ASIDE = 0.3;

type Corners = [number, number, number];

/** Returns the mesh of mannequin.glb: one period of walking, which loops. Feet at y = 0, facing +z, in metres. */
export function walkingMannequin(): MeshFile & Required<Pick<MeshFile, 'clips'>> {
  const parts = [
    { rings: TRUNK, at: 0, move: trunk },
    ...[1, -1].flatMap((side) => [
      { rings: LEG, at: side * HIP[0], move: leg(side) },
      { rings: ARM, at: side * SHOULDER[0], move: arm(side) },
    ]),
  ];
  const standing: Point[] = [];
  const triangles: Corners[] = [];
  const movers: ((p: Point, phase: number) => Point)[] = [];
  for (const { rings, at, move } of parts) {
    const first = standing.length;
    for (const [y, radius, depth = 1] of rings)
      for (let k = 0; k < AROUND; k++) {
        const angle = (2 * Math.PI * k) / AROUND;
        standing.push([at + radius * Math.cos(angle), y, depth * radius * Math.sin(angle)]);
        movers.push(move);
      }
    triangles.push(...tube(first, rings.length, rings[0][0] < rings[1][0]));
  }
  const placesAt = (share: number) =>
    Float64Array.from(standing.flatMap((p, i) => movers[i](p, 2 * Math.PI * (share % 1)).map(tidy)));
  const keys = (rate: number) => {
    const steps = Math.max(1, Math.ceil(PERIOD * rate - 1e-6));
    const shares = Array.from({ length: steps + 1 }, (_, k) => k / steps);
    return { times: shares.map((share) => tidy(PERIOD * share)), places: shares.map(placesAt) };
  };
  return {
    positions: placesAt(0),
    triangles: Int32Array.from(triangles.flat()),
    clips: [{ name: 'walk', seconds: PERIOD, keys }],
  };
}

/** Rounds to 10 µm, which hides the last digits of sines: they differ between machines. */
function tidy(n: number): number {
  return Math.round(n * 1e5) / 1e5;
}

/** Triangles of a closed tube whose front faces outwards. */
function tube(first: number, rings: number, isUpwards: boolean): Corners[] {
  const triangles: Corners[] = [];
  const corner = (ring: number, k: number) => first + ring * AROUND + (k % AROUND);
  const add = (a: number, b: number, c: number) => triangles.push(isUpwards ? [a, c, b] : [a, b, c]);
  for (let ring = 0; ring + 1 < rings; ring++)
    for (let k = 0; k < AROUND; k++) {
      add(corner(ring, k), corner(ring, k + 1), corner(ring + 1, k));
      add(corner(ring, k + 1), corner(ring + 1, k + 1), corner(ring + 1, k));
    }
  for (let k = 1; k + 1 < AROUND; k++) {
    add(corner(0, 0), corner(0, k + 1), corner(0, k));
    add(corner(rings - 1, 0), corner(rings - 1, k), corner(rings - 1, k + 1));
  }
  return triangles;
}

/** Hips turn with the leading leg, shoulders against them; the trunk rises and falls twice a period. */
function trunk([x, y, z]: Point, phase: number): Point {
  const share = (y - HIP[1]) / (SHOULDER[1] - HIP[1]);
  return twisted([x, y, z], 0.1 * (1 - 2 * share) * Math.sin(phase), phase);
}

/** Turns a point about the vertical axis and adds the rise and fall of the gait. */
function twisted([x, y, z]: Point, angle: number, phase: number): Point {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * x + s * z, y + 0.012 * Math.cos(2 * phase), c * z - s * x];
}

function leg(side: number) {
  return (p: Point, phase: number): Point => {
    const own = side > 0 ? phase : phase + Math.PI;
    const thigh = 0.38 * Math.sin(own);
    const bend = 0.3 * (1 - Math.cos(own + 0.5));
    const hip: Point = [side * HIP[0], HIP[1], 0];
    const knee: Point = [side * HIP[0], KNEE, 0];
    const upper = turned(p, hip, -thigh);
    const lower = turned(turned(p, knee, bend), hip, -thigh);
    const share = Math.min(1, Math.max(0, 0.5 + (KNEE - p[1]) / SOFT));
    return twisted(mixed(upper, lower, share), 0.1 * Math.sin(phase), phase); // legs turn with the hips
  };
}

function arm(side: number) {
  return (p: Point, phase: number): Point => {
    const swing = 0.35 * Math.sin(side > 0 ? phase + Math.PI : phase);
    const shoulder: Point = [side * SHOULDER[0], SHOULDER[1], 0];
    const [dx, dy] = [p[0] - shoulder[0], p[1] - shoulder[1]];
    const [c, s] = [Math.cos(ASIDE), side * Math.sin(ASIDE)];
    const aside: Point = [shoulder[0] + c * dx - s * dy, shoulder[1] + s * dx + c * dy, p[2]];
    return twisted(turned(aside, shoulder, -swing), -0.1 * Math.sin(phase), phase);
  };
}

/** Turns a point about the x axis through `pivot`. */
function turned([x, y, z]: Point, [, py, pz]: Point, angle: number): Point {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [x, py + c * (y - py) - s * (z - pz), pz + s * (y - py) + c * (z - pz)];
}

function mixed(a: Point, b: Point, share: number): Point {
  return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2])];
}

/** A flared skirt around the waist as an OBJ file, a little wider than it: it slides down until the hips hold it. */
export function flaredSkirtObj(): string {
  const [columns, rows] = [36, 8];
  const lines = ['# a flared skirt, in metres'];
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column < columns; column++) {
      const angle = (2 * Math.PI * column) / columns;
      const down = row / rows;
      const radius = 0.147 + 0.2 * down + 0.012 * down * Math.cos(8 * angle);
      const place = [
        radius * Math.cos(angle),
        0.985 - 0.42 * down,
        (0.82 + 0.1 * down) * radius * Math.sin(angle),
      ];
      lines.push(`v ${place.map((c) => tidy(c) + 0).join(' ')}`);
    }
  const corner = (row: number, column: number) => row * columns + (column % columns) + 1;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [a, b] = [corner(row, column), corner(row, column + 1)];
      lines.push(`f ${a} ${b} ${corner(row + 1, column)}`);
      lines.push(`f ${b} ${corner(row + 1, column + 1)} ${corner(row + 1, column)}`);
    }
  return `${lines.join('\n')}\n`;
}
