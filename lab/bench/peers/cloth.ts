/**
 * Pliant's implicit cloth (Baraff & Witkin 1998 on 4-8 meshes), by its scene. One setting: a cotton-like cloth of 6,000 N/m
 * both ways, twenty times the stiffness that the explicit engines here can afford, with the air damping of 1/s of the
 * stiff settings.
 *
 * - *Pliant cloth*: uniform, n × n vertices.
 * - *Pliant cloth, adaptive*: starts coarse and refines itself down to the same smallest triangle. Its strains are those of
 *   its own edges; its positions at the n × n points of the others are interpolated in its triangles.
 */
import { buildScene, defineScene, parseScene, step, type World } from 'pliant';
import type { AdaptiveCloth, Threads } from 'pliant/engine';
import { installedVersion, type Peer, type PeerRun } from './peer.ts';
import { density, frameTime, gravity, type Scenario, type ScenarioName, side } from './scenario.ts';

export interface ClothSolver {
  /** Stretch stiffness along warp and weft, N/m. */
  stretch: number;
  /** Steps per frame. */
  substeps: number;
  /** Tolerance of the linear solve. */
  tolerance: number;
  /** Refinement error of the adaptive one, m; default: that of the model. */
  refineError?: number;
  refineAtContact?: boolean;
}

/**
 * Chosen so that 99 % of the edges are strained by less than 1 % and the largest strains stay small; the fall on a
 * ball takes two steps.
 */
const solvers: Record<ScenarioName, ClothSolver> = {
  flag: { stretch: 6000, substeps: 1, tolerance: 0.01 },
  drape: { stretch: 6000, substeps: 2, tolerance: 0.02 },
};
const SHEAR = 50; // N/m
const RIGIDITY = 1e-5; // N·m
const DAMPING = 1e-3; // s
const AIR = 1; // 1/s

const common = { version: installedVersion('pliant'), licence: 'MIT', settings: ['stiff'] as const };
const material = `${solvers.flag.stretch} N/m (shear ${SHEAR}, bending ${RIGIDITY} N·m), air ${AIR}/s`;
const settingOf = ({ substeps, tolerance }: ClothSolver) => `${substeps} per frame, residual ${tolerance}`;
const engine = `implicit Euler, steps: flag ${settingOf(solvers.flag)}, drape ${settingOf(solvers.drape)}`;

export const cloth: Peer = {
  ...common,
  name: 'Pliant cloth',
  about: () => `implicit, uniform: ${material}; ${engine}`,
  create: async (scenario, n) => createCloth(scenario, n, solvers[scenario.name]),
};

export const adaptiveCloth: Peer = {
  ...common,
  name: 'Pliant cloth, adaptive',
  about: () => `implicit, same smallest triangle, refined where it bends and touches: ${material}; ${engine}`,
  create: async (scenario, n) => createCloth(scenario, n, solvers[scenario.name], true),
};

/** Squares per side of a start mesh, and halvings that make n × n vertices of it: few squares and many halvings. */
export function startMesh(n: number): { cells: number; level: number } {
  let cells = n - 1;
  let level = 0;
  for (; cells % 2 === 0 && cells > 4; cells /= 2) level += 2;
  return { cells, level };
}

function describe({ height, pinned, sphere }: Scenario, n: number, options: ClothSolver, adaptive: boolean) {
  const { cells, level } = startMesh(n);
  const { stretch, substeps, tolerance, refineError, refineAtContact } = options;
  return defineScene({
    format: 1,
    id: 'peers-cloth',
    title: 'Cloth beside other engines',
    seconds: 2,
    dt: frameTime,
    engine: { name: 'implicit-euler', substeps, tolerance },
    gravity: [0, -gravity, 0],
    air: { rate: AIR, density: 0 }, // no wind: none of the others has it
    contact: { self: false, edges: false }, // the sheets of the others do not meet themselves either
    bodies: [
      {
        name: 'cloth',
        model: 'adaptive-cloth',
        size: [side, side],
        cells: [cells, cells],
        position: [0, height, 0],
        rotation: { axis: [1, 0, 0], angle: -90 },
        material: {
          density,
          thickness: 5e-4,
          stretchWarp: stretch,
          stretchWeft: stretch,
          shear: SHEAR,
          bendWarp: RIGIDITY,
          bendWeft: RIGIDITY,
          damping: DAMPING,
        },
        ...(adaptive
          ? { startLevel: 0, maxLevel: level, refineError, refineAtContact }
          : { startLevel: level }),
        pins: pinned ? [{ at: 'top-left' }, { at: 'top-right' }] : [],
      },
    ],
    colliders: sphere
      ? [
          {
            name: 'ball',
            shape: { kind: 'sphere', radius: sphere.radius },
            position: [...sphere.centre],
            friction: sphere.friction,
            restitution: 0,
          },
        ]
      : [],
  });
}

export function createCloth(scenario: Scenario, n: number, options: ClothSolver, adaptive = false): PeerRun {
  const world = buildScene(parseScene(describe(scenario, n, options, adaptive)));
  return clothRun(world, n, adaptive);
}

