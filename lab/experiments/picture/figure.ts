/**
 * Content of a picture: rows of frames, each a state of some sheets among the same colliders, drawn by render.ts.
 */
import type { ColliderSpec, RefinementMap, Vector } from 'pliant/engine';

/** Red, green, blue, 0 to 1, as on a screen (sRGB). */
export type Colour = readonly [number, number, number];

/** A copy of a sheet to draw, so that the world may continue. */
export interface SheetPicture {
  /** Coordinates, 3 per corner, m. */
  readonly positions: Float32Array;
  /** Corner indices, 3 per triangle. */
  readonly triangles: ArrayLike<number>;
  /** Values per corner, coloured by the figure's scale; replaces `colour`. */
  readonly values?: ArrayLike<number>;
  readonly colour?: Colour;
  /** Corner indices, 2 per spring, drawn as thin rods. */
  readonly springs?: ArrayLike<number>;
  /** Whether to draw the corners as small balls. */
  readonly masses?: boolean;
}

export interface Frame {
  /** Caption under the frame, after its letter; usually a time. */
  readonly caption: string;
  readonly sheets: readonly SheetPicture[];
  /** Colliders of this frame only, besides those of the row. */
  readonly colliders?: readonly ColliderSpec[];
  /** Drawing shown instead of the room and its sheets. */
  readonly drawing?: Drawing;
}

/** Flat drawing: the refined parts of a sheet, or curves. */
export type Drawing = MapDrawing | PlotDrawing;

export interface MapDrawing {
  readonly kind: 'map';
  readonly map: Pick<RefinementMap, 'points' | 'room' | 'cells'>;
}

export interface PlotDrawing {
  readonly kind: 'plot';
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly curves: readonly PlotCurve[];
}

/** Axis from 0 to `max`. */
export interface PlotAxis {
  /** Title with the unit. */
  readonly title: string;
  readonly max: number;
}

export interface PlotCurve {
  readonly name: string;
  readonly colour: Colour;
  /** Coordinates x and y in turn. */
  readonly points: readonly number[];
}

export interface FigureRow {
  /** Title above the row. */
  readonly title?: string;
  readonly frames: readonly Frame[];
  /** Colliders in their initial poses; a plane is drawn as the floor of the room. */
  readonly colliders: readonly ColliderSpec[];
}

/** Colour scale with its legend. */
export interface ColourScale {
  readonly title: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
}

/** Position of the eye. Lengths in m, angles in degrees. */
export interface View {
  readonly target: Vector;
  readonly distance: number;
  /** Angle from +z towards +x. */
  readonly azimuth: number;
  /** Angle above the horizon. */
  readonly elevation: number;
  /** Vertical angle of view. */
  readonly field?: number;
}

/** Minimum and maximum corner of the room, m; its floor and its back wall (minimum z) are patterned. */
export interface Room {
  readonly min: Vector;
  readonly max: Vector;
  /** Side of a square of the pattern, m. */
  readonly square: number;
}

export interface Figure {
  readonly title: string;
  readonly rows: readonly FigureRow[];
  readonly view: View;
  readonly room?: Room;
  readonly scale?: ColourScale;
  /** Size of one frame in pixels; default: 360 × 270. */
  readonly frameSize?: readonly [width: number, height: number];
}
