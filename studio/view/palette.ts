/** Colours of the stage around a run, in light and dark pages. */
import type { StageName } from '../look/look.ts';

/** Colours of the sky: above, at the horizon, and below it. */
export interface SkyColours {
  zenith: number;
  horizon: number;
  haze: number;
}

/** Colours of a room: two tiles of the floor, and the ground and the figure of the wallpaper. */
export interface RoomColours {
  tiles: readonly [number, number];
  paper: readonly [number, number];
}

export interface Surroundings {
  floor: number;
  grid: number;
  shadow: number;
  /** Opacities, 0 to 1. */
  floorStrength: number;
  gridStrength: number;
  shadowStrength: number;
  /** Whether the floor is uneven ground, opaque up to the horizon; default: a pool of light. */
  isGround?: boolean;
  collider: number;
  keyLight: number;
  keyStrength: number;
  skyStrength: number;
  /** Default: the page is the background. */
  sky?: SkyColours;
  /** Default: there are no walls. */
  room?: RoomColours;
}

const LIGHT: Surroundings = {
  floor: 0xffffff,
  grid: 0x8f8371,
  shadow: 0x4a3f36,
  floorStrength: 0.55,
  gridStrength: 0.3,
  shadowStrength: 0.34,
  collider: 0xe2ddd4,
  keyLight: 0xfff1dd,
  keyStrength: 1.9,
  skyStrength: 0.55,
};

const DARK: Surroundings = {
  floor: 0x5b6070,
  grid: 0x9aa4ba,
  shadow: 0x08090b,
  floorStrength: 0.5,
  gridStrength: 0.22,
  shadowStrength: 0.62,
  collider: 0xa3a5ad,
  keyLight: 0xffe9cc,
  keyStrength: 2.0,
  skyStrength: 0.38,
};

const LIGHT_ROOM: RoomColours = { tiles: [0xe9dcc3, 0xb98d63], paper: [0xe8e4d6, 0x9fb3b0] };
const DARK_ROOM: RoomColours = { tiles: [0x8a7a66, 0x4c3a2e], paper: [0x4a5560, 0x6f838c] };

const NIGHT: Surroundings = {
  ...DARK,
  floor: 0x2b2e37,
  grid: 0x6d7690,
  floorStrength: 0.85,
  gridStrength: 0.12,
  shadowStrength: 0.75,
  keyLight: 0xffe2bd,
  keyStrength: 2.5,
  skyStrength: 0.24,
  sky: { zenith: 0x07080a, horizon: 0x1d2028, haze: 0x0b0c0f },
};

const OUTDOORS: Surroundings = {
  ...LIGHT,
  floor: 0x8c9f5c,
  grid: 0x7d776a,
  shadow: 0x2b3a2c,
  floorStrength: 1,
  gridStrength: 0,
  shadowStrength: 0.6,
  isGround: true,
  keyLight: 0xfff0d2,
  keyStrength: 2.5,
  skyStrength: 0.62,
  sky: { zenith: 0x3f86cf, horizon: 0xd9eaf3, haze: 0xb9c89a },
};

/** Returns the colours of a stage. `isDark`: whether the page is dark. */
export function surroundingsOf(stage: StageName, isDark: boolean): Surroundings {
  const plain = isDark ? DARK : LIGHT;
  if (stage === 'night') return NIGHT;
  if (stage === 'outdoors') return OUTDOORS;
  return stage === 'room' ? { ...plain, room: isDark ? DARK_ROOM : LIGHT_ROOM } : plain;
}
