/**
 * Scenes of live cloth: one cotton-like sheet of side 1 m and 0.15 kg/m² (3,000 N/m along both threads, shear 50 N/m, bending
 * 1e-5 N·m) in steps of 1/60 s, with the engine and the contact that a scene has by default, and self-contact:
 *
 * - *drape*: the sheet falls by 5 cm on a sphere of radius 0.25 m and hangs over it to the floor;
 * - *flag*: it flies in a gusty wind of 7 m/s, pinned along its left edge;
 * - *crumple*: it stands a little askew, falls on its lower edge and crumples on the floor;
 * - *bare*: the drape without floor, self-contact and edges, as other engines have it (peers/scenario.ts);
 * - *garment*: a skirt of the same cloth, of irregular triangles (garment.ts), falls from a cone on hips and swings in the wind.
 *
 * A uniform sheet has n × n vertices, a garment about as many; an adaptive one starts with few, an adaptive garment with a
 * quarter, and refines itself down to the same smallest triangle.
 */
import { buildScene, parseScene, type Scene, type SceneInput, type World } from 'pliant';
import { startMesh } from '../peers/cloth.ts';
import { density, frameTime, gravity, scenarios, side } from '../peers/scenario.ts';
import { garment, WAIST } from './garment.ts';

/** Names of the scenes. */
export const LIVE_SCENES = ['drape', 'flag', 'crumple', 'bare', 'garment'] as const;
export type LiveSceneName = (typeof LIVE_SCENES)[number];

export interface LiveSheet {
  scene: LiveSceneName;
  /** Vertices per side; of an adaptive sheet when it is fully refined. */
  n: number;
  adaptive: boolean;
}

type Parts = Pick<SceneInput, 'air' | 'contact' | 'colliders'> & {
  body: { position: Point; rotation?: Turn; pins?: { at: 'left' }[] };
};
type Point = [number, number, number];
type Turn = { axis: Point; angle: number };

const FLAT: Turn = { axis: [1, 0, 0], angle: -90 };
const { radius, friction } = scenarios.drape.sphere!;
/** Distance by which the sheet falls on the sphere, m. */
const FALL = scenarios.drape.height - radius;

/** Height of the waist of a garment, and the radius of the hips below it, m. */
const WAIST_HEIGHT = 1;
const HIPS = 1.4 * WAIST;

const floor = { name: 'floor', shape: { kind: 'plane' as const }, friction: 0.5, restitution: 0 };
const ball = (y: number) => ({
  name: 'ball',
  shape: { kind: 'sphere' as const, radius },
  position: [0, y, 0] as Point,
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
  garment: {
    air: { wind: [3, 0, 1], gust: 0.5, gustPeriod: 1.3 },
    contact: { self: true },
    body: { position: [0, WAIST_HEIGHT, 0] },
    colliders: [
      {
        name: 'hips',
        shape: { kind: 'sphere', radius: HIPS },
        position: [0, WAIST_HEIGHT - HIPS, 0],
        friction,
        restitution: 0,
      },
      floor,
    ],
  },
};

/** Returns the scene of a sheet, checked. */
export function liveScene({ scene, n, adaptive }: LiveSheet): Scene {
  const { body, ...rest } = parts[scene];
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
        ...body,
        ...(scene === 'garment' ? garmentShape(n, adaptive) : sheetShape(n, adaptive)),
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
      },
    ],
  });
}

function sheetShape(n: number, adaptive: boolean) {
  const { cells, level } = startMesh(n);
  return {
    size: [side, side] as [number, number],
    cells: [cells, cells] as [number, number],
    ...(adaptive ? { startLevel: 0, maxLevel: level } : { startLevel: level }),
  };
}

function garmentShape(n: number, adaptive: boolean) {
  const { vertices, triangles, texture, pin, bend, seam } = garment(adaptive ? (n * n) / 4 : n * n);
  return {
    mesh: { vertices, triangles, texture, rest: 'pattern' as const },
    paint: { pin, bend },
    seams: [{ ...seam, closeSeconds: 0.2 }],
    ...(adaptive && { maxLevel: 2 }),
  };
}

/** Builds the world of a sheet; with a clock (ms), its reports have the times of the phases. */
export function liveWorld(sheet: LiveSheet, clock?: () => number): World {
  return buildScene(liveScene(sheet), { clock });
}
