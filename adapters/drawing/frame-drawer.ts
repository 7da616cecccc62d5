/** Draws what a view shows beyond a recorded frame. It is made beside the simulation, and only on request. */
import type { Body, World } from 'pliant';
import {
  type DrawnSheet,
  type DrawnSurface,
  type ElementLines,
  findModel,
  type LayeredSurface,
  MatterDrawing,
  readView,
  smoothSurface,
  type WorldView,
  worldViews,
} from 'pliant/engine';
import { matterValues, type TrajectoryFrame, type TrajectoryMesh } from 'pliant/formats';
import { matterOptions, type RunOutline } from './body-source.ts';
import { recordedNumbers, recordedViews } from './recorded-views.ts';

/** Matter as a smooth surface, as a surface that shows every particle, or as its particles. */
export type MatterStyle = 'smooth' | 'blobs' | 'particles';

export interface DrawRequest {
  /** Name of the view that colours show; '' for bodies in their own colours. */
  readonly colour: string;
  /** Layers of a layered sheet. */
  readonly layers: 'top' | 'bottom' | 'all';
  /** Draws layered sheets as smooth surfaces (NURBS). */
  readonly smooth: boolean;
  readonly springs: boolean;
  readonly matter: MatterStyle;
}

export const DEFAULT_DRAWING: DrawRequest = {
  colour: '',
  layers: 'bottom',
  smooth: false,
  springs: false,
  matter: 'smooth',
};

/** A layered sheet as it is drawn in place of its particles' triangles. */
export interface SheetSurface {
  /** Number of the body. */
  readonly body: number;
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly uv: Float32Array;
  readonly triangles: Uint32Array;
  /** One number per vertex of the requested view. */
  readonly values: Float32Array | undefined;
}

export interface DrawnFrame {
  /** The request it was drawn for: a page may have made another one since. */
  readonly request: DrawRequest;
  /** By body, one number per particle; undefined for bodies without the requested view. */
  readonly values: readonly (Float32Array | undefined)[];
  readonly sheets: readonly SheetSurface[];
  readonly lines: readonly ElementLines[];
  /** Surfaces of the bodies of matter, in their order; none if particles are requested. */
  readonly surfaces: readonly DrawnSurface[];
}

type FrameParts = Pick<TrajectoryFrame, 'positions' | 'meshes' | 'values'>;
export class FrameDrawer {
  /** Undefined for a recorded run. */
  readonly #world: World | undefined;
  readonly #outline: RunOutline;
  /** By number of the body. */
  readonly #matter = new Map<number, MatterDrawing>();
  /** Surfaces of layered sheets by body, made for `#layered`. */
  #surfaces = new Map<number, LayeredSurface>();
  #layered = '';
  #hasBegun = false;

  constructor(world: World | undefined, outline: RunOutline) {
    const { info, skins } = outline;
    this.#world = world;
    this.#outline = outline;
    info.bodies.forEach(({ matter }, body) => {
      if (matter)
        this.#matter.set(body, new MatterDrawing(matterOptions(info.scene.id, body, matter, skins)));
    });
  }

  /** The views that colours can show; `meshes` of any frame. */
  views(meshes: readonly TrajectoryMesh[]): WorldView[] {
    return this.#world ? worldViews(this.#world) : recordedViews(this.#outline.info, meshes);
  }

  /** Whether it draws this world as it was outlined. */
  isOf(world: World | undefined, { info }: RunOutline): boolean {
    return this.#world === world && this.#outline.info === info;
  }

  /** Draws a recorded frame of another time: without views and springs, which the world has for the present only. */
  drawRecorded(request: DrawRequest, frame: FrameParts): DrawnFrame {
    const { info } = this.#outline;
    const values = frame.meshes.map((_, body) => recordedNumbers(info, frame, request.colour, body));
    return { request, values, sheets: [], lines: [], surfaces: this.#drawMatter(request, frame, values) };
  }

  /** Draws the world as it is now; `frame` was recorded from it. */
  draw(request: DrawRequest, frame: FrameParts): DrawnFrame {
    const world = this.#world;
    if (!world) return this.drawRecorded(request, frame);
    const { colour } = request;
    const values = world.bodies.map((_, i) => (colour === '' ? undefined : readView(world, colour, i)));
    return {
      request,
      values,
      sheets: this.#drawSheets(world, request, values),
      lines: request.springs ? world.bodies.flatMap((body) => body.drawing?.lines?.(world) ?? []) : [],
      surfaces: this.#drawMatter(request, frame, values),
    };
  }

  #drawSheets(world: World, { layers, smooth }: DrawRequest, values: DrawnFrame['values']): SheetSurface[] {
    // Every frame has the triangles of the lowest layer.
    if (!smooth && layers === 'bottom') return [];
    const layered = `${layers} ${smooth}`;
    if (this.#layered !== layered) this.#surfaces = new Map();
    this.#layered = layered;
    return world.bodies.flatMap((body, i) => {
      if (!isLayered(body)) return [];
      const known = this.#surfaces.get(i);
      const surface = known ?? smoothSurface(world, body, { layer: layers, on: smooth });
      if (known) known.update();
      this.#surfaces.set(i, surface);
      return [copyOf(surface, i, values[i])];
    });
  }

  #drawMatter(
    { matter: style }: DrawRequest,
    frame: FrameParts,
    values: DrawnFrame['values'],
  ): DrawnSurface[] {
    const isFirst = !this.#hasBegun;
    this.#hasBegun = true;
    return [...this.#matter].flatMap(([body, drawing]) => {
      if (style === 'particles' && !isFirst) return [];
      const own = matterValues(this.#outline.info, frame, body);
      if (style !== 'particles') return [drawing.draw({ ...own, strain: values[body] ?? own.strain }, style)];
      // Checks and broken faces are those of the first frame, even if no surface of it is drawn.
      drawing.colours(own);
      return [];
    });
  }
}

function isLayered(body: Body): body is Body & DrawnSheet {
  return findModel(body.model)?.drawnAs === 'layers';
}

function copyOf(surface: LayeredSurface, body: number, values: Float32Array | undefined): SheetSurface {
  return {
    body,
    positions: Float32Array.from(surface.position),
    normals: Float32Array.from(surface.normal),
    uv: Float32Array.from(surface.uv),
    triangles: Uint32Array.from(surface.triangles.subarray(0, 3 * surface.triangleCount)),
    values: values && Float32Array.from(surface.valuesAt(values)),
  };
}

/** Returns the buffers of a drawn frame, for transfer to another thread. */
export function buffersOf({ values, sheets, lines, surfaces }: DrawnFrame): ArrayBuffer[] {
  const arrays = [
    ...values,
    ...sheets.flatMap((s) => [s.positions, s.normals, s.uv, s.triangles, s.values]),
    ...lines.flatMap((l) => [l.positions, l.strain]),
    ...surfaces.flatMap((s) => [s.positions, s.normals, s.triangles, s.values]),
  ];
  const buffers = arrays.flatMap((array) => (array ? [array.buffer as ArrayBuffer] : []));
  return [...new Set(buffers)];
}
