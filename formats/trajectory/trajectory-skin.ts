/**
 * Meshes that matter carries, for drawing it: once, after HEAD, one chunk SKIN each (32-bit words):
 *
 *   body, vertices, triangles, points, copies, colours (0 or 1) (u32)
 *   first particle of each copy, among those of the body (u32); x, y, z of each vertex in m (f32); corners of triangles
 *   (u32); x, y, z of each point in m (f32); red, green, blue, alpha of each vertex (u8), where there are colours
 *
 * Points are the particles of a copy in the axes of the mesh, in their order. Where a copy's vertices are follows from the
 * frame: places of its particles, and the value `frame`, A (9 numbers) of each; see surfaces/skinning.ts.
 */
import type { World } from '../../src/core/world.ts';
import type { TrajectoryInfo } from './trajectory-info.ts';
import type { TrajectoryMesh } from './trajectory-mesh.ts';

export interface TrajectorySkin {
  /** Number of the body. */
  body: number;
  /** First particle of each copy, among those of the body. */
  copies: Uint32Array;
  /** x, y, z of each vertex, m. */
  positions: Float32Array;
  triangles: Uint32Array;
  /** x, y, z of a copy's particles, m, in the axes of the mesh. */
  points: Float32Array;
  /** Red, green, blue, alpha of each vertex. */
  colours?: Uint8Array;
}

const HEAD_WORDS = 6;

/** The meshes that a world's bodies carry. */
export function trajectorySkins(world: World): TrajectorySkin[] {
  return world.bodies.flatMap(({ skins = [] }, body) =>
    skins.map(({ positions, triangles, points, colours, copies }) => ({
      body,
      copies: Uint32Array.from(copies),
      positions: Float32Array.from(positions),
      triangles: Uint32Array.from(triangles),
      points: Float32Array.from(points),
      ...(colours && { colours: Uint8Array.from(colours, (share) => Math.round(255 * share)) }),
    })),
  );
}

/** The payload of a SKIN chunk. */
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
  const parts = [head, copies, positions, triangles, points, ...(colours ? [colours] : [])];
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return bytes;
}

/** Reads the payload of a SKIN chunk, or says what is wrong with it. */
export function readSkin(payload: Uint8Array): TrajectorySkin | string {
  const words = new Uint32Array(payload.buffer, payload.byteOffset, payload.byteLength / 4);
  if (words.length < HEAD_WORDS) return 'a skin shorter than its head';
  const [body, vertices, triangles, points, copies, coloured] = words;
  if (coloured > 1) return `a skin with ${coloured} sets of colours`;
  const lengths = [copies, 3 * vertices, 3 * triangles, 3 * points, coloured * vertices];
  if (HEAD_WORDS + lengths.reduce((sum, n) => sum + n, 0) !== words.length)
    return 'a skin of another length than its chunk';
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

/** What is wrong with a skin, of a trajectory with that header and these first meshes. */
export function skinFault(
  skin: TrajectorySkin,
  { bodies, values = [] }: TrajectoryInfo,
  meshes: readonly TrajectoryMesh[],
): string | undefined {
  const { body, copies, positions, triangles, points, colours } = skin;
  if (!bodies[body]?.matter) return `a skin of body ${body}, which is no matter`;
  if (!values.some((entry) => entry.body === body && entry.name === 'frame' && entry.width === 9))
    return `a skin of body ${body}, whose particles have no frames`;
  if (points.length === 0 || positions.length === 0) return 'a skin of nothing';
  if (colours && colours.length !== (4 * positions.length) / 3)
    return 'a skin with colours of other vertices';
  for (const list of [positions, points]) {
    const lost = list.find((c) => !Number.isFinite(c));
    if (lost !== undefined) return `a skin with a place at ${lost}`;
  }
  const stray = triangles.find((corner) => corner >= positions.length / 3);
  if (stray !== undefined) return `a skin with vertex ${stray} of ${positions.length / 3}`;
  const far = copies.find((first) => first + points.length / 3 > meshes[body].particles);
  return far === undefined ? undefined : `a skin of particles from ${far} on, beyond its body`;
}
