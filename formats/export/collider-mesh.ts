/** Triangles of collider shapes in their own axes, m. Faces that meet at a sharp edge have separate vertices. */

import { BOX_FACES, boxCorners } from '../../src/math/box.ts';
import { cos, PI, sin } from '../../src/math/portable.ts';
import type { TrajectoryShape } from '../trajectory/trajectory-info.ts';

export interface FormMesh {
  /** Coordinates, 3 per vertex. */
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
}

/** Sides of a full circle. */
const SIDES = 48;
const CAP_ROWS = 12;

type Point = readonly [number, number, number];

/** Returns the mesh, or undefined for a plane, which is unbounded. */
export function formMesh(shape: TrajectoryShape): FormMesh | undefined {
  switch (shape.kind) {
    case 'plane':
      return undefined;
    case 'sphere':
      return round(shape.radius, 0);
    case 'capsule':
      return round(shape.radius, shape.height);
    case 'cylinder':
      return cylinder(shape.radius, shape.height);
    case 'box':
      return faceted(boxCorners(shape.size), BOX_FACES);
    case 'convex':
      return faceted(shape.vertices, shape.faces);
    case 'mesh':
      return {
        positions: Float32Array.from(shape.vertices.flat()),
        triangles: Uint32Array.from(shape.triangles.flat()),
      };
  }
}

/** Flat faces, each a fan with its own vertices. */
function faceted(corners: readonly Point[], faces: readonly (readonly number[])[]): FormMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const face of faces) {
    const first = positions.length / 3;
    for (const corner of face) positions.push(...corners[corner]);
    for (let k = 2; k < face.length; k++) triangles.push(first, first + k - 1, first + k);
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** A sphere, or a capsule with a tube of `height` between its halves. */
function round(radius: number, height: number): FormMesh {
  const rows: [height: number, radius: number][] = [];
  for (let half = 0; half < 2; half++)
    for (let row = 0; row <= CAP_ROWS; row++) {
      if (half === 1 && row === 0 && height === 0) continue;
      const angle = (PI / 2) * (row / CAP_ROWS - 1 + half);
      rows.push([radius * sin(angle) + (half - 0.5) * height, radius * cos(angle)]);
    }
  return turned(rows);
}

function cylinder(radius: number, height: number): FormMesh {
  const [low, high] = [-height / 2, height / 2];
  const parts = [
    turned([
      [low, 0],
      [low, radius],
    ]),
    turned([
      [low, radius],
      [high, radius],
    ]),
    turned([
      [high, radius],
      [high, 0],
    ]),
  ];
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const part of parts) {
    const first = positions.length / 3;
    positions.push(...part.positions);
    for (const corner of part.triangles) triangles.push(first + corner);
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Surface of revolution about y, from below; degenerate triangles at the poles are omitted. */
function turned(rows: readonly (readonly [number, number])[]): FormMesh {
  const positions = new Float32Array(3 * rows.length * SIDES);
  rows.forEach(([y, radius], row) => {
    for (let k = 0; k < SIDES; k++) {
      const angle = (2 * PI * k) / SIDES;
      positions.set([radius * cos(angle), y, radius * sin(angle)], 3 * (row * SIDES + k));
    }
  });
  const triangles: number[] = [];
  for (let row = 0; row + 1 < rows.length; row++)
    for (let k = 0; k < SIDES; k++) {
      const [a, b] = [row * SIDES + k, row * SIDES + ((k + 1) % SIDES)];
      if (rows[row][1] > LEAST) triangles.push(a, a + SIDES, b);
      if (rows[row + 1][1] > LEAST) triangles.push(b, a + SIDES, b + SIDES);
    }
  return { positions, triangles: Uint32Array.from(triangles) };
}

/** Radius below which a ring is a pole, m. */
const LEAST = 1e-12;
