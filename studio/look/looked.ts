/** What a look asks of a world, made from it as it stands: beside the simulation, and only what is looked at. */
import type { Body, World } from 'pliant';
import {
  type DrawnSheet,
  type DrawnSurface,
  type ElementLines,
  type Quantity,
  quantities,
  readQuantity,
  type SheetSurface,
  smoothSurface,
} from 'pliant/engine';
import type { TrajectoryFrame, TrajectoryInfo, TrajectoryMesh, TrajectorySkin } from 'pliant/formats';
import { MatterDrawings } from '../matter-drawings.ts';
import { recordedNumbers, recordedQuantities } from '../view/recorded-quantities.ts';
import type { Wanted } from './look.ts';

/** A layered sheet as it is to be drawn in place of its masses' triangles. */
export interface SheetDrawing {
  /** Number of the body. */
  readonly body: number;
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly uv: Float32Array;
  readonly triangles: Uint32Array;
  /** Of the quantity that is looked at, a number a point. */
  readonly values: Float32Array | undefined;
}

export interface Looked {
  /** What it was made for: what is shown may be a frame behind what is asked for. */
  readonly wanted: Wanted;
  /** By body, a number a particle; undefined where it has no such quantity. */
  readonly values: readonly (Float32Array | undefined)[];
  readonly sheets: readonly SheetDrawing[];
  readonly lines: readonly ElementLines[];
  /** Surfaces of matter, in the order of its bodies. */
  readonly drawn: readonly DrawnSurface[];
}

type FrameParts = Pick<TrajectoryFrame, 'positions' | 'meshes' | 'values'>;

export class Looker {
  /** None of a recorded run. */
  readonly #world: World | undefined;
  readonly #info: TrajectoryInfo;
  readonly #matter: MatterDrawings;
  /** Surfaces of layered sheets by body, made for `#made`. */
  #surfaces = new Map<number, SheetSurface>();
  #made = '';

  constructor(world: World | undefined, info: TrajectoryInfo, skins: readonly TrajectorySkin[]) {
    this.#world = world;
    this.#info = info;
    this.#matter = new MatterDrawings(info, skins);
  }

  /** What can be looked at; `meshes` of a frame. */
  quantities(meshes: readonly TrajectoryMesh[]): Quantity[] {
    return this.#world ? quantities(this.#world) : recordedQuantities(this.#info, meshes);
  }

  /** Whether it looks at this world, as it was described. */
  isOf(world: World | undefined, info: TrajectoryInfo): boolean {
    return this.#world === world && this.#info === info;
  }

  /** Of a recorded frame of another time: what the record tells. */
  lookBack(wanted: Wanted, frame: FrameParts): Looked {
    const { colour, matter } = wanted;
    const values = frame.meshes.map((_, i) => recordedNumbers(this.#info, frame, colour, i));
    const drawn = this.#matter.isEmpty ? [] : this.#matter.draw(frame, matter, values);
    return { wanted, values, sheets: [], lines: [], drawn };
  }

  /** Of the world as it stands, whose frame is given. */
  look(wanted: Wanted, frame: FrameParts): Looked {
    const world = this.#world;
    if (!world) return this.lookBack(wanted, frame);
    const { colour } = wanted;
    const values = world.bodies.map((_, i) => (colour === '' ? undefined : readQuantity(world, colour, i)));
    return {
      wanted,
      values,
      sheets: this.#sheets(world, wanted, values),
      lines: wanted.springs ? world.bodies.flatMap((body) => body.lines?.(world) ?? []) : [],
      drawn: this.#matter.isEmpty ? [] : this.#matter.draw(frame, wanted.matter, values),
    };
  }

  #sheets(world: World, { layers, smooth }: Wanted, values: Looked['values']): SheetDrawing[] {
    // The triangles of the lowest layer are those that every frame has.
    if (!smooth && layers === 'bottom') return [];
    const made = `${layers} ${smooth}`;
    if (this.#made !== made) this.#surfaces = new Map();
    this.#made = made;
    return world.bodies.flatMap((body, i) => {
      if (!isLayered(body)) return [];
      const known = this.#surfaces.get(i);
      const surface = known ?? smoothSurface(world, body, { layer: layers, on: smooth });
      if (known) known.update();
      this.#surfaces.set(i, surface);
      return [drawingOf(surface, i, values[i])];
    });
  }
}

function isLayered(body: Body): body is Body & DrawnSheet {
  return body.model === 'layered-sheet';
}

function drawingOf(surface: SheetSurface, body: number, ofMasses: Float32Array | undefined): SheetDrawing {
  return {
    body,
    positions: Float32Array.from(surface.position),
    normals: Float32Array.from(surface.normal),
    uv: Float32Array.from(surface.uv),
    triangles: Uint32Array.from(surface.triangles.subarray(0, 3 * surface.triangleCount)),
    values: ofMasses && Float32Array.from(surface.valuesAt(ofMasses)),
  };
}

/** What may be handed to another thread. */
export function buffersOf({ values, sheets, lines, drawn }: Looked): ArrayBuffer[] {
  const arrays = [
    ...values,
    ...sheets.flatMap((s) => [s.positions, s.normals, s.uv, s.triangles, s.values]),
    ...lines.flatMap((l) => [l.positions, l.strain]),
    ...drawn.flatMap((d) => [d.positions, d.normals, d.triangles, d.values]),
  ];
  const buffers = arrays.flatMap((array) => (array ? [array.buffer as ArrayBuffer] : []));
  return [...new Set(buffers)];
}
