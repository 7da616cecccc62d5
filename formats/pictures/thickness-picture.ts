/**
 * Draws wall-thickness maps (SVG 1.1): for each part its flat blank in colours, a section through the middle along x with
 * the wall in the same colours, and the colour scale. All to scale.
 */
import { escaped, fixed } from './svg.ts';
import { type FormedWall, wallFigures } from './thickness.ts';

const SIDE = 420;
const MARGIN = 40;
const SCALE_WIDTH = 120;
/** Colour stops: dark is thin, light is thick, also in greyscale. */
const STOPS = [
  [26, 28, 81],
  [87, 35, 125],
  [160, 48, 113],
  [219, 84, 74],
  [247, 150, 62],
  [252, 230, 154],
] as const;

export function wallsSvg(walls: readonly FormedWall[], title: string): string {
  const panels = walls.map(panel);
  const width = 2 * SIDE + SCALE_WIDTH + 4 * MARGIN;
  let top = 2 * MARGIN;
  const placed = panels.map(({ text, height }) => {
    const group = `<g transform="translate(0 ${top})">\n${text}\n</g>`;
    top += height;
    return group;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" width="${width}" height="${top}" font-family="sans-serif" font-size="13">`,
    `<rect width="100%" height="100%" fill="#fbfbfa"/>`,
    `<text x="${MARGIN}" y="${MARGIN}" font-size="18">${escaped(title)}: wall thickness</text>`,
    ...placed,
    '</svg>\n',
  ].join('\n');
}

function panel(wall: FormedWall): { text: string; height: number } {
  const { rest, thinnest, thickest, mean } = wallFigures(wall);
  const colour = (t: number) => colourAt(thickest > thinnest ? (t - thinnest) / (thickest - thinnest) : 1);
  const heading = `${escaped(wall.name)}: ${length(rest)} at the start, now ${length(thinnest)} to ${length(thickest)}, mean ${length(mean)}`;
  const left = 2 * MARGIN + 2 * SIDE + MARGIN / 2;
  const parts = [
    `<text x="${MARGIN}" y="-12">${heading}</text>`,
    `<text x="${MARGIN}" y="${SIDE + 20}" fill="#555">flat blank</text>`,
    ...blankPicture(wall, colour),
    `<text x="${2 * MARGIN + SIDE}" y="${SIDE + 20}" fill="#555">section along x through the middle</text>`,
    ...sectionPicture(wall, colour),
    ...scalePicture(left, thinnest, thickest, rest, colour),
  ];
  return { text: parts.join('\n'), height: SIDE + 3 * MARGIN };
}

function blankPicture({ blank, triangles, thickness }: FormedWall, colour: (t: number) => string): string[] {
  const box = bounds(blank, 2);
  const scale = SIDE / Math.max(box.max[0] - box.min[0], box.max[1] - box.min[1]);
  const at = (i: number) =>
    `${fixed(MARGIN + scale * (blank[2 * i] - box.min[0]))},${fixed(scale * (blank[2 * i + 1] - box.min[1]))}`;
  const faces: string[] = [];
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [triangles[k], triangles[k + 1], triangles[k + 2]];
    const shade = colour((thickness[a] + thickness[b] + thickness[c]) / 3);
    // A thin stroke of the same colour hides the seams.
    faces.push(
      `<path d="M${at(a)} ${at(b)} ${at(c)}Z" fill="${shade}" stroke="${shade}" stroke-width=".6"/>`,
    );
  }
  return faces;
}

/** Cuts the edges of the part by the plane z = middle of the blank; no row of the mesh needs to lie there. */
function sectionPicture(wall: FormedWall, colour: (t: number) => string): string[] {
  const cuts = sectionCuts(wall);
  if (cuts.length === 0) return [];
  const points = Float64Array.from(cuts.flatMap((cut) => [cut.from[0], cut.from[1], cut.to[0], cut.to[1]]));
  const box = bounds(points, 2);
  const scale = SIDE / Math.max(box.max[0] - box.min[0], box.max[1] - box.min[1], 1e-300);
  const height = scale * (box.max[1] - box.min[1]);
  const x = (value: number) => fixed(2 * MARGIN + SIDE + scale * (value - box.min[0]));
  const y = (value: number) => fixed((SIDE + height) / 2 - scale * (value - box.min[1]));
  const least = 2.5; // px: most walls are too thin to be visible at scale
  return cuts.map(
    ({ from, to, thickness }) =>
      `<line x1="${x(from[0])}" y1="${y(from[1])}" x2="${x(to[0])}" y2="${y(to[1])}" stroke="${colour(thickness)}" stroke-width="${fixed(least + scale * thickness)}" stroke-linecap="round"/>`,
  );
}

