/** Renders figures: a title, rows of frames with letters and captions, and the colour scale. */
import type { Vector } from 'pliant/engine';
import { Camera } from './camera.ts';
import { Canvas, roundedShare } from './canvas.ts';
import { renderDrawing } from './drawing.ts';
import type { ColourScale, Figure, FigureRow, Frame, Room } from './figure.ts';
import { colourOf, FAINT_INK, INK, PAPER, screen } from './palette.ts';
import { Raster } from './raster.ts';
import { shade } from './shade.ts';
import { solidFaces } from './solids.ts';
import {
  massSurface,
  patchSurface,
  type Surface,
  sheetSurface,
  solidSurface,
  springSurface,
} from './surface.ts';
import { BOLD, drawText, textWidth } from './text.ts';

/** Samples per pixel along each side. */
const SAMPLES = 3;
const MARGIN = 32;
const GAP = 14;
const TITLE = 62;
const ROW_TITLE = 34;
const CAPTION = 34;
const LEGEND = 66;

/** Calls `progress` with the completed share. */
export function renderFigure(figure: Figure, progress: (fraction: number) => void = () => {}): Canvas {
  const { rows, title, scale, frameSize: [width, height] = [360, 270] } = figure;
  const columns = Math.max(...rows.map((row) => row.frames.length));
  const tall = rows.reduce((sum, row) => sum + (row.title ? ROW_TITLE : 0) + height + CAPTION, 0);
  const canvas = new Canvas(
    Math.max(2 * MARGIN + columns * (width + GAP) - GAP, 2 * MARGIN + textWidth(title, 17)),
    TITLE + tall + (scale ? LEGEND : 0) + MARGIN / 2,
    PAPER,
  );
  drawText(canvas, title, MARGIN, 44, { size: 17, colour: INK, weight: BOLD - 0.03 });
  const eye = new FrameRenderer(figure, width, height);
  const total = rows.reduce((sum, row) => sum + row.frames.length, 0);
  let [top, done] = [TITLE, 0];
  for (const row of rows) {
    if (row.title) {
      drawText(canvas, row.title, MARGIN, top + 20, { size: 12, colour: INK });
      top += ROW_TITLE;
    }
    row.frames.forEach((frame, i) => {
      const left = MARGIN + i * (width + GAP);
      const picture = frame.drawing ? renderDrawing(frame.drawing, width, height) : eye.render(row, frame);
      canvas.place(picture, left, top, 8);
      drawCaption(canvas, frame, i, left, top + height);
      progress(++done / total);
    });
    top += height + CAPTION;
  }
  if (scale) drawLegend(canvas, scale, MARGIN, top + 8);
  return canvas;
}

function drawCaption(canvas: Canvas, frame: Frame, index: number, left: number, top: number): void {
  const letter = String.fromCharCode(65 + index);
  const width = drawText(canvas, letter, left + 2, top + 20, { size: 11, colour: INK, weight: BOLD });
  drawText(canvas, frame.caption, left + 2 + width + 9, top + 20, { size: 11, colour: FAINT_INK });
}

function drawLegend(canvas: Canvas, scale: ColourScale, left: number, top: number): void {
  const [width, height] = [260, 12];
  for (let x = 0; x < width; x++) {
    const colour = colourOf(scale.min + ((x + 0.5) / width) * (scale.max - scale.min), scale);
    for (let y = 0; y < height; y++)
      canvas.blend(left + x, top + y, colour, roundedShare(x + 0.5, y + 0.5, width, height, 4));
  }
  const ink = { size: 10, colour: FAINT_INK } as const;
  for (const share of [0, 0.5, 1]) {
    const value = scale.min + share * (scale.max - scale.min);
    const align = share === 0 ? 'left' : share === 1 ? 'right' : 'middle';
    drawText(canvas, tick(value), left + share * width, top + height + 18, { ...ink, align });
  }
  const unit = scale.unit === '1' ? '' : ` (${scale.unit})`;
  drawText(canvas, `${scale.title}${unit}`, left + width + 16, top + 11, { size: 11, colour: INK });
}

/** Formats a number with at most three digits. */
function tick(value: number): string {
  return String(Number(value.toPrecision(3))).replace('-', '−');
}

/** Draws the frames of a figure, all with one camera and the same buffers. */
class FrameRenderer {
  readonly #figure: Figure;
  readonly #camera: Camera;
  readonly #raster: Raster;
  readonly #light: Float32Array;

  constructor(figure: Figure, width: number, height: number) {
    this.#figure = figure;
    this.#camera = new Camera(figure.view, SAMPLES * width, SAMPLES * height, SAMPLES);
    this.#raster = new Raster(SAMPLES * width, SAMPLES * height);
    this.#light = new Float32Array(3 * this.#raster.depth.length);
  }

  render(row: FigureRow, frame: Frame): Canvas {
    const surfaces = this.#surfaces(row, frame);
    const [raster, camera] = [this.#raster, this.#camera];
    raster.clear();
    for (const surface of surfaces) raster.draw(surface, camera);
    const { room, view } = this.#figure;
    const size = view.distance * Math.tan((((view.field ?? 30) / 2) * Math.PI) / 180) * 2;
    shade({ raster, camera, surfaces, square: room?.square ?? size / 12, size }, this.#light);
    return this.#picture();
  }

  #surfaces(row: FigureRow, frame: Frame): Surface[] {
    const { room, scale } = this.#figure;
    const camera = this.#camera;
    return [
      ...(room ? roomSurfaces(room) : []),
      ...[...row.colliders, ...(frame.colliders ?? [])].map((collider) => solidSurface(collider, solidFaces)),
      ...frame.sheets.flatMap((sheet) => [
        sheetSurface(sheet, scale),
        ...(sheet.springs ? [springSurface(sheet, camera)] : []),
        ...(sheet.masses ? [massSurface(sheet, camera)] : []),
      ]),
    ];
  }

  /** Mean light of a pixel's samples in sRGB. */
  #picture(): Canvas {
    const wide = this.#raster.width;
    const light = this.#light;
    const canvas = new Canvas(wide / SAMPLES, this.#raster.height / SAMPLES);
    for (let y = 0; y < canvas.height; y++) {
      for (let at = 0; at < 3 * canvas.width; at++) {
        // The three colours are adjacent: the sample to the right is three numbers on.
        const first = 3 * SAMPLES * (y * wide + Math.floor(at / 3)) + (at % 3);
        let sum = 0;
        for (let j = 0; j < SAMPLES; j++)
          for (let i = 0; i < SAMPLES; i++) sum += Math.min(1, light[first + 3 * (j * wide + i)]);
        canvas.rgb[3 * y * canvas.width + at] = Math.round(255 * screen(sum / (SAMPLES * SAMPLES)));
      }
    }
    return canvas;
  }
}

/** Floor and back wall, both facing inwards; neither hides the scene, because the wall is at −z. */
function roomSurfaces({ min, max }: Room): Surface[] {
  const corner = (x: number, y: number, z: number): Vector => [
    x ? max[0] : min[0],
    y ? max[1] : min[1],
    z ? max[2] : min[2],
  ];
  return [
    patchSurface([corner(0, 0, 1), corner(1, 0, 1), corner(1, 0, 0), corner(0, 0, 0)], 'floor'),
    patchSurface([corner(0, 0, 0), corner(1, 0, 0), corner(1, 1, 0), corner(0, 1, 0)], 'wall'),
  ];
}
