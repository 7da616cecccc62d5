/** The backdrop of a rendered picture and its legend, in the colours and fonts of the page's style sheet. */
import { type Colouring, scaleStops } from 'pliant/three';
import { viewText } from '../view/view-text.ts';

/** Draws the backdrop of the studio's stage: light in the middle, darker towards the edges. */
export function drawBackdrop(pen: CanvasRenderingContext2D, isPlain: boolean): void {
  const { width, height } = pen.canvas;
  pen.fillStyle = token('--page');
  if (!isPlain) {
    const light = pen.createRadialGradient(0, 0, 0, 0, 0, 1);
    light.addColorStop(0.35, token('--page'));
    light.addColorStop(1, token('--page-far'));
    pen.fillStyle = light;
    pen.setTransform(1.2 * width, 0, 0, 0.9 * height, width / 2, 0.38 * height);
    pen.fillRect(-1, -1, 2, 3);
    pen.resetTransform();
    return;
  }
  pen.fillRect(0, 0, width, height);
}

/** Draws the legend at the foot, to the left: the view, and the values of the first and last colour. */
export function drawLegend(pen: CanvasRenderingContext2D, { kind, range }: Colouring): void {
  const { width, height } = pen.canvas;
  const size = Math.max(11, Math.round(Math.min(width, height) / 40));
  pen.font = `${size}px ${token('--sans')}`;
  pen.textBaseline = 'middle';
  pen.fillStyle = token('--ink');
  const y = height - 2 * size;
  let x = 1.5 * size;
  const write = (text: string) => {
    pen.fillText(text, x, y);
    x += pen.measureText(text).width + 0.6 * size;
  };
  write(kind.title);
  write(viewText(kind, range[0]));
  const long = 8 * size;
  const colours = pen.createLinearGradient(x, 0, x + long, 0);
  const stops = scaleStops(kind, range);
  for (const [i, colour] of stops.entries()) colours.addColorStop(i / (stops.length - 1), colour);
  pen.fillStyle = colours;
  pen.beginPath();
  pen.roundRect(x, y - 0.4 * size, long, 0.8 * size, 0.2 * size);
  pen.fill();
  x += long + 0.6 * size;
  pen.fillStyle = token('--ink');
  write(viewText(kind, range[1]));
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name);
}
