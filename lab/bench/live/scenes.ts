/**
 * Scenes of live cloth: one cotton-like sheet of side 1 m and 0.15 kg/m² (3,000 N/m along both threads, shear 50 N/m, bending
 * 1e-5 N·m) in steps of 1/60 s, with the engine and the contact that a scene has by default, and self-contact:
 *
 * - *drape*: the sheet falls by 5 cm on a sphere of radius 0.25 m and hangs over it to the floor;
 * - *flag*: it flies in a gusty wind of 7 m/s, pinned along its left edge;
 * - *crumple*: it stands a little askew, falls on its lower edge and crumples on the floor;
 * - *bare*: the drape without floor, self-contact and edges, as other engines have it (peers/scenario.ts).
 *
 * A uniform sheet has n × n vertices; an adaptive one starts with few and refines itself down to the same smallest triangle.
 */
import { buildScene, parseScene, type Scene, type SceneInput, type World } from 'pliant';
import { startMesh } from '../peers/cloth.ts';
import { density, frameTime, gravity, scenarios, side } from '../peers/scenario.ts';

/** Names of the scenes. */
export const LIVE_SCENES = ['drape', 'flag', 'crumple', 'bare'] as const;
export type LiveSceneName = (typeof LIVE_SCENES)[number];

export interface LiveSheet {
  scene: LiveSceneName;
  /** Vertices per side; of an adaptive sheet when it is fully refined. */
  n: number;
  adaptive: boolean;
}

type Parts = Pick<SceneInput, 'air' | 'contact' | 'colliders'> & {
  body: { position: [number, number, number]; rotation?: Turn; pins?: { at: 'left' }[] };
};
type Turn = { axis: [number, number, number]; angle: number };

const FLAT: Turn = { axis: [1, 0, 0], angle: -90 };
const { radius, friction } = scenarios.drape.sphere!;
/** Distance by which the sheet falls on the sphere, m. */
const FALL = scenarios.drape.height - radius;

const floor = { name: 'floor', shape: { kind: 'plane' as const }, friction: 0.5, restitution: 0 };
const ball = (y: number) => ({
  name: 'ball',
  shape: { kind: 'sphere' as const, radius },
  position: [0, y, 0] as [number, number, number],
  friction,
  restitution: 0,
});

const parts: Record<LiveSceneName, Parts> = {
  drape: {
    air: { density: 0, rate: 1 },
    contact: { self: true },
    body: { position: [0, 2 * radius + FALL, 0], rotation: FLAT },
    colliders: [ball(radius), floor],
  },
  flag: {
    air: { wind: [7, 0, 1.5], gust: 0.3, gustPeriod: 1.3, lift: 0.8 },
    contact: { self: true },
    body: { position: [side / 2, 1.5, 0], pins: [{ at: 'left' }] },
    colliders: [],
  },
  crumple: {
    air: { density: 0, rate: 1 },
    contact: { self: true },
    body: { position: [0, 0.7, 0], rotation: { axis: [0.3, 0, 1], angle: 20 } },
    colliders: [floor],
  },
  bare: {
    air: { density: 0, rate: 1 },
    contact: { self: false, edges: false },
    body: { position: [0, scenarios.drape.height, 0], rotation: FLAT },
    colliders: [ball(0)],
  },
};

/** Returns the scene of a sheet, checked. */
export function liveScene({ scene, n, adaptive }: LiveSheet): Scene {
  const { body, ...rest } = parts[scene];
  const { cells, level } = startMesh(n);
  return parseScene({
    format: 1,
    id: `live-${scene}`,
    seconds: 2,
    dt: frameTime,
    engine: { name: 'implicit-euler' },
    gravity: [0, -gravity, 0],
    ...rest,
    bodies: [
      {
        name: 'cloth',
        model: 'adaptive-cloth',
        size: [side, side],
        cells: [cells, cells],
        ...body,
        material: {
          density,
          thickness: 5e-4,
          stretchWarp: 3000,
          stretchWeft: 3000,
          shear: 50,
          bendWarp: 1e-5,
          bendWeft: 1e-5,
          damping: 1e-3,
        },
        ...(adaptive ? { startLevel: 0, maxLevel: level } : { startLevel: level }),
      },
    ],
  });
}

/** Builds the world of a sheet; with a clock (ms), its reports have the times of the phases. */
export function liveWorld(sheet: LiveSheet, clock?: () => number): World {
  return buildScene(liveScene(sheet), { clock });
}
