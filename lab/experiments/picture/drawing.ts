/** Flat frames: the refinement map of a sheet, and curves over an axis. */
import { levelColour } from 'pliant/formats';
import { Canvas } from './canvas.ts';
import type { Colour, Drawing, MapDrawing, PlotDrawing } from './figure.ts';
import { FAINT_INK } from './palette.ts';
import { drawStroke, drawText, textWidth } from './text.ts';

const GROUND: Colour = [0.94, 0.945, 0.95];
const RULE: Colour = [0.84, 0.85, 0.865];
const LINE: Colour = [0.28, 0.25, 0.23];

export function renderDrawing(drawing: Drawing, width: number, height: number): Canvas {
  const canvas = new Canvas(width, height, GROUND);
  if (drawing.kind === 'map') drawMap(canvas, drawing);
  else drawPlot(canvas, drawing);
  return canvas;
}

/** Smallest margin around a map, pixels. */
const MAP_MARGIN = 10;

/** Cells in the colours of their levels, with borders. */
function drawMap(canvas: Canvas, { map: { points, room, cells } }: MapDrawing): void {
  const [columns, rows] = points.map((count) => (count - 1) << room);
  const space = Math.min((canvas.width - 2 * MAP_MARGIN) / columns, (canvas.height - 2 * MAP_MARGIN) / rows);
  // A whole number of pixels per finest cell keeps all lines equally sharp.
  const scale = space >= 1 ? Math.floor(space) : space;
  const left = Math.round((canvas.width - columns * scale) / 2);
  const top = Math.round((canvas.height - rows * scale) / 2);
  for (let k = 0; k < cells.length; k += 4) {
    const [column, row, side, level] = cells.subarray(k, k + 4);
    const [x0, x1] = [column, column + side].map((at) => Math.round(left + at * scale));
    const [y0, y1] = [row, row + side].map((at) => Math.round(top + at * scale));
    const fill = channels(levelColour(level));
    for (let y = y0; y <= y1; y++)
      for (let x = x0; x <= x1; x++) {
        const border = x === x0 || x === x1 || y === y0 || y === y1;
        canvas.blend(x, y, border ? LINE : fill, 1);
      }
  }
}

/** Components of 0xRRGGBB. */
function channels(colour: number): Colour {
  return [(colour >> 16) / 255, ((colour >> 8) & 255) / 255, (colour & 255) / 255];
}

const PLOT = { left: 62, right: 20, top: 40, bottom: 52 };
const INK_STYLE = { size: 9.5, colour: FAINT_INK } as const;

function drawPlot(canvas: Canvas, { x, y, curves }: PlotDrawing): void {
  const [right, bottom] = [canvas.width - PLOT.right, canvas.height - PLOT.bottom];
  const toX = (value: number) => PLOT.left + (value / x.max) * (right - PLOT.left);
  const toY = (value: number) => bottom - (value / y.max) * (bottom - PLOT.top);
  for (const value of ticks(y.max)) {
    line(canvas, [PLOT.left, toY(value)], [right, toY(value)], value === 0 ? FAINT_INK : RULE);
    drawText(canvas, tickText(value), PLOT.left - 8, toY(value) + 4, { ...INK_STYLE, align: 'right' });
  }
  for (const value of ticks(x.max)) {
    line(canvas, [toX(value), bottom], [toX(value), bottom + 4], FAINT_INK);
    drawText(canvas, tickText(value), toX(value), bottom + 19, { ...INK_STYLE, align: 'middle' });
  }
  drawText(canvas, x.title, right, bottom + 40, { ...INK_STYLE, align: 'right' });
  drawText(canvas, y.title, 14, 22, INK_STYLE);
  let name = right;
  for (const { name: title, colour, points } of curves.toReversed()) {
    const path = Array.from(
      { length: points.length / 2 },
      (_, i) => [toX(points[2 * i]), toY(points[2 * i + 1])] as const,
    );
    for (let i = 0; i + 1 < path.length; i++) drawStroke(canvas, [path[i], path[i + 1]], 2, colour);
    name -= textWidth(title, 9.5);
    drawText(canvas, title, name, 22, { size: 9.5, colour });
    name -= 14;
  }
}

function line(
  canvas: Canvas,
  from: readonly [number, number],
  to: readonly [number, number],
  ink: Colour,
): void {
  drawStroke(canvas, [from, to], 1, ink);
}

/** At most six round numbers from 0. */
export function ticks(max: number): number[] {
  if (!(max > 0)) return [0];
  const rough = max / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough * (1 - 1e-9))!;
  // Rounding alone may miss the last one.
  return Array.from({ length: Math.floor(max / step + 1e-9) + 1 }, (_, i) => i * step);
}

function tickText(value: number): string {
  return String(Number(value.toPrecision(6)));
}
