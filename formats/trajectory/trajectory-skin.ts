/**
 * Meshes that matter carries, for drawing; one SKIN chunk each, after HEAD (32-bit words):
 *
 *   body, vertices, triangles, points, copies, colours (0 or 1) (u32)
 *   first particle of each copy within the body (u32); x, y, z of each vertex in m (f32); corners of triangles (u32);
 *   x, y, z of each point in m (f32); red, green, blue, alpha of each vertex (u8), if there are colours
 *
 * Points are the particles of a copy in the axes of the mesh, in order. The vertices of a copy follow from the frame: the
 * positions of its particles and the value `frame`, A (9 numbers) of each; see surfaces/skinning.ts.
 */

import type { World } from '../../src/core/world.ts';
import { concatenated } from '../bytes.ts';
import type { TrajectoryInfo } from './trajectory-info.ts';
import type { TrajectoryMesh } from './trajectory-mesh.ts';

export interface TrajectorySkin {
  /** Index of the body. */
  body: number;
  /** First particle of each copy within the body. */
  copies: Uint32Array;
  /** Coordinates of the vertices, 3 each, m. */
  positions: Float32Array;
  triangles: Uint32Array;
  /** Coordinates of the particles of a copy, 3 each, m, in the axes of the mesh. */
  points: Float32Array;
  /** Red, green, blue and alpha of each vertex. */
  colours?: Uint8Array;
}

const HEAD_WORDS = 6;

/** Meshes that the bodies of a world carry. */
export function trajectorySkins(world: World): TrajectorySkin[] {
  return world.bodies.flatMap(({ drawing }, body) =>
    (drawing?.skins ?? []).map(({ positions, triangles, points, colours, copies }) => ({
      body,
      copies: Uint32Array.from(copies),
      positions: Float32Array.from(positions),
      triangles: Uint32Array.from(triangles),
      points: Float32Array.from(points),
      ...(colours && { colours: Uint8Array.from(colours, (share) => Math.round(255 * share)) }),
    })),
  );
}

/** Writes the payload of a SKIN chunk. */
export function writeSkin({
  body,
  copies,
  positions,
  triangles,
  points,
  colours,
}: TrajectorySkin): Uint8Array {
  const head = Uint32Array.of(
    body,
    positions.length / 3,
    triangles.length / 3,
    points.length / 3,
    copies.length,
    colours ? 1 : 0,
  );
  return concatenated([head, copies, positions, triangles, points, ...(colours ? [colours] : [])]);
}

/** Reads the payload of a SKIN chunk, or returns an error text. */
export function readSkin(payload: Uint8Array): TrajectorySkin | string {
  const words = new Uint32Array(payload.buffer, payload.byteOffset, payload.byteLength / 4);
  if (words.length < HEAD_WORDS) return 'a skin is shorter than its header';
  const [body, vertices, triangles, points, copies, coloured] = words;
  if (coloured > 1) return `a skin has ${coloured} sets of colours`;
  const lengths = [copies, 3 * vertices, 3 * triangles, 3 * points, coloured * vertices];
  if (HEAD_WORDS + lengths.reduce((sum, n) => sum + n, 0) !== words.length)
    return 'the length of a skin does not match its chunk';
  let at = HEAD_WORDS;
  const [first, place, corner, point, colour] = lengths.map((length) => {
    const start = at;
    at += length;
    return start;
  });
  const numbers = (start: number, length: number) =>
    new Float32Array(payload.buffer, payload.byteOffset + 4 * start, length);
  return {
    body,
    copies: words.subarray(first, place),
    positions: numbers(place, 3 * vertices),
    triangles: words.subarray(corner, point),
    points: numbers(point, 3 * points),
    ...(coloured > 0 && { colours: payload.subarray(4 * colour, 4 * (colour + vertices)) }),
  };
}

/** Returns an error text if a skin does not fit the header and the first meshes. */
export function skinFault(
  skin: TrajectorySkin,
  { bodies, values = [] }: TrajectoryInfo,
  meshes: readonly TrajectoryMesh[],
): string | undefined {
  const { body, copies, positions, triangles, points, colours } = skin;
  if (!bodies[body]?.matter) return `a skin refers to body ${body}, which is not matter`;
  if (!values.some((entry) => entry.body === body && entry.name === 'frame' && entry.width === 9))
    return `a skin refers to body ${body}, whose particles have no frames`;
  if (points.length === 0 || positions.length === 0) return 'a skin is empty';
  if (colours && colours.length !== (4 * positions.length) / 3)
    return 'a skin has colours for a different number of vertices';
  for (const list of [positions, points]) {
    const lost = list.find((c) => !Number.isFinite(c));
    if (lost !== undefined) return `a skin has a coordinate of ${lost}`;
  }
  const stray = triangles.find((corner) => corner >= positions.length / 3);
  if (stray !== undefined) return `a skin refers to vertex ${stray} of ${positions.length / 3}`;
  const far = copies.find((first) => first + points.length / 3 > meshes[body].particles);
  return far === undefined ? undefined : `a skin refers to particles from ${far} on, beyond its body`;
}
