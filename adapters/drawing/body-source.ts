/** Sources of drawable bodies: a body of a world in this thread, of a worker's world, or of a recorded run. */
import type { BodyShape, SimulatedBody, World } from 'pliant';
import {
  BodyReader,
  type DrawnSurface,
  type MatterDrawingOptions,
  type MatterFrame,
  readView,
} from 'pliant/engine';
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
export interface BodyFrame extends BodyShape {
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
  const reader = new BodyReader();
  const matter = ({ positions, triangles }: BodyShape): MatterFrame => {
    const info = { values: recorded.map(({ value }) => ({ ...value, body: 0 })) };
    const meshes = [{ first: 0, particles: body.count, triangles }];
    return matterValues(info, { positions, meshes, values: readBodyValues(world, recorded) }, 0);
  };
  return {
    name,
    ...(body.matter && { matter: matterOptions('', index, body.matter, trajectorySkins(world)) }),
    read() {
      const shape = reader.read(world, body);
      return body.matter
        ? {
            ...shape,
            get matter() {
              return matter(shape);
            },
          }
        : shape;
    },
    values: (view) => readView(world, view, index),
  };
}

/** Returns a source for anything that can be drawn: a body of a simulation is read from the world that it is in. */
export function sourceOf(body: BodySource | SimulatedBody): BodySource {
  if (!('world' in body)) return body;
  const { name } = body;
  let world: World | undefined;
  let source: BodySource | undefined;
  const current = (): BodySource => {
    if (!source || body.world !== world) source = worldBody((world = body.world), name);
    return source;
  };
  const { matter } = current();
  return {
    name,
    ...(matter && { matter }),
    read: () => current().read(),
    values: (view) => current().values(view),
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
