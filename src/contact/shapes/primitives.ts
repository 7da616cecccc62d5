/** The shapes with a formula: plane, sphere, box, capsule, cylinder. All exact, inside and outside. */
import type { Vector } from '../../math/vec3.ts';
import { POINT, positive, vector } from '../check.ts';
import type { Shape } from './shape.ts';

function boxBounds(x: number, y: number, z: number): Float64Array {
  return Float64Array.of(-x, -y, -z, x, y, z);
}

/** Writes (x, y, z) / length into `normal`; the direction (ux, uy, 0) where there is none. */
function direct(x: number, y: number, z: number, length: number, normal: Float64Array, ux = 0, uy = 1): void {
  const none = length < POINT;
  normal[0] = none ? ux : x / length;
  normal[1] = none ? uy : y / length;
  normal[2] = none ? 0 : z / length;
}

/** Solid below y = 0. */
export class Plane implements Shape {
  readonly kind = 'plane';
  readonly signed = true;
  readonly bounds = Float64Array.of(-Infinity, -Infinity, -Infinity, Infinity, 0, Infinity);

  distance(_x: number, y: number, _z: number, normal: Float64Array): number {
    normal[0] = 0;
    normal[1] = 1;
    normal[2] = 0;
    return y;
  }
}

export class Sphere implements Shape {
  readonly kind = 'sphere';
  readonly signed = true;
  readonly bounds: Float64Array;
  /** m */
  readonly radius: number;

  constructor(radius: number) {
    this.radius = positive('radius', radius);
    this.bounds = boxBounds(radius, radius, radius);
  }

  distance(x: number, y: number, z: number, normal: Float64Array): number {
    const length = Math.sqrt(x * x + y * y + z * z);
    direct(x, y, z, length, normal);
    return length - this.radius;
  }
}

export class Box implements Shape {
  readonly kind = 'box';
  readonly signed = true;
  readonly bounds: Float64Array;
  /** Edge lengths, m. */
  readonly size: Vector;

  constructor(size: Vector) {
    this.size = vector('size', size);
    for (let axis = 0; axis < 3; axis++) positive(`size[${axis}]`, size[axis]);
    this.bounds = boxBounds(size[0] / 2, size[1] / 2, size[2] / 2);
  }

  distance(x: number, y: number, z: number, normal: Float64Array): number {
    const qx = Math.abs(x) - this.bounds[3];
    const qy = Math.abs(y) - this.bounds[4];
    const qz = Math.abs(z) - this.bounds[5];
    const ox = qx > 0 ? (x < 0 ? -qx : qx) : 0;
    const oy = qy > 0 ? (y < 0 ? -qy : qy) : 0;
    const oz = qz > 0 ? (z < 0 ? -qz : qz) : 0;
    const outside = Math.sqrt(ox * ox + oy * oy + oz * oz);
    if (outside > POINT) {
      direct(ox, oy, oz, outside, normal);
      return outside;
    }
    normal[0] = normal[1] = normal[2] = 0;
    if (qy >= qx && qy >= qz) normal[1] = y < 0 ? -1 : 1;
    else if (qx >= qz) normal[0] = x < 0 ? -1 : 1;
    else normal[2] = z < 0 ? -1 : 1;
    return Math.max(qx, qy, qz);
  }
}

/** All points within `radius` of a segment of length `height` along y. */
export class Capsule implements Shape {
  readonly kind = 'capsule';
  readonly signed = true;
  readonly bounds: Float64Array;
  readonly radius: number;
  readonly height: number;

  constructor(radius: number, height: number) {
    this.radius = positive('radius', radius);
    this.height = positive('height', height);
    this.bounds = boxBounds(radius, height / 2 + radius, radius);
  }

  distance(x: number, y: number, z: number, normal: Float64Array): number {
    const half = this.height / 2;
    const dy = y - Math.max(-half, Math.min(half, y));
    const length = Math.sqrt(x * x + dy * dy + z * z);
    direct(x, dy, z, length, normal, 1, 0);
    return length - this.radius;
  }
}

/** Axis along y, from −height/2 to height/2. */
export class Cylinder implements Shape {
  readonly kind = 'cylinder';
  readonly signed = true;
  readonly bounds: Float64Array;
  readonly radius: number;
  readonly height: number;

  constructor(radius: number, height: number) {
    this.radius = positive('radius', radius);
    this.height = positive('height', height);
    this.bounds = boxBounds(radius, height / 2, radius);
  }

  distance(x: number, y: number, z: number, normal: Float64Array): number {
    const away = Math.sqrt(x * x + z * z);
    const radial = away - this.radius;
    const axial = Math.abs(y) - this.height / 2;
    const up = y < 0 ? -1 : 1;
    if (radial > POINT && axial > POINT) {
      const length = Math.sqrt(radial * radial + axial * axial);
      direct((x / away) * radial, up * axial, (z / away) * radial, length, normal);
      return length;
    }
    if (axial >= radial) {
      direct(0, up, 0, 1, normal);
      return axial;
    }
    direct(x, 0, z, away, normal, 1, 0);
    return radial;
  }
}
