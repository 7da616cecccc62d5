/** What a picture shows: rows of frames, each a state of some sheets among the same things, drawn by render.ts. */
import type { ColliderSpec, RefinementMap, Vector } from 'pliant/engine';

/** Red, green, blue, 0 to 1, as on a screen (sRGB). */
export type Colour = readonly [number, number, number];

/** A sheet as it is to be drawn: a copy, so that the world may go on. */
export interface SheetPicture {
  /** x y z of each corner, m. */
  readonly positions: Float32Array;
  /** Corner numbers, three a triangle. */
  readonly triangles: ArrayLike<number>;
  /** One value a corner, coloured by the figure's scale; takes the place of `colour`. */
  readonly values?: ArrayLike<number>;
  readonly colour?: Colour;
  /** Corner numbers, two a spring, to draw as thin rods. */
  readonly springs?: ArrayLike<number>;
  /** Draw the corners as small balls. */
  readonly masses?: boolean;
}

export interface Frame {
  /** Under the frame, behind its letter: a time, mostly. */
  readonly caption: string;
  readonly sheets: readonly SheetPicture[];
  /** Things that stand here in this frame only, beside those of the row. */
  readonly colliders?: readonly ColliderSpec[];
  /** Shown in place of the room and its sheets. */
  readonly drawing?: Drawing;
}

/** What is drawn flat: which parts of a sheet are refined, or curves. */
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

/** Numbers from 0 to `max`. */
export interface PlotAxis {
  /** With its unit. */
  readonly title: string;
  readonly max: number;
}

export interface PlotCurve {
  readonly name: string;
  readonly colour: Colour;
  /** x and y by turns. */
  readonly points: readonly number[];
}

export interface FigureRow {
  /** Above the row. */
  readonly title?: string;
  readonly frames: readonly Frame[];
  /** Where they stand at the start; a plane is drawn as the room's floor. */
  readonly colliders: readonly ColliderSpec[];
}

/** What a colour means. */
export interface ColourScale {
  readonly title: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
}

/** Where the eye is. Lengths in m, angles in degrees. */
export interface View {
  readonly target: Vector;
  readonly distance: number;
  /** From +z towards +x. */
  readonly azimuth: number;
  /** Above the horizon. */
  readonly elevation: number;
  /** Vertical angle of view. */
  readonly field?: number;
}

/** Least and greatest corner of the room, m: its floor is patterned, its back wall (least z) too. */
export interface Room {
  readonly min: Vector;
  readonly max: Vector;
  /** m, side of a square of the pattern. */
  readonly square: number;
}

export interface Figure {
  readonly title: string;
  readonly rows: readonly FigureRow[];
  readonly view: View;
  readonly room?: Room;
  readonly scale?: ColourScale;
  /** Pixels of one frame; 360 × 270 where left out. */
  readonly frameSize?: readonly [width: number, height: number];
}
