/** A picture in memory: red, green, blue as bytes, and the flat shapes that are drawn directly onto it. */
import type { Colour } from './figure.ts';

export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, row by row from the top. */
  readonly rgb: Uint8Array;

  constructor(width: number, height: number, background: Colour = [1, 1, 1]) {
    this.width = Math.round(width);
    this.height = Math.round(height);
    this.rgb = new Uint8Array(3 * this.width * this.height);
    this.fill(0, 0, this.width, this.height, () => background);
  }

  /** Fills a rectangle; `colour` is called per pixel, relative to its upper left corner. */
  fill(
    left: number,
    top: number,
    width: number,
    height: number,
    colour: (x: number, y: number) => Colour,
  ): void {
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) this.blend(left + x, top + y, colour(x, y), 1);
  }

  /** Mixes a colour into a pixel; has no effect outside the picture. */
  blend(x: number, y: number, colour: Colour, share: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height || share <= 0) return;
    const at = 3 * (y * this.width + x);
    for (let c = 0; c < 3; c++) {
      this.rgb[at + c] = Math.round(this.rgb[at + c] * (1 - share) + 255 * colour[c] * share);
    }
  }

  /** Copies another picture with its corners rounded. */
  place(other: Canvas, left: number, top: number, radius = 0): void {
    for (let y = 0; y < other.height; y++) {
      for (let x = 0; x < other.width; x++) {
        const share = roundedShare(x + 0.5, y + 0.5, other.width, other.height, radius);
        const from = 3 * (y * other.width + x);
        const to = 3 * ((top + y) * this.width + left + x);
        for (let c = 0; c < 3; c++)
          this.rgb[to + c] = Math.round(this.rgb[to + c] * (1 - share) + other.rgb[from + c] * share);
      }
    }
  }
}

/** Share of a pixel inside a rectangle with round corners. */
export function roundedShare(x: number, y: number, width: number, height: number, radius: number): number {
  const dx = Math.max(radius - x, x - (width - radius), 0);
  const dy = Math.max(radius - y, y - (height - radius), 0);
  if (dx === 0 || dy === 0) return 1;
  return Math.min(1, Math.max(0, radius - Math.sqrt(dx * dx + dy * dy) + 0.5));
}
