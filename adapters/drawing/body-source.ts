/** Sources of drawable bodies: a body of a world in this thread, of a worker's world, or of a recorded run. */
import type { World } from 'pliant';
import { type DrawnSurface, type MatterDrawingOptions, type MatterFrame, readQuantity } from 'pliant/engine';
import {
  matterValues,
  readBodyValues,
  recordedValues,
  type TrajectoryFrame,
  type TrajectoryInfo,
  type TrajectoryMesh,
  type TrajectorySkin,
  trajectorySkins,
} from 'pliant/formats';
import { dyeColour } from './dyes.ts';
import type { DrawnFrame, SheetSurface } from './frame-drawer.ts';
import { recordedNumbers } from './recorded-views.ts';

/** One body at one instant. */
export interface BodyFrame {
  /** x, y, z of the body's particles, m. */
  readonly positions: Float32Array;
  /** Indices of the body's own particles, three a triangle. Another array if the topology is another. */
  readonly triangles: Uint32Array;
  /** u, v of each particle in the flat sheet, m; only of sheets that refine. */
  readonly places?: Float32Array;
  /** Surface to draw in place of the triangles: a smooth or layered sheet, or the surface of matter. */
  readonly surface?: SheetSurface | DrawnSurface;
  /** Values of the particles of matter, computed on access: a ready-made surface does not need them. */
  readonly matter?: MatterFrame;
}

export interface BodySource {
  readonly name: string;
  /** Only of matter. */
  readonly matter?: MatterDrawingOptions;
  /** Returns the body as it is now. Arrays may be those of the last call with other numbers in them. */
  read(): BodyFrame;
  /** Returns one number per particle of the named view, or undefined if the body has no such view. */
  values(view: string): Float32Array | undefined;
}

/** A frame of a run, with what was drawn for it where the world was at hand. */
export interface RunFrame extends TrajectoryFrame {
  readonly drawn?: DrawnFrame;
}

/** The parts of a run that stay the same from frame to frame. */
export interface RunOutline {
  readonly info: TrajectoryInfo;
  /** Meshes that matter carries. */
  readonly skins: readonly TrajectorySkin[];
}

/** Returns a body of a world that is stepped in this thread. */
export function worldBody(world: World, name: string): BodySource {
  const body = world.body(name);
  const index = world.bodies.indexOf(body);
  const recorded = recordedValues(world).filter((value) => value.body === index);
  let positions = new Float32Array(0);
  let triangles = new Uint32Array(0);
  let places = new Float32Array(0);
  let known: Int32Array | undefined;
  const matter = (): MatterFrame => {
    const info = { values: recorded.map(({ value }) => ({ ...value, body: 0 })) };
    const meshes = [{ first: 0, particles: body.count, triangles }];
    return matterValues(info, { positions, meshes, values: readBodyValues(world, recorded) }, 0);
  };
  return {
    name,
    ...(body.matter && { matter: matterOptions('', index, body.matter, trajectorySkins(world)) }),
    read() {
      const { first, count } = body;
      const { x, y, z } = world.particles;
      if (positions.length !== 3 * count) positions = new Float32Array(3 * count);
      for (let i = 0; i < count; i++) {
        positions[3 * i] = x[first + i];
        positions[3 * i + 1] = y[first + i];
        positions[3 * i + 2] = z[first + i];
      }
      if (body.places) {
        if (places.length !== body.places.length) places = new Float32Array(body.places.length);
        places.set(body.places);
      }
      const now = body.triangles.view;
      if (known === undefined || (world.adapts(body.triangles) && !isSame(now, known))) {
        known = Int32Array.from(now);
        triangles = Uint32Array.from(now, (corner) => corner - first);
      }
      const frame = { positions, triangles, ...(body.places && { places }) };
      return body.matter
        ? {
            ...frame,
            get matter() {
              return matter();
            },
          }
        : frame;
    },
    values: (view) => readQuantity(world, view, index),
  };
}

/** Returns a body of a run whose frames come from a worker or a recording. `frame` returns the frame to draw. */
export function frameBody({ info, skins }: RunOutline, index: number, frame: () => RunFrame): BodySource {
  const { name, matter } = info.bodies[index];
  const options = matter && matterOptions(info.scene.id, index, matter, skins);
  let at = 0; // number among the bodies of matter
  for (let i = 0; i < index; i++) if (info.bodies[i].matter) at++;
  return {
    name,
    ...(options && { matter: options }),
    read() {
      const shown = frame();
      const { first, particles, places } = shown.meshes[index];
      const surface = matter
        ? shown.drawn?.surfaces[at]
        : shown.drawn?.sheets.find(({ body }) => body === index);
      const own = {
        positions: shown.positions.subarray(3 * first, 3 * (first + particles)),
        triangles: ownTriangles(shown.meshes[index]),
        ...(places && { places: places.uv }),
        ...(surface && { surface }),
      };
      return matter
        ? {
            ...own,
            get matter() {
              return matterValues(info, shown, index);
            },
          }
        : own;
    },
    values(view) {
      const { drawn } = frame();
      return drawn ? drawn.values[index] : recordedNumbers(info, frame(), view, index);
    },
  };
}

/** Returns the options of the drawing of a body of matter. */
export function matterOptions(
  scene: string,
  body: number,
  { spacing, dimension }: { spacing: number; dimension: 2 | 3 },
  skins: readonly TrajectorySkin[],
): MatterDrawingOptions {
  const own = skins.filter((skin) => skin.body === body);
  return { spacing, dimension, skins: own, colourOf: (object) => dyeColour(scene, body + object) };
}

const triangles = new WeakMap<TrajectoryMesh, Uint32Array>();

function ownTriangles(mesh: TrajectoryMesh): Uint32Array {
  const known = triangles.get(mesh) ?? mesh.triangles.map((corner) => corner - mesh.first);
  triangles.set(mesh, known);
  return known;
}

function isSame(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
