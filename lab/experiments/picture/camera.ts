/** A pinhole camera: projects points of the room onto the picture. */
import { type Vector, vec3 } from 'pliant/engine';
import type { View } from './figure.ts';

export class Camera {
  readonly eye: Vector;
  readonly right: Vector;
  readonly up: Vector;
  readonly forward: Vector;
  readonly width: number;
  readonly height: number;
  /** Pixels per unit of x/depth. */
  readonly focal: number;
  /** Pixels of the finished picture per pixel of this one. */
  readonly #fineness: number;

  constructor(view: View, width: number, height: number, fineness = 1) {
    const radians = Math.PI / 180;
    const [azimuth, elevation] = [view.azimuth * radians, view.elevation * radians];
    const back: Vector = [
      Math.sin(azimuth) * Math.cos(elevation),
      Math.sin(elevation),
      Math.cos(azimuth) * Math.cos(elevation),
    ];
    this.eye = [0, 1, 2].map((d) => view.target[d] + view.distance * back[d]) as unknown as Vector;
    this.forward = vec3.normalised(vec3.subtract(view.target, this.eye));
    this.right = vec3.normalised(vec3.cross(this.forward, [0, 1, 0]));
    this.up = vec3.cross(this.right, this.forward);
    this.width = width;
    this.height = height;
    this.focal = height / 2 / Math.tan(((view.field ?? 30) / 2) * radians);
    this.#fineness = fineness;
  }

  /** Pixel and depth of a point: x, y, depth in m along the axis. */
  project(p: Vector): Vector {
    const d = vec3.subtract(p, this.eye);
    const depth = vec3.dot(d, this.forward);
    const scale = this.focal / depth;
    return [
      this.width / 2 + scale * vec3.dot(d, this.right),
      this.height / 2 - scale * vec3.dot(d, this.up),
      depth,
    ];
  }

  /** Length that a pixel of the finished picture spans at a point, m. */
  pixelAt(p: Vector): number {
    return (this.#fineness * vec3.dot(vec3.subtract(p, this.eye), this.forward)) / this.focal;
  }

  /** Moves a point towards the eye by a share of its distance, so that it is drawn on top. */
  nearer(p: Vector, share: number): Vector {
    return [0, 1, 2].map((d) => p[d] + share * (this.eye[d] - p[d])) as unknown as Vector;
  }
}
