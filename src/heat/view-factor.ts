/**
 * View factor F from a small oriented patch to a flat polygon: the share of the patch's radiation that falls on the polygon and, by
 * reciprocity, its irradiance over the polygon's emissive power. Lambert's formula (1760; Howell 1982), exact for the part of the
 * polygon above the patch's horizon:
 *
 *   F = 1/2π · | Σ θᵢ  n · (rᵢ × rᵢ₊₁) / |rᵢ × rᵢ₊₁| |
 *
 * n   unit normal of the patch
 * rᵢ  corners relative to the patch, m
 * θᵢ  angle between rᵢ and rᵢ₊₁, rad
 *
 * Polygons radiate from the side on which their corners run anticlockwise.
 */
import type { Polygon } from '../math/polygon.ts';
import { atan2, cos, PI, sin } from '../math/portable.ts';
import { norm } from '../math/vec3.ts';

export class ViewFactor {
  /** The polygon relative to the patch, clipped at its horizon. */
  #seen = new Float64Array(3 * 40);

  /** Returns F from the patch at (x, y, z) with unit normal (nx, ny, nz); `area`: area vector of the polygon. */
  to(
    polygon: Polygon,
    area: readonly number[],
    x: number,
    y: number,
    z: number,
    nx: number,
    ny: number,
    nz: number,
  ): number {
    const front = area[0] * (x - polygon[0]) + area[1] * (y - polygon[1]) + area[2] * (z - polygon[2]);
    if (!(front > 0)) return 0;
    const corners = this.#clip(polygon, x, y, z, nx, ny, nz);
    if (corners < 3) return 0;
    const r = this.#seen;
    let sum = 0;
    for (let i = 0; i < corners; i++) {
      const a = 3 * i;
      const b = i + 1 < corners ? a + 3 : 0;
      const cx = r[a + 1] * r[b + 2] - r[a + 2] * r[b + 1];
      const cy = r[a + 2] * r[b] - r[a] * r[b + 2];
      const cz = r[a] * r[b + 1] - r[a + 1] * r[b];
      const cross = norm(cx, cy, cz);
      if (cross === 0) continue;
      const dot = r[a] * r[b] + r[a + 1] * r[b + 1] + r[a + 2] * r[b + 2];
      sum += (atan2(cross, dot) * (nx * cx + ny * cy + nz * cz)) / cross;
    }
    return Math.min(1, Math.abs(sum) / (2 * PI));
  }

  /** Clips the polygon at the plane of the patch (Sutherland & Hodgman 1974). Returns the number of corners. */
  #clip(polygon: Polygon, x: number, y: number, z: number, nx: number, ny: number, nz: number): number {
    const n = polygon.length / 3;
    if (this.#seen.length < 6 * n) this.#seen = new Float64Array(6 * n);
    const out = this.#seen;
    let count = 0;
    let ax = polygon[3 * n - 3] - x;
    let ay = polygon[3 * n - 2] - y;
    let az = polygon[3 * n - 1] - z;
    let above = ax * nx + ay * ny + az * nz;
    for (let i = 0; i < n; i++) {
      const bx = polygon[3 * i] - x;
      const by = polygon[3 * i + 1] - y;
      const bz = polygon[3 * i + 2] - z;
      const next = bx * nx + by * ny + bz * nz;
      if (above > 0 !== next > 0) {
        const t = above / (above - next);
        out[count++] = ax + t * (bx - ax);
        out[count++] = ay + t * (by - ay);
        out[count++] = az + t * (bz - az);
      }
      if (next > 0) {
        out[count++] = bx;
        out[count++] = by;
        out[count++] = bz;
      }
      ax = bx;
      ay = by;
      az = bz;
      above = next;
    }
    return count / 3;
  }
}

/** Returns a rectangle in the x–z plane about the origin that faces −y. */
export function rectanglePolygon(width: number, depth: number): Polygon {
  const [w, d] = [width / 2, depth / 2];
  return Float64Array.of(-w, 0, -d, w, 0, -d, w, 0, d, -w, 0, d);
}

/** Returns a disc that faces −y, as a regular polygon of the same area. */
export function discPolygon(radius: number, corners = 32): Polygon {
  const turn = (2 * PI) / corners;
  const r = radius * Math.sqrt(turn / sin(turn));
  const polygon = new Float64Array(3 * corners);
  for (let i = 0; i < corners; i++) {
    polygon[3 * i] = r * cos(i * turn);
    polygon[3 * i + 2] = r * sin(i * turn);
  }
  return polygon;
}
