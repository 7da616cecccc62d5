/** Text as strokes with round ends: the ink of a pixel follows from the distance of the stroke to its centre. */
import type { Canvas } from './canvas.ts';
import type { Colour } from './figure.ts';
import { GLYPHS, type Glyph } from './glyphs.ts';

export interface TextStyle {
  /** Height of a capital, pixels. */
  readonly size: number;
  readonly colour: Colour;
  /** Stroke width over the height of a capital. */
  readonly weight?: number;
  readonly align?: 'left' | 'middle' | 'right';
}

const REGULAR = 0.105;
export const BOLD = 0.17;
/** Space between two letters, on the grid of glyphs. */
const GAP = 2.5;

export function textWidth(text: string, size: number): number {
  const glyphs = [...text].map(glyphOf);
  return (glyphs.reduce((sum, { width }) => sum + width + GAP, 0) - GAP) * (size / 10);
}

/** Draws with the baseline at y; returns the width in pixels. */
export function drawText(canvas: Canvas, text: string, x: number, y: number, style: TextStyle): number {
  const { size, colour, weight = REGULAR, align = 'left' } = style;
  const unit = size / 10;
  const width = textWidth(text, size);
  let left = x - (align === 'left' ? 0 : align === 'right' ? width : width / 2);
  for (const character of text) {
    const glyph = glyphOf(character);
    for (const line of strokesOf(glyph)) {
      const points = line.map(([u, v]) => [left + u * unit, y - v * unit] as const);
      drawStroke(canvas, points, weight * size, colour);
    }
    left += (glyph.width + GAP) * unit;
  }
  return width;
}

function glyphOf(character: string): Glyph {
  const known = GLYPHS[character] ?? GLYPHS[character === 'μ' ? 'µ' : '?'];
  return known;
}

type Line = (readonly [number, number])[];

/** Strokes as polylines; arcs in steps of 12°. */
function strokesOf({ path }: Glyph): Line[] {
  const words = path.split(' ');
  const lines: Line[] = [];
  let at = 0;
  const next = () => Number(words[at++]);
  while (at < words.length) {
    const command = words[at++];
    if (command === 'M') lines.push([[next(), next()]]);
    else if (command === 'L') lines[lines.length - 1].push([next(), next()]);
    else if (command === 'O') lines.push(arc(next(), next(), next(), next(), next(), next()));
  }
  return lines;
}

function arc(cx: number, cy: number, rx: number, ry: number, from: number, to: number): Line {
  const steps = Math.ceil((to - from) / 12);
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = ((from + ((to - from) * i) / steps) * Math.PI) / 180;
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)] as const;
  });
}

/** Draws a line with a round pen of a given width in pixels; every pixel is inked once, by its nearest point. */
export function drawStroke(
  canvas: Canvas,
  points: readonly (readonly [number, number])[],
  width: number,
  colour: Colour,
): void {
  const reach = width / 2 + 1;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  for (let y = Math.floor(Math.min(...ys) - reach); y <= Math.max(...ys) + reach; y++) {
    for (let x = Math.floor(Math.min(...xs) - reach); x <= Math.max(...xs) + reach; x++) {
      let nearest = reach;
      for (let i = 0; i + 1 < points.length; i++)
        nearest = Math.min(nearest, segmentDistance(x + 0.5, y + 0.5, points[i], points[i + 1]));
      canvas.blend(x, y, colour, Math.min(1, Math.max(0, width / 2 - nearest + 0.5)));
    }
  }
}

function segmentDistance(
  x: number,
  y: number,
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const t = square > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square)) : 0;
  const [ex, ey] = [ax + t * dx - x, ay + t * dy - y];
  return Math.sqrt(ex * ex + ey * ey);
}
