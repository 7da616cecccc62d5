/**
 * Topology of the frames of a trajectory, one mesh per body, as bytes of a MESH chunk (32-bit words):
 *
 *   version 1   per body: first particle, particles, triangles (u32); corners (u32)
 *   version 2   per body: first particle, particles, triangles, places (u32); corners (u32); u and v of each place
 *               in m (f32), then the level of each place (u32)
 *
 * Sheets that refine themselves have a place for every particle, others have none. A trajectory without places is written
 * in version 1, so that older readers can read it.
 */

import type { World } from '../../src/core/world.ts';
import { concatenated } from '../bytes.ts';

/** Particles and triangles of a body; 3 particle indices of the whole world per triangle. */
export interface TrajectoryMesh {
  first: number;
  particles: number;
  triangles: Uint32Array;
  /** Sheet coordinates of the particles, if the sheet refines itself. */
  places?: TrajectoryPlaces;
}

/** Position of each particle in the flat sheet, and the refinement level around it. */
export interface TrajectoryPlaces {
  /** Coordinates u and v of each place, m. */
  uv: Float32Array;
  levels: Uint32Array;
}

/** Present topology of the bodies of a world. */
export function trajectoryMeshes(world: World): TrajectoryMesh[] {
  return world.bodies.map(({ first, count, triangles, refinement }) => ({
    first,
    particles: count,
    triangles: Uint32Array.from(triangles.view),
    ...(refinement && {
      places: { uv: Float32Array.from(refinement.places), levels: Uint32Array.from(refinement.levels) },
    }),
  }));
}

/** Whether the bodies of a world still have the topology of these meshes. */
export function isSameTopology(world: World, meshes: readonly TrajectoryMesh[]): boolean {
  return world.bodies.every(({ first, count, triangles, refinement }, i) => {
    const mesh = meshes[i];
    return (
      mesh.first === first &&
      mesh.particles === count &&
      isSame(triangles.view, mesh.triangles) &&
      isSame(refinement?.levels ?? [], mesh.places?.levels ?? []) &&
      isSameInSingle(refinement?.places ?? [], mesh.places?.uv ?? [])
    );
  });
}

function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function isSameInSingle(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (Math.fround(a[i]) !== b[i]) return false;
  return true;
}

/** Oldest version that can store these meshes. */
export function versionFor(meshes: readonly TrajectoryMesh[]): number {
  return meshes.some((mesh) => mesh.places) ? 2 : 1;
}

/** Writes the payload of a MESH chunk. */
export function writeMeshes(meshes: readonly TrajectoryMesh[], version: number): Uint8Array {
  const parts = meshes.flatMap(({ first, particles, triangles, places }) => {
    const head = [first, particles, triangles.length / 3];
    if (version === 1) return [Uint32Array.from(head), triangles];
    return [
      Uint32Array.of(...head, places?.levels.length ?? 0),
      triangles,
      places?.uv ?? new Float32Array(),
      places?.levels ?? new Uint32Array(),
    ];
  });
  return concatenated(parts);
}

/** Reads the payload of a MESH chunk, or returns an error text. */
export function readMeshes(payload: Uint8Array, version: number, bodies: number): TrajectoryMesh[] | string {
  const words = new Uint32Array(payload.buffer, payload.byteOffset, payload.byteLength / 4);
  const meshes: TrajectoryMesh[] = [];
  const headWords = version === 1 ? 3 : 4;
  let at = 0;
  for (let body = 0; body < bodies; body++) {
    const [first, particles, triangles, placed = 0] = words.subarray(at, at + headWords);
    at += headWords;
    const end = at + 3 * triangles + 3 * placed;
    if (!(end <= words.length)) return 'a mesh longer than its chunk';
    const mesh: TrajectoryMesh = { first, particles, triangles: words.subarray(at, at + 3 * triangles) };
    if (placed > 0) {
      const from = at + 3 * triangles;
      mesh.places = {
        uv: new Float32Array(payload.buffer, payload.byteOffset + 4 * from, 2 * placed),
        levels: words.subarray(from + 2 * placed, end),
      };
    }
    meshes.push(mesh);
    at = end;
  }
  if (at !== words.length) return 'a mesh shorter than its chunk';
  return meshFault(meshes) ?? meshes;
}

/** Checks that bodies cover the particles without gaps, in any order, and that triangles stay within their body. */
export function meshFault(meshes: readonly TrajectoryMesh[]): string | undefined {
  let next = 0;
  for (const { first, particles } of meshes.toSorted(
    (a, b) => a.first - b.first || a.particles - b.particles,
  )) {
    if (first !== next) return `a body starts at particle ${first}, expected ${next}`;
    next += particles;
  }
  for (const { first, particles, triangles, places } of meshes) {
    if (triangles.length % 3 !== 0) return 'a triangle without three corners';
    const stray = triangles.findIndex((i) => i < first || i >= first + particles);
    if (stray >= 0)
      return `triangle ${Math.floor(stray / 3)} refers to particle ${triangles[stray]} of another body`;
    const fault = places && placesFault(places, particles);
    if (fault) return fault;
  }
  return undefined;
}

function placesFault({ uv, levels }: TrajectoryPlaces, particles: number): string | undefined {
  if (levels.length !== particles || uv.length !== 2 * particles) {
    return `${levels.length} places of a sheet for ${particles} particles`;
  }
  const bad = uv.findIndex((c) => !Number.isFinite(c));
  if (bad >= 0) return `place ${Math.floor(bad / 2)} of a sheet is at ${uv[bad]}`;
  const deep = levels.findIndex((level) => level > DEEPEST);
  return deep < 0 ? undefined : `place ${deep} of a sheet is of level ${levels[deep]}`;
}

/** Deepest level: smaller cells are below single precision. */
const DEEPEST = 24;

export function particleCount(meshes: readonly TrajectoryMesh[]): number {
  return meshes.reduce((sum, mesh) => sum + mesh.particles, 0);
}