/** The uniform cloth of the table, for closer inspection. */
export function clothWorld(scenario: Scenario, n: number, threads?: Threads): World {
  return buildScene(parseScene(describe(scenario, n, solvers[scenario.name], false)), { threads });
}

export function clothOf(world: World): AdaptiveCloth {
  return world.bodies[0] as AdaptiveCloth;
}

function clothRun(world: World, n: number, isAdaptive: boolean): PeerRun {
  const sheet = clothOf(world);
  return {
    frame() {
      const { fault } = step(world, frameTime);
      // The world then stays at its last good state, which must not pass for a sheet at rest.
      if (fault) throw new Error(`${fault.cause} at ${fault.time.toFixed(3)} s`);
    },
    positions: (out) => readGrid(world, sheet, n, out),
    ...(isAdaptive && { strains: () => threadStrains(world, sheet), vertices: () => sheet.count }),
    dispose() {}, // left to the garbage collector
  };
}

/** Returns the strains of the edges along warp or weft, like the structural edges of a grid; the others shear. */
export function threadStrains(
  { particles: { x, y, z } }: World,
  { first, edges, places }: AdaptiveCloth,
): Float64Array {
  const strains: number[] = [];
  for (let e = 0; e < edges.edgeCount; e++) {
    const [a, b] = [edges.edges[2 * e], edges.edges[2 * e + 1]];
    const du = Math.abs(places[2 * a] - places[2 * b]);
    const dv = Math.abs(places[2 * a + 1] - places[2 * b + 1]);
    const rest = Math.max(du, dv);
    if (Math.min(du, dv) > 1e-9 * rest) continue; // rounding of halves and ninths
    const [i, j] = [first + a, first + b];
    strains.push(Math.abs(Math.hypot(x[i] - x[j], y[i] - y[j], z[i] - z[j]) / rest - 1));
  }
  return Float64Array.from(strains);
}

/** Returns the strains of warp and weft in every triangle, ||w| − 1|, for meshes whose edges do not follow the threads. */
export function wovenStrains({ particles }: World, { first, mesh }: AdaptiveCloth): Float64Array {
  const { triangles, pattern, triangleCount } = mesh;
  const { x, y, z } = particles;
  const strains = new Float64Array(2 * triangleCount);
  for (let t = 0; t < triangleCount; t++) {
    const [u0, v0, u1, v1, u2, v2] = pattern.subarray(6 * t, 6 * t + 6);
    const [a, b, c] = [0, 1, 2].map((k) => first + triangles[3 * t + k]);
    const area = (u1 - u0) * (v2 - v0) - (u2 - u0) * (v1 - v0);
    const along = (p: number, q: number) =>
      Math.hypot(...[x, y, z].map((at) => (p * (at[b] - at[a]) + q * (at[c] - at[a])) / area));
    strains[2 * t] = Math.abs(along(v2 - v0, v0 - v1) - 1);
    strains[2 * t + 1] = Math.abs(along(u0 - u2, u1 - u0) - 1);
  }
  return strains;
}

/**
 * Positions at the n × n points of the grid, by barycentric coordinates in the triangle of the pattern that contains each.
 * Row 0 is the far edge of the pattern (largest v), at the smallest z.
 */
function readGrid({ particles }: World, { first, mesh }: AdaptiveCloth, n: number, out: Float64Array): void {
  const { triangles, pattern, triangleCount } = mesh;
  const { x, y, z } = particles;
  const slack = 1e-6; // of a triangle: rounding of the pattern, far below the accuracy needed
  const column = (u: number) => (u / side + 0.5) * (n - 1);
  for (let t = 0; t < triangleCount; t++) {
    const [u0, v0, u1, v1, u2, v2] = pattern.subarray(6 * t, 6 * t + 6);
    const area = (u1 - u0) * (v2 - v0) - (u2 - u0) * (v1 - v0);
    const [a, b, c] = [0, 1, 2].map((k) => first + triangles[3 * t + k]);
    const lastColumn = Math.floor(column(Math.max(u0, u1, u2)) + slack);
    const lastRow = Math.floor(column(-Math.min(v0, v1, v2)) + slack);
    for (let row = Math.ceil(column(-Math.max(v0, v1, v2)) - slack); row <= lastRow; row++) {
      for (let at = Math.ceil(column(Math.min(u0, u1, u2)) - slack); at <= lastColumn; at++) {
        const u = side * (at / (n - 1) - 0.5);
        const v = side * (0.5 - row / (n - 1));
        const wb = ((u - u0) * (v2 - v0) - (u2 - u0) * (v - v0)) / area;
        const wc = ((u1 - u0) * (v - v0) - (u - u0) * (v1 - v0)) / area;
        const wa = 1 - wb - wc;
        if (Math.min(wa, wb, wc) < -slack) continue;
        const k = 3 * (row * n + at);
        out[k] = wa * x[a] + wb * x[b] + wc * x[c];
        out[k + 1] = wa * y[a] + wb * y[b] + wc * y[c];
        out[k + 2] = wa * z[a] + wb * z[b] + wc * z[c];
      }
    }
  }
}
