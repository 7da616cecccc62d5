/**
 * Shading of a pixel: a key light with shadows from the upper right, a fill light from the left, ambient light reduced by
 * occlusion, and a little specular light (Blinn 1977). All in linear light; only the finished pixel is converted to sRGB.
 */
import { type Vector, vec3 } from 'pliant/engine';
import type { Camera } from './camera.ts';
import { FLOOR, linear, WALL } from './palette.ts';
import type { Raster } from './raster.ts';
import { ShadowMap } from './shadow.ts';
import type { Surface } from './surface.ts';

const KEY: Vector = vec3.normalised([0.34, 0.84, 0.5]);
const FILL: Vector = vec3.normalised([-0.8, 0.25, 0.55]);
const KEY_LIGHT = 0.74;
const FILL_LIGHT = 0.16;
const SKY_LIGHT = 0.4;
const SHINE = 0.1;
/** Top and bottom of the background. */
const BACKGROUND = [
  [0.93, 0.945, 0.955],
  [0.86, 0.88, 0.89],
].map((colour) => colour.map(linear));
const FLOOR_LIGHT = FLOOR.map((colour) => colour.map(linear));
const WALL_LIGHT = WALL.map((colour) => colour.map(linear));

export interface Stage {
  readonly raster: Raster;
  readonly camera: Camera;
  readonly surfaces: readonly Surface[];
  /** Side of a square of the pattern, m. */
  readonly square: number;
  /** Size of the scene, m, which scales the softness of shadows. */
  readonly size: number;
}

/** Linear light of each pixel, 3 numbers. */
export function shade({ raster, camera, surfaces, square, size }: Stage, light: Float32Array): void {
  const key = new ShadowMap(surfaces, KEY, 768);
  const sky = new ShadowMap(surfaces, [0, 1, 0], 256);
  const { width, height, depth, normal, colour } = raster;
  const place: [number, number, number] = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    const v = (height / 2 - y - 0.5) / camera.focal;
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      const at = 3 * pixel;
      const z = depth[pixel];
      if (z === Infinity) {
        for (let d = 0; d < 3; d++)
          light[at + d] = BACKGROUND[0][d] + (y / height) * (BACKGROUND[1][d] - BACKGROUND[0][d]);
        continue;
      }
      const u = (x + 0.5 - width / 2) / camera.focal;
      for (let d = 0; d < 3; d++)
        place[d] = camera.eye[d] + z * (camera.forward[d] + u * camera.right[d] + v * camera.up[d]);
      const finish = raster.finishOf(pixel);
      const isFloor = finish === 'floor';
      const isPatterned = isFloor || finish === 'wall';
      const base = isPatterned
        ? pattern(isFloor ? FLOOR_LIGHT : WALL_LIGHT, place[0] / square, place[isFloor ? 2 : 1] / square)
        : undefined;
      const nx = normal[at];
      const ny = normal[at + 1];
      const nz = normal[at + 2];
      const turn = 3 * (y % 3) + (x % 3);
      const towards = nx * KEY[0] + ny * KEY[1] + nz * KEY[2];
      const lit = towards > 0 ? key.light(place[0], place[1], place[2], 0.018 * size, turn, 0.012 * size) : 0;
      const open = sky.light(place[0], place[1], place[2], 0.16 * size, turn, 0.008 * size, 0.12 * size);
      const fill = Math.max(0, nx * FILL[0] + ny * FILL[1] + nz * FILL[2]);
      const ambient = SKY_LIGHT * (0.7 + 0.3 * ny) * (0.45 + 0.55 * open);
      const diffuse = KEY_LIGHT * Math.max(0, towards) * lit + FILL_LIGHT * fill + ambient;
      const shine = base || finish === 'ink' ? 0 : SHINE * lit * highlight(camera, place, nx, ny, nz);
      for (let d = 0; d < 3; d++) light[at + d] = (base ? base[d] : colour[at + d]) * diffuse + shine;
    }
  }
}

function pattern(colours: readonly (readonly number[])[], u: number, v: number): readonly number[] {
  return colours[(Math.floor(u) + Math.floor(v)) & 1];
}

function highlight(camera: Camera, p: Vector, nx: number, ny: number, nz: number): number {
  const ex = camera.eye[0] - p[0];
  const ey = camera.eye[1] - p[1];
  const ez = camera.eye[2] - p[2];
  const far = Math.sqrt(ex * ex + ey * ey + ez * ez);
  const hx = ex / far + KEY[0];
  const hy = ey / far + KEY[1];
  const hz = ez / far + KEY[2];
  const half = (nx * hx + ny * hy + nz * hz) / Math.sqrt(hx * hx + hy * hy + hz * hz);
  if (half <= 0) return 0;
  const square = half * half;
  const fourth = square * square;
  const eighth = fourth * fourth;
  return eighth * eighth * eighth * eighth;
}
