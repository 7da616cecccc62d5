/** Pictures: pixels where the geometry says, text that can be told apart, and a PNG that others can read. */
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Canvas, type Figure, renderFigure } from '#lab/experiments';
import { encodePng } from '../../../../cli/png.ts';
import { Camera } from '../../../../lab/experiments/picture/camera.ts';
import { GLYPHS } from '../../../../lab/experiments/picture/glyphs.ts';
import { colourOf, linear, screen } from '../../../../lab/experiments/picture/palette.ts';
import { drawText, textWidth } from '../../../../lab/experiments/picture/text.ts';

const square = {
  positions: Float32Array.from([-1, 0, -1, 1, 0, -1, -1, 0, 1, 1, 0, 1]),
  triangles: [0, 2, 3, 0, 3, 1],
  colour: [1, 0, 0] as const,
};
const from = (elevation: number): Figure => ({
  title: 'x',
  rows: [{ frames: [{ caption: '', sheets: [square] }], colliders: [] }],
  view: { target: [0, 0, 0], distance: 10, azimuth: 0, elevation, field: 30 },
  frameSize: [90, 60],
});

function isRed(canvas: Canvas, x: number, y: number): boolean {
  const at = 3 * (y * canvas.width + x);
  return canvas.rgb[at] > 1.5 * canvas.rgb[at + 1];
}

function reds(canvas: Canvas): number {
  let count = 0;
  for (let y = 0; y < canvas.height; y++)
    for (let x = 0; x < canvas.width; x++) if (isRed(canvas, x, y)) count++;
  return count;
}

describe('a frame', () => {
  it('shows a square from above as large as its angle of view', () => {
    // 2 m at 10 m; 60 pixels span 2·10·tan 15° = 5.36 m: 22.4 pixels a side.
    expect(Math.sqrt(reds(renderFigure(from(89.9))))).toBeCloseTo(22.4, 0);
  });

  it('shows the underside of a sheet, seen from below', () => {
    expect(reds(renderFigure(from(-60)))).toBeGreaterThan(300);
  });

  it('puts the target in the middle and what is nearer in front', () => {
    const camera = new Camera(from(20).view, 90, 60);
    expect(camera.project([0, 0, 0])).toEqual([45, 30, expect.closeTo(10, 9)]);
    expect(camera.project(camera.nearer([1, 0, 0], 0.1))[2]).toBeLessThan(camera.project([1, 0, 0])[2]);
  });

  it('is the same bytes every time', () => {
    expect(renderFigure(from(30)).rgb).toEqual(renderFigure(from(30)).rgb);
  });
});

describe('colours', () => {
  it('rise in lightness with the value, so that grey prints read too', () => {
    const lightness = Array.from({ length: 21 }, (_, i) => {
      const [r, g, b] = colourOf(i, { min: 0, max: 20 }).map(linear);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    });
    for (let i = 1; i < lightness.length; i++) expect(lightness[i]).toBeGreaterThan(lightness[i - 1]);
  });

  it('of light and of screens are each other’s inverse', () => {
    for (const value of [0, 0.02, 0.3, 1]) expect(screen(linear(value))).toBeCloseTo(value, 6);
  });
});

describe('text', () => {
  it('draws every glyph differently', () => {
    const drawn = Object.keys(GLYPHS).map((glyph) => {
      const canvas = new Canvas(40, 40);
      drawText(canvas, glyph, 8, 30, { size: 20, colour: [0, 0, 0] });
      return canvas.rgb.join();
    });
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  it('is as wide as it says', () => {
    const canvas = new Canvas(200, 40);
    expect(drawText(canvas, 'Hello', 10, 30, { size: 20, colour: [0, 0, 0] })).toBe(textWidth('Hello', 20));
  });
});

describe('PNG', () => {
  it('reads back as the pixels it was made of', () => {
    const canvas = new Canvas(7, 5, [0.2, 0.4, 0.6]);
    canvas.blend(3, 2, [1, 1, 0], 1);
    const bytes = encodePng(canvas);
    const view = new DataView(bytes.buffer);
    expect([...bytes.subarray(1, 4)]).toEqual([...'PNG'].map((c) => c.charCodeAt(0)));
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([7, 5]);
    const data = inflateSync(bytes.subarray(41, 41 + view.getUint32(33)));
    const rows: number[] = [];
    for (let y = 0; y < 5; y++) {
      const line = data.subarray(22 * y, 22 * (y + 1));
      for (let i = 0; i < 21; i++)
        rows.push((line[i + 1] + (line[0] === 2 && y > 0 ? rows[21 * (y - 1) + i] : 0)) & 255);
    }
    expect(rows).toEqual([...canvas.rgb]);
  });
});