interface Cut {
  from: readonly [number, number];
  to: readonly [number, number];
  thickness: number;
}

/** Intersections of the line z = 0 of the blank with its triangles: x and y of the part there. */
function sectionCuts({ blank, triangles, thickness, position }: FormedWall): Cut[] {
  const box = bounds(blank, 2);
  // Slightly off the middle: a row of particles exactly there would be cut twice or not at all.
  const middle = 0.5 * (box.min[1] + box.max[1]) + 1e-7 * (box.max[1] - box.min[1]);
  const cuts: Cut[] = [];
  for (let k = 0; k < triangles.length; k += 3) {
    const crossings: { x: number; y: number; t: number }[] = [];
    for (let e = 0; e < 3; e++) {
      const [a, b] = [triangles[k + e], triangles[k + ((e + 1) % 3)]];
      const [za, zb] = [blank[2 * a + 1] - middle, blank[2 * b + 1] - middle];
      if (za * zb >= 0) continue;
      const share = za / (za - zb);
      const mix = (from: number, to: number) => from + share * (to - from);
      crossings.push({
        x: mix(position[3 * a], position[3 * b]),
        y: mix(position[3 * a + 1], position[3 * b + 1]),
        t: mix(thickness[a], thickness[b]),
      });
    }
    if (crossings.length !== 2) continue;
    const [p, q] = crossings;
    cuts.push({ from: [p.x, p.y], to: [q.x, q.y], thickness: 0.5 * (p.t + q.t) });
  }
  return cuts;
}

function scalePicture(
  left: number,
  thinnest: number,
  thickest: number,
  rest: number,
  colour: (t: number) => string,
): string[] {
  const steps = 40;
  const parts: string[] = [];
  for (let k = 0; k < steps; k++) {
    const t = thinnest + ((k + 0.5) / steps) * (thickest - thinnest);
    const y = SIDE * (1 - (k + 1) / steps);
    parts.push(
      `<rect x="${left}" y="${fixed(y)}" width="18" height="${fixed(SIDE / steps + 0.5)}" fill="${colour(t)}"/>`,
    );
  }
  for (let k = 0; k <= 4; k++) {
    const t = thinnest + (k / 4) * (thickest - thinnest);
    const y = fixed(SIDE * (1 - k / 4) + 4);
    parts.push(`<text x="${left + 26}" y="${y}">${length(t)} (${Math.round((100 * t) / rest)} %)</text>`);
  }
  return parts;
}

function colourAt(share: number): string {
  const at = Math.min(1, Math.max(0, share)) * (STOPS.length - 1);
  const i = Math.min(STOPS.length - 2, Math.floor(at));
  const [r, g, b] = [0, 1, 2].map((c) =>
    Math.round(STOPS[i][c] + (at - i) * (STOPS[i + 1][c] - STOPS[i][c])),
  );
  return `rgb(${r},${g},${b})`;
}

function bounds(values: Float64Array, components: number): { min: number[]; max: number[] } {
  const min = Array.from({ length: components }, () => Infinity);
  const max = Array.from({ length: components }, () => -Infinity);
  for (let i = 0; i < values.length; i++) {
    min[i % components] = Math.min(min[i % components], values[i]);
    max[i % components] = Math.max(max[i % components], values[i]);
  }
  return { min, max };
}

/** Formats metres as mm or µm. */
function length(metres: number): string {
  if (metres >= 1e-4) return `${Number((1e3 * metres).toPrecision(3))} mm`;
  return `${Number((1e6 * metres).toPrecision(3))} µm`;
}
