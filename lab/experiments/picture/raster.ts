/**
 * Visible surface of each pixel: a depth buffer with normals and colours, filled triangle by triangle. Values are
 * interpolated with perspective correction: v = Σ bᵢ vᵢ/zᵢ / Σ bᵢ/zᵢ with the picture's barycentric bᵢ.
 */
import type { Vector } from 'pliant/engine';
import type { Camera } from './camera.ts';
import { linear } from './palette.ts';
import { CORNER, type Finish, type Surface } from './surface.ts';

const FINISHES: readonly Finish[] = ['plain', 'floor', 'wall', 'ink'];
/** Distance of the near plane from the eye, m. */
const NEAR = 1e-3;

export class Raster {
  readonly width: number;
  readonly height: number;
  /** Depth along the camera's axis, m; infinite where nothing is visible. */
  readonly depth: Float32Array;
  /** Normals towards the eye, 3 numbers per pixel. */
  readonly normal: Float32Array;
  /** Linear reflected light, 3 numbers per pixel. */
  readonly colour: Float32Array;
  /** Indices into FINISHES. */
  readonly #finish: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.depth = new Float32Array(width * height);
    this.normal = new Float32Array(3 * width * height);
    this.colour = new Float32Array(3 * width * height);
    this.#finish = new Uint8Array(width * height);
  }

  clear(): void {
    this.depth.fill(Number.POSITIVE_INFINITY);
  }

  finishOf(pixel: number): Finish {
    return FINISHES[this.#finish[pixel]];
  }

  draw({ corners, finish, back }: Surface, camera: Camera): void {
    const back3 = back?.map(linear);
    const kind = FINISHES.indexOf(finish);
    for (let at = 0; at < corners.length; at += 3 * CORNER) {
      const polygon = clipped(
        [0, 1, 2].map((k) => corners.subarray(at + k * CORNER, at + (k + 1) * CORNER)),
        camera,
      );
      for (let k = 2; k < polygon.length; k++)
        this.#triangle([polygon[0], polygon[k - 1], polygon[k]], camera, kind, back3);
    }
  }

  #triangle(
    corners: readonly ArrayLike<number>[],
    camera: Camera,
    kind: number,
    back: readonly number[] | undefined,
  ): void {
    const [p, q, r] = corners;
    const [ax, ay, az] = camera.project([p[0], p[1], p[2]]);
    const [bx, by, bz] = camera.project([q[0], q[1], q[2]]);
    const [cx, cy, cz] = camera.project([r[0], r[1], r[2]]);
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (Math.abs(area) < 1e-9) return;
    const left = Math.max(0, Math.floor(Math.min(ax, bx, cx)));
    const right = Math.min(this.width - 1, Math.ceil(Math.max(ax, bx, cx)));
    const top = Math.max(0, Math.floor(Math.min(ay, by, cy)));
    const bottom = Math.min(this.height - 1, Math.ceil(Math.max(ay, by, cy)));
    const [ex, ey, ez] = [camera.eye[0] - p[0], camera.eye[1] - p[1], camera.eye[2] - p[2]];
    const { normal, colour } = this;
    for (let y = top; y <= bottom; y++) {
      const py = y + 0.5;
      for (let x = left; x <= right; x++) {
        const px = x + 0.5;
        const wa = ((bx - px) * (cy - py) - (by - py) * (cx - px)) / area;
        if (wa < 0) continue;
        const wb = ((cx - px) * (ay - py) - (cy - py) * (ax - px)) / area;
        const wc = 1 - wa - wb;
        if (wb < 0 || wc < 0) continue;
        const depth = 1 / (wa / az + wb / bz + wc / cz);
        const pixel = y * this.width + x;
        if (!(depth < this.depth[pixel])) continue;
        this.depth[pixel] = depth;
        this.#finish[pixel] = kind;
        const ua = (wa / az) * depth;
        const ub = (wb / bz) * depth;
        const uc = (wc / cz) * depth;
        const nx = ua * p[3] + ub * q[3] + uc * r[3];
        const ny = ua * p[4] + ub * q[4] + uc * r[4];
        const nz = ua * p[5] + ub * q[5] + uc * r[5];
        const isBack = nx * ex + ny * ey + nz * ez < 0;
        const size = (isBack ? -1 : 1) / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1);
        const at = 3 * pixel;
        normal[at] = nx * size;
        normal[at + 1] = ny * size;
        normal[at + 2] = nz * size;
        for (let d = 0; d < 3; d++)
          colour[at + d] = isBack && back ? back[d] : ua * p[6 + d] + ub * q[6 + d] + uc * r[6 + d];
      }
    }
  }
}

/** Clips a triangle at the near plane (Sutherland & Hodgman 1974). */
function clipped(corners: readonly Float32Array[], camera: Camera): ArrayLike<number>[] {
  const depths = corners.map((corner) => {
    const d = [0, 1, 2].map((k) => corner[k] - camera.eye[k]) as unknown as Vector;
    return d[0] * camera.forward[0] + d[1] * camera.forward[1] + d[2] * camera.forward[2] - NEAR;
  });
  if (depths.every((depth) => depth > 0)) return [...corners];
  const kept: ArrayLike<number>[] = [];
  corners.forEach((corner, i) => {
    const j = (i + 1) % corners.length;
    if (depths[i] > 0) kept.push(corner);
    if (depths[i] > 0 !== depths[j] > 0) {
      const t = depths[i] / (depths[i] - depths[j]);
      kept.push(Float32Array.from(corner, (value, k) => value + t * (corners[j][k] - value)));
    }
  });
  return kept;
}
