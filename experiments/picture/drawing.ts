/** Frames that are drawn flat: the refinement map of a sheet, and curves over an axis. */
import { Canvas } from './canvas.ts';
import type { Colour, Drawing, MapDrawing, PlotDrawing } from './figure.ts';
import { FAINT_INK, SHEET } from './palette.ts';
import { drawStroke, drawText, textWidth } from './text.ts';

const GROUND: Colour = [0.94, 0.945, 0.95];
const RULE: Colour = [0.84, 0.85, 0.865];
const LINE: Colour = [0.2, 0.28, 0.38];

export function renderDrawing(drawing: Drawing, width: number, height: number): Canvas {
  const canvas = new Canvas(width, height, GROUND);
  if (drawing.kind === 'map') drawMap(canvas, drawing);
  else drawPlot(canvas, drawing);
  return canvas;
}

/** Least pixels around a map. */
const MAP_MARGIN = 10;

/** Cells with their borders, the finer the darker. */
function drawMap(canvas: Canvas, { columns, rows, cells, maxLevel }: MapDrawing): void {
  const room = Math.min((canvas.width - 2 * MAP_MARGIN) / columns, (canvas.height - 2 * MAP_MARGIN) / rows);
  // A whole number of pixels a finest cell keeps all lines equally sharp.
  const scale = room >= 1 ? Math.floor(room) : room;
  const left = Math.round((canvas.width - columns * scale) / 2);
  const top = Math.round((canvas.height - rows * scale) / 2);
  for (let c = 0; c < cells.length; c += 4) {
    const [column, row, side, level] = [cells[c], cells[c + 1], cells[c + 2], cells[c + 3]];
    const [x0, y0] = [Math.round(left + column * scale), Math.round(top + row * scale)];
    const [x1, y1] = [
      Math.round(left + (column + side) * scale),
      Math.round(top + (row + side) * scale),
    ];
    const fill = levelColour(level, maxLevel);
    for (let y = y0; y <= y1; y++)
      for (let x = x0; x <= x1; x++) {
        const border = x === x0 || x === x1 || y === y0 || y === y1;
        canvas.blend(x, y, border ? LINE : fill, 1);
      }
  }
}

/** White for the coarsest cells to the sheet's colour for the finest. */
export function levelColour(level: number, maxLevel: number): Colour {
  const share = maxLevel > 0 ? (0.85 * level) / maxLevel : 0;
  return [0, 1, 2].map((d) => 1 + share * (SHEET[d] - 1)) as unknown as Colour;
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

function line(canvas: Canvas, from: readonly [number, number], to: readonly [number, number], ink: Colour): void {
  drawStroke(canvas, [from, to], 1, ink);
}

/** Round numbers from 0, at most six of them. */
export function ticks(max: number): number[] {
  if (!(max > 0)) return [0];
  const rough = max / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough * (1 - 1e-9))!;
  // The last may be missed by rounding alone.
  return Array.from({ length: Math.floor(max / step + 1e-9) + 1 }, (_, i) => i * step);
}

function tickText(value: number): string {
  return String(Number(value.toPrecision(6)));
}
